"""A grid drawn as one image: its colours as bytes, and any of its cells made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from explorer.core.grid import Array
from explorer.scene.canvas import Rect
from explorer.scene.display import Cell
from explorer.scene.extents import Places

__all__ = ["Bytes", "Image", "Make"]

Bytes: TypeAlias = npt.NDArray[np.uint8]
Make: TypeAlias = Callable[[Mapping[str, int], Rect, str], Cell]
"""Makes a cell from its coordinates, its rectangle and its fill."""


@dataclass(frozen=True, eq=False)
class Image:
    """The cells of a large grid, each a slice of one rectangle.

    Attributes
    ----------
    x, y, w, h : float
        The rectangle.
    title : str
        What it shows, in words.
    index : ndarray of unsigned int, axes (row, column)
        For each cell, which entry of `palette` is its colour.
    palette : ndarray of uint8, axes (entry, channel)
        Red, green and blue.
    values : ndarray, axes (row, column)
        The engine's numbers.
    axes : tuple of str
        The tensor's, in its own order.
    pins : mapping of str to int
        Where those are held that run neither down nor across.
    row_axes, col_axes : tuple of str
    row_places, col_places : ndarray of int, axes (place, one for each of those)
        Their coordinates.
    make : callable
        What makes a `Cell`.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> scene = step_scene(ex.trace(ex.Config(tokens=64)), "scores")
    >>> image = next(panel.image for panel in scene.panels if panel.role == "matches")
    >>> image.shape, image.colours.shape
    ((64, 64), (64, 64, 3))
    >>> image.cell(2, 1).title
    'matches (dot products of queries and keys), book 0, lens 0, asking 2, looked at 1: 2'
    >>> image.locate(dict(image.cell(2, 1).coords))
    (2, 1)
    """

    x: float
    y: float
    w: float
    h: float
    title: str
    index: npt.NDArray[np.unsignedinteger] = field(repr=False)
    palette: Bytes = field(repr=False)
    values: Array = field(repr=False)
    axes: tuple[str, ...]
    pins: Mapping[str, int]
    row_axes: tuple[str, ...]
    col_axes: tuple[str, ...]
    row_places: Places = field(repr=False)
    col_places: Places = field(repr=False)
    make: Make = field(repr=False)

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns there are."""
        return len(self.row_places), len(self.col_places)

    @property
    def is_fine(self) -> bool:
        """Whether its cells are finer than a dot of the paper, so that neighbours have to share one."""
        return self.w < len(self.col_places) or self.h < len(self.row_places)

    @cached_property
    def colours(self) -> Bytes:
        """The colour of each cell: axes (row, column, channel)."""
        found: Bytes = self.palette[self.index]
        return found

    def cell(self, row: int, column: int) -> Cell:
        """Make one cell; its rectangle is its slice of the image.

        Parameters
        ----------
        row, column : int
            Counted from 0, as drawn.

        Returns
        -------
        Cell

        Raises
        ------
        IndexError
            If there is none.
        """
        rows, columns = self.shape
        if not (0 <= row < rows and 0 <= column < columns):
            raise IndexError(f"No cell {row}, {column} among {rows} rows and {columns} columns.")
        red, green, blue = self.palette[self.index[row, column]].tolist()
        coords = {
            **self.pins,
            **dict(zip(self.row_axes, self.row_places[row].tolist(), strict=True)),
            **dict(zip(self.col_axes, self.col_places[column].tolist(), strict=True)),
        }
        return self.make(coords, self.slice(row, column, row, column), f"#{red:02x}{green:02x}{blue:02x}")

    def locate(self, coords: Mapping[str, int]) -> tuple[int, int] | None:
        """Find the cell at these coordinates.

        Parameters
        ----------
        coords : mapping of str to int
            An index for every axis.

        Returns
        -------
        (int, int) or None
            Its row and its column as drawn; None if it is not drawn here.
        """
        found = self._matching(coords)
        if found is None or any(len(places) != 1 for places in found):
            return None
        rows, columns = found
        return int(rows[0]), int(columns[0])

    def rect(self, coords: Mapping[str, int]) -> Rect | None:
        """Find the smallest rectangle around all cells that have these coordinates.

        Parameters
        ----------
        coords : mapping of str to int
            An index for some axes, or for none.

        Returns
        -------
        Rect or None
            None if no cell has them.
        """
        found = self._matching(coords)
        if found is None:
            return None
        rows, columns = found
        return self.slice(int(rows[0]), int(columns[0]), int(rows[-1]), int(columns[-1]))

    def cells(self, coords: Mapping[str, int]) -> Iterator[Cell]:
        """Make the cells that have these coordinates, one after another.

        Parameters
        ----------
        coords : mapping of str to int

        Yields
        ------
        Cell
        """
        found = self._matching(coords)
        if found is not None:
            yield from (self.cell(int(row), int(column)) for row in found[0] for column in found[1])

    def slice(self, top: int, left: int, bottom: int, right: int) -> Rect:
        """Say where some rows and columns stand.

        Parameters
        ----------
        top, left, bottom, right : int
            The first row and column, and the last.

        Returns
        -------
        Rect
        """
        wide, tall = self.w / len(self.col_places), self.h / len(self.row_places)
        return Rect(
            self.x + left * wide,
            self.y + top * tall,
            (right - left + 1) * wide,
            (bottom - top + 1) * tall,
        )

    def _matching(self, coords: Mapping[str, int]) -> tuple[Places, Places] | None:
        """Find the rows and the columns that have these coordinates."""
        held = {*self.pins, *self.row_axes, *self.col_axes}
        if not coords.keys() <= held or any(coords.get(axis, at) != at for axis, at in self.pins.items()):
            return None
        rows = _matching(self.row_axes, self.row_places, coords)
        columns = _matching(self.col_axes, self.col_places, coords)
        return (rows, columns) if len(rows) and len(columns) else None


def _matching(axes: tuple[str, ...], places: Places, coords: Mapping[str, int]) -> Places:
    wanted = [(number, coords[axis]) for number, axis in enumerate(axes) if axis in coords]
    fits = np.ones(len(places), dtype=bool)
    for number, index in wanted:
        fits &= places[:, number] == index
    return np.flatnonzero(fits)
