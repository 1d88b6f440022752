"""Whether a function that is right at one choice of sizes is right at others too, and with large numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.mistakes.answer import Answer
from explorer.core.mistakes.finding import HALF, SINGLE, find_ways, level, numbers_of, right_of
from explorer.core.mistakes.running import Refusal
from explorer.core.mistakes.verdict import generic
from explorer.core.mistakes.ways import Way, close, taken
from explorer.core.numbers import Numbers
from explorer.core.trace import trace

__all__ = ["OTHER_SIZES", "Asker", "Elsewhere", "holding", "with_large_numbers", "wrong_at_other_sizes"]

Asker = Callable[[Array, int], Answer]
"""Hands rows, axes (query key or value, batch, token, width), and heads to a function; brings its answer."""

OTHER_SIZES = ((3, 4, 2, 5), (1, 3, 4, 2), (2, 1, 3, 4), (2, 4, 1, 3), (2, 24, 3, 4))
"""B, T, H and D: T below D; one batch item, one token, one head; more tokens than anybody counts by hand."""

_NAMED_AT = ((5, 7, 2, 6), (3, 4, 2, 5))
"""Where a name must hold too: of (2, 5, 3, 4) alone, 4 may be D, or B squared, or T less one. C is 12 at the
first again, so that a plain number of heads fits there as well."""

_LARGE = 32.0
"""What query and key are multiplied by: scores come to thousands, and e to them is more than floats hold."""


@dataclass(frozen=True, eq=False)
class Elsewhere:
    """Where a function is wrong that was right at first.

    Attributes
    ----------
    config : Config
    answer : Answer
    right : ndarray, axes (batch, token, width)
    way : Way or None
        The way that leads to its output there, if one is known.
    large : bool
        Whether it is the numbers that were others, and not the sizes.
    """

    config: Config
    answer: Answer
    right: Array
    way: Way | None = None
    large: bool = False


def wrong_at_other_sizes(asker: Asker, config: Config, seed: int = 0) -> Elsewhere | None:
    """Ask a function once at each of the other sizes.

    Parameters
    ----------
    asker : callable
    config : Config
        Its rules count.
    seed : int

    Returns
    -------
    Elsewhere or None
        The first where it is wrong.
    """
    for batch, tokens, heads, head_dim in OTHER_SIZES:
        sizes = config.replace(batch=batch, tokens=tokens, heads=heads, head_dim=head_dim)
        rows = generic(sizes, seed)
        right, answer = right_of(sizes, rows), _as_rows(asker(rows, heads), sizes)
        if answer.problem or answer.shape != right.shape:
            return Elsewhere(sizes, answer, right)
        if level(numbers_of(answer), right, answer.eps) > SINGLE:
            ways, _ = find_ways(sizes, [(rows, answer)])
            return Elsewhere(sizes, answer, right, next((way for way in ways if len(way.turns) == 1), None))
    return None


def holding(
    asker: Asker, config: Config, ways: Sequence[Way], seed: int = 0
) -> tuple[list[Way], Elsewhere | None]:
    """Keep the ways that lead to what a function gives at other sizes too.

    Parameters
    ----------
    asker : callable
    config : Config
    ways : sequence of Way
        Those that lead there at `config`.
    seed : int

    Returns
    -------
    list of Way
    Elsewhere or None
        Where the function gives nothing to compare; the ways are what they were then.
    """
    kept = list(ways)
    for batch, tokens, heads, head_dim in _NAMED_AT:
        sizes = config.replace(batch=batch, tokens=tokens, heads=heads, head_dim=head_dim)
        rows = generic(sizes, seed)
        answer = _as_rows(asker(rows, heads), sizes)
        if answer.problem or answer.shape != rows.shape[1:]:
            if all(way.at(config, sizes) is None for way in kept):
                continue
            return kept, Elsewhere(sizes, answer, right_of(sizes, rows))
        kept = [way for way in kept if _leads(way.at(config, sizes), rows, answer)]
    return kept, None


def _as_rows(answer: Answer, config: Config) -> Answer:
    """Take a list of batch items, of which there is but one, for what it is."""
    a_list = any(note.startswith("It gives a list") for note in answer.notes)
    if a_list and config.batch == 1 and answer.shape == (config.tokens, config.width):
        return replace(answer, values=numbers_of(answer)[np.newaxis], shape=(1, *answer.shape))
    return answer


def _leads(way: Way | None, rows: Array, answer: Answer) -> bool:
    if way is None:  # it can't be gone at these sizes: nothing is said against it
        return True
    come = taken(way, rows)
    return not isinstance(come, Refusal) and level(numbers_of(answer), come, answer.eps) <= HALF


def with_large_numbers(asker: Asker, config: Config, seed: int = 0) -> Elsewhere | None:
    """Ask a function once with scores in the thousands.

    Parameters
    ----------
    asker : callable
    config : Config
    seed : int

    Returns
    -------
    Elsewhere or None
        None where it is right there too.
    """
    rows = generic(config, seed) * np.reshape([_LARGE, _LARGE, 1.0], (3, 1, 1, 1))
    numbers = Numbers.of(**dict(zip(("query", "key", "value"), rows, strict=True)), heads=config.heads)
    # The plain lines take nothing off the scores; a trip does where that is needed.
    right = trace(Config.of(numbers, causal=config.causal, window=config.window)).output.values
    answer = asker(rows, config.heads)
    if (
        answer.problem
        or answer.shape != right.shape
        or not close(numbers_of(answer), right, max(answer.eps, HALF))
    ):
        return Elsewhere(config, answer, right, large=True)
    return None
