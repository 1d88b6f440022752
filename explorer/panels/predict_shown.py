"""What the place Predict says: a plain record for its widget, and a sentence for who listens.

While a question is open nothing of its answer is in the record, so nothing of it is in the browser.
"""

from __future__ import annotations

from typing import Any

from explorer import words
from explorer.core.config import Config
from explorer.core.questions import Question, Report, name_of
from explorer.core.steps import STEP_NAMES
from explorer.panels.predict_marks import tell_marks
from explorer.panels.predict_run import Run
from explorer.panels.predict_set import COUNTS, MOST_SEED, QuestionSet

__all__ = ["asking", "said", "setting"]

_ABOUT = (
    "You are asked first and shown afterwards: what comes of a step, where a number lands, whether a line "
    "runs. Wrong answers are ones that people really give, and you are told what was mixed up."
)
_SEED = "The same number gives a whole class the same questions of the same trip, by a link too."
_PRIVATE = "Answers stay on this page: nothing is sent or kept unless you save it."
_HIDES = (
    "Here some sizes are equal, so one answer can come of more than one mistake, and the report can't tell "
    "which. The preset with sizes that differ tells best."
)
_NOTHING = "This trip has nothing to ask of that sort. Choose other sizes, or other questions."
_ANEW = "The trip is another one now, so other questions are asked of it: the set begins anew."
_DISTINCT = "Use sizes that differ"


def setting(config: Config, asked: QuestionSet, vocabulary: str, *, locked: bool) -> dict[str, Any]:
    """Say what is asked for before a set is begun.

    Parameters
    ----------
    config : Config
    asked : QuestionSet
        What is offered first.
    vocabulary : {"both", "pencil", "standard"}
    locked : bool
        Whether the trip can't be changed.

    Returns
    -------
    dict
        Plain values only.

    Examples
    --------
    >>> shown = setting(Config(), QuestionSet(seed=7), "both", locked=False)
    >>> shown["phase"], shown["seed"], shown["distinct"]
    ('setting', 7, 'Use sizes that differ')
    """
    hides = _hides(config) and not locked
    return {
        "phase": "setting",
        "title": "Predict before reveal",
        "about": words.in_words(_ABOUT, vocabulary),
        "counts": list(COUNTS),
        "count": asked.count if asked.count in COUNTS else 10,
        "seed": asked.seed,
        "most_seed": MOST_SEED,
        "flips_only": asked.flips_only,
        "flips": words.in_words("the two flips only", vocabulary),
        "hints": [_SEED, _PRIVATE],
        "hides": words.in_words(_HIDES, vocabulary) if hides else "",
        "distinct": _DISTINCT if hides else "",
    }


def asking(
    run: Run, vocabulary: str, *, lit: dict[str, list[str]], anew: bool, locked: bool
) -> dict[str, Any]:
    """Say what is on screen of a set: a question, its answer once there is one, or the report.

    Parameters
    ----------
    run : Run
    vocabulary : {"both", "pencil", "standard"}
    lit : dict of str to list of str
        What is marked in the picture.
    anew : bool
        Whether the set was begun anew, for the trip is another one.
    locked : bool
        Whether the trip can't be changed.

    Returns
    -------
    dict
        Plain values only.
    """
    note = words.in_words(_ANEW, vocabulary) if anew else ""
    if not run.questions:
        return {"phase": "nothing", "title": "Nothing to ask", "note": _NOTHING}
    question = run.question
    if question is None or run.is_stopped:
        return {**_over(run, vocabulary), **_offered(run, vocabulary, locked=locked)}
    number, of = run.answers.at + 1, len(run.questions)
    shown = {
        "phase": "told" if run.is_told else "asking",
        "title": f"Question {number} of {of}",
        "at": run.answers.at,
        "about": words.capital(_label(question)),
        "asked": question.ask(vocabulary),
        "code": question.code,
        "choices": [choice.says(vocabulary) for choice in question.choices],
        "note": note,
    }
    if run.is_told:
        outcome, told = _outcome(run, question, vocabulary)
        shown |= {
            "right": question.answer,
            "chosen": -1 if run.chosen is None else run.chosen,
            "outcome": outcome,
            "told": told,
            "marks": words.in_words(tell_marks(run, lit), vocabulary),
            "next": "Next" if number < of else "The report",
        }
    return shown


def said(run: Run | None, vocabulary: str) -> str:
    """Say what is on screen, for who listens rather than looks.

    Parameters
    ----------
    run : Run or None
    vocabulary : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Examples
    --------
    >>> said(None, "both")
    'Predict before reveal: choose how many questions, and start.'
    """
    if run is None:
        return "Predict before reveal: choose how many questions, and start."
    if not run.questions:
        return _NOTHING
    question = run.question
    if question is None:
        right, of = run.report.score
        return f"The set is over. {right} of {of} right."
    if run.is_stopped:
        answered, score, *_ = run.report.text(vocabulary).splitlines()
        return f"The set is stopped. {answered} {score}"
    if run.is_told:
        return " ".join(_outcome(run, question, vocabulary))
    return f"Question {run.answers.at + 1} of {len(run.questions)}. {question.ask(vocabulary)}"


def _outcome(run: Run, question: Question, vocabulary: str) -> tuple[str, str]:
    choice = run.choice
    if choice is None:
        right = question.right
        return f"No answer. Right is: {right.says(vocabulary)}.", right.feedback(vocabulary)
    if run.chosen == question.answer:
        return "Right.", choice.feedback(vocabulary)
    mixed = name_of(choice.misconception, vocabulary)
    return f"Not right: {mixed}.", choice.feedback(vocabulary)


def _over(run: Run, vocabulary: str) -> dict[str, Any]:
    """Say what came of a set, or of what was answered of it so far, with what can be saved."""
    made = run.report
    title, *lines = made.text(vocabulary).splitlines()
    name = f"predict-{run.asked.seed}"
    return {
        "phase": "over",
        "title": title.removesuffix("."),
        "lines": lines,
        "wrong": _wrong(run, made, vocabulary),
        "text": made.plain(vocabulary),
        "json": made.to_json(),
        "name": name,
        "private": _PRIVATE,
        "at": run.answers.at,
        "resume": "Go on" if run.is_stopped else "",
    }


def _offered(run: Run, vocabulary: str, *, locked: bool) -> dict[str, str]:
    """Offer sizes that differ where an answer that was given comes of more than one mistake."""
    doubtful = any(one.also for one in run.report.answered)
    hides = doubtful and _hides(run.trip.config) and not locked
    return {
        "hides": words.in_words(_HIDES, vocabulary) if hides else "",
        "distinct": _DISTINCT if hides else "",
    }


def _wrong(run: Run, made: Report, vocabulary: str) -> list[dict[str, Any]]:
    """List what was not answered rightly."""
    answered = zip(run.questions, made.answered, strict=False)  # fewer were answered if it was stopped
    return [
        {
            "at": number,
            "asked": f"{number + 1}. {one.asked.say(vocabulary)}",
            "code": one.code,
            "chosen": f"You chose: {one.chosen.say(vocabulary)}"
            if one.misconception
            else "You gave no answer.",
            "right": f"Right is: {one.right.say(vocabulary)}",
            "told": one.told.say(vocabulary),
            "walk": f"Walk to {_label(question)}",
        }
        for number, (question, one) in enumerate(answered)
        if not one.correct
    ]


def _label(question: Question) -> str:
    """Name the step by its number and its short name: the long one says which axes a flip swaps."""
    return f"step {STEP_NAMES.index(question.step) + 1}, {words.STEPS[question.step].label}"


def _hides(config: Config) -> bool:
    """Whether two of the sizes that a shape is told by are equal, or one says nothing."""
    sizes = (config.tokens, config.heads, config.head_dim)
    return len(set(sizes)) < len(sizes) or 1 in sizes
