"""Every control has a name and is large enough to be hit, whichever of the tabs is open."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.touching import OpenPage, cell, go, open_still
from tests.servers import wait_for

CONTROLS = {"button", "textbox", "combobox", "slider", "checkbox", "link", "spinbutton", "radio"}
SMALL = """() => [...document.querySelectorAll(
        '.attention-shapes :is(button, select, input, textarea, summary)')]
    .map((control) => [control.className, control.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 24 || box.height < 24)).map(([name]) => name)"""


def nameless(page: Page) -> list[str]:
    """List the controls that a screen reader would call nothing."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    told = [node for node in nodes if not node.get("ignored")]
    return [
        node["role"]["value"]
        for node in told
        if node["role"]["value"] in CONTROLS and not node.get("name", {}).get("value", "").strip()
    ]


@pytest.mark.parametrize("tab", ["sizes", "masks", "numbers"])
def test_every_control_of_a_tab_has_a_name_and_can_be_hit(voila_page: OpenPage, tab: str) -> None:
    page = open_still(voila_page)
    go(page, "cut")
    page.locator(".as-tabs").get_by_role("button", name=tab).click()
    expect(page.locator(f".as-tab-{tab}")).to_be_visible()
    cell(page, "after-query/query:b0:t0:h0:d0").click()  # the editor too
    expect(page.locator(".as-editor-box input")).to_be_visible()
    wait_for("names for all", lambda: nameless(page) == [], patience=10)
    assert page.evaluate(SMALL) == []
