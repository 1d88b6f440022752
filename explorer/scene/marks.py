"""The marks that say what a grid means: brackets, hatching, and the arrow that follows a row."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from explorer.scene.canvas import Canvas, Rect
from explorer.scene.display import Label, Point, Segment
from explorer.scene.lettering import advance, fit_size

__all__ = ["BRACKET_TYPE", "across", "down", "follow", "hatching", "overhang"]

_T = np.linspace(0, 1, 41)[:, np.newaxis]
# The weights of a cubic curve's four points, at 41 places along it.
_ALONG = np.hstack([(1 - _T) ** 3, 3 * _T * (1 - _T) ** 2, 3 * _T**2 * (1 - _T), _T**3])

BRACKET_TYPE = 13.0
_ARM = 6.0
_INSET = 2.0
_HATCH_STEP = 6.5


def across(canvas: Canvas, left: float, right: float, y: float, text: str, colour: str) -> None:
    """Draw a bracket above a grid, its feet at height `y`, and the name of the axis over it.

    Parameters
    ----------
    canvas : Canvas
    left, right : float
        What it spans.
    y : float
        Where its feet stand.
    text, colour : str
        The axis.
    """
    left, right = left + _INSET, right - _INSET
    canvas.line((left, y), (left, y - _ARM), (right, y - _ARM), (right, y), colour=colour, width=2)
    size = max(9.5, fit_size(text, max(right - left + 24, 40), BRACKET_TYPE, bold=True))
    canvas.text((left + right) / 2, y - _ARM - 9, text, size, colour, bold=True, anchor="middle")


def down(canvas: Canvas, x: float, top: float, bottom: float, text: str, colour: str) -> None:
    """Draw a bracket left of a grid; a letter stands beside it, a word is turned along it.

    Parameters
    ----------
    canvas : Canvas
    x : float
        Where its feet stand.
    top, bottom : float
        What it spans.
    text, colour : str
        The axis.
    """
    top, bottom = top + _INSET, bottom - _INSET
    canvas.line((x, top), (x - _ARM, top), (x - _ARM, bottom), (x, bottom), colour=colour, width=2)
    middle = (top + bottom) / 2
    if len(text) <= 2:
        canvas.text(x - _ARM - 5, middle, text, BRACKET_TYPE, colour, bold=True, anchor="end")
        return
    size = _turned(text, bottom - top)
    canvas.text(x - _ARM - 9, middle, text, size, colour, bold=True, anchor="middle", turn=-90)


def overhang(text: str, span: float) -> float:
    """Measure how far the name of a bracket turned along `span` sticks out at each end.

    Parameters
    ----------
    text : str
    span : float

    Returns
    -------
    float

    Examples
    --------
    >>> overhang("T", 40), overhang("T looked at", 40) > 0
    (0.0, True)
    """
    if len(text) <= 2:
        return 0.0
    return max(0.0, advance(text, _turned(text, span - 2 * _INSET), bold=True) - span) / 2


def _turned(text: str, span: float) -> float:
    return max(9.0, fit_size(text, max(span + 6, 40), BRACKET_TYPE - 0.5, bold=True))


def hatching(x: float, y: float, w: float, h: float) -> tuple[Segment, ...]:
    """Slanted lines over a rectangle, cut to it.

    Parameters
    ----------
    x, y, w, h : float
        The rectangle.

    Returns
    -------
    tuple of (x1, y1, x2, y2)

    Examples
    --------
    >>> hatching(0, 0, 13, 13)[0]
    (0, 6.5, 6.5, 0)
    """
    segments = []
    # The line at distance s meets the sides where (x - left) + (y - top) = s.
    s = _HATCH_STEP
    while s < w + h - 1e-6:
        start = (x, y + s) if s <= h else (x + s - h, y + h)
        end = (x + s, y) if s <= w else (x + w, y + s - w)
        segments.append((*start, *end))
        s += _HATCH_STEP
    return tuple(segments)


def follow(canvas: Canvas, source: Rect, start: Point, end: Point, target: Rect, colour: str) -> bool:
    """Draw an arrow from one outline to another, bent so that it crosses nothing printed.

    Parameters
    ----------
    canvas : Canvas
        With all cells and labels drawn.
    source, target : Rect
        The two outlines: what the arrow may touch.
    start, end : (float, float)
        Where it begins and ends.
    colour : str

    Returns
    -------
    bool
        Whether there was a way.
    """
    shelves = [Rect(cell.x, cell.y, cell.w, cell.h) for panel in canvas.panels for cell in panel.cells]
    obstacles = [rect for rect in shelves if not source.holds(rect.centre) and not target.holds(rect.centre)]
    # An arrow begins and ends beside its row: it need not even enter the image that the row is part of.
    images = filter(None, (panel.image for panel in canvas.panels))
    obstacles += [Rect(image.x, image.y, image.w, image.h) for image in images]
    obstacles += _words(canvas)
    edges = np.array([(rect.x, rect.right, rect.y, rect.bottom) for rect in obstacles]).reshape(-1, 4)
    dx, dy = end[0] - start[0], end[1] - start[1]
    for bend in (0.14, -0.14, 0.3, -0.3, 0.5, -0.5, 0.0):
        # Both controls stand off the straight line to the same side.
        first = (start[0] + 0.35 * dx + bend * dy, start[1] + 0.35 * dy - bend * dx)
        second = (start[0] + 0.7 * dx + bend * dy, start[1] + 0.7 * dy - bend * dx)
        points = (start, first, second, end)
        if not _crosses(points, edges):
            canvas.curve(points, colour)
            return True
    return False


def _crosses(points: tuple[Point, Point, Point, Point], edges: npt.NDArray[np.float64]) -> bool:
    """Tell whether a curve passes through any rectangle (left, right, top, bottom)."""
    x, y = (_ALONG @ np.array(points)).T[..., np.newaxis]
    left, right, top, bottom = edges.T
    return bool(((left < x) & (x < right) & (top < y) & (y < bottom)).any())


def _words(canvas: Canvas) -> list[Rect]:
    found = []
    for mark in canvas.marks:
        if isinstance(mark, Label) and not mark.turn:
            wide = advance(mark.text, mark.size, bold=mark.bold, mono=mark.mono)
            left = mark.x - {"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor]
            found.append(Rect(left, mark.y - 0.75 * mark.size, wide, 0.75 * mark.size).grown(5))
    return found
