"""Attention written out as one function of ten steps, with wrong turns in it: something for `check`."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from typing import Any

import numpy as np

from explorer.core.coding import codes_of
from explorer.core.config import Config
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.running import changed
from explorer.core.mistakes.taking import records_of

__all__ = ["learner", "written_out"]


def written_out(*turns: str | WrongTurn, causal: bool = True, window: int | None = None) -> str:
    r"""Write attention as one Python function, a step's lines below another's.

    Parameters
    ----------
    *turns : str or WrongTurn
        Keys of `WRONG_TURNS`, or records; none for the right way.
    causal : bool
    window : int or None
        The rules that it goes by; a window is written into it as a plain number.

    Returns
    -------
    str

    Raises
    ------
    UnknownNameError
        If there is no such wrong turn.
    ConfigError
        If `window` is not legal, or a turn is named twice.

    Examples
    --------
    >>> print(*written_out("flip_forgotten").splitlines()[:4], sep="\n")
    def attention(query, key, value, heads):
        (B, T, C), H = query.shape, heads
        D = C // H
        q, k, v = query, key, value
    """
    config = Config(causal=causal, window=window)
    codes = changed(codes_of(config), records_of(turns) if turns else ())
    lines = ["(B, T, C), H = query.shape, heads", "D = C // H"]
    if config.window is not None:
        lines.append(f"W = {config.window}")
    lines.append("q, k, v = query, key, value")
    for code in codes.values():
        lines += code.splitlines()
    body = "\n".join(f"    {line}" for line in [*lines, "return out"])
    return f"def attention(query, key, value, heads):\n{body}\n"


def learner(
    *turns: str | WrongTurn, causal: bool = True, window: int | None = None
) -> Callable[[Any, Any, Any, int], Any]:
    """Make that function, as if somebody had written it.

    Parameters
    ----------
    *turns : str or WrongTurn
    causal : bool
    window : int or None
        All as in `written_out`.

    Returns
    -------
    callable
        Called as ``attention(query, key, value, heads)``, with arrays of axes (batch, token, width).

    Raises
    ------
    UnknownNameError
        If there is no such wrong turn.
    ConfigError
        If `window` is not legal, or a turn is named twice.

    Examples
    --------
    >>> from explorer.core.mistakes.check import check
    >>> check(learner("merge_without_reshelve")).wrong_turn, check(learner()).ok
    ('merge_without_reshelve', True)
    """
    source = written_out(*turns, causal=causal, window=window)
    file = f"<attention {hash(source):x}>"
    linecache.cache[file] = (
        len(source),
        None,
        source.splitlines(keepends=True),
        file,
    )  # for a refusal's line
    names: dict[str, Any] = {"np": np}
    exec(compile(source, file, "exec"), names)  # our own lines, or those of somebody's own record
    made: Callable[[Any, Any, Any, int], Any] = names["attention"]
    return made
