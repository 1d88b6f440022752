"""The parent's end of the line: it starts the process, asks, waits no longer than it may, and cleans up."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

import explorer
from explorer.checking.child import READY
from explorer.checking.letters import answer_from, rows_to
from explorer.core.grid import Array
from explorer.core.mistakes.answer import Answer
from explorer.errors import ExplorerError

__all__ = ["Remote", "remote"]

_START = 120.0
_LOOK_AGAIN = 0.2
_MOST_LETTERS = 4_000_000
_PIECE = 65_536
_GONE = ""
_STARTER = (
    "import sys; sys.dont_write_bytecode = True; sys.path.append(sys.argv.pop(1)); "
    "from explorer.checking.child import main; main(sys.argv[1:])"
)


class Remote:
    """A function in another process, to be asked as if it were here.

    Parameters
    ----------
    process : subprocess.Popen
    what : str
        What it is called when it is told of: ``"mine.py:attention"``.
    seconds : float
        How long all calls together may take.
    """

    def __init__(self, process: subprocess.Popen[bytes], what: str, seconds: float) -> None:
        self._process, self._what, self._seconds = process, what, seconds
        self._left = _START
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=_listen, args=(process.stdout, self._lines), daemon=True).start()

    def load(self) -> None:
        """Wait for the process to be there, and let it load the file.

        Raises
        ------
        ExplorerError
            If the file can't be loaded, there is no such function in it, or it takes too long.
        """
        self._hear_ready()
        self._left = self._seconds
        self._tell("load")
        self._hear_ready()

    def __call__(self, rows: Array, heads: int) -> Answer:
        """Ask the function.

        Parameters
        ----------
        rows : ndarray, axes (query key or value, batch, token, width)
        heads : int

        Returns
        -------
        Answer

        Raises
        ------
        ExplorerError
            If the process ends, says nothing in time, or something that is no answer.
        """
        self._tell(rows_to(rows, heads))
        return self._read(self._hear())

    def _hear_ready(self) -> None:
        line = self._hear()
        if line != READY:
            raise ExplorerError(f"Cannot check {self._what}: {self._read(line).problem}")

    def _read(self, line: str) -> Answer:
        try:
            return answer_from(line)
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
            raise ExplorerError(
                f"Cannot check {self._what}: what came back is no answer. Something in it writes where only "
                "answers go"
            ) from error

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it is gone, or has closed its end: what is heard next says so
            self._process.stdin.write(f"{line}\n".encode("ascii"))

    def _hear(self) -> str:
        until = time.monotonic() + self._left
        while True:
            now = time.monotonic()
            ended = self._process.poll() is not None
            if now >= until:
                raise ExplorerError(
                    f"Cannot check {self._what}: it took longer than {self._seconds:g} seconds, and was "
                    "stopped. Look for a loop without an end, or give it longer with --time"
                )
            with contextlib.suppress(queue.Empty):
                line = self._lines.get(timeout=min(_LOOK_AGAIN, until - now))
                break
            if ended:  # and nothing is on its way any more, though a grandchild may hold the line open
                line = _GONE
                break
        self._left = until - time.monotonic()
        if line == _GONE:
            raise ExplorerError(f"Cannot check {self._what}: {self._how_it_ended()}")
        return line

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return "it closed the line to the explorer"
        if code < 0:
            with contextlib.suppress(ValueError):
                return f"its process crashed, or was killed ({signal.Signals(-code).name})"
        return f"it ended its own process, with exit code {code}, before there was an answer"


@contextlib.contextmanager
def remote(path: Path, name: str, *, torch: bool, seconds: float) -> Iterator[Remote]:
    """Start a process for somebody's file, and end it, with all that stays in its group, however things go.

    Parameters
    ----------
    path : Path
        The file.
    name : str
        The function in it.
    torch : bool
    seconds : float
        How long loading the file and all calls together may take.

    Yields
    ------
    Remote
        Its file loaded.

    Raises
    ------
    ExplorerError
        If the file can't be loaded, or there is no such function in it.
    """
    home = str(Path(explorer.__file__).parents[1])
    asked = [str(path), name, "torch" if torch else "numpy", str(seconds + 5)]
    process = subprocess.Popen(
        # -P: what lies in the folder one is in must not be taken for the standard library's
        [sys.executable, "-P", "-c", _STARTER, home, *asked],
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # its own group, to be ended with all that it started; Ctrl-C is ours alone
    )
    try:
        with _leaving_in_order():
            there = Remote(process, f"{path}:{name}", seconds)
            there.load()
            yield there
    finally:
        _end(process)


@contextlib.contextmanager
def _leaving_in_order() -> Iterator[None]:
    """Let a signal that ends the command come as `SystemExit`, so that the process is ended first."""
    if threading.current_thread() is not threading.main_thread():  # which alone may say what signals do
        yield
        return

    def leave(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    ending = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, leave) for number in ending}
    try:
        yield
    finally:
        for number, what in before.items():
            signal.signal(number, what)


def _end(process: subprocess.Popen[bytes]) -> None:
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    if process.stdin is not None:
        process.stdin.close()


def _listen(pipe: FileIO, lines: queue.Queue[str]) -> None:
    """Take lines off the pipe, so that one can wait for them and look at the clock.

    The pipe has no buffer: one that waits for a grandchild that got away would not let the explorer end.
    """
    read = b""
    with pipe:
        while piece := pipe.read(_PIECE):
            *whole, read = (read + piece).split(b"\n")
            for line in whole:
                lines.put(line.decode("ascii", errors="replace"))
            if len(read) > _MOST_LETTERS:
                break
    lines.put(_GONE)
