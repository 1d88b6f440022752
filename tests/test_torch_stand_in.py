"""What stands in for torch does as torch does, on every line that the page shows: torch itself is asked."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.running import VARIABLES
from tests.core.kit import quick
from tests.core.mistakes.lines import trips
from tests.core.mistakes.torch_lines import TRIPS, torch_steps, trips_for
from tests.torch_stand_in import STAND_IN, block

torch = pytest.importorskip(
    "torch", reason="torch is not needed, and not installed: nothing to hold its stand-in against"
)
KEYS = pytest.mark.parametrize("key", WRONG_TURNS)


def strides(found) -> list[int]:
    """How far it is from one number to the next, along each axis that is stepped along."""
    return [step for step, size in zip(found.stride(), found.shape, strict=True) if size > 1]


def hold_against_torch(trip: ex.Trace, *turns: WrongTurn) -> None:
    """Walk both ways at once, and compare after each step all that it leaves, or what is said."""
    for (step, real), (_, stand_in) in zip(
        torch_steps(trip, turns, torch), torch_steps(trip, turns, STAND_IN), strict=True
    ):
        if isinstance(real, tuple):
            assert stand_in == real
            continue
        for name in VARIABLES[step].keys() & real.keys():
            one, other = real[name], stand_in[name]
            assert (tuple(one.shape), strides(one)) == (other.shape, strides(other)), (step, name)
            np.testing.assert_allclose(other, one, rtol=1e-12, atol=1e-12, err_msg=f"{step}: {name}")
            for was in {"wide", "q", "k", "v", "scores", "blend", "reshelved"} & real.keys():
                viewed = block(real[was]) == block(one)
                assert viewed == (block(stand_in[was]) == block(other)), (step, was, name)


@pytest.mark.parametrize("name", TRIPS)
def test_the_right_lines_do_in_torch_what_they_do_in_its_stand_in(name):
    hold_against_torch(ex.trace(TRIPS[name]))


@KEYS
def test_the_wrong_lines_do_in_torch_what_they_do_in_its_stand_in(key):
    for trip in trips_for(WRONG_TURNS[key]):
        hold_against_torch(trip, WRONG_TURNS[key])


@quick
@given(key=st.sampled_from(list(WRONG_TURNS)), config=trips)
def test_the_wrong_lines_of_a_made_up_trip_do_so_too(key, config):
    hold_against_torch(ex.trace(config), WRONG_TURNS[key])
