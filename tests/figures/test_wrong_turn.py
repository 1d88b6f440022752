"""Right-and-wrong pictures and the sandbox by both writers: the same cells, and the same marks."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter

import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import FancyBboxPatch

import explorer as ex
from explorer.core.influence import influence
from explorer.core.mistakes.sandbox import play
from explorer.figures.drawing import draw
from explorer.figures.wrong_turn import figure_sandbox, figure_wrong_turn
from explorer.scene import Look, Scene
from explorer.scene.display import Box, Label
from explorer.scene.sandbox import sandbox_scene
from explorer.scene.wrong_turn import wrong_turn_scene
from explorer.stage import to_svg
from tests.figures.test_drawing import cells_drawn, numbers_drawn

CONFIG = ex.Config(batch=2, tokens=5, heads=3, head_dim=4)
SVG = "{http://www.w3.org/2000/svg}"


def pictures() -> dict[str, Scene]:
    """One of each kind."""
    found = {}
    for turn, step in (
        ("split_by_reshape", "reshelve"),
        ("merge_without_reshelve", "merge"),
        ("flip_forgotten", "scores"),
        ("softmax_over_askers", "shares"),
    ):
        wrong = ex.trace(CONFIG, wrong_turns=[turn])
        found[turn] = wrong_turn_scene(wrong, step, Look(theme="dark"), influence(wrong))
    query = ex.trace(CONFIG)["cut"]["query"]
    found["sandbox"] = sandbox_scene(play(query, ["dividers", "reshape_flip", "glue", "reshelve"], heads=3))
    return found


PICTURES = pictures()


@pytest.mark.parametrize("name", PICTURES)
def test_every_cell_is_the_same_in_svg_and_in_matplotlib(name: str) -> None:
    scene = PICTURES[name]
    rectangles, numbers = cells_drawn(draw(scene)), numbers_drawn(draw(scene))
    groups = {group.get("id"): group for group in ET.fromstring(to_svg(scene)).iter(f"{SVG}g")}
    cells = {f"{panel.role}/{cell.identity}": cell for panel in scene.panels for cell in panel.cells}
    assert set(rectangles) == set(cells) == {key for key in groups if key and "/" in key}
    for key, cell in cells.items():
        rectangle, written = rectangles[key], groups[key].find(f"{SVG}rect")
        assert written is not None
        place = [float(written.get(side, "")) for side in ("x", "y", "width", "height")]
        assert place == pytest.approx([cell.x, cell.y, cell.w, cell.h], abs=0.006)
        drawn = (*rectangle.get_xy(), rectangle.get_width(), rectangle.get_height())
        assert drawn == pytest.approx(place, abs=0.006)
        assert written.get("fill") == to_hex(rectangle.get_facecolor()) == cell.fill
        assert groups[key].findtext(f"{SVG}text") == numbers[key].get_text() == cell.text
        assert groups[key].findtext(f"{SVG}title") == cell.title


@pytest.mark.parametrize("name", PICTURES)
def test_every_frame_box_and_label_is_drawn_by_both(name: str) -> None:
    scene = PICTURES[name]
    drawn, root = draw(scene), ET.fromstring(to_svg(scene))
    boxes = [mark for mark in (*scene.under, *scene.marks) if isinstance(mark, Box)]
    patches = [patch for patch in drawn.axes[0].patches if isinstance(patch, FancyBboxPatch)]
    assert [to_hex(patch.get_edgecolor()) for patch in patches] == [box.stroke for box in boxes]
    written = [element for element in root.findall(f"{SVG}rect") if element.get("rx")]
    assert [(e.get("stroke"), bool(e.get("stroke-dasharray"))) for e in written] == [
        (box.stroke, box.dashed) for box in boxes
    ]
    texts = [mark.text for mark in scene.marks if isinstance(mark, Label)]
    assert [element.text for element in root.findall(f"{SVG}text")] == texts
    assert [text.get_text() for text in drawn.axes[0].texts if not text.get_gid()] == texts


@pytest.mark.parametrize("name", PICTURES)
def test_no_id_stands_twice(name: str) -> None:
    ids = Counter(e.get("id") for e in ET.fromstring(to_svg(PICTURES[name])).iter() if e.get("id"))
    assert [key for key, count in ids.items() if count > 1] == []


def test_the_figure_shows_the_first_wrong_step_unless_told_otherwise() -> None:
    wrong = ex.trace(CONFIG, wrong_turns=["merge_without_reshelve", "split_by_reshape"])
    first = {key.split(":")[0] for key in cells_drawn(figure_wrong_turn(wrong))}
    last = {key.split(":")[0] for key in cells_drawn(figure_wrong_turn(wrong, "merge"))}
    assert first == {"right/key", "wrong/key"}
    assert last == {"right/blend", "wrong/blend"}
    below = {key.split("/")[0] for key in cells_drawn(figure_wrong_turn(wrong, influence=influence(wrong)))}
    assert below == {"right", "wrong", "influence", "keep"}
    dark = figure_wrong_turn(wrong, theme="dark")
    assert to_hex(dark.get_facecolor()) == "#14171a"


def test_the_sandbox_has_a_figure() -> None:
    played = play(ex.trace()["dividers"]["query"], ["reshelve"])
    roles = {key.split("/")[0] for key in cells_drawn(figure_sandbox(played, words="pencil"))}
    assert roles == {"start", "move-1"}
