"""What is said of a wrong turn that was chosen and not taken: what it would show, or how it would differ."""

from __future__ import annotations

import numpy as np

from explorer.core.arithmetic import number
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.questions.said import Said
from explorer.core.questions.taken import MOST_LINES, Taken

__all__ = ["would_differ", "would_show"]


def would_show(key: str, its: Taken, asked: Taken, way: str) -> Said:
    """Say what another wrong turn would show: of its code the lines that are not in the one asked about.

    Parameters
    ----------
    key : str
        The wrong turn's.
    its, asked : Taken
        What it leaves, and what is asked about.
    way : {"code", "result"}

    Returns
    -------
    Said

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.core.questions.taken import ways_of
    >>> ways = ways_of(ex.trace(), "inside_flip")
    >>> would_show("key_t", ways["key_t"], ways["flip_forgotten"], "code").pencil
    'Another one, "every counter reversed, book and lens too", would show this: `k = k.T`.'
    """
    shows = _lines(_missing(its, asked) or its.code.splitlines()) if way == "code" else _told(its)
    return Said.by(lambda words: f'Another one, "{WRONG_TURNS[key].say(words)}", would show this: {shows}.')


def would_differ(key: str, its: Taken, right: Taken, way: str) -> Said:
    """Say what would look different had a wrong turn been taken, where none was.

    Parameters
    ----------
    key : str
    its, right : Taken
    way : {"code", "result"}

    Returns
    -------
    Said

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.core.questions.taken import ways_of
    >>> ways = ways_of(ex.trace(), "inside_flip")
    >>> would_differ("key_t", ways["key_t"], ways[""], "result").standard
    'The wrong turn "K.T on four axes" would get the shape (2, 3, 2, 1), not (1, 2, 2, 3).'
    """
    change = _code_change(its, right) if way == "code" else _result_change(its, right)
    return Said.by(lambda words: f'The wrong turn "{WRONG_TURNS[key].say(words)}" would {change}.')


def _code_change(its: Taken, right: Taken) -> str:
    theirs, ours = _missing(its, right), _missing(right, its)
    if theirs and ours:
        return f"have {_lines(theirs)} instead of {_lines(ours)}"
    if ours:
        return f"leave {_lines(ours)} out"
    if theirs:
        return f"have {_lines(theirs)} as well"
    return f"have the lines in this order: {_lines(its.code.splitlines())}"


def _result_change(its: Taken, right: Taken) -> str:
    if its.result is None or right.result is None:
        return f"show this: {_told(its)}"
    if its.result.shape != right.result.shape:
        return f"get the shape {its.result.shape}, not {right.result.shape}"
    row, column = np.argwhere(its.unlike(right))[0].tolist()
    at = ", ".join(map(str, [0] * (its.result.ndim - 2) + [row, column]))
    mine, plain = (number(one.part[row, column].item()) for one in (its, right))
    return f"get {mine} at `{its.variable}[{at}]`, not {plain}"


def _missing(one: Taken, other: Taken) -> list[str]:
    """List the lines of one way that are none of the other's."""
    return [line for line in one.code.splitlines() if line not in other.code.splitlines()]


def _lines(lines: list[str]) -> str:
    return f"`{'; '.join(lines[:MOST_LINES])}`"  # a stroke between them would be a division


def _told(taken: Taken) -> str:
    return " / ".join(taken.shown.replace(":\n", ": ").splitlines()[:MOST_LINES])
