"""A hidden wrong turn on the page: found, shown, and never told before."""

from __future__ import annotations

import ipywidgets as widgets
import pytest

import explorer as ex
from explorer.app import Explorer
from explorer.core.coding import code_of
from explorer.core.mistakes.surprise import surprise
from explorer.core.steps import STEP_NAMES
from explorer.panels.address import write_address
from explorer.panels.history import Moment
from explorer.panels.records import Selection
from explorer.panels.view import View
from tests.panels.said import plain, written

START = Moment.of(ex.Config(), Selection(), View())


@pytest.fixture
def page() -> Explorer:
    return ex.build(address="place=wrong_turns")


def test_surprise_me_takes_one_and_shows_what_comes_out(page: Explorer) -> None:
    page.turns.surprise.click()
    selection = page.state.selection
    assert selection.turns == ()
    assert (selection.step, selection.place) == ("merge", "wrong_turns")
    assert page.state.hidden is surprise(page.state.config, selection.surprise)
    assert page.state.verdict.kind == "wrong contents"
    assert page.turns.turn.value == "?"


@pytest.mark.parametrize("seed", range(12))
def test_while_it_is_hidden_nothing_tells_its_name_its_code_or_its_title(seed: int) -> None:
    page = ex.build(address=f"place=wrong_turns&surprise={seed}")
    hidden = page.state.hidden
    secrets = {hidden.key, hidden.pencil, hidden.standard, hidden.say()}
    codes = [code_of(page.state.trip, step) for step in STEP_NAMES]
    right = {line.split("  #")[0].strip() for code in codes for line in code.splitlines()}
    secrets |= {
        line.strip()
        for code in page.state.wrong.code.values()
        for line in code.splitlines()
        if line.strip() not in right
    }
    for step in page.ribbon.steps:
        page.ribbon.steps[step].click()
        told = written(page)
        assert not [secret for secret in secrets if secret in told]
    address = write_address(page.state.moment, START)
    assert address == f"step=merge&place=wrong_turns&surprise={seed}"


def guesses(page: Explorer) -> dict[str, widgets.Button]:
    return {button.description: button for button in page.surprise.guesses if button.layout.display != "none"}


def test_a_right_guess_shows_it_and_says_so() -> None:
    page = ex.build(address="place=wrong_turns&surprise=17")
    hidden = page.state.hidden
    guesses(page)[hidden.say()].click()
    assert page.state.selection.turns == (hidden.key,)
    assert page.state.selection.surprise is None
    assert plain(page.surprise.told.value) == f"Right, that is the one: {hidden.say()}"
    page.ribbon.steps["pour"].click()
    assert page.surprise.told.value  # one may walk about
    page.turns.turn.value = "" if hidden.key == "qkv_order" else "qkv_order"
    assert page.surprise.told.value == ""


def test_a_wrong_guess_says_what_that_one_would_have_shown() -> None:
    page = ex.build(address="place=wrong_turns&surprise=17")
    hidden = page.state.hidden
    for title, button in guesses(page).items():
        if title == hidden.say():
            continue
        button.click()
        told = plain(page.surprise.told.value)
        assert told.lower().startswith(
            f"{title}? not that one. it would have shown this: numpy says nothing".lower()
        )
        assert page.state.selection.surprise == 17
        assert 'role="status"' in page.surprise.told.value


def test_to_choose_from_the_list_is_to_guess() -> None:
    page = ex.build(address="place=wrong_turns&surprise=17")
    hidden = page.state.hidden
    guess = next(key for key in ("qkv_order", "merge_without_reshelve") if key != hidden.key)
    for _ in range(2):  # the same guess is answered again
        page.surprise.told.value = ""
        page.turns.turn.value = guess
        assert "Not that one. It would have shown this:" in plain(page.surprise.told.value)
        assert page.state.selection.surprise == 17
        assert page.state.selection.turns == ()
        assert page.turns.turn.value == "?"
    page.turns.turn.value = hidden.key
    assert plain(page.surprise.told.value) == f"Right, that is the one: {hidden.say()}"
    assert page.state.selection.turns == (hidden.key,)
    assert page.turns.turn.value == hidden.key


def test_to_choose_none_ends_the_riddle() -> None:
    page = ex.build(address="place=wrong_turns&surprise=17")
    page.turns.turn.value = ""
    assert page.state.selection.surprise is None
    assert page.state.selection.turns == ()


def test_show_it_reveals_and_undo_hides_it_again() -> None:
    page = ex.build(address="place=wrong_turns&surprise=17")
    key = page.state.hidden.key
    page.surprise.show.click()
    assert page.state.selection.turns == (key,)
    assert page.surprise.game.layout.display == "none"
    page.state.undo()
    assert page.state.selection.surprise == 17


def test_another_hides_another() -> None:
    page = ex.build(address="place=wrong_turns&surprise=17")
    for _ in range(10):
        before = page.state.hidden
        page.surprise.another.click()
        assert page.state.hidden is not before


def test_where_none_can_hide_the_page_says_so() -> None:
    row = [[0.0, 0.0, 0.0, 0.0]]
    config = ex.trace_qkv(row, row, row, heads=2).config
    page = ex.build(config, address="place=wrong_turns&surprise=17")
    assert page.state.hidden is None
    assert page.state.wrong is None
    assert "No wrong turn can hide here" in plain(page.surprise.text.value)
    assert not guesses(page)
    assert page.surprise.show.disabled
    page.turns.back.click()
    page.turns.surprise.click()
    assert page.state.selection.surprise is None
    assert page.state.problem.text.startswith("Cannot hide a wrong turn at B1 T1 H2 D2")
