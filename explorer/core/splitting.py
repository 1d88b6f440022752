"""What depends on what within the split into shares: leaps between the rows of the score grids.

An empty row, with nothing kept, is decided by the keep-table: shares of 0 read no number at all, shares of
NaN their total alone (0 / 0), and even shares their own row of ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.grid import Array

if TYPE_CHECKING:
    from explorer.core.trace import Trace

__all__ = ["Key", "Link", "Rows", "any_along", "leaps"]

Key = tuple[str, str]
"""The names of a step and of a tensor in it."""

_Ways = tuple[tuple[Array, Array], ...]


@dataclass(frozen=True, eq=False)
class Link:
    """How one tensor depends on an earlier one.

    Attributes
    ----------
    source, target : (step, tensor)
    forward : callable
        From marked cells of the source (a boolean array of its shape) to those of the target they reach.
    back : callable
        From marked cells of the target to those of the source that reach them. Both may return an array that
        broadcasts to the shape.
    leap : bool
        Whether it spans the split into shares.
    """

    source: Key
    target: Key
    forward: Callable[[Array], Array]
    back: Callable[[Array], Array]
    leap: bool = False


def any_along(marked: Array, *axes: int) -> Array:
    """Whether anything is marked along these axes, which stay with size 1.

    Parameters
    ----------
    marked : ndarray of bool
    *axes : int

    Returns
    -------
    ndarray of bool

    Examples
    --------
    >>> any_along(np.array([[True, False], [False, False]]), 1).tolist()
    [[True], [False]]
    """
    found: Array = np.any(marked, axis=axes, keepdims=True)
    return found


@dataclass(frozen=True, eq=False)
class Rows:
    """Facts of the rows of the score grids: axes (batch, head, query_token, key_token or 1).

    Attributes
    ----------
    kept : ndarray of bool
        What the keep-table keeps.
    sharing : ndarray of bool
        What gets a share: what is kept, and every cell of an empty row that is shared out evenly.
    empty : ndarray of bool
        A row with nothing kept.
    sole : ndarray of bool
        The one cell that its row keeps, and every cell of an empty row: flipping it empties or fills the row.
    several : ndarray of bool
        A row with more than one share.
    shifted : ndarray of bool
        A row whose largest score was taken off.
    peak : ndarray of bool
        The largest kept score, ties included, of a shifted row.
    alone : ndarray of bool
        A peak without a tie: minus itself it is 0, whatever it is.

    Examples
    --------
    >>> import explorer as ex
    >>> Rows.of(ex.trace()).several[0, 0].astype(int).tolist()
    [[0], [1], [1]]
    """

    kept: Array
    sharing: Array
    empty: Array
    sole: Array
    several: Array
    shifted: Array
    peak: Array
    alone: Array

    @classmethod
    def of(cls, trip: Trace) -> Rows:
        """Read them off a trip.

        Parameters
        ----------
        trip : Trace

        Returns
        -------
        Rows
        """
        struck, keep = trip["mask"]["struck"].values, trip["mask"]["keep"].values
        kept = np.broadcast_to(keep if keep.ndim == 2 else keep[:, np.newaxis], struck.shape)
        count = np.count_nonzero(kept, axis=-1, keepdims=True)
        empty = count == 0
        sharing = kept | (empty & (trip.config.empty_rows == "uniform"))
        shifted = trip["shares"]["shift"].values[..., np.newaxis] != 0
        peak = shifted & kept & (struck == struck.max(axis=-1, keepdims=True))
        return cls(
            kept=kept,
            sharing=sharing,
            empty=empty,
            sole=(kept & (count == 1)) | empty,
            several=np.count_nonzero(sharing, axis=-1, keepdims=True) > 1,
            shifted=shifted,
            peak=peak,
            alone=peak & (np.count_nonzero(peak, axis=-1, keepdims=True) == 1),
        )


def leaps(trip: Trace, rows: Rows) -> Iterator[Link]:
    """Link the keep-table, the struck scores and the four tensors of `shares`: all of it within a row.

    Parameters
    ----------
    trip : Trace
    rows : Rows

    Yields
    ------
    Link

    Examples
    --------
    >>> import explorer as ex
    >>> trip = ex.trace()
    >>> [link.source for link in leaps(trip, Rows.of(trip)) if link.target == ("shares", "totals")]
    [('mask', 'keep'), ('mask', 'struck'), ('shares', 'shift'), ('shares', 'exponentials')]
    """
    every, kept, shifted, empty = np.ones(1, dtype=bool), rows.kept, rows.shifted, rows.empty
    sharing, several = rows.sharing, rows.several
    free = kept & ~rows.alone
    policy = trip.config.empty_rows
    even = empty & (policy == "uniform")
    # Emptying a row, or filling an empty one, changes all of it: to or from ones, NaN or even shares.
    refilled = rows.sole & (policy == "uniform")
    turned = rows.sole & (policy in ("nan", "uniform"))
    # Where an empty row is shared out evenly, one token alone has its whole row, kept or struck.
    decided = every & (policy != "uniform" or trip.config.tokens > 1)
    ways: dict[tuple[str, str], tuple[_Ways, Array]] = {
        # (source, target): which cells of the source reach which cells of the target all along the row,
        # and which cells reach their own place in the target. A struck cell reaches its own place alone.
        ("keep", "struck"): ((), every),
        ("keep", "shift"): (((every, shifted),), ~every),
        ("struck", "shift"): (((rows.peak, every),), ~every),
        ("keep", "exponentials"): (((every, kept & shifted), (refilled, every)), every),
        ("struck", "exponentials"): (((rows.peak, free),), ~rows.alone & ~even),
        ("shift", "exponentials"): (((every, kept),), ~every),
        ("keep", "totals"): (((every, every),), ~every),
        ("struck", "totals"): (((kept & (several | ~shifted), every),), ~every),
        ("shift", "totals"): (((every, ~empty),), ~every),
        ("exponentials", "totals"): (((sharing, every),), ~every),
        ("keep", "shares"): (((decided, kept), (turned & decided, every)), decided),
        ("struck", "shares"): (((kept & several, kept),), ~kept & ~empty),
        ("exponentials", "shares"): (((sharing & several, sharing),), ~kept & ~empty),
        ("totals", "shares"): (((every, sharing | (empty & (policy == "nan"))),), ~every),
    }
    for (source, target), (along, own) in ways.items():
        yield _leap(trip, kept.shape, source, target, along, own)


def _leap(trip: Trace, grid: tuple[int, ...], source: str, target: str, along: _Ways, own: Array) -> Link:
    by_row = ("shift", "totals")
    keep_axes = len(trip["mask"]["keep"].axes)

    def spread(marked: Array, name: str) -> Array:
        if name in by_row:
            return marked[..., np.newaxis]
        if name == "keep" and keep_axes == 3:
            marked = marked[:, np.newaxis]
        return np.broadcast_to(marked, grid)

    def fold(marked: Array, name: str) -> Array:
        folded = marked
        if name in by_row:
            folded = np.any(marked, axis=-1)
        elif name == "keep":
            folded = np.any(marked, axis=1 if keep_axes == 3 else (0, 1))
        return folded

    def forward(marked: Array) -> Array:
        found = (here := spread(marked, source)) & own
        for reaching, reached in along:
            found = found | (any_along(here & reaching, -1) & reached)
        return fold(found, target)

    def back(marked: Array) -> Array:
        found = (here := spread(marked, target)) & own
        for reaching, reached in along:
            found = found | (any_along(here & reached, -1) & reaching)
        return fold(found, source)

    step = {"keep": "mask", "struck": "mask"}
    return Link(
        (step.get(source, "shares"), source), (step.get(target, "shares"), target), forward, back, True
    )
