"""A number written out in full: as short as reads back the same, in its own precision."""

from __future__ import annotations

import numpy as np

__all__ = ["exact"]


def exact(value: np.generic | float) -> str:
    """Write a number so that reading it back gives the same one.

    Parameters
    ----------
    value : float, float32 or float64

    Returns
    -------
    str
        A whole number without a point; of a float32 no more places than it has.

    Examples
    --------
    >>> exact(2.0), exact(0.1), exact(np.float32(0.13)), exact(float("nan"))
    ('2', '0.1', '0.13', 'nan')
    """
    number = float(value)
    if number.is_integer() and abs(number) < 2**53:
        return str(int(number))
    return str(value) if isinstance(value, np.float32) else repr(number)
