"""What waits for room, and what makes room."""

from __future__ import annotations

import asyncio

import pytest

from explorer.serving.flow import Flow


def test_answers_come_in_turn_so_one_that_was_lost_is_made_good_by_the_next() -> None:
    flow = Flow(most_messages=3)
    for id_ in "abc":
        flow.asked(id_, 1)
    assert not flow.has_room
    flow.answered("b")
    flow.answered("b")
    flow.answered("nobody's")
    flow.asked("d", 1)
    assert flow.has_room
    flow.asked("e", 1)
    assert not flow.has_room


def test_bytes_count_in_both_directions_and_apart() -> None:
    flow = Flow(most_bytes=10)
    flow.asked("a", 9)
    flow.sending(9)
    assert flow.has_room
    flow.sending(1)
    assert not flow.has_room
    flow.taken(9)
    flow.asked("b", 1)
    assert not flow.has_room
    flow.answered("a")
    assert flow.has_room


def test_a_name_that_is_used_twice_is_counted_once() -> None:
    flow = Flow(most_bytes=10)
    flow.asked("a", 9)
    flow.asked("a", 5)
    assert flow.has_room
    flow.answered("a")
    flow.asked("b", 9)
    assert flow.has_room


@pytest.mark.parametrize("ends_by", ["answer", "patience"])
def test_who_waits_goes_on_by_an_answer_or_when_none_comes(ends_by: str) -> None:
    async def wait() -> None:
        flow = Flow(most_messages=1)
        flow.asked("a", 1)
        waiting = asyncio.ensure_future(flow.room(60 if ends_by == "answer" else 0.01))
        await asyncio.sleep(0)
        assert not waiting.done()
        if ends_by == "answer":
            flow.answered("a")
        await asyncio.wait_for(waiting, 5)

    asyncio.run(wait())
