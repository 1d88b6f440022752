"""What people do to an array where a step moves its numbers: the right move, and those it is taken for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.mistakes.running import sizes_of

__all__ = ["DOINGS", "RIGHT", "Doing"]

Sizes = Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Doing:
    """One thing done to an array.

    Attributes
    ----------
    key : str
        The misconception that it comes from; empty for the right one.
    letters : str
        What counts along each axis of the result, as whoever does it believes.
    how : callable
        From an array and the sizes by letter to the result.
    told : str
        What it is and does, in pencil words.
    shape_only : bool
        Whether the result has not as many numbers, or axes, as the right one: no number can be followed.

    Examples
    --------
    >>> RIGHT["inside_flip"].run(np.zeros((1, 2, 3, 2)), Config()).shape
    (1, 2, 2, 3)
    """

    key: str
    letters: str
    how: Callable[[Array, Sizes], Array]
    told: str
    shape_only: bool = False

    def run(self, array: Array, config: Config) -> Array | None:
        """Do it.

        Parameters
        ----------
        array : ndarray
        config : Config

        Returns
        -------
        ndarray or None
            None where NumPy refuses.
        """
        try:
            return np.asarray(self.how(array, sizes_of(config)))
        except ValueError:
            return None


def _turned(*order: int) -> Callable[[Array, Sizes], Array]:
    return lambda x, _: x.transpose(order)


def _as_it_is(x: Array, _: Sizes) -> Array:
    return x


def _split(x: Array, axis: int) -> list[Array]:
    return np.split(x, 3, axis=axis)


RIGHT: Mapping[str, Doing] = MappingProxyType(
    {
        "cut": Doing(
            "", "BTC", lambda x, _: _split(x, -1)[0],
            "The scissors cut each wide row into three rows, each with a name and a shape of its own.",
        ),
        "dividers": Doing(
            "", "BTHD", lambda x, s: x.reshape(s["B"], s["T"], s["H"], s["D"]),
            "The dividers read each row of C numbers as H pieces of D neighbours, and no token moves.",
        ),
        "reshelve": Doing(
            "", "BHTD", _turned(0, 2, 1, 3),
            "The re-shelve lets the token and the lens trade places, and every row stays as it lies.",
        ),
        "inside_flip": Doing(
            "", "BHDT", _turned(0, 1, 3, 2),
            "The inside flip lets row and column trade places inside each lens, and no shelf moves.",
        ),
        "merge": Doing(
            "", "BTC", lambda x, s: x.transpose(0, 2, 1, 3).reshape(s["B"], s["T"], s["C"]),
            "The merge trades the shelves back, and then pulls the dividers out: all lenses of one token are "
            "one row.",
        ),
    }
)  # fmt: skip
"""What really happens, by step."""

_LEFT_OUT = "That is what was there before: nothing has been done to it."
_QUARTER = "That is a quarter turn: it would make one of the two counters run backward."
_RESHAPE = "That is a reshape: it has the shape asked for, but counts the numbers off in the order they had."

DOINGS: Mapping[str, tuple[Doing, ...]] = MappingProxyType(
    {
        "cut": (
            Doing("left_out", "BT3", _as_it_is, "That is the wide row still: no scissors came.", True),
            Doing(
                "cut_stacked", "3BTC", lambda x, _: np.stack(_split(x, -1)),
                "That is all three in one pile; they are three by themselves.", True,
            ),
            Doing(
                "cut_across", "BT3", lambda x, _: _split(x, 1)[0],
                "That would cut between tokens. The scissors cut each token's row.", True,
            ),
        ),
        "dividers": (
            Doing(
                "reshelve_too_early", "BHTD", lambda x, s: x.reshape(s["B"], s["H"], s["T"], s["D"]),
                "That asks for the lens as the outer shelf at once. Dividers only divide a row: the token is "
                "still opened first.",
            ),
            Doing(
                "lens_as_token", "BTD", lambda x, s: x.reshape(s["B"], s["T"] * s["H"], s["D"]),
                "That counts each lens as one more token. A lens is the same token, read through a narrower "
                "slot.", True,
            ),
            Doing(
                "lens_gets_every_other", "BTHD",
                lambda x, s: x.reshape(s["B"], s["T"], s["D"], s["H"]).swapaxes(2, 3),
                "That gives a lens every H-th number of the row.",
            ),
            Doing("left_out", "BTC", _as_it_is, _LEFT_OUT, True),
        ),
        "reshelve": (
            Doing(
                "inside_for_reshelve", "BTDH", _turned(0, 1, 3, 2),
                "That is the inside flip: it would let the last two counters trade places and turn grids.",
            ),
            Doing(
                "reshape_for_flip", "BHTD", lambda x, s: x.reshape(s["B"], s["H"], s["T"], s["D"]), _RESHAPE
            ),
            Doing(
                "both_flips", "BHDT", _turned(0, 2, 3, 1),
                "Those are both flips, one on top of the other: shelves traded and grids turned.",
            ),
            Doing("left_out", "BTHD", _as_it_is, _LEFT_OUT),
            Doing("quarter_turn", "BHTD", lambda x, _: np.rot90(x, axes=(1, 2)), _QUARTER),
            Doing(
                "books_traded", "TBHD", _turned(1, 0, 2, 3),
                "That lets the book and the token trade places. The book stays outermost.",
            ),
        ),
        "inside_flip": (
            Doing(
                "reshelve_for_inside", "BTHD", _turned(0, 2, 1, 3),
                "That is the re-shelve: it would trade the shelves once more and leave every row lying.",
            ),
            Doing(
                "reshape_for_flip", "BHDT", lambda x, s: x.reshape(s["B"], s["H"], s["D"], s["T"]), _RESHAPE
            ),
            Doing("quarter_turn", "BHDT", lambda x, _: np.rot90(x, axes=(2, 3)), _QUARTER),
            Doing(
                "both_flips", "BTDH", _turned(0, 2, 3, 1),
                "Those are both flips: the rows stood up, and the re-shelve undone besides.",
            ),
            Doing("left_out", "BHTD", _as_it_is, _LEFT_OUT),
            Doing(
                "all_reversed", "DTHB", lambda x, _: x.T,
                "That is .T: on four counters it reverses all of them, the shelves too.",
            ),
        ),
        "merge": (
            Doing(
                "no_reshelve_back", "BTC", lambda x, s: x.reshape(s["B"], s["T"], s["C"]),
                "That pulls the dividers out before the shelves have traded back: a row would be one lens of "
                "several tokens.",
            ),
            Doing(
                "inside_for_reshelve", "BTC", lambda x, s: x.swapaxes(2, 3).reshape(s["B"], s["T"], s["C"]),
                "That is an inside flip where the re-shelve has to run backward.",
            ),
            Doing(
                "lens_gets_every_other", "BTC",
                lambda x, s: x.transpose(0, 2, 3, 1).reshape(s["B"], s["T"], s["C"]),
                "That lays the lenses' first numbers side by side, then their second ones.",
            ),
            Doing(
                "dividers_left_in", "BTHD", _turned(0, 2, 1, 3),
                "That has the shelves traded back and the dividers still in.", True,
            ),
            Doing(
                "tokens_glued", "BHC", lambda x, s: x.reshape(s["B"], s["H"], s["T"] * s["D"]),
                "That glues the tokens of one lens together. What belongs together is one token's lenses.",
                True,
            ),
            Doing(
                "lenses_added", "BTD", lambda x, _: x.sum(axis=1),
                "That adds the lenses up. They are laid side by side, so the row is wide again.", True,
            ),
            Doing("left_out", "BHTD", _as_it_is, _LEFT_OUT, True),
        ),
    }
)  # fmt: skip
"""What each of these steps is taken for, the most telling first."""
