"""Call a learner's function for one step, and tell whatever comes of it instead of raising it."""

from __future__ import annotations

import contextlib
import dataclasses
import inspect
import io
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from explorer.core.grid import Array
from explorer.core.mistakes.answer import Answer, Failure, failure_of, read_answer
from explorer.core.mistakes.blanks import is_blank, stopped_at_blank
from explorer.core.practice.tasks import HANDED, LEFT, Task
from explorer.errors import listed

__all__ = ["Called", "call"]


@dataclass(frozen=True, eq=False)
class Called:
    """What came of one call.

    Attributes
    ----------
    parts : tuple of Answer
        What was given back, in the order of ``LEFT``; empty where there is nothing to compare.
    problem : str
        Why there is nothing; empty where there is something.
    blank : bool
        Whether that is because ``...`` still stands in the code.
    failure : Failure or None
        The exception, if it ended with one.
    notes : tuple of str
        What is odd and does not stand in the way.
    views : bool
        Whether every part is a view of what was handed over: nothing was copied.
    """

    parts: tuple[Answer, ...] = ()
    problem: str = ""
    blank: bool = False
    failure: Failure | None = None
    notes: tuple[str, ...] = ()
    views: bool = False


def call(function: Callable[..., Any], task: Task, *, aloud: bool = False) -> Called:
    """Call a function with what a step is handed.

    Parameters
    ----------
    function : callable
    task : Task
    aloud : bool
        Whether what it prints is seen.

    Returns
    -------
    Called

    Examples
    --------
    >>> from explorer.core.practice.tasks import set_task
    >>> call(lambda k: k.swapaxes(-1, -2), set_task("inside_flip")).views
    True
    >>> call(lambda q, k: k, set_task("inside_flip")).problem
    "It can't be called as <lambda>(k): missing a required argument: 'k'. It takes (q, k)."
    """
    handed = task.handed()
    before = [value.copy() if isinstance(value, np.ndarray) else value for value in handed]
    names = HANDED[task.step]
    if said := _not_callable_so(function, names):
        without = [name for name in names if not name.isupper()]
        if _not_callable_so(function, tuple(without)):
            return Called(problem=said)
        handed = handed[: len(without)]  # it can do without the number that comes last
    quiet = contextlib.nullcontext() if aloud else contextlib.redirect_stdout(io.StringIO())
    try:
        with quiet, warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            result = function(*handed)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit, and kinds of somebody's own
        failure = failure_of(error, function)
        if Path(failure.file).stem.isdigit():  # a cell of a notebook, which has no name to be known by
            failure = dataclasses.replace(failure, file="")
        return Called(problem=f"It ends with {failure.text}.", failure=failure, blank=stopped_at_blank(error))
    if result is Ellipsis or (result is None and is_blank(function)):
        return Called(problem="It gives nothing back.", blank=True)
    called = _read(result, task)
    where = dict(zip(names, handed, strict=False))
    written = [
        name for name, was in zip(names, before, strict=True) if name in where and _differ(where[name], was)
    ]
    if written and called.parts:
        what = listed(written, "and")
        note = f"It changes {what} in place: whoever calls it loses what was there. Copy first."
        return dataclasses.replace(called, notes=(*called.notes, note))
    return dataclasses.replace(called, views=_are_views(result, handed))


def _read(result: Any, task: Task) -> Called:
    """Make arrays of what came back."""
    wanted = LEFT[task.step]
    if len(wanted) == 1:
        results = [result]
    elif result is None:
        return Called(problem=read_answer(None).problem)
    else:
        results = _parts(result, len(wanted))
        if not results:
            kind = "single array" if isinstance(result, np.ndarray) else type(result).__name__
            many = f" of {len(result)}" if isinstance(result, tuple | list) else ""
            names = listed(wanted, "and")
            return Called(
                problem=f"It gives a {kind}{many} back, and {names} were expected: "
                f"let it end with `return {', '.join(wanted)}`."
            )
    if any(one is Ellipsis for one in results):
        return Called(problem="It gives `...` back.", blank=True)
    answers = tuple(read_answer(one) for one in results)
    for name, answer in zip(wanted, answers, strict=True):
        if answer.problem:
            which = "It" if len(wanted) == 1 else f"For {name} it"
            return Called(problem=f"{which}{answer.problem[2:]}")
    notes = tuple(dict.fromkeys(note for answer in answers for note in answer.notes))
    return Called(answers, notes=notes)


def _parts(result: Any, many: int) -> list[Any]:
    """Take a result apart: a tuple of so many, or one array of so many along its first axis."""
    if isinstance(result, np.ndarray):
        return list(result) if result.ndim > 1 and len(result) == many else []
    return list(result) if isinstance(result, tuple | list) and len(result) == many else []


def _are_views(result: Any, handed: list[Any]) -> bool:
    given = [one for one in handed if isinstance(one, np.ndarray)]
    results = result if isinstance(result, tuple | list) else [result]
    return all(
        isinstance(one, np.ndarray) and any(np.may_share_memory(one, other) for other in given)
        for one in results
    )


def _not_callable_so(function: Callable[..., Any], names: tuple[str, ...]) -> str:
    """Say why these arguments do not go in, if they do not."""
    try:
        takes = inspect.signature(function)
    except Exception:  # nobody knows what it takes: it is called all the same
        return ""
    try:
        takes.bind(*names)
    except TypeError as error:
        name = getattr(function, "__name__", type(function).__name__)
        return f"It can't be called as {name}({', '.join(names)}): {error}. It takes {takes}."
    return ""


def _differ(one: Any, was: Any) -> bool:
    if not isinstance(one, np.ndarray):
        return False
    kept: Array = one
    return kept.shape != was.shape or not np.array_equal(kept, was, equal_nan=True)
