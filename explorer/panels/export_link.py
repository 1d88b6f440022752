"""A trip as text that stands behind the page's address, for what is printed."""

from __future__ import annotations

from explorer.core.config import Config
from explorer.panels.address import write_address
from explorer.panels.history import Moment
from explorer.panels.records import Selection
from explorer.panels.view import View

__all__ = ["link_of"]


def link_of(config: Config) -> str | None:
    """Write what stands behind the page's address for it to show this trip.

    Parameters
    ----------
    config : Config

    Returns
    -------
    str or None
        A query string without the question mark. None for numbers of one's own: no address can hold them.

    Examples
    --------
    >>> link_of(Config(tokens=5)), link_of(Config())
    ('T=5', '')
    """
    if config.numbers is not None:
        return None
    start, moment = (Moment.of(one, Selection(), View()) for one in (Config(), config))
    return write_address(moment, start)
