"""The wrong turns of one step, taken: what each leaves there, what its near kin leaves, and two at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from explorer.core.grid import Array
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.answer import Answer
from explorer.core.mistakes.finding import SINGLE, level, numbers_of
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.running import Refusal
from explorer.core.mistakes.ways import singles as whole_ways
from explorer.core.practice.tasks import Task

__all__ = ["Ways", "hidden_in", "kin", "pairs", "same", "singles", "turns_of"]

Ways = Iterator[tuple[tuple[WrongTurn, ...], tuple[Array, ...]]]
"""Wrong turns, and what the step leaves with them; never what is right."""


def turns_of(step: str) -> tuple[WrongTurn, ...]:
    """Give the wrong turns that change a step, those of this step alone first.

    Parameters
    ----------
    step : str

    Returns
    -------
    tuple of WrongTurn

    Examples
    --------
    >>> [turn.key for turn in turns_of("merge")][:2], len(turns_of("pour"))
    (['merge_without_reshelve', 'merge_time_first'], 0)
    """
    own = [turn for turn in WRONG_TURNS.values() if step in turn.lines]
    return tuple(sorted(own, key=lambda turn: (turn.step != step, len(turn.lines))))


def hidden_in(task: Task) -> dict[str, str]:
    """Find the wrong turns of the step that don't show in what it leaves, and why.

    Parameters
    ----------
    task : Task

    Returns
    -------
    dict of str to str

    Examples
    --------
    >>> from explorer.core.practice.tasks import set_task
    >>> list(hidden_in(set_task("merge")))
    ['view_after_flip']
    """
    return {
        turn.key: turn.outside
        for turn in turns_of(task.step)
        if turn.outside and _changes(task, turn) and not _shows(task, turn)
    }


def singles(task: Task) -> Ways:
    """Give what each wrong turn of a step leaves.

    Parameters
    ----------
    task : Task

    Yields
    ------
    tuple of WrongTurn, tuple of ndarray
    """
    for turn in turns_of(task.step):
        yield from _taken(task, (turn,))


def kin(task: Task) -> Ways:
    """Give what people write instead of the recorded lines, and what it leaves.

    Parameters
    ----------
    task : Task

    Yields
    ------
    tuple of WrongTurn, tuple of ndarray
    """
    for way in whole_ways(task.config):
        if way.how and task.step in way.turns[0].lines:
            yield from _taken(task, way.turns)
        elif way.order != (0, 1, 2) and task.step == "cut":
            yield way.turns, tuple(task.right[i] for i in way.order)


def pairs(task: Task) -> Ways:
    """Give what two wrong turns of a step leave that are taken at once.

    Parameters
    ----------
    task : Task

    Yields
    ------
    tuple of WrongTurn, tuple of ndarray
    """
    telling = [turns[0] for turns, _ in singles(task)]
    for first, second in permutations(telling, 2):
        once = second.lines[task.step](task.code)
        # Of two that write the whole step, only the later one would be left.
        if second.lines[task.step](first.lines[task.step](task.code)) != once:
            yield from _taken(task, (first, second))


def same(answer: Answer, expected: Array) -> bool:
    """Say whether an answer is what was expected, to 6 digits at least.

    Parameters
    ----------
    answer : Answer
    expected : ndarray

    Returns
    -------
    bool
    """
    values = numbers_of(answer)
    return values.shape == expected.shape and level(values, expected, answer.eps) <= SINGLE


def _changes(task: Task, turn: WrongTurn) -> bool:
    return turn.step == task.step and turn.lines[task.step](task.code) != task.code


def _shows(task: Task, turn: WrongTurn) -> bool:
    taken = task.taken([turn])
    return isinstance(taken, Refusal) or not _all_right(task, taken)


def _taken(task: Task, turns: tuple[WrongTurn, ...]) -> Ways:
    """Take the step with wrong turns, if anything comes of it that is not the right way."""
    taken = task.taken(turns)
    if not isinstance(taken, Refusal) and not _all_right(task, taken):
        yield turns, taken


def _all_right(task: Task, taken: Sequence[Array]) -> bool:
    return all(same(Answer(one), right) for one, right in zip(taken, task.right, strict=True))
