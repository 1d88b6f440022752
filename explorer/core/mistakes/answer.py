"""What came of calling somebody else's function: an array to compare, or why there is none."""

from __future__ import annotations

import contextlib
import inspect
import linecache
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from explorer.core.grid import Array

__all__ = ["MOST_CELLS", "Answer", "Failure", "failure_of", "read_answer", "words_of"]

MOST_CELLS = 10_000
"""An answer of more numbers is told by its shape alone: what is asked for has a hundred or so."""

_MOST_SAID = 300
_BFLOAT16 = 2.0**-7
_FLOAT64 = float(np.finfo(np.float64).eps)


@dataclass(frozen=True)
class Failure:
    """An exception that somebody's function ended with.

    Attributes
    ----------
    error : str
        Its class: ``"ValueError"``.
    message : str
        In its own words.
    number : int
        The line of the function's own file that was reached; 0 where there is none.
    line : str
        What stands there; empty where it can't be read.
    file : str
        The name of that file.

    Examples
    --------
    >>> Failure("ValueError", "axes don't match array", 3, "k = k.transpose(-2, -1)", "mine.py").text
    "ValueError: axes don't match array (line 3 of mine.py: `k = k.transpose(-2, -1)`)"
    """

    error: str
    message: str
    number: int = 0
    line: str = ""
    file: str = ""

    @property
    def text(self) -> str:
        """The exception and its place, in one line."""
        said = f"{self.error}: {self.message}" if self.message else self.error
        if not self.number:
            return said
        place = f"line {self.number}" + (f" of {self.file}" if self.file else "")
        return f"{said} ({place}: `{self.line}`)" if self.line else f"{said} ({place})"


@dataclass(frozen=True, eq=False)
class Answer:
    """What came of one call.

    Attributes
    ----------
    values : ndarray of float64 or None
        What was given back; None where it is no array of numbers, or a huge one.
    shape : tuple of int or None
        Its shape; None where it has none.
    eps : float
        How finely it tells numbers apart: the step above 1 of the kind of number that it was.
    problem : str
        Why there is nothing to compare; empty where there is something.
    failure : Failure or None
        The exception, if it ended with one.
    notes : tuple of str
        What is odd about it and does not stand in the way.
    printed : str
        The beginning of what it printed meanwhile.
    """

    values: Array | None = None
    shape: tuple[int, ...] | None = None
    eps: float = _FLOAT64
    problem: str = ""
    failure: Failure | None = None
    notes: tuple[str, ...] = ()
    printed: str = ""


def failure_of(error: BaseException, function: object = None, file: str = "") -> Failure:
    """Read an exception: its words, and the deepest line that it reached in somebody's own file.

    Parameters
    ----------
    error : BaseException
    function : callable, optional
        Whose file is meant.
    file : str
        That file, if it is known.

    Returns
    -------
    Failure
    """
    with contextlib.suppress(Exception):  # an object of somebody's own may raise whatever it likes
        file = file or _file_of(function)
    kind = type(error).__name__.lstrip("_")  # NumPy's own kinds of a ValueError have names of their own
    message = " ".join(words_of(error).split())
    message = message if len(message) <= _MOST_SAID else f"{message[:_MOST_SAID]}..."
    if isinstance(error, SyntaxError) and error.filename == file and error.lineno:
        line = (error.text or "").strip()
        return Failure(kind, error.msg, error.lineno, line, Path(file).name)
    # In a notebook each cell is a file of its own, and what one of them calls often stands in another.
    where = [
        at for at in _frames(error.__traceback__) if at[0] == file or (_is_cell(file) and _is_cell(at[0]))
    ]
    if not file or not where:
        return Failure(kind, message)
    file, number = where[-1]
    name = "" if file.startswith("<") or _is_cell(file) else Path(file).name
    return Failure(kind, message, number, linecache.getline(file, number).strip(), name)


def _is_cell(file: str) -> bool:
    """Whether a file is a notebook's cell, by the folder that the kernel names for them."""
    return Path(file).parent.name.startswith("ipykernel_")


def read_answer(result: Any, eps: float = _FLOAT64) -> Answer:
    """Make an array of what came back, and say what was odd about it.

    Parameters
    ----------
    result : object
    eps : float
        How finely what went in tells numbers apart.

    Returns
    -------
    Answer

    Examples
    --------
    >>> read_answer((np.ones((1, 2)), np.ones((2, 2)))).notes
    ('It gives a tuple back: its first part was taken, and 1 more left aside.',)
    """
    notes = []
    if isinstance(result, tuple | list) and _parts_differ(result):
        kind, more = type(result).__name__, len(result) - 1
        notes.append(f"It gives a {kind} back: its first part was taken, and {more} more left aside.")
        result = result[0]
    if result is None:
        return Answer(problem="It gives None back: is there a `return` at its end?")
    kind = type(result).__name__
    if inspect.iscoroutine(result) or inspect.isgenerator(result) or inspect.isasyncgen(result):
        if not inspect.isasyncgen(result):
            result.close()
        return Answer(problem=f"It gives {_a(kind)} back, and no array: it must be a plain function.")
    if np.ma.is_masked(result):
        left_out = int(np.count_nonzero(np.ma.getmaskarray(result)))
        return Answer(
            problem=f"It gives {_a(kind)} back, {left_out} of its numbers masked out: give plain numbers."
        )
    if isinstance(result, tuple | list | range):
        notes.append(f"It gives a {kind} back, not an array: it was made into one.")
    try:
        array, finest, fine = _array_of(result)
    except Exception as error:
        said = " ".join(words_of(error).split())[:_MOST_SAID]
        why = f" ({said})" if said else ""
        return Answer(problem=f"It gives {_a(kind)} back that no array can be made of{why}.")
    if array.dtype.kind == "c" and not array.imag.any():
        notes.append("It gives complex numbers back; nothing is imaginary in them.")
        array = array.real
    if array.dtype.kind not in "fiub":
        return Answer(
            problem=f"It gives {_a(kind)} back that holds {array.dtype}, and not an array of real numbers."
        )
    if array.dtype.kind != "f":
        notes.append(f"It gives {array.dtype} back, so what stood behind the point is lost.")
    elif finest > eps:
        digits = int(-np.log10(finest))
        notes.append(f"It gives {fine} back: that is about {digits} digits, and it was compared so.")
    values = array.astype(np.float64) if array.size <= MOST_CELLS else None
    return Answer(values, tuple(array.shape), max(eps, finest), notes=tuple(notes))


def _array_of(result: Any) -> tuple[Array, float, str]:
    """Give an array, the step of its numbers, and what kind they are."""
    if hasattr(result, "detach"):
        kind = str(getattr(result, "dtype", "")).removeprefix("torch.")
        tensor = result.detach().cpu()
        if kind == "bfloat16":  # NumPy has no such numbers
            return np.asarray(tensor.float().numpy()), _BFLOAT16, kind
        result = tensor.numpy()
    array = np.asarray(result)
    if array.dtype.kind != "f":
        return array, _FLOAT64, str(array.dtype)
    eps = max(np.finfo(array.dtype).eps, _FLOAT64)
    return array, float(eps), str(array.dtype)


def _parts_differ(parts: tuple[Any, ...] | list[Any]) -> bool:
    """Say whether an output and something else stand here; arrays of one shape are one output in parts."""
    shapes = [_shape_of(part) for part in parts]
    return bool(shapes and shapes[0]) and (len(shapes) == 1 or len(set(shapes)) > 1)


def _shape_of(value: Any) -> tuple[int, ...] | None:
    try:
        shape = getattr(value, "shape", None)
        return None if shape is None else tuple(int(size) for size in shape)
    except Exception:  # an object of somebody's own may raise whatever it likes
        return None


def words_of(error: BaseException) -> str:
    """Read what an exception says, if it can say it.

    Parameters
    ----------
    error : BaseException

    Returns
    -------
    str
    """
    try:
        return str(error)
    except Exception:  # an exception of somebody's own that can't even say what it is
        return ""


def _file_of(function: object) -> str:
    """Find the file that a function was written in, through what it is wrapped in."""
    while isinstance(function, partial):
        function = function.func
    if inspect.isfunction(function) or inspect.ismethod(function):
        function = inspect.unwrap(function)
    elif not isinstance(function, type) and callable(function):
        forward = getattr(function, "forward", None)  # what a PyTorch module calls
        function = forward if inspect.ismethod(forward) else getattr(function, "__call__", function)  # noqa: B004
    code = getattr(function, "__code__", None) or getattr(
        getattr(function, "__func__", None), "__code__", None
    )
    return getattr(code, "co_filename", "")


def _frames(traceback: TracebackType | None) -> Iterator[tuple[str, int]]:
    while traceback is not None:
        yield traceback.tb_frame.f_code.co_filename, traceback.tb_lineno
        traceback = traceback.tb_next


def _a(kind: str) -> str:
    return f"{'an' if kind[0].lower() in 'aeiou' or kind == 'ndarray' else 'a'} {kind}"
