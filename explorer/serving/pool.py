"""Sessions started ahead of their learners, a few at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

__all__ = ["Pool", "Startable"]

AT_ONCE = 2  # sessions starting while somebody waits; each keeps a core busy for a second or two
REST = 2.0  # seconds: a page that was just given away is drawn before the next session is started ahead
LONGEST_REST = 60.0


class Startable(Protocol):
    """A session as the pool knows it."""

    @property
    def ended(self) -> bool:
        """Whether it is of no use any more."""

    async def start(self) -> None:
        """Start it, until it waits for its learner."""


Session = TypeVar("Session", bound=Startable)


class Pool(Generic[Session]):
    """Sessions that wait for a learner, and those that are being started.

    Parameters
    ----------
    make : callable
        Makes a session, not started yet.
    wanted : callable
        Tells how many should be ready now.
    rest : float
        Seconds to leave alone those who have just come.

    Notes
    -----
    A learner who finds none ready gets one that is being started, or else a new one, and goes before all that
    is done ahead. With nobody waiting one is started at a time: those who are there already keep a core.
    """

    def __init__(self, make: Callable[[], Session], wanted: Callable[[], int], *, rest: float = REST) -> None:
        self._make = make
        self._wanted = wanted
        self._rest = rest
        self._ready: deque[Session] = deque()
        self._ahead: Session | None = None  # the one that is started with nobody waiting for it
        self._line: deque[Session] = deque()
        self._starts: set[asyncio.Task[None]] = set()
        self._not_before = 0.0
        self._failures = 0
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def ready(self) -> int:
        """How many wait for a learner."""
        return len(self._ready)

    @property
    def starting(self) -> int:
        """How many are being started."""
        return len(self._starts)

    def take(self) -> Session:
        """Give a session away: one that is ready where there is one.

        Returns
        -------
        Session
            It may have to start yet.
        """
        session = self._next()
        self._not_before = max(self._not_before, asyncio.get_running_loop().time() + self._rest)
        self.tend()
        return session

    def _next(self) -> Session:
        while self._ready:
            session = self._ready.popleft()
            if not session.ended:
                return session
        if self._ahead is not None:
            session, self._ahead = self._ahead, None
            return session
        session = self._make()
        self._line.append(session)
        return session

    def drop(self, session: Session) -> None:
        """Forget a session that has ended."""
        if session in self._ready:
            self._ready.remove(session)
        if session in self._line:
            self._line.remove(session)
        self.tend()

    def tend(self) -> None:
        """Start what is to be started now; look again when it is time for more."""
        if self._closed:
            return
        while self._line and self.starting < AT_ONCE:
            self._start(self._line.popleft())
        if self._line or self._starts or self.ready >= self._wanted():
            return
        loop = asyncio.get_running_loop()
        if loop.time() < self._not_before:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = loop.call_at(self._not_before, self.tend)
        else:
            self._ahead = self._make()
            self._start(self._ahead)

    def _start(self, session: Session) -> None:
        task = asyncio.get_running_loop().create_task(self._see_through(session))
        self._starts.add(task)
        task.add_done_callback(self._started)

    def _started(self, task: asyncio.Task[None]) -> None:
        self._starts.discard(task)
        self.tend()

    async def _see_through(self, session: Session) -> None:
        try:
            await session.start()
        except Exception:  # whatever it was, the session has said so; the next try comes later and later
            self._failures += 1
            pause = min(2.0**self._failures, LONGEST_REST)
            self._not_before = asyncio.get_running_loop().time() + pause
        else:
            self._failures = 0
            if session is self._ahead and not session.ended:
                self._ready.append(session)
        finally:
            if session is self._ahead:
                self._ahead = None

    async def close(self) -> None:
        """Start no more, and give up what is being started."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        starts = list(self._starts)
        for task in starts:
            task.cancel()
        await asyncio.gather(*starts, return_exceptions=True)
