"""A report as JSON, and back."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from typing import Any

from explorer.core.questions.answered import Answered
from explorer.core.questions.asking import KINDS
from explorer.core.questions.misconceptions import name_of
from explorer.core.questions.said import Said
from explorer.core.steps import STEP_NAMES
from explorer.errors import DataError, UnknownNameError
from explorer.words import WORDS

__all__ = ["FORMAT", "read", "written"]

FORMAT = "attention-shapes answers 1"
"""What stands at the head of the file, and tells how it is to be read."""

_TEXTS = ("kind", "step", "topic", "code", "misconception")
_SAID = ("asked", "chosen", "right", "told")


def written(answered: Sequence[Answered], trip: str, of: int | None, summary: Mapping[str, Any]) -> str:
    """Write the answers.

    Parameters
    ----------
    answered : sequence of Answered
    trip : str
    of : int or None
        How many questions there are, where not all were answered.
    summary : mapping
        What can be worked out from the answers, for whoever reads the file without the explorer.

    Returns
    -------
    str
    """
    told = [dataclasses.asdict(one) for one in answered]
    asked = len(told) if of is None else of
    whole = {"format": FORMAT, "trip": trip, "questions": asked, **summary, "answered": told}
    return json.dumps(whole, indent=1, ensure_ascii=False)


def read(text: str) -> tuple[tuple[Answered, ...], str, int | None]:
    """Read the answers back. The summary is not read: it is worked out again.

    Parameters
    ----------
    text : str

    Returns
    -------
    tuple of Answered
    str
        The trip.
    int or None
        How many questions there are, where not all were answered.

    Raises
    ------
    DataError
        If it is no JSON, or not of such a report.
    """
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise DataError(f"Cannot read the answers: this is no JSON. {_WANTED}") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise DataError(f"Cannot read the answers: it does not say {FORMAT!r} under 'format'. {_WANTED}")
    answered, trip = found.get("answered"), found.get("trip")
    if not isinstance(answered, list) or not isinstance(trip, str):
        raise DataError(
            f"Cannot read the answers: 'answered' or 'trip' is missing or no such thing. {_WANTED}"
        )
    of = found.get("questions", len(answered))  # files of before there was a Stop don't say it
    if type(of) is not int or of < len(answered):
        raise DataError(f"Cannot read the answers: 'questions' is no number of them. {_WANTED}")
    held = tuple(_one(number, one) for number, one in enumerate(answered, 1))
    return held, trip, None if of == len(held) else of


_WANTED = "Give the text that `Report.to_json` wrote."


def _one(number: int, told: object) -> Answered:
    if not isinstance(told, dict) or not _holds(told):
        raise DataError(f"Cannot read answer {number}: a part of it is missing or no such thing. {_WANTED}")
    parts: dict[str, Any] = {name: told[name] for name in (*_TEXTS, "correct")}
    parts |= {name: Said(**{words: told[name][words] for words in WORDS}) for name in _SAID}
    return Answered(**parts, also=tuple(told["also"]))


def _holds(told: dict[str, Any]) -> bool:
    """Whether everything is there, and known: a report names kinds, steps and misconceptions."""
    said = [told.get(name) for name in _SAID]
    texts = all(isinstance(told.get(name), str) for name in _TEXTS)
    spoken = all(isinstance(one, dict) and all(isinstance(one.get(w), str) for w in WORDS) for one in said)
    also = told.get("also")
    if not (texts and spoken and isinstance(told.get("correct"), bool) and isinstance(also, list)):
        return False
    known = told["kind"] in KINDS and told["step"] in STEP_NAMES
    return known and all(_known(key) for key in (told["misconception"] or "left_out", *also))


def _known(key: object) -> bool:
    try:
        return isinstance(key, str) and bool(name_of(key))
    except UnknownNameError:
        return False
