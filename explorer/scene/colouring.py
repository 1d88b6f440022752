"""Which colour a number gets: by where it came from, or by how large it is.

A range is locked over all tensors that hold the same numbers, so that a number which only moves never
changes its colour: query, key and value share one, the blend and everything merged from it another.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from explorer.core.grid import Array
from explorer.core.tensor import Tensor
from explorer.core.trace import Trace
from explorer.scene.identity import Origin
from explorer.scene.palette import Palette, origin_fill
from explorer.scene.tables import CIVIDIS, RDBU_R, entry

__all__ = ["BY_ORIGIN", "Colouring", "Painter", "Range"]

Painter: TypeAlias = Callable[[float, Origin], str]

BY_ORIGIN = frozenset({"pour", "cut", "dividers", "reshelve", "inside_flip", "two_flips"})
"""The steps that "auto" paints by origin: there a number's identity is the lesson."""

_WIDE = frozenset({"wide", "query", "key", "value"})
_MERGED = frozenset({"blend", "reshelved", "block", "output"})
_SCORED = frozenset({"scores", "struck"})
_EXAMPLE = frozenset({"example_tokens", "example_table", "example_wide"})
# The darkest and the brightest end of the table leave too little room for ink and outline.
_FROM, _TO = 0.06, 0.98
# For both signs: beyond this the table is nearly black at both ends.
_REACH = 0.86


@dataclass(frozen=True)
class Range:
    """The numbers a colour table is stretched over.

    Attributes
    ----------
    low, high : float
        Its ends; where `signed`, they are as far from zero as each other.
    signed : bool
        Whether zero is in the middle.

    Examples
    --------
    >>> Range.over([-1.0, 3.0])
    Range(low=-3.0, high=3.0, signed=True)
    """

    low: float
    high: float
    signed: bool = False

    @classmethod
    def over(cls, *values: object) -> Range:
        """Find the range of some numbers; what is not finite is left out.

        Parameters
        ----------
        *values : array-like, any shape

        Returns
        -------
        Range

        Examples
        --------
        >>> Range.over([0.0, 2.0])
        Range(low=0.0, high=2.0, signed=False)
        """
        ends = [end for each in values for end in _ends(np.asarray(each, dtype=np.float64))]
        if not ends:
            return cls(0.0, 0.0)
        low, high = min(ends), max(ends)
        if low < 0:
            reach = max(-low, high)
            return cls(-reach, reach, signed=True)
        return cls(low if high > low else 0.0, high)

    def fill(self, value: float) -> str:
        """Look one number up.

        Parameters
        ----------
        value : float

        Returns
        -------
        str

        Examples
        --------
        >>> Range(-1.0, 1.0, signed=True).fill(0.0)
        '#f7f6f6'
        """
        span = self.high - self.low
        place = 0.5 if span <= 0 or not math.isfinite(span) else (value - self.low) / span
        if self.signed:
            return entry(self.table, 0.5 + (place - 0.5) * _REACH)
        return entry(self.table, _FROM + place * (_TO - _FROM))

    def entries(self, values: Array) -> npt.NDArray[np.uint16]:
        """Look many numbers up at once.

        Parameters
        ----------
        values : ndarray, any shape

        Returns
        -------
        ndarray of int, the shape of `values`
            For each the entry of `table` whose colour `fill` would give.

        Examples
        --------
        >>> Range(0.0, 3.0).entries(np.array([0.0, 3.0])).tolist()
        [15, 250]
        """
        size, span = len(self.table) // 6, self.high - self.low
        # In place, for a head of a long trip has a million numbers; the same arithmetic as for one number.
        place = np.array(values, dtype=np.float64)
        if span <= 0 or not math.isfinite(span):
            place[...] = 0.5
        else:
            place -= self.low
            place /= span
        shift, scale, start = (0.5, _REACH, 0.5) if self.signed else (0.0, _TO - _FROM, _FROM)
        place -= shift
        place *= scale
        place += start
        place *= size
        # `entry` holds each within the table; a NaN gets its start.
        np.fmin(np.fmax(place, 0, out=place), size - 1, out=place)
        entries: npt.NDArray[np.uint16] = place.astype(np.uint16)
        return entries

    @property
    def table(self) -> str:
        """The colour table: one for numbers of one sign, one for both."""
        return RDBU_R if self.signed else CIVIDIS


@dataclass(frozen=True, eq=False)
class Colouring:
    """Paints the numbers of one trip in one step.

    Attributes
    ----------
    trip : Trace
        Where the locked ranges are read from.
    step : str
        The step at hand, for "auto".
    choice : {"auto", "origin", "value"}
        What the reader chose.
    palette : Palette

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene.palette import PALETTES
    >>> Colouring(ex.trace(), "scores", "auto", PALETTES["light"]).by
    'value'
    """

    trip: Trace
    step: str
    choice: str
    palette: Palette

    @property
    def by(self) -> Literal["origin", "value"]:
        """What the cells of this picture are painted by."""
        if self.choice == "auto":
            return "origin" if self.step in BY_ORIGIN else "value"
        return "origin" if self.choice == "origin" else "value"

    def painter(self, tensor: Tensor) -> Painter:
        """Make what gives each number of a tensor its fill.

        Parameters
        ----------
        tensor : Tensor
            What the numbers are read from.

        Returns
        -------
        callable
            From a number and its origin to ``#rrggbb``.
        """
        if tensor.name in ("keep", "totals"):
            return lambda _value, _origin: self.palette.paper
        if self.by == "origin":
            return lambda _value, origin: self.origin(origin.head, origin.token)
        locked = self.range_of(tensor)
        return lambda value, _origin: self.palette.paper if math.isnan(value) else locked.fill(value)

    def origin(self, head: int | None, token: int | None) -> str:
        """Look up the fill of every number of a head and a token.

        Parameters
        ----------
        head, token : int or None

        Returns
        -------
        str
        """
        if (head, token) not in self._origins:
            tokens = self.trip.config.tokens
            self._origins[head, token] = origin_fill(head, token, tokens, self.palette)
        return self._origins[head, token]

    def range_of(self, tensor: Tensor) -> Range:
        """Find the range that a tensor is painted over; it is locked where the numbers only move.

        Parameters
        ----------
        tensor : Tensor

        Returns
        -------
        Range
        """
        if tensor.name == "shares":
            return Range(0.0, 1.0)
        if tensor.name in _WIDE:
            return self._rows
        if tensor.name in _MERGED:
            return self._merged
        if tensor.name in _SCORED:
            return self._scored
        if tensor.name in _EXAMPLE:
            return self._example
        if id(tensor) not in self._others:
            self._others[id(tensor)] = Range.over(tensor.values)
        return self._others[id(tensor)]

    @cached_property
    def _origins(self) -> dict[tuple[int | None, int | None], str]:
        return {}

    @cached_property
    def _others(self) -> dict[int, Range]:
        return {}

    @cached_property
    def _rows(self) -> Range:
        return Range.over(*(tensor.values for tensor in self.trip["cut"].tensors.values()))

    @cached_property
    def _merged(self) -> Range:
        return Range.over(self.trip["blend"]["blend"].values)

    @cached_property
    def _scored(self) -> Range:
        return Range.over(self.trip["scores"]["scores"].values)

    @cached_property
    def _example(self) -> Range:
        pour = self.trip["pour"]
        return Range.over(*(pour[name].values for name in sorted(_EXAMPLE)))


def _ends(numbers: Array) -> tuple[float, ...]:
    """Find the least and the largest of the finite ones, if there is one."""
    if numbers.size:
        low, high = float(numbers.min()), float(numbers.max())
        if math.isfinite(low) and math.isfinite(high):
            return low, high
    finite = numbers[np.isfinite(numbers)]
    return (float(finite.min()), float(finite.max())) if finite.size else ()
