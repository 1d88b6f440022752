"""Questions drawn from a trip by a seed: one of them, or a set for a class."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType

from explorer.core.asked import shown
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.questions.copies import copies
from explorer.core.questions.landings import landings
from explorer.core.questions.largest import largest
from explorer.core.questions.legal import legal
from explorer.core.questions.lots import Lots
from explorer.core.questions.misconceptions import FLIPS_MISTAKEN
from explorer.core.questions.record import Question
from explorer.core.questions.shapes import shapes
from explorer.core.questions.spotting import spotting
from explorer.core.questions.striking import striking
from explorer.core.questions.swaps import swaps
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import Trace
from explorer.errors import ConfigError, UnknownNameError, listed
from explorer.words import in_words

__all__ = ["KINDS", "allowed", "ask", "kind_name", "quiz"]

_DRAW: Mapping[str, tuple[str, Callable[[Trace, Lots], Iterator[Question]]]] = MappingProxyType(
    {
        "shape": ("the next shape", shapes),
        "lands": ("where one number lands", landings),
        "swap": ("which two counters trade places", swaps),
        "legal": ("is it legal", legal),
        "copy": ("will it copy, and how many bytes", copies),
        "struck": ("which cells are struck in one row", striking),
        "largest": ("which share is the largest", largest),
        "wrong_turn": ("spot the wrong turn", spotting),
    }
)
KINDS: tuple[str, ...] = tuple(_DRAW)
"""The kinds of question."""

_WAITING = 12
"""So many questions in a row that tell little are put off for one that tells more."""


def kind_name(kind: str, words: str = "both") -> str:
    """Say what a kind of question asks.

    Parameters
    ----------
    kind : str
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Raises
    ------
    UnknownNameError
        If there is no such kind, or `words` is no vocabulary.

    Examples
    --------
    >>> kind_name("lands")
    'where one number lands'
    """
    _check_kind(kind)
    return in_words(_DRAW[kind][0], words)


def allowed(trip: Trace) -> tuple[str, ...]:
    """Find the kinds of question that a trip has something to ask of.

    Parameters
    ----------
    trip : Trace

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> import explorer as ex
    >>> [kind for kind in KINDS if kind not in allowed(ex.trace(ex.Config(tokens=1)))]
    ['largest']
    """
    return tuple(kind for kind in KINDS if next(_drawn(trip, kind, 0), None) is not None)


def ask(trip: Trace, seed: int, kind: str | None = None) -> Question:
    """Ask one question.

    Parameters
    ----------
    trip : Trace
        Of a trip with wrong turns, its right one is asked about.
    seed : int
        The same question for the same trip and seed.
    kind : str, optional
        One of `KINDS`; drawn among those that the trip allows if left out.

    Returns
    -------
    Question

    Raises
    ------
    UnknownNameError
        If there is no such kind.
    ConfigError
        If the trip has nothing to ask of that kind, or the seed is no whole number.

    Examples
    --------
    >>> import explorer as ex
    >>> question = ask(ex.trace(), 7, "shape")
    >>> question == ask(ex.trace(), 7, "shape")
    True
    """
    seed = _seed(seed)
    kinds = Lots(seed, "kinds").order(KINDS) if kind is None else [_check_kind(kind)]
    for one in kinds:
        question = next(_drawn(trip, one, seed), None)
        if question is not None:
            return question
    config = trip.config
    sizes = f"B{config.batch} T{config.tokens} H{config.heads} D{config.head_dim}"
    raise ConfigError(
        f"Cannot ask {kinds[0]!r} of a trip of {sizes}: nothing in it can be mixed up, or so much is equal "
        f"that there is no one right answer. Choose {listed(allowed(trip))}, or other sizes, rules or "
        "numbers."
    )


def quiz(
    trip: Trace, seed: int, count: int = 10, *, steps: Collection[str] = STEP_NAMES
) -> tuple[Question, ...]:
    """Ask a set of questions, the same for a whole class.

    Parameters
    ----------
    trip : Trace
        Of a trip with wrong turns, its right one is asked about.
    seed : int
        The same set for the same trip and seed. A longer set begins with the shorter one.
    count : int
        How many. There are fewer where the trip has not so many to ask.
    steps : collection of str, or str
        Only these steps are asked about, as ``("reshelve", "inside_flip")`` for the two flips.

    Returns
    -------
    tuple of Question
        Every kind that the trip allows comes up before one comes again, and no two ask the same.

    Raises
    ------
    ConfigError
        If the seed is no whole number, or the count is none of 1 or more.
    UnknownNameError
        If there is no such step.

    Examples
    --------
    >>> import explorer as ex
    >>> sorted(question.kind for question in quiz(ex.trace(), 7, 8)) == sorted(KINDS)
    True
    >>> {question.step for question in quiz(ex.trace(), 7, 8, steps=["inside_flip"])}
    {'inside_flip'}
    """
    seed = _seed(seed)
    wanted = _count(count)
    wished = _steps(steps)
    sources = {
        kind: (question for question in _drawn(trip, kind, seed) if question.step in wished)
        for kind in Lots(seed, "kinds").order(KINDS)
    }
    found: list[Question] = []
    while sources and len(found) < wanted:
        for kind in list(sources):
            question = next(sources[kind], None)
            if question is None:
                del sources[kind]
            else:
                found.append(question)
            if len(found) == wanted:
                break
    return tuple(found)


def _drawn(trip: Trace, kind: str, seed: int) -> Iterator[Question]:
    """Draw the questions of a kind, each topic once; those that tell less wait for better ones."""
    right = trip.right if isinstance(trip, WrongTrace) else trip
    met: set[str] = set()
    waiting: list[Question] = []
    in_a_row = 0
    for question in _DRAW[kind][1](right, Lots(seed, kind)):
        if question.topic in met:
            continue
        met.add(question.topic)
        if _is_telling(question):
            in_a_row = 0
            yield question
            continue
        waiting.append(question)
        in_a_row += 1
        if in_a_row > _WAITING:
            yield waiting.pop(0)
    yield from waiting


def _is_telling(question: Question) -> bool:
    """Whether there is more than one thing to mix up, and a flip mistaken would be that for sure."""
    few = len(question.choices) < 3 and question.kind != "largest"  # of three tokens one or two are kept
    doubtful = any(choice.also for choice in question.choices if choice.misconception in FLIPS_MISTAKEN)
    return not few and not doubtful


def _check_kind(kind: str) -> str:
    if not isinstance(kind, str) or kind not in KINDS:
        raise UnknownNameError(f"Cannot ask {shown(kind)}: choose {listed(KINDS)}.")
    return kind


def _steps(steps: Collection[str]) -> frozenset[str]:
    wished = [steps] if isinstance(steps, str) else list(steps)
    for step in wished:
        if step not in STEP_NAMES:
            raise UnknownNameError(f"Cannot ask about step {shown(step)}: choose {listed(STEP_NAMES)}.")
    return frozenset(wished)


def _seed(seed: object) -> int:
    try:
        return operator.index(seed)  # type: ignore[arg-type]
    except TypeError as error:
        raise ConfigError(f"Cannot draw by seed={shown(seed)}: a seed is a whole number, as in 7.") from error


def _count(count: object) -> int:
    try:
        wanted = operator.index(count)  # type: ignore[arg-type]
    except TypeError:
        wanted = 0
    if wanted < 1:
        raise ConfigError(
            f"Cannot ask {shown(count)} questions: count is a whole number of 1 or more, as in 10."
        )
    return wanted
