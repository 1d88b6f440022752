"""The mark of what does not belong where it stands: a dashed frame round a cell, or a strip of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from explorer.core.grid import Array
from explorer.scene.canvas import Canvas, Rect
from explorer.scene.display import Box
from explorer.scene.pointing import rectangles
from explorer.scene.raster import Image

__all__ = ["MOST_FRAMES", "frame", "frame_image", "strips"]

MOST_FRAMES = 150
"""In an image, more frames than these would hide it."""
_SMALL, _FINEST = 26.0, 7.0


def strips(
    marked: npt.NDArray[np.bool_], alike: Array | None, cuts: Sequence[int] = ()
) -> Iterator[tuple[int, int, int]]:
    """Find the runs of marked cells in each row whose numbers came from one place, to be framed as one.

    Parameters
    ----------
    marked : ndarray of bool, axes (row, column)
    alike : ndarray of int, axes (row, column), or None
        Neighbours with the same label are framed together; None frames every cell alone.
    cuts : sequence of int
        Columns before which a frame ends.

    Yields
    ------
    (int, int, int)
        The row, the first column and the last.

    Examples
    --------
    >>> marked = np.array([[True, True, True, False]])
    >>> list(strips(marked, np.array([[7, 7, 8, 8]]))), len(list(strips(marked, None)))
    ([(0, 0, 1), (0, 2, 2)], 3)
    """
    for row, cells in enumerate(marked):
        first = -1
        for column, wanted in enumerate([*cells.tolist(), False]):
            ends = first >= 0 and (
                not wanted or alike is None or column in cuts or alike[row, column] != alike[row, first]
            )
            if ends:
                yield row, first, column - 1
            if ends or first < 0:
                first = column if wanted else -1


def frame(canvas: Canvas, rect: Rect, colour: str) -> None:
    """Draw a dashed frame inside a cell or a strip of cells.

    Parameters
    ----------
    canvas : Canvas
    rect : Rect
    colour : str
        One that can be read on the fill.
    """
    inset, width = (1.6, 1.5) if min(rect.w, rect.h) < _SMALL else (2.6, 1.9)
    canvas.marks.append(
        Box(rect.x + inset, rect.y + inset, rect.w - 2 * inset, rect.h - 2 * inset, 2, "", colour, width,
            dashed=True)
    )  # fmt: skip


def frame_image(canvas: Canvas, image: Image, marked: npt.NDArray[np.bool_], colour: str) -> None:
    """Frame what is marked in an image, unless the frames would hide it.

    Parameters
    ----------
    canvas : Canvas
    image : Image
    marked : ndarray of bool, axes (row, column)
    colour : str
    """
    frames = [image.slice(*corners) for corners in rectangles(marked)]
    if len(frames) <= MOST_FRAMES and all(min(rect.w, rect.h) >= _FINEST for rect in frames):
        for rect in frames:
            canvas.marks.append(Box(rect.x, rect.y, rect.w, rect.h, 0, "", colour, 1.4, dashed=True))
