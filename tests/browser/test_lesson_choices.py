"""What a reader of the portable lesson chooses: Play, colours, decimals, which of the three is followed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import explorer as ex
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.taking import take
from explorer.scene.wrong_turn import wrong_turn_scene
from explorer.words import STEPS
from tests.browser.flight import HOLD, WIDER, drawn_as, expect_short, expect_travel, morph
from tests.browser.lessons import BOOKS, PENCIL, TOGETHER, Open, opener, write_lessons
from tests.browser.reading import shown_cells
from tests.browser.touching import cell, expect_cells, expect_touched, go, scene_of

PACE = 2500
HERE = ".as-steps [aria-current=step]"
FILLS = """() => Object.fromEntries([...document.querySelectorAll('.as-picture svg g[id*="/"]')].map(
    (cell) => [cell.id.replace(/^as\\d+-/, ''), cell.querySelector('rect').getAttribute('fill')]))"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_lessons(tmp_path_factory.mktemp("lessons"))


@pytest.fixture
def open_lesson(page: Page, folder: Path) -> Open:
    return opener(page, folder)


def expect_step(page: Page, number: int) -> None:
    expect(page.locator(HERE)).to_have_text(f"{number} {list(STEPS.values())[number - 1].label}")


def test_play_steps_on_by_itself_and_ends_with_the_last_step(page: Page, open_lesson: Open) -> None:
    page.clock.install()
    open_lesson("#step=shares")
    page.clock.run_for(3 * PACE)
    expect_step(page, 8)  # it never begins by itself
    play = page.locator(".as-play")
    play.click()
    expect(play).to_have_text("Pause")
    for number in (9, 10):
        page.clock.run_for(PACE)
        expect_step(page, number)
        expect_cells(page, ex.trace(), ex.STEP_NAMES[number - 1])
    expect(play).to_have_text("Play")
    expect(play).to_have_attribute("aria-pressed", "false")
    page.clock.run_for(3 * PACE)
    expect_step(page, 10)
    play.click()  # from the end it begins again
    expect_step(page, 1)
    page.clock.run_for(PACE)
    expect_step(page, 2)


@pytest.mark.parametrize(
    ("key", "then"), [("x", 3), ("Shift", 3), ("ArrowRight", 4), ("Escape", 3), ("Tab", 3), ("Home", 1)]
)
def test_any_key_stops_it(page: Page, open_lesson: Open, key: str, then: int) -> None:
    page.clock.install()
    open_lesson("#step=cut")
    page.locator(".as-play").press("Enter")  # its own keys press it, once
    page.clock.run_for(PACE)
    expect_step(page, 3)
    page.keyboard.press(key)
    expect(page.locator(".as-play")).to_have_text("Play")
    page.clock.run_for(3 * PACE)
    expect_step(page, then)


def test_a_key_in_a_grid_stops_it_too_and_so_do_its_own_button_and_a_step(
    page: Page, open_lesson: Open
) -> None:
    page.clock.install()
    open_lesson("#step=reshelve")
    play = page.locator(".as-play")

    def inside() -> None:
        cell(page, "after/key:b0:t1:h0:d1").focus()
        page.keyboard.press("ArrowLeft")

    for stop in (inside, lambda: play.press(" "), page.locator(".as-step-reshelve").click):
        play.evaluate("(button) => button.click()")
        expect(play).to_have_text("Pause")
        stop()
        expect(play).to_have_text("Play")
        page.clock.run_for(3 * PACE)
        expect_step(page, 4)


def test_who_wants_less_motion_sees_step_after_step_and_nothing_fly(page: Page, open_lesson: Open) -> None:
    page.clock.install()
    open_lesson("#step=dividers")
    page.evaluate(HOLD)
    page.locator(".as-play").click()
    for number in (4, 5):
        page.clock.run_for(PACE)
        expect_step(page, number)
    assert page.evaluate("window.flights.length") == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_cells_are_painted_by_origin_or_by_value_as_chosen(open_lesson: Open, theme: str) -> None:
    page, trip = open_lesson(f"#theme={theme}"), ex.trace()
    for step in ("pour", "inside_flip", "scores", "merge"):
        go(page, step)
        for colour in ("origin", "value", "auto"):
            page.locator(f".as-colour .as-choose-{colour}").click()
            expect(page.locator(f".as-colour .as-choose-{colour}")).to_have_attribute("aria-pressed", "true")
            scene = scene_of(trip, step, colour=colour, theme=theme)
            wanted = {
                f"{panel.role}/{one.identity}": one.fill for panel in scene.panels for one in panel.cells
            }
            assert page.evaluate(FILLS) == wanted, (step, colour)


def test_decimals_are_as_many_as_chosen_and_what_is_touched_stays_exact(open_lesson: Open) -> None:
    page, trip = open_lesson("#step=shares"), ex.trace()
    name = "shares/shares:b0:h0:i1:j0"
    for decimals in range(5):
        page.get_by_role("combobox", name="Decimals").select_option(str(decimals))
        scene = scene_of(trip, "shares", decimals=decimals)
        wanted = {f"{panel.role}/{one.identity}": one.text for panel in scene.panels for one in panel.cells}
        assert shown_cells(page) == wanted, decimals
        cell(page, name).hover()
        expect_touched(page, trip, "shares", name)
        page.keyboard.press("t")
        table = page.get_by_role("table", name="shares (attention weights), book 0, lens 0")
        expect(table).to_contain_text(wanted[name])
        page.keyboard.press("t")


@pytest.mark.parametrize("tensor", ["query", "value"])
def test_another_of_the_three_is_followed(open_lesson: Open, tensor: str) -> None:
    page, trip = open_lesson("#step=scores", motion="no-preference"), ex.trace()
    follow = page.get_by_role("combobox", name="Which of the three is followed")
    expect(follow).to_be_disabled()  # there is nothing to choose
    go(page, "reshelve")
    follow.select_option(tensor)
    expect_cells(page, trip, "reshelve", tensor=tensor)
    cell(page, f"after/{tensor}:b0:t1:h0:d1").hover()
    expect_touched(page, trip, "reshelve", f"after/{tensor}:b0:t1:h0:d1", tensor=tensor)
    page.locator("h1").hover()
    page.evaluate(HOLD)
    seen = morph(page, "dividers", "reshelve")
    cells = drawn_as(seen, "after")
    expect_short(seen)
    begun = {one: seen.before[one.replace("after", f"after-{tensor}", 1)] for one in cells}
    expect_travel(seen, cells, begun.__getitem__)
    assert f"follow={tensor}" in page.url


def test_several_wrong_turns_are_taken_at_once(open_lesson: Open) -> None:
    page, keys = open_lesson(), TOGETHER.split("+")
    page.get_by_role("button", name="Wrong turns").click()
    page.get_by_role("combobox", name="Wrong turn").select_option(TOGETHER)
    wrong = take(ex.trace(), keys)
    titles = [WRONG_TURNS[key].say("both") for key in keys]
    expect(page.locator(".as-story h2")).to_have_text(
        re.compile(re.escape(" + ".join(titles)), re.IGNORECASE)
    )
    for title in titles:
        expect(page.locator(".as-more h3", has_text=title[1:])).to_have_count(1)
    for step in ("shares", "merge"):
        page.locator(f".as-step-{step}").click()
        scene = wrong_turn_scene(wrong, step)
        expect(page.locator(".as-picture svg > title")).to_have_text(scene.title)
        for panel in (panel for panel in scene.panels if panel.role == "wrong"):
            shown = {f"{panel.role}/{one.identity}": one.text for one in panel.cells}
            assert shown.items() <= shown_cells(page).items()


def test_in_a_wrong_picture_decimals_are_the_usual_ones(open_lesson: Open) -> None:
    page = open_lesson("#place=wrong_turns&turn=merge_without_reshelve&step=blend&decimals=4")
    decimals = page.get_by_role("combobox", name="Decimals")
    expect(decimals).to_have_value("4")
    page.keyboard.press("ArrowRight")
    expect(decimals).to_be_disabled()
    expect(decimals).to_have_value("2")
    page.keyboard.press("ArrowLeft")
    expect(decimals).to_be_enabled()
    expect(decimals).to_have_value("4")


def test_an_address_keeps_the_choices_and_opens_a_wrong_turn_where_it_first_shows(open_lesson: Open) -> None:
    page, trip = open_lesson("#step=reshelve&colour=value&decimals=1&follow=value"), ex.trace()
    expect_cells(page, trip, "reshelve", tensor="value")
    expect(page.locator(".as-colour .as-choose-value")).to_have_attribute("aria-pressed", "true")
    page.locator(".as-step-merge").click()
    assert page.url.endswith("#step=merge&colour=value&decimals=1&follow=value")
    page = open_lesson("#colour=loud&decimals=9&follow=mask&decimals=-1")
    expect(page.locator(".as-colour .as-choose-auto")).to_have_attribute("aria-pressed", "true")
    page = open_lesson("#place=wrong_turns&turn=flip_forgotten")
    expect_step(page, 5)
    page.locator(".as-step-pour").click()  # the first step must be told too
    assert page.url.endswith("#place=wrong_turns&turn=flip_forgotten&step=pour")
    open_lesson(page.url[page.url.index("#") :])
    expect_step(page, 1)


def test_sizes_are_chosen_by_sliders_and_another_size_comes_with_the_trip_that_has_it(
    open_lesson: Open,
) -> None:
    page = open_lesson("#step=blend", file="sizes.html")
    sizes = page.get_by_role("group", name="Sizes")
    expect(sizes.get_by_role("slider")).to_have_count(4)  # T, H, D and B; W is 2 in each

    def expect_shown(config: ex.Config) -> None:
        expect_cells(page, ex.trace(config), "blend")
        letters = {"T": config.tokens, "H": config.heads, "D": config.head_dim, "B": config.batch}
        for letter, size in letters.items():
            slider = sizes.get_by_role("slider", name=letter)
            expect(slider).to_have_attribute("aria-valuetext", f"{letter} {size}")
        expect_step(page, 9)

    expect_shown(PENCIL)
    tokens = sizes.get_by_role("slider", name="T")
    tokens.press("ArrowRight")
    expect_shown(WIDER)
    tokens.press("Home")
    expect_shown(BOOKS)
    sizes.get_by_role("slider", name="B").press("ArrowLeft")
    expect_shown(PENCIL)
    assert page.locator(".as-sliders").bounding_box()["height"] < 40


def test_a_lesson_of_one_trip_has_no_sliders(open_lesson: Open) -> None:
    expect(open_lesson().get_by_role("slider")).to_have_count(0)
