"""How many bytes a trip will take, asked before it is made."""

from __future__ import annotations

from explorer.core.config import Config
from explorer.core.sources import CHANNELS
from explorer.errors import ConfigError

__all__ = ["check_budget", "estimate_bytes", "readable"]

_SIZES = ("tokens", "heads", "head_dim", "batch")


def estimate_bytes(config: Config) -> int:
    """Add up the bytes of every array that a trip of this size makes; views take none.

    Parameters
    ----------
    config : Config

    Returns
    -------
    int
        Bytes. The keep-table is counted per batch item, as if a table of one's own were given.

    Examples
    --------
    >>> estimate_bytes(Config())
    1545
    """
    return _bytes(config)


def _bytes(config: Config, **sizes: int) -> int:
    """Add the bytes up with some sizes changed: no Config is made for each, its numbers may be many."""
    tokens, heads, head_dim, book = (int(sizes.get(size, getattr(config, size))) for size in _SIZES)
    row, width = book * tokens, heads * head_dim
    channels, bias = _channels(config)
    start = row * channels + channels * 3 * width + bias * 3 * width
    # What was handed over is part of the trip: its config holds it.
    held = sum(array.nbytes for array in config.numbers.arrays.values()) if config.numbers else 0
    score_grids = 4 if config.root_of is None else 5  # matches, scores, struck, exponentials, shares
    numbers = (
        start
        + row * 3 * width  # wide; query, key and value are views of it
        + score_grids * row * heads * tokens
        + 2 * row * heads  # shift, totals
        + 2 * row * width  # blend, block; the output is a view of it
    )
    return held + numbers * int(config.dtype.itemsize) + book * tokens**2  # keep: one byte a cell


def _channels(config: Config) -> tuple[int, int]:
    """How many numbers a raw token has, and 1 if a bias is added; the worked example counts like a pour."""
    if config.numbers is None or not config.numbers.poured:
        return CHANNELS, 0
    arrays = config.numbers.arrays
    return arrays["table"].shape[0], int("bias" in arrays)


def check_budget(config: Config) -> None:
    """Refuse a trip that would not fit its budget, before anything is allocated.

    Parameters
    ----------
    config : Config

    Raises
    ------
    ConfigError
        Names the size that makes it so large, and the largest one that would fit.

    Examples
    --------
    >>> check_budget(Config())
    >>> try:
    ...     check_budget(Config(tokens=20_000))
    ... except ConfigError as error:
    ...     print(error)
    Cannot record a trip of B1 T20000 H2 D2: it would take 32.4 GB and the budget is 1.1 GB. \
tokens=20000 is too large; with the other sizes as they are, 3639 or fewer fit. Lower tokens, or raise budget.
    """
    needed = estimate_bytes(config)
    if needed <= config.budget:
        return
    # The size to blame is the one whose absence would save the most.
    culprit = min(_SIZES, key=lambda size: _bytes(config, **{size: 1}))
    fitting = _largest_fitting(config, culprit)
    advice = (
        f"with the other sizes as they are, {fitting} or fewer fit. Lower {culprit}, or raise budget."
        if fitting
        else "but even with 1 the other sizes would not fit. Lower several sizes, or raise budget."
    )
    raise ConfigError(
        f"Cannot record a trip of B{config.batch} T{config.tokens} H{config.heads} D{config.head_dim}: "
        f"it would take {readable(needed)} and the budget is {readable(config.budget)}. "
        f"{culprit}={getattr(config, culprit)} is too large; {advice}"
    )


def _largest_fitting(config: Config, size: str) -> int:
    fits, too_large = 0, getattr(config, size)
    while too_large - fits > 1:
        middle = (fits + too_large) // 2
        if _bytes(config, **{size: middle}) <= config.budget:
            fits = middle
        else:
            too_large = middle
    return fits


def readable(count: int) -> str:
    """Write a number of bytes as people say it.

    Parameters
    ----------
    count : int

    Returns
    -------
    str

    Examples
    --------
    >>> readable(2**30), readable(96)
    ('1.1 GB', '96 bytes')
    """
    if count >= 10**15:  # beyond any machine, and in the end beyond what a float can hold
        return f"more than 10^{len(str(count)) - 1} bytes"
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"
