"""What depends on what in a trip: links from one tensor to a later one, each to be walked both ways.

A link says which cells of its target a change of some cells of its source can reach, and the other way round.
Moves and products are a chain: what depends on a link's target depends on its source. The split into shares
is not, because changes cancel there: what a row's shift takes off its exponentials it takes off their total
as well, and where one token alone is kept its share is 1 whatever its score. So between the keep-table, the
struck scores and the four tensors of `shares` every link is a **leap**, the sum of all ways between its two
ends, and a walk takes one leap at most. The leaps are in `splitting`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.grid import Array
from explorer.core.place import Place
from explorer.core.splitting import Key, Link, Rows, any_along, leaps
from explorer.core.start import QKV

if TYPE_CHECKING:
    from explorer.core.trace import Trace

__all__ = ["links", "take_off_cancelled"]


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
    rows = Rows.of(trip)
    yield from _pour(trip)
    yield from _moves(trip)
    yield from _scores(rows)
    yield from leaps(trip, rows)
    yield from _blend(rows)
    yield from _merge(trip)


def take_off_cancelled(trip: Trace, place: Place, marked: dict[Key, Array]) -> None:
    """Take off a walk what cancels because one number changes many: a bias of the key part.

    It adds one amount to every score of a row, and an amount that a whole row has in common is divided out of
    its shares, and taken off with a shift.

    Parameters
    ----------
    trip : Trace
    place : Place
        Where the walk began.
    marked : dict of (step, tensor) to ndarray of bool
        What it met; changed in place.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.core.numbers import Numbers
    >>> own = Numbers.poured_from(tokens=[[1], [2]], table=[[1, 1, 1]], bias=[1, 1, 1])
    >>> trip = ex.trace(ex.Config.of(own))
    >>> [trip.descendants("pour", "bias", wide=wide).steps[-1] for wide in range(3)]
    ['merge', 'shares', 'merge']
    """
    bias, keys = ("pour", "bias"), slice(trip.config.width, 2 * trip.config.width)
    shifted = trip["shares"]["shift"].values != 0  # (B, H, i)
    if (place.step, place.tensor) == bias and keys.start <= place["wide"] < keys.stop:
        for key in [key for key in marked if key[0] in ("blend", "merge") or key[1] == "shares"]:
            del marked[key]
        for name, rows in (("exponentials", shifted[..., np.newaxis]), ("totals", shifted)):
            if ("shares", name) in marked:
                marked["shares", name] &= ~rows
    elif bias in marked:
        split = place.tensor in ("exponentials", "totals") and shifted[place.index[:3]]
        if split or place.tensor == "shares" or place.step in ("blend", "merge"):
            marked[bias][keys] = False
    for key in [key for key, cells in marked.items() if not cells.any()]:
        del marked[key]


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
    yield Link(("pour", f"{prefix}tokens"), wide, lambda m: any_along(m, 2), lambda m: any_along(m, 2))
    # (channel, wide) meets (batch, token, wide): a column of the table serves every token.
    yield Link(("pour", f"{prefix}table"), wide, lambda m: any_along(m, 0), lambda m: any_along(m, 0, 1)[0])
    if "bias" in trip["pour"]:
        yield Link(("pour", "bias"), wide, _same, lambda m: np.any(m, axis=(0, 1)))


def _moves(trip: Trace) -> Iterator[Link]:
    wide, width = ("pour", "wide"), trip.config.width
    for third, name in enumerate(QKV):
        yield Link(wide, ("cut", name), *_third(third, width))
        row, divided = trip["cut"][name].shape, trip["dividers"][name].shape
        yield Link(("cut", name), ("dividers", name), _reshaped(divided), _reshaped(row))
        yield Link(("dividers", name), ("reshelve", name), _swapped(1, 2), _swapped(1, 2))
    yield Link(("reshelve", "key"), ("inside_flip", "key"), _swapped(2, 3), _swapped(2, 3))


def _scores(rows: Rows) -> Iterator[Link]:
    matches = ("scores", "matches")  # (B, H, i, j)
    yield Link(
        ("reshelve", "query"), matches, lambda m: any_along(m, 3), lambda m: any_along(m, 3)
    )  # (B, H, i, D)
    yield Link(
        ("inside_flip", "key"), matches, lambda m: any_along(m, 2), lambda m: any_along(m, 2)
    )  # (B, H, D, j)
    yield Link(matches, ("scores", "scores"), _same, _same)
    yield Link(("scores", "scores"), ("mask", "struck"), lambda m: m & rows.kept, lambda m: m & rows.kept)


def _blend(rows: Rows) -> Iterator[Link]:
    blend = ("blend", "blend")  # (B, H, i, D)
    mixed = rows.sharing  # (B, H, i, j)
    # An empty row's shares are why its blend is what it is, though NaN or 0 of them mix no value row.
    read = mixed | rows.empty

    def along(table: Array, marked: Array) -> Array:
        met: Array = np.matmul(table.astype(np.float32), marked.astype(np.float32)) > 0
        return met

    yield Link(
        ("shares", "shares"), blend, lambda m: any_along(m & read, 3), lambda m: any_along(m, 3) & read
    )
    yield Link(
        ("reshelve", "value"), blend, lambda m: along(mixed, m), lambda m: along(np.swapaxes(mixed, 2, 3), m)
    )


def _merge(trip: Trace) -> Iterator[Link]:
    row, divided = trip.output.shape, trip["merge"]["block"].shape
    yield Link(("blend", "blend"), ("merge", "reshelved"), _swapped(1, 2), _swapped(1, 2))
    yield Link(("merge", "reshelved"), ("merge", "block"), _same, _same)
    yield Link(("merge", "block"), ("merge", "output"), _reshaped(row), _reshaped(divided))
