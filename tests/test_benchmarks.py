from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest

import explorer as ex
from benchmarks import numbers, plan
from benchmarks.summary import Change, median, ninetieth, report, rows_of, within_target
from explorer.scene import step_scene
from explorer.scene.extents import MOST_CELLS

RIVAL = Path(numbers.__file__).with_name("rival.ipynb")
PENCIL, FULL = plan.SIZES.values()
SEEN = [(step, "pencil") for step in ex.STEP_NAMES]
SEEN += [(step, "poured") for step in (*plan.STANDS["value"], *plan.STANDS["value*"])]


def test_a_plan_ends_as_it_began() -> None:
    for kind, stands in plan.STANDS.items():
        for sizes in plan.SIZES:
            made = list(plan.moves(kind, sizes, 30))
            assert len(made) == 30
            for stand in stands:
                ways = [move.way for move in made if move.stand == stand]
                assert kind == "step" or sum(ways) == 0
                assert [move.first for move in made if move.stand == stand] == [
                    True,
                    *[False] * (len(ways) - 1),
                ]


def changes(page: str, kind: str, sizes: str, times: list[float], blank: int = 0) -> list[Change]:
    return [Change(page, kind, sizes, total=time, received=2000, blank=blank) for time in times]


def test_median_and_ninetieth_are_numpys() -> None:
    values = np.random.default_rng(0).gamma(2, 30, 30).tolist()
    assert math.isclose(median(values), float(np.median(values)))
    assert math.isclose(ninetieth(values), float(np.percentile(values, 90)))
    assert median([3.0]) == ninetieth([3.0]) == 3.0


def test_a_row_holds_both_pages_and_their_ratio() -> None:
    made = [
        *changes("ours", "step", "T3 H2 D2", [10, 20, 30]),
        *changes("rival", "step", "T3 H2 D2", [100, 200, 300], blank=1),
    ]
    (row,) = rows_of(made)
    assert (row["ours"]["median"], row["rival"]["median"], row["ratio"], row["paired"]) == (20, 200, 0.1, 0.1)
    assert (row["ours"]["blank"], row["rival"]["blank"], row["ours"]["changes"]) == (0, 3, 3)
    assert row["target"] == 0.25
    assert within_target(row)


@pytest.mark.parametrize(
    ("kind", "sizes", "target"),
    [
        ("step", "T3 H2 D2", 1 / 4),
        ("value", "T3 H2 D2", 1 / 4),
        ("size", "T3 H2 D2", 1 / 3),
        ("step", "T8 H4 D4", 1 / 6),
        ("size", "T8 H4 D4", 1 / 6),
    ],
)
def test_the_targets_are_those_of_the_issue(kind: str, sizes: str, target: float) -> None:
    just = changes("ours", kind, sizes, [600 * target])
    over = changes("ours", kind, sizes, [600 * target + 1])
    rival = changes("rival", kind, sizes, [600])
    assert within_target(rows_of([*just, *rival])[0])
    assert not within_target(rows_of([*over, *rival])[0])


def test_a_blank_frame_of_ours_misses_the_target() -> None:
    made = [
        *changes("ours", "step", "T3 H2 D2", [1], blank=1),
        *changes("rival", "step", "T3 H2 D2", [100]),
    ]
    assert not within_target(rows_of(made)[0])


def test_the_report_has_a_line_for_each_kind_and_names_no_machine() -> None:
    made = [
        *changes("ours", "step", "T3 H2 D2", [10]),
        *changes("rival", "step", "T3 H2 D2", [100]),
        *changes("ours", "size", "T8 H4 D4", [90]),
        *changes("rival", "size", "T8 H4 D4", [100]),
    ]
    text = report({"date": "2026-01-01", "cores": 2, "versions": {"numpy": "2.0"}, "rows": rows_of(made)})
    assert "| step | T3 H2 D2 | 10 | 10 | 100 | 100 | 0.10 | 0.10 | 0.25 | yes |" in text
    assert "| size | T8 H4 D4 | 90 | 90 | 100 | 100 | 0.90 | 0.90 | 0.17 | no |" in text
    assert str(Path.home()) not in text


def code_cells() -> list[Any]:
    return [cell for cell in nbformat.read(RIVAL, as_version=4).cells if cell.cell_type == "code"]


@pytest.fixture
def rival(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the rival notebook defines before it draws: its first two cells of code."""
    numbers.write_numbers(tmp_path)
    monkeypatch.chdir(tmp_path)
    defined: dict[str, Any] = {}
    for cell in code_cells()[:2]:
        exec(cell.source, defined)
    return defined


@pytest.mark.parametrize(("step", "source"), SEEN)
@pytest.mark.parametrize(
    "sizes",
    [PENCIL, {**PENCIL, "tokens": 4}, FULL, {**FULL, "tokens": 7}],
    ids=lambda sizes: "-".join(map(str, sizes.values())),
)
def test_the_rival_prints_the_very_numbers_of_our_picture(
    rival: dict[str, Any], step: str, sizes: dict[str, int], source: str
) -> None:
    grids: Callable[..., Any] = rival["grids"]
    shelves = grids(step, sizes["tokens"], sizes["heads"], sizes["head_dim"], source)
    theirs = Counter(
        rival["printed"](value)
        for shelf in shelves
        for _, grid in shelf
        if grid.size <= rival["MOST"] == MOST_CELLS
        for value in grid.ravel()
    )
    scene = step_scene(ex.trace(ex.Config(**sizes, source=source)), step)
    # The strip of memory under both flips is a thing that only our picture has.
    grids_of_ours = [panel for panel in scene.panels if panel.role != "memory"]
    ours = Counter(cell.text for panel in grids_of_ours for cell in panel.cells)
    assert theirs == ours


def test_the_rival_is_stripped() -> None:
    assert all(not cell.outputs and cell.execution_count is None for cell in code_cells())


def test_a_kernel_that_serves_the_page_does_not_import_matplotlib() -> None:
    script = "import sys, explorer; explorer.build(); sys.exit('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr or "explorer.build() imported matplotlib"
