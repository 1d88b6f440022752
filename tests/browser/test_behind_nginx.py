"""The page in a real browser, through a real nginx, before two servers with one place each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import explorer as ex
from tests.browser.touching import expect_cells
from tests.browser.watch import Watch
from tests.deploy.nginx import NAME, PATH, need, nginx
from tests.servers import Server, Visitor
from tests.serving.classes import ServedClass, served

OPTIONS = ("--learners", "1", "--base-url", PATH, "--host", NAME)


class Behind(Server):
    """What a visitor without a browser needs to know of an address."""

    def __init__(self, url: str) -> None:
        self.url = url


@pytest.fixture(scope="module")
def pair(
    tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]
) -> Iterator[list[ServedClass]]:
    """Two servers with one place each."""
    need()
    first, second = (tmp_path_factory.mktemp(name) for name in ("first", "second"))
    with served(first, jupyter_home, *OPTIONS) as a, served(second, jupyter_home, *OPTIONS) as b:
        yield [a, b]


@pytest.fixture
def url(tmp_path: Path, pair: list[ServedClass]) -> Iterator[str]:
    """The page's address, with both servers free."""
    ports = [int(re.search(r":(\d+)/", server.url).group(1)) for server in pair]
    for server in pair:
        server.wait_until(taken=0, ready=1, starting=0)
    with nginx(tmp_path / "nginx", "nginx-several.conf", *ports) as address:
        yield address


@pytest.fixture
def there(url: str) -> Iterator[list[Visitor]]:
    """Two learners who have the two places, and leave in the end."""
    visitors = [Visitor(Behind(url)), Visitor(Behind(url))]
    for visitor in visitors:
        visitor.open_page()
    yield visitors
    for visitor in visitors:
        if visitor.kernel_status() == 200:
            assert visitor.say_goodbye() == 204


def test_who_waits_is_let_in_by_whichever_server_has_a_place_and_can_work(
    page: Page, watch: Watch, url: str, pair: list[ServedClass], there: list[Visitor]
) -> None:
    watch.expect("503")
    page.goto(f"{url}?T=5&step=scores")
    expect(page.get_by_role("heading", name="The class is full")).to_be_visible()
    page.evaluate("look()")  # what it does of itself every quarter of a minute
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^Still full at .+\.$"))
    assert there[1].say_goodbye() == 204
    # Each question is answered by the next server; who asks long enough meets the one with a place.
    page.evaluate("setInterval(look, 200)")
    page.locator(".as-picture svg").wait_for()
    assert page.url == f"{url}?T=5&step=scores"
    expect_cells(page, ex.trace(ex.Config(tokens=5)), "scores")
    page.keyboard.press("ArrowRight")
    expect_cells(page, ex.trace(ex.Config(tokens=5)), "mask")  # told over the websocket, and drawn
    assert [server.state()["taken"] for server in pair] == [1, 1]
    page.goto("about:blank")  # the goodbye reaches the server that the page was from
    assert there[0].say_goodbye() == 204
    for server in pair:
        server.wait_until(taken=0)


def test_a_page_that_outlives_its_server_says_so_and_goes_on_at_another(
    page: Page, watch: Watch, url: str, pair: list[ServedClass], tmp_path: Path, jupyter_home: dict[str, str]
) -> None:
    watch.expect(r"40\d|50\d|WebSocket|websocket|Failed to load|Connection")
    with served(tmp_path, jupyter_home, *OPTIONS) as doomed:
        ports = [int(re.search(r":(\d+)/", server.url).group(1)) for server in (doomed, pair[1])]
        with nginx(tmp_path / "another", "nginx-several.conf", *ports) as address:
            page.context.add_cookies(
                [{"name": "explorer_server", "value": "a", "url": address, "httpOnly": True}]
            )
            page.goto(f"{address}?T=4", wait_until="commit")
            page.locator(".as-picture svg").wait_for()
            assert doomed.state()["taken"] == 1
            assert doomed.stop() == 0
            expect(page.locator("#connection")).to_be_visible(timeout=20_000)
            page.reload(wait_until="commit")
            page.locator(".as-picture svg").wait_for()
            expect_cells(page, ex.trace(ex.Config(tokens=4)), "pour")
            assert pair[1].state()["taken"] == 1
            page.goto("about:blank")
            pair[1].wait_until(taken=0)
