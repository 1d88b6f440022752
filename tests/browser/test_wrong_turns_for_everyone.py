"""Wrong turns and the flip sandbox for everyone: on a phone, in the dark, and twice in one notebook."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from explorer.words import STEPS
from tests.browser.pair import IDS, open_two
from tests.browser.test_for_everyone import overflow
from tests.browser.test_names import SMALL, nameless
from tests.browser.touching import HINT, OpenPage, go
from tests.browser.wrong import (
    HERE,
    PENCIL,
    READABLE,
    expect_numbers,
    expect_shown,
    expect_step,
    expect_verdict,
    go_to,
    open_at,
    pick,
    picture_of,
    take,
    walk_to,
    wrong_cells,
)
from tests.servers import Server, wait_for

GUESSED = ".as-guess-told [role=status]"
Act = Callable[[Page], object]
ACTS: tuple[Act, ...] = (
    lambda page: page.locator(".as-clash").wait_for(),
    lambda page: (pick(page, "view_after_flip"), expect_verdict(page, take(PENCIL, "view_after_flip"))),
    lambda page: (page.locator(".as-open-meter").click(), page.locator(".as-meter").wait_for()),
    lambda page: (page.locator(".as-surprise").click(), page.locator(".as-guess").first.wait_for()),
    lambda page: (page.locator(".as-guess").first.click(), page.locator(GUESSED).wait_for()),
    lambda page: (go_to(page, "Flip sandbox"), page.locator(".as-move-reshelve").click()),
    lambda page: page.locator(".as-stages .as-scrambled").wait_for(),
)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_has_room_for_it_every_control_a_name_and_every_word_is_readable(
    page: Page, voila_page: OpenPage, theme: str
) -> None:
    page.set_viewport_size({"width": 320, "height": 800})
    page.emulate_media(color_scheme=theme)
    open_at(voila_page, f"{HERE}&turns=flip_forgotten&step=inside_flip")
    for act in ACTS:
        act(page)
        wait_for("names for all", lambda: nameless(page) == [], patience=10)
        assert overflow(page)[0] == 0
        assert page.evaluate(SMALL) == []
        assert page.evaluate(READABLE) == []
    paper = {"light": "#ffffff", "dark": "#14171a"}[theme]
    expect(page.locator(".as-picture svg > rect").first).to_have_attribute("fill", paper)


def test_right_and_wrong_stand_still_side_by_side(page: Page, voila_page: OpenPage) -> None:
    """A flight would be of the right way; what is out of place is held against it at rest."""
    page.add_init_script(
        """window.flights = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...given) {
            window.flights++;
            return animate.apply(this, given);
        };"""
    )
    voila_page(f"?{HERE}")
    for key, step in (("merge_without_reshelve", "merge"), ("split_by_reshape", "reshelve")):
        pick(page, key)
        expect_step(page, step)
        walk_to(page, "dividers")
        walk_to(page, "reshelve")
        expect_numbers(page, wrong_cells(take(PENCIL, key), "reshelve"))
        expect(page.locator(".as-again")).to_be_disabled()
    assert page.evaluate("window.flights") == 0
    go_to(page, "Walk")
    go(page, "dividers")
    go(page, "reshelve")
    assert page.evaluate("window.flights") > 0


def test_two_in_one_notebook_take_wrong_turns_of_their_own(
    page: Page, lab_server: Server, lab_page: OpenPage
) -> None:
    one, other = open_two(page, lab_server, lab_page, *[f'ex.build(address="{HERE}")'] * 2)
    pick(one, "merge_without_reshelve")
    pick(other, "flip_forgotten")
    first, second = take(PENCIL, "merge_without_reshelve"), take(PENCIL, "flip_forgotten")
    expect_shown(one, first, "merge")
    expect_shown(other, second, "inside_flip")
    ids = [root.evaluate(IDS) for root in (one, other)]
    assert not set(ids[0]) & set(ids[1])

    # Steps, and what the number under the focus is, are each one's own too.
    misplaced = next(cell for cell in picture_of(first, "merge").cells("wrong") if "comes from" in cell.title)
    one.locator(f'.as-picture g[id$="-wrong/{misplaced.identity}"]').focus()
    expect(one.locator(".as-touched-text .as-where")).to_have_text(misplaced.title)
    expect(other.locator(".as-touched-text")).to_contain_text(HINT)
    other.locator(".as-opener").first.focus()
    page.keyboard.press("ArrowRight")
    expect_shown(other, second, "scores")
    expect_shown(one, first, "merge")
    other.locator(".as-way-back").click()
    expect(other.locator(".as-way-back")).to_be_disabled()
    expect(other.locator(".as-picture svg > title")).to_have_text(STEPS["scores"].say("both"))
    expect_shown(one, first, "merge")
