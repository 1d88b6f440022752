"""Every question: one right choice and no other, wrong ones that name what was mixed up, all told apart."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.questions import KINDS, Question, allowed, ask, name_of, quiz
from explorer.words import WORDS
from tests.core.questions.kit import TIES, is_right, many, seeds, some, trips

JARGON = (
    "attention head", "axis", "axes", "batch", "d_model", "dot product", "einsum", "embedding", "key",
    "logit", "matmul", "matrix", "projection", "query", "softmax", "tensor", "transformer", "value", "vector",
)  # fmt: skip
PENCIL = re.compile(r"\b(lens|lenses|book|books|WANT|HAVE|GIVE)\b")


@pytest.mark.parametrize("kind", KINDS)
@many
@given(trip=trips(), seed=seeds)
def test_exactly_one_choice_is_right_by_the_oracle(kind: str, trip: ex.Trace, seed: int) -> None:
    if kind in allowed(trip):
        question = ask(trip, seed, kind)
        judged = [is_right(trip, question, choice.value) for choice in question.choices]
        assert judged == [i == question.answer for i in range(len(question.choices))], question


@pytest.mark.parametrize("config", TIES)
def test_where_sizes_tie_all_that_can_be_asked_has_one_right_choice(config: ex.Config) -> None:
    trip = ex.trace(config)
    questions = quiz(trip, 3, 150)
    assert questions
    for question in questions:
        right = [choice for choice in question.choices if is_right(trip, question, choice.value)]
        assert right == [question.right], question


def every(trip: ex.Trace, kind: str) -> list[Question]:
    return [question for question in quiz(trip, 1, 400) if question.kind == kind]


def test_a_block_that_is_tidy_already_is_no_copy() -> None:
    for config in (ex.Config(heads=1, head_dim=4), ex.Config(tokens=1)):
        trip = ex.trace(config)
        asked = next(one for one in every(trip, "copy") if one.topic == "copy:merge:block")
        assert asked.right.value == 0
        assert "tidy already" in asked.right.feedback()
        assert any(one.value == trip.output.values.nbytes for one in asked.choices)
    asked = next(one for one in every(ex.trace(), "copy") if one.topic == "copy:merge:block")
    assert asked.right.value == 96


def test_of_a_keep_table_of_ones_own_only_rows_that_the_rules_tell_are_asked() -> None:
    trip = ex.trace(ex.Config(window=None), keep=[[1, 0, 0], [0, 1, 0], [1, 1, 1]])
    assert {question.topic for question in every(trip, "struck")} == {"struck:0:", "struck:2:"}


def test_what_does_no_harm_is_no_wrong_turn_to_be_spotted() -> None:
    asked = every(ex.trace(), "wrong_turn")
    assert len(asked) > 20
    # In NumPy the one is right, and the others change nothing at one book, or at small scores.
    harmless = {"view_after_flip", "heads_first_flattening", "merge_time_first", "no_shift"}
    assert not harmless & {question.right.value for question in asked}
    assert {question.right.value for question in asked} & {"key_t", "keep_swapped", "flip_by_reshape"}


def test_what_shows_only_where_there_is_no_room_to_show_it_is_not_asked_by_its_result() -> None:
    trip = ex.trace(ex.Config(tokens=8, window=6))
    by_result = [one for one in every(trip, "wrong_turn") if ":result:" in one.topic]
    assert by_result
    assert all(one.right.value != "window_off_by_one" for one in by_result)
    for question in every(trip, "wrong_turn"):
        assert [one for one in question.choices if is_right(trip, question, one.value)] == [question.right]


def test_results_that_look_alike_to_the_eye_are_not_told_apart_by_a_last_digit() -> None:
    key = [[1.0, 1.0001], [1.0002, 1.0]]  # flipped, or poured into the other shape: nobody could see it
    trip = ex.trace_qkv([[1, 2], [3, 4]], key, [[1, 0], [0, 1]], heads=1)
    by_result = [one for one in every(trip, "wrong_turn") if ":result:" in one.topic]
    assert by_result
    assert all(one.right.value not in ("flip_by_reshape", "flip_forgotten") for one in by_result)


@some
@given(trip=trips(), seed=seeds)
def test_choices_are_two_to_four_and_all_say_something_else(trip: ex.Trace, seed: int) -> None:
    for question in quiz(trip, seed, 16):
        assert 2 <= len(question.choices) <= 4
        for words in WORDS:
            said = [choice.says(words) for choice in question.choices]
            assert len(set(said)) == len(said), said
            assert all(said), said


@some
@given(trip=trips(), seed=seeds)
def test_every_wrong_choice_names_a_misconception_and_says_more_than_that(trip: ex.Trace, seed: int) -> None:
    for question in quiz(trip, seed, 16):
        for i, choice in enumerate(question.choices):
            assert (choice.misconception == "") == (i == question.answer)
            assert (choice.also == ()) or i != question.answer
            for key in (choice.misconception, *choice.also)[i == question.answer :]:
                assert all(name_of(key, words) for words in WORDS)
            for words in WORDS:
                feedback = choice.feedback(words)
                assert len(feedback.split()) >= 5, feedback
                assert feedback.endswith("."), feedback


@some
@given(trip=trips(), seed=seeds)
def test_pencil_words_are_free_of_jargon_and_standard_ones_of_pencil(trip: ex.Trace, seed: int) -> None:
    for question in quiz(trip, seed, 16):
        told = {"pencil": [], "standard": []}
        for words, texts in told.items():
            texts.append(question.ask(words))
            if question.kind != "wrong_turn":  # the titles there are held by tests of their own
                texts += [said for one in question.choices for said in (one.says(words), one.feedback(words))]
        for text in told["pencil"]:
            assert not re.search(rf"\b({'|'.join(JARGON)})s?\b", text), text
        for text in told["standard"]:
            assert not PENCIL.search(text), text


def test_in_both_vocabularies_a_word_is_never_glossed_twice_over() -> None:
    for question in quiz(ex.trace(ex.Config(batch=2, source="poured")), 5, 40):
        for text in (question.ask(), *(choice.says() for choice in question.choices)):
            assert not re.search(r"\((\w+)\) \(\1\)", text), text


def test_the_right_choice_stands_at_every_place() -> None:
    trip = ex.trace()
    for kind in KINDS:
        assert len({ask(trip, seed, kind).answer for seed in range(40)}) >= 3, kind


@st.composite
def _flipped(draw: st.DrawFn) -> tuple[str, str]:
    return draw(
        st.sampled_from([("reshelve", "inside_for_reshelve"), ("inside_flip", "reshelve_for_inside")])
    )


@some
@given(case=_flipped(), kind=st.sampled_from(["shape", "lands", "swap"]), seed=seeds)
def test_where_nothing_ties_the_other_flip_is_always_a_choice(
    case: tuple[str, str], kind: str, seed: int
) -> None:
    step, mixed = case
    trip = ex.trace(ex.Config(batch=2, tokens=5, heads=3, head_dim=4))
    about = [question for question in quiz(trip, seed, 80) if (question.kind, question.step) == (kind, step)]
    assert about
    for question in about:
        assert mixed in {choice.misconception for choice in question.choices}
        assert not any(choice.also for choice in question.choices if choice.misconception == mixed)


def test_what_the_pencil_example_is_asked_of_the_inside_flip_is_told_with_its_own_shapes() -> None:
    trip = ex.trace(ex.Config(tokens=5, heads=3, head_dim=4))
    question = next(one for one in quiz(trip, 1, 80) if one.topic == "shape:inside_flip:BHDT")
    assert question.ask("pencil") == (
        "The step inside flip reads HAVE, (B 1, H 3, T 5, D 4). What is the shape of HAVE after it?"
    )
    chosen = next(one for one in question.choices if one.misconception == "reshelve_for_inside")
    assert chosen.value == (1, 5, 3, 4)
    assert chosen.feedback("standard") == (
        "That is the re-shelve: it would trade the shelves once more and leave every row lying. It would be "
        "(B 1, T 5, H 3, D 4). The inside flip lets row and column trade places inside each head, and no "
        "shelf moves. So it is (B 1, H 3, D 4, T 5)."
    )


def test_a_wrong_place_that_holds_an_equal_number_is_said_to_hold_another_one() -> None:
    equal = 0
    for question in (one for one in quiz(ex.trace(), 4, 80) if one.kind == "lands"):
        asked = re.search(r" is ([^ ]+)\. At which place", question.ask("pencil"))
        assert asked
        for choice in question.choices:
            told = re.search(
                r", which is ([^ ]+?)( too, but not the one asked about)?\.(?= |$)", choice.feedback("pencil")
            )
            if told:
                is_equal = bool(choice.misconception) and told[1] == asked[1]
                assert bool(told[2]) is is_equal
                equal += is_equal
    assert equal


def test_a_pile_of_three_is_counted_by_no_letter() -> None:
    question = next(one for one in quiz(ex.trace(), 3, 80) if one.topic == "shape:cut:BTC")
    piled = next(one for one in question.choices if one.misconception == "cut_stacked")
    assert " It would be (3, B 1, T 3, C 4). " in piled.feedback("pencil")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("matches = np.dot(q, k)", "`matches = q @ k; scores = matches / C**0.5`"),
        ("matches = q @ k\nscores = matches / D**0.5 / D**0.5", "`scores = matches`"),
    ],
)
def test_of_another_wrong_turns_code_the_lines_that_differ_are_told(asked: str, told: str) -> None:
    trip = ex.trace(ex.Config(batch=2, tokens=5, heads=3, head_dim=4))
    many_sets = [ask(trip, seed, "wrong_turn") for seed in range(200)]
    about = [one for one in many_sets if one.code.startswith(asked)]
    said = [choice.feedback("pencil") for one in about for choice in one.choices]
    assert any(f'", would show this: {told}. It is this one: ' in text for text in said)
