"""Which orders of the sandbox's moves come to the same: what cancels, what commutes, what differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, get_args

import numpy as np

from explorer.core.mistakes.moves import MOVES, Move, move_of
from explorer.core.mistakes.sandbox import Play, play
from explorer.core.tensor import Tensor
from explorer.words import check_words

__all__ = ["PAIR_KINDS", "SAMENESS", "Pair", "PairKind", "Relation", "Sameness", "pairs", "relation"]

Sameness = Literal[
    "same", "same numbers, other names", "same shape, other contents", "other shape", "refused"
]
SAMENESS: tuple[Sameness, ...] = get_args(Sameness)
PairKind = Literal["cancel", "once is enough", "commute", "differ", "one order only", "refused"]
PAIR_KINDS: tuple[PairKind, ...] = get_args(PairKind)


@dataclass(frozen=True, eq=False)
class Relation:
    """Two ways of playing with one tensor, held against each other.

    Attributes
    ----------
    first, second : Play
    kind : {"same", "same numbers, other names", "same shape, other contents", "other shape", "refused"}
        Judged by where each number came from. "refused" where NumPy refuses a move of either.
    alike : int
        How many cells hold the same number of the start, where the shapes agree.
    hidden : bool
        Whether the contents differ and yet the numbers happen to be equal.
    same_memory : bool
        Whether the two results lie in memory in the same way, tidy or not.
    """

    first: Play
    second: Play
    kind: Sameness
    alike: int = 0
    hidden: bool = False
    same_memory: bool = False

    def text(self, words: str = "both") -> str:
        """Tell how the two come out.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}

        Returns
        -------
        str
            A sentence, or two where something is hidden.

        Raises
        ------
        UnknownNameError
            If `words` is no vocabulary.
        """
        check_words(words)
        first, second = self.first.tensor, self.second.tensor
        if self.kind == "refused":
            games = (self.first, self.second)
            which = [name for name, game in zip(("first", "second"), games, strict=True) if game.refusal]
            both = "Neither order can be played" if len(which) == 2 else f"The {which[0]} can't be played"
            return f"{both}: NumPy refuses."
        if self.kind == "other shape":
            return f"Another shape: {first.shape}, and {second.shape}."
        if self.kind == "same numbers, other names":
            return f"Number for number the same, under other names: {_told(first)}, and {_told(second)}."
        if self.kind == "same":
            lie = "" if self.same_memory else " Only in memory do they lie differently."
            return f"The same numbers under the same names.{lie}"
        hidden = " The numbers happen to be equal, so it can't be seen here." if self.hidden else ""
        return f"The same shape and other contents: {self.alike} of {first.values.size} cells agree.{hidden}"


@dataclass(frozen=True)
class Pair:
    """One move and then another, against the other way round.

    Attributes
    ----------
    first, second : Move
        In the order they are made; the same one, for a move made twice.
    kind : {"cancel", "once is enough", "commute", "differ", "one order only", "refused"}
        "cancel": all is back as it began. "one order only": the other order is refused, or this one is.
    """

    first: Move
    second: Move
    kind: PairKind

    def text(self, words: str = "both") -> str:
        """Tell what the pair comes to.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}

        Returns
        -------
        str
            A sentence.

        Raises
        ------
        UnknownNameError
            If `words` is no vocabulary.

        Examples
        --------
        >>> Pair(MOVES["inside_flip"], MOVES["inside_flip"], "cancel").text("pencil")
        'Inside flip, twice: all is back as it began.'
        """
        twice = self.first is self.second
        one = self.first.say(words)
        title = one[0].upper() + one[1:]
        then = "twice" if twice else f"then {self.second.say(words)}"
        told: dict[PairKind, str] = {
            "cancel": "all is back as it began",
            "once is enough": "the second time changes nothing",
            "commute": "either may come first",
            "differ": "neither nothing nor the same as once" if twice else "the order matters",
            "one order only": "NumPy takes one of the two orders and refuses the other",
            "refused": "NumPy refuses" if twice else "NumPy refuses both orders",
        }
        return f"{title}, {then}: {told[self.kind]}."


def relation(
    tensor: Tensor, first: Sequence[str], second: Sequence[str], *, heads: int | None = None
) -> Relation:
    """Hold two ways of playing with one tensor against each other.

    Parameters
    ----------
    tensor : Tensor
    first, second : sequence of str
        Keys of `MOVES`, in the order they are made. Nothing at all is a way too.
    heads : int, optional
        As for `play`.

    Returns
    -------
    Relation

    Raises
    ------
    UnknownNameError, AxisNameError, ShapeError
        As `play`.

    Examples
    --------
    >>> import explorer as ex
    >>> query = ex.trace()["dividers"]["query"]
    >>> relation(query, ["reshelve"], ["reshape"]).text("pencil")
    'The same shape and other contents: 4 of 12 cells agree.'
    >>> relation(query, ["reshelve", "inside_flip"], ["inside_flip", "reshelve"]).kind
    'other shape'
    >>> relation(query, ["inside_flip", "inside_flip"], []).kind
    'same'
    """
    return _related(play(tensor, first, heads=heads), play(tensor, second, heads=heads))


def pairs(
    tensor: Tensor, moves: Sequence[str] = tuple(MOVES), *, heads: int | None = None
) -> tuple[Pair, ...]:
    """Try every move after every move, itself included.

    Parameters
    ----------
    tensor : Tensor
    moves : sequence of str
        Keys of `MOVES`; all of them if left out.
    heads : int, optional
        As for `play`.

    Returns
    -------
    tuple of Pair
        The table's rows one after the other: a row for each first move, a column for each second.

    Raises
    ------
    UnknownNameError, AxisNameError, ShapeError
        As `play`.

    Examples
    --------
    >>> import explorer as ex
    >>> query = ex.trace()["dividers"]["query"]
    >>> [pair.kind for pair in pairs(query, ["reshelve", "inside_flip"])]
    ['cancel', 'differ', 'differ', 'cancel']
    """
    once = {key: play(tensor, [key], heads=heads) for key in dict.fromkeys(moves)}
    both = {pair: play(tensor, pair, heads=heads) for pair in product(once, repeat=2)}
    start = play(tensor, [], heads=heads)
    return tuple(
        Pair(move_of(a), move_of(b), _kind(start, once[a], both[a, b], both[b, a], twice=a == b))
        for a, b in product(moves, repeat=2)
    )


def _kind(start: Play, once: Play, game: Play, other_way: Play, *, twice: bool) -> PairKind:
    """Judge a pair; `once` is its first move alone."""
    if game.refusal or other_way.refusal:
        return "refused" if game.refusal and other_way.refusal else "one order only"
    # A move that changes nothing cancels nothing.
    if _related(game, start).kind == "same" and _related(once, start).kind != "same":
        return "cancel"
    if twice:
        return "once is enough" if _related(game, once).kind == "same" else "differ"
    return "commute" if _related(game, other_way).kind == "same" else "differ"


def _related(first: Play, second: Play) -> Relation:
    if first.refusal or second.refusal:
        return Relation(first, second, "refused")
    one, other = first.tensor, second.tensor
    if one.shape != other.shape:
        return Relation(first, second, "other shape")
    alike = int(np.count_nonzero(first.origins == second.origins))
    lie = _steps(one) == _steps(other)
    if alike == one.values.size:
        kind: Sameness = "same" if one.axes == other.axes else "same numbers, other names"
        return Relation(first, second, kind, alike, same_memory=lie)
    hidden = bool(np.array_equal(one.values, other.values, equal_nan=True))
    return Relation(first, second, "same shape, other contents", alike, hidden, lie)


def _steps(tensor: Tensor) -> list[int]:
    """Strides along which there is a step to take: an axis of size 1 may have any."""
    return [stride for stride, size in zip(tensor.strides, tensor.shape, strict=True) if size != 1]


def _told(tensor: Tensor) -> str:
    return f"({', '.join(tensor.axes)})"
