"""The state: what gets in, what stays when something does not, and who is told."""

from __future__ import annotations

import pytest

import explorer as ex
from explorer.panels.records import Problem, Selection
from explorer.panels.state import ExplorerState
from explorer.panels.view import View


@pytest.fixture
def state() -> ExplorerState:
    return ExplorerState()


def test_starts_at_the_pencil_example(state: ExplorerState) -> None:
    assert state.config == ex.Config()
    assert state.selection == Selection(step="pour", batch=0, head=None)
    assert state.view == View(words="both", colour="auto", theme="auto", dialect="numpy")
    assert state.problem is None


def test_a_new_config_makes_one_new_trip(state: ExplorerState) -> None:
    before = state.trip
    state.config = state.config.replace(tokens=5)
    after = state.trip
    assert after is not before
    assert after.config.tokens == 5
    state.config = ex.Config(tokens=5)  # equal, so nothing happens
    assert state.trip is after


def test_a_refused_config_leaves_the_last_good_one_and_says_why(state: ExplorerState) -> None:
    state.config = state.config.replace(tokens=4)
    trip = state.trip
    state.config = state.config.replace(tokens=1_000_000)
    assert state.config.tokens == 4
    assert state.trip is trip
    assert "tokens=1000000 is too large" in state.problem.text
    assert not state.problem.is_bug


def test_the_same_refusal_twice_is_told_twice(state: ExplorerState) -> None:
    told: list[Problem] = []
    state.observe(lambda change: told.append(change["new"]), "problem")
    for _ in range(2):
        state.config = state.config.replace(tokens=1_000_000)
    assert len(told) == 2


def test_a_good_change_takes_the_problem_away(state: ExplorerState) -> None:
    state.config = state.config.replace(tokens=1_000_000)
    state.config = state.config.replace(tokens=4)
    assert state.problem is None


def test_pins_that_no_longer_fit_are_let_go_before_anybody_is_told(state: ExplorerState) -> None:
    state.config = state.config.replace(heads=3, batch=2)
    state.selection = state.selection.replace(head=2, batch=1)
    seen: list[tuple[int | None, int]] = []
    state.observe(lambda _: seen.append((state.selection.head, state.selection.batch)), "config")
    state.config = state.config.replace(heads=2, batch=1)
    assert seen == [(None, 0)]


def test_a_pin_outside_the_trip_never_gets_in(state: ExplorerState) -> None:
    state.selection = state.selection.replace(head=9, batch=9)
    assert (state.selection.head, state.selection.batch) == (None, 0)


def test_a_bug_is_shown_as_one_and_raised_on(state: ExplorerState) -> None:
    with pytest.raises(ZeroDivisionError), state.telling_problems():
        1 / 0  # noqa: B018
    assert state.problem.is_bug
    assert state.problem.text == "ZeroDivisionError: division by zero"


def test_the_look_follows_view_and_selection(state: ExplorerState) -> None:
    state.view = state.view.replace(words="pencil", colour="value", browser_is_dark=True)
    state.selection = state.selection.replace(head=1, tensor="query")
    look = state.look
    assert (look.words, look.colour, look.theme, look.head, look.tensor) == (
        "pencil",
        "value",
        "dark",
        1,
        "query",
    )


def test_a_chosen_theme_wins_over_the_browsers(state: ExplorerState) -> None:
    state.view = state.view.replace(browser_is_dark=True, theme="light")
    assert state.look.theme == "light"


def test_an_unknown_step_is_refused_with_the_ten() -> None:
    with pytest.raises(ex.ConfigError) as caught:
        Selection(step="flip")  # type: ignore[arg-type]
    assert str(caught.value) == (
        "Cannot go to step 'flip': choose 'pour', 'cut', 'dividers', 'reshelve', 'inside_flip', 'scores', "
        "'mask', 'shares', 'blend' or 'merge'."
    )
