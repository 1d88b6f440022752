"""Making a moment from outside fit its trip: what it pins must be there."""

from __future__ import annotations

from explorer.core.trace import Trace
from explorer.panels.history import Moment

__all__ = ["settled"]

_FIELDS = {"batch": "book", "head": "head", "pinned": "pin"}


def settled(moment: Moment, trip: Trace, notices: list[str]) -> Moment:
    """Let go of pins that the trip has not, and say so.

    Parameters
    ----------
    moment : Moment
    trip : Trace
        Of the moment's config.
    notices : list of str
        Takes a sentence for each parameter that was let go.

    Returns
    -------
    Moment

    Examples
    --------
    >>> from explorer.core.config import Config
    >>> from explorer.core.trace import trace
    >>> from explorer.panels.records import Selection
    >>> from explorer.panels.view import View
    >>> notices = []
    >>> far = Moment(Config(), Selection(head=7), View())
    >>> settled(far, trace(), notices).selection.head is None, notices
    (True, ["This page's address asks by head for what this trip has not; it was let be."])
    """
    selection = moment.selection.within(trip)
    lost = [name for field, name in _FIELDS.items() if _differ(moment, selection, field)]
    notices += [
        f"This page's address asks by {name} for what this trip has not; it was let be." for name in lost
    ]
    return Moment(moment.config, selection, moment.view)


def _differ(moment: Moment, selection: object, field: str) -> bool:
    return bool(getattr(moment.selection, field) != getattr(selection, field))
