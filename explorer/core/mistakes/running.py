"""The lines of the steps, run in one namespace, as a learner's own script would run them.

Nothing looks at axis names here and nothing is refused but by NumPy: that is how scrambled contents come to
have the right shape.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

import numpy as np

from explorer.core.asked import shown
from explorer.core.coding import codes_of
from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.room import check_room
from explorer.core.steps import STEP_NAMES
from explorer.errors import ConfigError

__all__ = [
    "REFUSALS",
    "VARIABLES",
    "Refusal",
    "attempt",
    "changed",
    "compiled",
    "forward",
    "run",
    "sizes_of",
]

_ROWS: Mapping[str, str] = {"q": "query", "k": "key", "v": "value"}
VARIABLES: Mapping[str, Mapping[str, str]] = {
    "pour": {"wide": "wide"},
    "cut": _ROWS,
    "dividers": _ROWS,
    "reshelve": _ROWS,
    "inside_flip": {"k": "key"},
    "scores": {"matches": "matches", "scores": "scores"},
    "mask": {"keep": "keep", "struck": "struck"},
    "shares": {"shift": "shift", "exponentials": "exponentials", "totals": "totals", "shares": "shares"},
    "blend": {"blend": "blend"},
    "merge": {"reshelved": "reshelved", "block": "block", "out": "output"},
}
"""What each step leaves behind: the variable in the code, and the tensor it is recorded as."""

REFUSALS = (ValueError, TypeError, IndexError, AttributeError, MemoryError, OverflowError)
"""How NumPy refuses what it can't do. Anything else is a bug in the lines."""


@dataclass(frozen=True)
class Refusal:
    """What was said instead of a result.

    Attributes
    ----------
    step : str
        The step that was not taken.
    error : str
        The exception's class: ``"ValueError"``.
    message : str
        In the library's own words.
    line : str
        The line of code that was refused.
    by : {"NumPy", "PyTorch"}

    Examples
    --------
    >>> refused = forward(Config(), (), *np.ones((3, 1, 3, 5)))
    >>> refused.error, refused.line
    ('ValueError', 'q = q.reshape(B, T, H, D)')
    """

    step: str
    error: str
    message: str
    line: str = ""
    by: str = "NumPy"


def sizes_of(config: Config) -> dict[str, int]:
    """Give the sizes that the lines know, by their letters.

    Parameters
    ----------
    config : Config

    Returns
    -------
    dict of str to int
        B, T, H, D, C, and W where there is a window: a longer one than T strikes nothing more.

    Examples
    --------
    >>> sizes_of(Config(window=9))
    {'B': 1, 'T': 3, 'H': 2, 'D': 2, 'C': 4, 'W': 3}
    """
    sizes = {
        "B": config.batch,
        "T": config.tokens,
        "H": config.heads,
        "D": config.head_dim,
        "C": config.width,
    }
    return sizes if config.window is None else {**sizes, "W": min(config.window, config.tokens)}


def changed(codes: Mapping[str, str], turns: Sequence[WrongTurn]) -> dict[str, str]:
    """Let each wrong turn change the steps it is about, one after the other.

    Parameters
    ----------
    codes : mapping of str to str
        The right lines by step.
    turns : sequence of WrongTurn

    Returns
    -------
    dict of str to str
    """
    found = dict(codes)
    for turn in turns:
        for step, change in turn.lines.items():
            made = change(found[step])
            if not isinstance(made, str):
                raise ConfigError(
                    f"Cannot take the wrong turn {turn.key!r}: of the lines of step {step} it makes "
                    f"{shown(made)}, and not code. Mend its record."
                )
            found[step] = made
    return found


def run(step: str, code: str, namespace: dict[str, Any]) -> tuple[Refusal | None, tuple[str, ...]]:
    """Run one step's lines.

    Parameters
    ----------
    step : str
    code : str
    namespace : dict
        Holds what came before; what the lines make is put here.

    Returns
    -------
    Refusal or None
        What NumPy said if it refused.
    tuple of str
        What it warned of, each warning once.

    Examples
    --------
    >>> names = {"np": np, "k": np.ones((2, 3))}
    >>> run("inside_flip", "k = k.T", names), names["k"].shape
    ((None, ()), (3, 2))
    >>> run("inside_flip", "k = k.transpose(-2, -1, 0)", names)[0].message
    "axes don't match array"
    """
    lines = compiled(step, code)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            with np.errstate(over="warn", invalid="warn", divide="warn"):
                exec(lines, namespace)  # our own lines, or those of somebody's own record
        except REFUSALS as error:
            return _refusal(step, code, error), _once(heard)
    return None, _once(heard)


def attempt(step: str, code: str, namespace: dict[str, Any]) -> tuple[Refusal | None, tuple[str, ...]]:
    """Run one step's lines, which may be somebody's own, and see that they leave what the next step reads.

    Parameters
    ----------
    step : str
    code : str
    namespace : dict

    Returns
    -------
    Refusal or None, tuple of str
        As `run` gives them.

    Raises
    ------
    ConfigError
        If the lines fail in another way than NumPy refuses things, or leave nothing: their record is wrong.

    Examples
    --------
    >>> attempt("inside_flip", "k = k.T", {"k": np.ones((2, 3))})
    (None, ())
    """
    try:
        refusal, warned = run(step, code, namespace)
    except Exception as error:
        raise ConfigError(
            f"Cannot take a wrong turn: its lines for step {step} can't be run, "
            f"{type(error).__name__}: {error}. Mend its record."
        ) from error
    if refusal is None and (left := list(VARIABLES[step])[-1]) not in namespace:
        raise ConfigError(
            f"Cannot take a wrong turn: its lines for step {step} leave nothing in {left}. Mend its record."
        )
    return refusal, warned


def forward(
    config: Config,
    turns: Sequence[WrongTurn],
    query: Array,
    key: Array,
    value: Array,
    keep: Array | None = None,
) -> Array | Refusal:
    """Take three arrays through the plain lines of a trip, and record nothing.

    Parameters
    ----------
    config : Config
        The sizes and the rules.
    turns : sequence of WrongTurn
        None of them for the right trip.
    query, key, value : ndarray, axes (batch, token, width)
    keep : ndarray of bool, axes (query_token, key_token) or (batch, 1, query_token, key_token), optional
        Narrows the rules.

    Returns
    -------
    ndarray or Refusal
        The output, axes (batch, token, width) in a right trip.

    Raises
    ------
    ConfigError
        If a turn would make an array too large for the budget.

    Examples
    --------
    >>> import explorer as ex
    >>> rows = [ex.trace()["cut"][name].values for name in ("query", "key", "value")]
    >>> forward(Config(), (), *rows).round(3).tolist()
    [[[2.0, 0.0, 1.0, 3.0], [1.196, 0.804, 0.67, 2.009], [0.5, 1.5, 1.0, 0.5]]]
    """
    check_room(config, turns)
    namespace = {"np": np, **sizes_of(config), "q": query, "k": key, "v": value, "own_keep": keep}
    codes = changed(codes_of(config, narrowed=keep is not None), turns)
    for step in STEP_NAMES:
        refusal, _ = attempt(step, codes[step], namespace)
        if refusal is not None:
            return refusal
    out: Array = np.asarray(namespace["out"])
    return out


@lru_cache(maxsize=4096)
def compiled(step: str, code: str) -> CodeType:
    """Compile a step's lines, once for each text; a traceback names the step as their file."""
    return compile(code, f"<{step}>", "exec")


def _once(heard: Sequence[warnings.WarningMessage]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(warning.message) for warning in heard))


def _refusal(step: str, code: str, error: Exception) -> Refusal:
    number, traceback = 1, error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == f"<{step}>":
            number = traceback.tb_lineno
        traceback = traceback.tb_next
    kind = type(error).__name__.lstrip("_")  # NumPy's own kinds of a ValueError have names of their own
    line = code.splitlines()[number - 1].split("  #")[0].strip()
    return Refusal(step, kind, str(error), line)
