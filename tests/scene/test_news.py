"""What the last change made of a number is marked in its cell, and nowhere else, by both writers alike."""

from __future__ import annotations

import re

import numpy as np
import pytest
from matplotlib.patches import Polygon

import explorer as ex
from explorer.core.changes import changes
from explorer.figures.drawing import draw
from explorer.scene import step_scene
from explorer.scene.display import Cell
from explorer.scene.pinned import pinned_scene, pinnings
from explorer.scene.pointing import place_of
from explorer.stage.svg import to_svg

BEFORE = ex.trace()
CASES = {
    "a number typed over": ex.trace(ex.Config(edits=[("value", 0, 1, 1, 9)])),
    "one more token": ex.trace(ex.Config(tokens=4)),
    "one more head": ex.trace(ex.Config(heads=3)),
    "a cell kept by hand": ex.trace(ex.Config(by_hand=[(0, 2, True)])),
    "the dividers moved": ex.trace(ex.Config(heads=4, head_dim=1)),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("step", ex.STEP_NAMES)
def test_a_cell_is_marked_as_the_engine_says(name: str, step: str) -> None:
    after = CASES[name]
    found = changes(BEFORE, after)
    scene = step_scene(after, step, None, found)
    for panel in scene.panels:
        for cell in panel.cells:
            assert cell.news == found.at(place_of(after, scene, panel, cell)), cell
            assert cell.title.endswith(f", {cell.news}") == bool(cell.news)


def test_moving_the_dividers_marks_no_number_that_only_moved() -> None:
    after = CASES["the dividers moved"]
    scene = step_scene(after, "reshelve", None, changes(BEFORE, after))
    assert not [cell for cell in scene.cells() if cell.news]


def test_growing_adds_in_place() -> None:
    after = CASES["one more token"]
    scene = step_scene(after, "reshelve", None, changes(BEFORE, after))
    new = {cell.identity for cell in scene.cells("after") if cell.news == "new"}
    assert new == {f"key:b0:t3:h{head}:d{place}" for head in (0, 1) for place in (0, 1)}


def test_without_a_change_nothing_is_marked() -> None:
    assert not [cell for cell in step_scene(BEFORE, "blend").cells() if cell.news]
    assert "as-news" not in to_svg(step_scene(BEFORE, "blend"))


def test_one_pinned_grid_is_marked_too() -> None:
    after = CASES["a number typed over"]
    scene = pinned_scene(after, "blend", pinnings(after, "blend"), None, changes(BEFORE, after))
    assert {cell.news for cell in scene.cells("after")} == {"", "changed"}


def corners(svg: str) -> dict[str, tuple[str, list[float]]]:
    """Read each marked corner: whose it is, how it is filled, where it lies."""
    found = {}
    for group in re.findall(r'<g id="([^"]*/[^"]*)">(.*?)</g>', svg):
        mark = re.search(r'<path class="as-news" d="M([^"]*)Z" fill="([^"]*)"', group[1])
        if mark:
            found[group[0]] = mark[2], [float(number) for number in re.split("[ L]", mark[1])]
    return found


@pytest.mark.parametrize("name", ["a number typed over", "one more token"])
def test_both_writers_mark_the_same_corners(name: str) -> None:
    after = CASES[name]
    scene = step_scene(after, "blend", None, changes(BEFORE, after))
    by_page = corners(to_svg(scene))
    by_figure = {
        patch.get_gid(): patch
        for patch in draw(scene).axes[0].patches
        if isinstance(patch, Polygon) and patch.get_gid()
    }
    marked: list[tuple[str, Cell]] = [
        (f"{panel.role}/{cell.identity}", cell) for panel in scene.panels for cell in panel.cells if cell.news
    ]
    assert len(by_page) == len(by_figure) == len(marked) > 0
    for id_, cell in marked:
        fill, points = by_page[id_]
        assert (fill == "none") == (cell.news == "new")
        np.testing.assert_allclose(np.reshape(points, (3, 2)), cell.corner, atol=0.01)
        np.testing.assert_allclose(by_figure[f"{id_}/{cell.news}"].get_xy()[:3], cell.corner)


def test_a_name_that_somebody_gave_a_token_stands_beside_its_number() -> None:
    trip = ex.trace(ex.Config(labels=["the", "a grandmother's", "<b>", "never seen"]))
    scene = step_scene(trip, "scores")
    texts = [mark.text for mark in scene.marks if hasattr(mark, "text")]
    assert "T0 the" in texts
    assert "T1 a grandmoth\u2026" in texts
    assert "T2 <b>" in texts
    assert not [text for text in texts if "never" in text]
    assert "&lt;b&gt;" in to_svg(scene)
    assert "<b>" not in to_svg(scene)
    titles = [cell.title for cell in scene.cells("matches")]
    assert (
        "matches (dot products of queries and keys), book 0, lens 0, asking 0 the, looked at 2 <b>: 1"
        in titles
    )


def test_shelves_that_stand_one_below_another_begin_together_whatever_tokens_are_called() -> None:
    trip = ex.trace(ex.Config(labels=["a", "grandmother", ""]))
    lefts = {panel.cells[0].x for panel in step_scene(trip, "reshelve").panels if panel.role == "before"}
    assert len(lefts) == 1
