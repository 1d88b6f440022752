"""Which of the known ways lead to what somebody's function gave, and to how many digits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from math import inf
from types import MappingProxyType

import numpy as np

from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.answer import Answer
from explorer.core.mistakes.running import Refusal, forward
from explorer.core.mistakes.verdict import generic
from explorer.core.mistakes.ways import Way, close, other_rules, pairs, singles, taken

__all__ = ["EXACT", "HALF", "SINGLE", "Found", "find_ways", "level", "numbers_of", "right_of", "untellable"]

EXACT = 0.0
SINGLE, HALF = (float(np.finfo(kind).eps) for kind in (np.float32, np.float16))
"""How close two outputs may be: as their numbers are, or as if float32 or float16 had been on the way."""

Found = tuple[list[Way], float]
"""Ways that lead to the same, the simplest first, and how closely."""

_NOTHING_CHANGES = "With these rules it changes nothing: the output is the right one."


def level(one: Array, other: Array, eps: float) -> float:
    """Say how close two outputs are.

    Parameters
    ----------
    one, other : ndarray
    eps : float
        The step above 1 of the coarser kind of number.

    Returns
    -------
    float
        `EXACT`, `SINGLE`, `HALF`, or infinity where they are further apart.

    Examples
    --------
    >>> ones = np.ones(2)
    >>> [level(ones, ones + off, 2.2e-16) for off in (1e-15, 1e-7, 1)]
    [0.0, 1.1920928955078125e-07, inf]
    """
    if close(one, other, eps):
        return EXACT
    return next((kind for kind in (SINGLE, HALF) if kind > eps and close(one, other, kind)), inf)


def numbers_of(answer: Answer) -> Array:
    """Read the numbers of an answer; nothing of the size asked for is too large to hold.

    Parameters
    ----------
    answer : Answer

    Returns
    -------
    ndarray
    """
    return np.empty(0) if answer.values is None else answer.values


def right_of(config: Config, rows: Array) -> Array:
    """Go the right way.

    Parameters
    ----------
    config : Config
    rows : ndarray, axes (query key or value, batch, token, width)

    Returns
    -------
    ndarray, axes (batch, token, width)
    """
    right = forward(config, (), *rows)
    assert not isinstance(right, Refusal)  # the lines are right, and the sizes fit
    return right


def find_ways(config: Config, outputs: Sequence[tuple[Array, Answer]]) -> Found:
    """Find the ways that lead to these outputs, those that come closest.

    Parameters
    ----------
    config : Config
    outputs : sequence of (ndarray, Answer)
        Rows that went in, and what came of them.

    Returns
    -------
    list of Way
    float
        How close they come; infinity where there is none.
    """
    alone = _led(chain(singles(config), other_rules(config)), outputs)
    # Of NaN alone, any two turns that give nothing else could be named.
    nothing = np.isnan(numbers_of(outputs[0][1])).all()
    both = [] if nothing else _led(pairs(config), outputs)
    changes_nothing = _silent(config).keys()
    for most in (EXACT, SINGLE, HALF):
        found = [way for way, near in alone if near <= most]
        named = {key for way in found for key in way.keys}
        more = [way for way, near in both if near <= most and not named & set(way.keys)]
        # What changes nothing by itself may still change what another does; beside a simpler way it is noise.
        telling = [way for way in more if not set(way.keys) & changes_nothing]
        found += telling or ([] if found else more)
        if found:
            return found, most
    return [], inf


def untellable(config: Config) -> Mapping[str, str]:
    """Find the turns that a function may take under these rules without its showing from outside.

    Parameters
    ----------
    config : Config

    Returns
    -------
    mapping of str to str
        Why, by key. What NumPy refuses shows as an error, and what is about a rule that there is not can't
        be taken: neither is told.

    Examples
    --------
    >>> list(untellable(Config(batch=2, tokens=5, heads=3, head_dim=4, window=None)))[:2]
    ['view_after_flip', 'wide_row_interleaved']
    """
    return MappingProxyType(
        {
            key: why
            for key, why in _silent(config).items()
            if WRONG_TURNS[key].outside or _has_rule(config, key)
        }
    )


def _has_rule(config: Config, key: str) -> bool:
    return config.window is not None if key.startswith("window") else config.causal


@lru_cache(maxsize=16)
def _silent(config: Config) -> Mapping[str, str]:
    """Find the turns that give an output in which they don't show."""
    rows = generic(config)
    right, why = right_of(config, rows), {}
    for key, turn in WRONG_TURNS.items():
        come = taken(Way((turn,), config), rows)
        if isinstance(come, Refusal):
            continue
        if turn.outside or close(come, right, float(np.finfo(np.float64).eps)):
            why[key] = turn.outside or _NOTHING_CHANGES
    return MappingProxyType(why)


def _led(ways: Iterable[Way], outputs: Sequence[tuple[Array, Answer]]) -> list[tuple[Way, float]]:
    """Keep the ways that lead to these outputs, more or less."""
    found = ((way, _nearness(way, outputs)) for way in ways)
    return [(way, near) for way, near in found if near < inf]


def _nearness(way: Way, outputs: Sequence[tuple[Array, Answer]]) -> float:
    worst = EXACT
    for rows, answer in outputs:
        come = taken(way, rows)
        if isinstance(come, Refusal):
            return inf
        worst = max(worst, level(numbers_of(answer), come, answer.eps))
        if worst == inf:
            return inf
    return worst
