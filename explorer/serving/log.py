"""What the server writes down: one line for each session's start and end and for each refusal.

Nobody's address, query string or kernel stands in it. Jupyter, Voila and Tornado name all three in their own
lines; those come out shortened, and only their errors unless more is asked for.
"""

from __future__ import annotations

import logging
import re
import sys
from typing import Any

__all__ = ["begin", "refused", "session_ended", "session_started", "shortened", "start_failed"]

LOGGER = logging.getLogger("explorer.serving")
TIMES = "%Y-%m-%d %H:%M:%S"

QUERY = re.compile(r"(/[^\s?'\"]*)\?[^\s'\"]+")
IN_BRACKETS = re.compile(r"\((?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F:]*:[0-9a-fA-F:.]*)\)")
REMOTE = re.compile(r"remote_ip='[^']*'")
KERNEL = re.compile(r"\b([0-9a-f]{4})[0-9a-f]{4}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")


def shortened(line: str) -> str:
    """Take what is somebody's own out of a line: query strings, addresses, kernels' full names.

    Parameters
    ----------
    line : str

    Returns
    -------
    str

    Examples
    --------
    >>> shortened("403 GET /deep/?T=5&step=cut (192.0.2.7): not you")
    '403 GET /deep/?... (...): not you'
    >>> shortened("Kernel started: 0f7a8c1e-1111-2222-3333-444455556666")
    'Kernel started: 0f7a...'
    """
    line = QUERY.sub(r"\1?...", line)
    line = IN_BRACKETS.sub("(...)", line)
    line = REMOTE.sub("remote_ip='...'", line)
    return KERNEL.sub(r"\1...", line)


class Shortening(logging.Formatter):
    """Formats a record, and shortens what came of it; a traceback's last line too."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one record."""
        return shortened(super().format(record))


def begin(*logs: logging.Logger, verbose: bool) -> None:
    """Send every line to stderr, in one form.

    Parameters
    ----------
    *logs : logging.Logger
        Logs of others that are to be written in the same way, besides Tornado's.
    verbose : bool
        Whether they write all they have to say, not their errors alone.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Shortening("%(asctime)s  %(message)s", TIMES))
    for log in (LOGGER, logging.getLogger("tornado"), *logs):
        log.handlers = [handler]
        log.propagate = False
        log.setLevel(logging.INFO if verbose or log is LOGGER else logging.ERROR)


def session_started(number: int, taken: int, places: int) -> None:
    """Write that somebody came in."""
    LOGGER.info("session %d started, %d of %d places taken", number, taken, places)


def session_ended(number: int, why: str, seconds: float, taken: int, places: int) -> None:
    """Write that a session is over, and why: left, abandoned, idle, died, failed, stopped."""
    LOGGER.info(
        "session %d ended: %s, after %.0f s, %d of %d places taken", number, why, seconds, taken, places
    )


def start_failed(error: Exception) -> None:
    """Write that a session could not be started, and what Python said."""
    LOGGER.error("a session could not be started: %s: %s", type(error).__name__, error)


def refused(what: str, *details: Any) -> None:
    """Write that something was refused, in a few words that name nobody.

    Parameters
    ----------
    what : str
        May hold places for the details, as the logging module has them.
    *details : Any
    """
    LOGGER.info(f"refused: {what}", *details)
