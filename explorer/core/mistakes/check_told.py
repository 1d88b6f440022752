"""The report on somebody's function, in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from explorer.core.coding import codes_of
from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.influence_grid import Influence
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.answer import Answer, Failure
from explorer.core.mistakes.elsewhere import OTHER_SIZES
from explorer.core.mistakes.finding import SINGLE, numbers_of
from explorer.core.mistakes.signs import factor, signs, signs_of_shape
from explorer.core.mistakes.ways import Way
from explorer.errors import listed
from explorer.words import STEPS, translate

__all__ = [
    "meaning",
    "tell_coarse",
    "tell_no_output",
    "tell_not_alike",
    "tell_right",
    "tell_shape",
    "tell_unknown",
    "tell_way",
    "told_sizes",
]

_UNKNOWN = translate("", "").pencil


def tell_no_output(answer: Answer, keys: Sequence[str], *, named: bool = True) -> str:
    """Tell in one line why there is nothing to compare.

    Parameters
    ----------
    answer : Answer
        With a problem.
    keys : sequence of str
        The wrong turns that are refused in the same words.
    named : bool
        Whether the line that was refused is about the same as well.

    Returns
    -------
    str

    Examples
    --------
    >>> tell_no_output(Answer(problem="It gives None back."), ())
    'There is no output to compare. It gives None back.'
    """
    said = ["There is no output to compare.", answer.problem]
    said += meaning(answer.failure)
    alike = listed(f"{key} ({WRONG_TURNS[key].pencil})" for key in keys)
    if keys and named:
        said.append(
            f"NumPy refuses this in the same words: {alike}. To mend that: {WRONG_TURNS[keys[0]].mend}"
        )
    elif keys:
        said.append(f"The same words come of {alike}, which is not what stands in this line.")
    return " ".join([*said, *answer.notes])


def tell_shape(config: Config, right: Array, answer: Answer, notes: Sequence[str]) -> str:
    """Tell in one line that another shape came out.

    Parameters
    ----------
    config : Config
    right : ndarray, axes (batch, token, width)
    answer : Answer
    notes : sequence of str

    Returns
    -------
    str
    """
    shape = answer.shape or ()
    asked = f"Your output has the shape {shape}, and {right.shape} was expected: (B, T, C), "
    return " ".join(
        [
            f"{asked}as query, key and value have.",
            *signs_of_shape(config, right, shape, answer.values, answer.eps),
            *notes,
        ]
    )


def tell_not_alike(notes: Sequence[str]) -> str:
    """Tell that two calls with the same numbers gave different ones.

    Parameters
    ----------
    notes : sequence of str

    Returns
    -------
    str
    """
    said = (
        "Called twice with the same numbers, it gives different ones: nothing can be compared. "
        "Switch off dropout, and whatever else is drawn by chance or remembered."
    )
    return " ".join([said, *notes])


def tell_right(config: Config, grid: Influence | None, trouble: str, notes: Sequence[str]) -> str:
    """Tell that the output is the right one.

    Parameters
    ----------
    config : Config
    grid : Influence or None
    trouble : str
        Why there is no grid, where there is none.
    notes : sequence of str

    Returns
    -------
    str
    """
    sizes = told_sizes(config)
    if grid is not None and grid.equal:
        more = f"So it does at {len(OTHER_SIZES)} more choices of sizes."
        return _lines(f"Right: at {sizes} your output equals the engine's. {more}", grid.text(), *notes)
    return _lines(
        f"At {sizes} your output equals the engine's, and yet something is wrong.",
        grid.text() if grid is not None else trouble,
        *notes,
    )


def tell_way(
    config: Config, way: Way, others: Sequence[str], grid: Influence | None, notes: Sequence[str]
) -> str:
    """Tell which way it goes, how to mend it, and what can't be told from it.

    Parameters
    ----------
    config : Config
    way : Way
    others : sequence of str
    grid : Influence or None
    notes : sequence of str

    Returns
    -------
    str
    """
    how = f", {way.how}" if way.how else ""
    if not way.turns:
        said = [f"Your output is right under other rules than were asked for: {way.how}."]
    elif len(way.turns) == 1:
        said = [f"Your output equals the trip with {way.keys[0]}{how}: {way.turns[0].say()}."]
    else:
        said = [f"Your output equals the trip with two wrong turns, {listed(way.keys, 'and')}{how}."]
        said += [f"{turn.key}: {turn.say()}." for turn in way.turns]
    for turn in way.turns:
        which = f" {turn.key}" if len(way.turns) > 1 else ""
        said.append(f"To mend{which or ' it'}: {turn.mend}")
        said.append(f"The right lines of step {STEPS[turn.step].say()}:")
        said += [f"    {line}" for line in codes_of(config)[turn.step].splitlines()]
    if others:
        said.append(f"The same output comes of {listed(others)}: from outside that can't be told apart.")
    if grid is not None:
        said.append(grid.text())
    return _lines(*said, *notes)


def tell_coarse(right: Array, answer: Answer, near: float) -> str:
    """Tell to how many digits an output is the right one, and what that comes of.

    Parameters
    ----------
    right : ndarray, axes (batch, token, width)
    answer : Answer
    near : float
        `SINGLE` or `HALF`.

    Returns
    -------
    str

    Examples
    --------
    >>> import numpy as np
    >>> tell_coarse(np.ones(3), Answer(np.ones(3) + 1e-7), SINGLE)
    'That holds to about 7 digits: the largest difference is 1e-07. Somewhere it works in float32, or a \
small number is added.'
    """
    off = float(np.max(np.abs(numbers_of(answer) - right)))
    digits = max(1, round(-np.log10(off / max(1.0, float(np.abs(right).max())))))
    told = f"{digits} digits: the largest difference is {off:.2g}. Somewhere it works in"
    if near == SINGLE:
        return f"That holds to about {told} float32, or a small number is added."
    return f"Your output is right to about {told} float16, or it is a little off."


def tell_unknown(
    config: Config,
    right: Array,
    answer: Answer,
    grid: Influence | None,
    trouble: str,
    notes: Sequence[str],
    coarse: str = "",
) -> str:
    """Tell what shows where the output is wrong in no known way.

    Parameters
    ----------
    config : Config
    right : ndarray, axes (batch, token, width)
    answer : Answer
    grid : Influence or None
    trouble : str
        Why there is no grid, where there is none.
    notes : sequence of str
    coarse : str
        What to say of it instead, where it is nearly the right one.

    Returns
    -------
    str
    """
    values = numbers_of(answer)
    shown = factor(right, values, answer.eps) if coarse else signs(config, right, values, answer.eps)
    unknown = "and no wrong turn that is known gives these."
    return _lines(
        coarse or f"Your output has the right shape and the wrong numbers, {unknown}",
        *shown,
        grid.text() if grid is not None else trouble,
        *notes,
    )


def meaning(failure: Failure | None) -> list[str]:
    """Say what a library means by its words, where they are known.

    Parameters
    ----------
    failure : Failure or None

    Returns
    -------
    list of str
        A sentence or two, or nothing.
    """
    if failure is None:
        return []
    meant = translate(failure.error, failure.message)
    return [] if meant.pencil == _UNKNOWN else [meant.say()]


def told_sizes(config: Config) -> str:
    """Tell the sizes.

    Parameters
    ----------
    config : Config

    Returns
    -------
    str

    Examples
    --------
    >>> told_sizes(Config())
    'B 1, T 3, H 2, D 2'
    """
    return f"B {config.batch}, T {config.tokens}, H {config.heads}, D {config.head_dim}"


def _lines(*said: str) -> str:
    kept: Iterable[str] = (line for line in said if line)
    return "\n".join(kept)
