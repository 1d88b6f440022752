"""By which names a server may be asked for, where nobody has said which."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection
from typing import Any

from tornado.httputil import split_host_and_port

from explorer.serving.addresses import USUAL_PORT

__all__ = ["EVERYWHERE", "KnownHost", "doubts", "is_known", "own_address", "own_names"]

EVERYWHERE = ("", "0.0.0.0", "::")  # not to be connected to: every address that this computer has


def own_names() -> list[str]:
    """Name this computer as others on its network do.

    Returns
    -------
    list of str

    Examples
    --------
    >>> own_names()[0]
    'localhost'
    """
    name = socket.gethostname().lower()
    return ["localhost", name, f"{name.partition('.')[0]}.local"]


def own_address() -> str | None:
    """Find the address by which others on the network reach this computer.

    Returns
    -------
    str or None
        None where there is no network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(("192.0.2.1", 9))  # an address for examples only; nothing is sent there
            address: str = way_out.getsockname()[0]
        except OSError:
            return None
    return address


def doubts(ip: str, asked: int | None, had: int) -> list[str]:
    """Say why the page may not be where somebody looks for it.

    Parameters
    ----------
    ip : str
        The address that is listened on.
    asked : int or None
        The port that was asked for; None where none was.
    had : int
        The port that it has.

    Returns
    -------
    list of str

    Examples
    --------
    >>> doubts("127.0.0.1", None, 40123)
    ['Port 8866 is taken, by another explorer perhaps: this one has 40123.']
    """
    said = []
    if asked is None and had != USUAL_PORT:
        said.append(f"Port {USUAL_PORT} is taken, by another explorer perhaps: this one has {had}.")
    if ip in EVERYWHERE and own_address() is None:
        said.append("This computer is on no network: nobody else can open the page.")
    return said


def is_known(asked: str, names: Collection[str]) -> bool:
    """Tell whether a request's Host header names us: by any address, or by one of our names.

    A hostile site can have its own name lead to a computer of ours, and its script then talks to us as if we
    were that site. It can have no address lead elsewhere.

    Parameters
    ----------
    asked : str
        With its port or without.
    names : collection of str

    Returns
    -------
    bool

    Examples
    --------
    >>> [is_known(asked, ["desk"]) for asked in ("10.0.0.7:8866", "[fe80::1]", "Desk:8866", "evil.example")]
    [True, True, True, False]
    """
    host = split_host_and_port(asked.lower())[0].removesuffix(".")
    if host in names:
        return True
    try:
        ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


class KnownHost:
    """Refuses strange names also where Jupyter lets all of them in: where no name was given at the start."""

    def check_host(self: Any) -> bool:
        """Tell whether the name that was asked for is ours."""
        if self.settings.get("allow_remote_access"):
            return is_known(self.request.host, own_names())
        allowed: bool = super().check_host()  # type: ignore[misc]
        return allowed
