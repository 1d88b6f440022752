"""The report: the score, which flip was mistaken for which, what was mixed up; and saved and read back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.questions import KINDS, Question, Report, ask, kind_name, quiz, report
from explorer.words import WORDS
from tests.core.kit import refusal
from tests.core.questions.kit import seeds, some, trips

DISTINCT = ex.Config(batch=2, tokens=5, heads=3, head_dim=4)


def choosing(question: Question, misconception: str) -> int | None:
    found = (i for i, one in enumerate(question.choices) if one.misconception == misconception)
    return next(found, None)


@some
@given(trip=trips(), seed=seeds, data=st.data())
def test_the_score_and_the_counts_are_those_of_the_answers(
    trip: ex.Trace, seed: int, data: st.DataObject
) -> None:
    questions = quiz(trip, seed, 12)
    answers = [data.draw(st.none() | st.integers(0, len(one.choices) - 1)) for one in questions]
    made = report(questions, answers, trip="here")
    right = [one.answer == answer for one, answer in zip(questions, answers, strict=True)]
    assert made.score == (sum(right), len(questions))
    assert sum(one.of for one in made.by_kind.values()) == len(questions)
    assert sum(one.right for one in made.by_kind.values()) == sum(right)
    wrong = sum(answer is not None and not ok for answer, ok in zip(answers, right, strict=True))
    assert sum(made.misconceptions.values()) == wrong
    assert Report.from_json(made.to_json()) == made
    for words in WORDS:
        assert made.text(words) in made.plain(words)
        for one in made.answered:
            assert one.asked.say(words) in made.plain(words)
            assert one.told.say(words) in made.plain(words)


def test_a_flip_mistaken_for_the_other_is_counted_which_way_it_was() -> None:
    questions = [one for one in quiz(ex.trace(DISTINCT), 2, 120) if one.kind in ("shape", "lands", "swap")]
    flips = [
        (one, choosing(one, "inside_for_reshelve"))
        for one in questions
        if one.step == "reshelve" and choosing(one, "inside_for_reshelve") is not None
    ][:3]
    flips += [(one, choosing(one, "reshelve_for_inside")) for one in questions if one.step == "inside_flip"][
        :2
    ]
    made = report([one for one, _ in flips], [answer for _, answer in flips])
    assert dict(made.flips) == {"inside_for_reshelve": 3, "reshelve_for_inside": 2}
    assert made.score == (0, 5)
    assert (
        "The inside flip was taken for the re-shelve 3 times. The re-shelve trades the token and the lens: "
        "which shelf is opened first. The re-shelve was taken for the inside flip twice. The inside flip "
        "trades row and column inside each lens, and no shelf moves."
    ) in made.text("pencil")
    assert made.text("pencil").endswith(
        "Mixed up:\n- the inside flip taken for the re-shelve, 3 times\n"
        "- the re-shelve taken for the inside flip, twice"
    )


def test_an_answer_that_something_else_comes_to_as_well_is_no_flip_mistaken_for_sure() -> None:
    # At T3 H2 D2 the inside flip of (1, 3, 2, 2) has the shape that was there before.
    question = next(one for one in quiz(ex.trace(), 1, 80) if one.topic == "shape:reshelve:BHTD")
    answer = choosing(question, "inside_for_reshelve")
    assert answer is not None
    assert question.choices[answer].also == ("left_out",)
    assert question.choices[answer].feedback("pencil").endswith("The same would come of: the step left out.")
    made = report([question], [answer])
    assert dict(made.flips) == {"inside_for_reshelve": 0, "reshelve_for_inside": 0}
    assert dict(made.misconceptions) == {"inside_for_reshelve": 1}


def test_all_right_is_said_shortly() -> None:
    questions = quiz(ex.trace(), 7, 2)
    made = report(questions, [one.answer for one in questions])
    assert made.text().splitlines()[0] == "2 of 2 right."
    assert made.text().splitlines()[-1] == "Neither flip was taken for the other."


def test_no_answer_is_not_right_and_shows_what_was() -> None:
    question = ask(ex.trace(), 7, "struck")
    made = report([question], [None])
    assert made.score == (0, 1)
    assert not made.misconceptions
    assert "Chosen: no answer  [not right]" in made.plain()
    assert f"Right: {question.right.says()}" in made.plain()


def test_who_answers_nothing_is_not_told_that_the_flips_are_known_apart() -> None:
    questions = quiz(ex.trace(), 7, 2)
    kinds = [
        f"{kind_name(one.kind)}: 0 of 1" for one in sorted(questions, key=lambda one: KINDS.index(one.kind))
    ]
    silent = report(questions, [None, None]).text().splitlines()
    assert silent == ["0 of 2 right.", *kinds, "Nothing chosen: 2 of 2."]
    half = report(questions, [questions[0].answer, None]).text().splitlines()
    assert half[-2:] == ["Nothing chosen: 1 of 2.", "Neither flip was taken for the other."]


def test_the_file_says_its_score_to_whoever_reads_it_without_the_explorer() -> None:
    questions = quiz(ex.trace(), 7, 3)
    told = json.loads(report(questions, [None] * 3, trip="B1 T3, seed 7").to_json())
    assert told["score"] == {"right": 0, "of": 3}
    assert told["trip"] == "B1 T3, seed 7"
    assert told["flips"] == {"inside_for_reshelve": 0, "reshelve_for_inside": 0}


def test_of_a_set_that_was_stopped_it_is_said_how_much_was_answered() -> None:
    questions = quiz(ex.trace(), 7, 8)
    answers = [questions[0].answer, None, (questions[2].answer + 1) % len(questions[2].choices)]
    made = report(questions[:3], answers, trip="here", of=8)
    assert made.score == (1, 3)
    assert made.text().splitlines()[:2] == ["3 of 8 answered.", "1 of 3 right."]
    assert "Nothing chosen: 1 of 3." in made.text().splitlines()
    assert made.plain().startswith("Predict before reveal: here\n\n3 of 8 answered.\n1 of 3 right.\n")
    told = json.loads(made.to_json())
    assert (told["questions"], told["score"], len(told["answered"])) == (8, {"right": 1, "of": 3}, 3)
    assert Report.from_json(made.to_json()) == made
    assert questions[3].ask() not in made.plain() + made.to_json()


def test_a_set_that_was_answered_to_its_end_is_none_that_was_stopped() -> None:
    questions = quiz(ex.trace(), 7, 2)
    made = report(questions, [None, None], of=2)
    assert made == report(questions, [None, None])
    assert json.loads(made.to_json())["questions"] == 2
    assert "answered" not in made.text()


def test_a_file_of_before_there_was_a_stop_is_read_as_of_a_whole_set() -> None:
    made = report([ask(ex.trace(), 7)], [0])
    told = json.loads(made.to_json())
    del told["questions"]
    assert Report.from_json(json.dumps(told)) == made


def test_more_answers_than_the_set_has_questions_are_refused() -> None:
    questions = quiz(ex.trace(), 7, 2)
    assert refusal(ex.ConfigError, lambda: report(questions, [None, None], of=1)) == (
        "Cannot report on 2 questions of 1: give the questions answered so far, and how many there are in "
        "all."
    )


def test_answers_that_do_not_fit_are_refused() -> None:
    question = ask(ex.trace(), 7, "swap")
    assert refusal(ex.ConfigError, lambda: report([question], [])) == (
        "Cannot report on 1 questions and 0 answers: give one answer for each question, None where there is "
        "none."
    )
    for answer in (9, -1, True, "1"):
        told = refusal(ex.UnknownNameError, lambda answer=answer: report([question], [answer]))
        assert told == (
            f"Cannot take answer {answer!r} to {question.topic!r}: it has {len(question.choices)} choices, "
            f"counted from 0. Choose 0 to {len(question.choices) - 1}, or None for no answer."
        )


def broken(**changes: object) -> str:
    made = json.loads(report([ask(ex.trace(), 7, "swap")], [0]).to_json())
    made["answered"][0].update(changes)
    return json.dumps(made)


def of_so_many(count: object) -> str:
    made = json.loads(report([ask(ex.trace(), 7, "swap")], [0]).to_json())
    return json.dumps({**made, "questions": count})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "Cannot read the answers: this is no JSON."),
        ("[" * 100_000, "Cannot read the answers: this is no JSON."),
        ("[]", "Cannot read the answers: it does not say 'attention-shapes answers 1' under 'format'."),
        (
            '{"format": "attention-shapes answers 1"}',
            "Cannot read the answers: 'answered' or 'trip' is missing or no such thing.",
        ),
        *(
            (broken(**changes), "Cannot read answer 1: a part of it is missing or no such thing.")
            for changes in (
                {"kind": "colour"},
                {"step": "stir"},
                {"misconception": "none such"},
                {"also": ["none such"]},
                {"also": "left_out"},
                {"correct": 1},
                {"asked": "what"},
                {"right": {"pencil": "a", "standard": "b"}},
                {"code": None},
            )
        ),
        *(
            (of_so_many(count), "Cannot read the answers: 'questions' is no number of them.")
            for count in (0, True, 2.0, "2", None)
        ),
    ],
)
def test_a_file_that_holds_no_answers_is_refused(text: str, message: str) -> None:
    told = refusal(ex.DataError, lambda: Report.from_json(text))
    assert told == f"{message} Give the text that `Report.to_json` wrote."
