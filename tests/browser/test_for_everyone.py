"""Names for every control, room on every screen, light and dark."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, expect

import explorer as ex

OpenPage = Callable[..., Page]
CONTROL = re.compile(
    r"^\s*- (button|slider|spinbutton|textbox|combobox|radio|checkbox|link)\b(?! \")", re.MULTILINE
)


def test_every_control_has_a_name(voila_page: OpenPage) -> None:
    page = voila_page()
    expect(page.locator(".as-slider-tokens .noUi-handle")).to_have_attribute("aria-label", re.compile("T"))
    tree = page.locator(".attention-shapes").aria_snapshot()
    assert tree.count("slider") >= 5
    assert not CONTROL.findall(tree), tree


def overflow(page: Page) -> list[int]:
    """Measure how much wider and taller the explorer is than its room; Voila scrolls a box, not the page."""
    return page.evaluate("""() => {
        const over = [0, 0];
        for (let box = document.querySelector('.attention-shapes'); box; box = box.parentElement) {
            over[0] = Math.max(over[0], box.scrollWidth - box.clientWidth);
            over[1] = Math.max(over[1], box.scrollHeight - box.clientHeight);
        }
        return over;
    }""")


def test_one_screen_is_enough_for_the_pencil_example(voila_page: OpenPage) -> None:
    page = voila_page()
    for name in (*ex.STEP_NAMES, "two flips"):
        if name == "two flips":
            page.get_by_role("button", name="Two flips").click()
            expect(page.locator(".as-page")).to_have_attribute("data-place", "two_flips")
        else:
            page.locator(f".as-step-{name}").click()
            expect(page.locator(f".as-step-{name}")).to_have_attribute("aria-current", "step")
        assert overflow(page) == [0, 0], name
        box = page.locator(".as-picture").bounding_box()
        assert box["height"] > 400, (name, box)


@pytest.mark.parametrize("width", [320, 480, 1024])
def test_a_narrow_screen_scrolls_only_downward(voila_page: OpenPage, width: int) -> None:
    page = voila_page()
    page.set_viewport_size({"width": width, "height": 800})
    page.locator(".as-step-scores").click()
    expect(page.locator(".as-step-scores")).to_have_attribute("aria-current", "step")
    across, down = overflow(page)
    assert across == 0
    assert down > 0  # else the page was not laid out for a narrow screen at all


def overlaps(page: Page) -> list[str]:
    """Find parts of the page that lie over one another."""
    return page.evaluate("""() => {
        const names = ['header', 'ribbon', 'sizes', 'picture', 'choices', 'story', 'code-panel', 'footer'];
        const parts = names.map(name => '.as-' + name)
            .map(name => [name, document.querySelector(name)?.getBoundingClientRect()])
            .filter(([, box]) => box && box.width && box.height);
        const found = [];
        for (const [a, p] of parts) for (const [b, q] of parts)
            if (a < b && Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1
                && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1)
                found.push(a + ' and ' + b);
        return found;
    }""")


@pytest.mark.parametrize("width", [320, 768, 1024, 1280, 1920])
def test_no_part_lies_over_another(voila_page: OpenPage, width: int) -> None:
    page = voila_page()
    page.set_viewport_size({"width": width, "height": 800})
    page.locator(".as-step-scores").click()
    expect(page.locator(".as-step-scores")).to_have_attribute("aria-current", "step")
    assert overlaps(page) == []
    assert page.locator(".as-picture svg").bounding_box()["height"] > 250


def test_in_jupyterlab_no_part_lies_over_another(lab_page: OpenPage) -> None:
    page = lab_page("explorer.ipynb")
    page.locator(".as-picture svg").wait_for()
    assert overlaps(page) == []
    assert page.locator(".as-picture svg").bounding_box()["height"] > 250


def test_print_keeps_the_picture_and_the_telling(voila_page: OpenPage) -> None:
    page = voila_page()
    page.locator(".as-step-inside_flip").click()
    expect(page.locator(".as-step-inside_flip")).to_have_attribute("aria-current", "step")
    page.emulate_media(media="print")
    assert overlaps(page) == []
    assert page.locator(".as-picture svg").bounding_box()["height"] > 250
    for hidden in (".as-ribbon", ".as-sizes", ".as-choices", ".as-footer"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator(".as-story")).to_be_visible()
    say_it_back = page.get_by_text("Say it back")
    expect(say_it_back).to_be_hidden()  # nobody opens it on paper
    page.emulate_media(media="screen")
    say_it_back.click()
    page.emulate_media(media="print")
    expect(say_it_back).to_be_visible()
    page.emulate_media(media="screen")


def test_nothing_jumps_when_the_step_changes(voila_page: OpenPage) -> None:
    page = voila_page()
    fixed = (
        ".as-step-merge",
        ".as-walk-next",
        ".as-sizes",
        ".as-picture",
        ".as-choices",
        ".as-story",
        ".as-footer",
    )
    places = []
    for name in ex.STEP_NAMES:
        page.locator(f".as-step-{name}").click()
        expect(page.locator(f".as-step-{name}")).to_have_attribute("aria-current", "step")
        places.append([page.locator(part).first.bounding_box() for part in fixed])
    for place in places[1:]:
        assert [(box["x"], box["y"]) for box in place] == [(box["x"], box["y"]) for box in places[0]]


def test_a_dark_browser_gets_a_dark_page(voila_page: OpenPage, page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    voila_page()
    expect(page.locator(".attention-shapes")).to_have_class(re.compile(r"\bas-dark\b"))
    paper = page.locator(".as-picture svg > rect").first
    expect(paper).to_have_attribute("fill", "#14171a")
    page.locator(".as-theme select").select_option("light")
    expect(paper).to_have_attribute("fill", "#ffffff")


def test_the_present_step_is_announced(voila_page: OpenPage) -> None:
    page = voila_page()
    page.locator(".as-step-inside_flip").click()
    expect(page.locator(".as-said")).to_contain_text("Step 5 of 10")


def test_the_code_can_be_copied(voila_page: OpenPage) -> None:
    page = voila_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".as-step-inside_flip").click()
    expect(page.locator(".as-code pre")).to_contain_text("k.transpose(0, 1, 3, 2)")
    page.locator(".as-code .as-copy").click()
    expect(page.locator(".as-code .as-copy")).to_have_text("Copied")
    assert "k.transpose(0, 1, 3, 2)" in page.evaluate("navigator.clipboard.readText()")


def test_tables_are_one_key_away_and_can_be_copied(voila_page: OpenPage) -> None:
    page = voila_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".as-step-shares").click()
    page.keyboard.press("t")
    expect(page.locator(".as-tables table")).to_have_count(8)
    expect(page.locator(".as-stage")).to_be_hidden()
    page.get_by_role("button", name="Copy as NumPy").nth(3).click()
    expect(page.locator(".as-said")).to_have_text("Copied")
    pasted = page.evaluate("navigator.clipboard.readText()")
    shares = ex.trace()["shares"]["shares"].values[0, 0]
    assert eval(pasted, {"np": np}).tolist() == shares.tolist()
    page.keyboard.press("t")
    expect(page.locator(".as-stage svg")).to_be_visible()
    assert overflow(page) == [0, 0]


def test_the_keys_are_listed(voila_page: OpenPage) -> None:
    page = voila_page()
    page.keyboard.press("?")
    expect(page.get_by_text("pin a number and trace it")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_text("pin a number and trace it")).to_have_count(0)


def test_all_but_two_are_pinned(voila_page: OpenPage) -> None:
    page = voila_page()
    page.get_by_role("button", name="Pin all but two").click()
    page.locator(".as-step-scores").click()
    notes = page.locator(".as-picture svg")
    expect(notes).to_contain_text("This product runs once for each pin: B x H = 1 x 2 = 2 times.")
    page.locator(".as-pins-free select").select_option(label="lens x asking")
    expect(page.locator('.as-picture g[id*="after/scores:"]')).to_have_count(6)
    assert overflow(page) == [0, 0]
