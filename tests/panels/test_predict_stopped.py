"""Stop in the middle of a set: a report of what was answered so far, a way on with it and one to another."""

from __future__ import annotations

import json

import pytest

import explorer as ex
from explorer.app import Explorer
from explorer.core.questions import Report, quiz, report
from explorer.core.questions.misconceptions import FLIPS_MISTAKEN
from explorer.core.steps import STEP_NAMES
from tests.panels.predicting import answer, asked, go_on, query, question_of, run_of, secrets, shown, tell
from tests.panels.said import written

ANSWERED = 3


def stop(page: Explorer) -> None:
    tell(page, kind="stop", at=run_of(page).answers.at)


def stopped(query: str = "7,8", answered: int = ANSWERED) -> Explorer:
    """A page on which a set was stopped: its first answer was right, the others were none."""
    page = asked(query)
    for number in range(answered):
        answer(page, None if number else question_of(page).answer)
        go_on(page)
    stop(page)
    return page


def test_the_report_so_far_has_the_form_of_the_one_at_the_end() -> None:
    page = stopped()
    over, questions = shown(page), quiz(page.state.trip, 7, 8)[:ANSWERED]
    answers = [questions[0].answer, None, None]
    made = report(questions, answers, trip="B1 T3 H2 D2 W2, questions number 7", of=8)
    assert (over["phase"], over["title"], over["resume"]) == ("over", "3 of 8 answered", "Go on")
    assert over["lines"] == made.text().splitlines()[1:]
    assert over["lines"][0] == "1 of 3 right."
    assert over["text"] == made.plain()
    assert Report.from_json(over["json"]) == made
    assert [one["at"] for one in over["wrong"]] == [1, 2]
    assert page.companion.root.say == "The set is stopped. 3 of 8 answered. 1 of 3 right."
    for at in range(ANSWERED, 8):
        tell(page, kind="resume", at=at)
        answer(page, None)
        go_on(page)
        stop(page)
    assert shown(page).keys() == over.keys()
    assert (shown(page)["title"], shown(page)["resume"]) == ("1 of 8 right", "")


def test_what_is_still_to_be_asked_is_nowhere_on_the_page() -> None:
    page = stopped("3,8")
    page.state.view = page.state.view.replace(as_tables=True)
    told = written(page) + json.dumps(shown(page), ensure_ascii=False)
    counted = set(FLIPS_MISTAKEN)  # in every report's file, however often they were met
    given = counted.union(*(secrets(one) for one in run_of(page).questions[:ANSWERED]))
    for question in run_of(page).questions[ANSWERED:]:
        assert question.ask() not in told
        assert not [secret for secret in secrets(question) - given if secret in told]
    coming = question_of(page).step
    assert STEP_NAMES.index(page.state.selection.step) == STEP_NAMES.index(coming) - 1


def test_while_the_report_is_read_the_question_behind_it_is_not_marked_in_the_picture() -> None:
    seed = next(one for one in range(99) if quiz(ex.trace(), one, ANSWERED + 1)[ANSWERED].kind == "lands")
    page = stopped(f"{seed},8")
    assert page.picture.stage.lit == {}
    tell(page, kind="resume", at=ANSWERED)
    assert set(page.picture.stage.lit) == {"asked"}


def test_going_on_asks_the_same_question_again_and_what_was_answered_stays() -> None:
    page = stopped()
    question, chosen = question_of(page), run_of(page).answers.chosen
    tell(page, kind="resume", at=ANSWERED)
    assert (shown(page)["phase"], shown(page)["title"]) == ("asking", "Question 4 of 8")
    assert shown(page)["asked"] == question.ask()
    assert run_of(page).answers.chosen == chosen
    stop(page)
    assert shown(page)["title"] == "3 of 8 answered"


def test_a_set_of_which_nothing_is_answered_leads_to_the_settings() -> None:
    page = stopped("9,20,flips", answered=0)
    assert page.state.selection.quiz is None
    told = shown(page)
    assert (told["phase"], told["seed"], told["count"], told["flips_only"]) == ("setting", 9, 20, True)


def test_from_the_report_so_far_there_is_a_way_to_the_settings_and_to_the_set_anew() -> None:
    page = stopped()
    tell(page, kind="settings")
    assert (shown(page)["phase"], shown(page)["seed"], shown(page)["count"]) == ("setting", 7, 10)
    page = stopped()
    tell(page, kind="again")
    assert (shown(page)["phase"], shown(page)["title"]) == ("asking", "Question 1 of 8")


def test_who_walks_away_from_the_report_so_far_finds_it_again_and_no_address_tells_of_it() -> None:
    page = stopped()
    tell(page, kind="walk", at=1)
    assert page.state.selection.place == "walk"
    page.places.places.value = "predict"
    assert shown(page)["title"] == "3 of 8 answered"
    assert query(page) == "place=predict&quiz=7,8"
    assert shown(ex.build(address=query(page)))["title"] == "Question 1 of 8"


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "answer", "at": ANSWERED, "choice": 0},
        {"kind": "next", "at": ANSWERED},
        {"kind": "stop", "at": ANSWERED},
        {"kind": "resume", "at": ANSWERED - 1},
        {"kind": "walk", "at": ANSWERED},
    ],
    ids=repr,
)
def test_of_a_set_that_is_stopped_nothing_is_answered_and_a_late_press_is_let_be(message: object) -> None:
    page = stopped()
    before = page.state.selection, run_of(page).answers
    page.predict.on_message(message)
    assert (page.state.selection, run_of(page).answers) == before


@pytest.mark.parametrize("kind", ["stop", "resume"])
def test_a_question_that_was_answered_is_not_stopped_or_gone_on_with(kind: str) -> None:
    page = asked("7,8")
    answer(page, 0)
    tell(page, kind=kind, at=0)
    assert (shown(page)["phase"], run_of(page).answers.pauses) == ("told", 0)
