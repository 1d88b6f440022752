"""Which two counters trade places: said in words, or read from a line of code."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.core.coding import code_of
from explorer.core.mistakes.tell_names import axis_name
from explorer.core.questions.doings import RIGHT
from explorer.core.questions.lots import Lots
from explorer.core.questions.record import Choice, Question, build
from explorer.core.questions.said import Said, and_then, sized
from explorer.core.trace import Trace
from explorer.words import DIALECT_NAMES, STEPS, TENSORS, in_words

__all__ = ["swaps"]

_FLIPS = {"reshelve": ("dividers", "query"), "inside_flip": ("reshelve", "key"), "merge": ("blend", "blend")}
_ASKED = {"reshelve": "in the re-shelve", "inside_flip": "in the inside flip", "merge": "first in the merge"}
_WAYS = ("words", "numpy", "pytorch")


def swaps(trip: Trace, lots: Lots) -> Iterator[Question]:
    """Ask which two counters trade places.

    Parameters
    ----------
    trip : Trace
    lots : Lots

    Yields
    ------
    Question
    """
    for step, way in lots.order([(step, way) for way in _WAYS for step in _FLIPS]):
        question = _swap(trip, step, way, lots)
        if question is not None:
            yield question


def _swap(trip: Trace, step: str, way: str, lots: Lots) -> Question | None:
    earlier, name = _FLIPS[step]
    before = trip[earlier][name]
    swapped = trip[step].swapped
    told = RIGHT[step].told
    right = Choice(_pair(swapped), tuple(sorted(swapped)), and_then(told))
    other = "reshelve" if step == "inside_flip" else "inside_flip"
    key = "reshelve_for_inside" if step == "inside_flip" else "inside_for_reshelve"
    pairs = [
        (trip[other].swapped, key, f"Those two trade places in the {STEPS[other].label}."),
        # Code says of the inside flip "the last two": here they are others.
        (before.axes[-2:], key, "Those are the last two here. The inside flip takes the last two, not this."),
        (before.axes[:2], "books_traded", "The book stays outermost; nothing trades places with it."),
    ]
    wrongs = [
        Choice(_pair(pair), tuple(sorted(pair)), and_then(said, told), mixed) for pair, mixed, said in pairs
    ]
    for mixed, what, said in (
        (
            "quarter_turn",
            "none: each grid is given a quarter turn",
            "In a quarter turn a counter runs backward.",
        ),
        (
            "reshape_for_flip",
            "none: the numbers are counted off anew",
            "That is a reshape, and it mixes rows.",
        ),
    ):
        wrongs.append(Choice(Said.plain(what), what, and_then(said, told), mixed))
    line = _line(trip, step, way)
    by = f" {DIALECT_NAMES[way]} says it so:" if line else ""

    def say(words: str) -> str:
        names = ", ".join(axis_name(axis, words) for axis in before.axes)
        return in_words(
            f"{TENSORS[name].short(words)} is {sized(before.axes, before.shape)}, counted by {names}. "
            f"Which two counters trade places {_ASKED[step]}?{by}",
            words,
        )

    return build(("swap", step, f"swap:{step}:{way}"), Said.by(say), right, wrongs, lots, code=line)


def _line(trip: Trace, step: str, way: str) -> str:
    """Find the line of code that makes the flip, without the remark that would give it away."""
    if way == "words":
        return ""
    line = next(line for line in code_of(trip, step, way).splitlines() if "transpose" in line)
    return line.split("  #")[0]


def _pair(pair: tuple[str, ...]) -> Said:
    return Said.by(
        lambda words: in_words(" and ".join(axis_name(axis, words) for axis in sorted(pair)), words)
    )
