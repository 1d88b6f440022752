"""What a worksheet asks at each of the ten steps: one line of instruction, and the grids that go with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from explorer import words
from explorer.core.trace import Trace
from explorer.exports import worksheet_moves as moves
from explorer.exports import worksheet_sums as sums
from explorer.exports.worksheet_grids import PencilGrid
from explorer.exports.worksheet_moves import Asked
from explorer.words import Words, in_words

__all__ = ["Task", "count_asked", "tasks"]


@dataclass(frozen=True, eq=False)
class Task:
    """One step on paper.

    Attributes
    ----------
    step : str
    title : str
        Its number and its name.
    told : str
        What to do.
    units : tuple of tuple of PencilGrid
        Grids of one unit stand side by side.
    """

    step: str
    title: str
    told: str
    units: tuple[tuple[PencilGrid, ...], ...]

    @property
    def grids(self) -> Iterator[PencilGrid]:
        """All of its grids, in reading order."""
        for unit in self.units:
            yield from unit


def tasks(trip: Trace, vocabulary: Words = "both") -> tuple[Task, ...]:
    """Ask for the numbers of every step of a trip.

    Parameters
    ----------
    trip : Trace
        Of one batch item.
    vocabulary : {"both", "pencil", "standard"}

    Returns
    -------
    tuple of Task
        Ten, in order.

    Examples
    --------
    >>> import explorer as ex
    >>> ten = tasks(ex.trace(), "pencil")
    >>> ten[5].title, [grid.title for grid in ten[5].grids]
    ('6. match and scale', ['Q WANT, lens 0', 'matches, lens 0', 'Q WANT, lens 1', 'matches, lens 1'])
    """
    made = []
    for number, (step, say) in enumerate(words.STEPS.items(), start=1):
        told, units = _TASKS[step](trip, vocabulary)
        units = [tuple(replace(grid, task=step) for grid in unit) for unit in units]
        made.append(Task(step, f"{number}. {say.say(vocabulary)}", in_words(told, vocabulary), tuple(units)))
    return tuple(made)


def count_asked(asked: tuple[Task, ...]) -> int:
    """Count the numbers that are to be found.

    Parameters
    ----------
    asked : tuple of Task

    Returns
    -------
    int

    Examples
    --------
    >>> import explorer as ex
    >>> count_asked(tasks(ex.trace()))
    143
    """
    return sum(int(np.count_nonzero(grid.asked)) for task in asked for grid in task.grids)


_TASKS: Mapping[str, Callable[[Trace, Words], Asked]] = MappingProxyType(
    {
        "pour": moves.pour,
        "cut": moves.cut,
        "dividers": moves.dividers,
        "reshelve": moves.reshelve,
        "inside_flip": moves.inside_flip,
        "scores": sums.scores,
        "mask": sums.mask,
        "shares": sums.shares,
        "blend": sums.blend,
        "merge": sums.merge,
    }
)
