"""What stands in for torch does as torch does, on every line that the page shows: torch itself is asked."""

from __future__ import annotations

from typing import Any

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


def lies(name: str, left: dict[str, Any]) -> tuple[object, ...]:
    """How a tensor lies: its shape, its steps through memory, and which others lie in the same block."""
    found = left[name]
    others = {"wide", "q", "k", "v", "scores", "blend", "reshelved"} & left.keys()
    return tuple(found.shape), strides(found), {was for was in others if block(left[was]) == block(found)}


def differences(trip: ex.Trace, *turns: WrongTurn) -> list[str]:
    """Walk both ways at once, and list what differs after each step in all that it leaves, or is said."""
    found = []
    for (step, real), (_, stand_in) in zip(
        torch_steps(trip, turns, torch), torch_steps(trip, turns, STAND_IN), strict=True
    ):
        if isinstance(real, tuple) or isinstance(stand_in, tuple):
            found += [] if stand_in == real else [f"{step}: {real}, not {stand_in}"]
            continue
        for name in VARIABLES[step].keys() & real.keys():
            if lies(name, stand_in) != lies(name, real):
                found.append(f"{step}: {name} lies so: {lies(name, real)}, not so: {lies(name, stand_in)}")
            elif not np.allclose(stand_in[name], real[name], rtol=1e-12, atol=1e-12, equal_nan=True):
                found.append(f"{step}: {name} holds {real[name]}, not {stand_in[name].values}")
    return found


@pytest.mark.parametrize("name", TRIPS)
def test_the_right_lines_do_in_torch_what_they_do_in_its_stand_in(name):
    assert differences(ex.trace(TRIPS[name])) == []


@KEYS
def test_the_wrong_lines_do_in_torch_what_they_do_in_its_stand_in(key):
    for trip in trips_for(WRONG_TURNS[key]):
        assert differences(trip, WRONG_TURNS[key]) == [], trip.config


@quick
@given(key=st.sampled_from(list(WRONG_TURNS)), config=trips)
def test_the_wrong_lines_of_a_made_up_trip_do_so_too(key, config):
    assert differences(ex.trace(config), WRONG_TURNS[key]) == []
