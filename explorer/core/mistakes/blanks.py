"""Where ``...`` still stands in somebody's function in the place of code."""

from __future__ import annotations

import dis
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from explorer.core.mistakes.answer import words_of

__all__ = ["blanks_of", "is_blank", "stopped_at_blank"]

_NOTHING = {"RESUME", "NOP", "POP_TOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE", "COPY_FREE_VARS"}


def blanks_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """Find the variables of a function that ``...`` was written for.

    Parameters
    ----------
    function : callable

    Returns
    -------
    tuple of str
        Their names, each once, in the order of the lines.

    Examples
    --------
    >>> def inside_flip(k):
    ...     k = ...
    ...     return k
    >>> blanks_of(inside_flip), blanks_of(lambda x: x[..., 0])
    (('k',), ())
    """
    code = getattr(function, "__code__", None)
    if code is None:
        return ()
    lines = list(dis.get_instructions(code))
    found = [
        then.argval if isinstance(then.argval, str) else then.argval[0]
        for one, then in pairwise(lines)
        if one.opname.startswith("LOAD") and one.argval is Ellipsis and then.opname.startswith("STORE")
    ]
    return tuple(dict.fromkeys(found))


def is_blank(function: Callable[..., Any]) -> bool:
    """Say whether a function does nothing at all: ``...``, ``pass``, or a docstring alone.

    Parameters
    ----------
    function : callable

    Returns
    -------
    bool

    Examples
    --------
    >>> def merge(blend): ...
    >>> is_blank(merge), is_blank(print)
    (True, False)
    """
    code = getattr(function, "__code__", None)
    return code is not None and all(
        line.opname in _NOTHING and (line.opname != "RETURN_CONST" or line.argval is None)
        for line in dis.get_instructions(code)
    )


def stopped_at_blank(error: BaseException) -> bool:
    """Say whether a function ended because ``...`` stands where something else should.

    Parameters
    ----------
    error : BaseException

    Returns
    -------
    bool
        So it is too where the function itself says that it is not written yet.

    Examples
    --------
    >>> stopped_at_blank(NotImplementedError()), stopped_at_blank(ValueError("ellipsis"))
    (True, False)
    """
    said = isinstance(error, TypeError | AttributeError) and "ellipsis" in words_of(error)
    return said or isinstance(error, NotImplementedError)
