"""Which orders of the sandbox's moves come to the same: what cancels, what commutes, what differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Literal, get_args

import numpy as np

from explorer.core.grid import frozen
from explorer.core.mistakes.moves import MOVES, Axes, Move, move_of
from explorer.core.mistakes.sandbox import Play, play
from explorer.core.mistakes.tell_names import axis_name
from explorer.core.tensor import Tensor
from explorer.words import capital, check_words

__all__ = ["PAIR_KINDS", "SAMENESS", "Pair", "PairKind", "Relation", "Sameness", "pairs", "relation"]

Sameness = Literal[
    "same", "same numbers, other names", "same shape, other contents", "other shape", "refused"
]
SAMENESS: tuple[Sameness, ...] = get_args(Sameness)
PairKind = Literal["cancel", "once is enough", "commute", "differ", "one order only", "refused"]
PAIR_KINDS: tuple[PairKind, ...] = get_args(PairKind)

_Kinds = Mapping[tuple[str, str], PairKind]

_UNLIKE = {"batch": 2, "token": 5, "head": 3, "head_dim": 4, "width": 12}
"""Sizes of which no two are equal, and none is 1: what holds there is a law, and no luck."""


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
    by_luck : bool
        Whether they are the same at these sizes, and not where no two sizes are equal.
    """

    first: Play
    second: Play
    kind: Sameness
    alike: int = 0
    hidden: bool = False
    same_memory: bool = False
    by_luck: bool = False

    def text(self, words: str = "both", first: str = "the first", second: str = "the second") -> str:
        """Tell how the two come out.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}
        first, second : str
            What to call the two.

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
        one, other = capital(first), capital(second)
        if self.first.refusal and self.second.refusal:
            return "Neither order can be played: NumPy refuses."
        if self.second.refusal:
            return f"{other} can't be played: NumPy refuses."
        if self.first.refusal:
            return f"{one}: NumPy refuses. {other}: {self.second.tensor.shape}."
        if self.kind == "other shape":
            return f"{one}: {self.first.tensor.shape}. {other}: {self.second.tensor.shape}."
        if self.kind == "same numbers, other names":
            names = f"{one}: {_told(self.first, words)}. {other}: {_told(self.second, words)}."
            return f"Number for number the same, under other names. {names}"
        if self.kind == "same":
            lie = "" if self.same_memory else " Only in memory do they lie differently."
            luck = " That is the luck of these sizes." if self.by_luck else ""
            return f"The same numbers under the same names.{lie}{luck}"
        size = self.first.tensor.values.size
        hidden = " The numbers happen to be equal, so it can't be seen here." if self.hidden else ""
        return f"The same shape and other contents: {self.alike} of {size} cells agree.{hidden}"


@dataclass(frozen=True)
class Pair:
    """One move and then another, against the other way round.

    Attributes
    ----------
    first, second : Move
        In the order they are made; the same one, for a move made twice.
    kind : {"cancel", "once is enough", "commute", "differ", "one order only", "refused"}
        "cancel": all is back as it began. "one order only": the other order is refused, or this one is.
    elsewhere : PairKind
        What it is where no two sizes are equal: the law, if `kind` is another.
    """

    first: Move
    second: Move
    kind: PairKind
    elsewhere: PairKind

    @property
    def by_luck(self) -> bool:
        """Whether it comes out otherwise where no two sizes are equal."""
        return self.kind != self.elsewhere

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
        >>> Pair(MOVES["inside_flip"], MOVES["inside_flip"], "cancel", "cancel").text("pencil")
        'Inside flip, twice: all is back as it began.'
        """
        twice = self.first is self.second
        title = capital(self.first.say(words))
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
    found = _related(play(tensor, first, heads=heads), play(tensor, second, heads=heads))
    if found.kind != "same":
        return found
    unlike = _unlike(tensor.axes)
    law = _related(*(play(unlike, moves, heads=_UNLIKE["head"]) for moves in (first, second)))
    return replace(found, by_luck=law.kind != "same")


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
    tried = tuple(dict.fromkeys(moves))
    here, law = _kinds(tensor, tried, heads), _laws(tensor.axes, tried)
    return tuple(Pair(move_of(a), move_of(b), here[a, b], law[a, b]) for a, b in product(moves, repeat=2))


def _unlike(axes: Axes) -> Tensor:
    """Make a tensor with these axes whose sizes hide nothing."""
    sizes = [_UNLIKE[axis] for axis in axes]
    return Tensor("query", frozen(np.arange(np.prod(sizes)).reshape(sizes)), axes)


@lru_cache(maxsize=16)
def _laws(axes: Axes, moves: tuple[str, ...]) -> _Kinds:
    return _kinds(_unlike(axes), moves, _UNLIKE["head"])


def _kinds(tensor: Tensor, moves: tuple[str, ...], heads: int | None) -> _Kinds:
    once = {key: play(tensor, [key], heads=heads) for key in moves}
    both = {pair: play(tensor, pair, heads=heads) for pair in product(moves, repeat=2)}
    start = play(tensor, [], heads=heads)
    return {
        (a, b): _kind(start, once[a], both[a, b], both[b, a], twice=a == b)
        for a, b in product(moves, repeat=2)
    }


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


def _told(game: Play, words: str) -> str:
    return f"({', '.join(axis_name(axis, words) for axis in game.tensor.axes)})"
