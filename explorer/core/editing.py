"""Changing one number of a trip, or a block of them: which of them can be typed over, and as what.

Only numbers that a trip begins with can be changed: the rows of query, key and value where they are given,
the tokens and the table where they are poured, and the cells of the keep-table. All others are worked out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from explorer.core.config import Config
from explorer.core.edits import Edit
from explorer.core.place import Place
from explorer.core.steps import QKV
from explorer.errors import DataError

if TYPE_CHECKING:
    from explorer.core.trace import Trace

__all__ = ["MOST_PASTED", "can_change", "number_from", "pasted", "rows_from", "typed"]

MOST_PASTED = 10_000
"""The most numbers that one block may have."""

_ROWS = ("wide", *QKV)
_SHOWN = 40


def can_change(trip: Trace, place: Place) -> bool:
    """Whether the number at a place is one that the trip begins with.

    Parameters
    ----------
    trip : Trace
    place : Place

    Returns
    -------
    bool

    Examples
    --------
    >>> import explorer as ex
    >>> trip = ex.trace()
    >>> can_change(trip, trip.explain("cut", "query", batch=0, token=1, width=0).place)
    True
    >>> can_change(trip, trip.explain("merge", "output", batch=0, token=1, width=0).place)
    False
    """
    if place.tensor == "keep":
        return "batch" not in dict(place.coords)  # a table of somebody's own, one for each book, stays theirs
    return place.tensor in (_ROWS if trip.given else ("tokens", "table"))


def typed(trip: Trace, place: Place, value: float) -> Config:
    """Put another number in the place of one that the trip begins with.

    Parameters
    ----------
    trip : Trace
    place : Place
        Of a row of query, key or value in any step, of the tokens or the table, or of the keep-table.
    value : float
        In the keep-table 1 keeps and 0 strikes, whatever the rules say.

    Returns
    -------
    Config
        The trip's own, with the number changed.

    Raises
    ------
    DataError
        If the number at this place is worked out from others, or is not a legal one.

    Examples
    --------
    >>> import explorer as ex
    >>> trip = ex.trace()
    >>> place = trip.explain("reshelve", "key", batch=0, head=1, token=2, head_dim=0).place
    >>> ex.trace(typed(trip, place, 9.0))["cut"]["key"].values[0, 2].tolist()
    [1.0, 1.0, 9.0, 1.0]
    """
    _refuse_worked_out(trip, place)
    return _with(trip, [(place, value)])


def pasted(trip: Trace, place: Place, axes: tuple[str, str], block: Sequence[Sequence[float]]) -> Config:
    """Put a block of numbers over a grid, its upper left corner at a place.

    Parameters
    ----------
    trip : Trace
    place : Place
    axes : (str, str)
        The axes that run down and across the block; for a whole row of heads and numbers ``"width"``.
    block : sequence of rows of float

    Returns
    -------
    Config

    Raises
    ------
    DataError
        If a number would fall outside the tensor, or can't be changed.

    Examples
    --------
    >>> import explorer as ex
    >>> trip = ex.trace()
    >>> place = trip.explain("cut", "query", batch=0, token=1, width=2).place
    >>> config = pasted(trip, place, ("token", "width"), [[7, 8], [9, 6]])
    >>> ex.trace(config)["cut"]["query"].values[0].astype(int).tolist()
    [[1, 0, 2, 1], [0, 1, 7, 8], [1, 1, 9, 6]]
    """
    _refuse_worked_out(trip, place)
    sizes = trip[place.step][place.tensor].sizes
    down, across = axes
    rows, columns = len(block), max(map(len, block))
    room = (sizes[down] - place[down], sizes[across] - place[across])
    if rows > room[0] or columns > room[1]:
        raise DataError(
            f"Cannot paste {rows} x {columns} numbers here: from this cell on there are {room[0]} along "
            f"{down} and {room[1]} along {across}. Begin further up or left, or raise a size first."
        )
    changes = []
    for i, row in enumerate(block):
        for j, value in enumerate(row):
            here = dict(place.coords) | {down: place[down] + i, across: place[across] + j}
            changes.append((Place(place.step, place.tensor, tuple(here.items())), value))
    return _with(trip, changes)


def number_from(text: str) -> float:
    """Read a number as people type it: with a point, or with a comma where there is no point.

    Parameters
    ----------
    text : str

    Returns
    -------
    float

    Raises
    ------
    DataError
        If it is no finite number.

    Examples
    --------
    >>> number_from(" -2,5 "), number_from("1e3"), number_from("1/4")
    (-2.5, 1000.0, 0.25)
    """
    plain = text.strip().replace("\u2212", "-")
    if "." not in plain:
        plain = plain.replace(",", ".", 1)
    above, slash, below = plain.partition("/")
    try:
        value = float(above) / float(below) if slash else float(above)
    except (ValueError, ZeroDivisionError, OverflowError):
        value = math.nan
    if not math.isfinite(value) or "_" in plain:
        raise DataError(
            f"Cannot take {text.strip()[:_SHOWN]!r} for a number: give one as in 2, -0.5, 1e-3 or 1/4."
        )
    return value


def rows_from(text: str) -> list[list[float]]:
    r"""Read a block as a spreadsheet or an editor copies it: a line a row, tabs or blanks between.

    Parameters
    ----------
    text : str
        NumPy's brackets are let be, and so are commas that stand between numbers.

    Returns
    -------
    list of rows of float
        All rows of the same length.

    Raises
    ------
    DataError
        If something in it is no number, rows differ in length, or there is nothing or too much in it.

    Examples
    --------
    >>> rows_from("1\t2\n3\t4")
    [[1.0, 2.0], [3.0, 4.0]]
    >>> rows_from("[[1, 2.5],\n [3, 4]]")
    [[1.0, 2.5], [3.0, 4.0]]
    """
    if len(text) > 40 * MOST_PASTED:
        raise DataError(f"Cannot paste {len(text)} characters: at most {MOST_PASTED} numbers at once.")
    lines = [line for line in re.sub(r"[\[\]()|]", " ", text).splitlines() if line.strip(" ,;\t")]
    rows = [[number_from(piece) for piece in _split(line)] for line in lines]
    if not rows:
        raise DataError("Cannot paste nothing: copy a block of numbers first, a line for each row.")
    if len({len(row) for row in rows}) > 1:
        at = next(i for i, row in enumerate(rows) if len(row) != len(rows[0]))
        raise DataError(
            f"Cannot paste rows of different lengths: row 1 has {len(rows[0])} numbers and row {at + 1} has "
            f"{len(rows[at])}. Copy a whole block."
        )
    if len(rows) * len(rows[0]) > MOST_PASTED:
        raise DataError(f"Cannot paste {len(rows)} x {len(rows[0])} numbers: at most {MOST_PASTED} at once.")
    return rows


def _split(line: str) -> list[str]:
    """Cut a line into its numbers; a comma is a separator only where nothing better is."""
    for separator in ("\t", ";"):
        if separator in line.strip():
            return line.strip().strip(separator).split(separator)
    if re.search(r",\s|\d\.\d|^[^,]*,[^,]*,[^,]*,", line):
        return [piece for piece in re.split(r"[,\s]+", line.strip(" ,\t")) if piece]
    return line.split() if " " in line.strip() else [piece for piece in line.strip().split(",") if piece]


def _with(trip: Trace, changes: Iterable[tuple[Place, float]]) -> Config:
    """Write what differs from the trip's numbers into its config, all at once."""
    config = trip.config
    kept, edits = [], []
    for place, value in changes:
        if trip[place.step][place.tensor].values[place.index] == value:
            continue
        if place.tensor == "keep":
            if value not in (0, 1):
                raise DataError(
                    f"Cannot write {value:g} into the keep-table: 1 keeps a cell and 0 strikes it."
                )
            kept.append((place["query_token"], place["key_token"], bool(value)))
        else:
            edits.append(_edit(config, place, value))
    return config.replace(edits=(*config.edits, *edits), by_hand=(*config.by_hand, *kept))


def _edit(config: Config, place: Place, value: float) -> Edit:
    coords = dict(place.coords)
    if place.tensor == "tokens":
        return Edit("tokens", coords["batch"], coords["token"], coords["channel"], value)
    if place.tensor in ("wide", "table"):
        third, column = divmod(coords["wide"], config.width)
        if place.tensor == "table":
            return Edit(f"table.{QKV[third]}", 0, coords["channel"], column, value)
        return Edit(QKV[third], coords["batch"], coords["token"], column, value)
    column = coords["width"] if "width" in coords else coords["head"] * config.head_dim + coords["head_dim"]
    return Edit(place.tensor, coords["batch"], coords["token"], column, value)


def _refuse_worked_out(trip: Trace, place: Place) -> None:
    if can_change(trip, place):
        return
    begins = "query, key and value" if trip.given else "the tokens and the table"
    raise DataError(
        f"Cannot type over {place.tensor}: it is worked out from other numbers. "
        f"Change {begins}, or the keep-table, and see what follows."
    )
