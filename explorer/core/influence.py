"""Which tokens have a say in which: change one token that goes in, and see which rows come out changed.

In a right trip the grid of influence is the keep-table, both ways. Nothing is read from code here: any
function of query, key and value can be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

import numpy as np

from explorer.core.asked import shown
from explorer.core.coding import own_keep
from explorer.core.config import Config
from explorer.core.fields import index
from explorer.core.grid import Array, frozen
from explorer.core.influence_grid import Influence
from explorer.core.masks import keep_table, nothing_kept
from explorer.core.memory import check_budget
from explorer.core.mistakes.alike import largest_in_columns
from explorer.core.mistakes.running import Refusal, forward
from explorer.core.mistakes.taking import WrongTrace, records_of
from explorer.core.trace import Trace
from explorer.errors import ConfigError, DataError, ShapeError

if TYPE_CHECKING:
    from explorer.core.mistakes.record import WrongTurn

__all__ = ["MOST_ROWS", "MOST_TOKENS", "Attention", "Influence", "check_size", "influence"]

Attention = Callable[[Array, Array, Array, int], Any]
"""A function of query, key and value, axes (batch, token, width), and the number of heads."""

MOST_TOKENS, MOST_ROWS = 64, 256
_ROUNDING = 16
"""How many of the finest steps at its largest number an output may be off and still count as unchanged."""


class _Asked(NamedTuple):
    """What is asked: sizes and rules, what may look at what, and what makes rows of rows."""

    config: Config
    keep: Array
    go: Callable[[Array], Any]


def influence(
    subject: Config | Trace | Attention | None = None,
    *,
    config: Config | None = None,
    turns: Sequence[str | WrongTurn] = (),
    keep: object = None,
    seed: int = 0,
) -> Influence:
    """Change one token at a time, its rows of query, key and value, and mark which rows come out changed.

    Parameters
    ----------
    subject : Config, Trace, callable or None
        What to ask: the trip of a config; a trip, which brings its config, wrong turns and keep-table; or a
        function, called as ``function(query, key, value, heads)`` on arrays of axes (batch, token, width).
        None is the trip of `config`.
    config : Config, optional
        The sizes and rules; its numbers are left aside. Those of the pencil example if left out.
    turns : sequence of str or WrongTurn
        Wrong turns to take in the trip of a config.
    keep : array-like of bool, axes (query_token, key_token) or (batch, query_token, key_token), optional
        Narrows the rules of the config further.
    seed : int
        Draws the numbers. They have nothing in common, so that the grid is the same for every seed.

    Returns
    -------
    Influence
        Where NumPy refuses, or what comes out has not a row for each token, it says so instead.

    Raises
    ------
    ConfigError
        If `subject` is none of these, something is said twice, or there are more than 64 tokens or 256 rows.
    UnknownNameError
        If there is no such wrong turn.
    MaskError
        If `keep` cannot be used, or a row keeps nothing where that is refused.
    DataError
        If a function gives no numbers, or other ones when it is asked the same again.
    ShapeError
        If a function gives another shape for other numbers. What a function raises comes through as it is.

    Examples
    --------
    >>> influence().rows()
    ('100', '110', '011')
    >>> influence(turns=["softmax_over_askers"]).rows()
    ('110', '111', '011')
    >>> backward = influence(lambda query, key, value, heads: value[:, ::-1])
    >>> backward.rows(), backward.extra
    (('001', '010', '100'), ((0, 2), (2, 0)))
    """
    if index(seed) is None:
        raise ConfigError(f"Cannot draw numbers with seed={shown(seed)}: give a whole number of 0 or more.")
    asked = _asked(subject, config, turns, keep)
    check_size(asked.config, "find what changes what")
    before, after = _rows(asked.config, seed)
    first = asked.go(before)
    told: dict[str, Any] = {"config": asked.config, "keep": frozen(asked.keep.copy())}
    if isinstance(first, Refusal):
        return Influence(**told, refusal=first)
    usual = np.array(first)  # a copy: a function may hand out the same array each time
    rows = before.shape[1:]
    if usual.shape != rows:
        return Influence(**told, shape=usual.shape)
    if usual.dtype.kind not in "biufc":
        raise DataError(
            f"Cannot find what changes what: the function gave an array of {usual.dtype}, not of numbers. "
            f"Give real numbers, of shape {rows}."
        )
    if _changed(usual, asked.go(before)).any():
        raise DataError(
            "Cannot find what changes what: asked the same twice, the function gave different numbers. "
            "Switch off dropout, and whatever else is drawn by chance or remembered."
        )
    found = np.zeros((*rows[:2], *rows[:2]), dtype=bool)
    unknown = _no_numbers(usual)
    for book, token in np.ndindex(rows[:2]):
        one_changed = before.copy()
        one_changed[:, book, token] = after[:, book, token]
        other = asked.go(one_changed)
        found[:, :, book, token] = _changed(usual, other)
        unknown &= _no_numbers(np.asarray(other))
    return Influence(**told, by_batch=frozen(found), unknown=frozen(unknown & ~_meant_empty(asked)))


def check_size(config: Config, asked: str) -> None:
    """Refuse what would have to be run too often, or on too much.

    Parameters
    ----------
    config : Config
    asked : str
        What can't be done: it follows "Cannot".

    Raises
    ------
    ConfigError
        If there are more than 64 tokens or 256 rows, or a trip would not fit the budget.

    Examples
    --------
    >>> check_size(Config(), "draw the grid")
    >>> try:
    ...     check_size(Config(tokens=65), "draw the grid")
    ... except ConfigError as error:
    ...     print(error)
    Cannot draw the grid at B1 T65: 64 tokens and 256 rows (B x T) are the most. Lower tokens to 64.
    """
    batch, tokens = config.batch, config.tokens
    if tokens > MOST_TOKENS or batch * tokens > MOST_ROWS:
        fitting = min(MOST_TOKENS, MOST_ROWS // batch)
        lower = f"tokens to {fitting}" if fitting else f"batch to {MOST_ROWS}"
        raise ConfigError(
            f"Cannot {asked} at B{batch} T{tokens}: {MOST_TOKENS} tokens and {MOST_ROWS} rows (B x T) are "
            f"the most. Lower {lower}."
        )
    check_budget(config)


def _asked(subject: object, config: object, turns: Sequence[str | WrongTurn], keep: object) -> _Asked:
    """Settle what is asked, and refuse what is said twice."""
    if isinstance(subject, Trace):
        if config is not None or turns or keep is not None:
            raise ConfigError(
                "Cannot take config, turns or keep along with a trip: it brings its own. Give the trip "
                "alone, or its config instead of it."
            )
        right = subject.right if isinstance(subject, WrongTrace) else subject
        taken = subject.turns if isinstance(subject, WrongTrace) else ()
        return _trip(right.config, taken, right["mask"]["keep"].values, own_keep(right))
    if isinstance(subject, Config):
        if config is not None:
            raise ConfigError("Cannot take two configs: give one, by itself or as config=.")
        subject, config = None, subject
    config = Config() if config is None else config
    if not isinstance(config, Config):
        raise ConfigError(f"Cannot find what changes what with config={shown(config)}: give a Config.")
    check_size(config, "find what changes what")  # before a table of this size is made
    table = keep_table(
        config.tokens,
        batch=config.batch,
        causal=config.causal,
        window=config.window,
        window_counts_self=config.window_counts_self,
        keep=keep,
        by_hand=config.cells_by_hand,
        empty_rows=config.empty_rows,
    )
    if subject is None:
        narrowed = None if keep is None else table if table.ndim == 2 else table[:, np.newaxis]
        return _trip(config, records_of(turns) if turns else (), table, narrowed)
    if not _is_function(subject):
        raise ConfigError(
            f"Cannot find what changes what in {shown(subject)}: give a Config, a trip, or a function of "
            "query, key, value and heads."
        )
    if turns:
        raise ConfigError("Cannot take wrong turns in a function: it goes its own way. Leave turns out.")
    function, heads = subject, config.heads

    def go(rows: Array) -> Any:
        query, key, value = rows.copy()  # a function may write into what it is given
        return function(query, key, value, heads)

    return _Asked(config, table, go)


def _is_function(subject: object) -> TypeGuard[Attention]:
    return callable(subject) and not isinstance(subject, type)


def _trip(config: Config, turns: Sequence[WrongTurn], table: Array, narrowed: Array | None) -> _Asked:
    def go(rows: Array) -> Array | Refusal:
        query, key, value = rows
        return forward(config, turns, query, key, value, narrowed)

    return _Asked(config, table, go)


def _rows(config: Config, seed: int) -> tuple[Array, Array]:
    """Make the rows as they are and as they are when changed: axes (query key or value, batch, token, width).

    Scores stay near 1 whatever D is and however they are scaled: one much larger would take so much of its
    row that the others were lost in rounding. For the same reason each number of value changes by 1 or more.
    """
    draw = np.random.default_rng(seed).standard_normal
    shape = (config.batch, config.tokens, config.width)
    before, after = draw((3, *shape)), draw((3, *shape))
    after[2] = before[2] + np.copysign(1 + np.abs(after[2]), after[2])
    for rows in (before, after):
        rows[:2] /= config.head_dim**0.25
    return before, after


def _changed(usual: Array, other: Any) -> Array:
    """Find the rows of which some number is another, beyond rounding; not a number is as not a number is."""
    values = np.asarray(other)
    if values.shape != usual.shape:
        raise ShapeError(
            f"Cannot find what changes what: the function gave an array of shape {usual.shape}, and one of "
            f"shape {values.shape} for other numbers. Let the shape depend on shapes alone."
        )
    slack = _ROUNDING * _finest_step(usual) * largest_in_columns(usual)
    same = np.isclose(values, usual, rtol=0, atol=slack, equal_nan=True)
    changed: Array = ~same.all(axis=-1)
    return changed


def _no_numbers(values: Array) -> Array:
    """Find the rows that hold nothing but what is not a number."""
    if values.dtype.kind not in "fc":
        return np.zeros(values.shape[:2], dtype=bool)
    none: Array = np.all(np.isnan(values), axis=-1)
    return none


def _meant_empty(asked: _Asked) -> Array:
    """Find the rows that keep nothing, where such a row is meant to come out as not a number."""
    empty = nothing_kept(asked.keep) & (asked.config.empty_rows == "nan")
    found: Array = np.broadcast_to(empty, (asked.config.batch, asked.config.tokens))
    return found


def _finest_step(values: Array) -> float:
    """Find how fine numbers are, next to 1; some were worked out in fewer bits than they have now."""
    if values.dtype.kind not in "fc":
        return 0
    finite = values[np.isfinite(values)]
    if values.dtype.kind == "f" and not np.array_equal(finite, np.round(finite)):  # whole ones fit anywhere
        with np.errstate(over="ignore"):
            for coarse in (np.float16, np.float32):
                if np.array_equal(values.astype(coarse), values, equal_nan=True):
                    return float(np.finfo(coarse).eps)
    return float(np.finfo(values.dtype).eps)
