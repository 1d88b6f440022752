"""The page through a Jupyter server that isn't ours, as on a hub or Binder: our template, what it tells."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

import explorer as ex
from explorer.serving.places import TEMPLATE
from tests.browser.test_serving import kernel_of
from tests.browser.touching import expect_cells
from tests.browser.watch import Watch
from tests.servers import PATIENCE, Server

ROOT = Path(__file__).parents[2]
PLAIN = ("jupyterlab", "--no-browser", "--allow-root", "--port=0", "--ServerApp.base_url=/user/ada/")
BAR = "#connection"
SOON = 10_000  # ms: what the learner may wait for a word
GO_ON = "The picture stays, but the controls no longer answer. Reload to go on from here."
# Jupyter gives the page no cookie, so it refuses the goodbye; the kernel is ended with the server.
NO_GOODBYE = "voila/api/shutdown|403"


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]) -> Iterator[Server]:
    """JupyterLab with Voila in it, under a path, and our template where an installation puts it."""
    share = tmp_path_factory.mktemp("share")
    name = json.loads((ROOT / "notebooks" / "explorer.ipynb").read_text())["metadata"]["voila"]["template"]
    (share / "voila" / "templates").mkdir(parents=True)
    (share / "voila" / "templates" / name).symlink_to(TEMPLATE)
    server = Server(
        (*PLAIN, f"--ServerApp.root_dir={ROOT}"),
        log=share / "lab.log",
        home=jupyter_home | {"JUPYTER_PATH": str(share)},
        address=r"http://127\S+/user/ada/lab\?token=\w+",
    )
    yield server
    server.stop()


def open_it(page: Page, watch: Watch, server: Server, query: str = "") -> str:
    """Open the page as Binder does, and wait for its picture; its own kernel's address."""
    watch.expect(NO_GOODBYE)
    address = urlsplit(server.url)
    token = parse_qs(address.query)["token"][0]
    base = f"{address.scheme}://{address.netloc}/user/ada/"
    page.goto(f"{base}voila/render/notebooks/explorer.ipynb?token={token}{query}", wait_until="commit")
    page.emulate_media(reduced_motion="reduce")
    page.locator(".as-picture svg").wait_for(timeout=PATIENCE * 1000)
    return f"{base}api/kernels/{kernel_of(page)}"


def test_the_page_is_ours_and_keeps_its_state_and_asks_no_other_site(
    page: Page, watch: Watch, plain: Server
) -> None:
    """`watch` fails the test if any other site is asked."""
    open_it(page, watch, plain, "&T=5&step=scores")
    expect(page.locator(BAR)).to_be_attached()
    expect_cells(page, ex.trace(ex.Config(tokens=5)), "scores")
    page.locator(".as-number-tokens input").fill("4")
    page.locator(".as-number-tokens input").press("Enter")
    expect_cells(page, ex.trace(ex.Config(tokens=4)), "scores")
    page.wait_for_url(re.compile(r"T=4"))
    page.reload(wait_until="commit")
    page.locator(".as-picture svg").wait_for()
    expect_cells(page, ex.trace(ex.Config(tokens=4)), "scores")


def test_a_kernel_that_jupyter_starts_again_is_told_as_the_end(
    page: Page, watch: Watch, plain: Server
) -> None:
    """Under the same number there is another process, which knows nothing of the page and says "idle"."""
    watch.expect("Connection lost|Cannot send|[Kk]ernel")
    open_it(page, watch, plain)
    expect(page.locator(BAR)).to_be_hidden()
    plain.kernel(kernel_of(page)).kill()
    why = "The session behind this page has ended: its process stopped, or ran out of memory."
    expect(page.locator(f"{BAR} span")).to_have_text(f"{why} {GO_ON}", timeout=SOON)
    expect(page.get_by_role("button", name="Reload")).to_be_visible()


def test_it_shows_a_hub_its_token_when_it_asks_for_its_kernel(
    page: Page, watch: Watch, plain: Server
) -> None:
    """A hub answers 403 to who shows the cookie alone, and the page would take that for no news."""
    address = open_it(page, watch, plain)
    page.context.add_cookies(
        [{"name": "_xsrf", "value": "2|told", "domain": "127.0.0.1", "path": "/user/ada/"}]
    )

    with page.expect_request(address, timeout=SOON) as asked:
        page.evaluate("window.dispatchEvent(new Event('online'))")  # which is when it asks again
    assert asked.value.headers.get("x-xsrftoken") == "2|told"


def test_a_server_that_the_hub_has_stopped_is_told(page: Page, watch: Watch, plain: Server) -> None:
    watch.expect("424|Failed to load")
    address = open_it(page, watch, plain)
    page.route(address, lambda route: route.fulfill(status=424, json={"message": "Server not running"}))
    why = "The session behind this page has ended: the server is being stopped."
    expect(page.locator(f"{BAR} span")).to_have_text(f"{why} {GO_ON}", timeout=SOON)
