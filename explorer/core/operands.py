"""The numbers that another number was worked out or moved from, picked where they sit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from explorer.core.arithmetic import factor, summed
from explorer.core.place import Place, place_in

if TYPE_CHECKING:
    from explorer.core.trace import Trace

__all__ = ["Cell", "Operand", "Told", "products"]


class Operand(NamedTuple):
    """A number that another one was worked out or moved from.

    Attributes
    ----------
    place : Place
    value : float or bool
    role : str
        What it is there for: ``"query"``, ``"exponential"``, ``"total"``, ``"moved"``, ...
    """

    place: Place
    value: float | bool
    role: str


Told = tuple[tuple[Operand, ...], tuple[str, ...]]
"""The operands of a cell, and its arithmetic line by line."""


@dataclass(frozen=True, eq=False)
class Cell:
    """The cell that is being explained, and a hand to pick its operands with."""

    trip: Trace
    place: Place
    value: float | bool

    def pick(self, step: str, tensor: str, role: str, coords: Mapping[str, int] | None = None) -> Operand:
        """Take the cell of another tensor at the same coordinates, `coords` aside."""
        there = self.trip[step][tensor]
        place = place_in(step, there, {**dict(self.place.coords), **(coords or {})})
        return Operand(place, there.values[place.index].item(), role)

    @cached_property
    def row(self) -> list[int]:
        """The tokens that this row of scores keeps."""
        keep = self.trip["mask"]["keep"]
        book = (self.place["batch"],) if "batch" in keep.axes else ()
        return [int(j) for j in np.flatnonzero(keep.values[(*book, self._asking)])]

    @property
    def is_empty(self) -> bool:
        """Whether this row of scores keeps nothing."""
        return not self.row

    @property
    def sharing(self) -> list[int]:
        """The tokens that get a share in this row: those kept, or all of an empty row shared out evenly."""
        everyone = self.is_empty and self.trip.config.empty_rows == "uniform"
        return list(range(self.trip.config.tokens)) if everyone else self.row

    @property
    def decided_by(self) -> tuple[Operand, ...]:
        """The cells of the keep-table that decide this row of scores."""
        return tuple(
            self.pick("mask", "keep", "keep", {"query_token": self._asking, "key_token": j})
            for j in range(self.trip.config.tokens)
        )

    @property
    def _asking(self) -> int:
        return self.place["token" if self.place.step == "blend" else "query_token"]

    @property
    def kept(self) -> bool:
        """Whether the keep-table keeps this very cell."""
        return bool(self.pick("mask", "keep", "keep").value)


def products(lefts: list[Operand], rights: list[Operand]) -> tuple[tuple[Operand, ...], str]:
    """Pair factors off: the operands in the order they are multiplied, and the sum as text."""
    terms = [f"{factor(a.value)}*{factor(b.value)}" for a, b in zip(lefts, rights, strict=True)]
    return tuple(chain.from_iterable(zip(lefts, rights, strict=True))), summed(terms)
