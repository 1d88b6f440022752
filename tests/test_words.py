"""The glossary covers what the engine records, says what a step must make plain, and keeps to its words."""

from __future__ import annotations

import inspect
import re

import numpy as np
import pytest

import explorer as ex
from explorer import words
from explorer.core import config as settings
from explorer.core.numbers import Numbers

ROWS = np.arange(12).reshape(3, 4) % 5
TRIPS = {
    "pencil": ex.trace(),
    "poured": ex.trace(ex.Config(source="poured")),
    "given": ex.trace_qkv(ROWS, ROWS, ROWS, heads=2),
    "biased": ex.trace(
        ex.Config.of(Numbers.poured_from(tokens=[[1, 2]], table=[[1, 2, 3], [4, 5, 6]], bias=[7, 8, 9]))
    ),
}


# --- The glossary and the engine name the same things ---------------------------------------------------


def test_every_axis_and_tensor_that_a_trip_records_has_words_and_none_has_words_in_vain():
    tensors = [tensor for trip in TRIPS.values() for step in trip.steps for tensor in step.tensors.values()]
    assert {tensor.name for tensor in tensors} == set(words.TENSORS)
    assert {axis for tensor in tensors for axis in tensor.axes} == set(words.AXES)


def test_the_steps_are_the_engines_in_its_order():
    assert tuple(words.STEPS) == ex.STEP_NAMES
    assert all(step.name == name for name, step in words.STEPS.items())


def test_every_slider_size_is_a_setting_or_the_width():
    config = ex.Config()
    assert all(hasattr(config, name) for name in words.SIZES)
    assert {term.letter for term in words.SIZES.values()} == set(words.LETTERS)


def test_every_kind_of_move_that_a_trip_records_can_be_told():
    kinds = {kind for trip in TRIPS.values() for step in trip.steps for kind in step.moved.values()}
    assert kinds == set(words.MOVED)


def test_every_pair_of_axes_that_a_trip_swaps_can_be_told():
    told = [words.tell_swapped(step.swapped, "standard") for step in TRIPS["pencil"].steps if step.swapped]
    assert told == [
        "The token axis and the head axis traded places.",
        "The token axis and the head_dim axis traded places.",
        "The head axis and the token axis traded places.",
    ]


@pytest.mark.parametrize("table", [words.AXES, words.TENSORS, words.SIZES, words.THINGS])
def test_every_term_is_filed_under_its_own_name_and_has_both_words(table):
    for name, term in table.items():
        assert term.identifier == name
        assert term.pencil
        assert term.standard


def test_the_letters_are_those_of_a_shape_line():
    assert {
        letter: words.AXES[axis].letter for letter, axis in words.LETTERS.items() if axis != "window"
    } == {letter: letter for letter in "BTHDC"}
    assert words.shape_letters(("batch", "head", "query_token", "key_token")) == ("B", "H", "T", "T")


def test_no_two_axes_of_one_tensor_say_the_same_pencil_word():
    for trip in TRIPS.values():
        for step in trip.steps:
            for tensor in step.tensors.values():
                said = [words.AXES[axis].say("pencil") for axis in tensor.axes]
                assert len(set(said)) == len(said), tensor


# --- Pencil, standard, both ---------------------------------------------------------------------------------


def test_a_term_says_either_word_or_both():
    head = words.AXES["head"]
    assert [head.say(choice) for choice in words.WORDS] == [
        "lens",
        "attention head",
        "lens (attention head)",
    ]
    assert [head.short(choice, 1) for choice in words.WORDS] == ["lens 1", "head 1", "lens 1"]
    assert (head.short("standard"), head.short("standard", 0)) == ("head", "head 0")


def test_a_step_tells_one_sentence_in_either_vocabulary_and_both_in_both():
    for step in words.STEPS.values():
        pencil, standard = step.tell("pencil"), step.tell("standard")
        assert step.tell("both") == f"{pencil} {standard}"
        for sentence in (pencil, standard):
            assert sentence.endswith(".")
            assert not re.search(r"\. [A-Z]", sentence), f"more than one sentence: {sentence}"


def test_in_both_a_word_is_glossed_the_first_time_only():
    assert words.in_words("One lens, two lenses, one book; WANT and WANT.", "both") == (
        "One lens (head), two lenses, one book (batch item); WANT (query) and WANT."
    )


# --- The rest of what the page says -----------------------------------------------------------------------


def test_the_flips_have_captions_that_say_what_moved_and_what_did_not():
    assert set(words.FLIPS) == {"reshelve", "inside_flip"}
    for name, flip in words.FLIPS.items():
        assert flip.step == name
        assert flip.moved_in("pencil").startswith("Moved: ")
        assert flip.stayed_in("pencil").startswith("Stayed: ")
    assert words.FLIPS["inside_flip"].stayed_in("standard") == (
        "Stayed: the shelves. Every number is still in its own batch item and its own head."
    )


def test_the_mask_is_told_by_the_rules_that_are_on():
    assert words.tell_mask(causal=True, window=False, words="standard") == "Causal: j <= i."
    assert words.tell_mask(causal=False, window=True, keep=True, words="pencil") == (
        "Not stale: looking back, a token sees W tokens at most, itself counted. "
        "The keep-table you handed over: it looks only where you said so."
    )
    assert words.tell_mask(causal=False, window=False, words="standard") == "No mask: full attention."


def test_the_other_window_and_cells_set_by_hand_are_told():
    assert words.tell_mask(causal=False, window=True, window_counts_self=False, words="standard") == (
        "Sliding window, the token itself not counted: j >= i - W."
    )
    assert words.tell_mask(
        causal=True, window=False, window_counts_self=False, by_hand=True, words="pencil"
    ) == (
        "Not ahead: a token looks at itself and at what came before it. "
        "Set by hand: some cells are kept or struck, whatever the rules say."
    )


def test_every_scale_and_every_policy_of_the_engine_can_be_told():
    assert tuple(words.SCALES) == settings.SCALES
    assert tuple(words.EMPTY_ROWS) == settings.EMPTY_ROWS
    for scale in words.SCALES:
        assert words.tell_scale(scale, "pencil") == words.SCALES[scale]
    for policy in words.EMPTY_ROWS:
        assert words.tell_empty_rows(policy, words="pencil") == words.EMPTY_ROWS[policy]
    assert words.tell_empty_rows("nan", 2).startswith("Here are 2 such rows. A row with nothing kept ")
    assert words.tell_empty_rows("nan", 1).startswith("Here is 1 such row. A row with nothing kept ")


def test_a_step_is_told_as_the_trip_at_hand_takes_it():
    for step in words.STEPS.values():
        for vocabulary in words.WORDS:
            assert words.tell_step(step.name, vocabulary) == step.tell(vocabulary)
    for scale, said in (("width", "square root of C"), ("none", "not divided")):
        assert said in words.tell_step("scores", "pencil", scale=scale)
        told = words.tell_step("scores", scale=scale)
        assert "square root of D" not in told
        assert "sqrt(D)" not in told
    other = words.tell_step("mask", window_counts_self=False)
    assert "j >= i - W)" in other
    assert "j >= i - W + 1" not in other


def test_what_was_handed_over_is_told_with_its_name_as_it_stands():
    assert words.tell_source(given=True, name="my book.npz") == (
        f"Numbers of my book.npz. {words.in_words(words.GIVEN_NOTE)}"
    )
    assert words.tell_source(given=False, bias=True, words="pencil") == (
        f"{words.POURED_NOTE} {words.BIAS_NOTE}"
    )


def test_a_copy_tells_its_bytes_and_a_view_has_none_to_tell():
    assert words.tell_moved("copy", 96).endswith("(96 bytes)")
    assert words.tell_moved("view", 0) == "a view: nothing was copied"
    assert words.tell_moved("new", 0) == "new numbers: they were not there before"


def test_the_source_of_the_rows_is_told():
    assert words.tell_source(given=True, words="pencil") == words.GIVEN_NOTE
    assert words.tell_source(given=False, words="pencil") == words.POURED_NOTE


def test_without_the_stand_up_numpy_does_what_is_told():
    for tokens, head_dim in [(3, 2), (3, 3), (2, 5)]:
        grid = np.ones((tokens, head_dim))
        told = words.tell_without_flip(tokens, head_dim)
        if "NumPy refuses" in told:
            with pytest.raises(ValueError, match="mismatch"):
                grid @ grid
        else:
            assert "it would run" in told
            assert (grid @ grid).shape == (tokens, tokens)


def test_a_shift_is_told_only_where_there_is_one():
    big = ex.trace_qkv(ROWS * 100, ROWS * 100, ROWS, heads=2)
    for trip in (TRIPS["pencil"], big):
        told = words.tell_shift(shifted=bool(trip["shares"]["shift"].values.any()))
        assert told.startswith("Some rows" if trip is big else "Nothing was taken off")


# --- What is refused ---------------------------------------------------------------------------------------


IN_WORDS = "Cannot speak in 'latin' words: choose pencil, standard or both."
IN_CODE = "Cannot write code in 'perl': choose numpy, pytorch or einops."
AXIS_NAMES = "batch, token, head, head_dim, width, wide, channel, query_token or key_token."
STEP_NAMES = "pour, cut, dividers, reshelve, inside_flip, scores, mask, shares, blend or merge."


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: words.AXES["head"].say("latin"), IN_WORDS),
        (lambda: words.AXES["head"].short("latin"), IN_WORDS),
        (lambda: words.STEPS["cut"].tell("latin"), IN_WORDS),
        (lambda: words.STEPS["cut"].points_in("latin"), IN_WORDS),
        (lambda: words.code_for("cut", "perl"), IN_CODE),
        (lambda: words.tell_step("cut", "latin"), IN_WORDS),
        (lambda: words.tell_step("melt"), f"Cannot tell of step 'melt': choose {STEP_NAMES}"),
        (
            lambda: words.tell_scale("sqrt"),
            "Cannot tell of scale 'sqrt': choose head_dim, width or none.",
        ),
        (
            lambda: words.tell_empty_rows("drop"),
            "Cannot tell of policy 'drop': choose refuse, nan, zero or uniform.",
        ),
        (lambda: words.imports_for("perl"), IN_CODE),
        (lambda: words.code_for("melt"), f"Cannot write step 'melt' in code: choose {STEP_NAMES}"),
        (lambda: words.shape_letters(("row",)), f"Cannot find axis 'row': choose {AXIS_NAMES}"),
        (
            lambda: words.tell_moved("sent"),
            "Cannot tell of numbers moved as 'sent': choose view, copy or new.",
        ),
        (
            lambda: words.tell_swapped(("token",)),
            f"Cannot tell of ('token',) trading places: give two of {AXIS_NAMES}",
        ),
    ],
)
def test_what_there_is_no_word_for_is_refused_with_the_choices(ask, message):
    with pytest.raises(ex.UnknownNameError) as refused:
        ask()
    assert str(refused.value) == message


def test_a_glossary_cannot_be_written_into():
    for table in (
        words.AXES,
        words.TENSORS,
        words.STEPS,
        words.STEPS["cut"].code,
        words.STEPS["cut"].telling,
    ):
        with pytest.raises(TypeError):
            table["token"] = None


def test_all_that_is_exported_is_documented():
    for name in words.__all__:
        thing = getattr(words, name)
        if inspect.isfunction(thing) or (inspect.isclass(thing) and thing.__module__.startswith("explorer")):
            assert thing.__doc__, name
            assert "Examples" in thing.__doc__, name
