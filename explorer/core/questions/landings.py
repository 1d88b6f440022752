"""Where one number lands: a cell before a move, and its place in what comes out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from explorer.core.arithmetic import number
from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.mistakes.tell_names import axis_name
from explorer.core.place import Place, place_in
from explorer.core.questions.doings import DOINGS, RIGHT, Doing
from explorer.core.questions.lots import Lots
from explorer.core.questions.misconceptions import FLIPS_MISTAKEN
from explorer.core.questions.record import Choice, Question, build
from explorer.core.questions.said import Said, and_then, called, sized
from explorer.core.start import QKV
from explorer.core.tensor import Tensor
from explorer.core.trace import Trace
from explorer.words import STEPS, in_words

__all__ = ["landings"]

_MOVES = {
    "reshelve": ("dividers", QKV),
    "inside_flip": ("reshelve", ("key",)),
    "merge": ("blend", ("blend",)),
    "dividers": ("cut", QKV),
}
_PLACES, _TRIED = 40, 8


def landings(trip: Trace, lots: Lots) -> Iterator[Question]:
    """Ask where numbers land: in the two flips first, for these are what is mixed up.

    Parameters
    ----------
    trip : Trace
    lots : Lots

    Yields
    ------
    Question
    """
    steps = [*lots.order(["reshelve", "inside_flip"]), *lots.order(["merge", "dividers"])]
    places = {step: lots.indices(trip[_MOVES[step][0]][_MOVES[step][1][0]].shape, _PLACES) for step in steps}
    later: list[Question] = []
    while steps:
        for step in steps.copy():
            for index in islice(places[step], _TRIED):
                question = _landing(trip, step, index, lots)
                if question is not None and _is_sure(question):
                    yield question
                    break
                if question is not None:
                    later.append(question)
            else:
                if next(places[step], None) is None:
                    steps.remove(step)
    yield from later


def _is_sure(question: Question) -> bool:
    """Whether the other flip is offered, and nothing else comes to the same place."""
    mistaken = [choice for choice in question.choices if choice.misconception in FLIPS_MISTAKEN]
    return question.step == "dividers" or any(not choice.also for choice in mistaken)


def _landing(trip: Trace, step: str, index: tuple[int, ...], lots: Lots) -> Question | None:
    earlier, names = _MOVES[step]
    source = names[lots.below(len(names))]
    name = "output" if step == "merge" else source
    before, after = trip[earlier][source], trip[step][name]
    coords = dict(zip(before.axes, index, strict=True))
    place = place_in(earlier, before, coords)
    there = _named(trip.config, coords, after)
    right_told = and_then(RIGHT[step].told, _stands(after, there))
    right = Choice(_place_said(there), there, right_told)
    wrongs: list[Choice] = []
    for doing in DOINGS[step]:
        if not doing.shape_only:
            wrongs += _by(doing, trip.config, before.values, index, after, RIGHT[step].told)
    value = number(before.values[index].item())

    def say(words: str) -> str:
        return in_words(
            f"The step {STEPS[step].label} reads {called(source, words)}, "
            f"{sized(before.axes, before.shape)}. The number at {_where(place, words)} is {value}. At which "
            "place is it after the step? Places are counted from 0, the outermost counter first.",
            words,
        )

    topic = f"lands:{step}:{name}:{place.identity}"
    return build(("lands", step, topic), Said.by(say), right, wrongs, lots, place=place)


def _named(config: Config, coords: dict[str, int], after: Tensor) -> tuple[int, ...]:
    """Find a number by the names of its counters: this is what the record says of where it is."""
    known = dict(coords)
    if "width" in known:
        known["head"], known["head_dim"] = divmod(known["width"], config.head_dim)
    else:
        known["width"] = known["head"] * config.head_dim + known["head_dim"]
    return tuple(known[axis] for axis in after.axes)


def _by(
    doing: Doing, config: Config, before: Array, index: tuple[int, ...], after: Tensor, right: str
) -> Iterator[Choice]:
    """Do it to an array of numbers that are all different, and look where this one is."""
    every: Array = np.arange(before.size).reshape(before.shape)
    made = doing.run(every, config)
    if made is None:
        return
    found = tuple(int(i) for i in np.argwhere(made == every[index])[0])
    inside = len(found) == len(after.shape) and all(
        i < size for i, size in zip(found, after.shape, strict=True)
    )
    truth = (
        _stands(after, found, instead_of=number(before[index].item()))
        if inside
        else Said.plain(f"There is no place {_brackets(found)} in {sized(after.axes, after.shape)}.")
    )
    yield Choice(_place_said(found), found, and_then(doing.told, right, truth), doing.key)


def _stands(after: Tensor, index: tuple[int, ...], instead_of: str = "") -> Said:
    """Say which number is really at a place; one that only looks like the number looked for is another."""
    place = Place("", after.name, tuple(zip(after.axes, index, strict=True)))
    value = number(after.values[index].item())
    told = (
        f"which is {value} too, but not the one asked about" if value == instead_of else f"which is {value}"
    )
    return Said.by(
        lambda words: in_words(f"At {_brackets(index)} stands {_where(place, words)}, {told}.", words)
    )


def _where(place: Place, words: str) -> str:
    return ", ".join(f"{axis_name(axis, words)} {index}" for axis, index in place.coords)


def _place_said(index: tuple[int, ...]) -> Said:
    return Said.plain(_brackets(index))


def _brackets(index: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, index))}]"
