"""Operands sit in the step's inputs or in earlier tensors of the step, and give the number back."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import explorer as ex
from explorer.core.explain import Explanation
from tests.core.kit import Ask, asks, brief, generic
from tests.core.what_if import made_up, of_ones_own


def every_cell(trip: ex.Trace) -> Iterator[Explanation]:
    for step in trip.steps:
        for name, tensor in step.tensors.items():
            for index in np.ndindex(tensor.shape):
                yield trip.explain(step.name, name, **dict(zip(tensor.axes, index, strict=True)))


def again(trip: ex.Trace, found: Explanation) -> float | bool | None:
    """Work a cell out again from its operands alone, in plain Python; None where it begins."""
    by: dict[str, list[Any]] = {}
    for operand in found.operands:
        by.setdefault(operand.role, []).append(operand.value)
    if not by:
        return None
    if "moved" in by:
        return by["moved"][0]
    for left, right in (("token", "coefficient"), ("query", "key"), ("share", "value")):
        if left in by:
            if right not in by:  # the shares of an empty row mix nothing: 0, or NaN
                return sum(by[left])
            bias = by.get("bias", [0])[0]
            return sum(a * b for a, b in zip(by[left], by[right], strict=True)) + bias
    if "match" in by:
        root_of = {"head_dim": trip.config.head_dim, "width": trip.config.width, "none": 1}
        return by["match"][0] / math.sqrt(root_of[trip.config.scale])
    if "keep" in by and found.place.step == "shares":
        assert not any(by["keep"])
        return 1 if found.place.tensor == "exponentials" else 0
    if "keep" in by:
        return by["score"][0] if by["keep"][0] else -math.inf
    if "kept score" in by:
        largest = max(by["kept score"])
        return largest if abs(largest) > 30 else 0
    if "shift" in by:
        return math.exp(by["score"][0] - by["shift"][0])
    if "total" in by:
        row = sum(by.get("row", [])) + by["exponential"][0]
        assert math.isclose(row, by["total"][0], rel_tol=1e-5)
        return by["exponential"][0] / by["total"][0] if by["total"][0] else math.nan
    return sum(by["exponential"])


def check_every_cell(trip: ex.Trace) -> None:
    order = [step.name for step in trip.steps]
    for found in every_cell(trip):
        place = found.place
        recorded = trip[place.step][place.tensor].at(**dict(place.coords))
        assert found.value == recorded or (np.isnan(found.value) and np.isnan(recorded))
        assert type(found.value) is (bool if place.tensor == "keep" else float)
        assert found.lines
        assert found.text.endswith(".")
        step = trip[place.step]
        for operand in found.operands:
            source = trip[operand.place.step][operand.place.tensor]
            there = source.at(**dict(operand.place.coords))
            assert operand.value == there or (np.isnan(operand.value) and np.isnan(there))
            earlier = list(step.tensors)[: list(step.tensors).index(place.tensor)]
            if operand.place.step == place.step:
                assert operand.place.tensor in earlier
            else:
                assert order.index(operand.place.step) < order.index(place.step)
                assert np.shares_memory(step.inputs[operand.place.tensor].values, source.values)
        assert len({operand.place for operand in found.operands}) == len(found.operands)
        worked_out = again(trip, found)
        if worked_out is not None:
            assert worked_out == pytest.approx(found.value, rel=1e-4, abs=1e-5, nan_ok=True)


SIZES = [
    ex.Config(),
    ex.Config(source="poured", batch=2, tokens=4, heads=3, head_dim=1),
    ex.Config(tokens=1, heads=1, head_dim=1, window=1),
    ex.Config(tokens=1, heads=2, head_dim=3, window=None, dtype=np.float32),
    ex.Config(tokens=4, heads=1, head_dim=2, window=None, causal=False, source="poured"),
    ex.Config(tokens=9, heads=2, head_dim=8, window=8, dtype=np.float32),
]


@pytest.mark.parametrize("config", SIZES, ids=range(len(SIZES)))
def test_every_cell_follows_from_its_operands(config: ex.Config) -> None:
    check_every_cell(ex.trace(config))


@brief
@given(asks(kinds=("ints", "floats", "singles")))
def test_every_cell_of_any_trip_follows_from_its_operands(ask: Ask) -> None:
    check_every_cell(ask.trace())


@brief
@given(of_ones_own() | of_ones_own(near=8) | made_up())
def test_every_cell_of_every_what_if_follows_from_its_operands(config: ex.Config) -> None:
    check_every_cell(ex.trace(config))


def test_every_cell_of_shifted_rows_follows_from_its_operands() -> None:
    big = [40 + generic(1, 4, 4, seed=n) for n in range(3)]
    trip = ex.trace_qkv(*big, heads=2, causal=False)
    assert np.all(trip["shares"]["shift"].values > 30)
    check_every_cell(trip)


@pytest.mark.filterwarnings("error")
def test_the_largest_floats_are_explained_without_a_warning() -> None:
    most = np.finfo(np.float64).max
    trip = ex.trace_qkv([[most], [-most]], [[1], [-1]], np.full((2, 1), most), heads=1, causal=False)
    assert trip["shares"]["exponentials"].values[0, 0, 0, 1] == 0
    for found in every_cell(trip):
        assert found.text
