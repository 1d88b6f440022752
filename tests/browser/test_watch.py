"""The listener itself: a test that can't hear a complaint can't fail for it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.browser.watch import Watch
from tests.servers import Server


def heard(page: Page, watch: Watch, complaint: str) -> list[str]:
    # Playwright delivers what the browser has said with each answer; the test's time limit ends this.
    while not any(re.search(complaint, line) for line in watch.heard):
        page.evaluate("0")
    found = [line for line in watch.complaints() if re.search(complaint, line)]
    watch.expect(complaint)
    watch.expect("ERR_NAME_NOT_RESOLVED|Failed to load resource")
    return found


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("console.error('so wrong')", r"^error: so wrong$"),
        ("console.warn('so odd')", r"^warning: so odd$"),
        ("setTimeout(() => { throw new Error('oh') })", r"^script error: oh$"),
        ("fetch('https://elsewhere.example/x').catch(() => 0)", r"^off-site: https://elsewhere\.example/x$"),
        ("new WebSocket('wss://elsewhere.example/y')", r"^off-site: wss://elsewhere\.example/y$"),
    ],
)
def test_every_kind_of_complaint_is_heard(page: Page, watch: Watch, script: str, complaint: str) -> None:
    page.evaluate(f"() => {{ {script} }}")
    assert heard(page, watch, complaint)


def test_a_refusal_of_our_own_server_is_heard(page: Page, watch: Watch, voila_server: Server) -> None:
    page.goto(f"{voila_server.url}voila/files/nothing.png")
    assert heard(page, watch, rf"^403: GET {voila_server.url}voila/files/nothing\.png$")
