"""Marks of what the last change made: seen in the page, put in and taken out of the drawing that is there."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import explorer as ex
from explorer.core.changes import changes
from explorer.scene.pointing import place_of
from tests.browser.touching import OpenPage, go, open_still, scene_of, type_over
from tests.servers import wait_for

MARKED = """() => Object.fromEntries(
    [...document.querySelectorAll('.as-picture svg .as-news')].map((mark) => [
        mark.parentElement.id.replace(/^as\\d+-/, ''),
        mark.getAttribute('fill') === 'none' ? 'new' : 'changed',
    ]))"""


def expect_marks(page: Page, before: ex.Trace, after: ex.Trace, step: str) -> None:
    """Expect exactly the corners that the engine's comparison says."""
    found, wanted = changes(before, after), {}
    scene = scene_of(after, step)
    for panel in scene.panels:
        for each in panel.cells:
            news = found.at(place_of(after, scene, panel, each))
            if news:
                wanted[f"{panel.role}/{each.identity}"] = news
    assert wanted
    wait_for("the marks", lambda: page.evaluate(MARKED) == wanted, patience=15)


def test_what_a_typed_number_changes_downstream_is_marked_until_the_next_change(voila_page: OpenPage) -> None:
    page, first = open_still(voila_page), ex.trace()
    go(page, "cut")
    type_over(page, "after-key/key:b0:t1:h0:d1", "5")
    second = ex.trace(ex.Config(edits=[("key", 0, 1, 1, 5)]))
    expect_marks(page, first, second, "cut")
    for step in ("reshelve", "scores", "shares", "blend", "merge"):
        go(page, step)
        expect_marks(page, first, second, step)
    go(page, "cut")
    type_over(page, "after-value/value:b0:t0:h0:d0", "7")
    third = ex.trace(ex.Config(edits=[("key", 0, 1, 1, 5), ("value", 0, 0, 0, 7)]))
    expect_marks(page, second, third, "cut")
    page.keyboard.press("Control+z")
    expect_marks(page, third, second, "cut")
    expect(page.locator(".as-changed")).to_contain_text("1 number of this step changed")


def test_growing_marks_the_new_rows_hollow(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    go(page, "scores")
    page.locator(".as-number-tokens input").fill("4")
    page.locator(".as-number-tokens input").press("Enter")
    expect_marks(page, ex.trace(), ex.trace(ex.Config(tokens=4)), "scores")
    assert "new" in page.evaluate(MARKED).values()
    expect(page.locator(".as-changed")).to_contain_text("numbers of this step are new")
