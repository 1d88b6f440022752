"""One number as a cell: how large, in which colours, with which text and name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.core.tensor import Tensor
from explorer.scene.canvas import Rect
from explorer.scene.colouring import Painter
from explorer.scene.display import Cell
from explorer.scene.identity import origin_of
from explorer.scene.lettering import advance, fit_size
from explorer.scene.marks import hatching
from explorer.scene.numerals import number_text
from explorer.scene.palette import ink_on
from explorer.scene.setting import Setting

__all__ = ["CellSize", "cell_size", "make_cell"]

_SIDE = 7.0
"""The longest side of an image, in heights of a cell."""


@dataclass(frozen=True)
class CellSize:
    """The size of a cell and of the type in it; what no cell is, an image, has a longest side."""

    w: float
    h: float
    type: float
    side: float = 0.0


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
        return CellSize(max(6.0, height - 12), max(6.0, height - 12), 0.0, _SIDE * height)
    size = max(9.5, min(17.0, 0.44 * height))
    widest = max(advance(setting.longest(tensor), size, bold=True) for tensor in kept)
    return CellSize(max(height, min(widest + 0.3 * height, 2.2 * height)), height, size, _SIDE * height)


def make_cell(
    setting: Setting,
    tensor: Tensor,
    coords: Mapping[str, int],
    rect: Rect,
    size: float,
    paint: Painter | str,
) -> Cell:
    """Make the cell of one number.

    Parameters
    ----------
    setting : Setting
    tensor : Tensor
    coords : mapping of str to int
        An index for every axis of `tensor`.
    rect : Rect
    size : float
        The height of the type; smaller where the number is long.
    paint : callable or str
        What gives the fill. A fill that is there already makes the cell a part of an image: it is not
        hatched, and has its number though that is not printed.

    Returns
    -------
    Cell
    """
    palette, config = setting.palette, setting.trip.config
    ordered = {axis: coords[axis] for axis in tensor.axes}
    value = float(tensor.values[tuple(ordered.values())])
    origin = origin_of(tensor.name, ordered, heads=config.heads, head_dim=config.head_dim)
    struck, pictured = setting.struck(tensor, ordered), isinstance(paint, str)
    hatched = struck and not pictured
    text = number_text(value, setting.look.decimals)
    fill = paint if isinstance(paint, str) else palette.paper if struck else paint(value, origin)
    words = [setting.axis_word(axis, index) for axis, index in ordered.items()]
    exact = text if struck else f"{value:.10g}"
    news = setting.news(tensor, ordered)
    return Cell(
        rect.x, rect.y, rect.w, rect.h,
        fill=fill,
        ink=palette.soft if struck else ink_on(fill),
        edge=palette.rule if struck or tensor.name in ("keep", "totals") else palette.shelf,
        text=text if pictured or setting.numbered(tensor) else "",
        size=0.0 if pictured else fit_size(text, rect.w - 4, size, bold=True),
        identity=origin.identity,
        tensor=tensor.name,
        coords=tuple(ordered.items()),
        value=value,
        title=f"{setting.tensor_word(tensor.name)}, {', '.join(words)}: {exact}{f', {news}' if news else ''}",
        struck=struck,
        hatch=hatching(rect.x, rect.y, rect.w, rect.h) if hatched else (),
        hatch_colour=palette.hatch if hatched else "",
        news=news,
    )  # fmt: skip
