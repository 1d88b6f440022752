"""The paper while it is being drawn on: marks and panels are collected, and found again by what they show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce

from explorer.scene.display import Anchor, Box, Cell, Fill, Label, Mark, Panel, Point, Stroke
from explorer.scene.lettering import BASELINE

__all__ = ["Canvas", "Rect"]


@dataclass(frozen=True)
class Rect:
    """A rectangle on the paper."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.h

    @property
    def centre(self) -> Point:
        """The middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def joined(self, other: Rect) -> Rect:
        """Find the smallest rectangle around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def grown(self, by: float) -> Rect:
        """Add a margin on every side."""
        return Rect(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside."""
        return self.x < point[0] < self.right and self.y < point[1] < self.bottom


@dataclass
class Canvas:
    """Collects a picture's parts in drawing order.

    Attributes
    ----------
    under, marks : list of Mark
        Below and above the cells.
    panels : list of Panel
    starts : dict
        For each (role, identity of a row's first cell): where the row begins, its label included. For an
        image, of which all rows begin at one place: (role, ``@`` and its number among the panels).
    """

    under: list[Mark] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    panels: list[Panel] = field(default_factory=list)
    starts: dict[tuple[str, str], float] = field(default_factory=dict)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str,
        *,
        bold: bool = False,
        anchor: Anchor = "start",
        mono: bool = False,
        turn: float = 0.0,
    ) -> None:
        """Write one line whose middle is at height `y`."""
        drop = BASELINE * size
        # A line turned by a quarter has its baseline beside its middle, not below it.
        place = (x + drop, y) if turn else (x, y + drop)
        self.marks.append(Label(*place, text, size, colour, bold, anchor, mono, turn))

    def line(
        self,
        *points: Point,
        colour: str,
        width: float = 1.5,
        dashed: bool = False,
        drawn: bool = False,
        rubbed: bool = False,
    ) -> None:
        """Draw a line through some points."""
        self.marks.append(Stroke(points, colour, width, dashed, drawn=drawn, rubbed=rubbed))

    def shelf(self, rect: Rect, *, fill: str, stroke: str, width: float = 1.6, dashed: bool = False) -> None:
        """Draw a shelf below everything."""
        self.under.append(Box(rect.x, rect.y, rect.w, rect.h, 8, fill, stroke, width, dashed))

    def rim(self, rect: Rect, colour: str) -> None:
        """Draw a thin frame round an image, below it: part of the image may have the paper's colour."""
        self.under.append(Box(rect.x - 0.5, rect.y - 0.5, rect.w + 1, rect.h + 1, 0.5, "", colour, 1.5))

    def outline(self, rect: Rect, colour: str, width: float = 2.6) -> None:
        """Draw a frame over everything."""
        self.marks.append(Box(rect.x, rect.y, rect.w, rect.h, 3, "", colour, width))

    def curve(
        self, points: tuple[Point, Point, Point, Point], colour: str, width: float = 2.2, head: float = 9
    ) -> None:
        """Draw a cubic curve that ends in an arrow head."""
        tip, before = points[3], points[2]
        dx, dy = tip[0] - before[0], tip[1] - before[1]
        length = max(1e-9, (dx * dx + dy * dy) ** 0.5)
        dx, dy = dx / length, dy / length
        neck = (tip[0] - dx * head, tip[1] - dy * head)
        wing = head * 0.48
        # The line ends inside the head, so that its blunt end does not show at the tip.
        end = (tip[0] - dx * head * 0.7, tip[1] - dy * head * 0.7)
        self.marks.append(Stroke((points[0], points[1], points[2], end), colour, width, curved=True))
        self.marks.append(
            Fill(
                (tip, (neck[0] - dy * wing, neck[1] + dx * wing), (neck[0] + dy * wing, neck[1] - dx * wing)),
                colour,
            )
        )

    def arrow(self, start: Point, end: Point, colour: str, width: float = 2.4, head: float = 10) -> None:
        """Draw a straight arrow."""
        third = ((end[0] - start[0]) / 3, (end[1] - start[1]) / 3)
        self.curve(
            (
                start,
                (start[0] + third[0], start[1] + third[1]),
                (end[0] - third[0], end[1] - third[1]),
                end,
            ),
            colour,
            width,
            head,
        )

    def cells(self, role: str, **coords: int) -> Iterator[Cell]:
        """Find the cells of a role at these coordinates."""
        wanted = coords.items()
        for panel in self.panels:
            if panel.role != role:
                continue
            if panel.image is not None:
                yield from panel.image.cells(coords)
            yield from (cell for cell in panel.cells if wanted <= dict(cell.coords).items())

    def rect(self, role: str, **coords: int) -> Rect:
        """Find the smallest rectangle around the cells of a role at these coordinates."""
        images = [panel.image for panel in self.panels if panel.role == role and panel.image is not None]
        if images:
            return reduce(Rect.joined, filter(None, (image.rect(coords) for image in images)))
        found = list(self.cells(role, **coords))
        left, top = min(cell.x for cell in found), min(cell.y for cell in found)
        right, bottom = max(cell.x + cell.w for cell in found), max(cell.y + cell.h for cell in found)
        return Rect(left, top, right - left, bottom - top)

    def row_start(self, role: str, **coords: int) -> float:
        """Find where the row with these coordinates begins, its label included."""
        for number, panel in enumerate(self.panels):
            if panel.role == role and panel.image is not None and panel.image.rect(coords):
                return self.starts[role, f"@{number}"]
        return self.starts[role, next(self.cells(role, **coords)).identity]

    def shelf_edge(self, rect: Rect) -> float:
        """Find the left edge of the shelf that a rectangle stands in, or its own."""
        edges = [
            box.x
            for box in self.under
            if isinstance(box, Box) and box.fill and Rect(box.x, box.y, box.w, box.h).holds(rect.centre)
        ]
        return max(edges, default=rect.x)
