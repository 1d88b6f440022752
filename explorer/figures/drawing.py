"""A scene written by matplotlib's object interface: nothing is decided here.

One axes covers the whole figure, one unit is one CSS pixel and y runs down. There is no tick, no layout
engine and no global setting: the scene says where everything is.
"""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.patches import FancyBboxPatch, PathPatch, Polygon, Rectangle
from matplotlib.path import Path

from explorer.figures.picture import Picture
from explorer.scene.display import Box, Cell, Fill, Label, Mark, Scene, Stroke
from explorer.scene.raster import Image

__all__ = ["PX_PER_INCH", "draw"]

PX_PER_INCH = 96.0
_POINT = 72.0 / PX_PER_INCH
_SHARP = 2
_ALIGN = {"start": "left", "middle": "center", "end": "right"}
# The generic name comes second: a viewer of the SVG who lacks the first still gets a face without serifs.
_SANS, _MONO = ["DejaVu Sans", "sans-serif"], ["DejaVu Sans Mono", "monospace"]
_UNDER, _CELLS, _HATCH, _NUMBERS, _OVER = 1, 2, 2.5, 3, 4


def draw(scene: Scene) -> Figure:
    """Write a scene as a matplotlib figure.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    matplotlib.figure.Figure
        Of the scene's size at 96 px an inch. Every cell is a Rectangle whose gid is
        ``{role}/{identity}``, and its number a Text whose gid ends in ``/text``; a grid that is one image
        is an AxesImage whose gid is ``{role}/@{number of the panel}``.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> figure = draw(step_scene(ex.trace(), "cut"))
    >>> len(figure.axes)
    1
    """
    size = (scene.width / PX_PER_INCH, scene.height / PX_PER_INCH)
    figure = Picture(figsize=size, dpi=_SHARP * PX_PER_INCH)
    FigureCanvasAgg(figure)
    figure.alt = scene.alt
    figure.suppressComposite = True  # each image keeps its name, also in SVG and PDF
    figure.set_facecolor(scene.paper)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0, scene.width)
    axes.set_ylim(scene.height, 0)
    axes.set_axis_off()
    for mark in scene.under:
        _mark(axes, mark, _UNDER)
    for number, panel in enumerate(scene.panels):
        for cell in panel.cells:
            _cell(axes, cell, f"{panel.role}/{cell.identity}")
        if panel.image is not None:
            _image(axes, panel.image, f"{panel.role}/@{number}")
    for mark in scene.marks:
        _mark(axes, mark, _OVER)
    return figure


def _cell(axes: Axes, cell: Cell, name: str) -> None:
    axes.add_patch(
        Rectangle(
            (cell.x, cell.y), cell.w, cell.h,
            facecolor=cell.fill, edgecolor=cell.edge, linewidth=1.5 * _POINT, gid=name, zorder=_CELLS,
        )
    )  # fmt: skip
    if cell.hatch:
        segments = [((x1, y1), (x2, y2)) for x1, y1, x2, y2 in cell.hatch]
        lines = LineCollection(segments, colors=cell.hatch_colour, linewidths=_POINT, zorder=_HATCH)
        axes.add_collection(lines, autolim=False)
    if cell.news:
        fill = cell.ink if cell.news == "changed" else "none"
        axes.add_patch(
            Polygon(cell.corner, closed=True, facecolor=fill, edgecolor=cell.ink, linewidth=_POINT,
                    zorder=_NUMBERS, gid=f"{name}/{cell.news}")
        )  # fmt: skip
    if cell.text:
        x, y = cell.text_at
        _text(axes, x, y, cell.text, cell.size, cell.ink, bold=True, ha="center", zorder=_NUMBERS,
              gid=f"{name}/text")  # fmt: skip


def _image(axes: Axes, image: Image, name: str) -> None:
    # Not `imshow`: it would set the limits and the aspect of the axes anew.
    drawn = AxesImage(
        axes, extent=(image.x, image.x + image.w, image.y + image.h, image.y), origin="upper",
        interpolation="hanning" if image.is_fine else "nearest", resample=image.is_fine,
        zorder=_CELLS, gid=name,
    )  # fmt: skip
    drawn.set_data(image.colours)
    axes.add_image(drawn)


def _mark(axes: Axes, mark: Mark, zorder: float) -> None:
    if isinstance(mark, Label):
        _text(axes, mark.x, mark.y, mark.text, mark.size, mark.colour, bold=mark.bold, mono=mark.mono,
              ha=_ALIGN[mark.anchor], rotation=-mark.turn, zorder=zorder)  # fmt: skip
    elif isinstance(mark, Box):
        axes.add_patch(
            FancyBboxPatch(
                (mark.x, mark.y), mark.w, mark.h,
                boxstyle=f"round,pad=0,rounding_size={mark.radius}",
                facecolor=mark.fill or "none", edgecolor=mark.stroke, linewidth=mark.width * _POINT,
                linestyle=_dashes(mark.width) if mark.dashed else "-", zorder=zorder,
            )
        )  # fmt: skip
    elif isinstance(mark, Stroke) and not mark.rubbed:
        codes = [Path.MOVETO, *[Path.CURVE4 if mark.curved else Path.LINETO] * (len(mark.points) - 1)]
        axes.add_patch(
            PathPatch(
                Path(list(mark.points), codes),
                facecolor="none", edgecolor=mark.colour, linewidth=mark.width * _POINT,
                linestyle=_dashes(mark.width) if mark.dashed else "-",
                capstyle="butt" if mark.dashed else "round", joinstyle="round", zorder=zorder,
            )
        )  # fmt: skip
    elif isinstance(mark, Fill):
        axes.add_patch(Polygon(mark.points, closed=True, facecolor=mark.colour, linewidth=0, zorder=zorder))


def _text(
    axes: Axes, x: float, y: float, text: str, size: float, colour: str,
    *, bold: bool = False, mono: bool = False, **more: Any,
) -> None:  # fmt: skip
    axes.text(
        x, y, text,
        fontsize=size * _POINT, fontweight="bold" if bold else "normal", fontfamily=_MONO if mono else _SANS,
        color=colour, va="baseline", rotation_mode="anchor",
        # A dollar sign is a dollar sign: nothing in a scene is a formula.
        parse_math=False, **more,
    )  # fmt: skip


def _dashes(width: float) -> tuple[float, tuple[float, float]]:
    """Dashes of 4 px and gaps of 3; matplotlib counts them in line widths."""
    return 0, (4 / width, 3 / width)
