"""Numbers handed over that can't be used: which tensor, where, and how to mend it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from tests.core.kit import Case, generic, quick, refusal

GOOD = [generic(2, 5, 12, seed=seed) for seed in range(3)]
ONES = np.ones((5, 12))
NAMES = ("query", "key", "value")


def with_one(name: str, array: object) -> list[Any]:
    """Three good arrays, one of them replaced."""
    return [array if n == name else good for n, good in zip(NAMES, GOOD, strict=True)]


def trace_with(name: str, array: object, **rules: Any) -> ex.Trace:
    return ex.trace_qkv(*with_one(name, array), **{"heads": 3, **rules})


BAD_NUMBERS = {
    "nan": np.nan,
    "inf": np.inf,
    "minus inf": -np.inf,
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", BAD_NUMBERS)
@pytest.mark.parametrize("axes", [2, 3])
def test_a_number_that_is_none_is_named_with_its_place(name: str, number: str, axes: int) -> None:
    arrays = {n: a.copy() if axes == 3 else a[0].copy() for n, a in zip(NAMES, GOOD, strict=True)}
    arrays[name][(1, 3, 7) if axes == 3 else (3, 7)] = BAD_NUMBERS[number]
    said = refusal(ex.DataError, lambda: ex.trace_qkv(**arrays, heads=3))
    assert name in said
    assert "3" in said
    assert "7" in said
    assert ("nan" if number == "nan" else "inf") in said.lower()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "bad",
    [
        np.full((2, 5, 12), "2"),
        np.full((2, 5, 12), None),
        np.full((2, 5, 12), Decimal(1)),
        np.ones((2, 5, 12), dtype=bool),
        np.ones((2, 5, 12), dtype=complex),
        np.zeros((2, 5, 12), dtype="datetime64[s]"),
        np.full((2, 5, 12), b"1"),
        np.zeros((2, 5, 12), dtype=[("a", float)]),
        np.ma.masked_less(GOOD[0], 0),
        None,
        "query",
        {"a": 1},
        {1, 2},
        [[1, 2], [3]],
        [[1, None], [3, 4]],
        [["a", "b"], ["c", "d"]],
        [[10**400, 1], [1, 1]],
    ],
    ids=lambda bad: type(bad).__name__ + str(getattr(bad, "dtype", "")),
)
def test_what_is_no_real_number_is_refused(name: str, bad: object) -> None:
    with pytest.raises((ex.DataError, ex.ShapeError)) as caught:
        trace_with(name, bad)
    assert name in str(caught.value)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(), (12,), (1, 2, 5, 12), (2, 5, 3, 4, 1)])
def test_two_or_three_axes(name: str, shape: tuple[int, ...]) -> None:
    said = refusal(ex.ShapeError, lambda: trace_with(name, np.ones(shape)))
    assert name in said
    assert str(shape) in said
    for word in ("token", "width", "batch"):
        assert word in said


@pytest.mark.parametrize("shape", [(0, 12), (5, 0), (0, 5, 12), (2, 0, 12), (2, 5, 0), (0, 0)])
def test_empty_arrays(shape: tuple[int, ...]) -> None:
    said = refusal(ex.DataError, lambda: ex.trace_qkv(*[np.ones(shape)] * 3, heads=1))
    assert "query" in said
    assert str(shape) in said


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(2, 5, 9), (2, 4, 12), (1, 5, 12), (5, 12), (3, 5, 12)])
def test_the_three_are_of_one_shape(name: str, shape: tuple[int, ...]) -> None:
    said = refusal(ex.ShapeError, lambda: trace_with(name, np.ones(shape)))
    assert str(shape if len(shape) == 3 else (1, *shape)) in said
    assert "(2, 5, 12)" in said
    for each in NAMES:
        assert each in said


@pytest.mark.parametrize("heads", [5, 7, 8, 13, 24])
def test_heads_that_do_not_divide_the_width(heads: int) -> None:
    with pytest.raises((ex.ShapeError, ex.ConfigError)) as caught:
        ex.trace_qkv(*GOOD, heads=heads)
    said = str(caught.value)
    assert str(heads) in said
    for legal in ("1, 2, 3, 4, 6", "12"):
        assert legal in said


@pytest.mark.parametrize("bad", [0, -3, 3.0, "3", None, True])
def test_heads_is_a_whole_number(bad: object) -> None:
    said = refusal(ex.ConfigError, lambda: ex.trace_qkv(*GOOD, heads=bad))
    assert "heads" in said


@pytest.mark.parametrize(("field", "bad"), [("window", 0), ("window", 2.5), ("causal", 1), ("budget", 0)])
def test_the_other_rules_are_checked_as_in_config(field: str, bad: object) -> None:
    said = refusal(ex.ConfigError, lambda: ex.trace_qkv(*GOOD, heads=3, **{field: bad}))
    assert field in said


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_match_too_large_for_the_floats_is_refused_not_nan(dtype: type) -> None:
    big = np.sqrt(np.finfo(dtype).max) * dtype(4)
    rows = np.array([[big, big], [big, -big]], dtype=dtype)
    with pytest.raises(ex.ExplorerError) as caught:
        ex.trace_qkv(rows, rows, np.ones((2, 2), dtype=dtype), heads=1)
    assert isinstance(caught.value, ex.DataError)
    assert "matches" in str(caught.value) or "match" in str(caught.value)


@pytest.mark.filterwarnings("error")
def test_a_double_too_large_for_a_single_is_refused_or_kept() -> None:
    rows = np.full((2, 2), 1e300)
    small = np.ones((2, 2), dtype=np.float32)
    trip = ex.trace_qkv(small, small, rows, heads=1)
    assert np.all(np.isfinite(trip.output.values))


@quick
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | st.text(max_size=2),
        lambda inner: st.lists(inner, max_size=3),
        max_leaves=8,
    ),
    st.sampled_from(NAMES),
)
def test_no_junk_ends_in_a_numpy_error(junk: object, name: str) -> None:
    with pytest.raises(ex.ExplorerError) as caught:
        trace_with(name, junk)
    assert name in str(caught.value)


def holed(number: float) -> np.ndarray:
    array = np.ones((2, 5, 12))
    array[1, 3, 7] = number
    return array


def hand_over(query: object = ONES, key: object = ONES, value: object = ONES, **rules: object) -> ex.Trace:
    return ex.trace_qkv(query, key, value, **{"heads": 3, **rules})  # type: ignore[arg-type]


NUMBERS: dict[str, Case] = {
    "nan in a book": (
        ex.DataError,
        lambda: hand_over(key=holed(np.nan)),
        (
            "Cannot use key: it holds nan at batch 1, token 3, column 7. "
            "Every entry must be a finite number; put one there."
        ),
    ),
    "inf in one book alone": (
        ex.DataError,
        lambda: hand_over(value=holed(np.inf)[1]),
        (
            "Cannot use value: it holds inf at token 3, column 7. "
            "Every entry must be a finite number; put one there."
        ),
    ),
    "many": (
        ex.DataError,
        lambda: hand_over(query=np.full((5, 12), -np.inf)),
        (
            "Cannot use query: it holds -inf at token 0, column 0 and 59 more. "
            "Every entry must be a finite number; put one there."
        ),
    ),
    "text": (
        ex.DataError,
        lambda: hand_over(query=[["a", "b"]]),
        "Cannot use query: its entries are text, not real numbers. Give whole numbers, float32 or float64.",
    ),
    "ragged": (
        ex.ShapeError,
        lambda: hand_over(value=[[1, 2], [3]]),
        (
            "Cannot use value: its rows are not all of the same length. "
            "Give every token the same number of numbers, as (token, width) or (batch, token, width)."
        ),
    ),
    "empty": (
        ex.DataError,
        lambda: hand_over(key=np.ones((0, 12))),
        (
            "Cannot use key of shape (0, 12): there is nothing in it. "
            "Give one token or more, of one number or more."
        ),
    ),
    "shapes": (
        ex.ShapeError,
        lambda: hand_over(key=np.ones((4, 12))),
        (
            "Cannot use tensors of different shapes, as (batch, token, width): "
            "query (1, 5, 12), key (1, 4, 12), value (1, 5, 12). "
            "Give query, key and value the same number of batch items, tokens and numbers in a row."
        ),
    ),
    "heads": (
        ex.ShapeError,
        lambda: hand_over(heads=5),
        (
            "Cannot divide a row of width 12 into 5 heads: 12 is not a multiple of 5. "
            "Choose 1, 2, 3, 4, 6 or 12 heads."
        ),
    ),
    "masked": (
        ex.DataError,
        lambda: hand_over(query=np.ma.masked_equal(ONES, 2)),
        (
            "Cannot use query: it is a masked array, and its mask would be lost without a word. "
            "Hand over plain numbers, and say what may be looked at in keep."
        ),
    ),
}


@pytest.mark.parametrize("case", NUMBERS)
def test_numbers_handed_over(case: str) -> None:
    kind, call, message = NUMBERS[case]
    assert refusal(kind, call) == message
