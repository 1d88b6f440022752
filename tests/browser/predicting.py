"""Questions on the page: what must be seen and said there is the engine's own."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

import explorer as ex
from explorer.core.questions import Question, Report, name_of, quiz, report
from tests.browser.wrong import expect_step
from tests.servers import wait_for

HERE = "place=predict"
SEED, COUNT = 7, 8  # every kind once
QUIZ = f"{HERE}&quiz={SEED},{COUNT}"
TITLE = ".as-predict-title"
FOCUS = "document.activeElement.className"


def questions(config: ex.Config | None = None, count: int = COUNT) -> tuple[Question, ...]:
    return quiz(ex.trace(config), SEED, count)


def step_before(question: Question) -> str:
    return ex.STEP_NAMES[ex.STEP_NAMES.index(question.step) - 1]


def plain(text: str) -> str:
    return text.replace("`", "")


def expect_focus_on(page: Page, name: str) -> None:
    wait_for(f"the focus on {name}", lambda: name in page.evaluate(FOCUS).split(), patience=10)


def expect_asked(root: Page | Locator, number: int, question: Question, of: int = COUNT) -> None:
    expect(root.locator(TITLE)).to_have_text(f"Question {number} of {of}")
    expect(root.locator(TITLE)).to_be_visible()
    expect(root.locator(".as-predict-host > .as-predict-asked")).to_have_text(plain(question.ask()))
    expect(root.locator(".as-predict-choice > span:last-child")).to_have_text(
        [plain(choice.says()) for choice in question.choices]
    )
    expect_step(root, step_before(question))


def expect_told(root: Page | Locator, question: Question, chosen: int | None) -> None:
    if chosen is None:
        said = f"No answer. Right is: {question.right.says()}."
    elif chosen == question.answer:
        said = "Right."
    else:
        said = f"Not right: {name_of(question.choices[chosen].misconception)}."
    told = question.right if chosen is None else question.choices[chosen]
    expect(root.locator(".as-predict-verdict")).to_have_text(plain(said))
    expect(root.locator(".as-predict-outcome p")).to_have_text(plain(told.feedback()))
    expect(root.locator(".as-said")).to_have_text(f"{said} {told.feedback()}")
    expect_step(root, question.step)


def expect_report(page: Page, made: Report) -> None:
    right, of = made.score
    expect(page.locator(TITLE)).to_have_text(f"{right} of {of} right")
    lines = made.text().splitlines()[1:]
    expect(page.locator(".as-predict-lines :is(p, li)")).to_have_text(
        [line.removeprefix("- ") for line in lines]
    )
    expect(page.locator(".as-said")).to_have_text(f"The set is over. {right} of {of} right.")


def made_of(answers: Sequence[int | None]) -> Report:
    return report(questions(), answers, trip=f"B1 T3 H2 D2 W2, questions number {SEED}")
