"""When a session is over without anybody having said so."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits", "why_over"]


@dataclass(frozen=True)
class Limits:
    """How long a session may go on with nobody there, and with somebody who does nothing.

    Parameters
    ----------
    abandoned_after : float
        Seconds without a websocket. A vanished computer's websocket is closed 60 to 80 seconds after its last
        sign of life, and the check runs every few seconds: all three together stay under five minutes.
    idle_after : float
        Seconds with a websocket and with no message of a learner's.

    Examples
    --------
    >>> Limits().every, Limits(abandoned_after=2).every
    (10.0, 0.5)
    >>> Limits().yields_after
    45.0
    """

    abandoned_after: float = 150
    idle_after: float = 20 * 60

    @property
    def every(self) -> float:
        """How many seconds lie between two checks."""
        return min(10.0, self.abandoned_after / 4, self.idle_after / 4)

    @property
    def yields_after(self) -> float:
        """How many seconds without a websocket end a session whose place somebody else waits for.

        A killed tab, or a messenger that looked at the link to show a preview of it, does not keep a learner
        out for as long as an empty class would keep theirs.
        """
        return 0.3 * self.abandoned_after


def why_over(limits: Limits, *, connected: bool, alone_for: float, idle_for: float) -> str | None:
    """Tell why a session that somebody was given is over, if it is.

    Parameters
    ----------
    limits : Limits
    connected : bool
        Whether a page holds a websocket to it.
    alone_for : float
        Seconds since one last did; since the session was given away, if none ever did.
    idle_for : float
        Seconds since the learner last moved anything.

    Returns
    -------
    str or None
        'abandoned', 'idle', or None while it goes on.

    Examples
    --------
    >>> why_over(Limits(), connected=False, alone_for=151, idle_for=151)
    'abandoned'
    >>> why_over(Limits(), connected=True, alone_for=0, idle_for=19 * 60)
    """
    if not connected:
        return "abandoned" if alone_for >= limits.abandoned_after else None
    return "idle" if idle_for >= limits.idle_after else None
