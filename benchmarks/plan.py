"""What is changed, where, and how often: the same for both pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import explorer as ex
from benchmarks.summary import FULL, PENCIL

__all__ = ["SIZES", "STANDS", "Move", "moves"]

SIZES = {
    PENCIL: {"tokens": 3, "heads": 2, "head_dim": 2},
    FULL: {"tokens": 8, "heads": 4, "head_dim": 4},
}
STANDS = {
    "step": (ex.STEP_NAMES[0],),
    "value": ("cut", "reshelve", "inside_flip"),
    "value*": ("scores",),
    "size": ("inside_flip", "scores", "shares"),
}
"""At which steps each kind of change is made; a step change begins at the first and walks to and fro."""


@dataclass(frozen=True)
class Move:
    """One change of the plan.

    Parameters
    ----------
    kind : str
        One of `STANDS`.
    sizes : str
        One of `SIZES`.
    stand : str
        The step that is shown when the change is made, except for a step change.
    way : {1, -1}
        One on or one back; pencil to poured or back.
    first : bool
        Whether it is the first at its stand, so that the page has to go there before.
    """

    kind: str
    sizes: str
    stand: str
    way: int
    first: bool


def moves(kind: str, sizes: str, times: int) -> Iterator[Move]:
    """List the changes of one kind.

    Parameters
    ----------
    kind : str
    sizes : str
    times : int
        About how many: an equal share at each stand, and each share an even number, so that all ends as it
        began.

    Yields
    ------
    Move

    Examples
    --------
    >>> [move.way for move in moves("size", "T8 H4 D4", 6)]
    [-1, 1, -1, 1, -1, 1]
    """
    stands = STANDS[kind]
    share = max(times // len(stands) // 2 * 2, 2)
    last = len(ex.STEP_NAMES) - 1
    for stand in stands:
        for i in range(share):
            if kind == "step":
                way = 1 if i // last % 2 == 0 else -1
            else:
                way = 1 if i % 2 == 0 else -1
                if kind == "size" and sizes == FULL:  # the page's T ends at 8
                    way = -way
            yield Move(kind, sizes, stand, way, i == 0)
