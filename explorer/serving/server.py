"""Voila with our template and settings, our guards on its sockets, and one page to show."""

from __future__ import annotations

import logging
import os
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from socket import socket
from typing import Any

from jupyter_server.base.handlers import JupyterHandler
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.netutil import bind_sockets
from traitlets import default
from traitlets.config import Config
from voila.app import Voila
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from explorer.errors import ExplorerError
from explorer.serving.places import TEMPLATE, notebooks_folder
from explorer.serving.settings import server_settings

__all__ = ["USUAL_PORT", "serve"]

USUAL_PORT = 8866
LAST_PORT = 65535
V1 = "v1.kernel.websocket.jupyter.org"
POLICY_VIOLATION = 1008  # the websocket's own code for "not like that"


def parts_fit(message: bytes, *, v1: bool) -> bool:
    """Tell whether a binary message is long enough for the table of parts that it announces.

    Such a message begins with how many parts it has, then where each one starts. Whoever believes the number
    may loop over 2**64 parts: that is how one client could stop the server for everybody.

    Parameters
    ----------
    message : bytes
    v1 : bool
        Whether numbers are 8 bytes, little end first (the v1 sub-protocol), or 4 bytes, big end first.

    Returns
    -------
    bool

    Examples
    --------
    >>> parts_fit((1).to_bytes(8, "little") + bytes(8), v1=True)
    True
    >>> parts_fit(bytes([255] * 16), v1=True)
    False
    """
    size = 8 if v1 else 4
    count = int.from_bytes(message[:size], "little" if v1 else "big")
    return count > 0 and size * (count + 1) <= len(message)


class GuardedKernelSocket(VoilaKernelWebsocketHandler):
    """The websocket between a page and its kernel, which believes no part count that it has not checked."""

    def on_message(self, message: str | bytes) -> None:
        """Hand a client's message to the kernel, unless it can't be what it says it is."""
        v1 = self.selected_subprotocol == V1
        if isinstance(message, bytes) and not parts_fit(message, v1=v1):
            self.close(POLICY_VIOLATION, "a binary message that announces parts it has not got")
            return
        super().on_message(message)

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Send a kernel's message to the client.

        Voila reads every binary message as if it were of v1, to hide the source of the cells. One of the
        older form announces astronomically many parts when it is read so: it is sent past Voila's reading.
        """
        if isinstance(message, bytes) and not parts_fit(message, v1=True):
            return super(VoilaKernelWebsocketHandler, self).write_message(message, binary)
        return super().write_message(message, binary)


def give_cookie(handler: JupyterHandler, **_: Any) -> None:
    """Let the page have the `_xsrf` cookie that its goodbye needs: asking for the token is what sets it."""
    handler.xsrf_token  # noqa: B018


class ExplorerServer(Voila):
    """Voila for one notebook, on a socket that is open already."""

    template_paths: Any  # Voila's, a list of folders; said here because Voila publishes no types

    def __init__(self, sockets: list[socket], **traits: Any) -> None:
        super().__init__(**traits)
        self.port = sockets[0].getsockname()[1]
        self._sockets = sockets

    @default("config_file_paths")
    def _read_no_settings_of_this_computer(self) -> list[str]:
        return []

    def setup_template_dirs(self) -> None:
        """Look for templates in our folder first."""
        super().setup_template_dirs()
        self.template_paths = [str(TEMPLATE), *self.template_paths]

    def init_handlers(self) -> list[Any]:
        """Put our guarded socket in the place of Voila's."""
        return [
            (route, GuardedKernelSocket if handler is VoilaKernelWebsocketHandler else handler, *rest)
            for route, handler, *rest in super().init_handlers()
        ]

    def listen(self) -> None:
        """Serve until told to stop, then end every kernel."""
        server = HTTPServer(self.app)
        server.add_sockets(self._sockets)
        print(f"Attention Shapes Explorer: {self.display_url}   (Ctrl-C ends it)", flush=True)
        if self.open_browser and has_screen():
            # In a thread: some browsers don't return before they are closed.
            threading.Thread(target=webbrowser.open, args=(self.connection_url,), daemon=True).start()
        self.ioloop = IOLoop.current()
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            self.log.info("Stopping.")
        finally:
            server.stop()
            self.stop()


def has_screen() -> bool:
    """Tell whether a browser has somewhere to open; without a screen, Python would pick one for terminals."""
    by_screen = sys.platform in ("darwin", "win32")
    return by_screen or any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))


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
        raise ExplorerError(
            f"Cannot listen on port {port} of {ip}: {error.strerror}. Choose another, or leave --port out."
        ) from error


def serve(
    *,
    ip: str = "127.0.0.1",
    port: int | None = None,
    base_url: str = "/",
    hosts: Sequence[str] = (),
    open_browser: bool = True,
    verbose: bool = False,
    notebook: Path | None = None,
) -> None:
    """Serve the explorer's page until Ctrl-C or SIGTERM.

    Parameters
    ----------
    ip : str
        The address to listen on.
    port : int or None
        0 for any free port; None for 8866, or any free one where that is taken.
    base_url : str
        The path that the page lives under.
    hosts : sequence of str
        Names that people may reach the page by, besides localhost.
    open_browser : bool
    verbose : bool
        Whether to log every warning, not errors alone: refused requests among them.
    notebook : Path or None
        The notebook to show; None for explorer.ipynb.

    Raises
    ------
    ExplorerError
        If the port can't be had, or the notebooks are missing.
    """
    path = base_url.strip("/")
    server = ExplorerServer.instance(
        open_port(ip, port),
        ip=ip,
        base_url=f"/{path}/" if path else "/",
        open_browser=open_browser,
        notebook_path=str(notebook or notebooks_folder() / "explorer.ipynb"),
        log_level=logging.INFO if verbose else logging.ERROR,
        config=Config(server_settings(ip, hosts)),
    )
    server.config.VoilaConfiguration.prelaunch_hook = give_cookie
    server.initialize([])
    server.start()
