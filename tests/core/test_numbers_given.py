"""Numbers that somebody handed over: checked, copied, frozen, equal by what is in them."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.numbers import LABEL_LENGTH, MOST_LABELS, Numbers
from explorer.errors import DataError, ShapeError
from tests.core.kit import generic, quick

ROWS = {name: generic(2, 3, 4, seed=seed) for seed, name in enumerate(("query", "key", "value"))}
TOKENS, TABLE, BIAS = generic(1, 3, 2, seed=5), generic(1, 2, 12, seed=6)[0], generic(1, 1, 12, seed=7)[0, 0]


def poured(**changes: Any) -> Numbers:
    return Numbers.poured_from(**{"tokens": TOKENS, "table": TABLE, "bias": BIAS, **changes})


def refused(kind: type[ex.ExplorerError], make: Any) -> str:
    with pytest.raises(kind) as caught:
        make()
    assert type(caught.value) is kind
    return str(caught.value)


def test_rows_without_books_are_of_one_book() -> None:
    numbers = Numbers.of(query=[[1, 2]], key=[[3, 4]], value=[[5, 6]])
    assert {name: array.tolist() for name, array in numbers.arrays.items()} == {
        "query": [[[1.0, 2.0]]],
        "key": [[[3.0, 4.0]]],
        "value": [[[5.0, 6.0]]],
    }


def test_what_is_handed_over_is_copied_and_cannot_be_written() -> None:
    rows = {name: array.copy() for name, array in ROWS.items()}
    numbers = Numbers(rows)
    rows["query"][:] = 99
    assert (numbers.arrays["query"] == ROWS["query"]).all()
    with pytest.raises(ValueError, match="read-only"):
        numbers.arrays["query"][0, 0, 0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        numbers.arrays["query"].setflags(write=True)
    with pytest.raises(TypeError):
        numbers.arrays["query"] = rows["query"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("kinds", "dtype"),
    [
        (("f4", "f4", "f4"), "float32"),
        (("f4", "f8", "f4"), "float64"),
        (("f4", "i4", "f4"), "float64"),
        ((">f4", "<f4", ">f4"), "float32"),
        (("u1", "i8", ">i2"), "float64"),
    ],
)
def test_all_arrays_are_of_one_dtype(kinds: tuple[str, ...], dtype: str) -> None:
    whole = np.arange(8).reshape(2, 4)
    numbers = Numbers({n: whole.astype(kind) for n, kind in zip(ROWS, kinds, strict=True)})
    assert {array.dtype for array in numbers.arrays.values()} == {np.dtype(dtype)}
    assert numbers.dtype == np.dtype(dtype)
    assert all((array == whole).all() for array in numbers.arrays.values())


def test_the_sizes_of_poured_numbers_are_those_after_the_pour() -> None:
    numbers = poured(heads=2)
    assert (numbers.poured, numbers.batch, numbers.tokens, numbers.width) == (True, 1, 3, 4)
    assert list(numbers.arrays) == ["tokens", "table", "bias"]
    assert list(poured(bias=None).arrays) == ["tokens", "table"]


CHANGES: dict[str, dict[str, Any]] = {
    "a number": {"query": ROWS["query"] + np.eye(3, 4)},
    "dtype": {name: array.astype(np.float32) for name, array in ROWS.items()},
    "shape": {name: array.reshape(2, 4, 3) for name, array in ROWS.items()},
    "books": {name: array.reshape(1, 6, 4) for name, array in ROWS.items()},
    "heads": {"heads": 2},
    "labels": {"labels": ("a",)},
    "name": {"name": "x"},
    "causal": {"causal": False},
    "roles": {"query": ROWS["key"], "key": ROWS["query"]},
}


@pytest.mark.parametrize("change", CHANGES)
def test_other_numbers_are_not_equal(change: str) -> None:
    one, other = Numbers.of(**ROWS), Numbers.of(**{**ROWS, **CHANGES[change]})
    assert one != other
    assert one.digest != other.digest


def test_the_same_numbers_are_equal_and_hash_alike() -> None:
    one, other = Numbers.of(**ROWS, labels=["a"]), Numbers({**reversed_(ROWS)}, labels=("a",))
    assert one == other
    assert len({one, other}) == 1
    assert one != "numbers"


def reversed_(arrays: dict[str, Any]) -> dict[str, Any]:
    """The same arrays in another order and another layout in memory."""
    return {name: np.asfortranarray(array) for name, array in reversed(arrays.items())}


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_is_equal_and_frozen(again: Any) -> None:
    one = poured(heads=2, labels=("a",), name="n", causal=False)
    other = again(one)
    assert other == one
    assert not any(array.flags.writeable for array in other.arrays.values())


def test_they_are_told_in_one_line_however_many_they_are() -> None:
    assert repr(poured(name="layer.npz", heads=4)) == (
        "<Numbers 'layer.npz': tokens, table, bias; 1 batch item, 3 tokens, width 4, 4 heads, float64>"
    )


REFUSED: dict[str, tuple[type[ex.ExplorerError], Any, str]] = {
    "no arrays": (
        DataError,
        lambda: Numbers({}),
        "Cannot make Numbers of nothing: give query, key and value; or tokens and table, and perhaps bias.",
    ),
    "one is missing": (
        DataError,
        lambda: Numbers({"query": ROWS["query"], "value": ROWS["value"]}),
        (
            "Cannot make Numbers of 'query' and 'value': give query, key and value; "
            "or tokens and table, and perhaps bias."
        ),
    ),
    "no mapping": (
        DataError,
        lambda: Numbers([1, 2]),  # type: ignore[arg-type]
        "Cannot make Numbers of nothing: give query, key and value; or tokens and table, and perhaps bias.",
    ),
    "shapes": (
        ShapeError,
        lambda: Numbers.of(**{**ROWS, "value": ROWS["value"][:, :2]}),
        (
            "Cannot use tensors of different shapes, as (batch, token, width): query (2, 3, 4), "
            "key (2, 3, 4), value (2, 2, 4). Give query, key and value the same number of batch items, "
            "tokens and numbers in a row."
        ),
    ),
    "nan in the rows": (
        DataError,
        lambda: Numbers.of(**{**ROWS, "key": np.where(np.arange(4) == 2, np.nan, ROWS["key"])}),
        (
            "Cannot use key: it holds nan at batch 0, token 0, column 2 and 5 more. "
            "Every entry must be a finite number; put one there."
        ),
    ),
    "inf in the table": (
        DataError,
        lambda: poured(table=np.where(np.arange(12) == 7, np.inf, TABLE)),
        (
            "Cannot use table: it holds inf at channel 0, wide 7. "
            "Every entry must be a finite number; put one there."
        ),
    ),
    "nan in the bias": (
        DataError,
        lambda: poured(bias=[*BIAS[:-1], np.nan]),
        "Cannot use bias: it holds nan at wide 11. Every entry must be a finite number; put one there.",
    ),
    "a table for other tokens": (
        ShapeError,
        lambda: poured(table=TABLE.T),
        (
            "Cannot pour tokens of 2 channels through a table of shape (12, 2): "
            "its axes are (channel, wide). Give it a row for each channel; "
            "PyTorch keeps it as (wide, channel), to be turned first."
        ),
    ),
    "a table that can't be cut": (
        ShapeError,
        lambda: poured(table=TABLE[:, :10]),
        (
            "Cannot cut a wide row of 10 numbers in three: 10 is not a multiple of 3. "
            "Give the table 3C columns: C of query, then C of key, then C of value."
        ),
    ),
    "a bias of another length": (
        ShapeError,
        lambda: poured(bias=BIAS[:4]),
        (
            "Cannot add a bias of 4 numbers to a wide row of 12. "
            "Give it one number for each column of the table."
        ),
    ),
    "a bias of two axes": (
        ShapeError,
        lambda: poured(bias=BIAS[None]),
        "Cannot use bias of shape (1, 12): its axes are (wide). Reshape it first.",
    ),
    "a table of three axes": (
        ShapeError,
        lambda: poured(table=TABLE[None]),
        "Cannot use table of shape (1, 2, 12): its axes are (channel, wide). Reshape it first.",
    ),
    "a ragged table": (
        ShapeError,
        lambda: poured(table=[[1, 2, 3], [1]]),
        (
            "Cannot use table: its rows are not all of the same length. "
            "Give every token the same number of numbers, as (token, width) or (batch, token, width)."
        ),
    ),
    "text in the table": (
        DataError,
        lambda: poured(table=[["a", "b", "c"]] * 2),
        "Cannot use table: its entries are text, not real numbers. Give whole numbers, float32 or float64.",
    ),
    "heads": (
        ShapeError,
        lambda: Numbers.of(**ROWS, heads=3),
        "Cannot divide a row of width 4 into 3 heads: 4 is not a multiple of 3. Choose 1, 2 or 4 heads.",
    ),
    "no heads": (
        ShapeError,
        lambda: Numbers.of(**ROWS, heads=0),
        "Cannot divide a row into 0 heads: heads is a count, a whole number of 1 or more.",
    ),
    "heads that are no count": (
        ShapeError,
        lambda: Numbers.of(**ROWS, heads=True),
        "Cannot divide a row into True heads: heads is a count, a whole number of 1 or more.",
    ),
    "more labels than tokens": (
        DataError,
        lambda: Numbers.of(**ROWS, labels=list("abcd")),
        "Cannot name 3 tokens by 4 labels: give at most 3, one for each of the first tokens.",
    ),
    "one text for labels": (
        DataError,
        lambda: Numbers.of(**ROWS, labels="abc"),
        "Cannot name tokens by 'abc': give a list of texts, one for each token.",
    ),
    "labels that are no text": (
        DataError,
        lambda: Numbers.of(**ROWS, labels=[1, 2]),
        "Cannot name tokens by [1, 2]: give a list of texts, one for each token.",
    ),
    "a label of a control character": (
        DataError,
        lambda: Numbers.of(**ROWS, labels=["a", "b\n"]),
        "Cannot name token 1 'b\\n': a label is printable text of at most 40 characters.",
    ),
    "a name of a control character": (
        DataError,
        lambda: Numbers.of(**ROWS, name="a\0"),
        "Cannot name the numbers 'a\\x00': a name is printable text of at most 200 characters.",
    ),
    "causal": (
        DataError,
        lambda: Numbers.of(**ROWS, causal="no"),
        "Cannot use causal='no': choose True or False.",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_used_is_refused_with_the_way_to_mend_it(case: str) -> None:
    kind, make, message = REFUSED[case]
    assert refused(kind, make) == message


def test_a_label_may_be_as_long_and_as_many_as_said() -> None:
    rows = np.ones((MOST_LABELS + 9, 2))
    labels = ["x" * LABEL_LENGTH] * MOST_LABELS
    assert len(Numbers.of(query=rows, key=rows, value=rows, labels=labels).labels) == MOST_LABELS
    said = refused(DataError, lambda: Numbers.of(query=rows, key=rows, value=rows, labels=[*labels, "x"]))
    assert said == (
        f"Cannot name {MOST_LABELS + 9} tokens by {MOST_LABELS + 1} labels: give at most {MOST_LABELS}, "
        "one for each of the first tokens."
    )
    with pytest.raises(DataError, match="at most 40 characters"):
        Numbers.of(query=rows, key=rows, value=rows, labels=["x" * (LABEL_LENGTH + 1)])


@quick
@given(batch=st.integers(1, 3), tokens=st.integers(1, 5), heads=st.integers(1, 4), head_dim=st.integers(1, 4))
def test_a_trip_of_them_is_that_of_trace_qkv(batch: int, tokens: int, heads: int, head_dim: int) -> None:
    arrays = [generic(batch, tokens, heads * head_dim, seed=seed) for seed in range(3)]
    numbers = Numbers(dict(zip(ROWS, arrays, strict=True)), heads=heads)
    trip = ex.trace(ex.Config.of(numbers))
    assert (trip.output.values == ex.trace_qkv(*arrays, heads=heads).output.values).all()
