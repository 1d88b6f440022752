"""Sessions ahead: how many are started, how many at once, and who gets which."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

from explorer.serving.pool import Pool

UNENDING = 1e6  # seconds


class Fake:
    """A session that starts when it is told to."""

    def __init__(self) -> None:
        self.ended = False
        self.begun = False
        self.warm = asyncio.Event()
        self.error: Exception | None = None

    async def start(self) -> None:
        self.begun = True
        await self.warm.wait()
        if self.error is not None:
            self.ended = True
            raise self.error


class Made:
    """A pool of fakes, and all the fakes that it made."""

    def __init__(self, wanted: int, rest: float = 0) -> None:
        self.wanted = wanted
        self.sessions: list[Fake] = []
        self.pool = Pool(self._make, lambda: self.wanted, rest=rest)

    def _make(self) -> Fake:
        self.sessions.append(Fake())
        return self.sessions[-1]

    @property
    def begun(self) -> list[bool]:
        return [session.begun for session in self.sessions]

    @classmethod
    async def ahead(cls, wanted: int, *ready: int, rest: float = 0) -> Made:
        """Begin with a pool that was tended, in which these sessions are ready."""
        made = cls(wanted, rest)
        made.pool.tend()
        await settle()
        for number in ready:
            await made.warm(number)
        return made

    async def warm(self, *numbers: int) -> None:
        for number in numbers:
            self.sessions[number].warm.set()
        await settle()


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def in_a_loop(scene: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Make a test of a scene that is played in an event loop."""

    @wraps(scene)
    def test() -> None:
        asyncio.run(scene())

    return test


@in_a_loop
async def test_sessions_are_started_one_after_the_other_until_there_are_enough() -> None:
    made = await Made.ahead(3)
    for ready in range(3):
        assert (made.pool.ready, made.pool.starting, len(made.sessions)) == (ready, 1, ready + 1)
        await made.warm(ready)
    assert (made.pool.ready, made.pool.starting, len(made.sessions)) == (3, 0, 3)


@in_a_loop
async def test_who_comes_gets_the_one_that_has_waited_longest_and_another_is_started() -> None:
    made = await Made.ahead(2, 0, 1)
    assert made.pool.take() is made.sessions[0]
    await settle()
    assert made.begun == [True, True, True]


@in_a_loop
async def test_who_comes_early_gets_the_one_that_is_being_started() -> None:
    made = await Made.ahead(1)
    assert made.pool.take() is made.sessions[0]
    await made.warm(0)
    assert made.pool.ready == 0  # it is somebody's
    assert len(made.sessions) == 2  # and the next one is started ahead


@in_a_loop
async def test_two_are_started_at_once_while_people_wait_and_none_ahead() -> None:
    made = Made(wanted=5)
    mine = [made.pool.take() for _ in range(4)]
    await settle()
    assert made.sessions == mine
    assert made.begun == [True, True, False, False]
    await made.warm(1)
    assert made.begun == [True, True, True, False]
    await made.warm(0)
    assert made.begun == [True, True, True, True]
    assert len(made.sessions) == 4
    await made.warm(2, 3)
    assert (len(made.sessions), made.pool.starting) == (5, 1)


@in_a_loop
async def test_those_who_have_just_come_are_left_alone_for_a_while() -> None:
    made = await Made.ahead(1, 0, rest=UNENDING)
    made.pool.take()
    made.pool.tend()
    await settle()
    assert len(made.sessions) == 1
    made.pool.take()  # who comes now does not wait for the rest to be over
    await settle()
    assert made.begun == [True, True]
    await made.pool.close()


@in_a_loop
async def test_a_rest_ends_by_itself() -> None:
    made = Made(wanted=1, rest=0.01)
    made.pool.take()
    await settle()
    await made.warm(0)
    async with asyncio.timeout(10):
        while len(made.sessions) < 2:
            await asyncio.sleep(0)


@in_a_loop
async def test_a_session_that_ended_while_it_waited_is_given_to_nobody() -> None:
    made = await Made.ahead(2, 0, 1)
    made.sessions[0].ended = True  # not told of yet
    assert made.pool.take() is made.sessions[1]


@in_a_loop
async def test_a_session_that_died_is_replaced() -> None:
    made = await Made.ahead(1, 0)
    made.sessions[0].ended = True
    made.pool.drop(made.sessions[0])
    await settle()
    assert (made.pool.ready, made.pool.starting, len(made.sessions)) == (0, 1, 2)


@in_a_loop
async def test_who_leaves_the_line_is_not_started_for() -> None:
    made = Made(wanted=0)
    mine = [made.pool.take() for _ in range(3)]
    await settle()
    made.pool.drop(mine[2])
    await made.warm(0, 1)
    assert made.begun == [True, True, False]


@in_a_loop
async def test_what_cannot_be_started_is_tried_again_later_and_not_at_once() -> None:
    made = await Made.ahead(1)
    made.sessions[0].error = RuntimeError("no")
    await made.warm(0)
    assert (made.pool.ready, made.pool.starting, len(made.sessions)) == (0, 0, 1)
    made.pool.take()  # somebody who comes is tried for at once
    await settle()
    assert made.begun == [True, True]
    await made.pool.close()


@in_a_loop
async def test_a_closed_pool_starts_nothing_more() -> None:
    made = await Made.ahead(3)
    await made.pool.close()
    made.pool.tend()
    await settle()
    assert (made.pool.starting, len(made.sessions)) == (0, 1)
