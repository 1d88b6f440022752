"""Predict for everyone: on a phone, in the dark, with no motion, and twice in one notebook."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import explorer as ex
from explorer.core.questions import Report, quiz
from tests.browser.pair import IDS, open_two
from tests.browser.predicting import (
    COUNT,
    HERE,
    QUIZ,
    SEED,
    TITLE,
    expect_asked,
    expect_focus_on,
    expect_told,
    made_of,
    questions,
)
from tests.browser.test_for_everyone import overflow
from tests.browser.test_names import SMALL, nameless
from tests.browser.touching import OpenPage
from tests.browser.wrong import READABLE, expect_step, go_to, open_at
from tests.servers import Server, wait_for

FLIGHTS = """window.flights = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
    window.flights++;
    return animate.apply(this, given);
};"""


@pytest.mark.parametrize("reduced", [False, True])
def test_the_step_moves_once_it_is_answered_and_not_before(
    page: Page, voila_page: OpenPage, reduced: bool
) -> None:
    page.add_init_script(FLIGHTS)
    page.emulate_media(reduced_motion="reduce" if reduced else "no-preference")
    voila_page(f"?{HERE}&quiz=1,5,flips")
    flips = quiz(ex.trace(), 1, 5, steps=("reshelve", "inside_flip"))
    for number, question in enumerate(flips, 1):
        expect_asked(page, number, question, of=5)
        assert page.evaluate("window.flights") == 0
        page.keyboard.press("1")
        expect_step(page, question.step)
        if reduced:
            expect(page.locator(".as-predict-next")).to_be_visible()
            assert page.evaluate("window.flights") == 0
        else:
            wait_for("a flight", lambda: page.evaluate("window.flights") > 0, patience=10)
        page.evaluate("window.flights = 0")
        page.locator(".as-predict-next").click()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_has_room_for_questions_their_answers_and_the_report(
    page: Page, voila_page: OpenPage, theme: str
) -> None:
    page.set_viewport_size({"width": 320, "height": 800})
    page.emulate_media(color_scheme=theme)
    open_at(voila_page, "")
    go_to(page, "Predict")
    expect_focus_on(page, TITLE[1:])  # the places are at the foot of a long page, the question at its head
    readable = READABLE.replace(".as-meaning *, .as-turns *, .as-sandbox *", ".as-predict *")
    assert readable != READABLE

    def look() -> None:
        wait_for("names for all", lambda: nameless(page) == [], patience=10)
        assert overflow(page)[0] == 0
        assert page.evaluate(SMALL) == []
        assert page.evaluate(readable) == []

    look()
    page.locator(".as-predict-seed").fill(str(SEED))
    page.locator(".as-predict-start").click()
    asked = questions(count=10)
    for number, question in enumerate(asked, 1):
        expect_asked(page, number, question, of=10)
        expect(page.locator(TITLE)).to_be_in_viewport()
        look()
        page.locator(".as-predict-choice").first.click()
        expect(page.locator(".as-predict-next")).to_be_focused()
        expect(page.locator(".as-predict-verdict")).to_be_in_viewport()
        look()
        page.locator(".as-predict-next").click()
    right = sum(question.answer == 0 for question in asked)  # the first choice was pressed each time
    expect(page.locator(TITLE)).to_have_text(f"{right} of 10 right")
    look()


def test_two_in_one_notebook_are_asked_each_for_itself(
    page: Page, lab_server: Server, lab_page: OpenPage
) -> None:
    one, other = open_two(page, lab_server, lab_page, *[f'ex.build(address="{QUIZ}")'] * 2)
    first = questions()[0]
    for root in (one, other):
        expect_asked(root, 1, first)
    assert not set(one.evaluate(IDS)) & set(other.evaluate(IDS))
    # A digit is JupyterLab's outside of an explorer, and inside one it answers that one alone.
    other.locator(TITLE).focus()
    page.keyboard.press(str(first.answer + 1))
    expect_told(other, first, first.answer)
    expect(other.locator(".as-predict-next")).to_be_focused()
    expect_asked(one, 1, first)
    expect(page.locator(".jp-MarkdownCell")).to_have_count(0)  # where digits make headings of a cell
    one.locator(".as-predict-choice").nth((first.answer + 1) % 4).click()
    expect_told(one, first, (first.answer + 1) % 4)
    expect(one.locator(".as-predict-next")).to_be_focused()
    expect_told(other, first, first.answer)
    with page.expect_download() as kept:
        for number, question in enumerate(questions(), 1):
            if number > 1:
                expect_asked(one, number, question)
                one.locator(".as-predict-skip").click()
            one.locator(".as-predict-next").click()
        one.locator(".as-predict-json").click()
    answers = [(first.answer + 1) % 4, *[None] * (COUNT - 1)]
    assert Report.from_json(kept.value.path().read_text(encoding="utf-8")) == made_of(answers)
