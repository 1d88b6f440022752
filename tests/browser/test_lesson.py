"""The portable lesson in a real browser, from a file, with the network off: it is the page's own answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

import explorer as ex
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.taking import take
from explorer.core.place import Place
from explorer.exports.lesson import lesson
from explorer.scene.as_text import labels_of
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
from tests.browser.reading import shown_cells
from tests.browser.test_touch import panel_names
from tests.browser.touching import (
    ACTIVE,
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
from tests.exports.lesson_kit import HOSTILE
from tests.panels.test_touched import where_in_words
from tests.scene.kit import TWO_FLIPS
from tests.scene.test_pointing import drawn_places

PENCIL = ex.Config()
BOOKS = ex.Config(batch=2, tokens=2)
LARGE = ex.Config(tokens=8, heads=4, head_dim=4)
TURNS = ("merge_without_reshelve", "flip_forgotten")
STILL = "reduce"
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lessons as a teacher has them: in files."""
    folder = tmp_path_factory.mktemp("lessons") / "a course, 2nd"
    folder.mkdir()
    lesson(ex.trace(PENCIL), folder / "lesson.html", turns=TURNS)
    lesson([ex.trace(PENCIL), ex.trace(WIDER), ex.trace(BOOKS)], folder / "sizes.html")
    lesson(ex.trace(HOSTILE), folder / "hostile.html", words="pencil", theme="dark")
    return folder


@pytest.fixture
def open_lesson(page: Page, folder: Path) -> Open:
    """Open a lesson with the network off; nothing but its file is ever asked for."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.continue_() if route.request.url.startswith("file:") else route.abort()

    page.context.set_offline(True)
    page.route("**/*", answer)

    def open_it(address: str = "", *, file: str = "lesson.html", motion: str = STILL) -> Page:
        page.emulate_media(reduced_motion=motion)
        page.goto("about:blank")
        asked.clear()
        page.goto((folder / file).as_uri() + address)
        page.locator(".as-picture svg").wait_for()
        assert asked == [(folder / file).as_uri()]
        return page

    return open_it


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


def test_who_wants_less_motion_gets_none(open_lesson: Open) -> None:
    page = open_lesson()
    page.evaluate(HOLD)
    for step in ("dividers", "reshelve", "inside_flip", "blend", "merge"):
        go(page, step)
        assert page.evaluate("window.flights.length") == 0, step


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
