"""A grid whose cells may hold what does not belong there: a dashed frame says so, and no colour needs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from explorer.core.grid import Array
from explorer.scene.canvas import Canvas, Rect
from explorer.scene.cells import CellSize
from explorer.scene.display import Cell, Panel
from explorer.scene.edges import named_places
from explorer.scene.extents import Places
from explorer.scene.lettering import advance, fit_size
from explorer.scene.numerals import number_text
from explorer.scene.painting import At, as_bytes, read, spread
from explorer.scene.palette import ink_on
from explorer.scene.raster import Image
from explorer.scene.wrong_axes import Arranged, axis_colour, letter_of, place_word
from explorer.scene.wrong_contents import Contents
from explorer.scene.wrong_frames import frame, frame_image, strips

__all__ = ["ContentGrid"]

_LABEL, _GAP, _SUMS = 11.5, 6.0, 50.0
_SPLIT = 8.0


@dataclass(frozen=True, eq=False)
class ContentGrid:
    """One grid of a tensor, as a node to lay out.

    Attributes
    ----------
    contents : Contents
    laid : Arranged
    shelf : int
        The place along the owner's axis.
    size : CellSize
    numbered : bool
        Whether the numbers are printed.
    tight : bool
        Whether a row's label is a letter.
    head_dim : int
        Columns before which a gap divides a row of heads; 0 for none.
    sums : bool
        Whether it is written beside each row, and under each column, what it adds to.
    """

    contents: Contents
    laid: Arranged
    shelf: int
    size: CellSize
    numbered: bool
    tight: bool
    head_dim: int = 0
    sums: bool = False

    @cached_property
    def offset(self) -> float:
        """Where the cells begin, seen from the left edge."""
        return max((advance(text, _LABEL) for text in self._row_labels if text), default=-_GAP) + _GAP

    @cached_property
    def inner(self) -> tuple[float, float]:
        """The width and height of the cells alone."""
        rows, columns = self.laid.grid
        if self.laid.is_image:
            scale = min(1.0, self.size.side / (max(rows, columns) * self.size.h))
            wide, tall = columns * self.size.h * scale, rows * self.size.h * scale
            return max(48.0, wide), max(48.0 if rows > 1 else 20.0, tall)
        return self.column(columns - 1) + self.size.w, rows * self.size.h

    @cached_property
    def width(self) -> float:
        """Labels, cells and sums."""
        return self.offset + self.inner[0] + (_SUMS if self.sums else 0)

    @cached_property
    def height(self) -> float:
        """The cells, and the sums under them."""
        return self.inner[1] + (16 if self.sums and not self.laid.is_image else 0)

    def column(self, number: int) -> float:
        """Where a column begins, seen from the first."""
        gaps = number // self.head_dim if self.head_dim and not self.laid.is_image else 0
        return number * self.size.w + gaps * _SPLIT

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw cells or image, the labels of the rows, and the frames of what is out of place."""
        left, laid, contents = x + self.offset, self.laid, self.contents
        sides = (laid.rows, self._side(laid.rows)), (laid.cols, self._side(laid.cols))
        coords = spread(self._pins, *sides)
        values, marked = (
            np.broadcast_to(read(array, contents.tensor.axes, coords), laid.grid)
            for array in (contents.tensor.values, contents.marked)
        )
        if laid.is_image:
            self._draw_image(canvas, left, y, coords, values)
            image = canvas.panels[-1].image
            assert image is not None
            if contents.framed:
                frame_image(canvas, image, marked, contents.palette.ink)
        else:
            self._draw_cells(canvas, left, y, coords)
            if contents.framed:
                self._frame(canvas, coords, marked)
        self._name_rows(canvas, left, y)
        if self.sums:
            self._add_up(canvas, left, y, values)

    def _draw_image(
        self, canvas: Canvas, left: float, y: float, coords: Mapping[str, At], values: Array
    ) -> None:
        laid, contents = self.laid, self.contents
        rect = Rect(left, y, *self.inner)
        index, fills = contents.paint(coords, laid.grid)
        rows, columns = laid.grid
        image = Image(
            rect.x, rect.y, rect.w, rect.h,
            title=f"{self._title}: {rows} rows and {columns} columns, one image",
            index=index, palette=as_bytes(fills), values=values, axes=contents.tensor.axes, pins=self._pins,
            row_axes=laid.rows, col_axes=laid.cols,
            row_places=self._side(laid.rows), col_places=self._side(laid.cols), make=contents.cell,
        )  # fmt: skip
        canvas.panels.append(self._panel((), image))
        canvas.rim(rect, contents.palette.rule)

    def _draw_cells(self, canvas: Canvas, left: float, y: float, coords: Mapping[str, At]) -> None:
        laid, contents, cells = self.laid, self.contents, []
        index, fills = contents.paint(coords, laid.grid)
        rows, cols = self._side(laid.rows), self._side(laid.cols)
        for i, j in np.ndindex(*laid.grid):
            rect = Rect(left + self.column(j), y + i * self.size.h, self.size.w, self.size.h)
            at = self._pins | dict(zip(laid.rows, rows[i].tolist(), strict=True))
            at |= dict(zip(laid.cols, cols[j].tolist(), strict=True))
            type_ = self.size.type if self.numbered else 0.0
            cells.append(contents.cell(at, rect, fills[index[i, j]], type_))
        canvas.panels.append(self._panel(tuple(cells), None))

    def _frame(self, canvas: Canvas, coords: Mapping[str, At], marked: Array) -> None:
        """Frame what is out of place: a strip that came along whole is framed whole."""
        cells, columns = canvas.panels[-1].cells, self.laid.grid[1]
        alike = self.contents.strip_labels(coords, self.laid.grid)
        cuts = range(self.head_dim, columns, self.head_dim) if self.head_dim else ()
        lying = [(row, first, row, last) for row, first, last in strips(marked, alike, cuts)]
        turned = strips(marked.T, None if alike is None else alike.T)
        standing = [(first, column, last, column) for column, first, last in turned]
        for top, left, bottom, right in min(lying, standing, key=len):
            start, end = cells[top * columns + left], cells[bottom * columns + right]
            ink = self.contents.palette.ink if start.hatch else ink_on(start.fill)
            frame(canvas, Rect(start.x, start.y, end.x + end.w - start.x, end.y + end.h - start.y), ink)

    @property
    def _pins(self) -> dict[str, int]:
        laid = self.laid
        return dict(laid.pins) | ({laid.owner: self.shelf} if laid.owner else {})

    @property
    def _pinned(self) -> tuple[tuple[str, int], ...]:
        """The pins in the order of the tensor's axes."""
        return tuple((axis, self._pins[axis]) for axis in self.contents.tensor.axes if axis in self._pins)

    @property
    def _title(self) -> str:
        contents = self.contents
        words = [place_word(contents.config, *pin, contents.look.words) for pin in self._pinned]
        return ", ".join([f"{contents.role_word}: {contents.name}", *words])

    def _panel(self, cells: tuple[Cell, ...], image: Image | None) -> Panel:
        laid, contents = self.laid, self.contents
        return Panel(
            contents.role, self._title, contents.tensor.name, laid.rows, laid.cols, self._pinned, laid.grid,
            cells, image,
        )  # fmt: skip

    def _name_rows(self, canvas: Canvas, left: float, y: float) -> None:
        colour = axis_colour(self.contents.palette, self.laid.rows[0]) if self.laid.rows else ""
        for row, text in enumerate(self._row_labels):
            if text:
                canvas.text(left - _GAP, y + (row + 0.5) * self._tall, text, _LABEL, colour, anchor="end")

    def _add_up(self, canvas: Canvas, left: float, y: float, values: Array) -> None:
        """Write what rows and columns add to; a row of shares that does not add to one is written bold."""
        palette = self.contents.palette
        for row, total in enumerate(values.sum(axis=1).tolist()):
            text, middle = number_text(round(total, 6)), y + (row + 0.5) * self._tall
            if self._tall >= _LABEL:
                plain = abs(total - 1) < 1e-6
                colour = palette.soft if plain else palette.ink
                canvas.text(left + self.inner[0] + 6, middle, f"= {text}", 12, colour, bold=not plain)
        if self.laid.is_image or not self.numbered:
            return
        for column, total in enumerate(values.sum(axis=0).tolist()):
            text = number_text(round(total, 6), self.contents.look.decimals)
            middle = left + self.column(column) + self.size.w / 2
            size = fit_size(text, self.size.w - 5, 12)
            canvas.text(middle, y + self.inner[1] + 10, text, size, palette.soft, anchor="middle")

    @property
    def _tall(self) -> float:
        return self.inner[1] / self.laid.grid[0]

    def _side(self, axes: tuple[str, ...]) -> Places:
        places = self.laid.drawn[axes[0]] if axes else (0,)
        return np.array(places, dtype=np.int64).reshape(len(places), 1)[:, : len(axes)]

    @cached_property
    def _row_labels(self) -> list[str]:
        if not self.laid.rows:
            return [""]
        (axis,) = self.laid.rows
        places = self.laid.drawn[axis]
        say: Callable[[int], str] = partial(
            place_word, self.contents.config, axis, words=self.contents.look.words
        )
        if self.tight or self.laid.is_image:
            letter = letter_of(axis)
            say = lambda place: f"{letter}{place}"  # noqa: E731
        room = self.inner[1] / len(places)
        named = set(range(len(places)) if room > _LABEL else named_places(places, room, _LABEL + 1.5))
        return [say(place) if number in named else "" for number, place in enumerate(places)]
