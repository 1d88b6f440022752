"""What was changed by hand: numbers typed over, and cells of the keep-table kept or struck.

Both are piles of single places, kept in one order with one entry a place (the last one wins), so that two
piles which say the same are equal. A place outside the present sizes sleeps: it waits until a size is raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from explorer.core.asked import shown
from explorer.core.fields import index
from explorer.errors import ConfigError, listed

__all__ = ["EDITABLE", "MOST", "Edit", "set_by_hand", "typed_over"]

EDITABLE = ("query", "key", "value", "tokens", "table.query", "table.key", "table.value")
"""What can be typed over. The table's columns are counted in each of its three parts."""
MOST = 10_000
"""The most places in one pile; whole arrays are better handed over. A change may name each of them again."""


class Edit(NamedTuple):
    """One number typed over.

    Attributes
    ----------
    tensor : str
        One of `EDITABLE`.
    batch : int
        Which batch item; 0 for the table, which serves all of them.
    row : int
        Which token; for the table, which channel.
    column : int
        Where in the token's row; for the table, where in the row of the part that it makes.
    value : float

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.core.edits import Edit
    >>> trip = ex.trace(ex.Config(edits=(Edit("query", 0, 0, 3, 7.5),)))
    >>> trip["cut"]["query"].values[0, 0].tolist()
    [1.0, 0.0, 2.0, 7.5]
    """

    tensor: str
    batch: int
    row: int
    column: int
    value: float


def typed_over(edits: object, dtype: np.dtype[Any]) -> tuple[Edit, ...]:
    """Check a pile of edits and put it in order.

    Parameters
    ----------
    edits : iterable of Edit, or of five values each
    dtype : numpy.dtype
        What the arithmetic is done in: every value must fit into it.

    Returns
    -------
    tuple of Edit
        Sorted by place, one for each: the last that was given.

    Raises
    ------
    ConfigError
        If it is no such pile; the message says which entry, and what is wrong with it.

    Examples
    --------
    >>> typed_over([("key", 0, 1, 0, 2), ("key", 0, 1, 0, 5)], np.dtype(float))
    (Edit(tensor='key', batch=0, row=1, column=0, value=5.0),)
    """
    example = 'Edit("query", 0, 2, 1, 7.5)'
    pile: dict[tuple[str, int, int, int], float] = {}
    for entry in _entries("edits", edits, 5, "a tensor, a batch item, a row, a column and a value", example):
        tensor, *place, value = entry
        if not isinstance(tensor, str) or tensor not in EDITABLE:
            raise ConfigError(f"Cannot type over {shown(tensor)}: choose {listed(map(repr, EDITABLE))}.")
        where = _whole(f"type over {tensor}", dict(zip(("batch", "row", "column"), place, strict=True)))
        if tensor.startswith("table") and where[0] != 0:
            raise ConfigError(
                f"Cannot type over {tensor} of batch item {where[0]}: one table serves all of them. "
                "Write 0 for the batch item."
            )
        pile[tensor, where[0], where[1], where[2]] = _finite(tensor, where, value, dtype)
    _refuse_too_many("edits", len(pile), MOST)
    return tuple(Edit(*where, value) for where, value in sorted(pile.items()))


def set_by_hand(cells: object) -> tuple[tuple[int, int, bool], ...]:
    """Check a pile of cells of the keep-table and put it in order.

    Parameters
    ----------
    cells : iterable of (query_token, key_token, kept)

    Returns
    -------
    tuple of (int, int, bool)
        Sorted by place, one for each: the last that was given.

    Raises
    ------
    ConfigError
        If it is no such pile; the message says which entry, and what is wrong with it.

    Examples
    --------
    >>> set_by_hand([(2, 0, True), (0, 1, True), (2, 0, False)])
    ((0, 1, True), (2, 0, False))
    """
    pile: dict[tuple[int, ...], bool] = {}
    told = "the asking token, the token looked at, and True or False"
    for asking, looked_at, kept in _entries("by_hand", cells, 3, told, "(2, 0, True)"):
        where = _whole("set a cell of the keep-table", {"query_token": asking, "key_token": looked_at})
        if not isinstance(kept, bool | np.bool_):
            raise ConfigError(
                f"Cannot set cell {where} of the keep-table to {shown(kept)}: "
                "choose True, kept, or False, struck."
            )
        pile[where] = bool(kept)
    _refuse_too_many("by_hand", len(pile), MOST)
    return tuple((where[0], where[1], kept) for where, kept in sorted(pile.items()))


def _entries(field: str, given: object, size: int, told: str, example: str) -> list[tuple[Any, ...]]:
    """Read a pile as tuples of this size."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise ConfigError(
            f"Cannot make a Config with {field}={shown(given)}: give a list, as in {field}=[{example}]."
        )
    entries = list(given)
    _refuse_too_many(field, len(entries), 2 * MOST)  # a full pile, and a change to all of it
    for entry in entries:
        if not isinstance(entry, tuple | list) or len(entry) != size:
            raise ConfigError(f"Cannot use {shown(entry)} in {field}: an entry is {told}, as in {example}.")
    return [tuple(entry) for entry in entries]


def _refuse_too_many(field: str, count: int, most: int) -> None:
    if count > most:
        raise ConfigError(
            f"Cannot keep {count} entries in {field}: {MOST} at most. "
            "Hand whole arrays over instead, to trace_qkv or Config.of."
        )


def _whole(asked: str, place: Mapping[str, object]) -> tuple[int, ...]:
    settled = {axis: index(value) for axis, value in place.items()}
    for axis, whole in settled.items():
        if whole is None:
            raise ConfigError(
                f"Cannot {asked} at {axis} {shown(place[axis])}: {axis} is a whole number, counted from 0."
            )
    return tuple(whole for whole in settled.values() if whole is not None)


def _finite(tensor: str, where: tuple[int, ...], value: object, dtype: np.dtype[Any]) -> float:
    is_number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    place = f"batch item {where[0]}, row {where[1]}, column {where[2]} of {tensor}"
    try:
        settled = float(value) if is_number else float("nan")  # type: ignore[arg-type]
    except OverflowError:
        settled = float("inf")
    if not np.isfinite(settled):
        raise ConfigError(f"Cannot type {shown(value)} at {place}: give a finite number.")
    if abs(settled) > float(np.finfo(dtype).max):
        raise ConfigError(
            f"Cannot type {settled!r} at {place}: {dtype} goes up to {np.finfo(dtype).max:.2g}. "
            "Type a smaller one, or choose float64."
        )
    return settled
