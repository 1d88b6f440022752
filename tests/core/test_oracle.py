"""The engine against the same arithmetic written in plain loops."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import explorer as ex
from tests.core import oracle
from tests.core.kit import Ask, asks, configs, generic, quick


def differing(trip: ex.Trace, expected: oracle.Record, rtol: float, atol: float) -> list[str]:
    """Name the tensors that differ, those of the worked example aside."""
    found_other = []
    for step in trip.steps:
        for name, tensor in step.tensors.items():
            if name.startswith("example_") or name in ("tokens", "table", "bias"):
                continue
            wanted = np.asarray(expected[step.name][name])
            found = tensor.values
            if name == "keep" and found.ndim == 2:
                wanted = wanted[0]
            where = f"{step.name} {name} {tensor.axes}"
            same = (
                np.array_equal
                if name == "keep"
                else partial(np.allclose, rtol=rtol, atol=atol, equal_nan=True)
            )
            if found.shape != wanted.shape or not same(found, wanted):
                found_other.append(f"{where}: {found} and not {wanted}")
        found_other += [
            f"{step.name} lacks {name}" for name in expected[step.name].keys() - step.tensors.keys()
        ]
    return found_other


def by_loops(ask: Ask) -> oracle.Record:
    """The oracle's record of the same call."""
    arrays = [np.asarray(a, dtype=np.float64).tolist() for a in (ask.query, ask.key, ask.value)]
    keep = None if ask.keep is None else ask.keep.tolist()
    return oracle.trip(*arrays, heads=ask.heads, window=ask.window, causal=ask.causal, keep=keep)


def on_the_edge(record: oracle.Record) -> bool:
    """Whether a row's largest score is so near +-30 that rounding decides its shift."""
    largest = np.abs(np.asarray(record["mask"]["struck"]).max(axis=-1))
    return bool(np.any(np.abs(largest - oracle.CALM) < 1e-6))


@quick
@given(asks())
def test_given_numbers(ask: Ask) -> None:
    expected = by_loops(ask)
    assume(not on_the_edge(expected))
    assert differing(ask.trace(), expected, rtol=1e-10, atol=1e-10) == []


@quick
@given(asks(kinds=("singles",)))
def test_singles(ask: Ask) -> None:
    trip = ask.trace()
    assert trip.config.dtype == np.float32
    for step in trip.steps[1:]:
        for name, tensor in step.tensors.items():
            assert tensor.values.dtype == (np.bool_ if name == "keep" else np.float32), (step.name, name)
    assert differing(trip, by_loops(ask), rtol=1e-4, atol=1e-4) == []


@quick
@given(configs())
def test_generated_numbers(config: ex.Config) -> None:
    trip = ex.trace(config)
    rows = [trip["cut"][name].values.tolist() for name in ("query", "key", "value")]
    expected = oracle.trip(*rows, heads=config.heads, window=config.window, causal=config.causal)
    assert differing(trip, expected, rtol=1e-10, atol=1e-10) == []


@quick
@given(configs(source="poured"))
def test_pouring(config: ex.Config) -> None:
    pour = ex.trace(config)["pour"]
    tokens, table = pour["tokens"].values.tolist(), pour["table"].values.tolist()
    for b in range(config.batch):
        for t in range(config.tokens):
            for column in range(3 * config.width):
                poured = sum(tokens[b][t][c] * table[c][column] for c in range(2))
                assert pour["wide"].at(batch=b, token=t, wide=column) == poured


@quick
@given(configs(), st.data())
def test_generated_numbers_with_a_keep_table(config: ex.Config, data: st.DataObject) -> None:
    tokens = config.tokens
    keep = np.array(data.draw(st.lists(st.booleans(), min_size=tokens**2, max_size=tokens**2)))
    keep = keep.reshape(tokens, tokens) | np.eye(tokens, dtype=bool)
    trip = ex.trace(config, keep=keep)
    rows = [trip["cut"][name].values.tolist() for name in ("query", "key", "value")]
    rules = {"heads": config.heads, "window": config.window, "causal": config.causal}
    assert differing(trip, oracle.trip(*rows, keep=keep.tolist(), **rules), rtol=1e-10, atol=1e-10) == []


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_generated_numbers_in_the_dtype_asked(dtype: type) -> None:
    for source in ("pencil", "poured"):
        trip = ex.trace(ex.Config(tokens=5, heads=3, head_dim=4, batch=2, source=source, dtype=dtype))
        assert {t.values.dtype for s in trip.steps for t in s.tensors.values()} == {
            np.dtype(bool),
            np.dtype(dtype),
        }


@pytest.mark.parametrize("others", [np.float64, np.int64, np.int8, np.uint16])
def test_one_double_or_whole_number_makes_all_doubles(others: type) -> None:
    single, other = np.ones((3, 4), dtype=np.float32), np.ones((3, 4), dtype=others)
    for arrays in ((single, single, other), (single, other, single), (other, single, single), (other,) * 3):
        trip = ex.trace_qkv(*arrays, heads=2)
        assert trip.config.dtype == np.float64
        assert {t.values.dtype for s in trip.steps[1:] for t in s.tensors.values()} == {
            np.dtype(bool),
            np.dtype(float),
        }


def test_a_two_axis_call_is_one_book() -> None:
    arrays = [generic(5, 12, seed=seed) for seed in range(3)]
    flat = ex.trace_qkv(*arrays, heads=3, window=2)
    booked = ex.trace_qkv(*[a[None] for a in arrays], heads=3, window=2)
    assert flat.output.shape == booked.output.shape == (1, 5, 12)
    assert np.array_equal(flat.output.values, booked.output.values)
    assert flat.config == booked.config


@pytest.mark.parametrize(
    "arrange",
    [np.asfortranarray, lambda a: a[::-1].copy()[::-1], lambda a: a.astype(">f8"), np.ndarray.tolist],
    ids=["fortran", "backward strides", "big-endian", "lists"],
)
def test_how_the_arrays_lie_in_memory_does_not_matter(arrange: object) -> None:
    arrays = [generic(2, 5, 12, seed=seed) for seed in range(3)]
    expected = ex.trace_qkv(*arrays, heads=3, window=2)
    found = ex.trace_qkv(*[arrange(a) for a in arrays], heads=3, window=2)  # type: ignore[operator]
    assert np.array_equal(found.output.values, expected.output.values)
    assert found["reshelve"]["key"].strides == expected["reshelve"]["key"].strides
    assert {s.name: dict(s.moved) for s in found.steps} == {s.name: dict(s.moved) for s in expected.steps}
