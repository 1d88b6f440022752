"""Two halves side by side, laid out in bands so that what belongs together stands at one height."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from explorer.scene.canvas import Canvas
from explorer.scene.layout import Node
from explorer.scene.palette import Palette

__all__ = ["APART", "Bands"]

APART = 32.0
"""How far the halves stand apart."""


@dataclass(frozen=True, eq=False)
class Bands:
    """Pairs of nodes, one pair below another, each half centred in its column, with a line between them.

    Attributes
    ----------
    palette : Palette
    bands : tuple of (Node, Node)
        The first pair is not centred: it heads the columns.
    wide : float
        The least width of a column.
    gap : float
        Between two pairs.
    """

    palette: Palette
    bands: tuple[tuple[Node, Node], ...]
    wide: float
    gap: float = 8.0

    @cached_property
    def _column(self) -> float:
        return max(self.wide, *(node.width for band in self.bands for node in band))

    @cached_property
    def width(self) -> float:
        """Both columns, and what is between them."""
        return 2 * self._column + APART

    @cached_property
    def height(self) -> float:
        """The higher of each pair, one below another."""
        return sum(max(node.height for node in band) + self.gap for band in self.bands) - self.gap

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the pairs and the line."""
        middle = x + self._column + APART / 2
        canvas.line((middle, y + 2), (middle, y + self.height), colour=self.palette.rule, width=1.5)
        for number, band in enumerate(self.bands):
            tall = max(node.height for node in band)
            for side, node in enumerate(band):
                left = x + side * (self._column + APART)
                spare = 0.0 if number == 0 else (self._column - node.width) / 2
                node.draw(canvas, left + spare, y)
            y += tall + self.gap
