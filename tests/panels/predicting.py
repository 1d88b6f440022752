"""What the tests of Predict share: pages that ask, and what of them is on screen."""

from __future__ import annotations

from typing import Any

import explorer as ex
from explorer.app import Explorer
from explorer.core.questions import Question
from explorer.panels.address import write_address
from explorer.panels.predict_run import Run
from explorer.words import WORDS

DISTINCT = ex.Config(batch=2, tokens=5, heads=3, head_dim=4, window=2)
CONFIGS = [
    ex.Config(),
    DISTINCT,
    ex.Config(source="poured"),
    ex.Config(tokens=3, heads=3, head_dim=3, window=3),
    ex.Config(tokens=4, heads=1, head_dim=4, causal=False, window=None),
]


def asked(query: str = "7,10", config: ex.Config | None = None) -> Explorer:
    """A page that an address has begun a set on."""
    return ex.build(config, address=f"place=predict&quiz={query}")


def run_of(page: Explorer) -> Run:
    run = page.state.run
    assert run is not None
    return run


def question_of(page: Explorer) -> Question:
    question = run_of(page).question
    assert question is not None
    return question


def tell(page: Explorer, **message: Any) -> None:
    page.predict.on_message(message)


def answer(page: Explorer, choice: int | None) -> None:
    """Choose, by number, of the question on screen."""
    tell(page, kind="answer", at=run_of(page).answers.at, choice=choice)


def go_on(page: Explorer) -> None:
    tell(page, kind="next", at=run_of(page).answers.at)


def answer_all(page: Explorer, *, shift: int = 0) -> None:
    """Answer every question: rightly, or so many choices beside."""
    while not run_of(page).is_over:
        question = question_of(page)
        answer(page, (question.answer + shift) % len(question.choices))
        go_on(page)


def shown(page: Explorer) -> dict[str, Any]:
    found: dict[str, Any] = page.predict.root.shown
    return found


def query(page: Explorer) -> str:
    return write_address(page.state.moment, page.state.start)


def secrets(question: Question) -> set[str]:
    """What is said of an open question only once it is answered."""
    told = {choice.feedback(words) for choice in question.choices for words in WORDS}
    return told | {choice.misconception for choice in question.choices if choice.misconception}
