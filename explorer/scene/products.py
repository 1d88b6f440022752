"""A product drawn in a corner: the left operand beside the result, the right one on top of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from explorer.scene.canvas import Canvas
from explorer.scene.grids import Grid
from explorer.scene.lettering import advance
from explorer.scene.setting import Setting

__all__ = ["Corner"]

_GAP = 14.0
_NAME = 12.0
_UNDER = 18.0
_LOW = 45.0


@dataclass(frozen=True, eq=False)
class Corner:
    """Rows of the left meet columns of the top: each cell of the result stands where its two meet.

    Attributes
    ----------
    setting : Setting
    left, top, result : Grid
        The operands and what comes out; the result bears no labels of its own.
    names : (str, str, str)
        What is written by the left, the top and the result.
    least : float
        The result's columns begin at least so far in.
    """

    setting: Setting
    left: Grid
    top: Grid
    result: Grid
    names: tuple[str, str, str]
    least: float = 0.0

    @cached_property
    def indent(self) -> float:
        """Where the result's columns begin."""
        name = advance(self.names[1], _NAME, bold=True) + 8
        return max(self.left.width + _GAP, self.top.offset[0] + name, self.least)

    @property
    def drop(self) -> float:
        """Where the result's rows begin."""
        return max(self.top.height + self._gap, self.left.offset[1])

    @property
    def _gap(self) -> float:
        """Between the top and the result: more where the labels of both operands would meet in it."""
        meet = self.top.row_labels or self.top.is_image or self.top.inner[1] < _LOW
        return max(_GAP, self.left.offset[1] + 2 + self.top.overhang) if meet else _GAP

    @cached_property
    def width(self) -> float:
        """Both columns."""
        return self.indent + max(
            self.result.inner[0],
            self.top.inner[0],
            5 + advance(self.names[2], _NAME, bold=True),
        )

    @cached_property
    def height(self) -> float:
        """Both rows, and the names under them."""
        return self.drop + self.result.inner[1] + _UNDER

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the three grids and their names."""
        soft = self.setting.palette.soft
        at_x, at_y = x + self.indent, y + self.drop
        self.top.draw(canvas, at_x - self.top.offset[0], at_y - self._gap - self.top.height)
        self.left.draw(canvas, at_x - _GAP - self.left.width, at_y - self.left.offset[1])
        self.result.draw(canvas, at_x, at_y)
        left, top, result = self.names
        under = at_y + self.result.inner[1] + 10
        # Each name stays on its own side, however narrow its grid is.
        half = advance(left, _NAME, bold=True) / 2
        middle = min(at_x - _GAP - self.left.inner[0] / 2, at_x - 5 - half)
        canvas.text(middle, under, left, _NAME, soft, bold=True, anchor="middle")
        half = advance(result, _NAME, bold=True) / 2
        middle = max(at_x + self.result.inner[0] / 2, at_x + 5 + half)
        canvas.text(middle, under, result, _NAME, soft, bold=True, anchor="middle")
        beside = at_x - self.top.offset[0] - 8
        level = at_y - self._gap - self.top.inner[1] + min(self.top.size.h, self.top.inner[1]) / 2
        canvas.text(beside, level, top, _NAME, soft, bold=True, anchor="end")
