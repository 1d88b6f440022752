"""Changing one number of a trip, or a block of them: which of them can be typed over, and as what.

Only numbers that a trip begins with can be changed: the rows of query, key and value where they are given,
the tokens and the table where they are poured, and the cells of the keep-table. All others are worked out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from explorer.core.config import Config
from explorer.core.edits import Edit
from explorer.core.pasting import MOST_PASTED, number_from, rows_from
from explorer.core.place import Place
from explorer.core.steps import QKV
from explorer.errors import DataError

if TYPE_CHECKING:
    from explorer.core.trace import Trace

__all__ = ["MOST_PASTED", "can_change", "number_from", "pasted", "rows_from", "typed"]

_ROWS = ("wide", *QKV)


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
