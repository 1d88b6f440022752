"""Two explorers in one notebook: neither disturbs the other, nor JupyterLab's own keys around them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import explorer as ex
from explorer.scene import Look
from explorer.words import STEPS
from tests.browser.pair import IDS, OpenPage, open_two
from tests.scene.test_pointing import drawn_places
from tests.servers import Server, wait_for

LIT = """(root, name) => [...root.querySelectorAll('.as-picture svg g.as-' + name)].map(
    (cell) => cell.id.replace(/^as\\d+-/, ''))"""


@pytest.fixture
def two(page: Page, lab_server: Server, lab_page: OpenPage) -> tuple[Locator, Locator]:
    """Open a notebook with two explorers, one below the other, both in view."""
    sources = ("one = ex.build(); one", "two = ex.build(); two", "one.state.step.name")
    return open_two(page, lab_server, lab_page, *sources)


def expect_step(root: Locator, step: str) -> None:
    expect(root.locator(f".as-step-{step}")).to_have_attribute("aria-current", "step")
    expect(root.locator(".as-picture svg > title")).to_have_text(STEPS[step].say("both"))


def expect_lit(root: Locator, name: str, wanted: set[str]) -> None:
    wait_for(name, lambda: set(root.evaluate(LIT, name)) == wanted, patience=10)


def cell(root: Locator, name: str) -> Locator:
    return root.locator(f'.as-picture svg g[id$="-{name}"]')


def test_neither_disturbs_the_other(page: Page, two: tuple[Locator, Locator]) -> None:
    one, other = two

    # No id is on the page twice.
    ids = [root.evaluate(IDS) for root in two]
    assert all(len(each) > 40 for each in ids)
    assert not set(ids[0]) & set(ids[1])
    everywhere = page.evaluate("[...document.querySelectorAll('.as-picture [id]')].map((each) => each.id)")
    assert len(everywhere) == len(set(everywhere))

    # Keys go to the one that has the focus.
    one.locator(".as-step-cut").click()
    expect_step(one, "cut")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect_step(one, "reshelve")
    expect_step(other, "pour")
    other.locator(".as-step-scores").click()
    expect_step(other, "scores")
    page.keyboard.press("ArrowLeft")
    expect_step(other, "inside_flip")
    expect_step(one, "reshelve")

    # Touched and pinned numbers are each one's own.
    trip = ex.trace()
    places = drawn_places(trip, "inside_flip", Look(heading=False))
    name = "after/key:b0:t1:h0:d1"
    place = places[name]
    cell(other, name).focus()
    page.keyboard.press("Enter")
    walks = (trip.ancestors, trip.descendants)
    lineage = {each for walk in walks for each in walk(place.step, place.tensor, **dict(place.coords))}
    expect_lit(other, "pinned", {name})
    expect_lit(other, "traced", {each for each, there in places.items() if there in lineage})
    expect(other.locator(".as-touched-text")).to_contain_text("Pinned: ")
    assert one.evaluate(LIT, "pinned") == one.evaluate(LIT, "traced") == one.evaluate(LIT, "touched") == []
    expect(one.locator(".as-touched-text")).not_to_contain_text("Pinned: ")
    page.keyboard.press("ArrowRight")  # inside a grid: walks
    assert page.evaluate("document.activeElement.id").endswith("after/key:b0:t2:h0:d1")
    page.keyboard.press("Escape")
    expect_lit(other, "pinned", set())
    expect_step(other, "inside_flip")
    expect_step(one, "reshelve")

    # So are the sizes.
    one.locator(".as-number-tokens input").fill("5")
    one.locator(".as-number-tokens input").press("Enter")
    expect(one.locator(".as-shape-line")).to_contain_text("T 5")
    expect(other.locator(".as-shape-line")).to_contain_text("T 3")


def selected(page: Page) -> int:
    """The number of the notebook's selected cell."""
    return page.evaluate("""() => [...document.querySelectorAll('.jp-Notebook .jp-Cell')].findIndex(
        (cell) => cell.classList.contains('jp-mod-active'))""")


def test_jupyterlabs_own_keys_work_outside(page: Page, two: tuple[Locator, Locator]) -> None:
    one, other = two
    one.locator(".as-step-scores").click()
    other.locator(".as-step-merge").click()
    expect_step(one, "scores")
    expect_step(other, "merge")
    cells = page.locator(".jp-Notebook .jp-Cell")

    # Inside the explorer JupyterLab's keys rest: no cell is added (b), none is left by an arrow.
    one.locator(".as-step-mask").focus()
    wait_for("its own cell", lambda: selected(page) == 1)
    page.keyboard.press("b")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect_step(one, "mask")
    assert cells.count() == 4
    assert selected(page) == 1

    # Outside they move from cell to cell, and neither explorer takes a step.
    cells.nth(0).locator(".jp-InputPrompt").click()
    wait_for("the first cell", lambda: selected(page) == 0)
    for key, number in (
        ("ArrowDown", 1),
        ("ArrowDown", 2),
        ("ArrowUp", 1),
        ("ArrowDown", 2),
        ("ArrowDown", 3),
    ):
        page.keyboard.press(key)
        wait_for(f"cell {number}", lambda number=number: selected(page) == number)
    for key in ("ArrowRight", "ArrowLeft", "Home", "End"):
        page.keyboard.press(key)
    page.keyboard.press("b")
    expect(cells).to_have_count(5)
    # Whatever a key had asked for, the kernel would have done before this.
    one.locator(".as-words button").nth(1).click()
    other.locator(".as-words button").nth(1).click()
    for root in two:
        expect(root.locator(".as-words button").nth(1)).to_have_class(re.compile(r"\bmod-active\b"))
    expect(one.locator(".as-step-mask")).to_have_attribute("aria-current", "step")
    expect(other.locator(".as-step-merge")).to_have_attribute("aria-current", "step")
