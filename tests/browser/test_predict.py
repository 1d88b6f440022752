"""Predict in the browser: a set answered by keyboard, nothing seen too early, and a report to keep."""

from __future__ import annotations

import json
from html import unescape

from playwright.sync_api import Page, expect

import explorer as ex
from explorer.core.questions import Report, report
from explorer.words import STEPS
from tests.browser.predicting import (
    COUNT,
    HERE,
    QUIZ,
    SEED,
    TITLE,
    expect_asked,
    expect_focus_on,
    expect_report,
    expect_told,
    made_of,
    plain,
    questions,
    step_before,
)
from tests.browser.reading import expect_cells
from tests.browser.touching import OpenPage, lit
from tests.browser.wrong import expect_query, expect_step, go_to, open_at, tab_to
from tests.panels.predicting import DISTINCT, secrets
from tests.servers import wait_for


def test_a_set_is_begun_and_answered_rightly_by_keyboard_alone(page: Page, voila_page: OpenPage) -> None:
    open_at(voila_page, HERE)
    tab_to(page, ".as-predict-counts input")
    page.keyboard.press("ArrowLeft")  # from 10 to 5
    tab_to(page, ".as-predict-seed")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(str(SEED))
    page.keyboard.press("Enter")
    five = questions(count=5)
    for number, question in enumerate(five, 1):
        expect_asked(page, number, question, of=5)
        expect_focus_on(page, TITLE[1:])
        expect(page.locator(".as-said")).to_have_text(f"Question {number} of 5. {question.ask()}")
        page.keyboard.press(str(question.answer + 1))
        expect_told(page, question, question.answer)
        expect_focus_on(page, "as-predict-next")
        page.keyboard.press("Enter")
    expect_focus_on(page, TITLE[1:])
    expect_report(page, report(five, [question.answer for question in five]))
    expect(page.locator(".as-predict-wrong li")).to_have_count(0)
    expect_query(page, f"{HERE}&quiz={SEED},5")


def test_wrong_answers_are_named_kept_as_files_and_led_back_to(page: Page, voila_page: OpenPage) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_at(voila_page, QUIZ)
    answers: list[int | None] = []
    for number, question in enumerate(questions(), 1):
        expect_asked(page, number, question)
        chosen = None if number == 4 else (question.answer + 1) % len(question.choices)
        answers.append(chosen)
        if chosen is None:
            tab_to(page, ".as-predict-skip", most=80)
        else:
            tab_to(page, f".as-predict-choice:nth-child({chosen + 1})", most=80)
        page.keyboard.press("Enter")
        expect_told(page, question, chosen)
        expect_focus_on(page, "as-predict-next")
        for seen in (".as-predict-verdict", ".as-predict-next"):
            expect(page.locator(seen)).to_be_in_viewport(ratio=1)
        page.keyboard.press("Enter")
    made = made_of(answers)
    expect_report(page, made)

    with page.expect_download() as kept:
        page.get_by_role("button", name="Save as text").click()
    assert kept.value.suggested_filename == f"predict-{SEED}.txt"
    assert kept.value.path().read_text(encoding="utf-8") == made.plain()
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save as JSON").click()
    assert kept.value.suggested_filename == f"predict-{SEED}.json"
    assert Report.from_json(kept.value.path().read_text(encoding="utf-8")) == made
    page.locator(".as-predict-copy").click()
    expect(page.locator(".as-predict-status")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == made.plain()
    expect_focus_on(page, "as-predict-copy")

    wrong = page.locator(".as-predict-wrong li")
    expect(wrong).to_have_count(COUNT)
    lands = next(i for i, question in enumerate(questions()) if question.kind == "lands")
    expect(wrong.nth(lands).locator(".as-predict-right")).to_have_text(
        f"Right is: {questions()[lands].right.says()}"
    )
    wrong.nth(lands).get_by_role("button").click()
    step = questions()[lands].step
    expect_step(page, step)
    expect(page.locator(".as-predict")).to_be_hidden()
    expect_focus_on(page, "as-picture")
    expect(page.locator(".as-story h2")).to_contain_text(STEPS[step].say("both"))
    go_to(page, "Predict")
    expect(page.locator(TITLE)).to_have_text(f"0 of {COUNT} right")
    tab_to(page, ".as-predict-again", key="Shift+Tab", most=200)
    page.keyboard.press("Enter")
    expect_asked(page, 1, questions()[0])
    expect_focus_on(page, TITLE[1:])


def test_nothing_gives_an_answer_away_before_it_is_given(page: Page, voila_page: OpenPage) -> None:
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: sent.append(str(frame))))
    open_at(voila_page, f"{QUIZ}&step=mask")
    page.keyboard.press("t")  # every number of the picture as text
    expect(page.locator(".as-tables table").first).to_be_visible()
    for number, question in enumerate(questions(), 1):
        expect_asked(page, number, question)
        if number > 1:  # a page that has just been opened says nothing of itself
            said = f"Question {number} of {COUNT}. {question.ask()}"
            expect(page.locator(".as-said")).to_have_text(said)
        shown = unescape(page.content())
        names = page.locator("body").aria_snapshot()
        frames = "".join(sent)
        for secret in secrets(question):
            written = json.dumps(secret)[1:-1]
            assert plain(secret) not in shown, number
            assert secret not in names, number
            assert secret not in frames, number
            assert written not in frames, number
        for hidden in (".as-sizes", ".as-meaning"):
            expect(page.locator(hidden)).to_be_hidden()
        assert question.step not in page.url
        # No choice looks or sounds other than the rest.
        alike = "(all) => new Set(all.map((one) => one.className + one.getAttribute('aria-label'))).size"
        assert page.locator(".as-predict-choice").evaluate_all(alike) == 1
        page.keyboard.press("1")
        expect_told(page, question, 0)
        page.locator(".as-predict-next").click()


def test_the_picture_is_of_the_step_before_and_marks_what_is_asked_then_right_and_chosen(
    page: Page, voila_page: OpenPage
) -> None:
    open_at(voila_page, QUIZ)
    trip = ex.trace()
    for number, question in enumerate(questions(), 1):
        expect_asked(page, number, question)
        tensor = question.place.tensor if question.place and question.kind == "lands" else "key"
        expect_cells(page, trip, step_before(question), tensor=tensor)
        assert bool(lit(page, "asked")) == (question.kind in ("lands", "struck", "largest"))
        assert not lit(page, "right") | lit(page, "chosen")
        page.keyboard.press(str((question.answer + 1) % len(question.choices) + 1))
        expect_step(page, question.step)
        expect_cells(page, trip, question.step, tensor=tensor)
        if question.kind in ("lands", "largest"):
            wait_for("both marks", lambda: len(lit(page, "right")) == len(lit(page, "chosen")) == 1, 10)
            assert not lit(page, "right") & lit(page, "chosen")
            expect(page.locator(".as-predict-host")).to_contain_text("a double frame, what is right; dashes")
        page.locator(".as-predict-next").click()


def test_a_double_click_answers_no_question_that_has_come_meanwhile(page: Page, voila_page: OpenPage) -> None:
    open_at(voila_page, QUIZ)
    first, second, *_ = questions()
    page.keyboard.press("1")
    expect_told(page, first, 0)
    page.locator(".as-predict-next").click()
    expect_asked(page, 2, second)
    box = page.locator(".as-predict-choice").first.bounding_box()
    assert box
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.locator(".as-predict-choice").nth(1).click()
    expect_told(page, second, 1)


def test_a_link_begins_the_same_set_anew_and_other_sizes_are_said_to(
    page: Page, voila_page: OpenPage
) -> None:
    open_at(voila_page, QUIZ)
    page.keyboard.press("1")
    page.locator(".as-predict-next").click()
    expect_asked(page, 2, questions()[1])
    expect_query(page, QUIZ)
    page.reload(wait_until="commit")
    expect_asked(page, 1, questions()[0])
    page.keyboard.press("1")
    page.locator(".as-predict-next").click()
    page.locator(".as-preset select").select_option(label="Sizes that differ")
    expect_asked(page, 1, questions(DISTINCT)[0])
    expect(page.locator(".as-predict-note")).to_contain_text("the set begins anew")
    page.locator(".as-undos").get_by_role("button", name="Undo").click()
    expect_asked(page, 2, questions()[1])
