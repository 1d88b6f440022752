"""What depends on what in a trip: links from one tensor to a later one, each to be walked both ways.

A link says which cells of its target a change of some cells of its source can reach, and the other way round.
Moves and products are a chain: what depends on a link's target depends on its source. The split into shares
is not, because changes cancel there: what a row's shift takes off its exponentials it takes off their total
as well, and where one token alone is kept its share is 1 whatever its score. So between the keep-table, the
struck scores and the four tensors of `shares` every link is a **leap**, the sum of all ways between its two
ends, and a walk takes one leap at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.grid import Array
from explorer.core.steps import QKV

if TYPE_CHECKING:
    from explorer.core.trace import Trace

__all__ = ["Key", "Link", "links"]

Key = tuple[str, str]
"""The names of a step and of a tensor in it."""

_STRUCK = ("mask", "struck")
_KEEP = ("mask", "keep")


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


def links(trip: Trace) -> Iterator[Link]:
    """List every link of a trip, those into an earlier tensor first.

    Parameters
    ----------
    trip : Trace

    Yields
    ------
    Link

    Examples
    --------
    >>> import explorer as ex
    >>> [link.source for link in links(ex.trace()) if link.target == ("blend", "blend")]
    [('shares', 'shares'), ('reshelve', 'value')]
    """
    rows = _Rows.of(trip)
    yield from _pour(trip)
    yield from _moves(trip)
    yield from _scores(rows)
    yield from _split(trip, rows)
    yield from _blend(rows)
    yield from _merge(trip)


@dataclass(frozen=True, eq=False)
class _Rows:
    """Facts of the rows of the score grids: axes (batch, head, query_token, key_token or 1)."""

    kept: Array
    several: Array  # more than one kept
    shifted: Array  # its largest score was taken off
    peak: Array  # the largest kept score, ties included, of a shifted row
    alone: Array  # a peak without a tie: minus itself it is 0, whatever it is

    @classmethod
    def of(cls, trip: Trace) -> _Rows:
        struck, keep = trip["mask"]["struck"].values, trip["mask"]["keep"].values
        kept = np.broadcast_to(keep if keep.ndim == 2 else keep[:, np.newaxis], struck.shape)
        shifted = trip["shares"]["shift"].values[..., np.newaxis] != 0
        peak = shifted & kept & (struck == struck.max(axis=-1, keepdims=True))
        return cls(
            kept=kept,
            several=np.count_nonzero(kept, axis=-1, keepdims=True) > 1,
            shifted=shifted,
            peak=peak,
            alone=peak & (np.count_nonzero(peak, axis=-1, keepdims=True) == 1),
        )


def _any(marked: Array, *axes: int) -> Array:
    found: Array = np.any(marked, axis=axes, keepdims=True)
    return found


def _same(marked: Array) -> Array:
    return marked


def _swapped(first: int, second: int) -> Callable[[Array], Array]:
    return lambda marked: np.swapaxes(marked, first, second)


def _reshaped(shape: tuple[int, ...]) -> Callable[[Array], Array]:
    return lambda marked: marked.reshape(shape)


def _third(which: int, width: int) -> tuple[Callable[[Array], Array], Callable[[Array], Array]]:
    """Cut one third out of a wide row, and lay it back with nothing marked beside it."""
    beside = [(0, 0), (0, 0), (which * width, (2 - which) * width)]
    return lambda m: m[..., which * width : (which + 1) * width], lambda m: np.pad(m, beside)


def _pour(trip: Trace) -> Iterator[Link]:
    prefix = "example_" if trip.given else ""
    wide = ("pour", f"{prefix}wide")
    yield Link(("pour", f"{prefix}tokens"), wide, lambda m: _any(m, 2), lambda m: _any(m, 2))
    # (channel, wide) meets (batch, token, wide): a column of the table serves every token.
    yield Link(("pour", f"{prefix}table"), wide, lambda m: _any(m, 0), lambda m: _any(m, 0, 1)[0])


def _moves(trip: Trace) -> Iterator[Link]:
    wide, width = ("pour", "wide"), trip.config.width
    for third, name in enumerate(QKV):
        yield Link(wide, ("cut", name), *_third(third, width))
        row, divided = trip["cut"][name].shape, trip["dividers"][name].shape
        yield Link(("cut", name), ("dividers", name), _reshaped(divided), _reshaped(row))
        yield Link(("dividers", name), ("reshelve", name), _swapped(1, 2), _swapped(1, 2))
    yield Link(("reshelve", "key"), ("inside_flip", "key"), _swapped(2, 3), _swapped(2, 3))


def _scores(rows: _Rows) -> Iterator[Link]:
    matches = ("scores", "matches")  # (B, H, i, j)
    yield Link(("reshelve", "query"), matches, lambda m: _any(m, 3), lambda m: _any(m, 3))  # (B, H, i, D)
    yield Link(("inside_flip", "key"), matches, lambda m: _any(m, 2), lambda m: _any(m, 2))  # (B, H, D, j)
    yield Link(matches, ("scores", "scores"), _same, _same)
    yield Link(("scores", "scores"), _STRUCK, lambda m: m & rows.kept, lambda m: m & rows.kept)


def _split(trip: Trace, rows: _Rows) -> Iterator[Link]:
    """Link the keep-table, the struck scores and the four tensors of `shares`: all of it within a row."""
    every, kept, shifted = np.ones(1, dtype=bool), rows.kept, rows.shifted
    free = kept & ~rows.alone
    ways: dict[tuple[str, str], tuple[Array, Array, Array]] = {
        # (source, target): which cells of the source reach which cells of the target all along the row,
        # and which cells reach their own place in the target. A struck cell reaches its own place alone.
        ("keep", "struck"): (~every, ~every, every),
        ("keep", "shift"): (every, shifted, ~every),
        ("struck", "shift"): (rows.peak, every, ~every),
        ("keep", "exponentials"): (every, kept & shifted, every),
        ("struck", "exponentials"): (rows.peak, free, ~rows.alone),
        ("shift", "exponentials"): (every, kept, ~every),
        ("keep", "totals"): (every, every, ~every),
        ("struck", "totals"): (kept & (rows.several | ~shifted), every, ~every),
        ("shift", "totals"): (every, every, ~every),
        ("exponentials", "totals"): (kept, every, ~every),
        ("keep", "shares"): (every, kept, every),
        ("struck", "shares"): (kept & rows.several, kept, ~kept),
        ("exponentials", "shares"): (kept & rows.several, kept, ~kept),
        ("totals", "shares"): (every, kept, ~every),
    }
    for (source, target), (reaching, reached, own) in ways.items():
        yield _leap(trip, rows.kept.shape, source, target, reaching, reached, own)


def _leap(
    trip: Trace,
    grid: tuple[int, ...],
    source: str,
    target: str,
    reaching: Array,
    reached: Array,
    own: Array,
) -> Link:
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
        grid_of = spread(marked, source)
        return fold((_any(grid_of & reaching, -1) & reached) | (grid_of & own), target)

    def back(marked: Array) -> Array:
        grid_of = spread(marked, target)
        return fold((_any(grid_of & reached, -1) & reaching) | (grid_of & own), source)

    step = {"keep": "mask", "struck": "mask"}
    return Link(
        (step.get(source, "shares"), source), (step.get(target, "shares"), target), forward, back, True
    )


def _blend(rows: _Rows) -> Iterator[Link]:
    blend = ("blend", "blend")  # (B, H, i, D)
    kept = rows.kept  # (B, H, i, j)

    def along(table: Array, marked: Array) -> Array:
        met: Array = np.matmul(table.astype(np.float32), marked.astype(np.float32)) > 0
        return met

    yield Link(("shares", "shares"), blend, lambda m: _any(m & kept, 3), lambda m: _any(m, 3) & kept)
    yield Link(
        ("reshelve", "value"), blend, lambda m: along(kept, m), lambda m: along(np.swapaxes(kept, 2, 3), m)
    )


def _merge(trip: Trace) -> Iterator[Link]:
    row, divided = trip.output.shape, trip["merge"]["block"].shape
    yield Link(("blend", "blend"), ("merge", "reshelved"), _swapped(1, 2), _swapped(1, 2))
    yield Link(("merge", "reshelved"), ("merge", "block"), _same, _same)
    yield Link(("merge", "block"), ("merge", "output"), _reshaped(row), _reshaped(divided))
