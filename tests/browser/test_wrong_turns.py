"""Wrong turns in a real browser: picked, drawn, told, hidden, found and taken back."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import Page, expect

import explorer as ex
from explorer.core.edits import Edit
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.equivalences import equivalences
from explorer.core.mistakes.meter import meter
from explorer.core.mistakes.tell_names import tell_clash
from explorer.core.mistakes.telling import tell_verdict
from tests.browser import touching
from tests.browser.touching import ACTIVE, HINT, OpenPage, cell, go, open_still, set_sizes, type_over
from tests.browser.wrong import (
    HERE,
    PENCIL,
    PICTURE,
    expect_code,
    expect_focus,
    expect_numbers,
    expect_query,
    expect_shown,
    expect_step,
    go_to,
    label_of,
    open_at,
    pick,
    picture_of,
    tab_to,
    take,
    walk_to,
    wrong_cells,
)
from tests.servers import wait_for


def test_a_turn_picked_from_the_list_is_drawn_told_and_marked_in_the_code(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    go_to(page, "Wrong turns")
    expect(page.locator(".as-verdict")).to_contain_text("Pick a wrong turn above the picture.")
    page.locator(".as-begin").click()
    expect_shown(page, take(PENCIL, "split_by_reshape"), "reshelve")
    for key, step in (
        ("merge_without_reshelve", "merge"),
        ("softmax_over_askers", "shares"),
        ("keep_swapped", "mask"),
        ("qkv_order", "cut"),
        ("view_after_flip", "merge"),
    ):
        pick(page, key)
        wrong = take(PENCIL, key)
        assert step == (ex.compare(wrong.right, wrong).first or WRONG_TURNS[key].step)
        expect_shown(page, wrong, step)
        expect_code(page, wrong, "pytorch" if key == "view_after_flip" else "numpy")
    expect(page.locator(".as-verdict")).to_contain_text("Right in NumPy, refused in PyTorch.")
    refused = "".join(take(PENCIL, "view_after_flip").torch_refusal.message.split())
    assert refused in page.evaluate(PICTURE)  # what PyTorch says there


def test_a_refusal_is_told_in_numpys_own_words_and_the_way_ends_there(voila_page: OpenPage) -> None:
    page, wrong = open_at(voila_page, f"{HERE}&words=pencil"), take(PENCIL, "flip_forgotten")
    lists = page.locator(".as-turn:not(.as-second) select")
    lists.select_option(label=label_of("flip_forgotten", "pencil"))
    expect_step(page, "inside_flip")
    said = page.locator(".as-verdict")
    clash = tell_clash(wrong.clashes[0], "pencil")
    met = said.locator(".as-clash")
    expect(met.locator("summary")).to_contain_text("Names clash in 6 scores")  # before it comes to that
    met.locator("summary").click()
    expect(met.get_by_text(clash, exact=True)).to_be_visible()
    walk_to(page, "scores")
    rows = np.ones((1, 2, 3, 2))
    with pytest.raises(ValueError, match="mismatch") as refusal:
        rows @ rows
    expect(met).to_have_count(0)  # there the picture has it
    expect(said).to_contain_text(str(refusal.value))
    picture = page.evaluate(PICTURE)
    for words in (str(refusal.value), clash.split(": ")[1].split(".")[0], "NumPy's own words"):
        assert "".join(words.split()) in picture
    assert not [name for name in wrong_cells(wrong, "scores") if name.startswith("wrong/")]
    expect_numbers(page, wrong_cells(wrong, "scores"))
    walk_to(page, "merge")
    expect_numbers(page, wrong_cells(wrong, "merge"))
    assert "Notreached:NumPyrefused" in page.evaluate(PICTURE)
    expect(page.locator(".as-repairs .as-mark-right").first).to_be_visible()


def test_equal_sizes_let_it_run_with_both_names_amber_and_one_more_book_breaks_the_luck(
    voila_page: OpenPage,
) -> None:
    page = open_at(voila_page, f"{HERE}&turns=flip_forgotten&step=scores")
    page.locator(".as-number-head_dim input").fill("3")
    page.locator(".as-number-head_dim input").press("Enter")
    tied = take(PENCIL.replace(head_dim=3), "flip_forgotten")
    expect_shown(page, tied, "scores")
    left, right = tied.clashes[0].apart[0]
    assert (left, right) == ("head_dim", "token")
    told = "".join(tell_clash(tied.clashes[0]).split())
    assert "Namesclash" in page.evaluate(PICTURE)
    assert told in page.evaluate(PICTURE)
    pick(page, "merge_time_first")
    lucky = take(PENCIL.replace(head_dim=3), "merge_time_first")
    expect_shown(page, lucky, "merge")
    expect(page.locator(".as-verdict .as-kind-hidden-by-a-tie")).to_have_text(
        "The right numbers come out, by luck."
    )
    page.locator(".as-slider-batch .noUi-handle").press("ArrowUp")
    unlucky = take(PENCIL.replace(head_dim=3, batch=2), "merge_time_first")
    expect_shown(page, unlucky, "merge")
    expect(page.locator(".as-verdict .as-kind-wrong-contents")).to_be_visible()


def test_numbers_and_sizes_of_ones_own_take_the_wrong_turn_too(voila_page: OpenPage) -> None:
    page, config = open_still(voila_page), ex.Config(tokens=4, heads=2, head_dim=3, window=3)
    set_sizes(page, config)
    go(page, "cut")
    touching.expect_cells(page, ex.trace(config), "cut")
    type_over(page, "after-value/value:b0:t1:h1:d0", "7.5")
    config = config.replace(edits=[Edit("value", 0, 1, 3, 7.5)])
    touching.expect_cells(page, ex.trace(config), "cut")
    go_to(page, "Wrong turns")
    pick(page, "softmax_over_askers")
    expect_shown(page, take(config, "softmax_over_askers"), "shares")
    walk_to(page, "merge")
    expect_numbers(page, wrong_cells(take(config, "softmax_over_askers"), "merge"))
    page.locator(".as-slider-tokens .noUi-handle").press("ArrowUp")
    expect_shown(page, take(config.replace(tokens=5), "softmax_over_askers"), "merge")
    expect(page.locator(".as-number-tokens input")).to_have_value("5")


def test_two_turns_are_taken_at_once_and_the_influence_grid_tells(voila_page: OpenPage) -> None:
    page = open_at(voila_page, f"T=5&H=3&D=4&W=5&{HERE}")
    config = ex.Config(tokens=5, heads=3, head_dim=4, window=5)
    expect(page.locator(".as-second select")).to_be_disabled()
    both = ("split_by_reshape", "merge_without_reshelve")
    pick(page, both[0])
    expect_shown(page, take(config, both[0]), "reshelve")
    pick(page, both[1], second=True)
    expect_shown(page, take(config, *both), "reshelve")
    walk_to(page, "merge")
    expect_shown(page, take(config, *both), "merge")
    expect_code(page, take(config, *both))
    rows = ["".join(page.locator(f'.as-picture g[id*="influence/influence:i{i}:"] text').all_text_contents())
            for i in range(5)]  # fmt: skip
    assert rows == ["10000", "11000", "01100", "01110", "00011"]
    expect(page.locator(".as-verdict-more")).to_contain_text(ex.influence(take(config, *both)).text())
    pick(page, "", second=True)
    expect_shown(page, take(config, both[0]), "reshelve")
    expect_query(page, f"T=5&H=3&D=4&W=5&step=reshelve&{HERE}&turns=split_by_reshape")


def test_all_of_it_by_keyboard(voila_page: OpenPage) -> None:
    page, wrong = open_still(voila_page), take(PENCIL, "merge_without_reshelve")
    tab_to(page, ".as-places button:nth-of-type(5)", key="Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".as-page")).to_have_attribute("data-place", "wrong_turns")
    tab_to(page, ".as-turn:not(.as-second) select")
    page.keyboard.type(label_of("merge_without_reshelve")[:30])
    expect_shown(page, wrong, "merge")
    expect(page.locator(".as-stage svg")).to_be_visible()  # no letter of it was taken for a key of the page
    first = tell_verdict(ex.compare(wrong.right, wrong))[0]
    said = page.locator(".as-said[role=status]")
    expect(said).to_have_text(f"Wrong turn, shown at merge: {wrong.turns[0].say('both')}. {first}")
    assert page.evaluate("document.activeElement.tagName") == "SELECT"
    tab_to(page, ".as-surprise", 2)
    page.keyboard.press("ArrowLeft")
    expect_shown(page, wrong, "blend")
    expect(said).to_contain_text("Step 9 of 10, blend.")
    page.keyboard.press("ArrowRight")
    expect_shown(page, wrong, "merge")

    # Into the grids: right, wrong, influence, keep-table. Each cell says what it is and where it comes from.
    scene, told = picture_of(wrong, "merge"), page.locator(".as-touched-text .as-where")
    assert [panel.role for panel in scene.panels] == ["right", "wrong", "influence", "keep"]
    tab_to(page, ".as-picture", 2)
    for panel in scene.panels:
        page.keyboard.press("Tab")
        names = [f"{panel.role}/{each.identity}" for each in panel.cells]
        columns = panel.shape[1]
        for key, at in ((None, 0), ("ArrowRight", 1), ("ArrowDown", columns + 1), ("ArrowLeft", columns)):
            if key:
                page.keyboard.press(key)
            expect_focus(page, names[at])
            expect(told).to_have_text(panel.cells[at].title)
            expect(cell(page, names[at])).to_have_attribute("aria-label", panel.cells[at].title)
    misplaced = next(each for each in scene.cells("wrong") if "comes from" in each.title)
    cell(page, f"wrong/{misplaced.identity}").focus()
    expect(told).to_contain_text("here belongs")
    expect_step(page, "merge")
    page.keyboard.press("Escape")
    expect(page.locator(".as-touched-text")).to_contain_text(HINT)
    assert page.evaluate(ACTIVE) == f"wrong/{misplaced.identity}"

    # And the way back.
    tab_to(page, ".as-way-back")
    page.keyboard.press("Enter")
    touching.expect_cells(page, ex.trace(), "merge")
    expect(page.locator(".as-way-back")).to_be_disabled()
    expect(said).to_contain_text("Step 10 of 10, merge.")
    page.keyboard.press("Control+z")
    expect_shown(page, wrong, "merge")


def search(page: Page) -> str:
    found: str = page.evaluate("location.search")
    return found


def test_an_address_a_reload_and_the_browsers_back_bring_the_turns_again(voila_page: OpenPage) -> None:
    query = f"step=scores&{HERE}&turns=qkv_order,divided_by_sqrt_c"
    page = open_at(voila_page, f"{query},no_such_turn")
    wrong = take(PENCIL, "qkv_order", "divided_by_sqrt_c")
    expect_shown(page, wrong, "scores")
    problem = page.locator(".as-problem [role=alert]")
    expect(problem).to_have_text(
        "This page's address asks for the wrong turn 'no_such_turn', which this page does not know; it was "
        "let be."
    )
    walk_to(page, "shares")
    expect_query(page, query.replace("scores", "shares"))
    page.reload(wait_until="commit")
    page.locator(".as-picture svg").wait_for()
    expect_shown(page, wrong, "shares")
    expect(problem).to_have_count(0)
    expect(page.locator(".as-second select")).to_have_value(label_of("divided_by_sqrt_c"))
    here = search(page)
    page.locator(".as-right-step").click()
    touching.expect_cells(page, ex.trace(), "shares")
    assert wait_for("another address", lambda: search(page) != here)  # it follows the picture
    page.go_back()
    expect_shown(page, wrong, "shares")
    assert wait_for("the address before", lambda: search(page) == here)
    pick(page, "merge_without_reshelve")
    expect_shown(page, take(PENCIL, "merge_without_reshelve", "divided_by_sqrt_c"), "scores")
    assert wait_for("another address", lambda: search(page) != here)
    page.go_back()
    expect_shown(page, wrong, "shares")


def test_tie_meter_and_equivalences_open_and_say_what_the_engine_finds(voila_page: OpenPage) -> None:
    page = open_at(voila_page, f"{HERE}&D=3")
    opener, table = page.locator(".as-open-meter"), page.locator(".as-meter")
    expect(opener).to_have_attribute("aria-pressed", "false")
    assert table.count() == 0
    opener.click()
    expect(opener).to_have_attribute("aria-pressed", "true")

    def expect_meter(config: ex.Config) -> None:
        found = meter(config)
        for kind in set(found.values()):
            group = table.locator("tbody", has=page.locator(f".as-kind-{kind.replace(' ', '-')}"))
            titles = [turn.say("both") for key, turn in WRONG_TURNS.items() if found[key] == kind]
            expect(group.locator("th[scope=row]")).to_have_text(titles)
            expect(group.locator(".as-kind")).to_contain_text(f": {len(titles)}")
        expect(table.locator("tbody")).to_have_count(len(set(found.values())))

    expect_meter(PENCIL.replace(head_dim=3))
    page.locator(".as-slider-head_dim .noUi-handle").press("ArrowDown")
    expect_meter(PENCIL)
    assert meter(PENCIL)["flip_forgotten"] != meter(PENCIL.replace(head_dim=3))["flip_forgotten"]
    page.locator(".as-open-equivalences").click()
    laws = page.locator(".as-laws > li")
    expect(laws).to_have_count(5)
    for law, one in zip(laws.all(), equivalences(ex.trace()), strict=True):
        expect(law).to_contain_text(one.text())
        expect(law.locator(".as-mark-right")).to_have_count(int(one.holds))
        expect(law.locator("pre").first).to_be_hidden()
        law.locator("summary").click()
        expect(law.locator("pre")).to_have_text([one.left, one.right])
    opener.click()
    expect(table).to_have_count(0)
