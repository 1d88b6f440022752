"""Each wrong turn's PyTorch lines come to what its NumPy lines come to, in torch or in its stand-in."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.taking import take
from explorer.core.mistakes.verdict import alike
from tests.core.kit import quick
from tests.core.mistakes.lines import trips
from tests.core.mistakes.torch_lines import differs, torch_output, torch_steps, trips_for

RIGHT_IN_TORCH = ("torch_transpose_in_numpy", "torch_view_in_numpy")
KEYS = pytest.mark.parametrize("key", WRONG_TURNS)


def comes_to_the_same(key: str, trip: ex.Trace) -> bool:
    """Whether PyTorch's lines give what is told of them: a refusal, or an output."""
    turn = WRONG_TURNS[key]
    wrong, said = take(trip, [turn]), torch_output(trip, turn)
    told = wrong.torch_refusal
    if isinstance(said, tuple):
        if told is not None:
            return said == (told.step, told.error, told.message)
        return wrong.refusal is not None and said[0] == wrong.refusal.step and key not in RIGHT_IN_TORCH
    if told is not None or (wrong.refusal is not None and key not in RIGHT_IN_TORCH):
        return False
    meant = wrong if wrong.refusal is None else trip
    return bool(alike(meant.output.values, said).all())


@KEYS
def test_pytorch_comes_to_what_numpy_comes_to_and_refuses_where_it_is_said_to(key):
    trips = [trip for trip in trips_for(WRONG_TURNS[key]) if not differs(key, trip)]
    assert len(trips) > 30
    for trip in trips:
        assert comes_to_the_same(key, trip), trip.config


@quick
@given(key=st.sampled_from(list(WRONG_TURNS)), config=trips)
def test_so_it_does_in_a_made_up_trip(key, config):
    trip = ex.trace(config)
    assert differs(key, trip) or comes_to_the_same(key, trip)


@pytest.mark.parametrize("key", ["heads_first_flattening", "split_by_reshape", "dividers_dh", "qkv_order"])
def test_what_pytorchs_view_refuses_after_another_wrong_turn_is_worked_out_from_its_own_strides(key):
    turns = WRONG_TURNS[key], WRONG_TURNS["view_after_flip"]
    for sizes in itertools.product((1, 2, 3), repeat=4):
        names = ("batch", "tokens", "heads", "head_dim")
        wrong = take(ex.trace(ex.Config(**dict(zip(names, sizes, strict=True)))), turns)
        if wrong.refusal is not None:
            continue
        *_, (_, left) = torch_steps(wrong.right, turns)
        refused = wrong.torch_refusal
        if refused is None:
            assert np.asarray(left["out"]).shape == wrong.output.shape, sizes
        else:
            assert left == (refused.step, refused.error, refused.message), sizes
