"""The keyboard's place on the page when what was pressed is gone."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.touching import OpenPage
from tests.browser.wrong import open_at


def test_whoever_presses_enter_is_led_on_and_never_back_to_the_top(voila_page: OpenPage) -> None:
    page = open_at(voila_page, "place=wrong_turns&surprise=17")

    def button(name: str) -> Locator:
        return page.locator(f".as-{name}")

    for pressed, led_to in (("show-it", "way-back"), ("way-back", "begin"), ("begin", "way-back")):
        button(pressed).focus()
        button(pressed).press("Enter")
        expect(button(led_to)).to_be_focused()
        expect(button(led_to)).to_be_enabled()


def test_in_the_sandbox_an_arrow_stays(voila_page: OpenPage) -> None:
    page = open_at(voila_page, "place=sandbox&moves=dividers,reshelve")
    page.locator(".as-move-glue").focus()
    for key in ("ArrowRight", "ArrowLeft", "End"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator(".as-stages > li")).to_have_count(3)
    expect(page.locator(".as-page")).to_have_attribute("data-place", "sandbox")
