"""The lesson is written once, for all who ask; what failed is tried again."""

from __future__ import annotations

import asyncio

import pytest

from explorer.errors import ExplorerError
from explorer.serving import lesson_file
from explorer.serving.lesson_file import LessonFile


class Writer:
    """Writes no lesson, and counts how often it was to."""

    def __init__(self, *failures: bool) -> None:
        self.failures = list(failures)
        self.times = 0
        self.go = asyncio.Event()

    async def __call__(self) -> bytes:
        self.times += 1
        await self.go.wait()
        if self.failures and self.failures.pop(0):
            raise ExplorerError("Cannot write the lesson: no.")
        return b"<!doctype html>"


@pytest.fixture
def writer(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Writer:
    one = Writer(*getattr(request, "param", ()))
    monkeypatch.setattr(lesson_file, "write_lesson", one)
    return one


def test_it_is_written_when_it_is_first_asked_for_and_once_for_all(writer: Writer) -> None:
    async def ask() -> list[bytes]:
        lesson = LessonFile()
        assert writer.times == 0
        together = [asyncio.create_task(lesson.read()) for _ in range(3)]
        await asyncio.sleep(0)
        writer.go.set()
        return [*await asyncio.gather(*together), await lesson.read()]

    assert asyncio.run(ask()) == [b"<!doctype html>"] * 4
    assert writer.times == 1


def test_who_goes_away_stops_it_for_nobody_else(writer: Writer) -> None:
    async def ask() -> bytes:
        lesson = LessonFile()
        gone, stays = asyncio.create_task(lesson.read()), asyncio.create_task(lesson.read())
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        writer.go.set()
        return await stays

    assert asyncio.run(ask()) == b"<!doctype html>"
    assert writer.times == 1


@pytest.mark.parametrize("writer", [(True, False)], indirect=True)
def test_what_failed_is_tried_again_for_the_next(writer: Writer) -> None:
    async def ask() -> bytes:
        writer.go.set()
        lesson = LessonFile()
        with pytest.raises(ExplorerError, match=r"^Cannot write the lesson: no\.$"):
            await lesson.read()
        return await lesson.read()

    assert asyncio.run(ask()) == b"<!doctype html>"
    assert writer.times == 2


@pytest.mark.slow
def test_what_its_own_process_says_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lesson_file, "LESSON", ("-c", "import sys; sys.exit('no numbers today')"))
    with pytest.raises(ExplorerError) as refused:
        asyncio.run(lesson_file.write_lesson())
    assert str(refused.value) == "Cannot write the lesson: no numbers today"
