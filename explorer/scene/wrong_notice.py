"""A box that says something about a wrong turn, with a sign beside it that is more than its colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from explorer.scene.canvas import Canvas, Rect
from explorer.scene.display import Fill
from explorer.scene.layout import Stack

__all__ = ["AMBER", "Notice", "draw_sign"]

AMBER = MappingProxyType(
    {"light": ("#fff3d1", "#a86800", "#5c3a00"), "dark": ("#3a2d10", "#e0a63a", "#ffd98a")}
)
"""For each theme the paper, the rim and the ink of what is amber: it runs, and is not right."""

_PAD, _ICON = 10.0, 22.0


@dataclass(frozen=True, eq=False)
class Notice:
    """A rounded box with a sign at its left and a few lines of text.

    Attributes
    ----------
    sign : {"!", "x", ""}
        A triangle with an exclamation mark, a disc with a cross, or none.
    content : Stack
    width : float
    colours : (str, str)
        Its paper and its rim.
    """

    sign: str
    content: Stack
    width: float
    colours: tuple[str, str]

    @cached_property
    def height(self) -> float:
        """The text and its margins."""
        return self.content.height + 2 * _PAD

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw box, sign and text."""
        paper, rim = self.colours
        canvas.shelf(Rect(x, y, self.width, self.height), fill=paper, stroke=rim, width=2)
        left = x + _PAD
        if self.sign:
            draw_sign(canvas, self.sign, left, y + _PAD + 1, rim, paper)
            left += _ICON + 6
        self.content.draw(canvas, left, y + _PAD)

    @staticmethod
    def room(width: float, sign: str) -> float:
        """Say how wide the text may be in a box of this width."""
        return width - 2 * _PAD - (_ICON + 6 if sign else 0)


def draw_sign(canvas: Canvas, sign: str, x: float, y: float, colour: str, paper: str) -> None:
    """Draw a sign, 20 px high.

    Parameters
    ----------
    canvas : Canvas
    sign : {"!", "x", "ok"}
    x, y : float
        Its upper left corner.
    colour, paper : str
        The sign's own, and what is drawn on it.
    """
    if sign == "!":
        canvas.marks.append(Fill(((x + 10, y), (x + 20.5, y + 18.5), (x - 0.5, y + 18.5)), colour))
        canvas.line((x + 10, y + 6.5), (x + 10, y + 11.5), colour=paper, width=2.4)
        canvas.line((x + 10, y + 15.4), (x + 10, y + 15.6), colour=paper, width=2.6)
        return
    # An octagon, as a stop sign has; a disc of many corners for what is right.
    corner = 20 * 0.29
    points = (
        (x + corner, y), (x + 20 - corner, y), (x + 20, y + corner), (x + 20, y + 20 - corner),
        (x + 20 - corner, y + 20), (x + corner, y + 20), (x, y + 20 - corner), (x, y + corner),
    )  # fmt: skip
    canvas.marks.append(Fill(points, colour))
    if sign == "x":
        canvas.line((x + 6, y + 6), (x + 14, y + 14), colour=paper, width=2.6)
        canvas.line((x + 14, y + 6), (x + 6, y + 14), colour=paper, width=2.6)
    else:
        canvas.line((x + 5, y + 10.5), (x + 9, y + 14.5), (x + 15.5, y + 6), colour=paper, width=2.6)
