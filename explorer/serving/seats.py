"""The places of a class: so many learners at once, and no more."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass

__all__ = ["Seats", "Sizes", "wanted_ahead"]

SPARE = 2  # sessions beyond the places: who reloads finds one warm, also when everybody is there


@dataclass(frozen=True)
class Sizes:
    """How many learners there is room for, and how many sessions are started ahead of them.

    Parameters
    ----------
    learners : int or None
        None for one person, who may have several pages open.

    Examples
    --------
    >>> Sizes(30).places, Sizes(30).ahead
    (30, 30)
    >>> Sizes(None).places, Sizes(None).ahead
    (8, 1)
    """

    learners: int | None = None

    @property
    def places(self) -> int:
        """How many pages may be open at once."""
        return 8 if self.learners is None else self.learners

    @property
    def ahead(self) -> int:
        """How many sessions wait for somebody, while nobody is there."""
        return 1 if self.learners is None else self.learners


def wanted_ahead(sizes: Sizes, taken: int) -> int:
    """Tell how many sessions should wait while so many places are taken.

    Parameters
    ----------
    sizes : Sizes
    taken : int

    Returns
    -------
    int
        With the taken ones never more than there are places, and two.

    Examples
    --------
    >>> [wanted_ahead(Sizes(30), taken) for taken in (0, 2, 3, 30)]
    [30, 30, 29, 2]
    >>> [wanted_ahead(Sizes(None), taken) for taken in (0, 1, 8)]
    [1, 1, 1]
    """
    return max(0, min(sizes.ahead, sizes.places + SPARE - taken))


class Seats:
    """Places that are taken and given back.

    Parameters
    ----------
    places : int
        How many there are.

    Attributes
    ----------
    taken : int

    Examples
    --------
    >>> async def two_come_to_one_place() -> tuple[bool, bool]:
    ...     seats = Seats(1)
    ...     return await seats.take(0), await seats.take(0)
    >>> asyncio.run(two_come_to_one_place())
    (True, False)
    """

    def __init__(self, places: int) -> None:
        self.places = places
        self.taken = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def take(self, grace: float) -> bool:
        """Take a place, or wait for one a little: who reloads a page gives one back at about the same time.

        Parameters
        ----------
        grace : float
            For how many seconds to wait. Who came first gets a place first.

        Returns
        -------
        bool
            Whether a place was had.
        """
        if self.taken < self.places:
            self.taken += 1
            return True
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            async with asyncio.timeout(grace):
                await turn
        except TimeoutError:
            return turn.done() and not turn.cancelled()
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()  # it was given to somebody who has gone
            raise
        finally:
            if turn in self._waiting:
                self._waiting.remove(turn)
        return True

    def give_back(self) -> None:
        """Give a place back: to whoever waits first, or to nobody yet."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.taken -= 1
