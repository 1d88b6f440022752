"""What a worksheet asks where numbers are worked out: the last five steps."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from explorer import words
from explorer.core.trace import Trace
from explorer.exports.worksheet_grids import PencilGrid, grid_of, row_of, totals_of
from explorer.exports.worksheet_moves import Asked, largest, worked
from explorer.words import Words

__all__ = ["blend", "mask", "merge", "scores", "shares"]

_LOOKED_UP = 12  # columns


def scores(trip: Trace, say: Words) -> Asked:
    """Ask for the matches; one is worked out.

    Parameters
    ----------
    trip : Trace
    say : {"both", "pencil", "standard"}

    Returns
    -------
    str, list of tuple of PencilGrid
        What to do, in pencil words, and the grids.
    """
    asking, looked_at = best = largest(trip["scores"]["matches"].values[0, 0])
    first = worked(trip, "scores", "matches", batch=0, head=0, query_token=asking, key_token=looked_at)
    told = (
        "A match is a WANT row times a HAVE column of step 5, number by number, added up. "
        f"One is done: {first}. Find the others."
    )
    units: list[tuple[PencilGrid, ...]] = []
    for head in range(trip.config.heads):
        query = grid_of(
            trip, "reshelve", "query", "token", "head_dim", say, asked=not trip.given, batch=0, head=head
        )
        cells = grid_of(
            trip,
            "scores",
            "matches",
            "query_token",
            "key_token",
            say,
            done=None if head else best,
            batch=0,
            head=head,
        )
        units.append((query, cells))
    return told, units


def mask(trip: Trace, say: Words) -> Asked:
    """Ask for the keep-table, and for the scores that are left.

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
    by_hand = bool(config.cells_by_hand)
    keep = grid_of(trip, "mask", "keep", "query_token", "key_token", say, asked=not by_hand)
    if by_hand:
        rule = "This is the keep-table: 1 is kept, 0 is struck."
    else:
        rules = words.tell_mask(
            causal=config.causal,
            window=config.window is not None,
            window_counts_self=config.window_counts_self,
            words="pencil",
        )
        window = "" if config.window is None else f" W is {config.window}."
        rule = f"{rules}{window} Fill the keep-table: 1 for a cell that is kept, 0 for one that is struck."
    divided = {
        "head_dim": f"match / √{config.head_dim}",
        "width": f"match / √{config.width}",
        "none": "match",
    }[config.scale]
    told = (
        f"{rule} Then cross out what is struck, and write the score in every other cell: {divided}, "
        "looked up under its match. A match that is not in the table is worth a second look."
    )
    struck = [
        (grid_of(trip, "mask", "struck", "query_token", "key_token", say, batch=0, head=head),)
        for head in range(trip.config.heads)
    ]
    return told, [*_looked_up(trip), (keep,), *struck]


def _looked_up(trip: Trace) -> Iterator[tuple[PencilGrid]]:
    """For every match that is kept somewhere its score and e to that: the engine's numbers, no new ones."""
    kept = np.broadcast_to(trip["mask"]["keep"].values, trip["scores"]["matches"].values.shape)
    matches, where = np.unique(trip["scores"]["matches"].values[kept], return_index=True)
    rows = {"match": matches}
    rows["score"] = trip["scores"]["scores"].values[kept][where]
    rows["e^score"] = trip["shares"]["exponentials"].values[kept][where]
    for start in range(0, len(matches), _LOOKED_UP):
        some = {name: row[start : start + _LOOKED_UP] for name, row in rows.items()}
        yield (row_of("to look up", some, "matches"),)


def shares(trip: Trace, say: Words) -> Asked:
    """Ask for e to each score, the totals and the shares.

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
        "Look up e^score for every cell that is kept; a struck cell has 0. Add up each row. "
        "Then divide each number by its row's total: every row of shares adds up to 1."
    )
    units: list[tuple[PencilGrid, ...]] = []
    for head in range(trip.config.heads):
        blown, shares = (
            grid_of(trip, "shares", name, "query_token", "key_token", say, batch=0, head=head)
            for name in ("exponentials", "shares")
        )
        units.append((blown, totals_of(trip, head, say), shares))
    return told, units


def blend(trip: Trace, say: Words) -> Asked:
    """Ask for the blend of every lens.

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
        "Mix the GIVE rows: an asking token's share of each token times that token's row, number under "
        "number, added up."
    )
    units: list[tuple[PencilGrid, ...]] = []
    for head in range(trip.config.heads):
        value = grid_of(
            trip, "reshelve", "value", "token", "head_dim", say, asked=not trip.given, batch=0, head=head
        )
        units.append((value, grid_of(trip, "blend", "blend", "token", "head_dim", say, batch=0, head=head)))
    return told, units


def merge(trip: Trace, say: Words) -> Asked:
    """Ask for the rows that come out.

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
        "Trade the shelves back and pull the dividers out: a row for each token, its numbers of lens 0 first."
        if trip.config.heads > 1
        else "There is one lens: its rows are the rows that come out. Copy them."
    )
    return told, [(grid_of(trip, "merge", "output", "token", "width", say, batch=0),)]
