"""Portable lessons as a teacher has them, in files, and a reader who opens one with the network off."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from playwright.sync_api import Page, Route

import explorer as ex
from explorer.exports.lesson import lesson_html
from tests.browser.flight import WIDER
from tests.exports.lesson_kit import HOSTILE

PENCIL = ex.Config()
BOOKS = ex.Config(batch=2, tokens=2)
TURNS = ("merge_without_reshelve", "flip_forgotten")
TOGETHER = "softmax_over_askers+merge_without_reshelve"
STILL = "reduce"
Open = Callable[..., Page]


def write_lessons(above: Path) -> Path:
    """Write a lesson of one trip, one of several sizes, and one whose labels mean harm."""
    folder = above / "a course, 2nd"  # a name that an address must write otherwise
    folder.mkdir()
    for name, page in _pages().items():
        (folder / name).write_text(page, encoding="utf-8")
    return folder


@cache
def _pages() -> dict[str, str]:
    several = [ex.trace(PENCIL), ex.trace(WIDER), ex.trace(BOOKS)]
    return {
        "lesson.html": lesson_html(ex.trace(PENCIL), turns=(*TURNS, TOGETHER)),
        "sizes.html": lesson_html(several),
        "hostile.html": lesson_html(ex.trace(HOSTILE), words="pencil", theme="dark"),
    }


def opener(page: Page, folder: Path) -> Open:
    """Cut the page off, and open lessons in it; nothing but the lesson's own file may be asked for."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.continue_() if route.request.url.startswith("file:") else route.abort()

    page.context.set_offline(True)
    page.route("**/*", answer)

    def open_it(address: str = "", *, file: str = "lesson.html", motion: str = STILL) -> Page:
        page.emulate_media(reduced_motion=motion)
        page.goto("about:blank")
        asked.clear()
        page.goto((folder / file).as_uri() + address)
        page.locator(".as-picture svg").wait_for()
        assert asked == [(folder / file).as_uri()]
        return page

    return open_it
