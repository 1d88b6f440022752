"""The picture's panel: what is drawn, whether in motion, what a message may do, and what is lit."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import pytest

import explorer as ex
from explorer.core.place import Place
from explorer.panels.picture import PicturePanel
from explorer.panels.state import ExplorerState
from explorer.scene import Look
from explorer.scene.moves import TWO_FLIPS, moves
from explorer.stage import Stage
from tests.scene.test_pointing import drawn_places, operands_of

CELL = "after/key:b0:t1:h0:d1"
KEY = Place("reshelve", "key", (("batch", 0), ("head", 0), ("token", 1), ("head_dim", 1)))


@pytest.fixture
def state() -> ExplorerState:
    return ExplorerState()


@pytest.fixture
def panel(state: ExplorerState) -> PicturePanel:
    made = PicturePanel(state)
    go(state, "reshelve")
    return made


def go(state: ExplorerState, step: str) -> None:
    state.selection = state.selection.replace(step=step)


def say(panel: PicturePanel, content: object) -> None:
    """Let a message come in as the browser's do."""
    panel.stage._handle_custom_msg(content, [])


def motion(panel: PicturePanel) -> tuple[Any, bool]:
    return panel.stage.frame["moves"], panel.stage.frame["in_motion"]


# messages


def test_a_touch_is_noted_and_let_go(panel: PicturePanel, state: ExplorerState) -> None:
    say(panel, {"kind": "touch", "cell": CELL})
    assert state.selection.touched == KEY
    assert state.selection.pinned is None
    say(panel, {"kind": "touch", "cell": None})
    assert state.selection.touched is None


def test_a_pin_stays_until_it_is_pressed_again_or_let_go(panel: PicturePanel, state: ExplorerState) -> None:
    say(panel, {"kind": "pin", "cell": CELL})
    assert (state.selection.touched, state.selection.pinned) == (KEY, KEY)
    say(panel, {"kind": "touch", "cell": None})
    go(state, "merge")
    assert (state.selection.touched, state.selection.pinned) == (None, KEY)
    go(state, "reshelve")
    say(panel, {"kind": "pin", "cell": CELL})
    assert state.selection.pinned is None
    say(panel, {"kind": "pin", "cell": CELL})
    say(panel, {"kind": "pin", "cell": "after/key:b0:t0:h0:d0"})
    assert state.selection.pinned["token"] == 0
    say(panel, {"kind": "pin", "cell": None})
    assert state.selection.pinned is None


@pytest.mark.parametrize(
    "name", ["", "after", "after/key:b0:t9:h0:d1", "before", "<img src=x onerror=alert(1)>", "../" * 200]
)
def test_pinning_an_unknown_cell_is_a_problem_that_is_seen(
    panel: PicturePanel, state: ExplorerState, name: str
) -> None:
    say(panel, {"kind": "pin", "cell": CELL})
    before = (state.config, state.selection, state.view)
    say(panel, {"kind": "touch", "cell": name})  # may be of a picture that is gone by now
    assert state.problem is None
    say(panel, {"kind": "pin", "cell": name})
    assert (state.config, state.selection, state.view) == before
    assert not state.problem.is_bug
    told = f"Cannot find a cell {name!r:.60} in this picture. It may have been redrawn: point again."
    assert panel.problem.value == f'<p role="alert">{escape(told)}</p>'
    assert "<img" not in panel.problem.value


@pytest.mark.parametrize(
    "content",
    [
        None, 0, 3, "touch", [], {}, ["touch", CELL], {"kind": "touch"}, {"kind": "pin"}, {"cell": CELL},
        {"kind": "touch", "cell": 3}, {"kind": "pin", "cell": [CELL]}, {"kind": "pin", "cell": True},
        {"kind": "run", "cell": CELL}, {"kind": None, "cell": None}, {"kind": "touch", "cell": {"a": 1}},
    ],
    ids=repr,
)  # fmt: skip
def test_anything_else_is_let_be(panel: PicturePanel, state: ExplorerState, content: object) -> None:
    say(panel, {"kind": "pin", "cell": CELL})
    before = (state.config, state.selection, state.view, panel.stage.frame, panel.stage.lit)
    say(panel, content)
    panel.on_message(content)
    assert (state.config, state.selection, state.view, panel.stage.frame, panel.stage.lit) == before
    assert state.problem is None


def test_a_closed_panel_hears_nothing(panel: PicturePanel, state: ExplorerState) -> None:
    panel.close()
    panel.stage._handle_custom_msg({"kind": "pin", "cell": CELL}, [])
    assert state.selection.pinned is None


# drawing


def test_touching_draws_nothing_anew(panel: PicturePanel, state: ExplorerState) -> None:
    frame, patch = panel.stage.frame, panel.stage.patch
    say(panel, {"kind": "touch", "cell": CELL})
    say(panel, {"kind": "pin", "cell": CELL})
    state.selection = state.selection.replace(playing=True)
    assert panel.stage.frame is frame
    assert panel.stage.patch is patch


def test_other_numbers_are_put_into_the_same_drawing(panel: PicturePanel, state: ExplorerState) -> None:
    frame = panel.stage.frame
    state.config = state.config.replace(source="poured")
    assert panel.stage.frame is frame
    texts = [text for _, _, text, _, _ in panel.stage.patch["cells"]]
    assert texts == [cell.text for cell in panel.scene.cells()]
    pairs = drawn_places(state.trip, "reshelve", Look(heading=False)).values()
    values = [float(state.trip[p.step][p.tensor].at(**dict(p.coords))) for p in pairs]
    assert [float(text) for text in texts] == values


@pytest.mark.parametrize(
    ("left", "entered"), [("dividers", "reshelve"), ("merge", "blend"), ("pour", "merge")]
)
def test_a_walk_is_in_motion(state: ExplorerState, left: str, entered: str) -> None:
    panel = PicturePanel(state)
    go(state, left)
    go(state, entered)
    assert motion(panel) == (moves(left, entered), True)
    assert panel.again.disabled == (moves("", entered) is None)  # only its own move can be shown again


def test_both_flips_are_in_motion(panel: PicturePanel, state: ExplorerState) -> None:
    state.selection = state.selection.replace(place="two_flips")
    assert motion(panel) == (TWO_FLIPS, True)
    state.selection = state.selection.replace(place="walk")
    assert motion(panel) == (moves("", "reshelve"), True)  # nothing has stood where it would come from


@pytest.mark.parametrize(
    ("record", "changes"),
    [
        ("config", {"tokens": 4}),
        ("config", {"heads": 4, "head_dim": 1}),
        ("selection", {"head": 1}),
        ("selection", {"tensor": "query"}),
        ("selection", {"step": "inside_flip", "head": 1}),
        ("view", {"theme": "dark"}),
        ("view", {"words": "pencil"}),
    ],
)
def test_nothing_else_is(
    panel: PicturePanel, state: ExplorerState, record: str, changes: dict[str, Any]
) -> None:
    go(state, "inside_flip")
    go(state, "reshelve")
    before = panel.stage.frame
    assert motion(panel)[1]
    setattr(state, record, getattr(state, record).replace(**changes))
    assert panel.stage.frame["id"] == before["id"] + 1
    assert not motion(panel)[1]


def test_again_shows_the_move_again(panel: PicturePanel, state: ExplorerState) -> None:
    assert not panel.again.disabled
    panel.again.click()
    assert panel.stage.again == 1
    go(state, "scores")
    assert panel.again.disabled


# what is lit


def lit_of(panel: PicturePanel, name: str) -> set[str]:
    cells = panel.stage.lit.get(name, [])
    assert len(cells) == len(set(cells))
    return set(cells)


@pytest.mark.parametrize("step", ex.STEP_NAMES)
def test_operands_are_lit_where_they_sit(state: ExplorerState, step: str) -> None:
    panel = PicturePanel(state)
    go(state, step)
    places = drawn_places(state.trip, step, Look(heading=False))
    for name, place in places.items():
        say(panel, {"kind": "touch", "cell": name})
        operands = operands_of(state.trip, place)
        assert lit_of(panel, "operand") == {each for each, there in places.items() if there in operands}
    say(panel, {"kind": "touch", "cell": None})
    assert panel.stage.lit == {}


def test_the_pinned_is_traced_in_every_picture(state: ExplorerState) -> None:
    panel = PicturePanel(state)
    trip = state.trip
    pinned = Place("shares", "shares", (("batch", 0), ("head", 1), ("query_token", 2), ("key_token", 1)))
    state.selection = state.selection.replace(pinned=pinned)
    where = dict(pinned.coords)
    lineage = {
        *trip.ancestors(pinned.step, pinned.tensor, **where),
        *trip.descendants(pinned.step, pinned.tensor, **where),
    }
    for step in ex.STEP_NAMES:
        go(state, step)
        places = drawn_places(trip, step, Look(heading=False))
        wanted = {each for each, place in places.items() if place in lineage}
        assert lit_of(panel, "traced") == wanted
        assert lit_of(panel, "pinned") == {each for each, place in places.items() if place == pinned}
    assert "operand" not in panel.stage.lit


def test_a_pin_that_a_smaller_trip_has_not_is_let_go(panel: PicturePanel, state: ExplorerState) -> None:
    state.config = state.config.replace(tokens=4)
    say(panel, {"kind": "pin", "cell": "after/key:b0:t3:h0:d1"})
    say(panel, {"kind": "pin", "cell": "after/key:b0:t3:h1:d1"})
    assert lit_of(panel, "pinned")
    state.config = state.config.replace(tokens=3)
    assert (state.selection.touched, state.selection.pinned) == (None, None)
    assert panel.stage.lit == {}
    assert state.problem is None


def test_every_lit_cell_is_drawn(panel: PicturePanel, state: ExplorerState) -> None:
    say(panel, {"kind": "pin", "cell": CELL})
    ids = set(re.findall(rf'id="{panel.stage.prefix}([^"]+)"', panel.stage.frame["svg"]))
    assert {cell for cells in panel.stage.lit.values() for cell in cells} <= ids


def test_the_stage_is_the_pictures_own() -> None:
    one, two = PicturePanel(ExplorerState()), PicturePanel(ExplorerState())
    assert isinstance(one.stage, Stage)
    assert one.stage is not two.stage
