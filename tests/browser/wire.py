"""The way between a browser and a server, which a test can cut and mend."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

PIECE = 65536


class Wire:
    """Hands bytes on between a port of its own and a server's.

    `cut()` closes what is open and refuses what comes; `swallow()` closes nothing and hands nothing on, as a
    network does that one has walked out of; `mend()` ends both.
    """

    def __init__(self, url: str) -> None:
        self._target = urlsplit(url)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._ends: set[socket.socket] = set()
        self._is_cut = self._swallows = False
        netloc = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self.url = urlunsplit(self._target._replace(netloc=netloc))
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._is_cut = True
        self._close_all()

    def swallow(self) -> None:
        self._swallows = True

    def mend(self) -> None:
        self._close_all()  # what was swallowed can't be made good
        self._is_cut = self._swallows = False

    def close(self) -> None:
        self.cut()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for somebody
        self._listener.close()

    def _close_all(self) -> None:
        for end in list(self._ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if self._is_cut:
                    near.close()
                    continue
                try:
                    far = socket.create_connection((self._target.hostname or "", self._target.port or 80))
                except OSError:
                    near.close()
                    continue
                self._ends |= {near, far}
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._hand_on, args=ends, daemon=True).start()

    def _hand_on(self, here: socket.socket, there: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := here.recv(PIECE):
                if not self._swallows:
                    there.sendall(piece)
        for end in (here, there):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)  # the thread of the other way comes to its end too
        self._ends.discard(here)
        here.close()


@contextmanager
def wire_to(url: str) -> Iterator[Wire]:
    """Lay a wire to a server until the test is over."""
    wire = Wire(url)
    try:
        yield wire
    finally:
        wire.close()
