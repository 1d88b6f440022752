"""Places: no more are taken than there are, who waits gets one that is given back, in order."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.serving.seats import Seats, Sizes, wanted_ahead

LONG = 60.0


async def settle() -> None:
    """Let everything run that can."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_no_more_places_are_taken_than_there_are() -> None:
    async def come() -> tuple[list[bool], int]:
        seats = Seats(2)
        return [await seats.take(0) for _ in range(4)], seats.taken

    assert asyncio.run(come()) == ([True, True, False, False], 2)


def test_who_reloads_a_page_in_a_full_class_gets_the_place_that_its_goodbye_gives_back() -> None:
    async def reload() -> tuple[bool, int]:
        seats = Seats(1)
        await seats.take(0)
        again = asyncio.create_task(seats.take(LONG))
        await settle()
        assert not again.done()
        seats.give_back()
        return await again, seats.taken

    assert asyncio.run(reload()) == (True, 1)


def test_who_waits_longest_is_first() -> None:
    async def come() -> list[str]:
        seats = Seats(1)
        await seats.take(0)
        came: list[str] = []

        async def wait(name: str) -> None:
            if await seats.take(LONG):
                came.append(name)

        tasks = [asyncio.create_task(wait(name)) for name in "abc"]
        await settle()
        for _ in tasks:
            seats.give_back()
            await settle()
        return came

    assert asyncio.run(come()) == ["a", "b", "c"]


def test_who_gave_up_waiting_takes_nobodys_place() -> None:
    async def come() -> tuple[bool, bool, int]:
        seats = Seats(1)
        await seats.take(0)
        impatient = asyncio.create_task(seats.take(0))
        late = await impatient
        seats.give_back()
        return late, await seats.take(0), seats.taken

    assert asyncio.run(come()) == (False, True, 1)


@pytest.mark.parametrize("when", ["while waiting", "just before a place is given", "just after"])
def test_who_has_gone_leaves_the_place_to_the_next(when: str) -> None:
    async def come() -> tuple[bool, int]:
        seats = Seats(1)
        await seats.take(0)
        gone = asyncio.create_task(seats.take(LONG))
        stays = asyncio.create_task(seats.take(LONG))
        await settle()
        if when != "just after":
            gone.cancel()
        if when == "while waiting":
            await settle()
        seats.give_back()
        gone.cancel()
        return await asyncio.wait_for(stays, 5), seats.taken

    assert asyncio.run(come()) == (True, 1)


def test_places_that_all_were_given_back_are_free() -> None:
    async def come_and_go() -> int:
        seats = Seats(3)
        for _ in range(3):
            await seats.take(0)
        for _ in range(3):
            seats.give_back()
        return seats.taken

    assert asyncio.run(come_and_go()) == 0


@given(learners=st.one_of(st.none(), st.integers(1, 500)), data=st.data())
def test_all_sessions_together_are_two_more_than_the_places_at_most(
    learners: int | None, data: st.DataObject
) -> None:
    sizes = Sizes(learners)
    taken = data.draw(st.integers(0, sizes.places))
    ahead = wanted_ahead(sizes, taken)
    assert 1 <= ahead <= sizes.ahead
    assert taken + ahead <= sizes.places + 2
