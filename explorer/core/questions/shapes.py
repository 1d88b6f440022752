"""The next shape: what comes out of a step, and what would come out of what it is taken for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from explorer.core.grid import Array
from explorer.core.questions.doings import DOINGS, RIGHT
from explorer.core.questions.lots import Lots
from explorer.core.questions.record import Choice, Question, build
from explorer.core.questions.said import Said, and_then, called, sized
from explorer.core.start import QKV
from explorer.core.trace import Trace
from explorer.words import STEPS, in_words, shape_letters

__all__ = ["shapes"]

_MOST_NUMBERS = 10**6
"""No wrong way makes an array larger than this for the sake of its shape."""


@dataclass(frozen=True, eq=False)
class _Way:
    """What else people make of what a step reads: by a trip, for it reads more than one tensor."""

    key: str
    letters: str
    how: Callable[[Trace], Array]
    told: str


@dataclass(frozen=True, eq=False)
class _Made:
    """A tensor that is worked out: of what, why it has its shape, and what it is taken for."""

    step: str
    name: str
    read: tuple[tuple[str, str], ...]
    told: str
    ways: tuple[_Way, ...]


def _of(step: str, name: str) -> Callable[[Trace], Array]:
    return lambda trip: trip[step][name].values


def _pour(how: Callable[[Array, Array, int], Array]) -> Callable[[Trace], Array]:
    def work(trip: Trace) -> Array:
        pour = trip["pour"]
        return how(pour["tokens"].values, pour["table"].values, trip.config.width)

    return work


def _match(step: str, how: Callable[[Array, Array], Array]) -> Callable[[Trace], Array]:
    return lambda trip: how(trip[step]["query"].values, trip[step]["key"].values)


_WAYS = (
    _Made(
        "pour", "wide", (("pour", "tokens"), ("pour", "table")),
        "Each token's row of E numbers meets each column of the one table, and gives one number for it.",
        (
            _Way(
                "one_third", "BTC", _pour(lambda x, t, width: x @ t[:, :width]),
                "That is WANT alone; the wide row holds HAVE and GIVE as well.",
            ),
            _Way(
                "table_rides_along", "BTE3", _pour(lambda x, t, _: x[..., np.newaxis] * t),
                "That keeps every product. They are added up, and the coefficients stay in the table.",
            ),
            _Way("left_out", "BTE", _of("pour", "tokens"), "That is the raw token still."),
        ),
    ),
    _Made(
        "scores", "matches", (("reshelve", "query"), ("inside_flip", "key")),
        "Every asking token meets every token looked at, once in each lens, and the D numbers are spent in "
        "the sum.",
        (
            _Way(
                "not_added_up", "BHTD", _match("reshelve", np.multiply),
                "That multiplies number by number and adds nothing up.",
            ),
            _Way(
                "tokens_spent", "BHDD", _match("reshelve", lambda q, k: q.swapaxes(-2, -1) @ k),
                "That spends the tokens in the sum and keeps the D numbers: WANT was stood up, not HAVE.",
            ),
            _Way(
                "reshelve_forgotten", "BTHH", _match("dividers", lambda q, k: q @ k.swapaxes(-2, -1)),
                "That is what comes without the re-shelve: lenses of one token meet each other.",
            ),
            _Way(
                "lenses_forgotten", "BTT", _match("cut", lambda q, k: q @ k.swapaxes(-2, -1)),
                "That matches whole rows, as if there were no dividers.",
            ),
        ),
    ),
    _Made(
        "shares", "totals", (("shares", "exponentials"),),
        "Each row, one asking token looking out, is added up along the tokens looked at.",
        (
            _Way(
                "over_lenses", "BTT", lambda trip: trip["shares"]["exponentials"].values.sum(axis=1),
                "That adds up over the lenses. Each lens splits by itself.",
            ),
            _Way(
                "one_for_each_cell", "BHTT", _of("shares", "exponentials"),
                "That has a total for each cell. One row has one total.",
            ),
            _Way(
                "over_both", "BH", lambda trip: trip["shares"]["exponentials"].values.sum(axis=(-2, -1)),
                "That adds up the whole grid of a lens. Each row of it splits one whole.",
            ),
        ),
    ),
    _Made(
        "blend", "blend", (("shares", "shares"), ("reshelve", "value")),
        "The tokens looked at are spent in the sum, and the D numbers of the GIVE rows are back.",
        (
            _Way(
                "not_added_up", "BHTT", _of("shares", "shares"),
                "That is the grid of shares still: no GIVE row has been mixed.",
            ),
            _Way(
                "stood_up_in_vain", "BHDT",
                lambda trip: trip["reshelve"]["value"].values.swapaxes(-2, -1)
                @ trip["shares"]["shares"].values.swapaxes(-2, -1),
                "That has the GIVE rows standing. They lie: whole rows are mixed, number under number.",
            ),
            _Way(
                "merged_too_early", "BTC", _of("merge", "output"),
                "That is what comes out of the merge. The lenses are apart still.",
            ),
            _Way(
                "lenses_added", "BTD", lambda trip: trip["blend"]["blend"].values.sum(axis=1),
                "That adds the lenses up. Every lens keeps a blend of its own.",
            ),
        ),
    ),
)  # fmt: skip
_MOVED: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType(
    {
        "cut": ("pour", QKV),
        "dividers": ("cut", QKV),
        "reshelve": ("dividers", QKV),
        "inside_flip": ("reshelve", ("key",)),
        "merge": ("blend", ("output",)),
    }
)


def shapes(trip: Trace, lots: Lots) -> Iterator[Question]:
    """Ask for the next shape.

    Parameters
    ----------
    trip : Trace
    lots : Lots

    Yields
    ------
    Question
    """
    subjects: list[_Made | tuple[str, str]] = [
        made for made in _WAYS if made.step != "pour" or not trip.given
    ]
    # One of WANT, HAVE and GIVE: the other two would be the same question again.
    subjects += [(step, names[lots.below(len(names))]) for step, (_, names) in _MOVED.items()]
    for subject in lots.order(subjects):
        question = (
            _worked(trip, subject, lots) if isinstance(subject, _Made) else _moved(trip, *subject, lots)
        )
        if question is not None:
            yield question


def _worked(trip: Trace, made: _Made, lots: Lots) -> Question | None:
    wrongs = []
    for way in made.ways:
        if way.key == "table_rides_along" and trip["pour"]["wide"].values.size > _MOST_NUMBERS:
            continue
        with np.errstate(all="ignore"):
            wrongs.append(_choice(way.how(trip).shape, way.letters, way.told, way.key))
    return _asked(trip, (made.step, made.name), made.read, made.told, wrongs, lots)


def _moved(trip: Trace, step: str, name: str, lots: Lots) -> Question | None:
    earlier, _ = _MOVED[step]
    source = {"cut": "wide", "merge": "blend"}.get(step, name)
    before, wrongs = trip[earlier][source].values, []
    for doing in DOINGS[step]:
        result = doing.run(before, trip.config)
        if result is not None:
            wrongs.append(_choice(result.shape, doing.letters, doing.told, doing.key))
    return _asked(trip, (step, name), ((earlier, source),), RIGHT[step].told, wrongs, lots)


def _asked(
    trip: Trace,
    subject: tuple[str, str],
    read: tuple[tuple[str, str], ...],
    told: str,
    wrongs: list[Choice],
    lots: Lots,
) -> Question | None:
    step, name = subject
    made = trip[step][name]
    right_told = and_then(told, f"So it is {sized(made.axes, made.shape)}.")
    right = Choice(_shape_said(made.shape), made.shape, right_told)
    mended = [
        Choice(wrong.said, wrong.value, and_then(wrong.told, right_told), wrong.misconception)
        for wrong in wrongs
    ]

    def say(words: str) -> str:
        before = [trip[earlier][source] for earlier, source in read]
        given = " and ".join(f"{called(one.name, words)}, {sized(one.axes, one.shape)}" for one in before)
        return in_words(
            f"The step {STEPS[step].label} reads {given}. What is the shape of {called(name, words)} "
            "after it?",
            words,
        )

    letters = "".join(shape_letters(made.axes))
    return build(("shape", step, f"shape:{step}:{letters}"), Said.by(say), right, mended, lots)


def _choice(shape: tuple[int, ...], letters: str, told: str, key: str) -> Choice:
    names = letters.replace("3", "") if letters.endswith("3") else letters
    named = [*names, "3C"] if letters.endswith("3") else list(names)
    return Choice(_shape_said(shape), shape, and_then(told, f"It would be {sized(named, shape)}."), key)


def _shape_said(shape: tuple[int, ...]) -> Said:
    return Said.plain(f"({', '.join(map(str, shape))})")
