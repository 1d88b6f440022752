"""What the two processes write to one another: lines of JSON, so that nothing that is read can run."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import numpy as np

from explorer.core.grid import Array
from explorer.core.mistakes.answer import Answer, Failure

__all__ = ["answer_from", "answer_to", "rows_from", "rows_to"]


def rows_to(rows: Array) -> str:
    """Write the rows that a function is to be called with.

    Parameters
    ----------
    rows : ndarray, axes (query key or value, batch, token, width)

    Returns
    -------
    str
        One line.

    Examples
    --------
    >>> rows_to(np.ones((3, 1, 1, 2)))
    '[[[[1.0, 1.0]]], [[[1.0, 1.0]]], [[[1.0, 1.0]]]]'
    """
    return json.dumps(rows.tolist())


def rows_from(line: str) -> Array:
    """Read rows again.

    Parameters
    ----------
    line : str

    Returns
    -------
    ndarray of float64
    """
    return np.array(json.loads(line), dtype=np.float64)


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
    ValueError, TypeError, KeyError, OverflowError
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
        problem=str(told["problem"]),
        failure=None if told["failure"] is None else Failure(**told["failure"]),
        notes=tuple(str(note) for note in told["notes"]),
    )
