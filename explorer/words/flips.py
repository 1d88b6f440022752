"""The two moves that code calls `transpose`: their captions, and the small table under each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from explorer.errors import UnknownNameError, listed
from explorer.words.moves import tell_moved
from explorer.words.step import in_words
from explorer.words.terms import AXES, check_words, choose

__all__ = ["FLIPS", "MEMORY_STRIP", "FlipCaption", "flip_table"]

MEMORY_STRIP = ("in the order of memory", "was read", "is read")
"""What stands beside the strip of bytes under a flip, and beside its two rows of ordinals."""


@dataclass(frozen=True)
class FlipCaption:
    """What to write under one of the two flips.

    Parameters
    ----------
    step : str
        ``"reshelve"`` or ``"inside_flip"``.
    title : str
        The flip's name.
    moved, stayed : str
        What moved and what did not, in pencil words.
    turns, undone : str
        Which grids turn, and which later step takes the move back, in pencil words.

    Examples
    --------
    >>> FLIPS["inside_flip"].moved_in("standard")
    'Moved: inside each head, row and column. A token was a row and is now a column.'
    """

    step: str
    title: str
    moved: str
    stayed: str
    turns: str
    undone: str

    def moved_in(self, words: str = "both") -> str:
        """Say what moved.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}
            Which vocabulary.

        Returns
        -------
        str
            A line that begins with ``Moved:``.

        Raises
        ------
        UnknownNameError
            If ``words`` is no vocabulary.

        Examples
        --------
        >>> FLIPS["reshelve"].moved_in("pencil")
        'Moved: which shelf is opened first. It was the token; now it is the lens.'
        """
        return in_words(self.moved, words)

    def stayed_in(self, words: str = "both") -> str:
        """Say what did not move.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}
            Which vocabulary.

        Returns
        -------
        str
            A line that begins with ``Stayed:``.

        Raises
        ------
        UnknownNameError
            If ``words`` is no vocabulary.

        Examples
        --------
        >>> FLIPS["reshelve"].stayed_in("pencil")
        'Stayed: every row is still a row, its numbers in the same order. No grid turned.'
        """
        return in_words(self.stayed, words)


FLIPS: Mapping[str, FlipCaption] = MappingProxyType(
    {
        "reshelve": FlipCaption(
            step="reshelve",
            title="Re-shelve",
            moved="Moved: which shelf is opened first. It was the token; now it is the lens.",
            stayed="Stayed: every row is still a row, its numbers in the same order. No grid turned.",
            turns="no grid",
            undone="step 10, the merge",
        ),
        "inside_flip": FlipCaption(
            step="inside_flip",
            title="Inside flip",
            moved="Moved: inside each lens, row and column. A token was a row and is now a column.",
            stayed="Stayed: the shelves. Every number is still in its own book and its own lens.",
            turns="the grid of every lens",
            undone="no step: the scores use it up",
        ),
    }
)
"""The two moves that code calls `transpose`, to be shown side by side."""


def flip_table(
    step: str, swapped: tuple[str, ...], moved: str, words: str = "both"
) -> tuple[tuple[str, str], ...]:
    """Write the small table of one flip, to be held against the other's.

    Parameters
    ----------
    step : str
        ``"reshelve"`` or ``"inside_flip"``.
    swapped : tuple of str
        The two axes, as `Step.swapped` has them.
    moved : {"view", "copy", "new"}
        As `Step.moved` has it.
    words : {"both", "pencil", "standard"}
        Which vocabulary.

    Returns
    -------
    tuple of (str, str)
        Question and answer, the same questions for both flips.

    Raises
    ------
    UnknownNameError
        If there is no such flip or kind, or ``words`` is no vocabulary.

    Examples
    --------
    >>> dict(flip_table("reshelve", ("token", "head"), "view", "standard"))["trade places"]
    'token and head'
    """
    check_words(words)
    if step not in FLIPS:
        raise UnknownNameError(f"Cannot tell of the flip {step!r}: choose {listed(FLIPS)}.")
    axes = " and ".join(choose(AXES[a].short("pencil"), AXES[a].short("standard"), words) for a in swapped)
    return (
        ("trade places", axes),
        ("turns", in_words(FLIPS[step].turns, words)),
        ("copied", "nothing" if moved == "view" else tell_moved(moved)),
        ("undone by", in_words(FLIPS[step].undone, words)),
    )
