"""How far the page goes: sizes at which every number can still be read, and which no server minds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explorer import words
from explorer.core.config import Config
from explorer.errors import ConfigError

__all__ = ["LIMITS", "check_sizes", "limit"]

LIMITS: Mapping[str, int] = {"tokens": 8, "heads": 4, "head_dim": 6, "window": 8, "batch": 3}
"""The largest size the page's sliders go to; the API goes further."""


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
    value = getattr(config, size) or 1
    if size == "window":
        return max(config.tokens, value)
    numbers = config.numbers
    if numbers is None:
        return max(LIMITS[size], value)
    held = {
        "batch": numbers.batch,
        "tokens": numbers.tokens,
        "heads": numbers.width // config.head_dim,
        "head_dim": numbers.width // config.heads,
    }
    return max(held[size], value)


def check_sizes(changes: Mapping[str, Any], config: Config) -> None:
    """Refuse sizes beyond the page's own.

    Parameters
    ----------
    changes : mapping
        New values by field of `Config`; fields that are no sizes are let be.
    config : Config
        What is set at present.

    Raises
    ------
    ConfigError
        If one is not a whole number from 1 to its limit.

    Examples
    --------
    >>> check_sizes({"tokens": 5, "causal": False}, Config())
    """
    tokens = changes.get("tokens", config.tokens)
    for size in LIMITS:
        value = changes.get(size)
        if value is None:
            continue
        top = max(tokens, limit("window", config)) if size == "window" else limit(size, config)
        if not 1 <= value <= top:
            raise ConfigError(
                f"Cannot show {words.SIZES[size].letter} = {value} on this page: "
                f"choose a whole number from 1 to {top}."
            )
