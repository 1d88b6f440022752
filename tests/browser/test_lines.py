"""How lines come and go from picture to picture while no number moves, read in mid-flight."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

import explorer as ex
from tests.browser.flight import (
    FLIGHTS,
    MOMENTS,
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
    go,
    line_ways,
    morph,
    open_held,
)  # fmt: skip
from tests.servers import wait_for

AT_BOTH = pytest.mark.parametrize("config", [PENCIL, WIDER], ids=["pencil", "T5-H3-D4"])
MOVING = ("reshelve", "inside_flip", "merge")
ALL_IN_PLACE = [
    (left, entered)
    for a, b in pairwise(ex.STEP_NAMES)
    if b not in MOVING
    for left, entered in ((a, b), (b, a))
] + [("scores", "inside_flip")]


def expect_line(way: tuple[float, ...], kind: str) -> None:
    """Expect a line to come, or to go, little by little: there, between, gone."""
    start, end = {"drawn": (0, 1), "rubbed": (1, 0)}[kind]
    assert way[0] == pytest.approx(start, abs=0.01)
    assert way[-1] == end
    assert sum(0.05 < now < 0.95 for now in way) > 5
    steps = [now - then for then, now in pairwise(way)]
    assert all(step >= -1e-6 if kind == "drawn" else step <= 1e-6 for step in steps)


@AT_BOTH
def test_where_no_number_moves_no_cell_flies(voila_page: OpenPage, config: ex.Config) -> None:
    page = open_held(voila_page, config)
    # In the wider trip one of the three is divided for all; cut shows them all the same.
    divided, between = (3, 1) if config == PENCIL else (1, 2)
    count = {
        ("pour", "cut"): ("drawn", 2),
        ("cut", "pour"): ("rubbed", 2),
        ("cut", "dividers"): ("drawn", divided * between),
        ("dividers", "cut"): ("rubbed", 3 * between),
    }
    for left, entered in ALL_IN_PLACE:
        seen = morph(page, left, entered)
        assert len(seen.seen[0]) > 0
        assert all(now == seen.end for now in seen.seen), (left, entered)
        kind, many = count.get((left, entered), ("drawn", 0))
        assert [flight["line"] for flight in seen.flights] == [True] * many, (left, entered)
        assert all(0 < flight["end"] <= WHOLE for flight in seen.flights)
        if many:
            ways = line_ways(page, kind)
            assert len(ways) == many
            for way in ways:
                expect_line(way, kind)
            # The lines that this picture has for another way in stay as they are.
            other = {"drawn": "rubbed", "rubbed": "drawn"}[kind]
            assert {moment for way in line_ways(page, other) for moment in way} <= {int(other == "drawn")}


@AT_BOTH
def test_merge_rubs_the_dividers_out_once_the_rows_are_home(voila_page: OpenPage, config: ex.Config) -> None:
    page = open_held(voila_page, config)
    seen = morph(page, "blend", "merge")
    expect_short(seen)
    assert not seen.flying & {*drawn_as(seen, "output")}
    ways = line_ways(page, "rubbed")
    assert len(ways) == config.heads - 1
    home = next(i for i, now in enumerate(seen.seen) if now == seen.end)
    assert home > len(MOMENTS) / 2
    for way in ways:
        expect_line(way, "rubbed")
        assert all(now == pytest.approx(1) for now in way[: home - 1])

    # From elsewhere too; and going on or back from there, none is seen.
    morph(page, "pour", "merge")
    for way in line_ways(page, "rubbed"):
        expect_line(way, "rubbed")
    go(page, "blend")
    assert line_ways(page, "rubbed") == []


def test_too_many_numbers_to_fly_still_lose_their_dividers(voila_page: OpenPage) -> None:
    page = open_held(voila_page, ex.Config(tokens=8, heads=4, head_dim=4))
    seen = morph(page, "blend", "merge")
    expect_short(seen)
    assert not seen.flying
    ways = line_ways(page, "rubbed")
    assert len(ways) == 3
    for way in ways:
        expect_line(way, "rubbed")
        assert way[MOMENTS.index(740)] == 0  # there is no flight to wait for


def test_any_key_ends_the_rubbing(voila_page: OpenPage) -> None:
    page = open_held(voila_page)
    for left, entered in (("blend", "merge"), ("dividers", "cut"), ("cut", "pour")):
        go(page, left)
        go(page, entered)
        line = page.locator(".as-picture .as-rubbed").first
        expect(line).to_have_css("opacity", "1")
        page.keyboard.press("x")  # held animations never end by themselves
        expect(line).to_have_css("opacity", "0")
        assert page.evaluate("document.getAnimations().length") == 0


def test_who_wants_less_motion_sees_no_line_go(page: Page, voila_page: OpenPage) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_held(voila_page)
    for left, entered in (("blend", "merge"), ("dividers", "cut"), ("cut", "pour")):
        go(page, left)
        go(page, entered)
        assert page.evaluate("window.flights.length") == 0
        assert {moment for way in line_ways(page, "rubbed") for moment in way} == {0}
        assert page.locator(".as-picture .as-rubbed").count() > 0


def test_again_after_coming_back_is_the_steps_own_move(voila_page: OpenPage) -> None:
    page = open_held(voila_page)
    again = page.locator(".as-again button, button.as-again")

    def press_again() -> Morph:
        page.evaluate("window.flights.length = 0")
        again.click()
        wait_for("the move", lambda: page.evaluate("window.flights.length"))
        return Morph({}, page.evaluate(READ, list(MOMENTS)), page.evaluate(FLIGHTS))

    for left, step, letter in (("inside_flip", "reshelve", "head"), ("scores", "inside_flip", "token")):
        morph(page, left, step)
        seen = press_again()
        cells = drawn_as(seen, "after")
        expect_short(seen)
        assert seen.flying == set(cells)
        expect_travel(seen, cells, lambda cell, seen=seen: seen.end[cell.replace("after", "before", 1)])
        expect_in_turn(seen, cells, letter, 0)

    morph(page, "dividers", "cut")
    press_again()
    assert {way[-1] for way in line_ways(page, "rubbed")} == {0}
    for way in line_ways(page, "drawn"):
        expect_line(way, "drawn")

    # These steps move nothing themselves: what was seen belonged to the step that was left.
    for left, step in (("merge", "blend"), ("cut", "pour")):
        go(page, left)
        go(page, step)
        assert page.evaluate("window.flights.length") > 0
        expect(again).to_be_disabled()
