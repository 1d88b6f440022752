"""What moved and what did not: kinds of result, swapped axes, and the captions of the two flips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from explorer.errors import UnknownNameError, listed
from explorer.words.step import in_words
from explorer.words.terms import AXES, check_words, choose

MOVED: Mapping[str, str] = MappingProxyType(
    {
        "view": "a view: nothing was copied",
        "copy": "a copy: the same numbers, written out once more",
        "new": "new numbers: they were not there before",
    }
)
"""What each kind of result means, by the name that `Step.moved` gives it."""


MEMORY_STRIP = ("in memory", "was read", "is read")
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
            undone="step 10, which re-shelves back",
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


def tell_moved(kind: str, bytes_copied: int | None = None) -> str:
    """Say what became of a tensor's numbers: seen again, copied, or worked out.

    Parameters
    ----------
    kind : {"view", "copy", "new"}
        As `Step.moved` has it.
    bytes_copied : int, optional
        How many bytes a copy wrote.

    Returns
    -------
    str
        A phrase with no full stop.

    Raises
    ------
    UnknownNameError
        If there is no such kind.

    Examples
    --------
    >>> tell_moved("view")
    'a view: nothing was copied'
    >>> tell_moved("copy", 96)
    'a copy: the same numbers, written out once more (96 bytes)'
    """
    if kind not in MOVED:
        raise UnknownNameError(f"Cannot tell of numbers moved as {kind!r}: choose {listed(MOVED)}.")
    size = f" ({bytes_copied} bytes)" if kind == "copy" and bytes_copied is not None else ""
    return MOVED[kind] + size


def tell_swapped(swapped: tuple[str, ...], words: str = "both") -> str:
    """Say which two axes traded places.

    Parameters
    ----------
    swapped : tuple of str
        Two axis names, or none.
    words : {"both", "pencil", "standard"}
        Which vocabulary.

    Returns
    -------
    str
        A sentence.

    Raises
    ------
    UnknownNameError
        If a name is no axis, if there are neither none nor two, or if ``words`` is no vocabulary.

    Examples
    --------
    >>> tell_swapped(("token", "head"), "standard")
    'The token axis and the head axis traded places.'
    >>> tell_swapped(())
    'No two axes traded places.'
    """
    check_words(words)
    if not swapped:
        return "No two axes traded places."
    if len(swapped) != 2 or not set(swapped) <= set(AXES):
        raise UnknownNameError(f"Cannot tell of {swapped!r} trading places: give two of {listed(AXES)}.")
    first, second = (choose(AXES[axis].short("pencil"), axis, words) for axis in swapped)
    if words == "standard":
        return f"The {first} axis and the {second} axis traded places."
    return f"The {first} counter and the {second} counter traded places."


def tell_without_flip(tokens: int, head_dim: int, words: str = "both") -> str:
    """Say what the product of queries and keys does if the keys don't stand up first.

    Parameters
    ----------
    tokens, head_dim : int
        T and D.
    words : {"both", "pencil", "standard"}
        Which vocabulary.

    Returns
    -------
    str
        Two or three short sentences.

    Raises
    ------
    UnknownNameError
        If ``words`` is no vocabulary.

    Examples
    --------
    >>> tell_without_flip(3, 2, "pencil")
    'If the HAVE rows stay lying: a row of 2 numbers meets a column of 3. NumPy refuses.'
    >>> tell_without_flip(3, 3, "pencil")
    'If the HAVE rows stay lying: it would run, because D = T = 3. The answer would be wrong.'
    """
    if tokens == head_dim:
        what = f"it would run, because D = T = {tokens}. The answer would be wrong."
    else:
        what = f"a row of {head_dim} numbers meets a column of {tokens}. NumPy refuses."
    return in_words(f"If the HAVE rows stay lying: {what}", words)
