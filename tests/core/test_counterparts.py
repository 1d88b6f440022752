"""The same number in two trips: a longer sum rounds otherwise, NaN is NaN, a keep-table may be shared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.changes import changes
from explorer.core.grid import frozen
from explorer.core.tensor import Tensor
from tests.core.kit import brief, generic


@pytest.mark.parametrize("source", ["pencil", "poured"])
@pytest.mark.parametrize("window", [None, 2, 3, 5])
@pytest.mark.parametrize(("heads", "head_dim"), [(2, 2), (3, 4), (1, 6)])
def test_growing_adds_in_place_whatever_order_numpy_adds_in(
    heads: int, head_dim: int, window: int | None, source: Any
) -> None:
    # From 7 to 8 numbers in a row NumPy begins to add them up in another order: that is no change.
    for tokens in range(1, 12):
        before = ex.Config(tokens=tokens, heads=heads, head_dim=head_dim, window=window, source=source)
        found = changes(ex.trace(before), ex.trace(before.replace(tokens=tokens + 1)))
        assert found.counts.changed == 0, tokens
        for step in found.after.steps:
            for name, tensor in step.tensors.items():
                expected = np.zeros(tensor.shape, dtype=bool)
                for at, axis in enumerate(tensor.axes):
                    if axis in ("token", "query_token", "key_token") and not name.startswith("example"):
                        expected[(slice(None),) * at + (tokens,)] = True
                assert np.array_equal(found.marks(step.name, name).new, expected), (step.name, name)
        assert found.gone == 0


@brief
@given(st.integers(0, 99))
def test_a_shorter_or_longer_row_of_real_numbers_is_not_changed_by_rounding(seed: int) -> None:
    rng = np.random.default_rng(seed)
    query, key, value = (rng.normal(size=(1, 19, 6)) for _ in range(3))
    whole = ex.trace_qkv(query, key, value, heads=2)
    for tokens in (1, 7, 8, 9, 18):
        part = ex.trace_qkv(query[:, :tokens], key[:, :tokens], value[:, :tokens], heads=2)
        assert changes(part, whole).counts.changed == 0
        assert not changes(whole, part)


@pytest.mark.parametrize("factor", [1e-12, 1e-9, 1e-3])
def test_a_small_change_is_marked_in_what_it_reaches(factor: float) -> None:
    query, key, value = (generic(1, 5, 6, seed=seed) for seed in range(3))
    nudged = value.copy()
    nudged[0, 2, 1] *= 1 + factor
    found = changes(ex.trace_qkv(query, key, value, heads=2), ex.trace_qkv(query, key, nudged, heads=2))
    assert not found.by_step["scores"].changed
    assert found.marks("merge", "output").changed[0].tolist() == [
        [i >= 2 and c == 1 for c in range(6)] for i in range(5)
    ]


def test_what_was_handed_over_is_compared_to_the_last_bit() -> None:
    rows = generic(1, 3, 4)
    nudged = rows.copy()
    nudged[0, 1, 2] = np.nextafter(rows[0, 1, 2], 9)
    found = changes(ex.trace_qkv(rows, rows, rows, heads=2), ex.trace_qkv(nudged, rows, rows, heads=2))
    assert found.marks("inside_flip", "key").changed.sum() == 0
    assert np.argwhere(found.marks("reshelve", "query").changed).tolist() == [[0, 1, 1, 0]]
    assert found.by_step["pour"].changed == 1


@pytest.mark.parametrize("books", [1, 2, 3])
def test_one_keep_table_for_all_and_one_for_each_are_held_against_each_other(books: int) -> None:
    rows = generic(books, 3, 4)
    tables = np.ones((books, 3, 3), dtype=bool)
    tables[-1, 2, 0] = False
    one = ex.trace_qkv(rows, rows, rows, heads=2)
    each = ex.trace_qkv(rows, rows, rows, heads=2, keep=tables)
    more = ex.trace_qkv(*[generic(4, 3, 4)] * 3, heads=2)
    assert np.argwhere(changes(one, each).marks("mask", "keep").changed).tolist() == [[books - 1, 2, 0]]
    assert np.argwhere(changes(each, one).marks("mask", "keep").changed).tolist() == [[2, 0]]
    # One table is not new for having more batch items; a table of an item that was not there is.
    assert np.argwhere(changes(each, more).marks("mask", "keep").changed).tolist() == [[2, 0]]
    assert not changes(each, more).marks("mask", "keep").new.any()
    wider = ex.trace_qkv(*[generic(4, 3, 4)] * 3, heads=2, keep=np.ones((4, 3, 3), dtype=bool))
    assert changes(one, wider).marks("mask", "keep").new.any(axis=(1, 2)).tolist() == [
        book >= books for book in range(4)
    ]


def doctored(trip: ex.Trace, step: str, tensor: str, values: list[float]) -> ex.Trace:
    """The same trip with the first numbers of one tensor written over."""
    old = trip[step][tensor]
    array = old.values.copy()
    array.flat[: len(values)] = values
    tensors = {**trip[step].tensors, tensor: Tensor(tensor, frozen(array), old.axes)}
    steps = (replace(one, tensors=tensors) if one.name == step else one for one in trip.steps)
    return ex.Trace(trip.config, tuple(steps))


@pytest.mark.parametrize(
    ("step", "tensor"), [("shares", "shares"), ("blend", "blend"), ("cut", "query"), ("mask", "struck")]
)
def test_nan_and_infinities_equal_themselves_alone(step: str, tensor: str) -> None:
    odd = [np.nan, -np.inf, np.inf]
    one = doctored(ex.trace(), step, tensor, odd)
    assert not changes(one, doctored(ex.trace(), step, tensor, odd))
    other = doctored(ex.trace(), step, tensor, [*odd[1:], odd[0]])
    assert changes(one, other).counts.changed == 3
    plain = doctored(ex.trace(), step, tensor, [1.0, 2.0, 3.0])
    assert changes(one, plain).counts.changed == changes(plain, one).counts.changed == 3
