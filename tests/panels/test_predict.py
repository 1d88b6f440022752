"""Predict on the page: asked before anything is shown, told what was mixed up, and reported."""

from __future__ import annotations

import json

import pytest

import explorer as ex
from explorer.core.questions import KINDS, Report, name_of, quiz, report
from explorer.core.steps import STEP_NAMES
from explorer.panels.predict_run import Run
from explorer.panels.predict_set import Answers, QuestionSet
from explorer.panels.predict_shown import asking
from explorer.scene import step_scene
from explorer.scene.display import Label
from explorer.words import FLIPS, WORDS
from tests.panels.predicting import (
    CONFIGS,
    DISTINCT,
    answer,
    answer_all,
    asked,
    go_on,
    query,
    question_of,
    run_of,
    secrets,
    shown,
    tell,
)
from tests.panels.said import written


@pytest.mark.parametrize("config", CONFIGS, ids=[f"T{one.tokens}-{one.source}" for one in CONFIGS])
@pytest.mark.parametrize("words", WORDS)
def test_an_open_question_is_answered_nowhere_on_the_page(config: ex.Config, words: str) -> None:
    page = asked("7,20", config)
    page.state.view = page.state.view.replace(words=words, as_tables=True)
    kinds = set()
    while not run_of(page).is_over:
        question, before = question_of(page), shown(page)
        kinds.add(question.kind)
        assert before["asked"] == question.ask(words)
        assert before["choices"] == [choice.says(words) for choice in question.choices]
        assert set(before) == {"phase", "title", "at", "about", "asked", "code", "choices", "note"}
        told = written(page) + json.dumps(before, ensure_ascii=False)
        assert not [secret for secret in secrets(question) if secret in told]
        assert STEP_NAMES.index(page.state.selection.step) < max(STEP_NAMES.index(question.step), 1)
        assert question.step not in query(page)
        answer(page, None)
        assert page.state.selection.step == question.step
        go_on(page)
    assert kinds == set(KINDS)


def test_the_picture_is_of_the_step_before_and_then_of_the_step_itself() -> None:
    page = asked("7,20", DISTINCT)
    while not run_of(page).is_over:
        question = question_of(page)
        before = STEP_NAMES[STEP_NAMES.index(question.step) - 1]
        assert page.picture.scene.panels == step_scene(page.state.trip, before, page.state.look).panels
        answer(page, 0)
        assert page.picture.scene.panels == step_scene(page.state.trip, question.step, page.state.look).panels
        go_on(page)


@pytest.mark.parametrize("config", CONFIGS)
def test_what_numpy_says_is_not_in_the_picture_while_it_is_still_to_be_asked(config: ex.Config) -> None:
    page = asked("3,40", config)
    seen = []
    while not run_of(page).is_over:
        to_come = run_of(page).questions[run_of(page).answers.at + 1 :]
        is_asked_later = any((one.kind, one.step) == ("legal", "scores") for one in to_come)
        for _ in ("asked", "told"):
            scene = page.picture.scene
            if scene.step == "scores":
                whole = step_scene(page.state.trip, "scores", page.state.look)
                labels = [mark.text for mark in (*scene.under, *scene.marks) if isinstance(mark, Label)]
                tells = [text for text in (scene.alt, *labels) if "stay lying" in text or "q @ k" in text]
                assert bool(tells) is not is_asked_later
                assert (scene == whole) is not is_asked_later
                seen.append(is_asked_later)
            answer(page, 0)
        go_on(page)
    assert set(seen) == {True, False}


def test_of_the_pour_only_what_it_reads_is_shown_before_the_answer() -> None:
    page = asked("7,40", ex.Config(source="poured"))
    while question_of(page).step != "pour":
        answer(page, None)
        go_on(page)
    assert [panel.role for panel in page.picture.scene.panels] == ["table", "tokens"]
    assert page.picture.shape_line.value == "<p></p>"
    assert "wide" not in page.picture.scene.alt
    answer(page, None)
    assert "wide" in [panel.role for panel in page.picture.scene.panels]


@pytest.mark.parametrize("shift", range(4))
def test_every_answer_is_told_what_it_came_from(shift: int) -> None:
    for config in (CONFIGS[0], DISTINCT):
        page = asked("3,10", config)
        while not run_of(page).is_over:
            question = question_of(page)
            chosen = (question.answer + shift) % len(question.choices)
            answer(page, chosen)
            choice, after = question.choices[chosen], shown(page)
            right = chosen == question.answer
            assert after["outcome"] == ("Right." if right else f"Not right: {name_of(choice.misconception)}.")
            assert (after["told"], after["right"], after["chosen"]) == (
                choice.feedback(), question.answer, chosen,
            )  # fmt: skip
            go_on(page)


def test_the_live_region_says_the_question_and_then_the_outcome() -> None:
    page = asked()
    question = question_of(page)
    assert page.companion.root.say == f"Question 1 of 10. {question.ask()}"
    answer(page, None)
    right = question.right
    assert page.companion.root.say == f"No answer. Right is: {right.says()}. {right.feedback()}"
    go_on(page)
    answer(page, question_of(page).answer)
    assert page.companion.root.say == f"Right. {question_of(page).right.feedback()}"
    go_on(page)
    answer_all(page)
    assert page.companion.root.say == "The set is over. 9 of 10 right."


@pytest.mark.parametrize("shift", [0, 1, 2])
def test_the_report_is_the_engines(shift: int) -> None:
    page = asked("11,10", DISTINCT)
    answer_all(page, shift=shift)
    questions = quiz(page.state.trip, 11, 10)
    answers = [(one.answer + shift) % len(one.choices) for one in questions]
    made = report(questions, answers, trip="B2 T5 H3 D4 W2, questions number 11")
    over = shown(page)
    assert over["title"] == f"{made.score.right} of 10 right"
    assert over["lines"] == made.text().splitlines()[1:]
    assert over["text"] == made.plain()
    assert Report.from_json(over["json"]) == made
    assert over["name"] == "predict-11"
    assert [one["at"] for one in over["wrong"]] == [
        i for i, one in enumerate(made.answered) if not one.correct
    ]


def test_no_answer_counts_as_one_that_is_not_right_and_mixes_nothing_up() -> None:
    page = asked("7,5")
    for _ in range(5):
        answer(page, None)
        go_on(page)
    over = shown(page)
    assert over["title"] == "0 of 5 right"
    assert run_of(page).report.misconceptions == {}
    assert [one["chosen"] for one in over["wrong"]] == ["You gave no answer."] * 5


def test_a_wrong_answer_in_the_report_leads_to_its_step_in_the_walk() -> None:
    page = asked("7,8")
    answer_all(page, shift=1)
    question = next(one for one in run_of(page).questions if one.kind == "lands")
    at = run_of(page).questions.index(question)
    assert (
        shown(page)["wrong"][at]["walk"] == f"Walk to step {STEP_NAMES.index(question.step) + 1}, re-shelve"
    )
    tell(page, kind="walk", at=at)
    selection = page.state.selection
    assert (selection.place, selection.step, selection.pinned) == ("walk", question.step, question.place)
    page.places.places.value = "predict"
    assert shown(page)["phase"] == "over"


def test_only_the_two_flips_are_asked_about_where_that_is_wished() -> None:
    page = ex.build(address="place=predict")
    tell(page, kind="start", seed=4, count=20, flips_only=True)
    assert {question.step for question in run_of(page).questions} == set(FLIPS)
    assert query(page) == "place=predict&quiz=4,20,flips"
    answer_all(page)
    assert shown(page)["text"].startswith(
        "Predict before reveal: B1 T3 H2 D2 W2, questions number 4, the two flips only\n"
    )


def test_the_same_questions_again_others_and_another_set() -> None:
    page = asked("7,5")
    before = [question.topic for question in run_of(page).questions]
    answer_all(page)
    tell(page, kind="again")
    assert (shown(page)["title"], shown(page)["phase"]) == ("Question 1 of 5", "asking")
    assert [question.topic for question in run_of(page).questions] == before
    tell(page, kind="another")
    again = page.state.selection.quiz
    assert again is not None
    assert (again.count, again.flips_only) == (5, False)
    assert again.seed != 7
    assert [question.topic for question in run_of(page).questions] != before
    tell(page, kind="settings")
    assert page.state.selection.quiz is None
    assert (shown(page)["phase"], shown(page)["seed"], shown(page)["count"]) == ("setting", again.seed, 5)


def test_where_there_are_fewer_questions_all_of_them_are_asked() -> None:
    page = asked("7,50,flips", ex.Config(tokens=2, heads=1, head_dim=1))
    assert shown(page)["title"] == "Question 1 of 18"
    answer_all(page)
    assert shown(page)["title"] == "18 of 18 right"


def test_where_there_is_nothing_to_ask_the_page_says_so() -> None:
    trip = ex.trace()
    run = Run(QuestionSet(), trip, (), Answers())
    assert run.step is None
    assert asking(run, "both", lit={}, anew=False, locked=False) == {
        "phase": "nothing",
        "title": "Nothing to ask",
        "note": "This trip has nothing to ask of that sort. Choose other sizes, or other questions.",
    }


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        {"kind": "answer"},
        {"kind": "answer", "at": 1, "choice": 0},
        {"kind": "answer", "at": 0, "choice": 9},
        {"kind": "answer", "at": 0, "choice": -1},
        {"kind": "answer", "at": 0, "choice": True},
        {"kind": "answer", "at": 0, "choice": "0"},
        {"kind": "next", "at": 0},
        {"kind": "walk", "at": 0},
        {"kind": "walk", "at": -1},
        {"kind": "start", "seed": "7", "count": 5, "flips_only": False},
    ],
    ids=repr,
)
def test_what_was_not_asked_for_is_let_be(message: object) -> None:
    page = asked()
    before = page.state.selection
    page.predict.on_message(message)
    assert page.state.selection == before
    assert page.state.problem is None


def test_a_second_press_is_no_second_answer() -> None:
    page = asked()
    answer(page, 0)
    tell(page, kind="answer", at=0, choice=1)
    assert run_of(page).answers.chosen == (0,)
    tell(page, kind="next", at=0)
    tell(page, kind="next", at=0)
    assert run_of(page).answers.at == 1
    answer(page, 0)
    tell(page, kind="next", at=0)  # it came late
    assert run_of(page).answers.at == 1


def test_a_set_that_cannot_be_is_refused_in_words() -> None:
    page = ex.build(address="place=predict")
    with pytest.raises(ex.ConfigError) as caught:
        page.state.begin(QuestionSet(seed=-1))
    assert str(caught.value) == "Cannot ask questions with seed -1: choose a whole number from 0 to 999999."
    with pytest.raises(ex.ConfigError) as caught:
        QuestionSet(count=51)
    assert str(caught.value) == "Cannot ask questions with count 51: choose a whole number from 1 to 50."


def test_two_pages_ask_each_for_itself() -> None:
    one, other = asked(), asked()
    assert run_of(one).questions == run_of(other).questions
    before = other.state.selection
    answer(one, 0)
    go_on(one)
    assert other.state.selection == before
    assert shown(other)["title"] == "Question 1 of 10"


def test_the_steps_are_not_named_by_their_axes_while_a_set_is_on_screen() -> None:
    page = asked("7,20")
    assert not [button.tooltip for button in page.ribbon.steps.values() if "transpose" in button.tooltip]
    page.places.places.value = "walk"
    assert "transpose(1, 2)" in page.ribbon.steps["reshelve"].tooltip
