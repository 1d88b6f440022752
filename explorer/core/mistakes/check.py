"""Hold a learner's own attention function against the engine, and say which known wrong turn it takes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

from explorer.core.asked import shown
from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.influence import MOST_TOKENS
from explorer.core.mistakes.answer import Answer
from explorer.core.mistakes.asking import ask, need_torch
from explorer.core.mistakes.judging import judge
from explorer.core.mistakes.report import Report
from explorer.errors import ConfigError, ExplorerError

if TYPE_CHECKING:
    from explorer.core.practice.check_step import StepReport

__all__ = ["Report", "check", "sizes_for"]


@overload
def check(
    function: Callable[..., Any],
    *,
    step: None = None,
    causal: bool = True,
    window: int | None = None,
    torch: bool = False,
    seed: int = 0,
) -> Report: ...


@overload
def check(function: Callable[..., Any], *, step: str) -> StepReport: ...


def check(
    function: Callable[..., Any],
    *,
    step: str | None = None,
    causal: bool = True,
    window: int | None = None,
    torch: bool = False,
    seed: int = 0,
) -> Report | StepReport:
    """Run a function of one's own on sizes that all differ, and say whether it is attention, or one step.

    Parameters
    ----------
    function : callable
        Called as ``function(query, key, value, heads)``, with arrays of axes (batch, token, width) and a
        number; it gives the merged output back, of the same axes. Whatever goes wrong in it is told.
    step : str, optional
        The step that the function is, ``"pour"`` ... ``"merge"``: it is called with what that step is handed
        then, and gives back what it leaves, as `explorer.core.practice.check_step` tells.
    causal : bool
        Whether its tokens look only at themselves and back.
    window : int or None
        How many tokens it looks back, the asking one included.
    torch : bool
        Whether it is handed PyTorch's tensors, of float32, and gives one back.
    seed : int
        Draws the numbers. What is found must hold for a second seed as well.

    Returns
    -------
    Report
        A `StepReport` where it is one step.

    Raises
    ------
    ExplorerError
        If `function` can't be called at all, or PyTorch is asked for and not installed.
    ConfigError
        If `window` or `seed` is not legal, or rules are given for a single step.
    UnknownNameError
        If there is no such step.

    Examples
    --------
    >>> import numpy as np
    >>> def attention(query, key, value, heads):
    ...     B, T, C = query.shape
    ...     q, k, v = (rows.reshape(B, T, heads, -1).swapaxes(1, 2) for rows in (query, key, value))
    ...     scores = q @ k.swapaxes(-1, -2) / (C // heads) ** 0.5
    ...     scores = np.where(np.tri(T, dtype=bool), scores, -np.inf)
    ...     shares = np.exp(scores)
    ...     blend = shares / shares.sum(axis=-1, keepdims=True) @ v
    ...     return blend.reshape(B, T, C)
    >>> report = check(attention)
    >>> report.ok, report.wrong_turn
    (False, 'merge_without_reshelve')
    >>> print(report.text.splitlines()[0])
    Your output equals the trip with merge_without_reshelve: dividers pulled out before the shelves traded \
back (view(B, T, C) without transpose(1, 2)).
    >>> check(lambda k: k.T, step="inside_flip").wrong_turns
    ('key_t',)
    """
    if step is not None:
        from explorer.core.practice.check_step import check_step  # which is made of what `check` is made of

        if (causal, window, torch, seed) != (True, None, False, 0):
            raise ConfigError(
                f"Cannot check step {shown(step)} under rules of one's own: a step is checked on NumPy's "
                "arrays, and is handed its window. Leave causal, window, torch and seed out."
            )
        return check_step(step, function)
    if not callable(function):
        raise ExplorerError(
            f"Cannot check {shown(function)}: it is no function. Give one that is called as "
            "function(query, key, value, heads)."
        )
    config = sizes_for(causal=causal, window=window)
    if torch:
        need_torch()
    asked = 0

    def asker(rows: Array, heads: int) -> Answer:
        nonlocal asked
        asked += 1
        return ask(function, rows, heads, torch=torch, aloud=asked == 1)

    report = judge(asker, config, seed=seed, torch=torch)
    if report.printed:  # it has been seen already, but for the last line
        sys.stdout.write(f"{report.printed.splitlines()[-1]}\n")
    return report


def sizes_for(*, causal: bool = True, window: int | None = None) -> Config:
    """Give the sizes that a function is checked at first: all different, and none of them 1.

    Parameters
    ----------
    causal : bool
    window : int or None

    Returns
    -------
    Config

    Raises
    ------
    ConfigError
        If `window` is not legal, or longer than can be tried.

    Examples
    --------
    >>> sizes_for().sizes
    mappingproxy({'batch': 2, 'token': 5, 'head': 3, 'head_dim': 4})
    >>> sizes_for(window=8).tokens
    11
    """
    rules = Config(batch=2, tokens=5, heads=3, head_dim=4, causal=causal, window=window)
    tokens = (rules.window or 0) + 3  # or a window longer by one, or none at all, would do the same
    if tokens <= rules.tokens:
        return rules
    if tokens > MOST_TOKENS:
        raise ConfigError(
            f"Cannot check a window of {rules.window}: that takes {tokens} tokens, and {MOST_TOKENS} are "
            f"the most. Give window={MOST_TOKENS - 3} or less."
        )
    return rules.replace(tokens=tokens + (tokens == rules.width))
