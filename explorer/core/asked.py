"""What somebody asked for, as a message shows it: cut short, whatever it is."""

from __future__ import annotations

__all__ = ["shown"]

_MOST = 60


def shown(value: object) -> str:
    """Write what was asked for into a message, cut short.

    Parameters
    ----------
    value : object

    Returns
    -------
    str

    Examples
    --------
    >>> shown("2"), shown(10**5000)
    ("'2'", 'an int too long to write out')
    """
    try:
        return repr(value)[:_MOST]
    except ValueError:  # Python writes out no whole number of more than some thousand digits
        kind = type(value).__name__
        return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind} too long to write out"
