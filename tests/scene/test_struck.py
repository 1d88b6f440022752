"""A struck cell is hatched and cannot be taken for a share that is only small."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.scene import Look, step_scene
from explorer.scene.numerals import number_text


@pytest.fixture(scope="module")
def trip() -> ex.Trace:
    """Two tokens, one head: the second asks, and gives the first a share of e^-12."""
    return ex.trace_qkv([[1.0], [12.0]], [[0.0], [1.0]], [[1.0], [2.0]], heads=1)


def test_struck_scores_read_minus_infinity_and_are_hatched(trip: ex.Trace) -> None:
    scene = step_scene(trip, "mask")
    struck = [cell for cell in scene.cells("struck") if cell.struck]
    assert [(cell.identity, cell.text) for cell in struck] == [("struck:b0:h0:i0:j1", "-inf")]
    assert all(cell.hatch for cell in struck)
    assert not any(cell.struck for cell in scene.cells("scores"))


def test_a_small_share_is_not_a_struck_one(trip: ex.Trace) -> None:
    cells = {cell.identity: cell for cell in step_scene(trip, "shares").cells("shares")}
    small, struck = cells["shares:b0:h0:i1:j0"], cells["shares:b0:h0:i0:j1"]
    assert 0 < small.value < 0.005
    assert (small.text, small.struck, small.hatch) == ("0.00", False, ())
    assert (struck.text, struck.struck, bool(struck.hatch)) == ("0", True, True)
    assert small.fill != struck.fill


def test_what_is_nearly_one_is_not_one(trip: ex.Trace) -> None:
    cells = {cell.identity: cell.text for cell in step_scene(trip, "shares").cells("shares")}
    assert cells["shares:b0:h0:i1:j1"] == "1.00"
    assert cells["shares:b0:h0:i0:j0"] == "1"


def test_the_keep_table_is_hatched_where_it_strikes(trip: ex.Trace) -> None:
    keep = {cell.identity: (cell.text, cell.struck) for cell in step_scene(trip, "mask").cells("keep")}
    assert keep == {
        "keep:i0:j0": ("1", False), "keep:i0:j1": ("0", True),
        "keep:i1:j0": ("1", False), "keep:i1:j1": ("1", False),
    }  # fmt: skip


def test_a_keep_table_of_ones_own_strikes_in_its_own_book() -> None:
    rows = np.arange(12.0).reshape(2, 3, 2)
    keep = np.ones((2, 3, 3), bool)
    keep[1, 2, 0] = False
    trip = ex.trace_qkv(rows, rows, rows, heads=1, causal=False, keep=keep)
    for batch, expected in ((0, []), (1, ["struck:b1:h0:i2:j0"])):
        scene = step_scene(trip, "mask", Look(batch=batch))
        assert [cell.identity for cell in scene.cells("struck") if cell.struck] == expected


def test_hatching_stays_inside_its_cell(trip: ex.Trace) -> None:
    for step in ("mask", "shares", "blend"):
        for cell in step_scene(trip, step).cells():
            for x1, y1, x2, y2 in cell.hatch:
                assert cell.x - 1e-6 <= min(x1, x2) <= max(x1, x2) <= cell.x + cell.w + 1e-6
                assert cell.y - 1e-6 <= min(y1, y2) <= max(y1, y2) <= cell.y + cell.h + 1e-6


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (0.0, 2, "0"), (-0.0, 2, "0"), (1.0, 2, "1"), (-3.0, 2, "-3"), (0.7071, 2, "0.71"),
        (0.7071, 3, "0.707"), (1e-9, 2, "0.00"), (-1e-9, 2, "-0.00"), (0.999, 2, "1.00"), (0.5, 0, "0"),
        (99999.0, 2, "99999"), (123456.0, 2, "1.2e5"), (-1e-300, 1, "-0.0"), (1.5e30, 2, "1.5e30"),
        (float("-inf"), 2, "-inf"),
    ],
)  # fmt: skip
def test_number_text(value: float, decimals: int, text: str) -> None:
    assert number_text(value, decimals) == text
