"""Presenter mode in the real JupyterLab: letters for the back row, one idea at a time, and a way out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

import explorer as ex
from tests.servers import wait_for

OpenPage = Callable[..., Page]
ALL_RAN = """() => [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')]
    .every(prompt => /\\d/.test(prompt.textContent))"""
SHOWN = "[data-as-on=yes]"


@pytest.fixture
def presented(lab_page: OpenPage) -> Page:
    """The walk in JupyterLab, every cell run, in presenter mode."""
    page = lab_page("walkthrough.ipynb")
    expect(bar(page)).to_be_visible(timeout=60_000)
    wait_for("every cell to have run", lambda: page.evaluate(ALL_RAN))
    return page


def bar(page: Page) -> Locator:
    return page.get_by_role("toolbar", name="Presenter mode")


def step(page: Page, on: int = 0) -> None:
    """Begin with one idea at a time, and go on by as many cells."""
    bar(page).get_by_role("button", name="One idea at a time").click()
    for _ in range(on):
        page.keyboard.press("PageDown")


def go_to(page: Page, idea: str) -> None:
    bar(page).get_by_label("Go to").select_option(idea)


def idea_on_screen(page: Page) -> str:
    return bar(page).get_by_label("Go to").input_value()


def all_ideas(page: Page) -> list[str]:
    return bar(page).get_by_label("Go to").locator("option").all_inner_texts()


def run_all(page: Page) -> None:
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()


def shown_texts(page: Page) -> list[str]:
    return page.locator(f".jp-Cell{SHOWN}").all_inner_texts()


def font_size(locator: Locator) -> float:
    return locator.evaluate("element => parseFloat(getComputedStyle(element).fontSize)")


def show_picture(page: Page, idea: str) -> Locator | None:
    """Go to an idea, and on until its picture is there; None if it has none."""
    go_to(page, idea)
    drawing = page.locator(f".jp-Cell{SHOWN} .as-figure img")
    while not drawing.count():
        before = shown_texts(page)
        page.keyboard.press("PageDown")
        if idea_on_screen(page) != idea or shown_texts(page) == before:
            return None
    return drawing


def test_each_line_is_for_the_back_row_and_each_picture_is_whole_beside_its_question(presented: Page) -> None:
    presented.keyboard.press("Control+b")  # the file list away, as a teacher has it
    expect(presented.locator("#jp-left-stack")).to_be_hidden()
    step(presented)
    for wide, high, least in ((1280, 800, 20), (1920, 1080, 24)):
        presented.set_viewport_size({"width": wide, "height": high})
        cells = presented.locator(f".jp-Cell{SHOWN}")
        go_to(presented, "4. Re-shelve")
        for _ in range(3):
            presented.keyboard.press("PageDown")
        expect(cells).to_have_count(4)
        question, printed, said = (
            cells.nth(0).locator("p"),
            cells.nth(2).locator("pre"),
            cells.nth(3).locator("p"),
        )
        wait_for("the letters to grow", lambda text=question, size=least: font_size(text) >= size)
        assert font_size(cells.nth(0).locator("h2")) > font_size(question)
        assert font_size(printed) >= 0.93 * font_size(question)
        assert font_size(said) == font_size(question)
        with_picture = []
        for idea in all_ideas(presented):
            if (drawing := show_picture(presented, idea)) is None:
                continue
            with_picture.append(idea)
            asked = cells.first.locator(".jp-RenderedMarkdown").bounding_box()
            picture = drawing.bounding_box()
            assert asked["y"] >= 0, idea
            assert asked["x"] + asked["width"] <= picture["x"] + 1, idea
            assert picture["y"] + picture["height"] <= bar(presented).bounding_box()["y"] + 1, idea
            assert picture["height"] >= 0.45 * high, idea
        assert len(with_picture) == 15


def test_the_question_comes_alone_then_the_picture_then_what_to_say_to_the_end(presented: Page) -> None:
    step(presented)
    assert idea_on_screen(presented) == "One word, two moves"  # although Run All left off at the last cell
    cells = presented.locator(f".jp-Cell{SHOWN}")
    title = cells.first.locator(":is(h1, h2, h3)")
    expect(title).to_be_in_viewport(ratio=1)
    go_to(presented, all_ideas(presented)[17])
    for _ in range(4):
        presented.keyboard.press("PageDown")
    expect(title).not_to_be_in_viewport()  # it is a long one, and its end is in sight
    above_bar = "(said, bar) => said.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top"
    bar_there = bar(presented).element_handle()
    wait_for(
        "all that is said to be above the bar", lambda: cells.last.locator("p").evaluate(above_bar, bar_there)
    )
    go_to(presented, "3. Dividers")
    expect(title).to_be_in_viewport(ratio=1)
    expect(cells).to_have_count(1)
    expect(cells).to_contain_text("three or six?")
    presented.keyboard.press("PageDown")
    expect(cells).to_have_count(2)
    expect(cells.nth(1).locator(".as-figure img")).to_be_visible()
    presented.keyboard.press("PageDown")
    expect(cells.nth(2)).to_contain_text("Say. Three.")
    presented.keyboard.press("PageDown")
    expect(cells).to_have_count(1)
    expect(cells).to_contain_text("4. Re-shelve")
    presented.keyboard.press("PageUp")
    expect(cells).to_have_count(3)
    expect(bar(presented).get_by_role("status")).to_have_text("4 of 21")
    ideas = all_ideas(presented)
    passed = [idea_on_screen(presented)]
    while passed[-1] != ideas[-1]:
        presented.keyboard.press("PageDown")
        if (idea := idea_on_screen(presented)) != passed[-1]:
            passed.append(idea)
    assert passed == ideas[3:]
    presented.keyboard.press("PageDown")  # there is no further
    assert idea_on_screen(presented) == ideas[-1]


def test_code_is_folded_away_and_while_somebody_writes_the_keys_are_the_editors(presented: Page) -> None:
    code = presented.locator(".jp-CodeCell .cm-content").filter(has_text='ex.figure(trip, "cut")')
    expect(code).to_be_hidden()
    step(presented)
    go_to(presented, "2. Cut")
    presented.keyboard.press("PageDown")
    expect(code).to_be_hidden()
    show_code = bar(presented).get_by_role("button", name="Code")
    show_code.click()
    expect(show_code).to_have_attribute("aria-pressed", "true")
    expect(code).to_be_visible()
    assert font_size(code) >= 18
    code.click()
    presented.keyboard.press("PageDown")
    presented.keyboard.press("PageDown")
    expect(presented.locator(f".jp-Cell{SHOWN}")).to_have_count(2)
    show_code.click()
    expect(code).to_be_hidden()


def test_leaving_gives_the_usual_notebook_back_and_its_cell_run_again_makes_one_bar(presented: Page) -> None:
    step(presented, on=4)
    bar(presented).get_by_role("button", name="Leave").click()
    expect(bar(presented)).to_have_count(0)
    left = presented.evaluate(
        """() => [...document.querySelectorAll('.jp-Notebook, .jp-Notebook *')].filter(element =>
            Object.keys(element.dataset).some(name => name.startsWith('as'))).length"""
    )
    assert left == 0
    assert font_size(presented.locator(".jp-RenderedMarkdown p").first) < 16
    for _ in range(2):
        run_all(presented)
        bars = presented.locator(".as-present-bar:not([data-old])")
        expect(bars).to_have_count(1, timeout=60_000)
        expect(bar(presented)).to_have_count(1)
        bars.evaluate("bar => (bar.dataset.old = 'yes')")


def test_in_a_usual_notebook_no_picture_is_cut_off(presented: Page) -> None:
    bar(presented).get_by_role("button", name="Leave").click()
    presented.set_viewport_size({"width": 1100, "height": 800})
    pictures = presented.locator(".as-figure img")
    expect(pictures).to_have_count(len(ex.STEP_NAMES) + 1 + 4)
    wait_for("all to be drawn", lambda: pictures.evaluate_all("all => all.every(one => one.complete)"))
    wide = pictures.evaluate_all(
        "all => all.map(one => [one.naturalWidth, one.width, one.parentElement.clientWidth])"
    )
    assert any(natural > room for natural, _, room in wide)
    assert [shown for natural, shown, room in wide if shown > room] == []
