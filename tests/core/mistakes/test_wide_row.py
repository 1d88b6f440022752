"""The wrong turns of the wide row come to what they claim, and do what they say they do."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.core.mistakes.taking import take
from explorer.core.mistakes.wide_row import TURNS
from tests.core.mistakes.claims import (
    DISTINCT,
    told,
)
from tests.core.mistakes.torch_lines import generic_trip, torch_output

BY_KEY = {turn.key: turn for turn in TURNS}
EACH = pytest.mark.parametrize("turn", TURNS, ids=told)
NAMES = ("query", "key", "value")


def taken(key, **changes):
    return take(ex.trace(ex.Config(**changes)), [BY_KEY[key]])


@EACH
def test_pytorch_comes_to_what_numpy_comes_to(turn):
    trip = generic_trip(batch=2, tokens=5, heads=3, head_dim=4, window=2)
    np.testing.assert_allclose(torch_output(trip, turn), take(trip, [turn]).output.values)


@pytest.mark.parametrize(("heads", "at_home"), [(2, 2), (3, 3), (4, 2), (5, 3)])
def test_of_a_row_cut_lens_by_lens_two_pieces_are_at_home_or_three_where_heads_are_odd(heads, at_home):
    trip = generic_trip(batch=1, tokens=1, heads=heads, head_dim=2)
    wrong = take(trip, [BY_KEY["wide_row_interleaved"]])
    pieces = sum(
        bool((piece == right).all())
        for name in NAMES
        for piece, right in zip(
            wrong["cut"][name].values.reshape(heads, 2),
            trip["cut"][name].values.reshape(heads, 2),
            strict=True,
        )
    )
    assert pieces == at_home


def test_in_a_row_cut_lens_by_lens_the_have_of_lens_0_is_the_want_of_lens_1():
    wrong = taken("wide_row_interleaved", **DISTINCT)
    np.testing.assert_array_equal(
        wrong["cut"]["key"].values[..., :4], wrong.right["cut"]["query"].values[..., 4:8]
    )


def test_with_have_and_give_exchanged_token_0_comes_out_as_its_own_have_row():
    wrong = taken("qkv_order", **DISTINCT)
    np.testing.assert_allclose(wrong.output.values[:, 0], wrong.right["cut"]["key"].values[:, 0])


def test_read_as_d_times_h_a_lens_holds_every_h_th_number_of_the_row():
    wrong = taken("dividers_dh", **DISTINCT)
    for lens in range(3):
        np.testing.assert_array_equal(
            wrong["dividers"]["query"].values[:, :, lens], wrong.right["cut"]["query"].values[..., lens::3]
        )
