"""One grid of numbers: its cells or its image, the labels of its rows, the brackets that name its axes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import ceil

from explorer.core.tensor import Tensor
from explorer.scene.canvas import Canvas, Rect
from explorer.scene.cells import CellSize, make_cell
from explorer.scene.colouring import Painter
from explorer.scene.display import Panel
from explorer.scene.edges import bracket_room, bracket_text, label, named_places
from explorer.scene.extents import Places
from explorer.scene.lettering import advance
from explorer.scene.marks import across, down, overhang
from explorer.scene.pictured import picture_of
from explorer.scene.setting import Setting
from explorer.words import AXES

__all__ = ["Grid"]

_LABEL, _GAP, _BRACKET = 11.5, 6.0, 7.0


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
    edges : bool
        Whether rows and columns of an image are numbered though those of cells would not be.
    chosen : (Places, Places) or None
        The coordinates of the rows and of the columns, where only some are drawn: always as cells.
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
    edges: bool = True
    chosen: tuple[Places, Places] | None = None

    @cached_property
    def offset(self) -> tuple[float, float]:
        """Where the cells begin, seen from the upper left corner."""
        left = self._label_room + (_BRACKET + bracket_room(self.left, self.rows[0]) + 5 if self.left else 0)
        top = (15.0 if self._col_kind else 0) + (_BRACKET + 19 if self.top else 0)
        return left, top

    @property
    def _label_room(self) -> float:
        """How wide the names of the rows are: the same for all grids of a tensor whose rows are all named."""
        known = {} if self.is_image or self.chosen else self.setting.label_rooms
        which = (self.tensor, self.rows, self._row_kind)
        if which not in known:
            texts = filter(None, map(self._row_label, self._named_rows))
            known[which] = max((advance(text, _LABEL) for text in texts), default=-_GAP) + _GAP
        return known[which]

    @cached_property
    def is_image(self) -> bool:
        """Whether it is drawn as one image."""
        return self.chosen is None and self.setting.extents.is_image(self.tensor, self.rows, self.cols)

    @cached_property
    def inner(self) -> tuple[float, float]:
        """The width and height of the cells alone."""
        gaps = len(self.splits) * self.split
        if self.is_image:
            return self._span(self.cols, self.size.w) + gaps, self._span(self.rows, self.size.h)
        rows, cols = len(self._row_places), len(self._col_places)
        return cols * self.size.w + gaps, rows * self.size.h

    @property
    def row_height(self) -> float:
        """The height of a row: less than a pixel in a large image."""
        return self.inner[1] / len(self._row_places) if self.is_image else self.size.h

    @property
    def row_centres(self) -> list[tuple[int, float]]:
        """The rows that there is room to name, and where their middles are, seen from the first row's top."""
        every = ceil(_LABEL / self.row_height)
        rows = self._named_rows if self.is_image else range(0, len(self._row_places), every)
        return [(row, (row + 0.5) * self.row_height) for row in rows]

    @property
    def overhang(self) -> float:
        """How far the name of the left bracket sticks out above and below the rows."""
        return overhang(self._bracket(self.left, self.rows), self.inner[1]) if self.left else 0.0

    @cached_property
    def width(self) -> float:
        """The cells and what stands left of them."""
        return self.offset[0] + self.inner[0]

    @cached_property
    def height(self) -> float:
        """The cells and what stands above them."""
        return self.offset[1] + self.inner[1]

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw cells or image, labels and brackets."""
        left, top = self.offset
        at_x, at_y = x + left, y + top
        pins = {axis: index for axis, index in self.pins.items() if axis in self.tensor.axes}
        if "batch" in self.tensor.axes and "batch" not in (*self.rows, *self.cols):
            pins.setdefault("batch", *self.setting.drawn("batch", self.tensor))
        pinned = tuple((axis, pins[axis]) for axis in self.tensor.axes if axis in pins)
        title = ", ".join(
            [self.setting.tensor_word(self.tensor.name)]
            + [self.setting.axis_word(axis, index) for axis, index in pinned]
        )
        if self.is_image:
            self._draw_image(canvas, at_x, at_y, pinned, title)
        else:
            self._draw_cells(canvas, at_x, at_y, pinned, title)
        self._name_rows(canvas, at_x, at_y)
        self._name_columns(canvas, at_x, at_y)

    def _draw_cells(
        self, canvas: Canvas, at_x: float, at_y: float, pinned: tuple[tuple[str, int], ...], title: str
    ) -> None:
        w, h, type_ = self.size.w, self.size.h, self.size.type
        xs = [at_x + self._column(number) for number in range(len(self._col_places))]
        across_ = [dict(zip(self.cols, places, strict=True)) for places in self._col_places.tolist()]
        cells = []
        for i, places in enumerate(self._row_places.tolist()):
            down_ = {**dict(pinned), **dict(zip(self.rows, places, strict=True))}
            for x, also in zip(xs, across_, strict=True):
                rect = Rect(x, at_y + i * h, w, h)
                cell = make_cell(self.setting, self.tensor, {**down_, **also}, rect, type_, self._painter)
                cells.append(cell)
        shape = len(self._row_places), len(self._col_places)
        canvas.panels.append(
            Panel(self.role, title, self.tensor.name, self.rows, self.cols, pinned, shape, tuple(cells))
        )

    def _draw_image(
        self, canvas: Canvas, at_x: float, at_y: float, pinned: tuple[tuple[str, int], ...], title: str
    ) -> None:
        """Draw one image, or one for each piece that a gap cuts off."""
        ends = [0, *self.splits, len(self._col_places)]
        for first, after in pairwise(ends):
            rect = Rect(at_x + self._column(first), at_y, (after - first) * self._cell_w, self.inner[1])
            places = self._col_places[first:after]
            rows, cols = (self.rows, self._row_places), (self.cols, places)
            image = picture_of(self.setting, self.tensor, dict(pinned), rows, cols, rect, title)
            panel = Panel(
                self.role, title, self.tensor.name, self.rows, self.cols, pinned, image.shape, (), image
            )
            canvas.panels.append(panel)
            canvas.rim(rect, self.setting.palette.rule)

    def _name_rows(self, canvas: Canvas, at_x: float, at_y: float) -> None:
        palette, start = self.setting.palette, at_x
        named = dict(self.row_centres)
        cells = canvas.panels[-1].cells
        for i in range(len(self._row_places)) if cells else named:
            text = self._row_label(i)
            if text and i in named:
                colour = palette.axis(self.rows[-1])
                canvas.text(at_x - _GAP, at_y + named[i], text, _LABEL, colour, anchor="end")
                start = min(start, at_x - _GAP - advance(text, _LABEL))
            if cells:
                canvas.starts[self.role, cells[i * len(self._col_places)].identity] = start
        if self.is_image:
            for number in range(len(canvas.panels) - len(self.splits) - 1, len(canvas.panels)):
                canvas.starts[self.role, f"@{number}"] = start
        if self.left:
            colour = palette.axis(self.rows[0])
            bottom = at_y + self.inner[1]
            down(canvas, start - 5, at_y, bottom, self._bracket(self.left, self.rows), colour)

    def _name_columns(self, canvas: Canvas, at_x: float, at_y: float) -> None:
        palette, wide = self.setting.palette, self._cell_w
        if self._col_kind:
            for number, text in self._named_columns:
                middle, colour = at_x + self._column(number) + wide / 2, palette.axis(self.cols[-1])
                if self.is_image:  # in from the corners
                    half = advance(text, _LABEL) / 2
                    middle = max(at_x + half, min(middle, at_x + self.inner[0] - half))
                canvas.text(middle, at_y - 9, text, _LABEL, colour, anchor="middle")
        if self.top:
            y = at_y - (15 if self._col_kind else 0) - 4
            text = self._bracket(self.top, self.cols)
            right = at_x + self._column(len(self._col_places) - 1) + wide
            across(canvas, at_x, right, y, text, palette.axis(self.cols[0]))

    @cached_property
    def _painter(self) -> Painter:
        return self.setting.colouring.painter(self.tensor)

    @cached_property
    def _row_places(self) -> Places:
        return self.chosen[0] if self.chosen else self.setting.extents.places(self.rows, self.tensor)

    @cached_property
    def _col_places(self) -> Places:
        return self.chosen[1] if self.chosen else self.setting.extents.places(self.cols, self.tensor)

    @cached_property
    def _cell_w(self) -> float:
        if not self.is_image:
            return self.size.w
        return self._span(self.cols, self.size.w) / len(self._col_places)

    def _span(self, axes: tuple[str, ...], cell: float) -> float:
        reference = self.setting.reference
        return self.setting.extents.span(
            self.tensor, axes, cell=cell, side=self.size.side, reference=reference
        )

    def _column(self, number: int) -> float:
        gaps = sum(number >= at for at in self.splits)
        return number * self._cell_w + gaps * self.split

    def _row_label(self, row: int) -> str:
        return label(self.setting, self._row_kind, self.rows, self._row_places[row], names=True)

    def _bracket(self, kind: str, axes: tuple[str, ...]) -> str:
        return bracket_text(self.setting, kind, axes[0], self.roles)

    @property
    def _row_kind(self) -> str:
        return self.row_labels or self._own_kind(self.rows)

    @property
    def _col_kind(self) -> str:
        return self.col_labels or self._own_kind(self.cols)

    def _own_kind(self, axes: tuple[str, ...]) -> str:
        """Say how an edge is numbered that bears no labels beside cells; a divided row has its own marks."""
        if not (self.is_image and self.edges and len(axes) == 1):
            return ""
        return "letter" if len(AXES[axes[0]].letter) == 1 else "index"

    @property
    def _named_columns(self) -> list[tuple[int, str]]:
        """Number the columns that there is room to name, each with its name."""
        kind, places = self._col_kind, self._col_places
        if not self.is_image:
            texts = [label(self.setting, kind, self.cols, at) for at in places]
            room = max(advance(text, _LABEL) for text in texts)
            return list(enumerate(texts))[:: ceil((room + 4) / self.size.w)]
        if sum(self._ends(kind)) + 4 > self.inner[0]:
            kind = "index"
        first, last = self._ends(kind)
        room = max(first, last) + 6
        named = named_places(places[:, -1], self._cell_w, room, first + last + 4)
        # A gap is no place for a name: what cuts there is drawn in it.
        clear = [
            at for at in named if all(abs(at + 0.5 - cut) * self._cell_w > room / 2 for cut in self.splits)
        ]
        return [(number, label(self.setting, kind, self.cols, places[number])) for number in clear]

    def _ends(self, kind: str) -> tuple[float, float]:
        """Measure the names of the first column and of the last."""
        first, last = (label(self.setting, kind, self.cols, at) for at in self._col_places[[0, -1]])
        return advance(first, _LABEL), advance(last, _LABEL)

    @cached_property
    def _named_rows(self) -> list[int]:
        if self.is_image and self.rows:
            return named_places(self._row_places[:, -1], self.row_height, _LABEL + 1.5)
        return list(range(len(self._row_places)))
