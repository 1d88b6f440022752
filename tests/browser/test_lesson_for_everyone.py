"""The portable lesson by keyboard, on every screen, on paper, and where something is not as it should be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import explorer as ex
from explorer.core.mistakes import WRONG_TURNS
from explorer.scene.as_text import labels_of
from explorer.words import STEPS
from tests.browser.flight import (
    HOLD,
)
from tests.browser.lessons import Open, opener, write_lessons
from tests.browser.reading import shown_cells
from tests.browser.test_touch import panel_names
from tests.browser.touching import (
    ACTIVE,
    HINT,
    cell,
    expect_cells,
    expect_lit,
    expect_told,
    expect_touched,
    go,
    scene_of,
)  # fmt: skip
from tests.scene.test_pointing import drawn_places


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_lessons(tmp_path_factory.mktemp("lessons"))


@pytest.fixture
def open_lesson(page: Page, folder: Path) -> Open:
    return opener(page, folder)


def test_who_wants_less_motion_gets_none(open_lesson: Open) -> None:
    page = open_lesson()
    page.evaluate(HOLD)
    for step in ("dividers", "reshelve", "inside_flip", "blend", "merge"):
        go(page, step)
        assert page.evaluate("window.flights.length") == 0, step


def test_the_theme_is_the_browsers_or_ones_own_and_paper_is_light(open_lesson: Open) -> None:
    page = open_lesson("#step=reshelve")
    paper = page.locator(".as-picture svg > rect").first

    def expect_dark(dark: bool) -> None:
        expect(paper).to_have_attribute("fill", "#14171a" if dark else "#ffffff")
        expect(page.locator("h1")).to_have_css("color", "rgb(241, 243, 245)" if dark else "rgb(27, 31, 36)")
        expect(page.locator("body")).to_have_css(
            "background-color", "rgb(20, 23, 26)" if dark else "rgb(255, 255, 255)"
        )

    expect_dark(False)
    page.emulate_media(color_scheme="dark")
    expect_dark(True)
    page.get_by_role("combobox", name="Theme").select_option("light")
    expect_dark(False)
    page.get_by_role("combobox", name="Theme").select_option("dark")
    page.emulate_media(color_scheme="light")
    expect_dark(True)
    cells = shown_cells(page)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect_dark(False)
    expect(page.locator(".as-say-it-back")).to_have_attribute("open", "")
    page.emulate_media(media="print")
    for hidden in (".as-ribbon", ".as-footer", ".as-words", ".as-dialect"):
        expect(page.locator(hidden)).to_be_hidden()
    for seen in (".as-picture svg", ".as-story", ".as-code", ".as-points", ".as-trip"):
        expect(page.locator(seen)).to_be_visible()
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect_dark(True)
    expect(page.locator(".as-say-it-back")).not_to_have_attribute("open", "")
    assert shown_cells(page) == cells


def test_the_keyboard_alone_is_enough(open_lesson: Open) -> None:
    page, trip = open_lesson(), ex.trace()
    here = page.locator(".as-steps [aria-current=step]")
    for key, step in (
        ("End", 9),
        ("ArrowRight", 9),
        ("Home", 0),
        ("ArrowLeft", 0),
        *[("ArrowRight", i) for i in range(1, 5)],
    ):
        page.keyboard.press(key)
        name = ex.STEP_NAMES[step]
        expect(here).to_have_text(f"{step + 1} {STEPS[name].label}")
        expect(page.locator("[role=status]")).to_have_text(re.compile(f"^Step {step + 1} of 10, "))
    grids = panel_names(scene_of(trip, "inside_flip"))
    page.locator(".as-picture").focus()
    for grid in grids:
        page.keyboard.press("Tab")
        assert page.evaluate(ACTIVE) == grid[0][0]
        expect_touched(page, trip, "inside_flip", grid[0][0])
    for _ in grids[1:]:
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(ACTIVE) == grids[0][1][1]
    expect_touched(page, trip, "inside_flip", grids[0][1][1])
    page.keyboard.press("Home")
    assert page.evaluate(ACTIVE) == grids[0][1][1]
    expect(here).to_have_text("5 inside flip")
    page.keyboard.press("Enter")
    expect_lit(page, "pinned", {one for one, place in drawn_places(trip, "inside_flip").items()
                                if place == drawn_places(trip, "inside_flip")[grids[0][1][1]]})  # fmt: skip
    page.keyboard.press("Escape")
    expect_lit(page, "pinned", set())
    tables, keys = page.locator(".as-tables table"), page.locator(".as-key-list")
    page.keyboard.press("t")
    expect(tables).to_have_count(len(grids))
    expect(page.locator(".as-picture")).to_be_hidden()
    expect(tables.first.locator("td:not(:empty)")).to_have_text(
        [one.text for one in scene_of(trip, "inside_flip").panels[0].cells]
    )
    down, across = labels_of(scene_of(trip, "inside_flip").panels[0])
    expect(tables.first.locator("th")).to_have_text([*across, *down], use_inner_text=True)
    page.keyboard.press("t")
    expect(tables).to_have_count(0)
    for inside in (page.locator(".as-picture"), cell(page, grids[0][0][0])):
        inside.focus()
        page.keyboard.press("?")
        expect(keys).to_be_visible()
        page.keyboard.press("Escape")
        expect(keys).to_be_hidden()
    # A list's keys are its own.
    page.get_by_role("combobox", name="Theme").focus()
    page.keyboard.press("ArrowRight")
    expect(here).to_have_text("5 inside flip")


def test_a_step_change_lets_the_touched_go_and_the_focus_stay(open_lesson: Open) -> None:
    page, trip = open_lesson("#step=inside_flip"), ex.trace()
    cell(page, "after/key:b0:t1:h0:d1").focus()
    expect_touched(page, trip, "inside_flip", "after/key:b0:t1:h0:d1")
    page.locator(".as-step-reshelve").evaluate("(button) => button.click()")
    expect(page.locator(".as-picture svg > title")).to_have_text(STEPS["reshelve"].say("both"))
    assert page.evaluate(ACTIVE) == "after/key:b0:t1:h0:d1"
    expect_touched(page, trip, "reshelve", "after/key:b0:t1:h0:d1")
    page.locator(".as-step-mask").evaluate("(button) => button.click()")
    expect(page.locator(".as-touched-text")).to_contain_text(HINT)
    expect_lit(page, "operand", set())


def test_an_address_says_what_to_show_and_bad_ones_are_let_be(open_lesson: Open) -> None:
    page = open_lesson("#size=1&step=mask&words=standard&theme=dark&code=einops", file="sizes.html")
    expect(page.locator(".as-picture svg > title")).to_have_text(STEPS["mask"].say("standard"))
    expect(page.locator(".as-dialect .as-choose-einops")).to_have_attribute("aria-pressed", "true")
    go_on = page.locator(".as-walk-next")
    go_on.click()
    assert page.url.endswith("#size=1&step=shares&words=standard&theme=dark&code=einops")
    page = open_lesson(
        "#size=7&step=<b>&words=latin&place=nowhere&turn=k_t&book=-1&theme=__proto__&constructor=1"
    )
    expect_cells(page, ex.trace(), "pour")
    page.evaluate("location.hash = '#place=wrong_turns&turn=flip_forgotten&step=scores'")
    expect(page.locator(".as-page")).to_have_attribute("data-place", "wrong_turns")
    expect(page.locator(".as-story h2")).to_contain_text(WRONG_TURNS["flip_forgotten"].pencil[1:])


def test_what_a_person_wrote_is_read_and_never_run(open_lesson: Open) -> None:
    page = open_lesson(file="hostile.html")
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    for step in ex.STEP_NAMES:
        page.locator(f".as-step-{step}").click()
        expect(page.locator(f".as-step-{step}")).to_have_attribute("aria-current", "step")
        assert page.evaluate("document.querySelectorAll('img, iframe, .as-page script').length") == 0
    cell(page, "output/blend:b0:t1:h0:d0").hover()
    expect(page.locator(".as-where").first).to_contain_text("token 1 <img src=x")
    page.get_by_role("button", name="Tables").click()
    expect(page.locator(".as-tables table").first).to_be_visible()
    expect(page.locator(".as-page")).to_have_attribute("data-place", "walk")
    expect(page.get_by_role("button", name="Wrong turns")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 480, 768, 1024, 1280, 1920])
def test_it_fits_every_screen(open_lesson: Open, width: int) -> None:
    page = open_lesson("#step=inside_flip")
    page.set_viewport_size({"width": width, "height": 800})
    for place in ("walk", "two_flips", "wrong_turns"):
        page.locator(f".as-choose-{place}").click()
        expect(page.locator(".as-page")).to_have_attribute("data-place", place)
        wide, tall = page.evaluate(
            "[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]"
        )
        assert wide == width, place
        assert (tall == 800) == (width > 1060), place
        assert page.locator(".as-picture svg").bounding_box()["height"] > 250
    page.get_by_role("button", name="Walk", exact=True).click()
    go(page, "inside_flip")
    cell(page, "after/key:b0:t1:h0:d1").click()
    expect_told(page, ex.trace(), drawn_places(ex.trace(), "inside_flip")["after/key:b0:t1:h0:d1"])


def test_every_control_has_a_name(open_lesson: Open) -> None:
    page = open_lesson("#place=wrong_turns")
    tree = page.locator(".attention-shapes").aria_snapshot()
    assert not re.findall(r"^\s*- (?:button|combobox)\b(?! \")", tree, re.MULTILINE), tree
    assert tree.count("- button") > 25


def test_a_damaged_file_says_so(page: Page, folder: Path, open_lesson: Open) -> None:
    text = (folder / "lesson.html").read_text()
    packed = re.search(r'id="as-trip-0">([^<]*)<', text)[1]
    (folder / "damaged.html").write_text(text.replace(packed, packed[: len(packed) // 2]))
    page.goto((folder / "damaged.html").as_uri())
    expect(page.get_by_role("alert")).to_contain_text("This file is damaged or was not saved whole")
    expect(page.locator(".as-page")).to_be_hidden()


def test_a_browser_that_is_too_old_is_told_which_will_do(page: Page, folder: Path, open_lesson: Open) -> None:
    page.add_init_script("delete window.DecompressionStream")
    page.goto((folder / "lesson.html").as_uri())
    expect(page.get_by_role("alert")).to_contain_text("Chrome or Edge 92, Firefox 113, Safari 16.4, or later")
