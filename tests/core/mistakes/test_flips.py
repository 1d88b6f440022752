"""The wrong turns at the dividers and the flips come to what they claim, and do what they say they do."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.core.mistakes import flips, spellings
from explorer.core.mistakes.taking import take
from explorer.core.mistakes.verdict import compare
from explorer.words import translate
from tests.core.mistakes.claims import (
    DISTINCT,
    told,
)
from tests.core.mistakes.torch_lines import generic_trip, torch_output

TURNS = (*flips.TURNS, *spellings.TURNS)
BY_KEY = {turn.key: turn for turn in TURNS}
EACH = pytest.mark.parametrize("turn", TURNS, ids=told)
RIGHT_IN_TORCH = ("torch_transpose_in_numpy", "torch_view_in_numpy")


def taken(key, **changes):
    return take(ex.trace(ex.Config(**changes)), [BY_KEY[key]])


@EACH
@pytest.mark.parametrize(
    "sizes",
    [
        pytest.param({"batch": 2, "tokens": 5, "heads": 3, "head_dim": 4, "window": 2}, id="distinct"),
        pytest.param({"batch": 2, "tokens": 3, "heads": 3, "head_dim": 3, "causal": False}, id="all 3"),
    ],
)
def test_pytorch_comes_to_what_numpy_comes_to_unless_it_spells_it_so(turn, sizes):
    trip = generic_trip(**sizes)
    wrong, said = take(trip, [turn]), torch_output(trip, turn)
    if turn.key in RIGHT_IN_TORCH:
        assert wrong.refusal is not None
        np.testing.assert_allclose(said, trip.output.values)
    elif wrong.refusal is not None:
        assert said[0] == wrong.refusal.step
    else:
        np.testing.assert_allclose(said, wrong.output.values)


def test_at_the_pencil_sizes_the_wrong_split_leaves_4_of_12_numbers_in_their_place():
    verdict = compare(ex.trace(), taken("split_by_reshape"))
    assert {name: (cells.count, cells.of) for name, cells in verdict.in_place.items()} == dict.fromkeys(
        ("query", "key", "value"), (4, 12)
    )


def test_after_the_wrong_split_lens_0_holds_whole_rows_of_the_first_tokens():
    wrong = taken("split_by_reshape", **DISTINCT)
    rows = wrong.right["cut"]["query"].values
    np.testing.assert_array_equal(
        wrong["reshelve"]["query"].values[:, 0].reshape(2, -1), rows.reshape(2, -1)[:, : 5 * 4]
    )


@pytest.mark.parametrize(
    ("key", "step"),
    [
        ("reshelve_forgotten", "mask"),
        ("reshelve_for_flip", "scores"),
        ("flip_forgotten", "scores"),
        ("key_t", "scores"),
        ("heads_do_not_divide", "dividers"),
        ("torch_transpose_in_numpy", "inside_flip"),
        ("torch_view_in_numpy", "dividers"),
        ("np_dot", "mask"),
    ],
)
def test_numpy_refuses_where_the_sizes_first_meet_and_its_words_are_known(key, step):
    refusal = taken(key).refusal
    assert refusal.step == step
    unknown = translate(refusal.error, "words that nobody knows")
    assert translate(refusal.error, refusal.message) != unknown


@pytest.mark.parametrize(
    ("key", "step", "tensor", "shape"),
    [
        ("reshelve_forgotten", "scores", "scores", (2, 5, 3, 3)),
        ("reshelve_for_flip", "inside_flip", "key", (2, 5, 3, 4)),
        ("flip_forgotten", "inside_flip", "key", (2, 3, 5, 4)),
        ("key_t", "inside_flip", "key", (4, 5, 3, 2)),
        ("heads_do_not_divide", "dividers", "query", (2, 5, 4, 3)),
        ("np_dot", "scores", "matches", (2, 3, 5, 2, 3, 5)),
    ],
)
def test_what_comes_out_has_the_shape_that_is_told(key, step, tensor, shape):
    assert taken(key, **DISTINCT)[step][tensor].shape == shape


def test_without_a_rule_no_mask_stands_between_heads_that_attend_to_heads():
    trip = generic_trip(batch=2, tokens=5, heads=3, head_dim=4, causal=False)
    wrong = take(trip, [BY_KEY["reshelve_forgotten"]])
    q, k, v = (trip["dividers"][name].values for name in ("query", "key", "value"))
    raised = np.exp(np.einsum("bthd,btgd->bthg", q, k) / 2)
    shares = raised / raised.sum(axis=-1, keepdims=True)
    expected = np.einsum("bthg,btgd->bthd", shares, v).reshape(2, 5, 12)
    np.testing.assert_allclose(wrong.output.values, expected)


def test_a_tie_of_heads_with_tokens_lets_the_mask_fall_on_heads():
    wrong = taken("reshelve_forgotten", heads=3)
    np.testing.assert_array_equal(
        np.isinf(wrong["mask"]["struck"].values[0, 0]),
        np.triu(np.ones((3, 3)), 1) + np.tril(np.ones((3, 3)), -2) > 0,
    )


def test_a_grid_poured_into_the_other_shape_keeps_the_reading_order():
    wrong = taken("flip_by_reshape", **DISTINCT)
    np.testing.assert_array_equal(
        wrong["inside_flip"]["key"].values.ravel(), wrong["reshelve"]["key"].values.ravel()
    )


def test_with_lenses_counted_first_a_lens_of_one_book_stands_in_another():
    wrong = taken("heads_first_flattening", **DISTINCT)
    there, right = wrong["reshelve"]["query"].values, wrong.right["reshelve"]["query"].values
    np.testing.assert_array_equal(there[0, 1], right[1, 0])
    np.testing.assert_array_equal(there[1, 2], right[1, 2])


def test_np_dot_matches_every_lens_of_every_book_with_every_other():
    wrong = taken("np_dot", **DISTINCT)
    matches, right = wrong["scores"]["matches"].values, wrong.right["scores"]["matches"].values
    for book in range(2):
        for lens in range(3):
            np.testing.assert_array_equal(matches[book, lens, :, book, lens], right[book, lens])
