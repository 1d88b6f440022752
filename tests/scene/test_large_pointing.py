"""Pointing into an image, lighting its cells, seeing them from near, and reading them as text."""

from __future__ import annotations

import re
from collections.abc import Collection

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import explorer as ex
from explorer.core.place import Place
from explorer.scene import Look, Scene, step_scene
from explorer.scene.as_text import cut_out, labels_of, markdown, numpy_literal, rows_of
from explorer.scene.display import Box, Panel
from explorer.scene.magnified import magnified
from explorer.scene.pinned import Pinning, pinned_scene
from explorer.scene.pointing import cells_at, find_cell, find_in_image, place_of, rectangles
from tests.scene.kit import PICTURES, labels, picture, random_trip, trip_of
from tests.scene.test_layout import clashes
from tests.scene.test_pointing import RECORDED_BY

TRIP = random_trip(12, 2, 30, 3, 12, window=6)
LOOK = Look(batch=1)


def images(scene: Scene) -> list[tuple[int, Panel]]:
    """The panels that are images, with their numbers."""
    return [(number, panel) for number, panel in enumerate(scene.panels) if panel.image is not None]


# pointing


@pytest.mark.parametrize("name", PICTURES)
def test_a_cell_is_found_by_panel_row_and_column(name: str) -> None:
    scene = picture(TRIP, name, LOOK)
    assert images(scene)
    for number, panel in images(scene):
        for row, column in ((0, 0), (panel.shape[0] - 1, panel.shape[1] - 1)):
            cell_id = f"{panel.role}/@{number}:{row}:{column}"
            assert find_in_image(scene, cell_id) == (number, row, column)
            found, cell = find_cell(scene, cell_id)
            assert found is panel
            place = place_of(TRIP, scene, panel, cell)
            assert place == Place(RECORDED_BY[name][panel.role], panel.tensor, cell.coords)
            value = float(TRIP[place.step][place.tensor].at(**dict(place.coords)))
            assert value == cell.value == float(panel.image.values[row, column])


@pytest.mark.parametrize(
    "name",
    [
        "keep/@3:30:0", "keep/@3:0:30", "keep/@3:-1:0", "keep/@3:0", "keep/@3:0:0:0", "keep/@99:0:0",
        "scores/@3:0:0", "keep/@3:0:٣", "keep/@3:0:" + "9" * 5000, "/@3:0:0", "@3:0:0", "keep/@3:0:0\n",
    ],
    ids=range(12),
)  # fmt: skip
def test_a_cell_that_no_image_has_is_refused(name: str) -> None:
    scene = picture(TRIP, "mask")
    assert scene.panels[3].role == "keep"
    assert find_in_image(scene, name) is None
    with pytest.raises(ex.UnknownNameError) as caught:
        find_cell(scene, name)
    assert str(caught.value) == (
        f"Cannot find a cell {name!r:.60} in this picture. It may have been redrawn: point again."
    )


@given(arrays(bool, st.tuples(st.integers(1, 9), st.integers(1, 9))))
def test_rectangles_cover_what_is_marked_and_nothing_twice(marked: np.ndarray) -> None:
    covered = np.zeros(marked.shape, dtype=int)
    for top, left, bottom, right in rectangles(marked):
        assert top <= bottom
        assert left <= right
        covered[top : bottom + 1, left : right + 1] += 1
    assert np.array_equal(covered, marked.astype(int))


def lit(scene: Scene, ids: Collection[str]) -> set[tuple[str, int, int]]:
    """Every cell of an image that lies in one of these rectangles."""
    found = set()
    for each in ids:
        match = re.fullmatch(r"(.*/@\d+):(\d+):(\d+):(\d+):(\d+)", each)
        if match:
            top, left, bottom, right = map(int, match.groups()[1:])
            found |= {(match[1], i, j) for i in range(top, bottom + 1) for j in range(left, right + 1)}
    return found


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize(
    ("step", "tensor", "where"),
    [
        ("pour", "wide", {"batch": 1, "token": 12, "wide": 40}),
        ("scores", "matches", {"batch": 1, "head": 2, "query_token": 13, "key_token": 12}),
        ("merge", "output", {"batch": 1, "token": 20, "width": 5}),
    ],
)
def test_a_lineage_is_lit_where_it_is_drawn(name: str, step: str, tensor: str, where: dict[str, int]) -> None:
    scene = picture(TRIP, name, LOOK)
    for walk in (TRIP.ancestors(step, tensor, **where), TRIP.descendants(step, tensor, **where)):
        places = set(walk)
        wanted = {
            (f"{panel.role}/@{number}", *at)
            for number, panel in images(scene)
            for place in places
            if (place.step, place.tensor) == (RECORDED_BY[name][panel.role], panel.tensor)
            and (at := panel.image.locate(dict(place.coords)))
        }
        found = cells_at(TRIP, scene, walk)
        assert lit(scene, found) == wanted
        assert cells_at(TRIP, scene, places) == found  # any collection will do
    elsewhere = cells_at(TRIP, picture(TRIP, name, Look(batch=0)), walk)
    assert not [each for each in elsewhere if "/@" in each and not each.startswith(("keep/", "table/"))]


def test_a_long_lineage_is_few_rectangles() -> None:
    trip = trip_of((1, 512, 2, 4, 512))
    walk = trip.descendants("cut", "key", batch=0, token=0, width=0)
    found = cells_at(trip, step_scene(trip, "shares"), walk)
    assert len(lit(step_scene(trip, "shares"), found)) > 100_000
    assert len(found) < 2000


# from near


@pytest.mark.parametrize("name", PICTURES)
def test_the_lens_shows_the_engines_numbers_around_the_cell(name: str) -> None:
    scene = picture(TRIP, name, LOOK)
    for number, panel in images(scene)[::2]:
        rows, columns = panel.shape
        for row, column in ((0, 0), (rows // 2, columns // 2), (rows - 1, columns - 1)):
            near = magnified(TRIP, scene, panel, row, column, LOOK)
            (shown,) = near.panels
            assert shown.shape == (min(5, rows), min(5, columns))
            _, whole = find_cell(scene, f"{panel.role}/@{number}:{row}:{column}")
            same = next(cell for cell in shown.cells if cell.coords == whole.coords)
            for cell in shown.cells:
                at = panel.image.locate(dict(cell.coords))
                drawn = panel.image.cell(*at)
                assert (cell.value, cell.text, cell.identity, cell.title, cell.struck) == (
                    drawn.value, drawn.text, drawn.identity, drawn.title, drawn.struck,
                )  # fmt: skip
                assert bool(cell.hatch) == cell.struck
                assert abs(at[0] - row) <= 4
                assert abs(at[1] - column) <= 4
            frames = [mark for mark in near.marks if isinstance(mark, Box)]
            assert [(box.x + box.w / 2, box.y + box.h / 2) for box in frames] == [pytest.approx(same.centre)]
            assert clashes(near) == []


def test_the_lens_names_rows_and_columns_by_where_they_are() -> None:
    def words(step: str, role: str, row: int, column: int) -> list[str]:
        scene = step_scene(TRIP, step)
        panel = next(panel for _, panel in images(scene) if panel.role == role)
        near = magnified(TRIP, scene, panel, row, column, Look(words="standard"))
        return [label.text for label in labels(near)]

    assert words("scores", "matches", 29, 0) == [
        "dot products  B0  H0",
        *(f"T{i}" for i in range(25, 30)), "T query",
        *(f"T{j}" for j in range(5)), "T key",
    ]  # fmt: skip
    assert words("dividers", "after-key", 10, 12)[7:] == ["H0 D10", "H0 D11", "H1 D0", "H1 D1", "H1 D2"]
    assert words("cut", "before", 0, 2)[7:12] == ["0", "1", "2", "3", "4"]
    assert words("shares", "totals", 29, 0)[1:6] == ["T25", "T26", "T27", "T28", "T29"]


def test_the_lens_keeps_to_the_look_and_to_the_pins() -> None:
    pinning = Pinning("query", ("head", "token"), (("batch", 1), ("head_dim", 7)))
    look = Look(theme="dark", decimals=3, words="pencil")
    scene = pinned_scene(TRIP, "reshelve", pinning, look)
    number, panel = (
        next((n, p) for n, p in images(scene) if p.role == "after") if images(scene) else (0, None)
    )
    assert panel is not None
    near = magnified(TRIP, scene, panel, 1, 20, look)
    assert near.paper == scene.paper == "#14171a"
    query = TRIP["reshelve"]["query"]
    for cell in near.cells("near"):
        assert cell.value == float(query.at(**dict(cell.coords)))
        assert {"batch": 1, "head_dim": 7}.items() <= dict(cell.coords).items()
        assert re.fullmatch(r"-?\d\.\d{3}", cell.text)
    assert number == 1


# as text


def test_a_table_shows_a_part_and_says_which() -> None:
    _, panel = next((n, p) for n, p in images(step_scene(TRIP, "scores")) if p.role == "matches")
    part, told = cut_out(panel, 29, 15)
    assert told == "Rows 18 to 29 of 30 and columns 9 to 20 of 30."
    grid = TRIP["scores"]["matches"].grid("query_token", "key_token", batch=0, head=0).values
    assert [[cell.value for cell in row] for row in rows_of(part)] == grid[18:30, 9:21].tolist()
    assert labels_of(part, "standard")[1][0] == labels_of(panel, "standard")[1][9]
    assert cut_out(part) == (part, "")


def test_a_copy_of_an_image_is_all_of_it() -> None:
    scene = step_scene(TRIP, "mask", LOOK)
    for _, panel in images(scene):
        step = RECORDED_BY["mask"][panel.role]
        pins = dict(panel.pins)
        grid = TRIP[step][panel.tensor].grid("query_token", "key_token", **pins).values
        assert np.array_equal(eval(numpy_literal(panel)), grid)
        lines = markdown(panel, "standard").splitlines()
        assert len(lines) == 32
        assert all(line.count("|") == 32 for line in lines)
    down, across = labels_of(panel, "pencil")
    assert (len(down), len(across)) == (30, 30)
