"""Voila with our template and settings, our guards, our places and sessions, and one page to show."""

from __future__ import annotations

import os
import signal
import sys
import threading
import webbrowser
from socket import socket
from typing import Any

from jupyter_server.auth.login import LoginFormHandler
from jupyter_server.auth.logout import LogoutHandler
from jupyter_server.base.handlers import FileFindHandler
from jupyter_server.utils import url_path_join
from tornado.ioloop import IOLoop
from traitlets import default
from traitlets.config import Config
from voila.app import Voila
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from explorer.serving import log
from explorer.serving.addresses import open_port
from explorer.serving.connections import Connections
from explorer.serving.guards import GuardedKernelSocket
from explorer.serving.hosts import EVERYWHERE, doubts, own_address
from explorer.serving.lesson_file import LessonFile
from explorer.serving.memory import free_memory, memory_doubts
from explorer.serving.pages import HealthHandler, LessonHandler, PageHandler, log_refusal
from explorer.serving.places import TEMPLATE
from explorer.serving.plain_errors import with_plain_errors
from explorer.serving.plan import GRACE, Plan
from explorer.serving.room import Room
from explorer.serving.sessions import Workshop
from explorer.serving.template_files import TemplateFiles

__all__ = ["ExplorerServer", "serve"]


class ExplorerServer(Voila):
    """Voila for one notebook, on a socket that is open already."""

    template_paths: Any  # Voila's, a list of folders; said here because Voila publishes no types

    def __init__(self, sockets: list[socket], plan: Plan, **traits: Any) -> None:
        super().__init__(**traits)
        self.port = sockets[0].getsockname()[1]
        self._sockets = sockets
        self._plan = plan
        self._is_stopping = False

    @default("config_file_paths")
    def _read_no_settings_of_this_computer(self) -> list[str]:
        return []

    @property
    def display_url(self) -> str:
        """Say where the page is: to others on the network by an address, for names may fail them."""
        if self.ip not in EVERYWHERE:
            return str(super().display_url)
        return str(self._url(own_address() or "localhost"))

    def setup_template_dirs(self) -> None:
        """Look for templates in our folder first."""
        super().setup_template_dirs()
        self.template_paths = [str(TEMPLATE), *self.template_paths]

    def init_handlers(self) -> list[Any]:
        """Put our guarded socket and our page in the place of Voila's, and our own addresses beside them."""
        self.app.settings["log_function"] = log_refusal
        self.room = Room(Workshop(self), self._plan.sizes, self._plan.limits, GRACE)
        shared = {"voila_configuration": self.voila_configuration}
        ours = [
            (url_path_join(self.server_url, "/health"), HealthHandler, {"room": self.room}),
            (url_path_join(self.server_url, "/lesson"), LessonHandler, {"lesson": LessonFile(), **shared}),
        ]
        for route, handler, *rest in super().init_handlers():
            if handler is VoilaKernelWebsocketHandler:
                ours.append((route, GuardedKernelSocket, *rest))
            elif handler in (LoginFormHandler, LogoutHandler):
                continue  # nobody has a password here, and their pages need files that are not here
            elif issubclass(handler, FileFindHandler):  # the widgets' programs, the themes
                ours.append((route, with_plain_errors(handler), *rest))
            elif handler is TemplateStaticFileHandler:
                ours.append((route, TemplateFiles, *rest))
            elif handler is TornadoVoilaHandler:
                ours.append((route, PageHandler, {"room": self.room, **shared}))
            else:
                ours.append((route, handler, *rest))
        return ours

    def _handle_signal_stop(self, signum: int, frame: Any) -> None:
        # What is sent to a whole group comes twice. A second one would stop the stopping.
        if not self._is_stopping:
            self._is_stopping = True
            super()._handle_signal_stop(signum, frame)

    def listen(self) -> None:
        """Serve until told to stop, then end every kernel."""
        server = Connections(self.app)
        server.add_sockets(self._sockets)
        self.ioloop = IOLoop.current()
        self.ioloop.add_callback(self.room.open)
        # Ctrl-C would raise in the middle of whatever runs, a kernel's start among it. It ends the loop.
        signal.signal(signal.SIGINT, self._handle_signal_stop)
        print(f"Attention Shapes Explorer: {self.display_url}   (Ctrl-C ends it)", flush=True)
        told = doubts(self.ip, self._plan.port, self.port)
        for doubt in (*told, *memory_doubts(self._plan.learners, free_memory())):
            print(doubt, flush=True)
        if self.open_browser and has_screen():
            # In a thread: some browsers don't return before they are closed.
            threading.Thread(target=webbrowser.open, args=(self.connection_url,), daemon=True).start()
        try:
            self.ioloop.start()
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)  # who is impatient may stop the stopping
            server.stop()
            self.ioloop.run_sync(self.room.close)
            self.stop()


def has_screen() -> bool:
    """Tell whether a browser has somewhere to open; without a screen, Python would pick one for terminals."""
    by_screen = sys.platform in ("darwin", "win32")
    return by_screen or any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))


def serve(*, verbose: bool = False, **choices: Any) -> None:
    """Serve the explorer's page until Ctrl-C or SIGTERM.

    Parameters
    ----------
    verbose : bool
        Whether Voila's, Jupyter's and Tornado's whole logs are written, not our lines and errors alone.
    **choices : Any
        As for `explorer.serving.plan.Plan`.

    Raises
    ------
    ExplorerError
        If something chosen can't be served with, the port can't be had, or the notebooks are missing.
    """
    plan = Plan(**choices)
    settings = plan.settings()
    server = ExplorerServer.instance(open_port(plan.ip, plan.port), plan, config=Config(settings))
    log.begin(server.log, verbose=verbose)
    server.initialize([])
    server.start()
