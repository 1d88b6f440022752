"""What a worksheet asks where numbers are poured, cut, divided and moved: the first five steps."""

from __future__ import annotations

import dataclasses

import numpy as np

from explorer.core.grid import Array
from explorer.core.steps import QKV
from explorer.core.trace import Trace
from explorer.exports.worksheet_grids import PencilGrid, grid_of
from explorer.words import Words

__all__ = ["Asked", "cut", "dividers", "inside_flip", "largest", "pour", "reshelve", "worked"]

Asked = tuple[str, list[tuple[PencilGrid, ...]]]
"""What to do, in pencil words, and the grids; those of one tuple stand side by side."""

_SIDE_BY_SIDE = 600.0


def pour(trip: Trace, say: Words) -> Asked:
    """Ask for what comes out of the table: of the worked example, or of the trip where it is really poured.

    Parameters
    ----------
    trip : Trace
    say : {"both", "pencil", "standard"}

    Returns
    -------
    str, list of tuple of PencilGrid
        What to do, in pencil words, and the grids.
    """
    rule = "Every number that comes out is one token's row times one column of the table, added up."
    if trip.given:
        told = worked(trip, "pour", "example_wide", batch=0, token=0, wide=0)
        tokens, made = (
            grid_of(
                trip,
                "pour",
                f"example_{name}",
                "token",
                axis,
                say,
                asked=name == "wide",
                done=(0, 0),
                batch=0,
            )
            for name, axis in (("tokens", "channel"), ("wide", "wide"))
        )
        table = grid_of(trip, "pour", "example_table", "channel", "wide", say, asked=False)
        return f"{rule} One is done: {told}. Find the others.", [(tokens, table, made)]
    width = trip.config.width
    token, column = best = largest(trip["pour"]["wide"].values[0, :, :width])
    told = worked(trip, "pour", "wide", batch=0, token=token, wide=column)
    units: list[tuple[PencilGrid, ...]] = [
        (grid_of(trip, "pour", "tokens", "token", "channel", say, asked=False, batch=0),)
    ]
    for place, name in enumerate(QKV):
        part = (place * width, (place + 1) * width)
        table = grid_of(trip, "pour", "table", "channel", "wide", say, asked=False, part=part)
        made = grid_of(
            trip,
            "pour",
            "wide",
            "token",
            "wide",
            say,
            done=None if place else best,
            part=part,
            name=name,
            batch=0,
        )
        table = dataclasses.replace(table, title=f"{table.title}, {made.title}")
        units += [(table, made)] if table.width + made.width < _SIDE_BY_SIDE else [(table,), (made,)]
    return f"{rule} One is done: {told}. Find the others.", units


def cut(trip: Trace, say: Words) -> Asked:
    """Ask for the two cuts, and for one HAVE row.

    Parameters
    ----------
    trip : Trace
    say : {"both", "pencil", "standard"}

    Returns
    -------
    str, list of tuple of PencilGrid
        What to do, in pencil words, and the grids.
    """
    width, last = trip.config.width, trip.config.tokens - 1
    strip = grid_of(trip, "cut", "key", "token", "width", say, only=last, batch=0)
    copy = f"Then copy the HAVE row of token {last}."
    if not trip.given:
        return f"The three grids that you filled are the three pieces: WANT, HAVE, GIVE. {copy}", [(strip,)]
    lines = (width, 2 * width)
    wide = grid_of(trip, "pour", "wide", "token", "wide", say, asked=False, lines=lines, batch=0)
    cuts = "Draw the two cuts of the scissors through the wide rows, and name the pieces WANT, HAVE, GIVE."
    return f"{cuts} {copy}", [(wide,), (strip,)]


def dividers(trip: Trace, say: Words) -> Asked:
    """Ask for the lines of the dividers, and for one piece of a row.

    Parameters
    ----------
    trip : Trace
    say : {"both", "pencil", "standard"}

    Returns
    -------
    str, list of tuple of PencilGrid
        What to do, in pencil words, and the grids.
    """
    config = trip.config
    lens, last = config.heads - 1, config.tokens - 1
    lines = tuple(range(config.head_dim, config.width, config.head_dim))
    asked = not trip.given
    rows = grid_of(trip, "cut", "key", "token", "width", say, asked=asked, lines=lines, batch=0)
    strip = grid_of(trip, "dividers", "key", "token", "head_dim", say, only=last, batch=0, head=lens)
    drawn = {0: "With one lens there is no line to draw.", 1: "Draw the one line."}
    draw = drawn.get(len(lines), f"Draw the {len(lines)} lines.")
    fill = "Copy the HAVE rows. " if asked else ""
    told = (
        f"{fill}A row of {config.width} is read as {config.heads} x {config.head_dim}. {draw} "
        f"Then copy what lens {lens} has of token {last}."
    )
    return told, [(rows, strip)] if rows.width + strip.width < _SIDE_BY_SIDE else [(rows,), (strip,)]


def reshelve(trip: Trace, say: Words) -> Asked:
    """Ask for the HAVE grid of every lens.

    Parameters
    ----------
    trip : Trace
    say : {"both", "pencil", "standard"}

    Returns
    -------
    str, list of tuple of PencilGrid
        What to do, in pencil words, and the grids.
    """
    told = "Open the lens first: copy its HAVE numbers, a row for each token. A row stays a row."
    return told, [
        (grid_of(trip, "reshelve", "key", "token", "head_dim", say, batch=0, head=head),)
        for head in range(trip.config.heads)
    ]


def inside_flip(trip: Trace, say: Words) -> Asked:
    """Ask for the same grids stood on their edge.

    Parameters
    ----------
    trip : Trace
    say : {"both", "pencil", "standard"}

    Returns
    -------
    str, list of tuple of PencilGrid
        What to do, in pencil words, and the grids.
    """
    told = (
        "Stand each of these HAVE grids on its edge: what was the row of token 0 is now column 0, and so on."
    )
    return told, [
        (grid_of(trip, "inside_flip", "key", "head_dim", "token", say, batch=0, head=head),)
        for head in range(trip.config.heads)
    ]


def largest(grid: Array) -> tuple[int, int]:
    """Find a number in which there is something to add, for an example.

    Parameters
    ----------
    grid : ndarray, axes (row, column)

    Returns
    -------
    int, int
        Its row and its column.

    Examples
    --------
    >>> largest(np.array([[0, 2], [1, 0]]))
    (0, 1)
    """
    row, column = np.unravel_index(int(grid.argmax()), grid.shape)
    return int(row), int(column)


def worked(trip: Trace, step: str, tensor: str, **coords: int) -> str:
    """Write the arithmetic of one number as a pupil would.

    Parameters
    ----------
    trip : Trace
    step, tensor : str
    **coords : int
        An index for every axis of the tensor.

    Returns
    -------
    str

    Examples
    --------
    >>> import explorer as ex
    >>> worked(ex.trace(), "pour", "example_wide", batch=0, token=0, wide=0)
    '5 × 2 + 3 × 1 = 13'
    """
    line = trip.explain(step, tensor, **coords).lines[0]
    return line.partition(" = ")[2].replace("*", " × ")
