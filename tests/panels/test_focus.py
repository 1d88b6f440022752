"""Where the focus goes when what was pressed is gone: to what comes next, never to the page."""

from __future__ import annotations

import ipywidgets as widgets
import pytest

import explorer as ex
from explorer.app import Explorer


@pytest.fixture
def focused(monkeypatch: pytest.MonkeyPatch) -> list[widgets.Button]:
    """The buttons that were given the focus, in order."""
    given: list[widgets.Button] = []
    monkeypatch.setattr(widgets.Button, "focus", lambda button: given.append(button))
    return given


@pytest.fixture
def page() -> Explorer:
    return ex.build(address="place=wrong_turns")


def test_after_the_way_back_one_can_begin_again(page: Explorer, focused: list[widgets.Button]) -> None:
    page.turns.turn.value = "flip_forgotten"
    assert focused == []  # the list keeps it
    page.turns.back.click()
    assert (focused, page.turns.begin.layout.display) == ([page.turns.begin], "")
    page.turns.begin.click()
    assert focused == [page.turns.begin, page.turns.back]
    assert not page.turns.back.disabled


def test_after_show_it_and_after_a_right_guess_the_way_back_is_next(focused: list[widgets.Button]) -> None:
    page = ex.build(address="place=wrong_turns&surprise=17")
    page.surprise.show.click()
    assert focused == [page.turns.back]
    page = ex.build(address="place=wrong_turns&surprise=17")
    right = next(i for i, turn in enumerate(page.surprise._suspects) if turn is page.state.hidden)
    page.surprise.guesses[right - 1].click()
    assert focused[1:] == []  # it is still there to be pressed
    page.surprise.guesses[right].click()
    assert focused[1:] == [page.turns.back]


def test_a_right_guess_in_the_list_leaves_the_focus_there(focused: list[widgets.Button]) -> None:
    page = ex.build(address="place=wrong_turns&surprise=17")
    page.turns.turn.value = page.state.hidden.key
    assert page.state.selection.surprise is None
    assert focused == []


def test_a_wrong_guess_in_the_list_takes_nothing_from_show_it(focused: list[widgets.Button]) -> None:
    page = ex.build(address="place=wrong_turns&surprise=17")
    wrong = next(key for _, key in page.turns.turn.options if key not in ("", "?", page.state.hidden.key))
    page.turns.turn.value = wrong
    page.surprise.show.click()
    assert focused == [page.turns.back]
