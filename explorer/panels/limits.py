"""How far the page goes: sizes at which every number can still be read, and which no server minds."""

from __future__ import annotations

from collections.abc import Mapping

from explorer import words
from explorer.core.config import Config
from explorer.errors import ConfigError

__all__ = ["LIMITS", "MOST_WIDTH", "check_sizes", "limit"]

LIMITS: Mapping[str, int] = {"tokens": 8, "heads": 4, "head_dim": 6, "window": 8, "batch": 3}
"""The largest size the page's sliders go to; the API goes further."""

MOST_WIDTH = LIMITS["heads"] * LIMITS["head_dim"]
"""The widest row of small numbers; dividers may part it in any way."""

_OTHER = {"heads": "head_dim", "head_dim": "heads"}


def limit(size: str, config: Config) -> int:
    """Give the top of a size: never below what is set, so that no number changes by itself.

    Parameters
    ----------
    size : str
        A key of `LIMITS`.
    config : Config
        What is set at present.

    Returns
    -------
    int

    Examples
    --------
    >>> limit("tokens", Config()), limit("tokens", Config(tokens=12)), limit("window", Config())
    (8, 12, 3)
    """
    value: int = getattr(config, size) or 1
    numbers = config.numbers
    if size == "window":
        top = config.tokens
    elif size in _OTHER:
        # The dividers move in a row of one width: what one of the two leaves is the other's.
        row = MOST_WIDTH if numbers is None else numbers.width
        room = row // getattr(config, _OTHER[size])
        top = room if numbers else min(LIMITS[size], room)
    else:
        top = getattr(numbers, size) if numbers else LIMITS[size]
    return max(top, value)


def check_sizes(config: Config, base: Config) -> None:
    """Refuse sizes that nobody could have come to on this page.

    Parameters
    ----------
    config : Config
        What is asked for.
    base : Config
        What the page, or the preset asked for, begins with.

    Raises
    ------
    ConfigError
        If a size is beyond its limit.

    Examples
    --------
    >>> check_sizes(Config(tokens=5, heads=24, head_dim=1), Config())
    """
    numbers = config.numbers
    held = {size: getattr(numbers, size) if numbers else LIMITS[size] for size in ("tokens", "batch")}
    tops = {size: max(top, getattr(base, size)) for size, top in held.items()}
    tops["window"] = max(LIMITS["window"], tops["tokens"], base.window or 1)
    tops["width"] = max(numbers.width if numbers else MOST_WIDTH, base.width)
    for size, top in tops.items():
        value = getattr(config, size) or 1
        if value > top:
            raise ConfigError(
                f"Cannot show {words.SIZES[size].letter} = {value:.6g} on this page: "
                f"choose a whole number from 1 to {top}."
            )
