"""Which wrong turns of a step lead to what somebody's function for it gave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from explorer.core.coding import codes_of
from explorer.core.mistakes.answer import Answer, Failure
from explorer.core.mistakes.record import Repair, WrongTurn, whole
from explorer.core.mistakes.refusing import fits_line
from explorer.core.mistakes.running import Refusal, sizes_of
from explorer.core.mistakes.ways import other_rules
from explorer.core.practice.tasks import Task
from explorer.core.practice.ways import kin, pairs, same, singles, turns_of

__all__ = [
    "Found",
    "find",
    "lead_there",
    "order_of",
    "refused_so",
    "repair_of",
    "right_parts",
    "rules_of",
]


@dataclass(frozen=True)
class Found:
    """Wrong turns that lead to what was given.

    Attributes
    ----------
    turns : tuple of WrongTurn
        One, or two that were taken at once.
    parts : tuple of int
        Which parts they lead to; the others are right.
    """

    turns: tuple[WrongTurn, ...]
    parts: tuple[int, ...]

    @property
    def key(self) -> str:
        """What it goes by: a key, or two with a plus between them."""
        return " + ".join(turn.key for turn in self.turns)


def right_parts(task: Task, answers: Sequence[Answer]) -> tuple[int, ...]:
    """Find the parts that are what belongs there.

    Parameters
    ----------
    task : Task
    answers : sequence of Answer

    Returns
    -------
    tuple of int
    """
    return tuple(
        i for i, (right, answer) in enumerate(zip(task.right, answers, strict=True)) if same(answer, right)
    )


def find(task: Task, answers: Sequence[Answer]) -> list[Found]:
    """Find the wrong turns that lead to these parts.

    Parameters
    ----------
    task : Task
    answers : sequence of Answer
        Not all of them right.

    Returns
    -------
    list of Found
        Those that lead to every part that is wrong, one turn before two at once; if there is none, those that
        lead to the first such part.
    """
    right = right_parts(task, answers)
    wrong = tuple(i for i in range(len(answers)) if i not in right)
    for parts in (wrong, wrong[:1]):
        for ways in (singles(task), kin(task), pairs(task)):
            found = [
                Found(turns, parts) for turns, taken in ways if all(same(answers[i], taken[i]) for i in parts)
            ]
            if found:
                return found
    return []


def lead_there(task: Task, found: Found, answers: Sequence[Answer]) -> bool:
    """Say whether wrong turns that were found lead to what came of another task of the step as well.

    Parameters
    ----------
    task : Task
    found : Found
    answers : sequence of Answer

    Returns
    -------
    bool
    """
    keys = (
        {one.key for one in find(task, answers)} if len(right_parts(task, answers)) < len(answers) else set()
    )
    return found.key in keys


def refused_so(task: Task, failure: Failure) -> tuple[str, ...]:
    """Find the wrong turns of the step that NumPy refuses in the very words that a function ended with.

    Parameters
    ----------
    task : Task
    failure : Failure

    Returns
    -------
    tuple of str
        Keys; none where the line that was refused is about something else.
    """
    keys = []
    for turn in turns_of(task.step):
        taken = task.taken([turn])
        if isinstance(taken, Refusal) and _words(taken.error, taken.message) == _words(
            failure.error, failure.message
        ):
            keys.append(turn.key)
    return tuple(keys) if fits_line(keys, failure.line) else ()


def order_of(task: Task, part: int, answer: Answer) -> tuple[int, ...]:
    """Find in which order a part's counters stand, where it only moved what was handed over.

    Parameters
    ----------
    task : Task
    part : int
    answer : Answer

    Returns
    -------
    tuple of int
        For each axis which one it was; empty where that is not what was done.
    """
    handed = task.handed()[part]
    if not isinstance(handed, np.ndarray):
        return ()
    for order in permutations(range(handed.ndim)):
        if same(answer, handed.transpose(order)):
            return order
    return ()


def repair_of(task: Task, answers: Sequence[Answer]) -> Repair | None:
    """Find what people write to mend a wrong turn of the step, and what mends nothing, in what was given.

    Parameters
    ----------
    task : Task
    answers : sequence of Answer

    Returns
    -------
    Repair or None
    """
    for turn in turns_of(task.step):
        for repair in turn.repairs if turn.step == task.step else ():
            written = WrongTurn("repair", "", "", lines={task.step: whole(repair.code)})
            taken = task.taken([written])
            if not isinstance(taken, Refusal) and all(map(same, answers, taken)):
                return repair
    return None


def rules_of(task: Task, answers: Sequence[Answer]) -> str:
    """Find other rules of the mask under which what was given is right.

    Parameters
    ----------
    task : Task
        Of step mask.
    answers : sequence of Answer

    Returns
    -------
    str
        What they are; empty where there are none.
    """
    for way in other_rules(task.config):
        if way.config.heads == task.config.heads:
            own = Task(
                "mask",
                way.config,
                {**task.names, **sizes_of(way.config)},
                codes_of(way.config)["mask"],
                task.right,
            )
            taken = own.taken(())
            if not isinstance(taken, Refusal) and same(answers[0], taken[0]):
                return way.how
    return ""


def _words(error: str, message: str) -> tuple[str, str]:
    return error, " ".join(message.split())[:300]
