"""Spot the wrong turn: the code of one step or what came of it, and which wrong turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.core.arithmetic import number
from explorer.core.coding import code_of
from explorer.core.grid import Array
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.journey import Journey
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.running import VARIABLES, run
from explorer.core.mistakes.verdict import alike
from explorer.core.questions.lots import Lots
from explorer.core.questions.record import Choice, Question, build
from explorer.core.questions.said import Said, and_then
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import Trace
from explorer.words import STEPS, in_words

__all__ = ["spotting"]

_MOST_NUMBERS = 10**6
_ROWS, _COLUMNS = 4, 6
_CLEAR = 1e-2
_RIGHT = "Nothing is wrong with it."


@dataclass(frozen=True, eq=False)
class _Taken:
    """What one way through a step leaves: its code, and its last tensor, or what NumPy said."""

    code: str
    result: Array | None
    shown: str

    def differs(self, other: _Taken) -> bool:
        """Whether the two show in what comes out."""
        if self.result is None or other.result is None:
            return self.shown != other.shown
        same = self.result.shape == other.result.shape and alike(other.result, self.result).all()
        return not same

    def looks_other(self, other: _Taken) -> bool:
        """Whether they differ in what there is room to show, and by more than a last digit."""
        if self.result is None or other.result is None:
            return self.shown != other.shown
        if self.result.shape != other.result.shape:
            return True
        return not np.allclose(_part(self.result), _part(other.result), rtol=_CLEAR, equal_nan=True)


def spotting(trip: Trace, lots: Lots) -> Iterator[Question]:
    """Ask which wrong turn made a step.

    Parameters
    ----------
    trip : Trace
    lots : Lots

    Yields
    ------
    Question
    """
    by_step: dict[str, dict[str, _Taken]] = {}
    subjects = [(key, way) for key in WRONG_TURNS for way in ("code", "result")]
    for key, way in lots.order(subjects):
        step = WRONG_TURNS[key].step
        if step not in by_step:
            by_step[step] = _all_of(trip, step)
        question = _spot(step, key, way, by_step[step], lots)
        if question is not None:
            yield question


def _all_of(trip: Trace, step: str) -> dict[str, _Taken]:
    """Take the step rightly, and by every wrong turn that begins there; each is really run."""
    found = {"": _take(trip, step, code_of(trip, step))}
    for key, turn in WRONG_TURNS.items():
        fits = turn.largest is None or turn.largest(trip.config) <= _MOST_NUMBERS
        if turn.step == step and fits:
            found[key] = _take(trip, step, turn.lines[step](code_of(trip, step)))
    return found


def _take(trip: Trace, step: str, code: str) -> _Taken:
    names: dict[str, Any] = Journey(trip, STEP_NAMES.index(step)).namespace
    refusal, _ = run(step, code, names)
    plain = "\n".join(line.split("  #")[0] for line in code.splitlines() if not line.startswith("#"))
    if refusal is not None:
        said = f"NumPy refuses {refusal.line}: {refusal.message.strip()}"
        return _Taken(plain, None, said)
    variable = _shown_variable(step)
    result = np.asarray(names[variable])
    return _Taken(plain, result, _shown(variable, result))


def _shown_variable(step: str) -> str:
    own = list(VARIABLES[step])
    return "k" if "k" in own else own[-1]


def _shown(variable: str, result: Array) -> str:
    """Write the shape, and the first grid: the last two counters, all others pinned at 0."""
    rows = [" ".join(number(one.item()) for one in row) for row in _part(result)]
    more = ["..."] if result.shape[-2] > _ROWS or result.shape[-1] > _COLUMNS else []
    pins = ", ".join(["0"] * (result.ndim - 2))
    return "\n".join([f"{variable}.shape: {result.shape}", f"{variable}[{pins}]:", *rows, *more])


def _part(result: Array) -> Array:
    grid: Array = result[(0,) * (result.ndim - 2)][:_ROWS, :_COLUMNS]
    return grid


def _spot(step: str, key: str, way: str, taken: dict[str, _Taken], lots: Lots) -> Question | None:
    mine, plain = taken.get(key), taken[""]
    if mine is None or not mine.differs(plain) or not mine.code or mine.code == plain.code:
        return None
    shows = mine.code if way == "code" else mine.shown
    if way == "result" and not mine.looks_other(plain):
        return None  # it differs, but not in what there is room to show
    turn = WRONG_TURNS[key]
    if any(_simpler(other, turn) and not _apart(its, mine, way) for other, its in taken.items()):
        return None  # what is shown is all of another turn, and only a part of this one
    right = Choice(Said.by(turn.say), key, and_then(f"Yes. {turn.see}", turn.mend))
    truth = Said.by(lambda words: f"It is this one: {turn.say(words)}.")
    wrongs = []
    for other, its in taken.items():
        if other in ("", key) or not _apart(its, mine, way) or its.code == plain.code:
            continue
        wrong = WRONG_TURNS[other]
        wrongs.append(
            Choice(
                Said.by(wrong.say),
                other,
                and_then(_would_show(wrong, its, mine, way), truth, turn.see),
                f"turn:{other}",
            )
        )
    seen = and_then("But it is a wrong turn.", truth, turn.see)
    looks = Choice(Said.plain(_RIGHT), "", seen, "looks_right")
    wrongs = [*lots.order(wrongs)[:2], looks]
    what = "writes this" if way == "code" else "gets this"

    def say(words: str) -> str:
        label = STEPS[step].label
        return in_words(f"In the step {label}, somebody {what}. Which wrong turn is it?", words)

    question = ("wrong_turn", step, f"wrong_turn:{step}:{way}:{shows}")
    return build(question, Said.by(say), right, wrongs, lots, code=shows)


def _simpler(key: str, turn: WrongTurn) -> bool:
    return key != "" and len(WRONG_TURNS[key].lines) < len(turn.lines)


def _apart(one: _Taken, other: _Taken, way: str) -> bool:
    """Whether what is shown of the two differs: else both would be right."""
    return one.code != other.code if way == "code" else one.looks_other(other)


def _would_show(turn: WrongTurn, taken: _Taken, asked: _Taken, way: str) -> Said:
    """Say what another wrong turn would show: of its code the lines that are not in the one asked about."""
    if way == "code":
        lines = taken.code.splitlines()
        other = [line for line in lines if line not in asked.code.splitlines()] or lines
        first = f"`{'; '.join(other[:_ROWS])}`"  # a stroke between them would be a division
    else:
        first = " / ".join(taken.shown.replace(":\n", ": ").splitlines()[:_ROWS])
    return Said.by(lambda words: f"Another one, {turn.say(words)}, would show this: {first}.")
