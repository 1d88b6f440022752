"""What the two processes write to one another: lines of JSON, so that nothing that is read can run."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import numpy as np

from explorer.core.grid import Array
from explorer.core.mistakes.answer import Answer, Failure

__all__ = ["answer_from", "answer_to", "rows_from", "rows_to"]


def rows_to(rows: Array, heads: int) -> str:
    """Write what a function is to be called with.

    Parameters
    ----------
    rows : ndarray, axes (query key or value, batch, token, width)
    heads : int

    Returns
    -------
    str
        One line.

    Examples
    --------
    >>> rows_to(np.ones((3, 1, 1, 2)), 2)
    '[[[[[1.0, 1.0]]], [[[1.0, 1.0]]], [[[1.0, 1.0]]]], 2]'
    """
    return json.dumps([rows.tolist(), heads])


def rows_from(line: str) -> tuple[Array, int]:
    """Read rows and heads again.

    Parameters
    ----------
    line : str

    Returns
    -------
    ndarray of float64, axes (query key or value, batch, token, width)
    int
    """
    rows, heads = json.loads(line)
    return np.array(rows, dtype=np.float64), heads


def answer_to(answer: Answer) -> str:
    """Write an answer.

    Parameters
    ----------
    answer : Answer

    Returns
    -------
    str
        One line. A number is written so that it is read as the very same.
    """
    failure = asdict(answer.failure) if answer.failure is not None else None
    values = answer.values.ravel().tolist() if answer.values is not None else None
    return json.dumps(
        {
            "values": values,
            "shape": answer.shape,
            "eps": answer.eps,
            "problem": answer.problem,
            "failure": failure,
            "notes": answer.notes,
            "printed": answer.printed,
        }
    )


def answer_from(line: str) -> Answer:
    """Read an answer again.

    Parameters
    ----------
    line : str

    Returns
    -------
    Answer

    Raises
    ------
    ValueError, TypeError, KeyError, OverflowError, RecursionError
        If the line is no answer.

    Examples
    --------
    >>> again = answer_from(answer_to(Answer(np.array([[0.1, np.nan]]), (1, 2))))
    >>> again.values.tolist(), again.shape
    ([[0.1, nan]], (1, 2))
    """
    told: dict[str, Any] = json.loads(line)
    shape = None if told["shape"] is None else tuple(int(size) for size in told["shape"])
    values = None
    if told["values"] is not None:
        values = np.array(told["values"], dtype=np.float64).reshape(shape or ())
    return Answer(
        values=values,
        shape=shape,
        eps=float(told["eps"]),
        problem=_spelled(told["problem"]),
        failure=None if told["failure"] is None else _failure_from(**told["failure"]),
        notes=tuple(_spelled(note) for note in told["notes"]),
        printed=_spelled(told["printed"]),
    )


def _failure_from(error: object, message: object, number: int, line: object, file: object) -> Failure:
    return Failure(_spelled(error), _spelled(message), int(number), _spelled(line), _spelled(file))


def _spelled(text: object) -> str:
    """Spell out what is no letter: on a terminal it might colour, clear or turn around what stands there."""
    return "".join(
        letter if letter.isprintable() or letter in "\n\t" else ascii(letter)[1:-1] for letter in str(text)
    )
