"""The portable lesson in a real browser, from a file, with the network off: it is the page's own answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import explorer as ex
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.taking import take
from explorer.core.place import Place
from explorer.exports.lesson import lesson
from explorer.scene.wrong_turn import wrong_turn_scene
from explorer.words import STEPS, WORDS
from tests.browser.flight import (
    HOLD,
    WIDER,
    drawn_as,
    expect_in_turn,
    expect_short,
    expect_travel,
    first_at,
    morph,
)
from tests.browser.lessons import BOOKS, PENCIL, TURNS, Open, opener, write_lessons
from tests.browser.reading import shown_cells
from tests.browser.touching import (
    HINT,
    UNREACHABLE,
    cell,
    expect_cells,
    expect_lit,
    expect_told,
    expect_touched,
    go,
    scene_of,
)  # fmt: skip
from tests.panels.test_touched import where_in_words
from tests.scene.kit import TWO_FLIPS
from tests.scene.test_pointing import drawn_places

LARGE = ex.Config(tokens=8, heads=4, head_dim=4)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_lessons(tmp_path_factory.mktemp("lessons"))


@pytest.fixture
def open_lesson(page: Page, folder: Path) -> Open:
    return opener(page, folder)


@pytest.mark.parametrize(("size", "config"), [(0, PENCIL), (1, WIDER)], ids=["pencil", "T5-H3-D4"])
def test_all_ten_steps_show_and_tell_the_engines_numbers(
    open_lesson: Open, size: int, config: ex.Config
) -> None:
    page, trip = open_lesson(f"#size={size}", file="sizes.html"), ex.trace(config)
    for step in ex.STEP_NAMES:
        go(page, step)
        expect_cells(page, trip, step)
        expect(page.locator(f".as-step-{step}")).to_have_attribute("aria-current", "step")
        expect(page.locator(".as-story .as-telling")).to_have_text(STEPS[step].tell("both"))
        assert page.evaluate(UNREACHABLE) == [], step
        for panel in {panel.role: panel for panel in scene_of(trip, step).panels}.values():
            name = f"{panel.role}/{panel.cells[-1].identity}"
            cell(page, name).hover()
            expect_touched(page, trip, step, name)
    page.locator("h1").hover()
    expect(page.locator(".as-touched-text")).to_contain_text(HINT)
    expect_lit(page, "operand", set())


@pytest.mark.parametrize(
    ("step", "name"),
    [
        ("pour", "wide/key:b0:t1:h0:d1"),
        ("scores", "matches/matches:b0:h1:i2:j1"),
        ("merge", "output/blend:b0:t2:h1:d1"),
    ],
)
def test_a_pinned_number_is_traced_as_the_engine_walks(open_lesson: Open, step: str, name: str) -> None:
    page, trip = open_lesson(f"#step={step}"), ex.trace()
    place = drawn_places(trip, step)[name]
    cell(page, name).click()
    at = dict(place.coords)
    walks = [walk(place.step, place.tensor, **at) for walk in (trip.ancestors, trip.descendants)]
    lineage = {place for walk in walks for place in walk}
    for other in ex.STEP_NAMES:
        go(page, other)
        drawn = drawn_places(trip, other)
        expect_lit(page, "traced", {one for one, shown in drawn.items() if shown in lineage})
        expect_lit(page, "pinned", {one for one, shown in drawn.items() if shown == place})
        text = page.locator(".as-touched-text")
        expect(text).to_contain_text(f"Pinned: {where_in_words(place, 'both', 1)}.")
        verdicts = [f"{walk.verdict[0].upper()}{walk.verdict[1:]}." for walk in walks]
        expect(text.locator(".as-traced-text")).to_have_text(verdicts)
    page.keyboard.press("Escape")
    expect_lit(page, "traced", set())


def test_numbers_fly_as_on_the_page(open_lesson: Open) -> None:
    page = open_lesson(motion="no-preference")
    page.evaluate(HOLD)
    for left, entered, letter, old in (
        ("dividers", "reshelve", "head", "after-key"),
        ("reshelve", "inside_flip", "token", "after"),
    ):
        seen = morph(page, left, entered)
        cells = drawn_as(seen, "after")
        assert len(cells) == 12
        expect_short(seen)
        begun = {one: seen.before[one.replace("after", old, 1)] for one in cells}
        expect_travel(seen, cells, begun.__getitem__)
        expect_in_turn(seen, cells, letter, first_at(seen, cells, "before"))
    seen = morph(page, "inside_flip", "reshelve")
    expect_in_turn(seen, drawn_as(seen, "after"), "token", 0)
    page.evaluate("window.flights.length = 0")
    page.locator(".as-again").click()
    assert page.evaluate("window.flights.length") > 0
    # Other words are no walk: nothing flies.
    page.evaluate("window.flights.length = 0")
    page.locator(".as-words .as-choose-standard").click()
    expect(page.locator(".as-picture svg > title")).to_have_text(STEPS["reshelve"].say("standard"))
    assert page.evaluate("window.flights.length") == 0


def test_both_flips_stand_side_by_side_and_can_be_touched(open_lesson: Open) -> None:
    page, trip = open_lesson("#step=scores"), ex.trace()
    page.get_by_role("button", name="Two flips").click()
    places = drawn_places(trip, TWO_FLIPS)
    cell(page, "inside_flip-after/key:b0:t0:h0:d0").wait_for()
    assert set(shown_cells(page)) == set(places)
    assert page.evaluate(UNREACHABLE) == []
    here = page.locator(".as-steps [aria-current=step]")
    expect(here).to_have_text(["4 re-shelve", "5 inside flip"])
    for name in ("reshelve-before/key:b0:t2:h1:d0", "inside_flip-after/key:b0:t1:h0:d1"):
        cell(page, name).hover()
        expect_told(page, trip, places[name])
        expect_lit(page, "twin", {one for one in places if one.endswith(name.split("/")[1])} - {name})
    expect(page.locator(".as-code pre")).to_have_text(
        "k = k.transpose(0, 2, 1, 3)\nk = k.transpose(0, 1, 3, 2)"
    )
    page.keyboard.press("ArrowRight")  # back to the walk, one step on
    expect(page.locator(".as-page")).to_have_attribute("data-place", "walk")
    expect(here).to_have_text(["7 mask"])


@pytest.mark.parametrize("key", TURNS)
def test_a_wrong_turn_stands_beside_the_right_way(open_lesson: Open, key: str) -> None:
    page, trip, turn = open_lesson(), ex.trace(), WRONG_TURNS[key]
    page.get_by_role("button", name="Wrong turns").click()
    page.get_by_role("combobox", name="Wrong turn").select_option(key)
    wrong = take(trip, [key])
    expect(page.locator(".as-story h2")).to_have_text(re.compile(re.escape(turn.say("both")), re.IGNORECASE))
    for step in ex.STEP_NAMES:
        page.locator(f".as-step-{step}").click()
        before = ex.STEP_NAMES.index(step) < ex.STEP_NAMES.index(turn.step)
        expect(page.locator(".as-still-right")).to_have_count(int(before))
        if before:
            expect_cells(page, trip, step)
            continue
        scene = wrong_turn_scene(wrong, step)
        expect(page.locator(".as-picture svg > title")).to_have_text(scene.title)
        for panel in (panel for panel in scene.panels if panel.role in ("right", "wrong")):
            shown = {f"{panel.role}/{one.identity}": one.text for one in panel.cells}
            assert shown.items() <= shown_cells(page).items()
            last = panel.cells[-1]
            cell(page, f"{panel.role}/{last.identity}").hover()
            expect(page.locator(".as-touched-text .as-where")).to_have_text(last.title)
    page.get_by_role("button", name="Walk", exact=True).click()
    expect_cells(page, trip, "merge")


def test_words_are_chosen_everywhere(open_lesson: Open) -> None:
    page, trip = open_lesson("#step=scores"), ex.trace()
    place = Place("scores", "matches", (("batch", 0), ("head", 1), ("query_token", 2), ("key_token", 1)))
    for words in WORDS:
        page.locator(f".as-words .as-choose-{words}").click()
        expect(page.locator(f".as-words .as-choose-{words}")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".as-picture svg > title")).to_have_text(STEPS["scores"].say(words))
        expect(page.locator(".as-story h2")).to_have_text(f"6  {STEPS['scores'].say(words)}")
        expect(page.locator(".as-telling")).to_have_text(STEPS["scores"].tell(words))
        expect(page.locator("[role=status]")).to_contain_text(STEPS["scores"].tell(words))
        expect(page.locator(".as-points li").first).to_have_text(STEPS["scores"].points_in(words)[0])
        cell(page, "matches/matches:b0:h1:i2:j1").hover()
        expect_told(page, trip, place)
        expect(page.locator(".as-where").first).to_contain_text(where_in_words(place, words, 1))


def test_sizes_and_books_are_chosen_and_the_step_stays(open_lesson: Open) -> None:
    page = open_lesson("#step=blend", file="sizes.html")
    expect(page.get_by_role("combobox", name="Book")).to_be_hidden()
    for size, config in enumerate((PENCIL, WIDER, BOOKS)):
        page.get_by_role("combobox", name="Sizes").select_option(str(size))
        expect_cells(page, ex.trace(config), "blend")
    page.get_by_role("combobox", name="Book").select_option("1")
    expect_cells(page, ex.trace(BOOKS), "blend", batch=1)
    page.get_by_role("combobox", name="Sizes").select_option("0")  # it has no second book
    expect_cells(page, ex.trace(PENCIL), "blend")


def test_a_grid_that_is_one_image_is_pointed_at_and_lit(page: Page, folder: Path, open_lesson: Open) -> None:
    lesson(ex.trace(LARGE), folder / "large.html")
    page, trip = open_lesson(file="large.html"), ex.trace(LARGE)
    image = page.locator("g[data-rows] image")
    box = image.bounding_box()
    x, y = (box["x"] + 6.5 * box["width"] / 48, box["y"] + 1.5 * box["height"] / 8)
    page.mouse.move(x, y)
    expect_told(page, trip, Place("pour", "wide", (("batch", 0), ("token", 1), ("wide", 6))))
    page.mouse.click(x, y)
    expect(page.locator(".as-over path.as-pinned")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect_told(page, trip, Place("pour", "wide", (("batch", 0), ("token", 1), ("wide", 7))))
    page.locator(".as-step-cut").click()
    expect_lit(page, "traced", {"after-query/query:b0:t1:h1:d2"})
