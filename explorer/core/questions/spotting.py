"""Spot the wrong turn: the code of one step or what came of it, and which wrong turn it is, if it is one."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.core.mistakes import WRONG_TURNS
from explorer.core.questions.lots import Lots
from explorer.core.questions.record import Choice, Question, build
from explorer.core.questions.said import Said, and_then
from explorer.core.questions.spotting_told import would_differ, would_show
from explorer.core.questions.taken import Taken, ways_of
from explorer.core.trace import Trace
from explorer.words import STEPS, in_words

__all__ = ["spotting"]

_ONE_IN = 4
"""Of so many questions one shows the right way: else its choice could always be struck out."""
_RIGHT = "Nothing is wrong with it."


def spotting(trip: Trace, lots: Lots) -> Iterator[Question]:
    """Ask which wrong turn made a step, if any did.

    Parameters
    ----------
    trip : Trace
    lots : Lots

    Yields
    ------
    Question
    """
    by_step: dict[str, dict[str, Taken]] = {}
    shown_right: set[tuple[str, str]] = set()
    subjects = [(key, way) for key in WRONG_TURNS for way in ("code", "result")]
    for key, way in lots.order(subjects):
        step = WRONG_TURNS[key].step
        if step not in by_step:
            by_step[step] = ways_of(trip, step)
        others = _told_apart(key, way, by_step[step])
        if others is None:
            continue
        # The lot falls when all the choices are known, so that they are no sign of how it fell.
        offered = lots.order(others)[:2]
        is_right = lots.below(_ONE_IN) == 0 and (step, way) not in shown_right
        if is_right:
            shown_right.add((step, way))
        question = _spot(step, key, way, by_step[step], offered, lots, is_right=is_right)
        if question is not None:
            yield question


def _told_apart(key: str, way: str, taken: dict[str, Taken]) -> list[str] | None:
    """List the wrong turns told apart from this one and from the right way; None if this one is not."""
    mine, plain = taken.get(key), taken[""]
    if mine is None or not mine.differs(plain) or not mine.code or not mine.is_apart(plain, way):
        return None  # it may differ, but not in what there is room to show
    if any(_simpler(other, key) and not its.is_apart(mine, way) for other, its in taken.items()):
        return None  # what is shown is all of another turn, and only a part of this one
    return [
        other
        for other, its in taken.items()
        if other not in ("", key) and its.is_apart(mine, way) and its.is_apart(plain, way)
    ]


def _spot(
    step: str,
    key: str,
    way: str,
    taken: dict[str, Taken],
    offered: list[str],
    lots: Lots,
    *,
    is_right: bool,
) -> Question | None:
    asked = taken["" if is_right else key]
    make = _right_way if is_right else _wrong_way
    right, wrongs = make(key, way, taken, offered)
    shows = asked.code if way == "code" else asked.shown
    what = "writes this" if way == "code" else "gets this"

    def say(words: str) -> str:
        label = STEPS[step].label
        return in_words(f"In the step {label}, somebody {what}. Which wrong turn is it, if any?", words)

    question = ("wrong_turn", step, f"wrong_turn:{step}:{way}:{shows}")
    return build(question, Said.by(say), right, wrongs, lots, code=shows)


def _wrong_way(
    key: str, way: str, taken: dict[str, Taken], offered: list[str]
) -> tuple[Choice, list[Choice]]:
    """Make the choices where a wrong turn is shown: to see nothing wrong in it is one of the wrong ones."""
    turn = WRONG_TURNS[key]
    right = Choice(Said.by(turn.say), key, and_then(f"Yes. {turn.see}", turn.mend))
    truth = Said.by(lambda words: f"It is this one: {turn.say(words)}.")

    def wrong(other: str) -> Choice:
        told = and_then(would_show(other, taken[other], taken[key], way), truth, turn.see)
        return Choice(Said.by(WRONG_TURNS[other].say), other, told, f"turn:{other}")

    seen = and_then("But it is a wrong turn.", truth, turn.see)
    return right, [*map(wrong, offered), Choice(Said.plain(_RIGHT), "", seen, "looks_right")]


def _right_way(
    key: str, way: str, taken: dict[str, Taken], offered: list[str]
) -> tuple[Choice, list[Choice]]:
    """Make the choices where the right way is shown: each wrong turn would show something else."""
    plain = taken[""]

    def differs(one: str) -> Said:
        return would_differ(one, taken[one], plain, way)

    right = Choice(Said.plain(_RIGHT), "", and_then("Yes, it is the right way.", differs(key)))

    def wrong(one: str) -> Choice:
        told = and_then("But nothing is wrong with it.", differs(one))
        return Choice(Said.by(WRONG_TURNS[one].say), one, told, f"right:{one}")

    return right, [wrong(one) for one in (key, *offered)]


def _simpler(one: str, other: str) -> bool:
    return one != "" and len(WRONG_TURNS[one].lines) < len(WRONG_TURNS[other].lines)
