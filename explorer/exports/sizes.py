"""Sizes as a person writes them: ``T5 H3 D4``."""

from __future__ import annotations

import re

from explorer.core.config import Config
from explorer.errors import ConfigError

__all__ = ["sized"]

_FIELDS = {"T": "tokens", "H": "heads", "D": "head_dim", "W": "window", "B": "batch"}
_SIZE = re.compile(r"([THDWB])\s*=?\s*([0-9]{1,9})", re.IGNORECASE)


def sized(config: Config, text: str) -> Config:
    """Read sizes as a person writes them.

    Parameters
    ----------
    config : Config
        What is not said is as here.
    text : str

    Returns
    -------
    Config

    Raises
    ------
    ConfigError
        If it can't be read, or there is no such trip.

    Examples
    --------
    >>> sized(Config(), "T5 H3, D=4").head_dim
    4
    """
    found = [(letter.upper(), int(digits)) for letter, digits in _SIZE.findall(text)]
    letters = [letter for letter, _ in found]
    if not found or _SIZE.sub("", text).strip(" ,;") or len(set(letters)) < len(letters):
        raise ConfigError(
            f"Cannot read the sizes {text!r:.60}: write them as 'T5 H3 D4', each of {', '.join(_FIELDS)} "
            "once at most"
        )
    return config.replace(**{_FIELDS[letter]: size for letter, size in found})
