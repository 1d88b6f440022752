"""Where a trip's numbers come from.

The rule: a number depends only on its tensor, its batch item, its token and its column in the token's row.
So a row is a fixed thing. More tokens add rows, a wider row goes on where it ended, and changing heads
against head_dim at the same width moves the dividers in the very same row.
"""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from explorer.core.grid import Array
from explorer.errors import DataError, ShapeError

__all__ = ["CHANNELS", "EXAMPLE_TABLE", "EXAMPLE_TOKENS", "made_up", "own", "poured_table", "poured_tokens"]

CHANNELS = 2
"""Numbers in a token before the pour. A constant, so that a wider row leaves the numbers before it alone."""

_PENCIL = MappingProxyType(
    {
        "query": np.array([[1, 0, 2, 1], [0, 1, 1, 0], [1, 1, 0, 2]]),
        "key": np.array([[1, 0, 1, 0], [0, 2, 0, 1], [1, 1, 1, 1]]),
        "value": np.array([[2, 0, 1, 3], [1, 1, 0, 0], [0, 2, 2, 1]]),
    }
)
EXAMPLE_TOKENS = ((5, 3), (1, 2))
"""The pour's worked example: two tokens of two channels each."""
EXAMPLE_TABLE = ((2, 1), (1, 3))
"""The pour's worked example: one column for each number that comes out; 5*2 + 3*1 = 13."""

_SEEDS = MappingProxyType({"query": 1, "key": 2, "value": 3, "tokens": 25})


def made_up(name: str, batch: int, tokens: int, width: int) -> Array:
    """Small whole numbers for query, key or value: the pencil example first, then more of the kind.

    Parameters
    ----------
    name : {"query", "key", "value"}
    batch, tokens, width : int
        How many of each axis.

    Returns
    -------
    ndarray of int, axes (batch, token, width)
        Each entry depends only on (name, batch, token, column).

    Examples
    --------
    >>> made_up("query", 1, 3, 4)[0].tolist()
    [[1, 0, 2, 1], [0, 1, 1, 0], [1, 1, 0, 2]]
    >>> made_up("query", 1, 5, 8)[0, :3, :4].tolist()
    [[1, 0, 2, 1], [0, 1, 1, 0], [1, 1, 0, 2]]
    """
    values = _scatter(_SEEDS[name], batch, tokens, width) % 3
    pencil = _PENCIL[name][:tokens, :width]
    values[0, : pencil.shape[0], : pencil.shape[1]] = pencil
    return values


def poured_tokens(batch: int, tokens: int) -> Array:
    """Make the tokens before the pour.

    Parameters
    ----------
    batch, tokens : int

    Returns
    -------
    ndarray of int, axes (batch, token, channel)
        The first two tokens of the first batch item are the worked example's.

    Examples
    --------
    >>> poured_tokens(1, 2).tolist()
    [[[5, 3], [1, 2]]]
    """
    values = _scatter(_SEEDS["tokens"], batch, tokens, CHANNELS) % 4
    example = np.array(EXAMPLE_TOKENS)[:tokens]
    values[0, : len(example)] = example
    return values


def poured_table(width: int) -> Array:
    """Make the one table that every token of every batch item is poured through.

    Parameters
    ----------
    width : int
        C: the table makes C numbers of query, then C of key, then C of value.

    Returns
    -------
    ndarray of int, axes (channel, wide)
        `wide` is 3C. A column depends only on which of the three it makes, and its place there.

    Examples
    --------
    >>> poured_table(2)[:, 0].tolist()
    [2, 1]
    """
    thirds = [
        _scatter(_SEEDS[name], 1, CHANNELS, width, salt=7)[0] % 3 - 1 for name in ("query", "key", "value")
    ]
    example = np.array(EXAMPLE_TABLE)[:, :width]
    thirds[0][:, : example.shape[1]] = example
    return np.concatenate(thirds, axis=1)


def own(name: str, values: object) -> Array:
    """Check numbers that somebody handed over, and return them as a new floating array.

    Parameters
    ----------
    name : str
        Which tensor it is, for the message.
    values : array-like, axes (token, width) or (batch, token, width)
        Whole numbers are computed in float64; float32 stays float32.

    Returns
    -------
    ndarray of float32 or float64, axes (batch, token, width)
        A copy.

    Raises
    ------
    DataError
        If there is nothing in it, or text, objects, NaN or infinity; the message says where.
    ShapeError
        If it has not two or three axes, or its rows differ in length.

    Examples
    --------
    >>> own("query", [[1, 2], [3, 4]]).shape
    (1, 2, 2)
    """
    if np.ma.isMaskedArray(values):
        raise DataError(
            f"Cannot use {name}: it is a masked array, and its mask would be lost without a word. "
            "Hand over plain numbers, and say what may be looked at in keep."
        )
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise ShapeError(
            f"Cannot use {name}: its rows are not all of the same length. "
            "Give every token the same number of numbers, as (token, width) or (batch, token, width)."
        ) from error
    if array.dtype.kind not in "iuf":
        raise DataError(
            f"Cannot use {name}: its entries are {_kind(array)}, not real numbers. "
            "Give whole numbers, float32 or float64."
        )
    if array.ndim not in (2, 3):
        raise ShapeError(
            f"Cannot use {name} of shape {array.shape}: two axes are expected, (token, width), or three, "
            f"(batch, token, width), not {array.ndim}. Reshape it first."
        )
    if array.size == 0:
        raise DataError(
            f"Cannot use {name} of shape {array.shape}: there is nothing in it. "
            "Give one token or more, of one number or more."
        )
    if array.dtype.kind == "f" and array.dtype.itemsize not in (4, 8):
        raise DataError(
            f"Cannot use {name}: its numbers are {array.dtype}. Convert them to float32 or float64 first."
        )
    _refuse_endless(name, array)
    dtype = np.float32 if array.dtype.kind == "f" and array.dtype.itemsize == 4 else np.float64
    whole = array.astype(dtype, order="C", copy=True)
    return whole if whole.ndim == 3 else whole[np.newaxis]


def _refuse_endless(name: str, array: Array) -> None:
    bad = np.argwhere(~np.isfinite(array))
    if len(bad) == 0:
        return
    place = tuple(int(i) for i in bad[0])
    axes = ("batch", "token", "column")[-array.ndim :]
    where = ", ".join(f"{axis} {i}" for axis, i in zip(axes, place, strict=True))
    more = "" if len(bad) == 1 else f" and {len(bad) - 1} more"
    raise DataError(
        f"Cannot use {name}: it holds {array[place]} at {where}{more}. "
        "Every entry must be a finite number; put one there."
    )


def _kind(array: Array) -> str:
    kinds = {
        "b": "True or False",
        "c": "complex numbers",
        "O": "objects",
        "U": "text",
        "S": "bytes",
        "T": "text",
    }
    return kinds.get(array.dtype.kind, f"of dtype {array.dtype}")


def _scatter(seed: int, batch: int, tokens: int, columns: int, *, salt: int = 0) -> Array:
    """Mix (seed, batch, token, column) into a whole number: the same four always give the same one."""
    b, t, c = np.ogrid[:batch, :tokens, :columns]
    mixed = (b * 7919 + t * 104729 + c * 1299709 + (seed + salt) * 15485863).astype(np.uint64)
    for shift in (13, 7, 17):  # a few xor-shifts and multiplications: neighbours come out unlike each other
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(0x9E3779B97F4A7C15)
    whole: Array = (mixed >> np.uint64(33)).astype(np.int64)
    return whole
