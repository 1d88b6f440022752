"""Stop in the browser: a report so far that can be kept, a way on, and nothing sent of what comes."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

import explorer as ex
from explorer.core.questions import Report, quiz, report
from explorer.core.questions.misconceptions import FLIPS_MISTAKEN
from tests.browser.predicting import (
    COUNT,
    HERE,
    QUIZ,
    SEED,
    TITLE,
    expect_asked,
    expect_focus_on,
    questions,
)
from tests.browser.touching import OpenPage
from tests.browser.wrong import open_at, tab_to
from tests.panels.predicting import secrets


def answer(page: Page, count: int) -> None:
    """Answer the first questions with their first choice."""
    for number, question in enumerate(questions()[:count], 1):
        expect_asked(page, number, question)
        page.keyboard.press("1")
        page.locator(".as-predict-next").click()


def stop(page: Page) -> None:
    tab_to(page, ".as-predict-stop", most=80)
    page.keyboard.press("Enter")


def test_a_set_that_is_stopped_is_reported_so_far_kept_as_a_file_and_gone_on_with(
    page: Page, voila_page: OpenPage
) -> None:
    open_at(voila_page, QUIZ)
    answer(page, 3)
    expect_asked(page, 4, questions()[3])
    stop(page)
    made = report(questions()[:3], [0] * 3, trip=f"B1 T3 H2 D2 W2, questions number {SEED}", of=COUNT)
    expect(page.locator(TITLE)).to_have_text(f"3 of {COUNT} answered")
    expect_focus_on(page, TITLE[1:])
    lines = [line.removeprefix("- ") for line in made.text().splitlines()[1:]]
    expect(page.locator(".as-predict-lines :is(p, li)")).to_have_text(lines)
    expect(page.locator(".as-said")).to_have_text(
        f"The set is stopped. 3 of {COUNT} answered. {made.score.right} of 3 right."
    )
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save as JSON").click()
    assert Report.from_json(kept.value.path().read_text(encoding="utf-8")) == made
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save as text").click()
    assert kept.value.path().read_text(encoding="utf-8") == made.plain()
    tab_to(page, ".as-predict-next", most=80)
    page.keyboard.press("Enter")
    expect_asked(page, 4, questions()[3])
    expect_focus_on(page, TITLE[1:])


def test_from_the_report_so_far_another_set_can_be_chosen_and_an_unanswered_one_has_none(
    page: Page, voila_page: OpenPage
) -> None:
    open_at(voila_page, QUIZ)
    answer(page, 1)
    stop(page)
    expect(page.locator(TITLE)).to_have_text(f"1 of {COUNT} answered")
    page.get_by_role("button", name="Another set").click()
    expect(page.locator(".as-predict-seed")).to_have_value(str(SEED))
    page.locator(".as-predict-start").click()
    expect(page.locator(TITLE)).to_have_text("Question 1 of 10")
    stop(page)
    expect(page.locator(".as-predict-start")).to_be_visible()


def test_what_comes_after_a_stop_is_not_sent_before_it_is_answered(page: Page, voila_page: OpenPage) -> None:
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: sent.append(str(frame))))
    open_at(voila_page, QUIZ)
    answer(page, 2)
    stop(page)
    expect(page.locator(TITLE)).to_have_text(f"2 of {COUNT} answered")
    frames, names = "".join(sent), page.locator("body").aria_snapshot()
    given = set(FLIPS_MISTAKEN).union(*(secrets(one) for one in questions()[:2]))
    for question in questions()[2:]:
        for secret in secrets(question) - given:
            assert json.dumps(secret)[1:-1] not in frames
            assert secret not in frames + names


def test_that_nothing_is_wrong_is_told_by_no_text_name_or_message_of_the_page(
    page: Page, voila_page: OpenPage
) -> None:
    firsts = ((seed, quiz(ex.trace(), seed, 1)[0]) for seed in range(400))
    seed, question = next(found for found in firsts if found[1].right.value == "")
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: sent.append(str(frame))))
    open_at(voila_page, f"{HERE}&quiz={seed},5")
    expect_asked(page, 1, question, of=5)
    frames = "".join(sent) + page.content() + page.locator("body").aria_snapshot()
    for secret in secrets(question):
        assert secret not in frames
        assert json.dumps(secret)[1:-1] not in frames
    page.keyboard.press(str(question.answer + 1))
    expect(page.locator(".as-predict-verdict")).to_have_text("Right.")
    expect(page.locator(".as-predict-outcome p")).to_contain_text(
        'Yes, it is the right way. The wrong turn "'
    )
