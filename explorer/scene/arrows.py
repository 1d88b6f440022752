"""Arrows: the short ones between two grids, and the one that follows a row to its new place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.scene.canvas import Canvas, Rect
from explorer.scene.display import Point
from explorer.scene.lettering import advance
from explorer.scene.marks import follow
from explorer.scene.setting import Setting

__all__ = ["Downwards", "Rightwards", "follow_row", "outline"]

_WORD = 13.0


@dataclass(frozen=True, eq=False)
class Rightwards:
    """A short arrow to the right beside a grid, with a word over it.

    Attributes
    ----------
    setting : Setting
    word : str
    span : float
        The height of the cells it points between: aligned to their foot, it stands at their middle.
    """

    setting: Setting
    word: str = ""
    span: float = 0.0

    @property
    def width(self) -> float:
        """The arrow, or its word."""
        return max(38.0, advance(self.word, _WORD, bold=True) + 8)

    @property
    def height(self) -> float:
        """The word and the arrow, or what it is asked to span."""
        return max(34.0, self.span)

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw it in the middle of its room."""
        ink, middle = self.setting.palette.ink, y + self.height / 2
        canvas.arrow((x + 4, middle), (x + self.width - 4, middle), ink)
        if self.word:
            canvas.text(x + self.width / 2, middle - 14, self.word, _WORD, ink, bold=True, anchor="middle")


@dataclass(frozen=True, eq=False)
class Downwards:
    """A short arrow that points down, with a word beside it."""

    setting: Setting
    word: str = ""
    height: float = 30.0

    @property
    def width(self) -> float:
        """The arrow in the middle, and room for the word on both sides."""
        return 24 + 2 * (advance(self.word, _WORD, bold=True) + 4 if self.word else 0)

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw it in the middle of its room."""
        ink, middle = self.setting.palette.ink, x + self.width / 2
        canvas.arrow((middle, y + 4), (middle, y + self.height - 4), ink)
        if self.word:
            canvas.text(middle + 12, y + self.height / 2, self.word, _WORD, ink, bold=True)


def outline(setting: Setting, canvas: Canvas, role: str, pins: Mapping[str, int]) -> Rect:
    """Frame the cells of a role at some coordinates; where they stand."""
    rect = canvas.rect(role, **pins)
    canvas.outline(rect.grown(1), setting.palette.ink)
    return rect


def follow_row(
    setting: Setting,
    canvas: Canvas,
    before: str,
    after: str,
    pins: Mapping[str, int],
    *,
    end: Point | None = None,
    outlined: tuple[Rect, Rect] | None = None,
    onto: Mapping[str, int] | None = None,
) -> None:
    """Outline a row in two roles and draw an arrow between them, if one can be drawn clear of everything.

    Parameters
    ----------
    setting : Setting
    canvas : Canvas
        With all cells and labels drawn.
    before, after : str
        The roles.
    pins : mapping of str to int
        The coordinates that both rows share.
    end : (float, float), optional
        Where the arrow ends; left of the row and its label if not given.
    outlined : (Rect, Rect), optional
        The two frames, where they are drawn already.
    onto : mapping of str to int, optional
        The coordinates in the second role, where they go by other axes.
    """
    source, target = outlined or (
        outline(setting, canvas, before, pins),
        outline(setting, canvas, after, pins),
    )
    start = (source.right + 4, source.centre[1])
    ends = [end] if end else []
    if end is None:
        label = canvas.row_start(after, **(onto or pins))
        ends = [(label - 3, target.centre[1]), (canvas.shelf_edge(target) - 1, target.centre[1])]
    for place in ends:
        if follow(canvas, source, start, place, target, setting.palette.ink):
            return
