"""Which wrong turns NumPy refuses in the words that somebody's function ended with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from explorer.core.config import Config
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.running import Refusal
from explorer.core.mistakes.ways import Way, taken

__all__ = ["fits_line", "refused_alike"]

_SHAPE = re.compile(r"\([\d,]*\)")
_PRODUCT = r"(?i)(?=.*\bq)(?=.*\bk)"  # of something with a q and something with a k
_ABOUT = {
    "flip_forgotten": _PRODUCT,
    "key_t": _PRODUCT,
    "reshelve_for_flip": _PRODUCT,
    "torch_transpose_in_numpy": r"transpose\(\s*-?\d+\s*,\s*-?\d+\s*\)",
}
"""What must stand in a line so that a refusal in the same words is taken for that turn."""


def refused_alike(config: Config, error: str, message: str) -> tuple[str, ...]:
    """Find the wrong turns that NumPy refuses in the very same words.

    Parameters
    ----------
    config : Config
    error, message : str
        What an exception is called, and its words.

    Returns
    -------
    tuple of str
        Keys. The order in which two shapes are told does not count.

    Examples
    --------
    >>> refused_alike(Config(), "ValueError", "axes don't match array")
    ('torch_transpose_in_numpy',)
    """
    said = _words(error, message)
    return tuple(key for key, refusal in _refusals(config) if _words(refusal.error, refusal.message) == said)


def fits_line(keys: Sequence[str], line: str) -> bool:
    """Say whether what stands in the line that was refused is what these wrong turns are about.

    Parameters
    ----------
    keys : sequence of str
        Wrong turns that are refused in the same words.
    line : str
        Empty where it can't be read: nothing is said against them then.

    Returns
    -------
    bool

    Examples
    --------
    >>> fits_line(["flip_forgotten"], "scores = q @ k"), fits_line(["flip_forgotten"], "out = v @ scores")
    (True, False)
    """
    return not line or all(re.search(_ABOUT.get(key, ""), line) for key in keys[:1])


def _refusals(config: Config) -> Iterator[tuple[str, Refusal]]:
    rows = np.ones((3, config.batch, config.tokens, config.width))
    for key, turn in WRONG_TURNS.items():
        refused = taken(Way((turn,), config), rows)
        if isinstance(refused, Refusal):
            yield key, refused


def _words(error: str, message: str) -> tuple[str, str, tuple[str, ...]]:
    shapes = sorted(shape for shape in _SHAPE.findall(message) if shape != "()")
    return error, " ".join(_SHAPE.sub("", message).split()), tuple(shapes)
