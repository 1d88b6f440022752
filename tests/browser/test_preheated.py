"""Sessions that were started before their visitors came: whose address is obeyed, and what is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

import explorer as ex
from tests.browser.touching import expect_cells
from tests.servers import kernel_in
from tests.serving.classes import ServedClass, served

# Notes down every text that the loading line has, in turn.
LISTEN = """
window.said = [];
new MutationObserver(() => {
  const line = document.querySelector('#loading p');
  if (line && window.said.at(-1) !== line.textContent) window.said.push(line.textContent);
}).observe(document, { childList: true, subtree: true, characterData: true });
"""
STEPS = ["Starting a session…", "Setting out the numbers…", "Drawing the page…"]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]) -> Iterator[ServedClass]:
    """A class of two."""
    folder: Path = tmp_path_factory.mktemp("pair")
    with served(folder, jupyter_home, "--learners", "2") as server:
        yield server


def test_the_address_is_that_of_the_visitor_who_came(page: Page, pair: ServedClass) -> None:
    for query, config, step in (
        ("?T=5&step=scores", ex.Config(tokens=5), "scores"),
        ("", ex.Config(), "pour"),
        ("?T=4&H=3&step=cut", ex.Config(tokens=4, heads=3), "cut"),
    ):
        pair.wait_until(ready=2, starting=0)
        before = {kernel.pid for kernel in pair.kernels()}
        page.goto(pair.url + query, wait_until="commit")
        page.locator(".as-picture svg").wait_for()
        expect_cells(page, ex.trace(config), step)
        assert pair.kernel(kernel_in(page.content())).pid in before
        page.goto("about:blank")
        pair.wait_until(taken=0)


def test_a_line_says_what_is_happening_until_the_page_is_there(page: Page, pair: ServedClass) -> None:
    pair.wait_until(ready=2)
    page.add_init_script(LISTEN)
    page.goto(pair.url, wait_until="commit")
    page.locator(".as-picture svg").wait_for()
    assert page.evaluate("window.said") == STEPS


def test_a_reload_finds_a_session_that_is_ready(page: Page, pair: ServedClass) -> None:
    """Everybody is there; whoever reloads still waits for no kernel to start."""
    pair.wait_until(ready=2, starting=0, taken=0)
    page.goto(pair.url, wait_until="commit")
    page.locator(".as-picture svg").wait_for()
    pair.wait_until(ready=2, starting=0, taken=1)
    before = {kernel.pid for kernel in pair.kernels()}
    first = pair.kernel(kernel_in(page.content())).pid
    page.reload(wait_until="commit")
    page.locator(".as-picture svg").wait_for()
    second = pair.kernel(kernel_in(page.content())).pid
    assert second in before - {first}
    pair.wait_until(taken=1)
