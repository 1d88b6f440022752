"""The room: its places, the sessions ahead, and who has which."""

from __future__ import annotations

import asyncio
import itertools
import time
from dataclasses import dataclass, field

from explorer.serving import log
from explorer.serving.culling import Limits
from explorer.serving.pool import Pool
from explorer.serving.seats import Seats, Sizes, wanted_ahead
from explorer.serving.sessions import Session, Workshop

__all__ = ["Room", "Visit"]


@dataclass
class Visit:
    """A place that somebody has."""

    number: int
    session: Session
    since: float = field(default_factory=time.monotonic)


class Room:
    """Gives places and sessions to those who come, and takes both back when a session is over.

    Parameters
    ----------
    workshop : Workshop
    sizes : Sizes
    limits : Limits
    grace : float
        Seconds that somebody waits where every place is taken: a page that is reloaded says goodbye at about
        the time at which it is asked for again.
    """

    def __init__(self, workshop: Workshop, sizes: Sizes, limits: Limits, grace: float) -> None:
        workshop.manager.when_gone = self._kernel_is_gone
        self._workshop = workshop
        self._limits = limits
        self._grace = grace
        self._seats = Seats(sizes.places)
        self._pool = Pool(workshop.make, lambda: wanted_ahead(sizes, self._seats.taken))
        self._numbers = itertools.count(1)
        self._visits: dict[int, Visit] = {}
        self._watching: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start the sessions ahead, and the watch over those that nobody uses any more."""
        self._pool.tend()
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    def state(self) -> dict[str, int]:
        """Count places and sessions; who comes now can have one of those places that are to be had."""
        return {
            "places": self._seats.places,
            "taken": self._seats.taken,
            "to_be_had": self._to_be_had(),
            "ready": self._pool.ready,
            "starting": self._pool.starting,
        }

    def _to_be_had(self) -> int:
        free = self._seats.places - self._seats.taken
        return free or int(self._workshop.manager.alone_longest(self._limits.yields_after) is not None)

    async def enter(self) -> Visit | None:
        """Give somebody a place and a session.

        Returns
        -------
        Visit or None
            None where every place is taken, and stays so for a moment.
        """
        if not await self._seats.take(self._grace) and not await self._take_over():
            log.refused("full, %d of %d places taken", self._seats.taken, self._seats.places)
            return None
        visit = Visit(next(self._numbers), self._pool.take())
        self._visits[visit.number] = visit
        visit.session.given_away()
        log.session_started(visit.number, self._seats.taken, self._seats.places)
        return visit

    async def _take_over(self) -> bool:
        """Take the place of whoever has been away longest, if that is long."""
        away = self._workshop.manager.alone_longest(self._limits.yields_after)
        if away is None:
            return False
        await self._workshop.manager.end(away, "abandoned")
        return await self._seats.take(0)

    async def leave(self, visit: Visit, why: str) -> None:
        """End somebody's session, if it has not ended."""
        self._pool.drop(visit.session)
        await visit.session.end(why)
        self._over(visit, why)

    def _over(self, visit: Visit, why: str) -> None:
        if self._visits.pop(visit.number, None) is None:
            return
        self._seats.give_back()
        seconds = time.monotonic() - visit.since
        log.session_ended(visit.number, why, seconds, self._seats.taken, self._seats.places)
        self._pool.tend()

    def _kernel_is_gone(self, kernel_id: str, why: str) -> None:
        session = self._workshop.sessions.pop(kernel_id, None)
        if session is None:
            return
        session.kernel_is_gone(why)
        for visit in list(self._visits.values()):
            if visit.session is session:
                self._over(visit, why)
        self._pool.drop(session)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._limits.every)
            await self._workshop.manager.end_what_is_over(self._limits)

    async def close(self) -> None:
        """Start no more, watch no longer, and leave every page as it is."""
        if self._watching is not None:
            self._watching.cancel()
        await self._pool.close()
        await self._workshop.close()
