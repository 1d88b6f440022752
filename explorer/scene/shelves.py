"""A tensor as shelves of grids: one rounded box for each place along the axis that owns it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from explorer.core.tensor import Tensor
from explorer.scene.canvas import Canvas, Rect
from explorer.scene.cells import CellSize
from explorer.scene.grids import Grid
from explorer.scene.layout import Density, Node, Stack, Text, column, wrapped
from explorer.scene.lettering import advance
from explorer.scene.marks import across
from explorer.scene.setting import Setting
from explorer.words import AXES

__all__ = ["Named", "Over", "Shelf", "labels", "shelf_label", "shelves", "titled"]

_LABEL = 13.0
_PAD = 8.0
_NAME = 19.0


@dataclass(frozen=True, eq=False)
class Shelf:
    """A rounded box in the colour of its axis, with its name beside or above what it holds.

    Attributes
    ----------
    setting : Setting
    owner : str
        The axis that owns it.
    label : str
        ``"lens 0"``.
    content : Node
    side : str
        ``"left"`` of the content's first row, ``"above"`` and left of it, on ``"top"`` of it, or in its upper
        left ``"corner"`` where that is free.
    title : str
        What the shelf holds, where that has to be said; only on top.
    least : (float, float)
        It is at least so large; what it holds is centred.
    named : float
        The room of the widest name among shelves that stand one below another.
    """

    setting: Setting
    owner: str
    label: str
    content: Node
    side: str = "left"
    title: str = ""
    least: tuple[float, float] = (0.0, 0.0)
    named: float = 0.0

    @cached_property
    def _beside(self) -> float:
        wide = max(advance(self.label, _LABEL, bold=True), self.named)
        return wide + 10 if self.side in ("left", "above") else 0.0

    @cached_property
    def _above(self) -> float:
        return 20.0 if self.side == "top" else 0.0

    @cached_property
    def _heading(self) -> float:
        """How wide the names on top are."""
        if self.side != "top":
            return 0.0
        names = [text for text in (self.title, self.label) if text]
        return sum(advance(text, _LABEL, bold=True) for text in names) + 16 * (len(names) - 1)

    @property
    def inset(self) -> float:
        """How far in from the left its content begins, where nothing is centred."""
        return _PAD + 2 + self._beside

    @cached_property
    def width(self) -> float:
        """Content, label and margins."""
        return max(max(self.content.width, self._heading) + self._beside + 2 * _PAD + 4, self.least[0])

    @cached_property
    def height(self) -> float:
        """Content, label and margins."""
        return max(self.content.height + self._above + 2 * _PAD, self.least[1])

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the box, its names and its content."""
        palette = self.setting.palette
        colour = palette.axis(self.owner)
        canvas.shelf(Rect(x, y, self.width, self.height), fill=palette.shelf, stroke=colour)
        spare = self.width - self.inset - _PAD - 2 - self.content.width
        below = self.height - self._above - 2 * _PAD - self.content.height
        at_y = y + _PAD + self._above + below / 2
        middle = y + _PAD + 7
        if self.side == "left" and isinstance(self.content, Grid):
            # Beside the first row, so that an arrow to a later row passes below it.
            tall = max(self.content.row_height, _LABEL) if self.content.is_image else self.content.size.h
            middle = at_y + self.content.offset[1] + tall / 2
        if self.title:
            canvas.text(x + _PAD + 3, middle, self.title, _LABEL, palette.ink, bold=True)
            canvas.text(x + self.width - _PAD - 3, middle, self.label, _LABEL - 1, colour, anchor="end")
        else:
            canvas.text(x + _PAD + 3, middle, self.label, _LABEL, colour, bold=True)
        self.content.draw(canvas, x + self.inset + max(0.0, spare) / 2, at_y)


@dataclass(frozen=True, eq=False)
class Over:
    """A bracket that stands over a column of shelves, where each of them has the same columns."""

    setting: Setting
    axis: str
    left: float
    span: float

    @cached_property
    def width(self) -> float:
        """From the column's left edge to the bracket's end."""
        return self.left + self.span

    @cached_property
    def height(self) -> float:
        """The bracket, its name and a little air."""
        return 28.0

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the bracket."""
        colour = self.setting.palette.axis(self.axis)
        letter = AXES[self.axis].letter
        across(canvas, x + self.left, x + self.left + self.span, y + 24, letter, colour)


def labels(density: Density) -> str:
    """Which row labels there is room for."""
    return "letter" if density.tight else "word"


def shelf_label(setting: Setting, axis: str, index: int, density: Density) -> str:
    """Name one shelf."""
    return f"{AXES[axis].letter}{index}" if density.tight else setting.axis_word(axis, index)


def shelves(
    setting: Setting,
    role: str,
    tensor: Tensor,
    density: Density,
    size: CellSize,
    height: float,
) -> Callable[[float], Stack]:
    """Lay a tensor out as shelves: its second axis owns them, the last two are each shelf's grid.

    Parameters
    ----------
    setting : Setting
    role : str
        The part it plays.
    tensor : Tensor
        Four axes, the batch first.
    density : Density
    size : CellSize
    height : float
        The room; more shelves than fit go into further columns.

    Returns
    -------
    callable
        Stacks them; its argument is a height to fill by wider gaps, 0 for none.
    """
    owner, rows, cols = tensor.axes[1:]
    made = []
    names = {index: shelf_label(setting, owner, index, density) for index in setting.shelved(owner, tensor)}
    widest = max(advance(name, _LABEL, bold=True) for name in names.values())
    for index, name in names.items():
        grid = Grid(
            setting, role, tensor, (rows,), (cols,), size, pins={owner: index}, row_labels=labels(density)
        )
        made.append(Shelf(setting, owner, name, grid, named=widest))
    # All shelves are alike: the last grid made says where the columns stand.
    header = Over(setting, cols, made[0].inset + grid.offset[0], grid.inner[0])
    return lambda stretch: wrapped(made, height, gap=9, header=header, stretch=stretch)


def titled(setting: Setting, text: str, node: Node, size: float = 12.5) -> Stack:
    """Put a quiet name over a node."""
    return column(Text((text,), size, setting.palette.soft, bold=True), node, gap=3)


@dataclass(frozen=True, eq=False)
class Named:
    """A grid with its name over the middle of its cells."""

    setting: Setting
    text: str
    grid: Grid
    size: float = 12.0

    @property
    def _start(self) -> float:
        """Where the name begins: over the middle of the cells, but no further left than they do."""
        wide = advance(self.text, self.size, bold=True)
        return self.grid.offset[0] + max(0.0, (self.grid.inner[0] - wide) / 2)

    @cached_property
    def width(self) -> float:
        """The grid, and the name where it is wider."""
        return max(self.grid.width, self._start + advance(self.text, self.size, bold=True))

    @cached_property
    def height(self) -> float:
        """The name and the grid."""
        return self.grid.height + _NAME

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw both."""
        canvas.text(x + self._start, y + 8, self.text, self.size, self.setting.palette.soft, bold=True)
        self.grid.draw(canvas, x, y + _NAME)
