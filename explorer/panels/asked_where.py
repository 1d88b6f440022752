"""Where the questions of an address are asked: in Predict, whether the address says so or not.

Who writes an address by hand means Predict by a set of questions. A page whose questions were left for
another place keeps them for later, and its address has to say that it is in that place.
"""

from __future__ import annotations

from typing import Any

from explorer.panels.predict_set import QuestionSet, spelling
from explorer.panels.records import Selection

__all__ = ["led_to_predict", "must_name_place"]


def must_name_place(selection: Selection, base: Selection) -> bool:
    """Tell whether an address must name its place, also where that is the usual one.

    Parameters
    ----------
    selection : Selection
        What the address is to say.
    base : Selection
        What is shown without one.

    Returns
    -------
    bool

    Examples
    --------
    >>> left = Selection(place="walk", quiz=QuestionSet())
    >>> must_name_place(left, Selection()), must_name_place(Selection(), Selection())
    (True, False)
    """
    return selection.quiz not in (None, base.quiz)


def led_to_predict(
    changes: dict[str, Any], notices: list[str], at_hand: QuestionSet | None = None
) -> dict[str, Any]:
    """Lead to Predict where questions and no place are named; tell of them where another place is.

    Parameters
    ----------
    changes : dict
        What an address says of the fields of `Selection`.
    notices : list of str
        Takes a sentence where the questions are not what is shown.
    at_hand : QuestionSet or None
        The set that the page has already: of that one nobody need be told.

    Returns
    -------
    dict

    Examples
    --------
    >>> notices = []
    >>> led_to_predict({"quiz": QuestionSet(7, 10)}, notices)["place"], notices
    ('predict', [])
    >>> led_to_predict({"quiz": QuestionSet(7, 10), "place": "pins"}, notices)["place"], len(notices)
    ('pins', 1)
    """
    asked, place = changes.get("quiz"), changes.get("place")
    if asked is None or place == "predict":
        return changes
    if place is None:
        return {**changes, "place": "predict"}
    if asked != at_hand:
        write, _ = spelling()
        notices.append(
            f"This page's address asks for place={place} and for quiz={write(asked)}: shown is that place, "
            "and the questions wait in Predict."
        )
    return changes
