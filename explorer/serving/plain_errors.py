"""A refusal in one plain line, where Jupyter would draw a whole page."""

from __future__ import annotations

from typing import Any

from tornado.web import RequestHandler

__all__ = ["PlainErrors", "with_plain_errors"]


class PlainErrors:
    """Writes errors as Tornado does.

    Jupyter's pages for errors need files of its own server, which is not here: each would fail in its turn,
    and write forty lines in the log. Whoever asks for what is not there could fill it.
    """

    def write_error(self: Any, status_code: int, **details: Any) -> None:
        """Write the number and what it means."""
        RequestHandler.write_error(self, status_code, **details)


def with_plain_errors(handler: type) -> type:
    """Make a handler of Jupyter's write plain errors.

    Parameters
    ----------
    handler : type

    Returns
    -------
    type

    Examples
    --------
    >>> with_plain_errors(RequestHandler).write_error is PlainErrors.write_error
    True
    """
    return type(handler.__name__, (PlainErrors, handler), {})
