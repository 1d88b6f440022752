"""The numbers that the rival notebook reads: the engine's own rows, for the largest sizes of the page."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import explorer as ex
from explorer.panels.limits import LIMITS

__all__ = ["NUMBERS", "write_numbers"]

NUMBERS = "numbers.npz"


def write_numbers(folder: Path) -> Path:
    """Write query, key and value, pencil and poured, as ``numbers.npz``.

    A number depends only on its batch item, token and column, so that a smaller trip's rows are the first
    rows and columns of these.

    Parameters
    ----------
    folder : Path

    Returns
    -------
    Path
        The file: arrays ``pencil`` and ``poured``, axes (which of the three, token, width).
    """
    largest = ex.Config(tokens=LIMITS["tokens"], heads=LIMITS["heads"], head_dim=LIMITS["head_dim"])
    rows = {}
    for source in ("pencil", "poured"):
        cut = ex.trace(largest.replace(source=source))["cut"]
        rows[source] = np.stack([cut[name].values[0] for name in ("query", "key", "value")])
    path = folder / NUMBERS
    np.savez(path, pencil=rows["pencil"], poured=rows["poured"])
    return path
