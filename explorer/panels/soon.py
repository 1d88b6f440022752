"""A moment later: what can wait until the picture is on the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["MOMENT", "Soon"]

MOMENT = 0.03
"""Seconds: the browser has drawn by then what was sent before."""


class Soon:
    """Calls a function a moment after it was asked to: once, however often it was asked.

    Where no event loop runs, as in plain Python, nobody draws meanwhile: it is called at once.

    Parameters
    ----------
    call : callable
        Finds out for itself how things are by then.

    Examples
    --------
    >>> Soon(lambda: print("at once")).ask()
    at once
    >>> async def ask_twice() -> None:
    ...     rung = asyncio.Event()
    ...     soon = Soon(lambda: (print("soon"), rung.set()))
    ...     soon.ask()
    ...     soon.ask()
    ...     print("meanwhile")
    ...     await rung.wait()
    >>> asyncio.run(ask_twice())
    meanwhile
    soon
    """

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._timer: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None  # the timer's: it may end before the timer rings

    def ask(self) -> None:
        """Call soon, or at once where no event loop runs."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._ring()
            return
        if self._timer is None or loop is not self._loop:
            self.cancel()
            self._loop, self._timer = loop, loop.call_later(MOMENT, self._ring)

    def cancel(self) -> None:
        """Let it be."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _ring(self) -> None:
        self.cancel()
        self._call()
