"""What a picture is made of: frozen records, in CSS pixels, x to the right and y downwards.

A `Scene` is a display list. A writer draws `under` (shelves), then the panels' cells, then `marks`, each in
order, and decides nothing: place, colour, words and even the hatching of a struck cell are written here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from explorer.scene.lettering import BASELINE

if TYPE_CHECKING:
    from explorer.scene.raster import Image

__all__ = ["Box", "Cell", "Fill", "Label", "Mark", "Panel", "Point", "Scene", "Segment", "Stroke"]

Point: TypeAlias = tuple[float, float]
Segment: TypeAlias = tuple[float, float, float, float]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Cell:
    """One number of one tensor, drawn once.

    Attributes
    ----------
    x, y, w, h : float
        Its rectangle.
    fill, ink, edge : str
        Colours as ``#rrggbb``: the paper of the cell, its number, its rim.
    text : str
        The number as printed; empty where a panel is drawn without numbers.
    size : float
        The height of the type.
    identity : str
        Where the number came from; equal in every step that only moves it (``query:b0:t1:h0:d1``).
    tensor : str
        The recorded tensor it was read from.
    coords : tuple of (axis, index)
        Where in that tensor, in the order of its axes.
    value : float
        The engine's number, unrounded.
    title : str
        One line that says which number this is, for a pointer or a screen reader.
    struck : bool
        Whether the mask struck it.
    hatch : tuple of (x1, y1, x2, y2)
        The hatching of a struck cell, already cut to the rectangle.
    hatch_colour : str
        The colour of that hatching; empty where there is none.
    news : {"", "changed", "new"}
        What the last change made of it: a filled corner where it changed, a hollow one where it is new.
    """

    x: float
    y: float
    w: float
    h: float
    fill: str
    ink: str
    edge: str
    text: str
    size: float
    identity: str
    tensor: str
    coords: tuple[tuple[str, int], ...]
    value: float
    title: str
    struck: bool = False
    hatch: tuple[Segment, ...] = ()
    hatch_colour: str = ""
    news: str = ""

    @property
    def corner(self) -> tuple[Point, Point, Point]:
        """The corner that is marked where there is news."""
        right, leg = self.x + self.w - 1.5, min(8.0, 0.3 * self.h)
        top = self.y + 1.5
        return (right - leg, top), (right, top), (right, top + leg)

    @property
    def centre(self) -> Point:
        """The middle of the rectangle."""
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def text_at(self) -> Point:
        """Where the number is written: the middle of its baseline."""
        return self.x + self.w / 2, self.y + self.h / 2 + BASELINE * self.size


@dataclass(frozen=True)
class Label:
    """A line of text; `y` is its baseline, and `turn` its angle in degrees, counted clockwise."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = False
    anchor: Anchor = "start"
    mono: bool = False
    turn: float = 0.0


@dataclass(frozen=True)
class Stroke:
    """A line through `points`, or one cubic curve where `curved`: start, two controls, end.

    One that is `drawn` is what the step does: a living picture draws it before one's eyes. One that is
    `rubbed` is gone from this picture: a living picture can show how it is rubbed out, no other shows it.
    """

    points: tuple[Point, ...]
    colour: str
    width: float = 1.5
    dashed: bool = False
    curved: bool = False
    drawn: bool = False
    rubbed: bool = False


@dataclass(frozen=True)
class Fill:
    """A filled polygon: the head of an arrow."""

    points: tuple[Point, ...]
    colour: str


@dataclass(frozen=True)
class Box:
    """A rounded rectangle: a shelf where it is filled, an outline where `fill` is empty."""

    x: float
    y: float
    w: float
    h: float
    radius: float
    fill: str
    stroke: str
    width: float = 1.5
    dashed: bool = False


Mark: TypeAlias = Label | Stroke | Fill | Box


@dataclass(frozen=True)
class Panel:
    """One grid of cells: two free counters of a tensor, the others pinned.

    Attributes
    ----------
    role : str
        The part it plays in the picture (``before``, ``after``, ...). Grids of one tensor share it; no two
        cells of one role have the same identity.
    title : str
        What the grid is, in words.
    tensor : str
        The recorded tensor.
    rows, cols : tuple of str
        The axes down the page and across it; two across where a divided row is drawn as one row.
    pins : tuple of (axis, index)
        Where the other axes are held.
    shape : (int, int)
        Rows and columns drawn.
    cells : tuple of Cell
        Row by row; none where the grid is one image.
    image : Image or None
        A large grid's cells.
    """

    role: str
    title: str
    tensor: str
    rows: tuple[str, ...]
    cols: tuple[str, ...]
    pins: tuple[tuple[str, int], ...]
    shape: tuple[int, int]
    cells: tuple[Cell, ...]
    image: Image | None = None

    @property
    def axes(self) -> tuple[str, ...]:
        """The axes of the tensor, in its own order."""
        return self.image.axes if self.image else tuple(axis for axis, _ in self.cells[0].coords)


@dataclass(frozen=True)
class Scene:
    """A picture of one step: everything a writer needs and nothing to decide.

    Attributes
    ----------
    width, height : float
        The size of the paper.
    step : str
        The step it shows, or ``two_flips``.
    title, alt : str
        A heading, and the picture told in words.
    paper : str
        The colour of the background.
    shape_line : str
        The shape line as plain text.
    panels : tuple of Panel
        The grids.
    under, marks : tuple of Mark
        What is drawn below the cells, and what is drawn over them.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> scene = step_scene(ex.trace(), "reshelve")
    >>> scene.shape_line
    '( B 1, T 3, H 2, D 2 ) -> ( B 1, H 2, T 3, D 2 )'
    >>> len(list(scene.cells("after")))
    12
    """

    width: float
    height: float
    step: str
    title: str
    alt: str
    paper: str
    shape_line: str
    panels: tuple[Panel, ...]
    under: tuple[Mark, ...] = field(default=(), repr=False)
    marks: tuple[Mark, ...] = field(default=(), repr=False)

    def cells(self, role: str | None = None) -> Iterator[Cell]:
        """List the cells of one role, or of the whole picture, in drawing order; an image has none.

        Parameters
        ----------
        role : str, optional
            Only the panels that play this part.

        Yields
        ------
        Cell

        Examples
        --------
        >>> import explorer as ex
        >>> from explorer.scene import step_scene
        >>> [cell.text for cell in step_scene(ex.trace(), "inside_flip").cells("after")][:3]
        ['1', '0', '1']
        """
        for panel in self.panels:
            if role is None or panel.role == role:
                yield from panel.cells
