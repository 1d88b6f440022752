"""How a number is printed in a cell: short, and never claiming more than it knows."""

from __future__ import annotations

import math

__all__ = ["NOT_A_NUMBER", "STRUCK", "bracketed", "number_text"]

STRUCK = "-inf"
NOT_A_NUMBER = "nan"
# Beyond this many digits a number is written with a power of ten.
_LONGEST = 1e5


def number_text(value: float, decimals: int = 2) -> str:
    """Print one number.

    A whole number is printed plain; anything else always shows its decimals, so that a share that is only
    nearly 0 or 1 (``0.00``, ``1.00``) differs from one that is exactly that (``0``, ``1``).

    Parameters
    ----------
    value : float
        The engine's number.
    decimals : int
        Places after the point where there are any.

    Returns
    -------
    str

    Examples
    --------
    >>> [number_text(v) for v in (2.0, 0.7071, -0.001, 0.0, float("-inf"), 1234567.0)]
    ['2', '0.71', '-0.00', '0', '-inf', '1.2e6']
    """
    value = float(value)
    if math.isnan(value):
        return NOT_A_NUMBER
    if math.isinf(value):
        return STRUCK if value < 0 else STRUCK[1:]
    if abs(value) >= _LONGEST:
        digits, power = f"{value:.1e}".split("e")
        return f"{digits}e{int(power)}"
    if value == int(value):
        return str(int(value))
    return f"{value:.{decimals}f}"


def bracketed(text: str) -> str:
    """Put brackets around a printed number that begins with a minus, for use after a sign.

    Parameters
    ----------
    text : str

    Returns
    -------
    str

    Examples
    --------
    >>> bracketed("-2"), bracketed("2")
    ('(-2)', '2')
    """
    return f"({text})" if text.startswith("-") else text
