"""Script from outside is never run in a real browser, whose own words all pass the guard at the websocket."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from tests.servers import Server

pytestmark = pytest.mark.slow

SCRIPT = '"><img src=x onerror=window.ran=1></script><script>window.ran=1</script>'
FIELDS = ["theme", "template", "voila-template", "step", "preset", "turns", "code", "T"]


def test_script_in_addresses_labels_and_files_is_never_run(
    voila_page: Callable[..., Page], voila_server: Server
) -> None:
    line = "refused: a message that the page never sends"
    refused = voila_server.log.read_text().count(line)
    query = "&".join(f"{field}={quote(SCRIPT)}" for field in FIELDS)
    page = voila_page(f"?{query}&labels={quote(SCRIPT)},b,c")
    page.get_by_role("button", name="Numbers").click()
    file = {
        "name": "<img src=x onerror=window.ran=1>.json",
        "mimeType": "text/plain",
        "buffer": b'{"<b>": 1}',
    }
    page.locator(".as-file-input").set_input_files(file)
    page.get_by_text("Cannot").first.wait_for()
    labels = page.locator(".as-labels input")
    labels.fill(f"{SCRIPT},b,c")
    labels.press("Enter")
    page.locator(".as-as-tables").click()
    page.locator(".as-tables table").first.wait_for()
    assert page.evaluate("window.ran") is None
    assert page.evaluate("document.querySelectorAll('img[src=x]').length") == 0
    assert voila_server.log.read_text().count(line) == refused
