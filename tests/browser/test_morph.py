"""How numbers travel from picture to picture, read in mid-flight."""

from __future__ import annotations

from collections.abc import Callable
from math import dist

import pytest
from playwright.sync_api import Page, expect

import explorer as ex
from explorer.words import STEPS
from tests.browser.flight import (
    FLIGHTS,
    HOLD,
    MOMENTS,
    NEAR,
    PENCIL,
    READ,
    WHOLE,
    WIDER,
    Morph,
    OpenPage,
    drawn_as,
    expect_in_turn,
    expect_short,
    expect_travel,
    first_at,
    go,
    groups,
    is_rigid,
    morph,
    open_held,
    strips,
)  # fmt: skip
from tests.servers import wait_for

AT_BOTH = pytest.mark.parametrize("config", [PENCIL, WIDER], ids=["pencil", "T5-H3-D4"])


def expect_both_legs(seen: Morph, was: str, is_: str, letter: str, old_role: str) -> int:
    """Hold a step that moves against its plan; the moment at which the last leg begins."""
    cells = drawn_as(seen, is_)
    expect_short(seen)
    assert seen.flying <= {*cells, *drawn_as(seen, was)}
    # First from the old drawing to where this drawing has what was, all together ...
    expect_travel(seen, cells, lambda cell: seen.before[cell.replace(is_, old_role, 1)])
    since = first_at(seen, cells, was)
    assert 0 < MOMENTS[since] < WHOLE / 2
    # ... then home, group by group.
    leaving = [cell for cell in cells if dist(seen.seen[since][cell], seen.end[cell]) > 5]
    assert len(leaving) > len(cells) / 2
    for cell in leaving:
        here, there = seen.end[cell], seen.seen[since][cell]
        whole = dist(here, there)
        assert any(min(dist(at, here), dist(at, there)) > 0.2 * whole for at in seen.way(cell)[since:]), (
            f"{cell} is never between"
        )
    expect_in_turn(seen, cells, letter, since)
    return since


@AT_BOTH
def test_reshelve_and_flip_and_their_way_back(voila_page: OpenPage, config: ex.Config) -> None:
    page = open_held(voila_page, config)
    count = config.tokens * config.heads * config.head_dim

    # Whole rows travel to their head's shelf, one head after another.
    seen = morph(page, "dividers", "reshelve")
    cells = drawn_as(seen, "after")
    assert len(cells) == count
    since = expect_both_legs(seen, "before", "after", "head", "after-key")
    for strip in strips(cells).values():
        assert is_rigid(seen, strip, since), strip

    # Each grid stands up row by row in its head's place.
    seen = morph(page, "reshelve", "inside_flip")
    cells = drawn_as(seen, "after")
    assert len(cells) == count
    since = expect_both_legs(seen, "before", "after", "token", "after")
    for strip in strips(cells).values():
        assert not is_rigid(seen, strip, since), strip
    expect_in_its_heads_band(seen, cells, since)

    # And back: both are undone the same way.
    seen = morph(page, "inside_flip", "reshelve")
    expect_short(seen)
    cells = drawn_as(seen, "after")
    expect_travel(seen, cells, lambda cell: seen.before[cell])
    expect_in_turn(seen, cells, "token", 0)
    for strip in strips(cells).values():
        assert not is_rigid(seen, strip, 0), strip

    # The dividers have stood in those rows all the time.
    seen = morph(page, "reshelve", "dividers")
    expect_short(seen)
    cells = drawn_as(seen, "after-key")
    assert len(cells) == count
    assert {flight["cell"] for flight in seen.flights} == seen.flying == set(cells)
    expect_travel(seen, cells, lambda cell: seen.before[cell.replace("after-key", "after", 1)])
    expect_in_turn(seen, cells, "head", 0)


def expect_in_its_heads_band(seen: Morph, cells: list[str], since: int) -> None:
    """Expect every number to stay between the upper and the lower edge of its head's two grids."""
    for group in groups(cells, "head").values():
        both = [*group, *(cell.replace("after", "before", 1) for cell in group)]
        levels = [seen.end[cell][1] for cell in both]
        for now in seen.seen[since:]:
            for cell in group:
                assert min(levels) - NEAR <= now[cell][1] <= max(levels) + NEAR, cell


@AT_BOTH
def test_merge_is_the_reshelve_run_backward(voila_page: OpenPage, config: ex.Config) -> None:
    page = open_held(voila_page, config)
    seen = morph(page, "blend", "merge")
    cells = drawn_as(seen, "block")
    since = expect_both_legs(seen, "blend", "block", "head", "blend")
    for strip in strips(cells).values():
        assert is_rigid(seen, strip, since), strip

    seen = morph(page, "merge", "blend")
    expect_short(seen)
    cells = drawn_as(seen, "blend")
    assert seen.flying == set(cells)
    expect_travel(seen, cells, lambda cell: seen.before[cell.replace("blend", "block", 1)])
    expect_in_turn(seen, cells, "head", 0)


def test_a_jump_shows_the_steps_own_move_and_again_shows_it_again(voila_page: OpenPage) -> None:
    page = open_held(voila_page)
    seen = morph(page, "pour", "reshelve")
    cells = drawn_as(seen, "after")
    expect_short(seen)
    expect_travel(seen, cells, lambda cell: seen.end[cell.replace("after", "before", 1)])
    expect_in_turn(seen, cells, "head", 0)

    page.evaluate("window.flights.length = 0")
    page.locator(".as-again button, button.as-again").click()
    wait_for("the move", lambda: page.evaluate("window.flights.length"))
    again = Morph(seen.end, page.evaluate(READ, list(MOMENTS)), page.evaluate(FLIGHTS))
    assert again.flying == seen.flying
    assert {cell: again.way(cell) for cell in cells} == {cell: seen.way(cell) for cell in cells}


def test_both_flips_move_side_by_side(voila_page: OpenPage) -> None:
    page = open_held(voila_page)
    page.get_by_role("button", name="Two flips").click()
    expect(page.locator(".as-page")).to_have_attribute("data-place", "two_flips")
    wait_for("the moves", lambda: page.evaluate("window.flights.length"))
    seen = Morph({}, page.evaluate(READ, list(MOMENTS)), page.evaluate(FLIGHTS))
    expect_short(seen)
    for flip, letter, rigid in (("reshelve", "head", True), ("inside_flip", "token", False)):
        cells = drawn_as(seen, f"{flip}-after")
        moving = [cell for cell in cells if cell in seen.flying]
        assert len(moving) > len(cells) / 2
        expect_travel(seen, moving, lambda cell: seen.end[cell.replace("-after", "-before", 1)])
        expect_in_turn(seen, moving, letter, 0)
        assert {is_rigid(seen, strip, 0) for strip in strips(cells).values()} == {rigid}


def test_any_key_ends_it_at_once(voila_page: OpenPage) -> None:
    page = open_held(voila_page)
    seen = morph(page, "dividers", "reshelve")
    go(page, "dividers")
    go(page, "reshelve")
    assert page.evaluate("document.getAnimations().length") >= len(seen.flying) > 0
    page.keyboard.press("x")  # held animations never end by themselves
    assert page.evaluate("document.getAnimations().length") == 0
    assert {flight["end"] > 0 for flight in page.evaluate(FLIGHTS)} == {True}
    assert page.evaluate("window.flights.every((flight) => flight.playState === 'finished')")

    # The key that steps on ends the flight that is on its way, and begins the next.
    go(page, "dividers")
    go(page, "reshelve")
    page.evaluate("window.before = [...window.flights]")
    page.locator(".as-step-reshelve").press("ArrowRight")
    expect(page.locator(".as-picture svg > title")).to_have_text(STEPS["inside_flip"].say("both"))
    assert page.evaluate("window.before.every((flight) => flight.playState === 'finished')")
    assert page.evaluate("document.getAnimations().length") > 0


def test_left_alone_it_ends_by_itself(voila_page: OpenPage) -> None:
    page = voila_page()
    page.locator(".as-step-dividers").click()
    expect(page.locator(".as-picture svg > title")).to_have_text(STEPS["dividers"].say("both"))
    page.evaluate(HOLD.replace("flight.pause();", ""))
    page.locator(".as-step-reshelve").click()
    expect(page.locator(".as-picture svg > title")).to_have_text(STEPS["reshelve"].say("both"))
    assert page.evaluate("window.flights.length") > 0
    wait_for(
        "the end",
        lambda: page.evaluate("window.flights.every((flight) => flight.playState === 'finished')"),
    )
    assert page.evaluate("document.getAnimations().length") == 0


def test_who_wants_less_motion_gets_none(page: Page, voila_page: OpenPage) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_held(voila_page)
    for step in ("cut", "dividers", "reshelve", "inside_flip", "reshelve", "blend", "merge"):
        go(page, step)
        assert page.evaluate("window.flights.length") == 0, step
    page.emulate_media(reduced_motion="no-preference")
    go(page, "blend")
    assert page.evaluate("window.flights.length") > 0


def test_only_a_walk_is_in_motion(voila_page: OpenPage) -> None:
    page = open_held(voila_page)
    title = page.locator(".as-picture svg > title")
    go(page, "dividers")
    go(page, "reshelve")
    assert page.evaluate("window.flights.length") > 0

    def change(act: Callable[[], object]) -> None:
        """Make a change that brings a new drawing of the same step."""
        page.evaluate("window.flights.length = 0")
        title.evaluate("(title) => { title.ownerSVGElement.shown = true; }")
        act()
        wait_for("a new drawing", lambda: page.evaluate("!document.querySelector('.as-picture svg').shown"))
        expect(title).to_have_text(STEPS["reshelve"].say("both"))
        assert page.evaluate("window.flights.length") == 0

    def size(name: str, value: int) -> None:
        page.locator(f".as-number-{name} input").fill(str(value))
        page.locator(f".as-number-{name} input").press("Enter")

    change(lambda: size("tokens", 4))
    change(lambda: size("heads", 3))
    change(lambda: size("head_dim", 4))
    change(lambda: page.get_by_role("button", name="1 × 12", exact=True).click())
    change(lambda: page.locator(".as-theme select").select_option("dark"))
    change(lambda: page.get_by_role("button", name="Pencil example").click())
    change(lambda: page.locator(".as-pin-head select").select_option("1"))


def test_the_last_of_many_heads_is_not_kept_waiting(voila_page: OpenPage) -> None:
    """Twelve heads, and of them the last alone: its turn comes within the time of all."""
    page = open_held(voila_page, ex.Config(heads=2, head_dim=6))
    page.get_by_role("button", name="12 × 1", exact=True).click()
    expect(page.locator(".as-sizes")).to_contain_text("12 × 1 = 12")
    page.locator(".as-pin-head select").select_option("11")
    expect_short(morph(page, "dividers", "reshelve"))
    expect_short(morph(page, "reshelve", "dividers"))
    expect_short(morph(page, "blend", "merge"))


@pytest.mark.parametrize(("head_dim", "flies"), [(4, True), (6, False)])
def test_a_cloud_of_cells_does_not_fly(voila_page: OpenPage, head_dim: int, flies: bool) -> None:
    page = open_held(voila_page, ex.Config(tokens=8, heads=4, head_dim=head_dim))
    go(page, "dividers")
    go(page, "reshelve")
    assert page.locator('.as-picture svg g[id*="/"]').count() == 2 * 8 * 4 * head_dim
    flights = page.evaluate(FLIGHTS)
    assert bool(flights) == flies
    assert all(flight["end"] <= WHOLE for flight in flights)
