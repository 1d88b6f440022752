"""One grid of numbers: its cells, the labels of its rows, and the brackets that name its two axes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import ceil

from explorer.core.tensor import Tensor
from explorer.scene.canvas import Canvas
from explorer.scene.colouring import Painter
from explorer.scene.display import Cell, Panel
from explorer.scene.identity import origin_of
from explorer.scene.lettering import advance, fit_size
from explorer.scene.marks import BRACKET_TYPE, across, down, hatching, overhang
from explorer.scene.numerals import number_text
from explorer.scene.palette import ink_on
from explorer.scene.setting import Setting
from explorer.words import AXES

__all__ = ["CellSize", "Grid", "cell_size"]

_LABEL = 11.5
_GAP = 6.0
_BRACKET = 7.0


@dataclass(frozen=True)
class CellSize:
    """The size of a cell and of the type in it."""

    w: float
    h: float
    type: float


def cell_size(setting: Setting, height: float, *tensors: Tensor) -> CellSize:
    """Make a cell of this height as wide as the longest number of these tensors needs.

    Parameters
    ----------
    setting : Setting
    height : float
        In px.
    *tensors : Tensor
        All that are drawn with this cell.

    Returns
    -------
    CellSize
    """
    kept = [tensor for tensor in tensors if setting.numbered(tensor)]
    if not kept:
        # With no number to hold a cell need not be large; it shrinks as the search for room goes on.
        return CellSize(max(6.0, height - 12), max(6.0, height - 12), 0.0)
    size = max(9.5, min(17.0, 0.44 * height))
    widest = max(advance(setting.longest(tensor), size, bold=True) for tensor in kept)
    return CellSize(max(height, min(widest + 0.3 * height, 2.2 * height)), height, size)


@dataclass(frozen=True, eq=False)
class Grid:
    """Two free counters of a tensor, the others pinned, as a node to lay out.

    Attributes
    ----------
    setting : Setting
    role : str
        The part it plays in the picture.
    tensor : Tensor
    rows, cols : tuple of str
        The axes down and across.
    size : CellSize
    pins : mapping of str to int
        Where the other axes are held; the batch is pinned by the look.
    row_labels, col_labels : str
        ``"word"`` (token 0), ``"letter"`` (T0), ``"index"`` (0), or empty for none.
    left, top : str
        What the brackets say: ``"letter"``, ``"word"``, or empty for no bracket.
    roles : mapping of str to str
        Axes that are named by another in the brackets: a query's token is the one that asks.
    splits : tuple of int
        Columns before which there is a gap.
    split : float
        How wide that gap is.
    """

    setting: Setting
    role: str
    tensor: Tensor
    rows: tuple[str, ...]
    cols: tuple[str, ...]
    size: CellSize
    pins: Mapping[str, int] = field(default_factory=dict)
    row_labels: str = ""
    col_labels: str = ""
    left: str = ""
    top: str = ""
    roles: Mapping[str, str] = field(default_factory=dict)
    splits: tuple[int, ...] = ()
    split: float = 0.0

    @cached_property
    def offset(self) -> tuple[float, float]:
        """Where the cells begin, seen from the upper left corner."""
        labels = [self._label(self.row_labels, self.rows, places) for places in self._places(self.rows)]
        wide = max((advance(text, _LABEL) for text in labels if text), default=-_GAP) + _GAP
        left = wide + (_BRACKET + self._bracket_room(self.left, self.rows) + 5 if self.left else 0)
        top = (15.0 if self.col_labels else 0) + (_BRACKET + 19 if self.top else 0)
        return left, top

    @cached_property
    def inner(self) -> tuple[float, float]:
        """The width and height of the cells alone."""
        rows, cols = len(self._places(self.rows)), len(self._places(self.cols))
        return cols * self.size.w + len(self.splits) * self.split, rows * self.size.h

    @property
    def overhang(self) -> float:
        """How far the name of the left bracket sticks out above and below the rows."""
        return overhang(self._bracket_text(self.left, self.rows), self.inner[1]) if self.left else 0.0

    @cached_property
    def width(self) -> float:
        """The cells and what stands left of them."""
        return self.offset[0] + self.inner[0]

    @cached_property
    def height(self) -> float:
        """The cells and what stands above them."""
        return self.offset[1] + self.inner[1]

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw cells, labels and brackets."""
        left, top = self.offset
        at_x, at_y = x + left, y + top
        pins = {axis: index for axis, index in self.pins.items() if axis in self.tensor.axes}
        if "batch" in self.tensor.axes and "batch" not in (*self.rows, *self.cols):
            pins.setdefault("batch", *self.setting.drawn("batch", self.tensor))
        rows, cols = self._places(self.rows), self._places(self.cols)
        xs = [at_x + self._column(number) for number in range(len(cols))]
        cells = [
            self._cell({**pins, **down_, **across_}, xs[j], at_y + i * self.size.h)
            for i, down_ in enumerate(rows)
            for j, across_ in enumerate(cols)
        ]
        pinned = tuple((axis, pins[axis]) for axis in self.tensor.axes if axis in pins)
        title = ", ".join(
            [self.setting.tensor_word(self.tensor.name)]
            + [self.setting.axis_word(axis, index) for axis, index in pinned]
        )
        canvas.panels.append(
            Panel(
                self.role, title, self.tensor.name, self.rows, self.cols, pinned,
                (len(rows), len(cols)), tuple(cells),
            )
        )  # fmt: skip
        self._name_rows(canvas, at_x, at_y, rows, cells)
        self._name_columns(canvas, xs, at_y, cols)

    def _name_rows(
        self, canvas: Canvas, at_x: float, at_y: float, rows: list[dict[str, int]], cells: list[Cell]
    ) -> None:
        palette, start = self.setting.palette, at_x
        every = ceil(_LABEL / self.size.h)
        for i, places in enumerate(rows):
            middle = at_y + (i + 0.5) * self.size.h
            text = self._label(self.row_labels, self.rows, places)
            if text and i % every == 0:
                colour = palette.axis(self.rows[-1])
                canvas.text(at_x - _GAP, middle, text, _LABEL, colour, anchor="end")
                start = min(start, at_x - _GAP - advance(text, _LABEL))
            first = cells[i * (len(cells) // len(rows))]
            canvas.starts[self.role, first.identity] = start
        if self.left:
            colour = palette.axis(self.rows[0])
            bottom = at_y + len(rows) * self.size.h
            down(canvas, start - 5, at_y, bottom, self._bracket_text(self.left, self.rows), colour)

    def _name_columns(self, canvas: Canvas, xs: list[float], at_y: float, cols: list[dict[str, int]]) -> None:
        palette = self.setting.palette
        if self.col_labels:
            texts = [self._label(self.col_labels, self.cols, places) for places in cols]
            every = ceil((max(advance(text, _LABEL) for text in texts) + 4) / self.size.w)
            for x, text in zip(xs[::every], texts[::every], strict=True):
                middle, colour = x + self.size.w / 2, palette.axis(self.cols[-1])
                canvas.text(middle, at_y - 9, text, _LABEL, colour, anchor="middle")
        if self.top:
            y = at_y - (15 if self.col_labels else 0) - 4
            text = self._bracket_text(self.top, self.cols)
            across(canvas, xs[0], xs[-1] + self.size.w, y, text, palette.axis(self.cols[0]))

    def _cell(self, coords: Mapping[str, int], x: float, y: float) -> Cell:
        setting, tensor, palette = self.setting, self.tensor, self.setting.palette
        ordered = {axis: coords[axis] for axis in tensor.axes}
        value = float(tensor.values[tuple(ordered.values())])
        config = setting.trip.config
        origin = origin_of(tensor.name, ordered, heads=config.heads, head_dim=config.head_dim)
        struck = setting.struck(tensor, ordered)
        text = number_text(value, setting.look.decimals)
        fill = palette.paper if struck else self._painter(value, origin)
        ink = palette.soft if struck else ink_on(fill)
        words = [setting.axis_word(axis, index) for axis, index in ordered.items()]
        exact = text if struck else f"{value:.10g}"
        return Cell(
            x, y, self.size.w, self.size.h,
            fill=fill,
            ink=ink,
            edge=palette.rule if struck or tensor.name in ("keep", "totals") else palette.shelf,
            text=text if setting.numbered(tensor) else "",
            size=fit_size(text, self.size.w - 4, self.size.type, bold=True),
            identity=origin.identity,
            tensor=tensor.name,
            coords=tuple(ordered.items()),
            value=value,
            title=f"{setting.tensor_word(tensor.name)}, {', '.join(words)}: {exact}",
            struck=struck,
            hatch=hatching(x, y, self.size.w, self.size.h) if struck else (),
            hatch_colour=palette.hatch if struck else "",
        )  # fmt: skip

    @cached_property
    def _painter(self) -> Painter:
        return self.setting.colouring.painter(self.tensor)

    def _places(self, axes: tuple[str, ...]) -> list[dict[str, int]]:
        """List the coordinates of each row or column, outer axis first."""
        drawn = [self.setting.drawn(axis, self.tensor) for axis in axes]
        return [dict(zip(axes, places, strict=True)) for places in product(*drawn)]

    def _column(self, number: int) -> float:
        gaps = sum(number >= at for at in self.splits)
        return number * self.size.w + gaps * self.split

    def _label(self, kind: str, axes: tuple[str, ...], places: Mapping[str, int]) -> str:
        index = places[axes[-1]]
        if kind == "word":
            return self.setting.axis_word(axes[-1], index)
        if kind == "letter":
            return f"{AXES[axes[-1]].letter}{index}"
        return str(index) if kind == "index" else ""

    def _bracket_text(self, kind: str, axes: tuple[str, ...]) -> str:
        letter = AXES[axes[0]].letter
        if kind == "letter":
            return letter
        return f"{letter} {self.setting.axis_word(self.roles.get(axes[0], axes[0]))}"

    def _bracket_room(self, kind: str, axes: tuple[str, ...]) -> float:
        """Measure the room of a bracket's text beside it: a letter stands, a word is turned."""
        if kind == "word":
            return BRACKET_TYPE + 5
        return advance(AXES[axes[0]].letter, BRACKET_TYPE, bold=True) + 5
