"""What is shown of a file before it is taken."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from explorer.files import Pile, guess, preview
from tests.files.kit import BIAS, TABLE, K, Q, V, X


def test_each_role_is_shown_with_its_axes_and_first_numbers() -> None:
    found = Pile("a.npz", {"x": X, "in_proj_weight": TABLE.T, "in_proj_bias": BIAS})
    tokens, table, bias = preview(found, guess(found))
    assert (tokens.role, tokens.name, tokens.sizes) == ("tokens", "x", (("token", 3), ("channel", 5)))
    assert tokens.rows == tuple(map(tuple, X.tolist()))
    assert (table.sizes, table.rows) == (
        (("wide", 12), ("channel", 5)),
        tuple(tuple(row[:6]) for row in TABLE[:3].tolist()),
    )
    assert (table.more_rows, table.more_columns) == (True, True)
    assert (bias.rows, bias.more_rows) == ((tuple(BIAS[:6].tolist()),), False)


@pytest.mark.parametrize("order", ["batch head token head_dim", "batch token head head_dim"])
def test_each_order_shows_the_rows_that_it_would_make(order: str) -> None:
    found = Pile("a.npz", {"q": Q, "k": K, "v": V})
    query = preview(found, guess(found, {"order": order}))[0]
    rows = Q.reshape(2, 12) if order.split()[1] == "token" else Q[0].transpose(1, 0, 2).reshape(3, 8)
    assert query.rows == tuple(tuple(row[:6]) for row in rows.tolist())
    assert query.sizes == tuple(zip(order.split(), Q.shape, strict=True))
    assert query.more_columns


def test_it_is_text_too_and_shows_what_can_not_be_taken() -> None:
    found = Pile("a.npz", {name: np.array([[1.0, np.nan, 1 / 3, 1e9, 5, 6, 7]] * 4) for name in "qkv"})
    assert str(preview(found, guess(found))[0]) == (
        "query = q, float64 (token 4, width 7)\n"
        "  1  nan  0.3333  1e+09  5  6  ...\n"
        "  1  nan  0.3333  1e+09  5  6  ...\n"
        "  1  nan  0.3333  1e+09  5  6  ...\n"
        "  ..."
    )


def test_a_look_at_a_large_file_copies_little() -> None:
    large = np.zeros((4, 8, 512, 128))
    found = Pile("a.npz", {"q": large, "k": large, "v": large})
    reading = guess(found)
    tracemalloc.start()
    preview(found, reading)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 200_000
