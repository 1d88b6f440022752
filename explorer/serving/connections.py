"""Who is connected to the server, and for how long somebody may be who says nothing or takes nothing."""

from __future__ import annotations

import contextlib
import socket
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream

from explorer.serving.log import refused

__all__ = ["Connections", "open_more_files"]

MOST_BODY = 16 * 1024  # bytes; the goodbye has a hundred, and files come over the websocket
PATIENCE = 30.0
"""Seconds for a whole request, its body apart. Tornado alone waits an hour, and for ever for a body."""
UNTAKEN = 60.0
"""Seconds in which somebody takes nothing of what is being sent to them."""
MOST_FILES = 8192
"""A session takes about thirty with its websocket, and many systems allow a thousand for the whole server."""


class Connections(HTTPServer):
    """Tornado's server, which lets go whoever only holds a connection, and holds so many and no more.

    Each connection is an open file. With none left, Tornado asks again at once, without end, and writes ten
    megabytes a second in the log about it. So the connections leave half of the files to the sessions.

    Examples
    --------
    >>> from tornado.web import Application
    >>> Connections(Application()).conn_params.header_timeout
    30.0
    """

    def initialize(self, *args: Any, **kwargs: Any) -> None:
        """Begin with nobody, and with the limits above."""
        limits = {"idle_connection_timeout": PATIENCE, "body_timeout": PATIENCE, "max_body_size": MOST_BODY}
        super().initialize(*args, **{**limits, **kwargs})
        self._most = open_more_files() // 2
        self._held = 0
        self._is_full = False

    def handle_stream(self, stream: IOStream, address: Any) -> None:
        """Talk to whoever has connected, or let them go at once."""
        if self._held >= self._most:
            if not self._is_full:  # once for each time that it fills up: who tries again fills no log
                refused("more than %d connections", self._most)
            self._is_full = True
            stream.close()
            return
        self._held += 1
        # The network knows best who takes nothing. Elsewhere than on Linux it isn't asked.
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            with contextlib.suppress(OSError):  # it has gone already
                stream.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(UNTAKEN * 1000))
        super().handle_stream(stream, address)

    def on_close(self, server_conn: object) -> None:
        """Take note that one has gone, or has become a websocket: of those guards.py counts its own."""
        super().on_close(server_conn)
        self._held -= 1
        self._is_full = self._is_full and self._held > self._most // 2


def open_more_files() -> int:
    """Open as many files as may be opened, up to `MOST_FILES`.

    Returns
    -------
    int
        How many this process may have open from now on.

    Examples
    --------
    >>> open_more_files() > 100
    True
    """
    try:
        import resource
    except ImportError:  # there is none on Windows, and no such limit
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    if soft == endless or soft >= MOST_FILES:
        return MOST_FILES
    most = MOST_FILES if hard == endless else min(MOST_FILES, hard)
    with contextlib.suppress(ValueError, OSError):  # not every platform lets one
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return soft
