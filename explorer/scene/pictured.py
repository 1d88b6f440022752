"""A large grid made into one image."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TypeAlias

import numpy as np

from explorer.core.tensor import Tensor
from explorer.scene.canvas import Rect
from explorer.scene.cells import make_cell
from explorer.scene.display import Cell
from explorer.scene.extents import Places
from explorer.scene.painting import paint, read, spread
from explorer.scene.raster import Image
from explorer.scene.setting import Setting

__all__ = ["Side", "picture_of"]

Side: TypeAlias = tuple[tuple[str, ...], Places]
"""The axes down or across, and their coordinates in each row or column."""


def picture_of(
    setting: Setting, tensor: Tensor, pins: Mapping[str, int], rows: Side, cols: Side, rect: Rect, title: str
) -> Image:
    """Make the image of a grid.

    Parameters
    ----------
    setting : Setting
    tensor : Tensor
    pins : mapping of str to int
        Where the axes are held that run neither down nor across.
    rows, cols : (axes, places)
    rect : Rect
        Where it stands.
    title : str
        What the grid is, in words.

    Returns
    -------
    Image
    """
    coords = spread(pins, rows, cols)
    found = read(tensor.values, tensor.axes, coords)
    values = np.broadcast_to(found, (len(rows[1]), len(cols[1])))
    index, palette = paint(setting, tensor, coords, values)
    return Image(
        rect.x, rect.y, rect.w, rect.h,
        title=f"{title}: {_told(setting, rows, 'row')}, {_told(setting, cols, 'column')}, one image",
        index=index,
        palette=palette,
        values=values,
        axes=tensor.axes,
        pins=dict(pins),
        row_axes=rows[0],
        col_axes=cols[0],
        row_places=rows[1],
        col_places=cols[1],
        make=partial(_cell, setting, tensor),
    )  # fmt: skip


def _cell(setting: Setting, tensor: Tensor, coords: Mapping[str, int], rect: Rect, fill: str) -> Cell:
    return make_cell(setting, tensor, coords, rect, 0.0, fill)


def _told(setting: Setting, side: Side, what: str) -> str:
    """Say how many rows or columns there are, and which."""
    axes, places = side
    if len(places) == 1:
        return f"1 {what}"
    ends = [
        ", ".join(setting.axis_word(axis, index) for axis, index in zip(axes, place.tolist(), strict=True))
        for place in (places[0], places[-1])
    ]
    return f"{len(places)} {what}s from {ends[0]} to {ends[1]}"
