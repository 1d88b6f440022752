"""View, copy or new: what the record says, against `np.shares_memory` and the strides."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import explorer as ex
from tests.core.kit import configs, quick

EIGHT = 8


def what_happened(step: ex.Step, name: str) -> str:
    """Read off the arrays: shares with what it came from, equals it without sharing, or neither."""
    came_from = {"reshelved": "blend", "block": "reshelved", "output": "block"}.get(name, name)
    source = step.inputs.get(came_from) or step.tensors.get(came_from)
    if step.name == "cut":
        source = step.inputs["wide"]
    tensor = step[name]
    if source is None or source is tensor:
        return "new"
    if np.shares_memory(source.values, tensor.values):
        return "view"
    same = source.values.size == tensor.values.size and np.array_equal(
        np.sort(source.values, axis=None), np.sort(tensor.values, axis=None)
    )
    return "copy" if same else "new"


@quick
@given(configs())
def test_the_record_says_what_the_arrays_show(config: ex.Config) -> None:
    trip = ex.trace(config)
    for step in trip.steps:
        assert set(step.moved) == set(step.tensors)
        if step.name in ("cut", "dividers", "reshelve", "inside_flip", "merge"):
            assert dict(step.moved) == {name: what_happened(step, name) for name in step.tensors}
        elif step.name != "pour":
            assert set(step.moved.values()) == {"new"}
    for step in ("cut", "dividers", "reshelve", "inside_flip"):
        assert set(trip[step].moved.values()) == {"view"}


@quick
@given(configs())
def test_only_an_untidy_block_is_copied(config: ex.Config) -> None:
    merge = ex.trace(config)["merge"]
    tidy = config.heads == 1 or config.tokens == 1
    assert merge["reshelved"].values.flags.c_contiguous == tidy
    assert merge.moved["block"] == ("view" if tidy else "copy")
    assert merge["block"].shares_memory_with(merge.inputs["blend"]) == tidy
    assert merge["output"].shares_memory_with(merge["block"])
    assert merge["block"].values.flags.c_contiguous
    assert merge.moved["output"] == "view"
    assert merge.moved["reshelved"] == "view"


@pytest.mark.parametrize("given_arrays", [True, False], ids=["given", "generated"])
def test_strides_at_the_pencil_sizes(given_arrays: bool) -> None:
    trip = ex.trace()
    if given_arrays:
        rows = [trip["cut"][name].values for name in ("query", "key", "value")]
        trip = ex.trace_qkv(*rows, heads=2, window=2)
    wide = 12 * EIGHT
    assert trip["pour"]["wide"].strides[1:] == (wide, EIGHT)
    for name in ("query", "key", "value"):
        assert trip["cut"][name].strides[1:] == (wide, EIGHT)
        assert trip["dividers"][name].strides[1:] == (wide, 2 * EIGHT, EIGHT)
        assert trip["reshelve"][name].strides[1:] == (2 * EIGHT, wide, EIGHT)
    assert trip["inside_flip"]["key"].strides[1:] == (2 * EIGHT, EIGHT, wide)
    assert trip["blend"]["blend"].strides[1:] == (6 * EIGHT, 2 * EIGHT, EIGHT)
    assert trip["merge"]["reshelved"].strides[1:] == (2 * EIGHT, 6 * EIGHT, EIGHT)
    assert trip["merge"]["block"].strides[1:] == (4 * EIGHT, 2 * EIGHT, EIGHT)
    assert trip["merge"]["output"].strides[1:] == (4 * EIGHT, EIGHT)


def test_strides_are_in_bytes_and_follow_the_swaps() -> None:
    for dtype in (np.float64, np.float32):
        trip = ex.trace(ex.Config(tokens=5, heads=3, head_dim=4, batch=2, dtype=dtype))
        for name in ("query", "key", "value"):
            b, t, h, d = trip["dividers"][name].strides
            assert d == np.dtype(dtype).itemsize
            assert trip["reshelve"][name].strides == (b, h, t, d)
        b, h, t, d = trip["reshelve"]["key"].strides
        assert trip["inside_flip"]["key"].strides == (b, h, d, t)


def test_query_key_and_value_lie_apart_in_one_wide_row() -> None:
    cut = ex.trace()["cut"]
    assert not cut["query"].shares_memory_with(cut["key"])
    assert not cut["key"].shares_memory_with(cut["value"])

    def start(name: str) -> int:
        return cut[name].values.__array_interface__["data"][0]

    assert start("key") - start("query") == start("value") - start("key") == 4 * EIGHT
