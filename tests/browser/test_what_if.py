"""What-if in a real browser: sizes, typed numbers, masks, undo; every number is the engine's."""

from __future__ import annotations

import random
from contextlib import suppress

from playwright.sync_api import Page, expect

import explorer as ex
from explorer.core.edits import Edit
from tests.browser.reading import Cells, engine_cells, shown_cells
from tests.browser.touching import (
    OpenPage,
    cell,
    expect_cells,
    expect_touched,
    go,
    open_still,
    scene_of,
    set_sizes,
    type_over,
)
from tests.panels.test_touched import arithmetic
from tests.scene.test_pointing import drawn_places
from tests.servers import wait_for


def tab(page: Page, name: str) -> None:
    page.locator(".as-tabs").get_by_role("button", name=name).click()
    expect(page.locator(f".as-tab-{name}")).to_be_visible()  # what is out of sight takes no focus


def cells_come_to(page: Page, awaited: Cells) -> Cells:
    """The picture's cells as soon as they are the awaited ones, or as they are after a long while."""

    def cells() -> Cells:
        return {name: text.replace("\N{MINUS SIGN}", "-") for name, text in shown_cells(page).items()}

    with suppress(AssertionError):  # whoever asked says what differs
        wait_for("the cells", lambda: cells() == awaited, patience=20)
    return cells()


def test_random_sizes_and_typed_numbers_give_the_engines_cells_and_arithmetic(voila_page: OpenPage) -> None:
    page, draw = open_still(voila_page), random.Random(20)
    for _ in range(3):
        config = ex.Config(
            tokens=draw.randint(2, 5), heads=draw.randint(1, 3), head_dim=draw.randint(1, 3),
            batch=draw.randint(1, 2), window=draw.randint(1, 2),
        )  # fmt: skip
        set_sizes(page, config)
        go(page, "cut")
        edits = []
        for name in ("query", "key", "value"):
            row, column = draw.randrange(config.tokens), draw.randrange(config.width)
            value = draw.choice([-3.0, 0.5, 7.0, 12.0])
            head, place = divmod(column, config.head_dim)
            identity = f"{name}:b0:t{row}:h{head}:d{place}"
            type_over(page, f"after-{name}/{identity}", f"{value:g}")
            edits.append(Edit(name, 0, row, column, value))
            # A number that arrives while the next is typed would close its box.
            wanted = engine_cells(ex.trace(config.replace(edits=edits)), "cut")
            assert cells_come_to(page, wanted) == wanted
        trip = ex.trace(config.replace(edits=edits))
        for step in ("cut", "reshelve", "scores", "shares", "blend", "merge"):
            go(page, step)
            wanted = engine_cells(trip, step)
            assert cells_come_to(page, wanted) == wanted
            scene, places = scene_of(trip, step), drawn_places(trip, step)
            for panel in {panel.role: panel for panel in scene.panels}.values():
                name = f"{panel.role}/{draw.choice(panel.cells).identity}"
                cell(page, name).hover()
                told = page.locator(".as-touched-text .as-arithmetic")
                expect(told).to_have_text(arithmetic(trip, places[name]))
                expect_touched(page, trip, step, name)  # and where it is, and what is lit
        tab(page, "numbers")
        page.get_by_role("button", name="As they were").click()
        tab(page, "sizes")


def test_a_block_is_pasted_from_a_spreadsheet(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    go(page, "cut")
    cell(page, "after-query/query:b0:t1:h1:d0").focus()
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.setData("text/plain", "7\\t8,5\\n9\\t-1");
            document.activeElement.dispatchEvent(
                new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }"""
    )
    edits = [("query", 0, 1, 2, 7), ("query", 0, 1, 3, 8.5), ("query", 0, 2, 2, 9), ("query", 0, 2, 3, -1)]
    expect_cells(page, ex.trace(ex.Config(edits=edits)), "cut")
    typed = "q0.1.2:7,q0.1.3:8.5,q0.2.2:9,q0.2.3:-1"
    assert wait_for("the address", lambda: page.evaluate("location.search") == f"?edits={typed}&step=cut")


def test_escape_lets_a_number_be_and_text_is_refused_in_words(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    go(page, "cut")
    name = "after-key/key:b0:t0:h0:d0"
    cell(page, name).focus()
    page.keyboard.type("12")
    expect(page.locator(".as-typing")).to_have_value("12")
    page.keyboard.press("Escape")
    expect(page.locator(".as-typing")).to_have_count(0)
    expect(page.locator(".as-undo")).to_be_enabled()  # the step, not the number
    expect_cells(page, ex.trace(), "cut")
    type_over(page, name, "1x")
    expect(page.locator(".as-problem [role=alert]")).to_have_text(
        "Cannot take '1x' for a number: give one as in 2, -0.5, 1e-3 or 1/4."
    )
    expect_cells(page, ex.trace(), "cut")


def test_over_a_narrow_cell_at_the_edge_the_box_stays_in_the_picture(voila_page: OpenPage) -> None:
    page = voila_page("?T=8&H=4&D=4&step=cut")
    page.locator(".as-picture svg").wait_for()
    widths = "() => (paper => [paper.scrollWidth, paper.clientWidth])(document.querySelector('.as-picture'))"
    before = page.evaluate(widths)
    for name in ("after-query/query:b0:t7:h0:d0", "after-value/value:b0:t7:h3:d3"):
        cell(page, name).dblclick()
        box = page.locator(".as-typing").bounding_box()
        paper, over = page.locator(".as-paper").bounding_box(), cell(page, name).bounding_box()
        assert box["width"] > over["width"]
        assert paper["x"] <= box["x"] <= over["x"]
        assert over["x"] + over["width"] <= box["x"] + box["width"] <= paper["x"] + paper["width"]
        assert page.evaluate(widths) == before
        page.keyboard.press("Escape")


def test_undo_and_redo_by_keys_and_by_buttons(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    expect(page.locator(".as-undo")).to_be_disabled()
    go(page, "cut")
    type_over(page, "after-value/value:b0:t0:h0:d0", "9")
    changed = ex.trace(ex.Config(edits=[("value", 0, 0, 0, 9)]))
    expect_cells(page, changed, "cut")
    page.keyboard.press("Control+z")
    expect_cells(page, ex.trace(), "cut")
    page.keyboard.press("Control+Shift+z")
    expect_cells(page, changed, "cut")
    page.locator(".as-undo").click()
    page.locator(".as-undo").click()
    expect_cells(page, ex.trace(), "pour")
    expect(page.locator(".as-undo")).to_be_disabled()
    page.locator(".as-redo").click()
    expect_cells(page, ex.trace(), "cut")


def test_the_keep_table_is_pressed_cell_by_cell_and_the_rules_come_back(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    go(page, "mask")
    tab(page, "masks")
    press = page.locator('.as-keep[data-with="0,2"]')
    expect(press).to_have_attribute("aria-pressed", "false")
    press.focus()
    page.keyboard.press("Enter")
    expect(press).to_have_attribute("aria-pressed", "true")
    expect_cells(page, ex.trace(ex.Config(by_hand=[(0, 2, True)])), "mask")
    wait_for("the focus", lambda: page.evaluate("document.activeElement.dataset.with") == "0,2")
    page.locator('.as-keep[data-with="0,2"]').click()
    page.locator('.as-keep[data-with="0,0"]').click()
    expect(page.locator(".as-problem [role=alert]")).to_contain_text("Cannot share out the row of token 0")
    page.get_by_role("button", name="As the rules say").click()
    expect_cells(page, ex.trace(), "mask")
    expect(page.locator(".as-problem [role=alert]")).to_have_count(0)


def test_scale_window_and_look_ahead_are_switched(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    go(page, "scores")
    tab(page, "masks")
    page.locator(".as-scale").get_by_role("button", name="1", exact=True).click()
    expect_cells(page, ex.trace(ex.Config(scale="none")), "scores")
    page.locator(".as-scale").get_by_role("button", name="√C").click()
    expect_cells(page, ex.trace(ex.Config(scale="width")), "scores")
    go(page, "mask")
    page.locator(".as-causal").get_by_role("button", name="yes").click()
    page.locator(".as-counts-self").get_by_role("button", name="no").click()
    expect_cells(page, ex.trace(ex.Config(scale="width", causal=False, window_counts_self=False)), "mask")
    address = "?self=0&causal=0&scale=width&step=mask"
    assert wait_for("the address", lambda: page.evaluate("location.search") == address)


def test_on_a_phone_a_refusal_is_seen_where_one_is(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    page.set_viewport_size({"width": 360, "height": 740})
    box = page.locator(".as-number-tokens input")
    box.fill("99")
    box.press("Enter")
    toast = page.locator(".as-toast")
    expect(toast).to_be_visible()
    expect(toast).to_be_in_viewport()
    expect(toast).to_contain_text("Cannot show T = 99 on this page")
    toast.click()
    expect(toast).to_be_hidden()
    box.fill("4")
    box.press("Enter")
    expect(toast).to_be_hidden()


def test_a_double_press_types_and_pins_once(voila_page: OpenPage) -> None:
    page = open_still(voila_page)
    go(page, "cut")
    name = "after-query/query:b0:t0:h0:d0"
    cell(page, name).dblclick()
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    expect_cells(page, ex.trace(ex.Config(edits=[("query", 0, 0, 0, 6)])), "cut")
    assert wait_for("the pin", lambda: "pin=cut.query.b0.t0.u0" in page.evaluate("location.search"))
