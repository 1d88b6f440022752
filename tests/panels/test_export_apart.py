"""What knows no slices is made in a thread that runs only while the page waits."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from explorer.panels.export_work import apart


def test_what_is_raised_in_the_thread_is_raised_where_it_is_heard() -> None:
    def fail(_: object) -> None:
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost"):
        list(apart(fail))


def test_a_thread_that_nobody_waits_for_ends_at_its_next_word() -> None:
    reached: list[str] = []

    def count(tell: Callable[[int, int], None]) -> None:
        tell(1, 2)
        reached.append("the end")

    slices = apart(count)
    assert next(slices) == (1, 2)
    slices.close()
    assert [thread for thread in threading.enumerate() if thread.name == "export"] == []
    assert reached == []


def test_what_is_made_in_slices_never_goes_on_while_the_page_draws() -> None:
    drawing = threading.Lock()  # as Python 3.11 has one for each cached property, whoever's it is

    def draw(tell: Callable[[int, int], None]) -> None:
        for done in range(500):
            with drawing:
                sum(range(20_000))
            tell(done, 500)

    met = []
    for _ in apart(draw):
        met.append(not drawing.acquire(blocking=False))
        if not met[-1]:
            drawing.release()
    assert len(met) > 1
    assert not any(met)
