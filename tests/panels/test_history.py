"""Undo: exact, over everything that lasts, back to the very start."""

from __future__ import annotations

import pytest

import explorer as ex
from explorer.core.edits import Edit
from explorer.panels.history import History, Moment
from explorer.panels.records import Selection
from explorer.panels.state import ExplorerState
from explorer.panels.view import View


@pytest.fixture
def state() -> ExplorerState:
    return ExplorerState()


def moment(tokens: int) -> Moment:
    return Moment.of(ex.Config(tokens=tokens), Selection(), View())


def test_undo_goes_back_to_the_very_start_and_redo_to_the_very_end(state: ExplorerState) -> None:
    passed = [state.moment]
    state.config = state.config.replace(tokens=5)
    passed.append(state.moment)
    state.selection = state.selection.replace(step="scores", head=1)
    passed.append(state.moment)
    state.view = state.view.replace(words="pencil")
    passed.append(state.moment)
    state.config = state.config.replace(edits=[Edit("query", 0, 4, 3, 9)])
    passed.append(state.moment)
    for there in reversed(passed[:-1]):
        state.undo()
        assert state.moment == there
    assert not state.can_undo
    for there in passed[1:]:
        state.redo()
        assert state.moment == there
    assert not state.can_redo


def test_undo_at_the_start_and_redo_at_the_end_do_nothing(state: ExplorerState) -> None:
    before = state.moment
    state.undo()
    state.redo()
    assert state.moment == before
    assert not state.can_undo
    assert not state.can_redo


def test_what_is_done_after_an_undo_takes_the_place_of_what_was_taken_back(state: ExplorerState) -> None:
    state.config = state.config.replace(tokens=5)
    state.undo()
    state.config = state.config.replace(tokens=4)
    assert not state.can_redo
    state.undo()
    assert state.config.tokens == 3


def test_a_refused_change_is_nothing_to_take_back(state: ExplorerState) -> None:
    state.config = state.config.replace(tokens=10**6)
    assert not state.can_undo


def test_a_smaller_size_that_lets_a_pin_go_is_one_thing_done(state: ExplorerState) -> None:
    state.selection = state.selection.replace(step="reshelve", head=1)
    state.config = state.config.replace(heads=1)
    assert state.selection.head is None
    state.undo()
    assert (state.config.heads, state.selection.head) == (2, 1)


def test_pointing_playing_and_the_browsers_own_ways_are_nothing_to_take_back(state: ExplorerState) -> None:
    place = state.trip.explain("pour", "wide", batch=0, token=0, wide=0).place
    state.selection = state.selection.replace(touched=place)
    state.selection = state.selection.replace(playing=True)
    state.view = state.view.replace(browser_is_dark=True)
    state.view = state.view.replace(keys_shown=True)
    state.view = state.view.replace(tab="masks")
    assert not state.can_undo


def test_undo_leaves_the_browsers_own_ways_as_they_are(state: ExplorerState) -> None:
    state.config = state.config.replace(tokens=5)
    state.view = state.view.replace(browser_is_dark=True, tab="masks")
    state.undo()
    assert state.config.tokens == 3
    assert (state.view.browser_is_dark, state.view.tab) == (True, "masks")


def test_several_assignments_in_one_move_are_taken_back_together(state: ExplorerState) -> None:
    with state.one_move():
        state.selection = state.selection.replace(step="merge")
        state.view = state.view.replace(words="standard")
    state.undo()
    assert (state.selection.step, state.view.words) == ("pour", "both")
    assert not state.can_undo


def test_a_very_long_history_forgets_its_middle_and_never_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.panels.history._MOST", 3)
    history = History(moment(1))
    for tokens in range(2, 9):
        history.note(moment(tokens))
    back = [history.back() for _ in range(4)]
    assert [there.config.tokens if there else None for there in back] == [7, 6, 1, None]


def test_the_marks_of_what_changed_are_of_the_last_change_alone(state: ExplorerState) -> None:
    assert state.changes is None
    state.config = state.config.replace(edits=[Edit("value", 0, 0, 0, 9)])
    changes = state.changes
    assert changes is not None
    assert changes
    place = state.trip.explain("cut", "value", batch=0, token=0, width=0).place
    assert changes.at(place) == "changed"
    state.selection = state.selection.replace(step="merge")
    assert state.changes is changes
    state.config = state.config.replace(tokens=4)
    assert state.changes is not None
    assert state.changes.at(place) == ""
