"""What the last change did: which recorded cells hold another number than before, and which are new.

A sum is as it was if only its last bits differ: where there is one more struck cell to add, a 0, NumPy may
add the others up in another order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Literal, NamedTuple

import numpy as np

from explorer.core.counterparts import Rounding, against
from explorer.core.grid import Array, frozen
from explorer.core.place import Place
from explorer.core.tensor import Tensor
from explorer.core.trace import Trace

__all__ = ["Changes", "Count", "Marks", "changes"]

_POURED = ("wide", "query", "key", "value")
_SUMS = ("matches", "scores", "struck", "shift", "blend", "reshelved", "block", "output")
_POSITIVE_SUMS = ("exponentials", "totals", "shares")


class Count(NamedTuple):
    """How many recorded cells changed, how many are new, and out of how many.

    A number that is recorded in several steps is counted in each of them, as it is drawn in each.
    """

    changed: int
    new: int
    cells: int


@dataclass(frozen=True, eq=False)
class Marks:
    """What happened to each cell of one tensor.

    Attributes
    ----------
    changed : ndarray of bool, axes as the tensor
        There was such a number before, and it was another one. NaN is as NaN was.
    new : ndarray of bool, axes as the tensor
        There was no such number before.
    """

    changed: Array
    new: Array


@dataclass(frozen=True, eq=False)
class Changes:
    """Every cell of a trip held against the trip before it; tensors are compared when they are asked for.

    It is true where anything changed or is new. What is gone makes it no truer: nothing is there to mark.

    Attributes
    ----------
    before, after : Trace

    Examples
    --------
    >>> import explorer as ex
    >>> found = changes(ex.trace(), ex.trace(ex.Config(window=3)))
    >>> found.first, found.by_step["mask"]
    ('mask', Count(changed=3, new=0, cells=27))
    >>> found.marks("mask", "keep").changed.astype(int).tolist()
    [[0, 0, 0], [0, 0, 0], [1, 0, 0]]
    """

    before: Trace
    after: Trace
    _found: dict[tuple[str, str], Marks] = field(default_factory=dict, init=False, repr=False)

    def marks(self, step: str, tensor: str) -> Marks:
        """Compare one tensor of `after` with what it was before.

        Parameters
        ----------
        step, tensor : str

        Returns
        -------
        Marks

        Raises
        ------
        UnknownNameError
            If `after` has no such step, or no such tensor in it.

        Examples
        --------
        >>> import explorer as ex
        >>> grown = changes(ex.trace(), ex.trace(ex.Config(tokens=4)))
        >>> grown.marks("cut", "key").new[0].astype(int).tolist()
        [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1]]
        """
        now = self.after[step][tensor]
        if (step, tensor) not in self._found:
            self._found[step, tensor] = self._compare(step, now)
        return self._found[step, tensor]

    def at(self, place: Place) -> Literal["", "new", "changed"]:
        """Say what happened to one cell.

        Parameters
        ----------
        place : Place
            A cell of `after`.

        Returns
        -------
        {"", "new", "changed"}
            Empty where it is as it was.

        Raises
        ------
        UnknownNameError, AxisNameError, ShapeError
            If `after` has no such cell.

        Examples
        --------
        >>> import explorer as ex
        >>> found = changes(ex.trace(), ex.trace(ex.Config(window=3)))
        >>> found.at(Place("mask", "keep", (("query_token", 2), ("key_token", 0))))
        'changed'
        """
        tensor = self.after[place.step][place.tensor]
        coords = dict(place.coords)
        tensor.at(**coords)  # refuses, in the tensor's own words
        marks = self.marks(place.step, place.tensor)
        index = tuple(coords[axis] for axis in tensor.axes)
        if marks.new[index]:
            return "new"
        return "changed" if marks.changed[index] else ""

    @cached_property
    def by_step(self) -> Mapping[str, Count]:
        """The count of each step, by its name, in order: all cells of the tensors that it recorded."""
        return MappingProxyType({step.name: self._count(step.name) for step in self.after.steps})

    @property
    def counts(self) -> Count:
        """The count of the whole trip: that of the steps added up."""
        return Count(*(sum(column) for column in zip(*self.by_step.values(), strict=True)))

    @cached_property
    def gone(self) -> int:
        """How many recorded cells of `before` have nothing in `after` that they became."""
        return changes(self.after, self.before).counts.new

    @property
    def first(self) -> str | None:
        """The first step in which anything changed or is new; None where nothing did."""
        for step in self.after.steps:
            found = (self.marks(step.name, name) for name in step.tensors)
            if any(marks.changed.any() or marks.new.any() for marks in found):
                return step.name
        return None

    @property
    def text(self) -> str:
        """One sentence: how many cells changed, are new and are gone, and in which steps.

        Examples
        --------
        >>> import explorer as ex
        >>> changes(ex.trace(), ex.trace(ex.Config(window=3))).text
        '25 of 327 cells changed: mask 3, shares 10, blend 3, merge 9.'
        >>> changes(ex.trace(), ex.trace()).text
        'Nothing changed: all 327 cells are as they were.'
        """
        counts, gone = self.counts, f"; {_cells(self.gone)} gone" if self.gone else ""
        changed, new = (self._where(kind) for kind in ("changed", "new"))
        of_all = f"of {_cells(counts.cells, verb=False)}"
        if counts.changed and counts.new:
            said = (
                f"{counts.changed} {of_all} changed ({changed}), {counts.new} {_are(counts.new)} new ({new})"
            )
        elif counts.changed:
            said = f"{counts.changed} {of_all} changed: {changed}"
        elif counts.new:
            said = f"{counts.new} {of_all} {_are(counts.new)} new: {new}"
        else:
            said = f"Nothing changed: all {_cells(counts.cells)} as they were"
        return f"{said}{gone}."

    def __bool__(self) -> bool:
        return self.first is not None

    def _where(self, kind: Literal["changed", "new"]) -> str:
        numbers = ((step, getattr(count, kind)) for step, count in self.by_step.items())
        return ", ".join(f"{step} {number}" for step, number in numbers if number)

    def _count(self, step: str) -> Count:
        tensors = self.after[step].tensors
        marks = [self.marks(step, name) for name in tensors]
        return Count(
            sum(int(np.count_nonzero(one.changed)) for one in marks),
            sum(int(np.count_nonzero(one.new)) for one in marks),
            sum(tensor.values.size for tensor in tensors.values()),
        )

    def _compare(self, step: str, tensor: Tensor) -> Marks:
        earlier = self.before[step]
        if tensor.name in earlier:
            batches = (self.after.config.batch, self.before.config.batch)
            rounding = self._rounding(tensor.name)
            changed, new = against(tensor, earlier[tensor.name], batches=batches, rounding=rounding)
        else:
            changed, new = np.zeros(tensor.shape, dtype=bool), np.ones(tensor.shape, dtype=bool)
        return Marks(frozen(changed), frozen(new))

    def _rounding(self, tensor: str) -> Rounding:
        """Say how a number came to be rounded; what was handed over or moved was not rounded at all."""
        if tensor in _POSITIVE_SUMS:
            return "each"
        poured = tensor in _POURED and not (self.after.given and self.before.given)
        return "column" if poured or tensor in _SUMS else "none"


def changes(before: Trace, after: Trace) -> Changes:
    """Hold a trip against the one before it.

    Parameters
    ----------
    before, after : Trace
        Any two, of any sizes and sources.

    Returns
    -------
    Changes

    Examples
    --------
    >>> import explorer as ex
    >>> found = changes(ex.trace(ex.Config(heads=1, head_dim=4)), ex.trace())
    >>> found.first, found.marks("reshelve", "query").changed.any().item()
    ('scores', False)
    """
    return Changes(before, after)


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _cells(count: int, *, verb: bool = True) -> str:
    noun = "cell" if count == 1 else "cells"
    return f"{count} {noun} {_are(count)}" if verb else f"{count} {noun}"
