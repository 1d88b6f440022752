"""Hold a learner's own code for one step against the engine's, and say which wrong turn it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from explorer.core.asked import shown
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.answer import Failure
from explorer.core.mistakes.blanks import blanks_of
from explorer.core.mistakes.report import broken
from explorer.core.practice.calling import Called, call
from explorer.core.practice.finding import find, lead_there, refused_so, right_parts
from explorer.core.practice.showing import same_letters, tell_unknown
from explorer.core.practice.tasks import HANDED, MORE_SIZES, Task, set_task
from explorer.core.practice.telling import (
    tell_blank,
    tell_elsewhere,
    tell_found,
    tell_no_output,
    tell_right,
)
from explorer.core.practice.ways import hidden_in
from explorer.errors import ExplorerError

__all__ = ["StepReport", "check_step"]

_APART = 2
"""So many of the further sizes hide nothing: a wrong turn's name must hold there."""


@dataclass(frozen=True, eq=False, repr=False)
class StepReport:
    """What was found out about somebody's code for one step.

    Attributes
    ----------
    step : str
    ok : bool
        Whether it leaves what the engine leaves, to 6 digits at least and at other sizes too.
    filled : bool
        Whether there is code at all, and not ``...`` still.
    text : str
        All of it in plain words.
    wrong_turns : tuple of str
        The wrong turns it takes: keys of `WRONG_TURNS`.
    others : tuple of str
        What comes to the same in this step; where it is right, what may be in it unseen.
    refusal : Failure or None
        The exception that it ended with.

    Examples
    --------
    >>> check_step("merge", lambda blend: ...).filled
    False
    """

    step: str
    ok: bool
    filled: bool
    text: str
    wrong_turns: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    refusal: Failure | None = None

    def __repr__(self) -> str:
        return broken(self.text)


def check_step(step: str, function: Callable[..., Any]) -> StepReport:
    """Run a function of one's own in the place of one step, and say whether it is that step.

    Parameters
    ----------
    step : str
        ``"pour"`` ... ``"merge"``.
    function : callable
        Called with what the step is handed, and gives back what it leaves:

        - ``pour(tokens, table)``: wide; ``cut(wide, H)`` and ``dividers(q, k, v, H)``: q, k, v
        - ``reshelve(q, k, v)``: q, k, v; ``inside_flip(k)``: k
        - ``scores(q, k)``: scores; ``mask(scores, W)``: struck, causal and with a window of W
        - ``shares(struck)``: shares; ``blend(shares, v)``: blend; ``merge(blend)``: out

        Whatever goes wrong in it is told.

    Returns
    -------
    StepReport

    Raises
    ------
    UnknownNameError
        If there is no such step.
    ExplorerError
        If `function` is no function.

    Examples
    --------
    >>> report = check_step("inside_flip", lambda k: k.reshape(*k.shape[:2], k.shape[3], k.shape[2]))
    >>> report.ok, report.wrong_turns
    (False, ('flip_by_reshape',))
    >>> print(report.text.splitlines()[0])
    k is what comes of flip_by_reshape.
    """
    task = set_task(step)
    if not callable(function):
        raise ExplorerError(
            f"Cannot check {shown(function)} as step {step}: it is no function. Give one that is called as "
            f"{step}({', '.join(HANDED[step])})."
        )
    if blanks := blanks_of(function):
        return StepReport(step, ok=False, filled=False, text=tell_blank(blanks))
    called = call(function, task, aloud=True)
    if called.blank:
        return StepReport(step, ok=False, filled=False, text=tell_blank(()))
    if called.problem:
        return _no_output(task, called)
    if len(right_parts(task, called.parts)) == len(task.right):
        return _right(function, task, called)
    return _wrong(function, task, called)


def _no_output(task: Task, called: Called) -> StepReport:
    keys = refused_so(task, called.failure) if called.failure else ()
    text = tell_no_output(called, keys, WRONG_TURNS[keys[0]] if keys else None)
    return StepReport(
        task.step,
        ok=False,
        filled=True,
        text=text,
        wrong_turns=keys[:1],
        others=keys[1:],
        refusal=called.failure,
    )


def _right(function: Callable[..., Any], task: Task, called: Called) -> StepReport:
    """Look further where it is right at first: at other sizes, and with large numbers."""
    for seed, sizes in enumerate(MORE_SIZES, start=1):
        there = set_task(task.step, sizes, seed=seed)
        again = call(function, there)
        if again.problem or len(right_parts(there, again.parts)) < len(there.right):
            text = tell_elsewhere(task, there, again, None)
            return StepReport(task.step, ok=False, filled=True, text=text, refusal=again.failure)
    hidden = hidden_in(task)
    if task.step == "shares" and _overflows(function):
        turn = WRONG_TURNS["no_shift"]
        hidden["no_shift"] = f"{turn.see} To mend it: {turn.mend}"
    told = [f"It may hide {key}: {WRONG_TURNS[key].say()}. {why}" for key, why in hidden.items()]
    notes = [*called.notes, *told]
    return StepReport(
        task.step, ok=True, filled=True, text=tell_right(task, called, notes), others=tuple(hidden)
    )


def _wrong(function: Callable[..., Any], task: Task, called: Called) -> StepReport:
    """Name the wrong turns that lead to it, at sizes that hide nothing and are others."""
    found = find(task, called.parts)
    if not found:
        return _unknown(task, called)
    first = found[0]
    for seed, sizes in enumerate(MORE_SIZES[:_APART], start=1):
        there = set_task(task.step, sizes, seed=seed)
        again = call(function, there)
        if again.problem:
            continue
        found = [one for one in found if lead_there(there, one, again.parts)]
        if not found:
            if same_letters(task, called.parts, there, again.parts):  # that it was a turn was chance
                return _unknown(task, called)
            text = tell_elsewhere(task, there, again, first)
            return StepReport(task.step, ok=False, filled=True, text=text)
    others = _keys(found[1:])
    text = tell_found(task, found[0], right_parts(task, called.parts), others, called.notes)
    keys = tuple(turn.key for turn in found[0].turns)
    return StepReport(task.step, ok=False, filled=True, text=text, wrong_turns=keys, others=others)


def _unknown(task: Task, called: Called) -> StepReport:
    text = tell_unknown(task, called.parts, called.notes)
    return StepReport(task.step, ok=False, filled=True, text=text)


def _keys(found: Sequence[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.key for one in found))


def _overflows(function: Callable[..., Any]) -> bool:
    """Say whether scores in the thousands are too much for somebody's shares."""
    large = set_task("shares", large=True)
    called = call(function, large)
    return bool(called.problem) or not right_parts(large, called.parts)
