"""Drawing by a seed: the same for a class, nothing twice, every kind in turn, and clear refusals."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.questions import KINDS, allowed, ask, kind_name, name_of, quiz
from tests.core.kit import refusal
from tests.core.questions.kit import TIES, seeds, some, trips


@some
@given(trip=trips(), seed=seeds)
def test_the_same_seed_and_trip_give_the_same_set(trip: ex.Trace, seed: int) -> None:
    keep = trip["mask"]["keep"].values
    again = ex.trace(trip.config, keep=keep)
    assert quiz(trip, seed, 12) == quiz(again, seed, 12)
    assert ask(trip, seed) == ask(again, seed)


def test_other_seeds_give_other_sets() -> None:
    trip = ex.trace()
    topics = {tuple(question.topic for question in quiz(trip, seed, 8)) for seed in range(20)}
    assert len(topics) == 20


@pytest.mark.parametrize("kind", KINDS)
def test_other_seeds_ask_something_else_of_a_kind(kind: str) -> None:
    assert len({ask(ex.trace(), seed, kind).topic for seed in range(30)}) >= 3


@some
@given(trip=trips(), seed=seeds, count=st.integers(1, 40))
def test_nothing_is_asked_twice_and_every_kind_comes_before_one_comes_again(
    trip: ex.Trace, seed: int, count: int
) -> None:
    questions = quiz(trip, seed, count)
    topics = [question.topic for question in questions]
    assert len(set(topics)) == len(topics)
    asked = [(question.ask("pencil"), question.code) for question in questions]
    assert len(set(asked)) == len(asked)
    kinds = [question.kind for question in questions]
    first = kinds[: len(allowed(trip))]
    assert len(set(first)) == len(first)
    if count >= len(allowed(trip)):
        assert set(first) == set(allowed(trip))
        assert len(questions) == count or count > 9
    assert quiz(trip, seed, max(1, count // 2)) == questions[: max(1, count // 2)]


@pytest.mark.parametrize("config", TIES)
def test_where_sizes_tie_nothing_is_asked_twice_either(config: ex.Config) -> None:
    questions = quiz(ex.trace(config), 1, 200)
    assert len({(question.ask("pencil"), question.code) for question in questions}) == len(questions)
    assert len({question.topic for question in questions}) == len(questions)


def test_a_set_begins_with_any_kind() -> None:
    assert {quiz(ex.trace(), seed, 1)[0].kind for seed in range(80)} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_that_is_asked_for_is_what_comes(kind: str) -> None:
    assert {ask(ex.trace(), seed, kind).kind for seed in range(5)} == {kind}
    assert kind_name(kind)


def test_the_pencil_example_allows_every_kind() -> None:
    assert allowed(ex.trace()) == KINDS


def test_without_a_kind_every_kind_comes_up() -> None:
    assert {ask(ex.trace(), seed).kind for seed in range(80)} == set(KINDS)


def test_one_token_has_no_largest_share_to_ask_for() -> None:
    trip = ex.trace(ex.Config(tokens=1))
    assert "largest" not in {question.kind for question in quiz(trip, 1, 99)}
    assert refusal(ex.ConfigError, lambda: ask(trip, 1, "largest")) == (
        "Cannot ask 'largest' of a trip of B1 T1 H2 D2: nothing in it can be mixed up, or so much is equal "
        "that there is no one right answer. Choose shape, lands, swap, legal, copy, struck or wrong_turn, or "
        "other sizes, rules or numbers."
    )


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (
            lambda: ask(ex.trace(), 1, "colour"), ex.UnknownNameError,
            "Cannot ask 'colour': choose shape, lands, swap, legal, copy, struck, largest or wrong_turn.",
        ),
        (
            lambda: ask(ex.trace(), "one"), ex.ConfigError,
            "Cannot draw by seed='one': a seed is a whole number, as in 7.",
        ),
        (
            lambda: quiz(ex.trace(), 1, 0), ex.ConfigError,
            "Cannot ask 0 questions: count is a whole number of 1 or more, as in 10.",
        ),
        (
            lambda: quiz(ex.trace(), 1, "ten"), ex.ConfigError,
            "Cannot ask 'ten' questions: count is a whole number of 1 or more, as in 10.",
        ),
        (
            lambda: name_of("turn:none"), ex.UnknownNameError,
            (
                "Cannot name the misconception 'turn:none': choose a key of MISCONCEPTIONS, or 'turn:' or "
                "'right:' and a key of WRONG_TURNS."
            ),
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused_with_the_choices(call, kind, message) -> None:
    assert refusal(kind, call) == message


def test_of_a_wrong_trip_the_right_one_is_asked_about() -> None:
    wrong = ex.trace(wrong_turns=["flip_forgotten"])
    assert quiz(wrong, 4, 16) == quiz(ex.trace(), 4, 16)


def test_asking_changes_nothing_and_a_question_cannot_be_changed() -> None:
    question = ask(ex.trace(), 3)
    with pytest.raises(AttributeError):
        question.answer = 0  # type: ignore[misc]
    assert hash(question) == hash(ask(ex.trace(), 3))


def test_a_question_takes_less_than_20_ms() -> None:
    trip = ex.trace(ex.Config(batch=2, tokens=5, heads=3, head_dim=4))
    quiz(trip, 0, 16)  # code is compiled once
    began = time.process_time()
    asked = [quiz(trip, seed, 16) for seed in range(1, 6)]
    assert (time.process_time() - began) / sum(map(len, asked)) < 0.020
