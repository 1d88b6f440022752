"""What can't be read one way or another, and how that is said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import explorer as ex
from explorer.errors import DataError, ShapeError
from explorer.files import Pile, guess, numbers_from
from tests.files.kit import pile, refusal

ROWS = {"q": (3, 4), "k": (3, 4), "v": (3, 4)}
REFUSED: dict[str, tuple[type[ex.ExplorerError], dict[str, Any], dict[str, Any], str]] = {
    "shapes": (
        ShapeError,
        {**ROWS, "v": (3, 6)},
        {},
        (
            "Cannot use arrays of different shapes: query 'q' (3, 4), key 'k' (3, 4) and value 'v' (3, 6) in "
            "layer.npz. "
            "Give query, key and value one shape: as many tokens, heads and numbers in each."
        ),
    ),
    "fewer heads of key and value": (
        ShapeError,
        {"q": (1, 4, 3, 2), "k": (1, 2, 3, 2), "v": (1, 2, 3, 2)},
        {},
        (
            "Cannot use arrays of different shapes: query 'q' (1, 4, 3, 2), key 'k' (1, 2, 3, 2) and "
            "value 'v' (1, 2, 3, 2) in layer.npz. "
            "Give query, key and value one shape: as many tokens, heads and numbers in each."
        ),
    ),
    "no value": (
        DataError,
        {"q": (3, 4), "k": (3, 4)},
        {},
        (
            "Cannot find value in layer.npz: it holds 'q' (3, 4) and 'k' (3, 4). "
            "Give query, key and value, each (T, C), (B, T, C) or (B, H, T, D); or tokens and a table."
        ),
    ),
    "one axis": (
        DataError,
        {"q": (4,), "k": (4,), "v": (4,)},
        {},
        (
            "Cannot find query, key and value in layer.npz: it holds 'q' (4,), 'k' (4,) and 'v' (4,); 'q' "
            "has "
            "shape "
            "(4,), and two to four axes are expected; 'k' has shape (4,), and two to four axes are expected; "
            "'v' has "
            "shape (4,), and two to four axes are expected. "
            "Give query, key and value, each (T, C), (B, T, C) or (B, H, T, D); or tokens and a table."
        ),
    ),
    "five axes": (
        DataError,
        {"x": (1, 1, 1, 2, 2)},
        {},
        (
            "Cannot find query, key and value in layer.npz: it holds 'x' (1, 1, 1, 2, 2). "
            "Give query, key and value, each (T, C), (B, T, C) or (B, H, T, D); or tokens and a table."
        ),
    ),
    "tokens that do not fit": (
        ShapeError,
        {"x": (3, 5), "table": (2, 6)},
        {},
        (
            "Cannot pour tokens of layer.npz through the table 'table' of shape (2, 6): it has to be "
            "(channel, "
            "3C), or "
            "(3C, channel) as PyTorch keeps it, for tokens whose last axis is channel. The tokens there: 'x' "
            "(3, 5)."
        ),
    ),
    "a table without tokens": (
        ShapeError,
        {"table": (2, 6)},
        {},
        (
            "Cannot pour tokens of layer.npz through the table 'table' of shape (2, 6): it has to be "
            "(channel, "
            "3C), or "
            "(3C, channel) as PyTorch keeps it, for tokens whose last axis is channel. The tokens there: "
            "none."
        ),
    ),
    "a bias of another length": (
        ShapeError,
        {"x": (3, 2), "table": (2, 6), "bias": (2,)},
        {},
        "Cannot add a bias of 2 numbers to a wide row of 6. Give it one number for each column of the table.",
    ),
    "a wide row that can't be cut": (
        ShapeError,
        {"qkv": (3, 7)},
        {},
        (
            "Cannot cut 'qkv' of layer.npz in three: its shape is (3, 7), and its last axis has to be a "
            "multiple of 3. "
            "Give it 3C numbers for each token: query, then key, then value."
        ),
    ),
    "heads": (DataError, ROWS, {"heads": 3}, "Cannot read layer.npz with heads=3: choose 1, 2 or 4."),
    "heads against the head axis": (
        DataError,
        dict.fromkeys("qkv", (1, 2, 3, 4)),
        {"heads": 5},
        "Cannot read layer.npz with heads=5: choose 2.",
    ),
    "an order of other axes": (
        DataError,
        ROWS,
        {"order": "batch token width"},
        "Cannot read layer.npz with order='batch token width': choose 'token width'.",
    ),
    "a name that is not there": (
        DataError,
        ROWS,
        {"query": "w"},
        "Cannot read layer.npz with query='w': choose 'q'.",
    ),
    "a question that is not there": (
        DataError,
        ROWS,
        {"ordre": "x"},
        (
            "Cannot answer 'ordre': nothing is asked by that name. Choose among kind, query, key, value, "
            "tokens, table, "
            "bias, wide, all, order, table_order and heads."
        ),
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_read_is_refused_with_the_way_to_mend_it(case: str) -> None:
    kind, shapes, answers, message = REFUSED[case]
    found = pile(**shapes)
    assert refusal(lambda: numbers_from(found, guess(found, answers)), kind) == message


def test_a_file_that_contradicts_itself_about_heads_is_refused() -> None:
    rows = {name: np.ones((3, 4)) for name in "qkv"}
    assert refusal(lambda: guess(Pile("a.npz", rows, heads=3)), ShapeError) == (
        "Cannot divide a.npz into 3 heads, as it says: its shape allows 1, 2 or 4. "
        "Mend the number of heads in it, or choose another."
    )
    assert guess(Pile("a.npz", rows, heads=3), {"heads": 2}).heads == 2


def test_a_role_put_aside_says_why() -> None:
    rows = Pile(
        "a.npz", {"k": np.ones((2, 2)), "v": np.ones((2, 2))}, aside={"q": "it holds text, not numbers"}
    )
    assert refusal(lambda: guess(rows), DataError) == (
        "Cannot find query in a.npz: it holds 'k' (2, 2) and 'v' (2, 2); 'q': it holds text, not numbers. "
        "Give query, key and value, each (T, C), (B, T, C) or (B, H, T, D); or tokens and a table."
    )


@pytest.mark.parametrize(
    ("role", "shape", "place", "where"),
    [
        ("q", (3, 4), (1, 2), "'q' of layer.npz as query: it holds nan at token 1, width 2"),
        (
            "k",
            (1, 2, 3, 4),
            (0, 1, 2, 3),
            "'k' of layer.npz as key: it holds nan at batch 0, head 1, token 2, head_dim 3",
        ),
        ("v", (2, 3, 4), (1, 2, 3), "'v' of layer.npz as value: it holds nan at batch 1, token 2, width 3"),
    ],
)
def test_nan_is_placed_by_the_files_own_axes(
    role: str, shape: tuple[int, ...], place: tuple[int, ...], where: str
) -> None:
    arrays = {name: np.ones(shape) for name in "qkv"}
    arrays[role][place] = np.nan
    found = pile(**arrays)
    assert refusal(lambda: numbers_from(found, guess(found)), DataError) == (
        f"Cannot use {where}. Every entry must be a finite number; put one there."
    )


@pytest.mark.parametrize(
    ("name", "place", "where"),
    [
        ("table", (1, 5), "'table' of layer.npz: it holds inf at channel 1, wide 5"),
        ("bias", (4,), "'bias' of layer.npz: it holds inf at wide 4"),
        ("x", (2, 1), "'x' of layer.npz as tokens: it holds inf at token 2, channel 1"),
    ],
)
def test_infinity_is_placed_in_a_pour_too(name: str, place: tuple[int, ...], where: str) -> None:
    arrays = {"x": np.ones((3, 2)), "table": np.ones((2, 6)), "bias": np.ones(6)}
    arrays[name][place] = np.inf
    found = pile(**arrays)
    assert refusal(lambda: numbers_from(found, guess(found)), DataError) == (
        f"Cannot use {where}. Every entry must be a finite number; put one there."
    )
