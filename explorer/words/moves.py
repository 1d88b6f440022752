"""What moved and what did not: kinds of result, swapped axes, pinned ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
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


def tell_pins(names: Sequence[str], sizes: Sequence[tuple[str, int]], *, product: bool = False) -> str:
    """Say what is pinned, how many such grids there are, and how often a product runs.

    Parameters
    ----------
    names : sequence of str
        Each pinned counter and where it is held.
    sizes : sequence of (str, int)
        The letter and the size of each.
    product : bool
        Whether the step multiplies such grids.

    Returns
    -------
    str

    Examples
    --------
    >>> tell_pins(["book 0", "lens 1"], [("B", 1), ("H", 2)], product=True)
    'Pinned: book 0, lens 1. This product runs once for each pin: B x H = 1 x 2 = 2 times.'
    >>> tell_pins([], [])
    'Nothing is left to pin: this grid is all there is.'
    """
    if not names:
        return "Nothing is left to pin: this grid is all there is."
    times = prod(size for _, size in sizes)
    sums = [" x ".join(letter for letter, _ in sizes), " x ".join(f"{size}" for _, size in sizes), f"{times}"]
    count = " = ".join(dict.fromkeys(sums))
    what = "This product runs once for each pin" if product else "There is one such grid for each pin"
    unit = ("time" if product else "grid") + ("" if times == 1 else "s")
    return f"Pinned: {', '.join(names)}. {what}: {count} {unit}."


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
