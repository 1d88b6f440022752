"""The flip sandbox in a real browser: moves made, refused, taken back; every number is the engine's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from playwright.sync_api import Page, expect

import explorer as ex
from explorer.core.mistakes.moves import MOVES
from explorer.core.mistakes.orders import pairs, relation
from explorer.core.mistakes.sandbox import Play, play
from explorer.core.mistakes.strides import VIEW_RULE
from explorer.panels.records import MOST_MOVES
from explorer.scene import Look
from explorer.scene.sandbox import sandbox_scene
from explorer.words import TENSORS
from tests.browser import touching
from tests.browser.touching import ACTIVE, HINT, OpenPage, cell, go, open_still, set_sizes, type_over
from tests.browser.wrong import (
    PICTURE,
    expect_focus,
    expect_numbers,
    expect_query,
    open_at,
    played_cells,
    tab_to,
)

HERE = "place=sandbox"
Act = Callable[[], object]


def game(moves: Sequence[str], config: ex.Config | None = None, tensor: str = "key") -> Play:
    """What the engine makes of these moves."""
    trip = ex.trace(config)
    return play(trip["cut"][tensor], moves, heads=trip.config.heads)


def make(page: Page, move: str) -> None:
    page.locator(f".as-move-{move}").click()


def expect_played(page: Page, made: Play) -> None:
    """Expect the picture and the list to tell these moves, their shapes and their strides."""
    expect_numbers(page, played_cells(made))
    told = page.locator(".as-stages > li")
    expect(told).to_have_count(len(made.stages))
    for item, stage in zip(told.all(), made.stages, strict=True):
        expect(item.locator("p").first).to_have_text(stage.text())
        expect(item.locator("code")).to_have_text(stage.code)
        if stage.tensor is not None:
            expect(item.locator(".as-hint")).to_contain_text(f"strides {stage.strides}")
    kinds = [stage.scrambled or stage.tensor is None for stage in made.stages]
    expect(page.locator(".as-stages .as-scrambled")).to_have_count(sum(kinds))


def test_moves_are_made_by_click_taken_back_swapped_and_cleared(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    page.locator(".as-places").get_by_role("button", name="Flip sandbox", exact=True).click()
    expect_played(page, game([]))
    ends = [page.locator(name) for name in (".as-move-back", ".as-clear", ".as-swap-moves")]
    for end in ends:
        expect(end).to_be_disabled()
    acts: tuple[tuple[Act, list[str]], ...] = (
        (lambda: make(page, "dividers"), ["dividers"]),
        (lambda: make(page, "reshelve"), ["dividers", "reshelve"]),
        (lambda: make(page, "glue"), ["dividers", "reshelve", "glue"]),
        (lambda: page.locator(".as-move-back").click(), ["dividers", "reshelve"]),
        (lambda: make(page, "inside_flip"), ["dividers", "reshelve", "inside_flip"]),
        (lambda: page.locator(".as-swap-moves").click(), ["dividers", "inside_flip", "reshelve"]),
        (lambda: page.locator(".as-clear").click(), []),
        (lambda: make(page, "reshape"), ["reshape"]),
    )
    for act, moves in acts:
        act()
        expect_played(page, game(moves))
        if len(moves) > 1:
            *before, last, one = moves
            other = relation(ex.trace()["cut"]["key"], moves, [*before, one, last], heads=2)
            expect(page.locator(".as-relation")).to_have_text(
                other.text(first="as played", second="the other way round")
            )
    assert game(["dividers", "reshelve", "glue"]).in_place == 4
    page.locator(".as-sandbox-tensor select").select_option(label=TENSORS["value"].short("both"))
    expect_played(page, game(["reshape"], tensor="value"))
    page.locator(".as-undo").click()
    page.locator(".as-undo").click()
    expect_played(page, game([]))
    expect_query(page, HERE)


def test_a_refused_move_is_told_in_numpys_own_words_and_ends_the_play(voila_page: OpenPage) -> None:
    page = open_at(voila_page, HERE)
    make(page, "reshelve")
    made = game(["reshelve"])
    with pytest.raises(ValueError, match="axes") as refusal:
        np.zeros((1, 3, 4)).transpose(0, 2, 1, 3)
    expect_played(page, made)
    expect(page.locator(".as-stages")).to_contain_text(f'NumPy refuses, "{refusal.value}"')
    picture = page.evaluate(PICTURE)
    assert "".join(f"ValueError: {refusal.value}".split()) in picture
    expect(page.locator(".as-said")).to_have_text(made.stages[0].text())
    for move in MOVES:
        expect(page.locator(f".as-move-{move}")).to_be_disabled()
    page.locator(".as-move-back").click()
    make(page, "dividers")
    expect_played(page, game(["dividers"]))


def test_moves_are_made_by_keyboard_and_every_number_says_where_it_began(voila_page: OpenPage) -> None:
    page = open_at(voila_page, HERE)
    tab_to(page, ".as-move-dividers")
    page.keyboard.press("Enter")
    expect_played(page, game(["dividers"]))
    assert page.evaluate("document.activeElement.classList.contains('as-move-dividers')")
    tab_to(page, ".as-move-reshelve", 1)
    page.keyboard.press(" ")
    expect_played(page, game(["dividers", "reshelve"]))
    tab_to(page, ".as-move-glue", 5)
    page.keyboard.press("Enter")
    made = game(["dividers", "reshelve", "glue"])
    expect_played(page, made)
    expect(page.locator(".as-said[role=status]")).to_have_text(made.stages[-1].text())
    scene, told = sandbox_scene(made, Look(heading=False)), page.locator(".as-touched-text .as-where")
    tab_to(page, ".as-picture", 8)
    for panel in scene.panels:
        page.keyboard.press("Tab")
        names = [f"{panel.role}/{each.identity}" for each in panel.cells]
        for key, at in ((None, 0), ("ArrowRight", 1), ("ArrowDown", panel.shape[1] + 1)):
            if key:
                page.keyboard.press(key)
            expect_focus(page, names[at])
            expect(told).to_have_text(panel.cells[at].title)
            expect(cell(page, names[at])).to_have_attribute("aria-label", panel.cells[at].title)
    assert "comes from" in list(scene.cells("move-3"))[5].title
    page.keyboard.press("Escape")
    expect(page.locator(".as-touched-text")).to_contain_text(HINT)
    assert page.evaluate(ACTIVE).startswith("move-3/")
    page.keyboard.press("Control+z")
    expect_played(page, game(["dividers", "reshelve"]))
    tab_to(page, ".as-clear", 60, key="Shift+Tab")
    page.keyboard.press("Enter")
    expect_played(page, game([]))


def test_an_address_a_reload_and_the_browsers_back_bring_the_moves_again(voila_page: OpenPage) -> None:
    query = f"{HERE}&follow=query&moves=dividers,inside_flip"
    page = open_at(voila_page, query.replace("dividers,", "dividers,no_such_move,"))
    made = game(["dividers", "inside_flip"], tensor="query")
    expect_played(page, made)
    problem = page.locator(".as-problem [role=alert]")
    expect(problem).to_have_text(
        "This page's address asks for the move 'no_such_move', which this page does not know; it was let be."
    )
    make(page, "contiguous")
    made = game(["dividers", "inside_flip", "contiguous"], tensor="query")
    expect_played(page, made)
    expect(problem).to_have_count(0)
    expect_query(page, f"{query},contiguous")
    page.reload(wait_until="commit")
    page.locator(".as-picture svg").wait_for()
    expect_played(page, made)
    go(page, "scores")
    touching.expect_cells(page, ex.trace(), "scores", tensor="query")
    page.go_back()
    expect_played(page, made)


def test_sizes_and_numbers_of_ones_own_are_moved_and_no_more_moves_than_can_be_shown(
    voila_page: OpenPage,
) -> None:
    page, config = open_still(voila_page), ex.Config(tokens=2, heads=1, head_dim=2, window=2)
    set_sizes(page, config)
    go(page, "cut")
    touching.expect_cells(page, ex.trace(config), "cut")
    type_over(page, "after-key/key:b0:t1:h0:d1", "-4.5")
    config = config.replace(edits=[("key", 0, 1, 1, -4.5)])
    touching.expect_cells(page, ex.trace(config), "cut")
    page.locator(".as-places").get_by_role("button", name="Flip sandbox", exact=True).click()
    make(page, "dividers")
    expect_played(page, game(["dividers"], config))
    moves = ["dividers"] + ["inside_flip"] * (MOST_MOVES - 1)
    for _ in moves[1:]:
        make(page, "inside_flip")
    expect_played(page, game(moves, config))
    for move in MOVES:
        expect(page.locator(f".as-move-{move}")).to_be_disabled()
    page.locator(".as-slider-tokens .noUi-handle").press("ArrowUp")
    expect_played(page, game(moves, config.replace(tokens=3)))


def test_pytorchs_view_and_which_two_moves_cancel_are_told(voila_page: OpenPage) -> None:
    page = open_at(voila_page, f"{HERE}&moves=dividers,reshelve,glue")
    made, told = game(["dividers", "reshelve", "glue"]), page.locator(".as-played")
    assert made.stages[2].torch_refusal
    expect(told).to_contain_text(made.stages[2].torch_refusal)
    expect(told).to_contain_text(VIEW_RULE)
    page.locator(".as-dialect").get_by_role("button", name="PyTorch").click()
    expect(told.locator("code")).to_have_text([stage.torch for stage in made.stages])
    opener, aside = page.locator(".as-open-pairs"), page.locator(".as-aside-pairs .as-aside-text")
    expect(aside).to_have_text("")
    opener.click()
    order = list(MOVES)
    found = {
        pair.text()
        for pair in pairs(ex.trace()["dividers"]["key"])
        if order.index(pair.first.key) <= order.index(pair.second.key)
    }
    expect(aside.locator("li")).to_have_count(len(found))
    assert set(aside.locator("li").all_inner_texts()) == found
    opener.click()
    expect(aside).to_have_text("")
