"""Trace a number back to everything it came from, or forward to everything it reaches.

A cell is an ancestor of another if changing it a little, everything after it worked out again, can change the
other, the keep-table staying as it is. "Can" is said of the arithmetic, not of the numbers that happen to
stand there: a number times 0 is still read. Some things follow.

- Struck cells carry nothing. A struck score is no ancestor of a share; behind the -inf, the 0 and the share 0
  of a struck cell stand that cell's own earlier selves and the keep-table alone.
- Where a row keeps one token, its share is 1 whatever its score: nothing before its total is an ancestor.
- What a row's shift takes off cancels in the shares. So does a bias of the key part, which adds the same to
  every score of a row.
- A row that keeps nothing reads no score at all: the keep-table decides it alone.

The keep-table decides, so its cells are told too: a struck score's own cell, and the whole row for whatever
is worked out from a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.dependence import links, take_off_cancelled
from explorer.core.grid import Array, frozen
from explorer.core.place import Place, coordinates, locate
from explorer.core.splitting import Key
from explorer.errors import listed

if TYPE_CHECKING:
    from explorer.core.trace import Trace

__all__ = ["Lineage", "ancestors", "descendants"]


@dataclass(frozen=True, eq=False, repr=False)
class Lineage:
    """The cells that a walk from one cell met, backward or forward.

    Iterating gives a `Place` for each, in the order of the trip; ``len`` counts them and ``in`` looks one up.

    Attributes
    ----------
    place : Place
        Where the walk began. It is one of the cells.
    cells : mapping of (step, tensor) to ndarray of bool, of that tensor's shape
        True where a cell was met; read-only. In the order of the trip, only tensors with such a cell.
    text : str
        One sentence, for a screen reader.
    verdict : str
        That sentence without its subject, for where the place is named already.

    Examples
    --------
    >>> import explorer as ex
    >>> traced = ex.trace().ancestors("merge", "output", batch=0, token=1, width=0)
    >>> traced.cells["inside_flip", "key"].astype(int).tolist()
    [[[[1, 1, 0], [1, 1, 0]], [[0, 0, 0], [0, 0, 0]]]]
    >>> traced.text
    'output at token 1, width 0 comes from 8 of the 36 numbers of wide.'
    """

    place: Place
    cells: Mapping[Key, Array]
    text: str
    verdict: str
    _axes: Mapping[Key, tuple[str, ...]]

    @property
    def steps(self) -> tuple[str, ...]:
        """The names of the steps that were walked through, in the order of the trip."""
        return tuple(dict.fromkeys(step for step, _ in self.cells))

    def __iter__(self) -> Iterator[Place]:
        for (step, tensor), marked in self.cells.items():
            for index in np.argwhere(marked).tolist():
                yield Place(step, tensor, tuple(zip(self._axes[step, tensor], index, strict=True)))

    def __len__(self) -> int:
        return sum(int(np.count_nonzero(marked)) for marked in self.cells.values())

    def __contains__(self, place: object) -> bool:
        if not isinstance(place, Place) or (place.step, place.tensor) not in self.cells:
            return False
        key = place.step, place.tensor
        inside = all(0 <= i < size for i, size in zip(place.index, self.cells[key].shape, strict=True))
        return inside and bool(self.cells[key][place.index])

    def __repr__(self) -> str:
        return f"<Lineage of {self.place.identity}: {len(self)} cells in {', '.join(self.steps)}>"


def ancestors(trip: Trace, step: str, tensor: str, **coords: int) -> Lineage:
    """Trace a cell back, through every step, to everything it came from.

    Parameters
    ----------
    trip : Trace
    step, tensor : str
        Which step recorded the cell, and under which name.
    **coords : int
        An index for every axis, by name, counted from 0.

    Returns
    -------
    Lineage
        The cell itself and its ancestors.

    Raises
    ------
    UnknownNameError
        If there is no such step, or no such tensor in it.
    AxisNameError
        If an axis is missing or unknown.
    ShapeError
        If an index is out of range.

    Examples
    --------
    >>> import explorer as ex
    >>> ancestors(ex.trace(), "scores", "matches", batch=0, head=0, query_token=2, key_token=1).steps
    ('pour', 'cut', 'dividers', 'reshelve', 'inside_flip', 'scores')
    """
    place = locate(trip, step, tensor, coords)
    marked, leapt = _begin(trip, place), set[Key]()
    for link in reversed(list(links(trip))):
        if link.target in marked and not (link.leap and link.target in leapt):
            _mark(trip, marked, link.source, link.back(marked[link.target]))
            if link.leap:
                leapt.add(link.source)
    take_off_cancelled(trip, place, marked)
    return _lineage(trip, place, marked, _came_from)


def descendants(trip: Trace, step: str, tensor: str, **coords: int) -> Lineage:
    """Follow a cell forward, through every step, to everything it reaches.

    Parameters
    ----------
    trip : Trace
    step, tensor : str
        Which step recorded the cell, and under which name.
    **coords : int
        An index for every axis, by name, counted from 0.

    Returns
    -------
    Lineage
        The cell itself and its descendants: those that it is an ancestor of.

    Raises
    ------
    UnknownNameError
        If there is no such step, or no such tensor in it.
    AxisNameError
        If an axis is missing or unknown.
    ShapeError
        If an index is out of range.

    Examples
    --------
    >>> import explorer as ex
    >>> descendants(ex.trace(), "cut", "value", batch=0, token=1, width=0).text
    'value at token 1, width 0 reaches 2 of the 12 numbers of output.'
    """
    place = locate(trip, step, tensor, coords)
    marked, leapt = _begin(trip, place), set[Key]()
    for link in links(trip):
        if link.source in marked and not (link.leap and link.source in leapt):
            _mark(trip, marked, link.target, link.forward(marked[link.source]))
            if link.leap:
                leapt.add(link.target)
    take_off_cancelled(trip, place, marked)
    return _lineage(trip, place, marked, _reaches)


def _begin(trip: Trace, place: Place) -> dict[Key, Array]:
    start = np.zeros(trip[place.step][place.tensor].shape, dtype=bool)
    start[place.index] = True
    return {(place.step, place.tensor): start}


def _mark(trip: Trace, marked: dict[Key, Array], key: Key, more: Array) -> None:
    """Add cells of one tensor; one with no cell stays out."""
    if more.any():
        if key not in marked:
            marked[key] = np.zeros(trip[key[0]][key[1]].shape, dtype=bool)
        marked[key] |= more


def _came_from(met: list[Key], cells: Mapping[Key, Array]) -> str:
    raw = [key for key in met if key[0] == "pour" and not key[1].endswith("wide")]
    begun = raw or [key for key in met if key[0] == "pour"]
    if begun:
        return f"comes from {_counted(begun, cells)}"
    if ("mask", "keep") in met:
        return "is decided by the keep-table alone"
    return "comes from nothing before it"


def _reaches(met: list[Key], cells: Mapping[Key, Array]) -> str:
    if not met:
        return "reaches nothing after it"
    end = "" if met[-1] == ("merge", "output") else ", and no further"
    return f"reaches {_counted(met[-1:], cells)}{end}"


def _counted(keys: list[Key], cells: Mapping[Key, Array]) -> str:
    return listed(
        [f"{np.count_nonzero(cells[key])} of the {cells[key].size} numbers of {key[1]}" for key in keys],
        "and",
    )


def _lineage(
    trip: Trace,
    place: Place,
    marked: Mapping[Key, Array],
    verdict: Callable[[list[Key], Mapping[Key, Array]], str],
) -> Lineage:
    """Freeze what was met, in the order of the trip, and put it into a sentence."""
    axes = {(step.name, name): made.axes for step in trip.steps for name, made in step.tensors.items()}
    cells = {key: frozen(marked[key]) for key in axes if key in marked}
    met = [key for key in cells if key != (place.step, place.tensor)]
    where = coordinates(place, batch=trip.config.batch)
    said = verdict(met, cells)
    text = f"{place.tensor} at {where} {said}."
    return Lineage(place, MappingProxyType(cells), text, said, MappingProxyType(axes))
