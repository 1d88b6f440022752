"""Touching cells of the page's picture, and what must be said and lit then: the engine's own answer."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

import explorer as ex
from explorer.core.place import Place
from explorer.scene import Look, Scene, step_scene
from explorer.words import STEPS
from tests.browser.reading import printed, shown_cells
from tests.panels.test_touched import arithmetic, exact
from tests.scene.test_pointing import drawn_places, operands_of
from tests.servers import wait_for

OpenPage = Callable[..., Page]
SIZES = ("tokens", "heads", "head_dim", "window", "batch")
HINT = "Point at a number"

LIT = """(name) => [...document.querySelectorAll('.as-picture svg g.as-' + name)].map(
    (cell) => cell.id.replace(/^as\\d+-/, ''))"""
ACTIVE = "document.activeElement.id.replace(/^as\\d+-/, '')"
UNREACHABLE = """() => [...document.querySelectorAll('.as-picture svg g[id*="/"]')].filter((cell) => {
    const box = cell.querySelector('rect').getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !cell.contains(there);
}).map((cell) => cell.id)"""
PRESS = "(control) => control.click()"  # neither the pointer nor the focus goes there
CHOOSE = """(control, value) => {
    const option = [...control.options].find((each) => each.textContent === value);
    control.value = option.value;
    control.dispatchEvent(new Event('change', { bubbles: true }));
}"""


def open_still(voila_page: OpenPage) -> Page:
    """Open the page without any motion, so that no cell moves away under the pointer."""
    page = voila_page()
    page.emulate_media(reduced_motion="reduce")
    page.locator(".as-picture svg").wait_for()
    return page


def set_sizes(page: Page, config: ex.Config) -> None:
    for size in SIZES:
        page.locator(f".as-number-{size} input").fill(str(getattr(config, size)))
        page.locator(f".as-number-{size} input").press("Enter")


def go(page: Page, step: str) -> None:
    """Go to a step, leaving pointer and focus where they are."""
    page.locator(f".as-step-{step}").evaluate(PRESS)
    expect(page.locator(".as-picture svg > title")).to_have_text(STEPS[step].say("both"))


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'.as-picture svg g[id$="-{name}"]')


def lit(page: Page, name: str) -> set[str]:
    """The cells that are lit in this way."""
    return set(page.evaluate(LIT, name))


def expect_lit(page: Page, name: str, wanted: set[str]) -> None:
    seen: set[str] = set()

    def same() -> bool:
        nonlocal seen
        seen = lit(page, name)
        return seen == wanted

    try:
        wait_for(name, same, patience=10)
    except AssertionError as error:
        raise AssertionError(
            f"{name}: lit for nothing {sorted(seen - wanted)}, not lit {sorted(wanted - seen)}"
        ) from error


def expect_told(page: Page, trip: ex.Trace, place: Place) -> None:
    """Expect the Touched text to be the engine's arithmetic of this number, line by line."""
    told = trip.explain(place.step, place.tensor, **dict(place.coords))
    text = page.locator(".as-touched-text")
    expect(text.locator(".as-arithmetic")).to_have_text(arithmetic(trip, place))
    expect(text.locator(".as-where").first).to_have_text(re.compile(f": {re.escape(exact(told.value))}$"))
    where = text.locator(".as-where").first.inner_text().rsplit(": ", 1)[0]
    shown = [index for axis, index in place.coords if axis != "batch" or trip.config.batch > 1]
    assert [int(digits) for digits in re.findall(r" (\d+)(?=,|$)", where)] == shown


def expect_touched(page: Page, trip: ex.Trace, step: str, name: str, **look: object) -> None:
    """Hold what is said and lit of a touched cell against the engine."""
    places = drawn_places(trip, step, Look(heading=False, **look))
    expect_told(page, trip, places[name])
    operands = operands_of(trip, places[name])
    expect_lit(page, "operand", {each for each, place in places.items() if place in operands})
    expect_lit(page, "touched", {name})
    same = {each for each in places if each.split("/")[1] == name.split("/")[1]}
    expect_lit(page, "twin", same - {name})


def expect_cells(page: Page, trip: ex.Trace, step: str, **look: object) -> None:
    """Wait until the picture shows the engine's numbers, and no other cells than this step has."""
    wanted = {
        name: printed(float(trip[place.step][place.tensor].at(**dict(place.coords))))
        for name, place in drawn_places(trip, step, Look(heading=False, **look)).items()
    }
    seen: dict[str, str] = {}

    def same() -> bool:
        nonlocal seen
        seen = {name: text.replace("\N{MINUS SIGN}", "-") for name, text in shown_cells(page).items()}
        return seen == wanted

    try:
        wait_for(f"the numbers of {step}", same, patience=20)
    except AssertionError as error:
        wrong = [name for name in {*seen, *wanted} if seen.get(name) != wanted.get(name)]
        raise AssertionError(f"{step}: {len(wrong)} cells differ: {sorted(wrong)[:20]}") from error


def scene_of(trip: ex.Trace, step: str, **look: object) -> Scene:
    return step_scene(trip, step, Look(heading=False, **look))


def type_over(page: Page, name: str, text: str) -> None:
    """Focus a cell and type: the first sign opens the box."""
    cell(page, name).focus()
    page.keyboard.type(text)
    page.keyboard.press("Enter")
