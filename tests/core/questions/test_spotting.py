"""Spot the wrong turn: sometimes nothing is wrong, and nothing but what is shown tells when."""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.coding import code_of
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.questions import Question, allowed, ask, name_of, quiz
from explorer.words import WORDS
from tests.core.questions.kit import seeds, some, taken, trips

DISTINCT = ex.Config(batch=2, tokens=5, heads=3, head_dim=4)
NOTHING = "Nothing is wrong with it."
VARIABLES = {"q": "query", "k": "key", "v": "value", "out": "output"}
NUMBERS = {"inf": np.inf, "-inf": -np.inf, "nan": np.nan}


def asked(trip: ex.Trace, count: int = 400) -> list[Question]:
    return [ask(trip, seed, "wrong_turn") for seed in range(count)]


def way_of(question: Question) -> str:
    return question.topic.split(":")[2]


def is_nothing(question: Question) -> bool:
    return question.right.value == ""


@some
@given(trip=trips(), seed=seeds)
def test_nothing_is_always_a_choice_and_right_only_of_the_right_way(trip: ex.Trace, seed: int) -> None:
    for question in (one for one in quiz(trip, seed, 40) if one.kind == "wrong_turn"):
        (nothing,) = (choice for choice in question.choices if choice.says("pencil") == NOTHING)
        assert (nothing is question.right) == is_nothing(question) == (nothing.misconception == "")
        if way_of(question) == "code":
            right = [line.split("#")[0].rstrip() for line in code_of(trip, question.step).splitlines()]
            assert ([line for line in right if line] == question.code.splitlines()) == is_nothing(question)


@some
@given(trip=trips(), seed=seeds)
def test_who_sees_a_wrong_turn_where_there_is_none_is_told_by_its_name(trip: ex.Trace, seed: int) -> None:
    for question in (one for one in quiz(trip, seed, 40) if one.kind == "wrong_turn" and is_nothing(one)):
        for choice in question.choices:
            if choice is question.right:
                continue
            turn = WRONG_TURNS[str(choice.value)]
            assert turn.step == question.step
            assert choice.misconception == f"right:{turn.key}"
            for words in WORDS:
                assert name_of(choice.misconception, words) == f"the right way taken for {turn.say(words)}"
                start = f'But nothing is wrong with it. The wrong turn "{turn.say(words)}" would '
                assert choice.feedback(words).startswith(start)
        (shown,) = re.findall(r"^Yes, it is the right way\. (The wrong turn .*)$", question.right.feedback())
        assert any(choice.feedback().endswith(shown) for choice in question.choices)


def told_of(trip: ex.Trace, question: Question) -> list[tuple[str, str]]:
    """Each wrong turn that is offered where nothing is wrong, and what is said of it."""
    wrong = [choice for choice in question.choices if choice is not question.right]
    return [(str(choice.value), choice.feedback("pencil").partition('" would ')[2]) for choice in wrong]


@some
@given(trip=trips(), data=st.data())
def test_what_would_look_different_is_what_does_in_a_trip_that_is_traced_with_it(
    trip: ex.Trace, data: st.DataObject
) -> None:
    assume("wrong_turn" in allowed(trip))
    about = [one for one in asked(trip, 12) if is_nothing(one) and way_of(one) == "result"]
    assume(about)
    question = data.draw(st.sampled_from(about))
    for key, told in told_of(trip, question):
        wrong, step = taken(trip, key), question.step
        refused = wrong.refusal is not None and wrong.refusal.step == step
        assert ("NumPy refuses" in told) is refused, told
        if refused:
            assert wrong.refusal.message.strip() in told
            continue
        name = question.code.split(".")[0]
        right, other = (one[step][VARIABLES.get(name, name)].values for one in (trip, wrong))
        if name in ("totals", "shift"):
            right, other = right[..., None], other[..., None]
        if right.shape != other.shape:
            assert told == f"get the shape {other.shape}, not {right.shape}."
            continue
        (mine, at, plain) = re.findall(r"^get (\S+) at `\w+\[([\d, ]+)\]`, not (\S+)\.$", told)[0]
        where = tuple(map(int, at.split(", ")))
        assert mine != plain
        for text, number in ((mine, other[where]), (plain, right[where])):
            assert np.isclose(NUMBERS.get(text) or float(text), number, rtol=1e-3, equal_nan=True)


def test_of_code_the_lines_that_would_stand_there_are_told() -> None:
    told = defaultdict(set)
    for question in asked(ex.trace(DISTINCT)):
        if is_nothing(question) and way_of(question) == "code":
            for key, said in told_of(ex.trace(DISTINCT), question):
                told[key].add(said)
    assert told["key_t"] == {"have `k = k.T` instead of `k = k.transpose(0, 1, 3, 2)`."}
    assert told["flip_forgotten"] == {"leave `k = k.transpose(0, 1, 3, 2)` out."}
    assert told["scale_missing"] == {"have `scores = matches` instead of `scores = matches / D**0.5`."}
    assert all(len(said) == 1 for said in told.values())


@pytest.mark.parametrize("config", [ex.Config(), DISTINCT])
def test_of_four_questions_about_one_has_nothing_wrong(config: ex.Config) -> None:
    nothing = sum(map(is_nothing, asked(ex.trace(config))))
    assert 70 <= nothing <= 130  # of 400


def test_in_one_set_the_right_way_of_a_step_takes_the_place_of_one_wrong_turn() -> None:
    wrong: list[dict[tuple[str, str], set[str]]] = []
    for seed in range(6):
        found: dict[tuple[str, str], set[str]] = defaultdict(set)
        right = []
        for question in (one for one in quiz(ex.trace(DISTINCT), seed, 400) if one.kind == "wrong_turn"):
            where = question.step, way_of(question)
            if is_nothing(question):
                right.append(where)
            else:
                found[where].add(question.topic)
        assert len(set(right)) == len(right) > 3
        wrong.append(found)
    every = {where: set().union(*(found[where] for found in wrong)) for found in wrong for where in found}
    assert all(len(every[where]) - len(found[where]) <= 1 for found in wrong for where in every)


@pytest.mark.parametrize("config", [ex.Config(), DISTINCT])
def test_neither_wording_nor_choices_tell_whether_anything_is_wrong(config: ex.Config) -> None:
    met: dict[tuple[object, ...], list[bool]] = defaultdict(list)
    for question in asked(ex.trace(config), 1200):
        if question.code.startswith("NumPy refuses"):  # what is refused is told to be wrong by NumPy
            continue
        said = frozenset(choice.says() for choice in question.choices)
        signs = (("asked", question.ask()), ("so many", len(question.choices)), ("choices", said))
        signs += tuple(("one", question.step, way_of(question), one) for one in said - {NOTHING})
        signs += (("where", question.step, way_of(question)),)
        for sign in signs:
            met[sign].append(is_nothing(question))
    often = {sign: found for sign, found in met.items() if len(found) >= 24}
    assert {sign[0] for sign in often} == {"asked", "so many", "choices", "one", "where"}
    assert not [sign for sign, found in often.items() if len(set(found)) == 1]


def test_nothing_stands_at_every_place_whether_it_is_right_or_not() -> None:
    places: dict[bool, set[int]] = {True: set(), False: set()}
    for question in (one for one in asked(ex.trace(DISTINCT)) if len(one.choices) == 4):
        said = [choice.says() for choice in question.choices]
        places[is_nothing(question)].add(said.index(NOTHING))
    assert places == {True: {0, 1, 2, 3}, False: {0, 1, 2, 3}}
