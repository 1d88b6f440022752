"""Where the server listens and the path that its page lives under."""

from __future__ import annotations

import ipaddress
import re
from errno import EADDRNOTAVAIL
from socket import gaierror, socket

from tornado.netutil import bind_sockets

from explorer.errors import ExplorerError

__all__ = ["USUAL_PORT", "base_path", "is_loopback", "open_port"]

USUAL_PORT = 8866
LAST_PORT = 65535

# What a hub writes into the paths of its users is among these. Anything else would mean something of its own
# in an address, in a page, or in the patterns by which requests find their handlers.
PART = re.compile(r"(?:[A-Za-z0-9._~@-]|%[0-9A-Fa-f]{2})+")


def is_loopback(ip: str) -> bool:
    """Tell whether only this computer can reach an address.

    Examples
    --------
    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(ip).is_loopback
    except ValueError:
        return ip == "localhost"


def base_path(base_url: str) -> str:
    """Write the path that the page lives under, from one slash to another.

    Parameters
    ----------
    base_url : str
        With or without slashes around it.

    Returns
    -------
    str

    Raises
    ------
    ExplorerError
        If it is no path that a page can live under.

    Examples
    --------
    >>> base_path("courses/attention"), base_path("/"), base_path("")
    ('/courses/attention/', '/', '/')
    """
    parts = base_url.strip("/").split("/")
    if parts == [""]:
        return "/"
    for part in parts:
        if part in (".", "..") or not PART.fullmatch(part):
            raise ExplorerError(
                f"Cannot serve under the base URL {base_url!r}: {part!r} cannot be a part of a path. Between "
                "its slashes stand letters, digits and . _ ~ @ - or %XX, and not '.' or '..' alone: "
                "/courses/attention, say, or / for no path at all."
            )
    return f"/{'/'.join(parts)}/"


def open_port(ip: str, port: int | None) -> list[socket]:
    """Open a port to listen on.

    Parameters
    ----------
    ip : str
    port : int or None
        0 for any free one; None for the usual one, or any free one where that is taken.

    Returns
    -------
    list of socket

    Raises
    ------
    ExplorerError
        If it can't be had.
    """
    if port is None:
        try:
            return bind_sockets(USUAL_PORT, ip)
        except OSError:
            port = 0
    if not 0 <= port <= LAST_PORT:
        raise ExplorerError(f"Cannot listen on port {port}: ports are 0 to {LAST_PORT}. Choose one of those.")
    try:
        return bind_sockets(port, ip)
    except OSError as error:
        if isinstance(error, gaierror) or error.errno == EADDRNOTAVAIL:
            raise ExplorerError(
                f"Cannot listen on {ip}: this computer has no such address. 0.0.0.0 stands for all that it "
                "has; without --ip it is 127.0.0.1, for this computer alone."
            ) from error
        raise ExplorerError(
            f"Cannot listen on port {port} of {ip}: {error.strerror}. Choose another, or leave --port out."
        ) from error
