"""How far a command is, on one line of a terminal, where somebody looks on."""

from __future__ import annotations

import sys

from explorer.exports.lesson_forecast import Forecast

__all__ = ["progress_line", "show_progress"]

_NOTHING = Forecast()


def progress_line(done: int, of: int, foretold: Forecast = _NOTHING) -> str:
    """Write the line.

    Parameters
    ----------
    done, of : int
    foretold : Forecast
        How large and how long, as far as it is known.

    Returns
    -------
    str

    Examples
    --------
    >>> progress_line(3, 10)
    '3 of 10'
    >>> progress_line(7, 10, Forecast(size=3.1e6, seconds=38, left=12.2))
    '7 of 10: about 3.1 MB, about 40 s in all; 15 s left'
    """
    told = "; ".join(text for text in (foretold.whole, foretold.rest) if text)
    return f"{done} of {of}" + (f": {told}" if told else "")


def show_progress(done: int, of: int, foretold: Forecast = _NOTHING) -> None:
    """Write the line over the one before; in the end nothing of it is left.

    Parameters
    ----------
    done, of : int
    foretold : Forecast
    """
    if sys.stderr is not None and sys.stderr.isatty():
        line = progress_line(done, of, foretold) if done < of else ""
        sys.stderr.write(f"\r{line}\033[K")
        sys.stderr.flush()
