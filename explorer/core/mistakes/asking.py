"""Call somebody else's function on three arrays, and tell whatever comes of it instead of raising it."""

from __future__ import annotations

import contextlib
import dataclasses
import inspect
import io
import re
import sys
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any, TextIO

import numpy as np

from explorer.core.grid import Array
from explorer.core.mistakes.answer import Answer, failure_of, read_answer, words_of
from explorer.core.mistakes.blanks import stopped_at_blank
from explorer.errors import ExplorerError, listed

__all__ = ["MOST_PRINTED", "ask", "need_torch"]

MOST_PRINTED = 4_000
"""Of what a function prints in one call, so many letters are kept."""

_BLANK = "It is not filled in yet: `...` still stands somewhere in the place of code."
_NAMES = ("query", "key", "value")
_TENSORS_HAVE = (
    *("bmm", "chunk", "contiguous", "device", "dim", "expand", "float", "masked_fill", "masked_fill_"),
    *("matmul", "permute", "softmax", "split", "to", "tril", "triu", "unbind", "unsqueeze", "view_as"),
)
_TENSORS_WANTED = re.compile(
    r"must be Tensor|expected Tensor as element|numpy\.ndarray.* but expected one of|"
    r"'int' object is not callable.*\.size\(",  # what an array has there is a number
    re.DOTALL,
)


def ask(
    function: Callable[..., Any], rows: Array, heads: int, *, torch: bool = False, aloud: bool = False
) -> Answer:
    """Call a function as ``function(query, key, value, heads)``.

    Parameters
    ----------
    function : callable
    rows : ndarray of float64, axes (query key or value, batch, token, width)
        The function is handed copies.
    heads : int
    torch : bool
        Whether it wants PyTorch's tensors, of float32, and gives one back.
    aloud : bool
        Whether what it prints is seen at once. It is kept in the answer either way.

    Returns
    -------
    Answer

    Raises
    ------
    ExplorerError
        If PyTorch is asked for, and not installed.

    Examples
    --------
    >>> rows = np.ones((3, 1, 2, 4))
    >>> ask(lambda query, key, value, heads: value, rows, 2).shape
    (1, 2, 4)
    >>> ask(lambda query, key, value, heads: None, rows, 2).problem
    'It gives None back: is there a `return` at its end?'
    >>> print(ask(lambda query, key, value: value, rows, 2).problem)
    It can't be called as <lambda>(query, key, value, heads): too many positional arguments. \
It takes (query, key, value).
    """
    if said := _not_callable_so(function):
        return Answer(problem=said)
    tensors = need_torch().from_numpy if torch else _as_they_are
    given = [np.array(one, dtype=np.float32 if torch else np.float64) for one in rows]
    before = [one.copy() for one in given]
    heard = _Heard(sys.stdout if aloud else None)
    try:
        with contextlib.redirect_stdout(heard), warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            result = function(*map(tensors, given), heads)
            if result is Ellipsis:
                return Answer(problem=_BLANK, printed=heard.kept)
            answer = read_answer(result, float(np.finfo(np.float32 if torch else np.float64).eps))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit, and kinds of somebody's own
        if stopped_at_blank(error):
            return Answer(problem=_BLANK, printed=heard.kept)
        failure = failure_of(error, function)
        notes = () if torch else _torch_note(error, failure.line)
        return Answer(
            problem=f"It ends with {failure.text}.", failure=failure, notes=notes, printed=heard.kept
        )
    answer = dataclasses.replace(answer, printed=heard.kept)
    if changed := [name for name, one, was in zip(_NAMES, given, before, strict=True) if _differ(one, was)]:
        what = listed(changed, "and")
        note = f"It changes {what} in place: whoever calls it loses what was there. Copy first."
        return dataclasses.replace(answer, notes=(*answer.notes, note))
    return answer


def need_torch() -> Any:
    """Import PyTorch.

    Returns
    -------
    module

    Raises
    ------
    ExplorerError
        If it is not installed.
    """
    try:
        return import_module("torch")
    except ImportError as error:
        raise ExplorerError(
            "Cannot give PyTorch's tensors: there is no PyTorch here. Install it beside the explorer (the "
            "package is called torch), or check a function on NumPy arrays."
        ) from error


def _as_they_are(array: Array) -> Array:
    return array


class _Heard(io.StringIO):
    """Takes what is printed, keeps the beginning of it, and passes it on if it is to be seen."""

    def __init__(self, through: TextIO | None) -> None:
        super().__init__()
        self.kept, self._through = "", through

    def write(self, text: str) -> int:
        if len(self.kept) < MOST_PRINTED:
            self.kept = f"{self.kept}{text}"[:MOST_PRINTED]
        return len(text) if self._through is None else self._through.write(text)


def _not_callable_so(function: Callable[..., Any]) -> str:
    """Say why four arguments do not go in, if they do not."""
    try:
        takes = inspect.signature(function)
    except Exception:  # nobody knows what it takes: it is called all the same
        return ""
    try:
        takes.bind(*_NAMES, "heads")
    except TypeError as error:
        name = getattr(function, "__name__", type(function).__name__)
        return f"It can't be called as {name}(query, key, value, heads): {error}. It takes {takes}."
    return ""


def _torch_note(error: BaseException, line: str) -> tuple[str, ...]:
    """Guess that the function wanted tensors: it asked an array for what only they have."""
    wanted = _TENSORS_WANTED.search(f"{words_of(error)} {line}")
    if not wanted and getattr(error, "name", None) not in _TENSORS_HAVE:
        return ()
    return ("Is it written for PyTorch? Then say so: torch=True, or --torch in the terminal.",)


def _differ(one: Array, was: Array) -> bool:
    return one.shape != was.shape or not np.array_equal(one, was, equal_nan=True)
