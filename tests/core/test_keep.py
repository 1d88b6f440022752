"""A caller's keep-table: what it strikes, and which tables are refused."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from tests.core.kit import Case, generic, refusal

GOOD = [generic(2, 5, 12, seed=seed) for seed in range(3)]
ONES = np.ones((5, 12))


def struck_row(*book: int, row: int) -> np.ndarray:
    keep = np.ones((2, 5, 5) if book else (5, 5), dtype=bool)
    keep[(*book, row)] = False
    return keep


def test_a_row_with_nothing_kept_is_named() -> None:
    keep = np.ones((5, 5), dtype=bool)
    keep[3] = False
    said = refusal(ex.MaskError, lambda: ex.trace_qkv(*GOOD, heads=3, keep=keep))
    assert "3" in said
    books = np.ones((2, 5, 5), dtype=bool)
    books[1, 4] = False
    said = refusal(ex.MaskError, lambda: ex.trace_qkv(*GOOD, heads=3, keep=books))
    assert "4" in said
    assert "1" in said


def test_a_row_emptied_by_both_tables_together_is_named() -> None:
    # Token 0 may look only ahead, and the causal rule strikes what is ahead.
    keep = ~np.eye(5, dtype=bool)
    said = refusal(ex.MaskError, lambda: ex.trace_qkv(*GOOD, heads=3, keep=keep))
    assert "0" in said
    assert ex.trace_qkv(*GOOD, heads=3, keep=keep, causal=False).output.shape == (2, 5, 12)


def test_a_table_a_book_strikes_in_its_own_book_only() -> None:
    keep = np.ones((2, 5, 5), dtype=bool)
    keep[1, :, 0] = np.arange(5) == 0
    trip = ex.trace_qkv(*GOOD, heads=3, keep=keep)
    tensor = trip["mask"]["keep"]
    assert tensor.axes == ("batch", "query_token", "key_token")
    assert np.array_equal(tensor.values[0], np.tril(np.ones((5, 5), dtype=bool)))
    assert np.array_equal(tensor.values[1], np.tril(np.ones((5, 5), dtype=bool)) & keep[1])
    struck = trip["mask"]["struck"].values
    assert np.array_equal(np.isinf(struck), np.broadcast_to(~tensor.values[:, None], struck.shape))


def test_lists_and_ones_and_zeros_are_a_table_too() -> None:
    table = np.eye(5, dtype=bool) | np.eye(5, k=-2, dtype=bool)
    expected = ex.trace_qkv(*GOOD, heads=3, keep=table)
    for spelled in (table.tolist(), table.astype(int), np.broadcast_to(table, (2, 5, 5))):
        found = ex.trace_qkv(*GOOD, heads=3, keep=spelled)
        assert found["mask"]["keep"].values.dtype == np.bool_
        assert np.array_equal(found.output.values, expected.output.values)


@pytest.mark.parametrize(
    "shape", [(), (5,), (4, 4), (5, 4), (1, 5), (5, 1), (3, 5, 5), (2, 5, 4), (2, 3, 5, 5), (0, 5)]
)
def test_keep_of_another_shape(shape: tuple[int, ...]) -> None:
    with pytest.raises((ex.MaskError, ex.ShapeError)) as caught:
        ex.trace_qkv(*GOOD, heads=3, keep=np.ones(shape, dtype=bool))
    said = str(caught.value)
    assert "keep" in said
    assert str(shape) in said
    assert "(5, 5)" in said
    assert "(2, 5, 5)" in said


OTHER_KINDS = {
    "floats": np.ones((5, 5)),
    "minus inf": np.full((5, 5), -np.inf),
    "text": np.full((5, 5), "x"),
    "objects": np.full((5, 5), None),
    "twos": np.full((5, 5), 2),
    "masked": np.ma.masked_equal(np.ones((5, 5), dtype=bool), value=False),
    "ragged": [[True, False], [True]],
    "a word": "causal",
    "one answer": True,
}


@pytest.mark.parametrize("kind", OTHER_KINDS)
def test_keep_of_another_kind(kind: str) -> None:
    with pytest.raises((ex.MaskError, ex.ShapeError)) as caught:
        ex.trace_qkv(*GOOD, heads=3, keep=OTHER_KINDS[kind])
    assert "keep" in str(caught.value)


def with_keep(keep: np.ndarray, array: np.ndarray = ONES) -> ex.Trace:
    return ex.trace_qkv(array, array, array, heads=3, keep=keep)


KEEPS: dict[str, Case] = {
    "a row emptied": (
        ex.MaskError,
        lambda: with_keep(struck_row(row=3)),
        (
            "Cannot share out the row of token 3: the causal rule and keep strike every cell of it, and a "
            "share of nothing is 0 / 0. Keep one cell or more in each row; the token "
            "itself, cell (3, 3), is usual."
        ),
    ),
    "a row of one book emptied": (
        ex.MaskError,
        lambda: with_keep(struck_row(1, row=4), np.ones((2, 5, 12))),
        (
            "Cannot share out the row of token 4 of batch item 1: the causal rule and keep strike every cell "
            "of it, and a share of nothing is 0 / 0. Keep one cell or more in each row; the "
            "token itself, cell (4, 4), is usual."
        ),
    ),
    "another shape": (
        ex.MaskError,
        lambda: with_keep(np.ones((5, 4), dtype=bool)),
        (
            "Cannot use keep of shape (5, 4): it says for each asking token which tokens it may look at. "
            "Give (5, 5), or (1, 5, 5) where batch items differ."
        ),
    ),
    "ragged": (
        ex.MaskError,
        lambda: ex.trace_qkv(ONES, ONES, ONES, heads=3, keep=[[True, False], [True]]),
        (
            "Cannot use keep: its rows are not all of the same length. "
            "Give 5 rows of 5, one for each asking token."
        ),
    ),
    "masked": (
        ex.MaskError,
        lambda: with_keep(np.ma.masked_equal(np.ones((5, 5), dtype=bool), value=False)),
        "Cannot use keep: it is a masked array, which says twice what is struck. Fill it first.",
    ),
    "a table to add": (
        ex.MaskError,
        lambda: with_keep(np.zeros((5, 5))),
        (
            "Cannot use keep of float64: a cell is kept (True or 1) or struck (False or 0). "
            "Compare first, as in scores_mask == 0 for a table of 0 and -inf."
        ),
    ),
}


@pytest.mark.parametrize("case", KEEPS)
def test_keep_tables(case: str) -> None:
    kind, call, message = KEEPS[case]
    assert refusal(kind, call) == message
