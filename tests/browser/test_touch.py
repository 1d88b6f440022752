"""Any number can be touched, by pointer or by keyboard: what is said and lit is the engine's own answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import explorer as ex
from explorer.core.place import Place
from explorer.scene import Look, Scene
from tests.browser.touching import (
    ACTIVE,
    CHOOSE,
    HINT,
    PRESS,
    UNREACHABLE,
    OpenPage,
    cell,
    expect_cells,
    expect_lit,
    expect_touched,
    go,
    open_still,
    scene_of,
    set_sizes,
)  # fmt: skip
from tests.scene.test_pointing import drawn_places


@pytest.mark.parametrize(
    "config", [ex.Config(), ex.Config(tokens=4, head_dim=3, batch=2, window=3)], ids=["pencil", "B2-T4-D3"]
)
def test_every_step_tells_the_numbers_under_the_pointer(voila_page: OpenPage, config: ex.Config) -> None:
    page, trip = open_still(voila_page), ex.trace(config)
    set_sizes(page, config)
    for step in ex.STEP_NAMES:
        go(page, step)
        expect_cells(page, trip, step)
        scene = scene_of(trip, step)
        last_of_each_role = {panel.role: panel.cells[-1] for panel in scene.panels}
        for role, drawn in last_of_each_role.items():
            name = f"{role}/{drawn.identity}"
            cell(page, name).hover()
            expect_touched(page, trip, step, name)
        struck = next((f"{p.role}/{c.identity}" for p in scene.panels for c in p.cells if c.struck), None)
        if struck:
            cell(page, struck).hover()
            expect_touched(page, trip, step, struck)
    page.locator(".as-header h1").hover()
    expect(page.locator(".as-touched-text")).to_contain_text(HINT)
    expect_lit(page, "operand", set())
    expect_lit(page, "touched", set())


def test_no_cell_hides_from_the_pointer(voila_page: OpenPage) -> None:
    """Arrows, outlines and words lie over the cells, and let the pointer through."""
    page = open_still(voila_page)
    for step in ex.STEP_NAMES:
        go(page, step)
        assert page.evaluate(UNREACHABLE) == [], step
    page.get_by_role("button", name="Two flips").click()
    expect(page.locator(".as-page")).to_have_attribute("data-place", "two_flips")
    cell(page, "inside_flip-after/key:b0:t0:h0:d0").wait_for()
    assert page.evaluate(UNREACHABLE) == []


PINNED = [
    Place("pour", "wide", (("batch", 0), ("token", 1), ("wide", 6))),
    Place("scores", "matches", (("batch", 0), ("head", 1), ("query_token", 2), ("key_token", 1))),
    Place("merge", "output", (("batch", 0), ("token", 2), ("width", 3))),
]


@pytest.mark.parametrize("pinned", PINNED, ids=lambda place: place.tensor)
def test_a_pinned_number_is_traced_through_all_ten_steps(voila_page: OpenPage, pinned: Place) -> None:
    page, trip = open_still(voila_page), ex.trace()
    go(page, pinned.step)
    name = next(each for each, place in drawn_places(trip, pinned.step).items() if place == pinned)
    cell(page, name).click()
    where = dict(pinned.coords)
    back = trip.ancestors(pinned.step, pinned.tensor, **where)
    onward = trip.descendants(pinned.step, pinned.tensor, **where)
    lineage = {*back, *onward}
    met = set()
    for step in ex.STEP_NAMES:
        go(page, step)
        places = drawn_places(trip, step, Look(heading=False))
        expect_lit(page, "traced", {each for each, place in places.items() if place in lineage})
        expect_lit(page, "pinned", {each for each, place in places.items() if place == pinned})
        met |= {place for place in places.values() if place in lineage}
        text = page.locator(".as-touched-text")
        expect(text).to_contain_text("Pinned: ")
        for walk in (back, onward):
            expect(text).to_contain_text(f"{walk.verdict[0].upper()}{walk.verdict[1:]}.")
    assert {place.step for place in met} == {place.step for place in lineage}


def panel_names(scene: Scene) -> list[list[list[str]]]:
    """By grid and row, the ids of the cells."""
    grids = []
    for panel in scene.panels:
        rows, columns = panel.shape
        names = [f"{panel.role}/{each.identity}" for each in panel.cells]
        grids.append([names[i * columns : (i + 1) * columns] for i in range(rows)])
    return grids


def test_the_keyboard_reaches_every_grid_and_walks_inside_it(voila_page: OpenPage) -> None:
    page, trip = open_still(voila_page), ex.trace()
    go(page, "inside_flip")
    grids = panel_names(scene_of(trip, "inside_flip"))
    page.locator(".as-picture").focus()
    for grid in grids:
        page.keyboard.press("Tab")
        assert page.evaluate(ACTIVE) == grid[0][0]
        expect_touched(page, trip, "inside_flip", grid[0][0])
    for grid in reversed(grids[:-1]):
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(ACTIVE) == grid[0][0]

    # A walk that runs into all four edges; a grid of 3 rows and 2 columns, then one of 2 and 3.
    walk = ["Left", "Up", "Right", "Right", "Down", "Down", "Down", "Left", "Left", "Up", "Right"]
    moves = {"Left": (0, -1), "Right": (0, 1), "Up": (-1, 0), "Down": (1, 0)}
    for grid in grids[:2]:
        i = j = 0
        for key in walk:
            page.keyboard.press(f"Arrow{key}")
            down, right = moves[key]
            i, j = min(max(i + down, 0), len(grid) - 1), min(max(j + right, 0), len(grid[0]) - 1)
            assert page.evaluate(ACTIVE) == grid[i][j], key
        # What was touched last is told last: had a key stepped, the step would be another by now.
        expect_touched(page, trip, "inside_flip", grid[i][j])
        expect(page.locator(".as-step-inside_flip")).to_have_attribute("aria-current", "step")
        page.keyboard.press("Tab")
    assert page.evaluate(ACTIVE) == grids[2][0][0]
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(ACTIVE) == grid[i][j]  # Tab comes back to where one was

    # Outside of a grid the same keys step, in the picture's own frame too.
    page.locator(".as-picture").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".as-step-scores")).to_have_attribute("aria-current", "step")
    page.locator(".as-step-reshelve").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".as-step-inside_flip")).to_have_attribute("aria-current", "step")


def test_enter_space_and_a_click_pin_and_escape_lets_go(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    go(page, "scores")
    name, other = "scores/scores:b0:h0:i2:j1", "scores/scores:b0:h0:i2:j2"
    text = page.locator(".as-touched-text")
    cell(page, name).focus()
    for press, pinned in (
        (lambda: page.keyboard.press("Enter"), {name}),
        (lambda: page.keyboard.press("Enter"), set()),
        (lambda: page.keyboard.press(" "), {name}),
        (lambda: page.keyboard.press("Escape"), set()),
        (lambda: cell(page, name).click(), {name}),
        (lambda: cell(page, other).click(), {other}),
        (lambda: cell(page, other).click(), set()),
        (lambda: cell(page, other).click(), {other}),
        (lambda: page.keyboard.press("Escape"), set()),
    ):
        press()
        expect_lit(page, "pinned", pinned)
        (expect(text).to_contain_text if pinned else expect(text).not_to_contain_text)("Pinned: ")
        if not pinned:
            expect_lit(page, "traced", set())
    assert page.evaluate(ACTIVE) == other
    assert page.evaluate("document.scrollingElement.scrollTop") == 0  # Space did not scroll


def test_a_step_change_lets_the_touched_go_and_keeps_the_pinned(voila_page: OpenPage) -> None:
    page, trip = open_still(voila_page), ex.trace()
    text = page.locator(".as-touched-text")
    go(page, "scores")
    cell(page, "matches/matches:b0:h1:i1:j1").focus()
    page.keyboard.press("Enter")
    expect_touched(page, trip, "scores", "matches/matches:b0:h1:i1:j1")
    expect_lit(page, "pinned", {"matches/matches:b0:h1:i1:j1"})
    for step in ("mask", "merge", "pour"):  # none of them has a match to be touched
        go(page, step)
        expect(text).to_contain_text(HINT)
        expect(text.locator(".as-arithmetic")).to_have_count(0)
        expect_lit(page, "operand", set())
        expect(text).to_contain_text("Pinned: ")
    go(page, "scores")
    expect_lit(page, "pinned", {"matches/matches:b0:h1:i1:j1"})


def test_what_a_smaller_trip_has_not_is_let_go(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    text = page.locator(".as-touched-text")
    go(page, "reshelve")
    gone = "after/key:b0:t2:h1:d0"
    cell(page, gone).click()
    expect_lit(page, "pinned", {gone})
    page.locator(".as-number-tokens input").fill("2")
    page.locator(".as-number-tokens input").press("Enter")
    expect(text).not_to_contain_text("Pinned: ")
    expect(text).to_contain_text(HINT)
    expect_cells(page, ex.trace(ex.Config(tokens=2)), "reshelve")
    for name in ("pinned", "traced", "operand"):
        expect_lit(page, name, set())
    # One that is still there stays.
    stays = "after/key:b0:t1:h1:d0"
    cell(page, stays).click()
    expect_lit(page, "pinned", {stays})
    page.locator(".as-number-tokens input").fill("4")
    page.locator(".as-number-tokens input").press("Enter")
    expect_cells(page, ex.trace(ex.Config(tokens=4)), "reshelve")
    expect_lit(page, "pinned", {stays})
    expect(text).to_contain_text("Pinned: ")


def test_the_focus_is_put_back_after_a_redraw(voila_page: OpenPage) -> None:
    page, trip = open_still(voila_page), ex.trace()
    go(page, "inside_flip")
    name = "after/key:b0:t1:h1:d1"
    cell(page, name).focus()
    expect_touched(page, trip, "inside_flip", name)
    shown = page.locator(".as-picture svg").element_handle()

    page.locator(".as-pin-head select").evaluate(CHOOSE, "1")
    expect_cells(page, trip, "inside_flip", head=1)
    assert not shown.evaluate("(svg) => svg.isConnected")
    assert page.evaluate(ACTIVE) == name
    expect_touched(page, trip, "inside_flip", name, head=1)

    page.locator(".as-source button", has_text="poured").evaluate(PRESS)
    trip = ex.trace(ex.Config(source="poured"))
    expect_cells(page, trip, "inside_flip", head=1)
    assert page.evaluate(ACTIVE) == name
    expect_touched(page, trip, "inside_flip", name, head=1)

    page.locator(".as-theme select").evaluate(CHOOSE, "dark")
    expect(page.locator(".as-picture svg > rect").first).to_have_attribute("fill", "#14171a")
    assert page.evaluate(ACTIVE) == name
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(ACTIVE) == "after/key:b0:t0:h1:d1"

    # Where there is no such cell any more, no other one is touched instead.
    page.locator(".as-pin-head select").evaluate(CHOOSE, "0")
    expect_cells(page, trip, "inside_flip", head=0)
    assert "/" not in page.evaluate(ACTIVE)
