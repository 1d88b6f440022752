"""Arithmetic as text: numbers that never claim more than they know, and sums that say what they leave out."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["factor", "listing", "number", "summed"]

_DIGITS = 4
_SMALL = 1e-4
_LONG = 1e16  # from here on Python writes a whole float, exactly, with a power of ten
_MOST = 6
_SHOWN = 4


def number(value: float) -> str:
    """Write one number: exactly where that is short, else with four significant digits.

    A number that had to be rounded shows all its decimals, so that a share that is only nearly 1 (``1.0000``)
    differs from one that is 1, and nothing that is not whole looks whole.

    Parameters
    ----------
    value : float or bool

    Returns
    -------
    str

    Examples
    --------
    >>> [number(v) for v in (13.0, 0.5, 2**0.5, 0.99999999, 12345.678, 3e-9, float("-inf"), True)]
    ['13', '0.5', '1.414', '1.0000', '12345.7', '3e-9', '-inf', 'yes']
    >>> number(float("nan"))
    'nan'
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "-inf" if value < 0 else "inf"
    if value == int(value):
        return str(int(value)) if abs(value) < _LONG else repr(value)
    if abs(value) < _SMALL:
        mantissa, power = f"{value:.{_DIGITS - 1}e}".split("e")
        exact = float(f"{mantissa}e{power}") == value
        return f"{mantissa.rstrip('0').rstrip('.') if exact else mantissa}e{int(power)}"
    text = f"{value:.{max(1, _DIGITS - 1 - math.floor(math.log10(abs(value))))}f}"
    return text.rstrip("0") if float(text) == value else text


def factor(value: float) -> str:
    """Write a number that a sign stands before: a negative one in brackets.

    Parameters
    ----------
    value : float

    Returns
    -------
    str

    Examples
    --------
    >>> factor(2), factor(-2)
    ('2', '(-2)')
    """
    text = number(value)
    return f"({text})" if text.startswith("-") else text


def summed(terms: Sequence[str]) -> str:
    """Write a sum; a long one says how many terms it leaves out.

    Parameters
    ----------
    terms : sequence of str

    Returns
    -------
    str

    Examples
    --------
    >>> summed(["1*0", "1*2"])
    '1*0 + 1*2'
    >>> summed([str(n) for n in range(17)])
    '0 + 1 + 2 + 3 + ... and 13 more'
    """
    return _joined(terms, " + ")


def listing(terms: Sequence[str]) -> str:
    """Write a list; a long one says how many it leaves out.

    Parameters
    ----------
    terms : sequence of str

    Returns
    -------
    str

    Examples
    --------
    >>> listing(["1", "2"])
    '1, 2'
    """
    return _joined(terms, ", ")


def _joined(terms: Sequence[str], sign: str) -> str:
    if len(terms) <= _MOST:
        return sign.join(terms)
    return sign.join([*terms[:_SHOWN], f"... and {len(terms) - _SHOWN} more"])
