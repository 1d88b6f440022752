"""Questions about some of the steps only, and the row that a question is about."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.questions import quiz
from tests.core.kit import refusal
from tests.core.questions.kit import seeds, some, trips

FLIPS = ("reshelve", "inside_flip")


@some
@given(trip=trips(), seed=seeds, steps=st.sets(st.sampled_from(ex.STEP_NAMES)))
def test_only_the_steps_that_are_named_are_asked_about(trip: ex.Trace, seed: int, steps: set[str]) -> None:
    questions = quiz(trip, seed, 20, steps=steps)
    assert {question.step for question in questions} <= steps
    assert quiz(trip, seed, 5, steps=steps) == questions[:5]
    every = {question.topic for question in quiz(trip, seed, 1000)}
    assert {question.topic for question in questions} <= every
    if len(questions) < 20:  # then there are no more
        assert len(questions) == sum(one.step in steps for one in quiz(trip, seed, 1000))


@some
@given(trip=trips(), seed=seeds)
def test_both_flips_can_always_be_asked_about_alone(trip: ex.Trace, seed: int) -> None:
    assert {question.step for question in quiz(trip, seed, 100, steps=FLIPS)} == set(FLIPS)


def test_a_step_that_is_none_is_refused_with_the_choices() -> None:
    assert refusal(ex.UnknownNameError, lambda: quiz(ex.trace(), 1, steps=("merge", "pouring"))) == (
        "Cannot ask about step 'pouring': choose pour, cut, dividers, reshelve, inside_flip, scores, mask, "
        "shares, blend or merge."
    )


def test_one_step_may_be_named_alone() -> None:
    assert quiz(ex.trace(), 1, 9, steps="merge") == quiz(ex.trace(), 1, 9, steps=["merge"])


@some
@given(trip=trips(), seed=seeds)
def test_a_question_of_a_row_says_which_and_not_which_cell(trip: ex.Trace, seed: int) -> None:
    for question in quiz(trip, seed, 16):
        row = dict(question.row)
        if question.kind not in ("struck", "largest"):
            assert row == {}
            continue
        assert f"Token {row['query_token']} asks" in question.ask("pencil")
        assert "key_token" not in row
        if question.kind == "largest":
            assert set(row) == {"batch", "head", "query_token"}
            assert f"in lens {row['head']}" in question.ask("pencil") or trip.config.batch > 1
            best = trip["shares"]["shares"].values[row["batch"], row["head"], row["query_token"]].argmax()
            assert question.right.value == best
        else:
            keep = trip["mask"]["keep"].values
            kept = keep[row["query_token"]] if keep.ndim == 2 else keep[row["batch"], row["query_token"]]
            assert set(question.right.value) == {i for i, one in enumerate(kept) if not one}
