"""One server for all attacks, and after each of them a look at the page, and at a fresh visitor's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.servers import wait_for
from tests.serving.attacks.pages import Page
from tests.serving.classes import ServedClass, served


@pytest.fixture(scope="session")
def attacked(tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]) -> Iterator[ServedClass]:
    """The page as `attention-shapes serve` serves it."""
    with served(tmp_path_factory.mktemp("attacked"), jupyter_home) as server:
        yield server


@pytest.fixture(scope="session")
def next_page() -> list[Page]:
    """The fresh visitor of the last test is the attacker of the next: a page takes a second or two."""
    return []


@pytest.fixture
def page(attacked: ServedClass, next_page: list[Page]) -> Iterator[Page]:
    """A page to attack. In the end it is as sound as ever, and a fresh visitor has one that works."""
    page = next_page.pop() if next_page else Page(attacked)
    yield page
    page.reconnect()
    wait_for("the page to be sound", page.is_sound)
    page.leave()
    fresh = Page(attacked)
    fresh.works()
    next_page.append(fresh)
    assert attacked.state()["status"] == "ok"


@pytest.fixture(scope="module")
def bystander(attacked: ServedClass) -> Iterator[Page]:
    """Somebody with the page open while addresses are asked for that are not their page's."""
    page = Page(attacked)
    yield page
    page.leave()
    fresh = Page(attacked)
    fresh.works()
    fresh.leave()


@pytest.fixture
def onlooker(attacked: ServedClass, bystander: Page) -> Iterator[Page]:
    """The same, whose page is sound after each test, over the websocket that was open all along."""
    yield bystander
    bystander.works()
    assert attacked.state()["status"] == "ok"
