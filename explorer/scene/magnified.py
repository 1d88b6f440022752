"""A few cells of an image from near: the one that is pointed at, its neighbours, and all their numbers."""

from __future__ import annotations

import numpy as np

from explorer.core.trace import Trace
from explorer.scene.canvas import Canvas
from explorer.scene.captions import named
from explorer.scene.cells import CellSize
from explorer.scene.display import Panel, Scene
from explorer.scene.grids import Grid
from explorer.scene.lettering import advance
from explorer.scene.look import Look
from explorer.scene.numerals import number_text
from explorer.scene.pointing import place_of
from explorer.scene.setting import Setting
from explorer.words import AXES

__all__ = ["ROLE", "magnified"]

ROLE = "near"
_MOST = 5
_HIGH, _TYPE, _NAME = 26.0, 12.5, 12.0
_PAD, _TOP = 10.0, 24.0


def magnified(trip: Trace, scene: Scene, panel: Panel, row: int, column: int, look: Look) -> Scene:
    """Draw the neighbours of one cell of an image as cells.

    Parameters
    ----------
    trip : Trace
    scene : Scene
        The picture that the panel is a part of.
    panel : Panel
        One that is an image.
    row, column : int
        The cell, as `Image.cell` counts.
    look : Look

    Returns
    -------
    Scene
        One panel of role ``near``: up to 5 by 5 cells with their numbers, those that the mask struck hatched;
        rows and columns named by where they are in the whole; the cell itself outlined.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> trip = ex.trace(ex.Config(tokens=64))
    >>> scene = step_scene(trip, "scores")
    >>> near = magnified(trip, scene, scene.panels[2], 63, 10, Look())
    >>> [panel.shape for panel in near.panels], len(list(near.cells("near")))
    ([(5, 5)], 25)
    """
    image = panel.image
    assert image is not None
    place = place_of(trip, scene, panel, image.cell(row, column))
    setting, tensor = Setting(trip, place.step, look, close=True), trip[place.step][place.tensor]
    down, across = (_around(at, count) for at, count in zip((row, column), image.shape, strict=True))
    texts = [number_text(value, look.decimals) for value in np.unique(image.values[down, across])]
    wide = max(advance(text, _TYPE, bold=True) for text in texts) + 12
    grid = Grid(
        setting, ROLE, tensor, panel.rows, panel.cols, CellSize(max(34.0, wide), _HIGH, _TYPE), image.pins,
        row_labels=_kind(panel.rows), col_labels=_kind(panel.cols),
        left="word", top="word" if len(panel.cols) == 1 else "",
        chosen=(image.row_places[down], image.col_places[across]),
    )  # fmt: skip
    pins = [f"{AXES[axis].letter}{at}" for axis, at in panel.pins if axis != "batch" or trip.config.batch > 1]
    name = "  ".join([named(setting, tensor, tight=True), *pins])
    canvas, palette = Canvas(), setting.palette
    canvas.text(_PAD, _PAD + 6, name, _NAME, palette.ink, bold=True)
    grid.draw(canvas, _PAD, _TOP + grid.overhang)
    canvas.outline(canvas.rect(ROLE, **dict(place.coords)).grown(1), palette.ink)
    return Scene(
        width=round(2 * _PAD + max(grid.width, advance(name, _NAME, bold=True)), 2),
        height=round(_TOP + grid.height + 2 * grid.overhang + _PAD, 2),
        step=scene.step,
        title=name,
        alt=image.cell(row, column).title,
        paper=palette.paper,
        shape_line="",
        panels=tuple(canvas.panels),
        under=tuple(canvas.under),
        marks=tuple(canvas.marks),
    )


def _around(at: int, count: int) -> slice:
    """So many neighbours, the cell in their middle unless it stands near an end."""
    start = max(0, min(at - _MOST // 2, count - _MOST))
    return slice(start, min(start + _MOST, count))


def _kind(axes: tuple[str, ...]) -> str:
    if len(axes) != 1:
        return "every" if axes else ""
    return "letter" if len(AXES[axes[0]].letter) == 1 else "index"
