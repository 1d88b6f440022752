"""Long work in slices: between two of them the page lives on, shows how far it is, and hears a Stop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from dataclasses import dataclass
from io import BytesIO
from threading import Semaphore, Thread
from time import monotonic
from typing import Any, TypeVar

from explorer.errors import ExplorerError
from explorer.exports.lesson_forecast import Forecast
from explorer.panels.soon import MOMENT

__all__ = ["MOST_BYTES", "Made", "Room", "Share", "Slices", "Slowly", "apart"]

MOST_BYTES = 32_000_000
"""The largest file that is handed to a browser: the kernel and the browser each hold it whole."""

_SLICE = 0.05  # seconds
Share = tuple[int, int] | tuple[int, int, Forecast]
"""How much is done, of how much, and what is foretold of the rest, if anything is."""
T = TypeVar("T")


@dataclass(frozen=True)
class Made:
    """A file that is whole.

    Attributes
    ----------
    name : str
    media : str
        What kind of file it is, as the web says it: ``"application/pdf"``.
    data : bytes
    """

    name: str
    media: str
    data: bytes


Slices = Generator[Share, None, Made]
"""Work that tells after each slice how much is done, of how much, and comes to a file in the end.

Where it can, it tells what is foretold of the file too.
"""


class Room(BytesIO):
    """A file in memory, which refuses to grow past what is handed to a browser.

    Parameters
    ----------
    name : str
        What it is called.
    most : int
        Bytes.

    Raises
    ------
    ExplorerError
        When more is written.

    Examples
    --------
    >>> Room("a.json", most=2_000_000).write(b"[1, 2]")
    6
    """

    def __init__(self, name: str, most: int = MOST_BYTES) -> None:
        super().__init__()
        self._name, self._most = name, most

    def write(self, data: Any) -> int:
        """Write as any file does, or refuse."""
        if self.tell() + memoryview(data).nbytes > self._most:
            raise ExplorerError(
                f"Cannot hand {self._name} to the browser: it is larger than {self._most / 1e6:.3g} MB, the "
                "most there can be of a download from this page. Write it on your own machine, with "
                "Python or the command attention-shapes, or choose fewer or smaller sizes."
            )
        return super().write(data)


class Slowly:
    """Calls a function again and again as long as it says that there is more to do.

    Between two calls it leaves the event loop a moment. Where no event loop runs, as in plain Python, there
    is nothing to leave it for.

    Parameters
    ----------
    call : callable
        Does a slice of the work; returns whether there is more.

    Examples
    --------
    >>> counted = []
    >>> Slowly(lambda: counted.append("one more") or len(counted) < 3).begin()
    >>> len(counted)
    3
    """

    def __init__(self, call: Callable[[], bool]) -> None:
        self._call = call
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Do the first slice a moment later: what was said before is on the screen by then."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            while self._call():
                pass
            return
        self.cancel()
        self._timer = loop.call_later(MOMENT, self._ring)

    def cancel(self) -> None:
        """Do no more."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _ring(self) -> None:
        self._timer = None
        if self._call():
            self.begin()


class _Stopped(Exception):  # noqa: N818  (nothing went wrong)
    """Nobody waits for it any more."""


def apart(work: Callable[[Callable[..., None]], T]) -> Generator[Share, None, T]:
    """Make slices of what knows none but tells its progress.

    It has a thread, for a stack of its own, but goes on only while whoever takes the slices waits for the
    next. Python 3.11 guards a ``cached_property`` by one lock for all objects of its class: two threads that
    draw at the same time can wait for each other for good.

    Parameters
    ----------
    work : callable
        Takes a function to be called with how much is done and of how much, and what is foretold if anything
        is, often: a slice ends there. Once the generator is closed, that call ends it.

    Yields
    ------
    (int, int) or (int, int, Forecast)
        What it told last.

    Returns
    -------
    what `work` returns

    Examples
    --------
    >>> def count(tell):
    ...     for number in range(3):
    ...         tell(number, 3)
    ...     return "counted"
    >>> def print_it():
    ...     print((yield from apart(count)))
    >>> for done, of in print_it():
    ...     pass
    counted
    """
    told: Share = (0, 1)
    begun = 0.0  # the slice; the first ends at the first word
    stopped = over = False
    its_turn, our_turn = Semaphore(0), Semaphore(0)
    came: list[T] = []
    broke: list[Exception] = []

    def tell(done: int, of: int, foretold: Forecast | None = None) -> None:
        nonlocal told, begun
        told = (done, of) if foretold is None else (done, of, foretold)
        if not stopped and monotonic() - begun > _SLICE:
            our_turn.release()
            its_turn.acquire()
            begun = monotonic()
        if stopped:
            raise _Stopped

    def run() -> None:
        nonlocal over
        its_turn.acquire()
        try:
            came.append(work(tell))
        except _Stopped:
            pass
        except Exception as error:  # raised again where somebody hears it
            broke.append(error)
        finally:
            over = True
            our_turn.release()

    thread = Thread(target=run, name="export", daemon=True)
    thread.start()
    try:
        while True:
            its_turn.release()
            our_turn.acquire()
            if over:
                break
            yield told
    finally:
        stopped = True
        its_turn.release()
        thread.join()
    if broke:
        raise broke[0]
    return came[0]
