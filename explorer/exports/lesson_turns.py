"""The wrong turns of a portable lesson: each, or several at once, beside the right way, and the way back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import SequenceMatcher
from typing import Any

from explorer import words as glossary
from explorer.core.coding import code_of
from explorer.core.influence import MOST_TOKENS, Influence, influence
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.repairs import judged
from explorer.core.mistakes.taking import WrongTrace, take
from explorer.core.mistakes.tell_names import tell_clash
from explorer.core.mistakes.telling import tell_verdict, tell_warnings
from explorer.core.mistakes.verdict import Verdict, compare
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import Trace
from explorer.errors import ConfigError
from explorer.exports.lesson_pictures import Pictured
from explorer.exports.lesson_pieces import Pieces
from explorer.scene import Look, Scene
from explorer.scene.wrong_turn import wrong_turn_scene
from explorer.words import WORDS, in_words

__all__ = ["drawn_of", "keys_in", "turn_record"]

_REMARK = re.compile(r"(?<=\S)  #.*$")


def turn_record(
    trip: Trace, key: str, pieces: Pieces, done: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """Take a wrong turn, or several at once, and write down for the lesson's script what they come to.

    Parameters
    ----------
    trip : Trace
        The right one.
    key : str
        Of `WRONG_TURNS`; several with a plus between them.
    pieces : Pieces
    done : callable
        Called after each picture.

    Returns
    -------
    dict
        ``key``; ``first``, the step to look at first; ``from``, the first step that is drawn: before it the
        wrong way is the right one; ``title``, ``told`` and ``pictures`` (a list by book of pictures by step),
        each by vocabulary; ``code``, by dialect.

    Raises
    ------
    UnknownNameError
        If there is no such wrong turn.

    Examples
    --------
    >>> import explorer as ex
    >>> record = turn_record(ex.trace(), "merge_without_reshelve", Pieces())
    >>> record["first"], list(record["pictures"]["both"][0]), record["title"]["pencil"]
    ('merge', ['merge'], 'dividers pulled out before the shelves traded back')
    """
    wrong = take(trip, keys_in(key))
    drawn = drawn_of(key)
    begins, verdict, found = drawn[0], compare(trip, wrong), _influence(wrong)
    pictures: dict[str, list[dict[str, Any]]] = {vocabulary: [] for vocabulary in WORDS}
    for book in range(trip.config.batch):
        first: dict[str, Pictured] = {}  # in the first vocabulary
        for vocabulary in WORDS:
            look = Look(words=vocabulary, batch=book, heading=False)
            shown: dict[str, Pictured] = {}
            for step in drawn:
                shown[step] = Pictured(_drawer(wrong, step, found), look, first.get(step))
                done()
            pictures[vocabulary].append(
                {step: one.record(pieces, vocabulary, None, trip) for step, one in shown.items()}
            )
            first = first or shown
    return {
        "key": key,
        "first": verdict.first or begins,
        "from": begins,
        "title": {vocabulary: _title(wrong, vocabulary) for vocabulary in WORDS},
        "told": {vocabulary: _told(wrong, verdict, found, vocabulary) for vocabulary in WORDS},
        "code": {dialect: _codes(wrong, dialect) for dialect in ("numpy", "pytorch")},
        "pictures": pictures,
    }


def keys_in(key: str) -> list[str]:
    """Read which wrong turns are taken at once.

    Parameters
    ----------
    key : str

    Returns
    -------
    list of str

    Examples
    --------
    >>> keys_in("flip_forgotten + merge_without_reshelve")
    ['flip_forgotten', 'merge_without_reshelve']
    """
    return [one.strip() for one in key.split("+")]


def drawn_of(key: str) -> tuple[str, ...]:
    """List the steps that are drawn: from the first that is taken wrongly.

    Parameters
    ----------
    key : str
        Of `WRONG_TURNS`; several with a plus between them.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> drawn_of("merge_without_reshelve+shares_averaged")
    ('blend', 'merge')
    """
    return STEP_NAMES[min(STEP_NAMES.index(WRONG_TURNS[one].step) for one in keys_in(key)) :]


def _title(wrong: WrongTrace, words: str) -> str:
    return " + ".join(turn.say(words) for turn in wrong.turns)


def _drawer(wrong: WrongTrace, step: str, found: Influence | None) -> Callable[[Look], Scene]:
    beneath = found if found and found.found else None
    return lambda look: wrong_turn_scene(wrong, step, look, beneath)


def _influence(wrong: WrongTrace) -> Influence | None:
    try:
        return influence(wrong)
    except ConfigError:  # too many tokens: that would take too long to find
        return None


def _told(wrong: WrongTrace, verdict: Verdict, found: Influence | None, words: str) -> dict[str, Any]:
    """Say what it comes to, why it is taken, and how it is seen and mended."""
    lead, *facts = tell_verdict(verdict, words)
    heading, reasons = glossary.WRONG_TURN_HEADINGS, []
    for turn in wrong.turns:
        if len(wrong.turns) > 1:
            reasons.append([glossary.capital(turn.say(words)), ""])
        told = [[heading[field], in_words(getattr(turn, field), words)] for field in ("why", "see", "mend")]
        reasons += [one for one in told if one[1]]
    if found is not None and found.found:
        reasons.append([heading["say"], found.text(words)])
    return {
        "lead": lead,
        "facts": [*facts, *tell_warnings(wrong, words)],
        "clashes": [[clash.step, tell_clash(clash, words)] for clash in wrong.clashes],
        "reasons": reasons,
        "repairs": [one for turn in wrong.turns for one in _repairs(wrong, turn, words)],
        "seen": list(dict.fromkeys(where for turn in wrong.turns for where in turn.seen_in)),
        "said": f"Wrong turn: {_title(wrong, words)}. {lead}",
    }


def _repairs(wrong: WrongTrace, turn: WrongTurn, words: str) -> list[list[str]]:
    """Run what people write instead, and tell the end of each: a sign, a word, what it does, its code."""
    if wrong.config.tokens > MOST_TOKENS:
        return []
    return [
        [glossary.REPAIR_MARKS[one.mark], one.mark, in_words(one.repair.says, words), one.repair.code]
        for one in judged(wrong.right, turn)
    ]


def _codes(wrong: WrongTrace, dialect: str) -> list[dict[str, Any]]:
    """Write each step that is changed: every line with whether it is both ways', the right or the wrong."""
    found = []
    for step in STEP_NAMES:
        right = wrong_one = code_of(wrong.right, step, dialect)
        for turn in wrong.turns:
            changes: Mapping[str, Any] = turn.torch if dialect == "pytorch" else turn.lines
            wrong_one = changes[step](wrong_one) if step in changes else wrong_one
        if wrong_one != right:
            title = f"{STEP_NAMES.index(step) + 1} {glossary.STEPS[step].label}"
            found.append({"title": title, "lines": _apart(right.splitlines(), wrong_one.splitlines())})
    return found


def _apart(right: list[str], wrong: list[str]) -> list[list[str]]:
    """Lay two versions out as one list; remarks are left out but for those of the wrong lines."""
    ours, theirs = ([_REMARK.sub("", line) for line in lines] for lines in (right, wrong))
    lines: list[list[str]] = []
    for kind, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if kind == "equal":
            lines += [["", line] for line in ours[a:b]]
        else:
            lines += [["right", line] for line in ours[a:b]]
            lines += [["wrong", line] for line in wrong[c:d]]
    return lines
