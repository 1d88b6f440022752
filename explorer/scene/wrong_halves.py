"""The parts of a right and of a wrong half: its heading, shelves of grids, its shape in letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from explorer.scene.canvas import Canvas, Rect
from explorer.scene.cells import CellSize
from explorer.scene.extents import MOST_NUMBERED, TOKEN_AXES
from explorer.scene.layout import Blank, Density, Node, Stack, column, row
from explorer.scene.lettering import advance, fit_size
from explorer.scene.marks import across
from explorer.scene.numerals import number_text
from explorer.scene.palette import Palette
from explorer.scene.wrong_axes import Arranged, axis_colour, letter_of, place_word
from explorer.scene.wrong_contents import Contents
from explorer.scene.wrong_grid import ContentGrid
from explorer.scene.wrong_notice import draw_sign
from explorer.words import AXES

__all__ = ["Headed", "ShapeNode", "grids", "numbered", "size_for"]

_LABEL, _COLUMN = 13.0, 11.5
_PAD = _SHELVES = 8.0
_LETTER, _SIZE = 16.0, 14.0
_LEAST = 9.5


def numbered(*laid: Arranged) -> bool:
    """Whether there are few enough cells to print their numbers; the halves of a picture keep one scale.

    Parameters
    ----------
    *laid : Arranged

    Returns
    -------
    bool
    """
    return all(one.count <= MOST_NUMBERED for one in laid if not one.is_image)


def size_for(height: float, *drawn: tuple[Contents, Arranged]) -> CellSize:
    """Make a cell of this height as wide as the longest number needs.

    Parameters
    ----------
    height : float
    *drawn : (Contents, Arranged)
        All that are drawn with this cell.

    Returns
    -------
    CellSize
    """
    side = 7.0 * height
    if not numbered(*(laid for _, laid in drawn)):
        return CellSize(max(6.0, height - 12), max(6.0, height - 12), 0.0, side)
    size = max(9.5, min(17.0, 0.44 * height))
    texts = {text for contents, laid in drawn if not laid.is_image for text in _texts(contents, laid)}
    widest = max((advance(text, size, bold=True) for text in texts), default=0.0)
    # The frame of what is out of place stands inside the cell, and the number inside the frame.
    return CellSize(max(height, min(widest + 0.3 * height + 4, 2.2 * height)), height, size, side)


def _texts(contents: Contents, laid: Arranged) -> set[str]:
    places = [laid.drawn[axis] if axis in laid.drawn else (laid.pins[axis],) for axis in contents.tensor.axes]
    drawn = contents.tensor.values[np.ix_(*places)]
    return {number_text(value, contents.look.decimals) for value in np.unique(drawn)}


@dataclass(frozen=True, eq=False)
class _Shelf:
    """A rounded box in the colour of its axis, its name beside the first row; a plain one for a lone grid."""

    palette: Palette
    owner: str
    label: str
    grid: ContentGrid
    named: float

    @property
    def inset(self) -> float:
        """How far in its grid begins."""
        return _PAD + (self.named + 10 if self.label else 0)

    @cached_property
    def width(self) -> float:
        return self.grid.width + self.inset + _PAD

    @cached_property
    def height(self) -> float:
        return self.grid.height + 2 * _PAD

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        colour = axis_colour(self.palette, self.owner) if self.owner else self.palette.rule
        canvas.shelf(Rect(x, y, self.width, self.height), fill=self.palette.shelf, stroke=colour)
        if self.label:
            middle = y + _PAD + max(self.grid.inner[1] / self.grid.laid.grid[0], _LABEL) / 2
            canvas.text(x + _PAD + 3, middle, self.label, _LABEL, colour, bold=True)
        self.grid.draw(canvas, x + self.inset, y + _PAD)


@dataclass(frozen=True, eq=False)
class _Columns:
    """The names of the columns, over a column of shelves: a letter each, brackets over heads, or a word."""

    grid: ContentGrid
    inset: float

    @property
    def width(self) -> float:
        return self.inset + self.grid.offset + self.grid.inner[0]

    @property
    def height(self) -> float:
        return 17.0 + (24.0 if self._bracketed else 0)

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        grid, left = self.grid, x + self.inset + self.grid.offset
        if not grid.laid.cols:
            return
        axis = grid.laid.cols[0]
        places, colour = grid.laid.drawn[axis], axis_colour(grid.contents.palette, axis)
        bottom = y + self.height - 9
        if grid.head_dim and not grid.laid.is_image:
            self._name_heads(canvas, left, y + self.height - 4, len(places) // grid.head_dim)
            return
        texts = [f"{letter_of(axis)}{place}" for place in places]
        if grid.laid.is_image:
            canvas.text(left, bottom, texts[0], _COLUMN, colour)
            canvas.text(left + grid.inner[0], bottom, texts[-1], _COLUMN, colour, anchor="end")
        else:
            room = max(advance(text, _COLUMN) for text in texts)
            every = -(-int(room + 4) // max(1, int(grid.size.w)))
            for number, text in list(enumerate(texts))[::every]:
                middle = left + grid.column(number) + grid.size.w / 2
                canvas.text(middle, bottom, text, _COLUMN, colour, anchor="middle")
        if self._bracketed:
            word = place_word(grid.contents.config, axis, 0, grid.contents.look.words)[:-2]
            across(canvas, left, left + grid.inner[0], y + 24, word, colour)

    def _name_heads(self, canvas: Canvas, left: float, feet: float, heads: int) -> None:
        grid, words = self.grid, self.grid.contents.look.words
        head_dim, colour = grid.head_dim, grid.contents.palette.axis("head")
        wide = head_dim * grid.size.w
        names = [place_word(grid.contents.config, "head", head, words) for head in range(heads)]
        if max(advance(name, _LABEL, bold=True) for name in names) > wide + 4:
            names = [f"{AXES['head'].letter}{head}" for head in range(heads)]
        for head, name in enumerate(names):
            start = left + grid.column(head * head_dim)
            across(canvas, start, start + wide, feet, name, colour)

    @property
    def _bracketed(self) -> bool:
        """Whether a bracket stands there: where two axes have one letter, and over heads."""
        cols = self.grid.laid.cols
        apart = bool(cols) and cols[0].startswith(("query_", "key_"))
        return apart or (self.grid.head_dim > 0 and not self.grid.laid.is_image)


def grids(
    contents: Contents, laid: Arranged, density: Density, size: CellSize, height: float, *, numbers: bool
) -> Node:
    """Lay a tensor out as shelves of grids, or as one grid.

    Parameters
    ----------
    contents : Contents
    laid : Arranged
    density : Density
    size : CellSize
    height : float
        The room; more shelves than fit go into further columns.
    numbers : bool
        Whether the numbers are printed.

    Returns
    -------
    Node
    """
    config, words = contents.config, contents.look.words
    divided = laid.cols == ("width",) and laid.sizes["width"] == config.width and config.heads > 1
    owner = laid.owner
    labels = {
        shelf: "" if not owner else f"{letter_of(owner)}{shelf}" if density.tight and not _is_apart(owner)
        else place_word(config, owner, shelf, words)
        for shelf in laid.shelves
    }  # fmt: skip
    named = max(advance(label, _LABEL, bold=True) for label in labels.values())
    shelves = [
        _Shelf(
            contents.palette, owner, label,
            ContentGrid(
                contents, laid, shelf, size, numbers, density.tight,
                head_dim=config.head_dim if divided else 0, sums=contents.tensor.name == "shares",
            ),
            named,
        )
        for shelf, label in labels.items()
    ]  # fmt: skip
    return _row_by_row(shelves, height, _Columns(shelves[0].grid, shelves[0].inset))


def _is_apart(axis: str) -> bool:
    """Whether an axis may stand on either side of a product, so that its letter alone tells too little."""
    return axis.startswith(("query_", "key_")) and axis not in TOKEN_AXES


def _row_by_row(shelves: Sequence[Node], height: float, header: Node) -> Stack:
    """Lay shelves in as few columns as the height allows, the next one beside the last, and then below."""
    fitting = max(1, int((height - header.height + _SHELVES) // (shelves[0].height + _SHELVES)))
    columns = -(-len(shelves) // fitting)
    wide = Blank(width=max(header.width, shelves[0].width))
    starts = range(0, len(shelves), columns)
    rows = [[column(shelf, wide) for shelf in shelves[start : start + columns]] for start in starts]
    heads = row(*[column(header, wide)] * columns, gap=_SHELVES)
    return column(heads, column(*(row(*beside, gap=_SHELVES) for beside in rows), gap=_SHELVES))


@dataclass(frozen=True, eq=False)
class ShapeNode:
    """A shape by letters in the colours of their axes, sizes beside them; what differs is underlined."""

    palette: Palette
    parts: tuple[tuple[str, int], ...]
    lit: tuple[int, ...] = ()

    @cached_property
    def _rooms(self) -> list[float]:
        return [
            advance(letter_of(axis), _LETTER, bold=True) + 3 + advance(str(size), _SIZE)
            for axis, size in self.parts
        ]

    @cached_property
    def width(self) -> float:
        """Brackets, letters and sizes."""
        return 24 + sum(self._rooms) + 14 * (len(self.parts) - 1)

    @property
    def height(self) -> float:
        """One line."""
        return 26.0

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the line."""
        palette, middle = self.palette, y + 12
        canvas.text(x, middle, "(", _LETTER + 1, palette.muted)
        x += 12
        for number, ((axis, size), room) in enumerate(zip(self.parts, self._rooms, strict=True)):
            letter = letter_of(axis)
            canvas.text(x, middle, letter, _LETTER, axis_colour(palette, axis), bold=True)
            beside = x + advance(letter, _LETTER, bold=True) + 3
            canvas.text(beside, middle, str(size), _SIZE, palette.ink)
            if number in self.lit:
                canvas.line((x, y + 23), (x + room, y + 23), colour=palette.ink, width=2)
            x += room
            if number < len(self.parts) - 1:
                canvas.text(x + 1, middle + 2, ",", _LETTER - 2, palette.muted)
            x += 14 if number < len(self.parts) - 1 else 5
        canvas.text(x, middle, ")", _LETTER + 1, palette.muted)


@dataclass(frozen=True, eq=False)
class Headed:
    """A sign and a word over a half, and beside them which tensor it is."""

    palette: Palette
    sign: str
    word: str
    beside: str
    width: float
    height: float = 28.0

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw sign, word and name."""
        colour = self.palette.warn if self.sign == "x" else self.palette.ink
        draw_sign(canvas, self.sign, x, y + 2, colour, self.palette.paper)
        canvas.text(x + 28, y + 12, self.word, 16, colour, bold=True)
        start = x + 28 + advance(self.word, 16, bold=True) + 12
        size = fit_size(self.beside, x + self.width - start, 13)
        if size >= _LEAST:  # beside a long word there may be no room for it: it stands over the other half
            canvas.text(start, y + 13, self.beside, size, self.palette.soft)
