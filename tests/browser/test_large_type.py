"""Large type on the real page: what is read grows, the picture too, and nothing runs off sideways."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

OpenPage = Callable[..., Page]
READ = (".as-telling", ".as-facts", ".as-step-cut", ".as-code pre", ".as-shape-line", ".as-touched-text")
PLACES = (
    "Walk",
    "Two flips",
    "Pin all but two",
    "Compare masks",
    "Wrong turns",
    "Flip sandbox",
    "Predict",
    "Export",
)
SIDEWAYS = """() => [...document.querySelectorAll('.as-page > *, .as-middle > *, .as-meaning > *')]
    .filter(part => getComputedStyle(part).position !== 'fixed' && part.offsetParent)
    .filter(part => part.getBoundingClientRect().right > innerWidth + 1).map(part => part.className)"""


def letters(locator: Locator) -> float:
    """How high a line's letters are on the screen, whatever enlarged them."""
    return locator.first.evaluate(
        """element => {
            let zoom = 1;
            const own = (one, property) => parseFloat(getComputedStyle(one)[property]);
            for (let up = element; up; up = up.parentElement) zoom *= own(up, "zoom") || 1;
            return own(element, "fontSize") * zoom;
        }"""
    )


def enlarge(page: Page) -> None:
    page.get_by_role("button", name="Large type").click()
    expect(page.locator(".as-page")).to_contain_class("as-large-type")


@pytest.mark.parametrize(("wide", "high", "screens", "least"), [(1280, 800, 1.55, 1), (1920, 1080, 1, 0.9)])
def test_what_is_read_grows_the_picture_stays_large_and_the_places_are_near(
    voila_page: OpenPage, wide: int, high: int, screens: float, least: float
) -> None:
    page = voila_page("?step=reshelve")
    page.set_viewport_size({"width": wide, "height": high})
    cell = page.locator(".as-picture svg g[id] rect").first
    before, cell_before = {part: letters(page.locator(part)) for part in READ}, cell.bounding_box()["width"]
    enlarge(page)
    after = {part: letters(page.locator(part)) for part in READ}
    assert {part for part in READ if after[part] < 1.25 * before[part]} == set()
    assert after[".as-telling"] == pytest.approx(1.4 * before[".as-telling"])
    # Where the whole page is on one screen, what is read takes a little of the picture's height.
    assert cell.bounding_box()["width"] > least * cell_before
    picture = page.locator(".as-picture").bounding_box()
    assert picture["y"] + picture["height"] <= high, "the picture is whole without scrolling"
    places = page.locator(".as-places").bounding_box()
    assert places["y"] + places["height"] <= screens * high


@pytest.mark.parametrize(("wide", "high"), [(390, 800), (1280, 800), (1920, 1080)])
def test_no_place_runs_off_sideways(voila_page: OpenPage, wide: int, high: int) -> None:
    page = voila_page()
    page.set_viewport_size({"width": wide, "height": high})
    enlarge(page)
    for place in PLACES:
        page.get_by_role("button", name=place, exact=True).click()
        expect(page.get_by_role("button", name=place, exact=True)).to_have_attribute("aria-pressed", "true")
        assert page.evaluate(SIDEWAYS) == [], place
        assert page.evaluate("document.documentElement.scrollWidth") <= wide, place


def test_a_question_can_be_read_from_the_back_row(voila_page: OpenPage) -> None:
    page = voila_page("?place=predict&quiz=7,5")
    page.set_viewport_size({"width": 1920, "height": 1080})
    asked, press = page.locator(".as-predict-asked"), page.locator(".as-predict-press")
    before = letters(asked), letters(press)
    enlarge(page)
    assert (letters(asked), letters(press)) == pytest.approx([1.4 * size for size in before])
    assert asked.bounding_box()["width"] >= 480
    expect(page.get_by_role("button", name="I don't know")).to_be_in_viewport()
    for wide in (1920, 1280):
        page.set_viewport_size({"width": wide, "height": 1080})
        expect(page.locator(".as-sizes")).to_be_hidden()  # it gives answers away


def test_no_two_parts_of_the_page_lie_over_each_other(voila_page: OpenPage) -> None:
    page = voila_page("?step=reshelve")
    enlarge(page)
    for above, below in (
        (".as-header", ".as-ribbon"),
        (".as-ribbon", ".as-picture"),
        (".as-picture", ".as-choices"),
    ):
        upper, lower = page.locator(above).bounding_box(), page.locator(below).bounding_box()
        assert upper["y"] + upper["height"] <= lower["y"] + 1, (above, below)


def test_pressed_once_more_the_page_is_as_it_was(voila_page: OpenPage) -> None:
    page = voila_page()
    telling = page.locator(".as-telling")
    before = letters(telling)
    enlarge(page)
    assert letters(telling) > before
    page.get_by_role("button", name="Large type").click()
    expect(page.locator(".as-page")).not_to_contain_class("as-large-type")
    assert letters(telling) == before


def test_an_address_that_asks_for_it_shows_no_small_letters_first(page: Page, voila_page: OpenPage) -> None:
    page.add_init_script(
        """new MutationObserver((_, watch) => {
            const there = document.querySelector(".as-page");
            if (there) {
                window.firstClasses = there.className;
                watch.disconnect();
            }
        }).observe(document, { childList: true, subtree: true });"""
    )
    voila_page("?type=large")
    assert "as-large-type" in page.evaluate("window.firstClasses")
