"""Questions in an address are asked in Predict; what the page writes leads back to where it was."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import explorer as ex
from explorer.panels.address import read_address, write_address
from explorer.panels.history import Moment
from explorer.panels.predict_set import QuestionSet
from explorer.panels.records import PLACES, Selection
from explorer.panels.session import open_session, save_session
from explorer.panels.state import ExplorerState
from explorer.panels.view import View
from tests.panels.predicting import query, run_of

START = Moment.of(ex.Config(), Selection(), View())
_sets = st.builds(QuestionSet, st.integers(0, 999_999), st.integers(1, 50), st.booleans())


@pytest.mark.parametrize("before", ["", "step=blend&", "preset=distinct&", "hide=places&T=4&"])
def test_questions_and_no_place_lead_to_predict(before: str) -> None:
    page = ex.build(address=f"{before}quiz=7,5,flips")
    assert page.state.selection.place == "predict"
    assert (run_of(page).asked, page.state.is_asking) == (QuestionSet(7, 5, flips_only=True), True)
    assert page.state.problem is None
    assert "place=predict&quiz=7,5,flips" in query(page)


@pytest.mark.parametrize("named", ["place=two_flips&quiz=7,5", "quiz=7,5&place=two_flips"])
def test_questions_and_another_place_keep_the_place_and_are_told_of(named: str) -> None:
    state = ExplorerState(address=named)
    assert (state.selection.place, state.selection.quiz) == ("two_flips", QuestionSet(7, 5))
    assert state.problem.text == (
        "This page's address asks for place=two_flips and for quiz=7,5: shown is that place, and the "
        "questions wait in Predict."
    )
    assert not state.problem.is_bug


def test_the_walk_that_an_address_names_is_another_place_too() -> None:
    state = ExplorerState(address="place=walk&quiz=7,5")
    assert state.selection.place == "walk"
    assert "asks for place=walk and for quiz=7,5:" in state.problem.text


@pytest.mark.parametrize("named", ["place=predict&quiz=7,5", "quiz=7,5&place=predict"])
def test_questions_in_predict_are_told_of_by_themselves(named: str) -> None:
    assert read_address(named, START).notices == ()


@pytest.mark.parametrize("named", ["quiz=", "quiz=&step=cut", "place=pins&quiz="])
def test_no_questions_lead_nowhere_and_are_not_told_of(named: str) -> None:
    arrival = read_address(named, START)
    assert arrival.moment.selection.place in ("walk", "pins")
    assert arrival.notices == ()


@given(place=st.sampled_from(PLACES), asked=st.none() | _sets)
@settings(deadline=None)
def test_what_the_page_writes_of_its_questions_is_read_back_the_same(
    place: str, asked: QuestionSet | None
) -> None:
    moment = Moment.of(ex.Config(), Selection(place=place, quiz=asked), View())
    written = write_address(moment, START)
    arrival = read_address(written, START, asked=asked)  # as where the browser goes back to it
    assert (arrival.moment, arrival.notices) == (moment, ())
    assert read_address(written, START).moment == moment
    assert open_session(save_session(moment, START).encode(), START).moment == moment


def test_the_walk_is_named_only_beside_questions_that_were_left_for_it() -> None:
    page = ex.build(address="place=predict&quiz=7,5")
    assert query(page) == "place=predict&quiz=7,5"
    page.ribbon.steps["blend"].click()
    assert query(page) == "step=blend&place=walk&quiz=7,5"
    page.state.leave()
    assert query(page) == "step=blend"


def test_a_page_that_begins_with_questions_names_no_place_for_them() -> None:
    start = Moment.of(ex.Config(), Selection(quiz=QuestionSet(7, 5)), View())
    assert write_address(start, start) == ""
    assert read_address("", start).moment == start
