"""What is said of a function that is right at first, and wrong at other sizes or with large numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from explorer.core.config import Config
from explorer.core.influence_grid import Influence
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.check_told import meaning, told_sizes
from explorer.core.mistakes.elsewhere import Elsewhere
from explorer.core.mistakes.finding import numbers_of
from explorer.core.mistakes.signs import signs, signs_of_shape
from explorer.core.mistakes.ways import Way
from explorer.errors import listed

__all__ = ["tell_broken", "tell_elsewhere", "tell_large", "tell_name_lost"]

_PLAIN_NUMBER = "Does a size stand in it as a plain number? Read it off the shape: B, T, C = query.shape."
_OF_ONE = "An axis of size 1 is lost by squeeze(), and spreads over any other size without a word."
_STRUCK = (
    "Is a number of the scores cut off, or a struck cell not far enough down? Strike with minus infinity."
)
_THOUSANDS = "With scores in the thousands"


def tell_elsewhere(first: Config, found: Elsewhere, notes: Sequence[str]) -> str:
    """Tell where a function is wrong that was right at first.

    Parameters
    ----------
    first : Config
        Where it is right.
    found : Elsewhere
    notes : sequence of str

    Returns
    -------
    str
    """
    if found.large:
        lead = "Right with numbers of the usual size, and wrong with scores in the thousands."
    else:
        lead = f"Right at {told_sizes(first)}, and wrong at {told_sizes(found.config)}."
    return "\n".join(line for line in (lead, *_there(found), *notes) if line)


def tell_large(found: Elsewhere) -> str:
    """Tell that large scores are more than a function can take.

    Parameters
    ----------
    found : Elsewhere
        Where there is no output, or not a number in it.

    Returns
    -------
    str
    """
    problem = found.answer.problem
    how = f"i{problem[1:].rstrip('.')}" if problem else "what comes out is not a number (NaN)"
    turn = WRONG_TURNS["no_shift"]
    return f"{_THOUSANDS} {how}, as with {turn.key}: {turn.say()}. To mend that: {turn.mend}"


def tell_broken(found: Elsewhere) -> str:
    """Tell that at other sizes nothing came that could be compared.

    Parameters
    ----------
    found : Elsewhere

    Returns
    -------
    str
    """
    problem = found.answer.problem
    how = f"i{problem[1:]}" if problem else f"the shape {found.answer.shape} comes out."
    return f"At {told_sizes(found.config)} {how} {_PLAIN_NUMBER}"


def tell_name_lost(config: Config, way: Way, grid: Influence | None, notes: Sequence[str]) -> str:
    """Tell that a function equals a wrong way at one choice of sizes, and no known one at others.

    Parameters
    ----------
    config : Config
    way : Way
    grid : Influence or None
    notes : sequence of str

    Returns
    -------
    str
    """
    how = (
        f"the trip with {listed(way.keys, 'and')}" if way.keys else f"attention under other rules: {way.how}"
    )
    said = (
        f"At {told_sizes(config)} your output equals {how}. At other sizes it does not.",
        _PLAIN_NUMBER,
        grid.text() if grid is not None else "",
        *notes,
    )
    return "\n".join(line for line in said if line)


def _there(found: Elsewhere) -> Iterator[str]:
    """Tell what comes of it there."""
    config, answer, values = found.config, found.answer, numbers_of(found.answer)
    if answer.problem:
        yield " ".join([f"There i{answer.problem[1:]}", *meaning(answer.failure)])
    elif answer.shape != found.right.shape:
        shape = answer.shape or ()
        yield f"There your output has the shape {shape}, and {found.right.shape} was expected."
        yield from signs_of_shape(config, found.right, shape, answer.values, answer.eps)
    elif found.way is not None:
        (turn,) = found.way.turns
        how = f", {found.way.how}" if found.way.how else ""
        yield f"There it equals the trip with {turn.key}{how}: {turn.say()}."
        yield f"To mend it: {turn.mend}"
        return
    else:
        yield from signs(config, found.right, values, answer.eps)
    sizes = config.batch, config.tokens, config.heads
    yield _STRUCK if found.large else _OF_ONE if 1 in sizes else _PLAIN_NUMBER
