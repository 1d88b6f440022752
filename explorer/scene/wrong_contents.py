"""What stands in each cell of a tensor: where its number really came from, and whether it belongs there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.mistakes.tell_names import tell_origin
from explorer.core.tensor import Tensor
from explorer.scene.canvas import Rect
from explorer.scene.colouring import Range
from explorer.scene.display import Cell
from explorer.scene.identity import Origin, origin_of, owners
from explorer.scene.lettering import fit_size
from explorer.scene.look import Look
from explorer.scene.marks import hatching
from explorer.scene.numerals import number_text
from explorer.scene.painting import At, read
from explorer.scene.palette import PALETTES, Palette, ink_on, origin_fill
from explorer.scene.wrong_axes import place_word
from explorer.words import AXES, TENSORS

__all__ = ["Births", "Contents"]


@dataclass(frozen=True, eq=False)
class Births:
    """Where the numbers of a tensor were before they moved, counted through in the order of that source.

    Attributes
    ----------
    name : str
        The source: ``"wide"``, ``"blend"``, ``"query"`` ...
    axes : tuple of str
    shape : tuple of int
        Its own.
    index : ndarray of int, shaped as the tensor that is drawn
        The source's place of each number in it.
    expected : ndarray of int, shaped alike, or None
        The place of the number that belongs there; None where no place is the right one.
    heads, head_dim : int
        H and D, to find the head of a place in a row.
    """

    name: str
    axes: tuple[str, ...]
    shape: tuple[int, ...]
    index: Array
    expected: Array | None
    heads: int
    head_dim: int

    def owners(self, index: Array) -> tuple[Any, Any]:
        """Find the heads and the tokens that some numbers belong to."""
        coords = dict(zip(self.axes, np.unravel_index(index, self.shape), strict=True))
        return owners(self.name, coords, heads=self.heads, head_dim=self.head_dim)

    def origin(self, number: int) -> Origin:
        """Find where one number came from, in names."""
        coords = dict(zip(self.axes, map(int, np.unravel_index(number, self.shape)), strict=True))
        return origin_of(self.name, coords, heads=self.heads, head_dim=self.head_dim)

    @cached_property
    def all_differ(self) -> bool:
        """Whether no number stands in two cells."""
        return len(np.unique(self.index)) == self.index.size


@dataclass(frozen=True, eq=False)
class Contents:
    """All that is to be known about the cells of one tensor, to draw them.

    Attributes
    ----------
    role, role_word : str
        The part that it plays in the picture, and what to call that.
    tensor : Tensor
    look : Look
    config : Config
    span : Range
        What its colours are stretched over, where it is painted by value.
    births : Births or None
        None where its numbers were worked out.
    marked : ndarray of bool, shaped as the tensor
        Which cells do not hold what belongs there; on the right way, which differ on the wrong one.
    framed : bool
        Whether those are framed.
    other : Tensor or None
        What the other way has at the same places.
    other_word : str
        What to call that number in a cell's title.
    struck : ndarray of bool, shaped as the tensor, or None
        Which cells the mask struck.
    """

    role: str
    role_word: str
    tensor: Tensor
    look: Look
    config: Config
    span: Range
    births: Births | None
    marked: Array
    framed: bool = True
    other: Tensor | None = None
    other_word: str = ""
    struck: Array | None = None

    @property
    def palette(self) -> Palette:
        """The colours of the theme."""
        return PALETTES[self.look.theme]

    @property
    def by_origin(self) -> bool:
        """Whether a cell's colour says where its number came from."""
        return self.births is not None and self.look.colour != "value"

    @property
    def name(self) -> str:
        """What the tensor is called, in the words chosen."""
        name = self.tensor.name
        return TENSORS[name].say(self.look.words) if name in TENSORS else name

    def strip_labels(self, coords: Mapping[str, At], shape: tuple[int, int]) -> Array | None:
        """Label the cells of a grid by the head and the token that they came from.

        Parameters
        ----------
        coords : mapping of str to int or ndarray
            As `painting.spread` gives them.
        shape : (int, int)
            Its rows and columns.

        Returns
        -------
        ndarray of int, axes (row, column), or None
            None where the colours do not tell origins, and each cell is looked at alone.
        """
        if self.births is None or not self.by_origin:
            return None
        index = read(self.births.index, self.tensor.axes, coords)
        head, token = self.births.owners(np.broadcast_to(index, shape))
        labels: Array = head * self.config.tokens + token
        return labels

    def paint(
        self, coords: Mapping[str, At], shape: tuple[int, int]
    ) -> tuple[npt.NDArray[np.uint16], list[str]]:
        """Find the colour of every cell of a grid.

        Parameters
        ----------
        coords : mapping of str to int or ndarray
            As `painting.spread` gives them.
        shape : (int, int)
            Its rows and columns.

        Returns
        -------
        index : ndarray of unsigned int, axes (row, column)
        fills : list of str
        """
        values = np.broadcast_to(read(self.tensor.values, self.tensor.axes, coords), shape)
        labels = self.strip_labels(coords, shape)
        if labels is not None:
            pairs, places = np.unique(labels, return_inverse=True)
            tokens = self.config.tokens
            fills = [
                origin_fill(pair // tokens, pair % tokens, tokens, self.palette) for pair in pairs.tolist()
            ]
            index, bare = places.astype(np.uint16), np.zeros(shape, dtype=bool)
        else:
            index, bare = self.span.entries(values), np.isnan(values)
            table = self.span.table
            fills = [f"#{table[at : at + 6]}" for at in range(0, len(table), 6)]
        if self.struck is not None:
            bare = bare | read(self.struck, self.tensor.axes, coords)
        return np.where(bare, len(fills), index.reshape(shape)).astype(np.uint16), [
            *fills,
            self.palette.paper,
        ]

    def cell(self, coords: Mapping[str, int], rect: Rect, fill: str, size: float | None = None) -> Cell:
        """Make one cell.

        Parameters
        ----------
        coords : mapping of str to int
            An index for every axis.
        rect : Rect
        fill : str
        size : float, optional
            The height of its number, 0 where numbers are not printed. A part of an image has none: it is not
            hatched, and has its number though that is not printed.

        Returns
        -------
        Cell
        """
        ordered = {axis: coords[axis] for axis in self.tensor.axes}
        index = tuple(ordered.values())
        value = float(self.tensor.values[index])
        struck = self.struck is not None and bool(self.struck[index])
        text = number_text(value, self.look.decimals)
        places = [place_word(self.config, axis, at, self.look.words) for axis, at in ordered.items()]
        hatched = struck and size is not None
        return Cell(
            rect.x, rect.y, rect.w, rect.h,
            fill=fill,
            ink=self.palette.soft if hatched else ink_on(fill),
            edge=self.palette.rule if struck else self.palette.shelf,
            text="" if size == 0 else text,
            size=fit_size(text, rect.w - 8, size, bold=True) if size else 0.0,
            identity=self._identity(ordered),
            tensor=self.tensor.name,
            coords=tuple(ordered.items()),
            value=value,
            title=f"{self.name}, {', '.join(places)}: {_exact(value)}{self._told(index)}",
            struck=struck,
            hatch=hatching(rect.x, rect.y, rect.w, rect.h) if hatched else (),
            hatch_colour=self.palette.hatch if hatched else "",
        )  # fmt: skip

    def _identity(self, ordered: Mapping[str, int]) -> str:
        """Name a cell by where its number was born, or by its own place where that does not tell it apart."""
        if self.births is not None and self.births.all_differ:
            return self.births.origin(int(self.births.index[tuple(ordered.values())])).identity
        if self.births is None and set(ordered) <= set(AXES):
            heads, head_dim = self.config.heads, self.config.head_dim
            return origin_of(self.tensor.name, ordered, heads=heads, head_dim=head_dim).identity
        return ":".join([self.tensor.name, *(f"{axis}{at}" for axis, at in ordered.items())])

    def _told(self, index: tuple[int, ...]) -> str:
        """Say where a number came from and which belongs there, or which one the other way has."""
        if not self.marked[index]:
            return ""
        births = self.births
        if births is None or births.expected is None:
            if self.other is None:
                return ""
            return f", {self.other_word} {_exact(float(self.other.values[index]))}"
        came, belongs = (births.origin(int(at[index])) for at in (births.index, births.expected))
        told = f", comes from {self._birthplace(came, belongs)}; here belongs "
        if self.other is None:
            return f"{told}{self._birthplace(belongs, came)}"
        # The place it should come from is this very cell's address: what is new is the number.
        right, there = self.other.values[index], self.tensor.values[index]
        whose = (
            f", of {TENSORS[belongs.tensor].short(self.look.words)}" if belongs.tensor != came.tensor else ""
        )
        return f"{told}{'another ' if right == there else ''}{_exact(float(right))}{whose}"

    def _birthplace(self, origin: Origin, other: Origin) -> str:
        """Tell a birthplace; what is the same for every number is left out."""
        coords = dict(origin.coords)
        if self.config.batch == 1:
            del coords["batch"]
        part = {"part": origin.tensor} if origin.tensor != other.tensor else {}
        order = ("batch", "head", "token", "head_dim")
        return tell_origin(
            {**part, **{axis: coords[axis] for axis in order if axis in coords}}, self.look.words
        )


def _exact(value: float) -> str:
    return number_text(value) if not np.isfinite(value) else f"{value:.10g}"
