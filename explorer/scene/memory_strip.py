"""The still strip under a flip: the numbers as they lie in memory, and in which order they are read."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from explorer.core.tensor import Tensor
from explorer.scene.canvas import Canvas
from explorer.scene.cells import CellSize
from explorer.scene.grids import Grid
from explorer.scene.lettering import advance
from explorer.scene.setting import Setting
from explorer.words import MEMORY_STRIP

__all__ = ["MOST", "MemoryStrip", "as_they_lay", "memory_strip"]

MOST = 26
"""Cells; a longer strip would be unreadable, and is left out."""
_CELL, _ORDINAL, _GAP = 22.0, 10.5, 8.0
_BETWEEN = 9.0
"""A gap where bytes of the other tensors lie in between: a row of the wide tensor holds all three."""


@dataclass(frozen=True, eq=False)
class MemoryStrip:
    """One book's numbers of one tensor in the order of their bytes, with two rows of ordinals below.

    Attributes
    ----------
    setting : Setting
    lying : Tensor, axes (batch, token, head, head_dim)
        Its own order is that of the bytes: it is the wide row's third, divided.
    before, after : Tensor
        The two tensors that read those bytes, each in its own order.
    """

    setting: Setting
    lying: Tensor
    before: Tensor
    after: Tensor

    @property
    def width(self) -> float:
        """The words at the left and the cells."""
        return self._indent + self._grid.width

    @property
    def height(self) -> float:
        """The cells and two lines of ordinals."""
        return _CELL + 2 * (_ORDINAL + 4) + 4

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the strip, and under each cell the place at which it was read and is read."""
        palette, left = self.setting.palette, x + self._indent
        self._grid.draw(canvas, left, y)
        lines = [y + _CELL / 2, y + _CELL + _ORDINAL, y + _CELL + 2 * _ORDINAL + 4]
        for middle, word in zip(lines, MEMORY_STRIP, strict=True):
            canvas.text(left - _GAP, middle, word, 11, palette.soft, anchor="end")
        cells = canvas.panels[-1].cells
        for middle, tensor in zip(lines[1:], (self.before, self.after), strict=True):
            order = np.arange(tensor.values[0].size).reshape(tensor.shape[1:])
            for cell in cells:
                coords = dict(cell.coords)
                ordinal = order[tuple(coords[axis] for axis in tensor.axes[1:])] + 1
                canvas.text(cell.centre[0], middle, f"{ordinal}", _ORDINAL, palette.ink, anchor="middle")

    @property
    def _grid(self) -> Grid:
        widest = advance(self.setting.longest(self.lying), 11.5, bold=True)
        size = CellSize(max(_CELL, widest + 6), _CELL, 11.5)
        _, tokens, heads, head_dim = self.lying.shape
        width = heads * head_dim
        return Grid(
            self.setting, "memory", self.lying, ("batch",), ("token", "head", "head_dim"), size,
            splits=tuple(range(width, tokens * width, width)), split=_BETWEEN,
        )  # fmt: skip

    @property
    def _indent(self) -> float:
        return max(advance(word, 11) for word in MEMORY_STRIP) + _GAP


def memory_strip(setting: Setting, step: str, name: str) -> MemoryStrip | None:
    """Make the strip of a step that re-reads one tensor.

    Parameters
    ----------
    setting : Setting
    step : str
        A step that re-reads `name`.
    name : str

    Returns
    -------
    MemoryStrip or None
        None where it would be too long, or the three tensors do not share their bytes.
    """
    # All heads, whichever is pinned: the bytes of the others lie in between.
    whole = dataclasses.replace(setting, look=setting.look.replace(head=None))
    lying, record = setting.trip["dividers"][name], setting.trip[step]
    before, after = record.inputs[name], record[name]
    together = lying.shares_memory_with(before) and lying.shares_memory_with(after)
    if lying.values[0].size > MOST or not together:
        return None
    return MemoryStrip(whole, lying, before, after)


def as_they_lay(strip: MemoryStrip | None) -> tuple[str, ...]:
    """Say in words what the strip shows, where there is one."""
    if strip is None:
        return ()
    told = (
        "Below, the numbers in the order of memory, with a gap where other tensors' lie in between. "
        "They lie as they lay; only the order in which they are read is another."
    )
    return (told,)
