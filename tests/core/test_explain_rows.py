"""Explanations where a row is under other rules: masks off, a table of one's own, a shift."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.core.explain import Explanation


def cell(trip: ex.Trace, step: str, tensor: str, *index: int) -> Explanation:
    """Explain by position: the index of every axis in order."""
    return trip.explain(step, tensor, **dict(zip(trip[step][tensor].axes, index, strict=True)))


@pytest.mark.parametrize(
    ("key", "sign", "shift", "exponential"),
    [
        (40, "30", "40", "e^(35 - 40) = e^(-5) = 0.006738"),
        (-35, "-30", "-35", "e^(-40 - (-35)) = e^(-5) = 0.006738"),
    ],
)
def test_a_shifted_row(key: float, sign: str, shift: str, exponential: str) -> None:
    trip = ex.trace_qkv([[1], [1]], [[key], [key - 5]], [[1], [1]], heads=1)
    row = cell(trip, "shares", "shift", 0, 0, 1)
    assert row.lines == (
        f"largest kept score = max({key}, {key - 5}) = {key}",
        f"beyond {sign}, so it is taken off the whole row: shift = {shift}",
    )
    assert cell(trip, "shares", "exponentials", 0, 0, 1, 1).lines == (f"exponential = {exponential}",)
    assert cell(trip, "shares", "exponentials", 0, 0, 0, 1).lines == ("exponential = e^-inf = 0",)


def test_tests_that_are_not_on_are_not_written() -> None:
    free = ex.trace(ex.Config(causal=False, window=None))
    assert cell(free, "mask", "keep", 0, 2).lines == ("neither the causal rule nor the window is on", "kept")
    causal = ex.trace(ex.Config(window=None))
    assert cell(causal, "mask", "keep", 0, 2).lines == ("j <= i: 2 <= 0 no", "struck")
    window = ex.trace(ex.Config(causal=False))
    assert cell(window, "mask", "keep", 0, 2).lines == ("j >= i - W + 1: 2 >= -1 yes", "kept")


def test_a_table_of_ones_own_strikes_by_itself() -> None:
    trip = ex.trace(ex.Config(batch=2), keep=np.stack([np.ones((3, 3), int), np.eye(3, dtype=int)]))
    assert cell(trip, "mask", "keep", 0, 1, 0).lines[-1] == "kept"
    own = ("the keep-table handed over: no",)
    rules = ("j <= i: 0 <= 1 yes", "j >= i - W + 1: 0 >= 0 yes")
    assert cell(trip, "mask", "keep", 1, 1, 0).lines == (*rules, *own, "struck")
    struck = cell(trip, "mask", "struck", 1, 0, 1, 0)
    assert struck.lines[:1] == own
    assert [(o.place.index, o.value, o.role) for o in struck.operands] == [((1, 1, 0), False, "keep")]
    assert len(cell(trip, "blend", "blend", 1, 0, 1, 0).operands) == 2  # one share, one value
    assert len(cell(trip, "blend", "blend", 0, 0, 1, 0).operands) == 4
