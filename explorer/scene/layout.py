"""Boxes in rows and columns, and the search for the largest cells that fit the paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, Protocol, TypeAlias

from explorer.scene.canvas import Canvas
from explorer.scene.display import Anchor
from explorer.scene.lettering import advance

__all__ = ["Blank", "Density", "Node", "Stack", "Text", "column", "fit", "row", "wrapped"]

# The sizes of cell that are tried, in px, in this order; tight ones go with shorter labels.
_ROOMY = (44, 42, 40, 38, 36, 34, 32, 30, 28)
_TIGHT = (34, 32, 30, 28, 26, 24, 22, 20)
# On larger paper: a picture may grow downwards before it grows across, for a page scrolls down but a wide
# picture is shrunk until nobody can read it.
_GROWN = (24, 22, 20, 18)
_GROWTH = (
    (1.0, 1.15), (1.0, 1.35), (1.08, 1.35), (1.08, 1.6), (1.2, 1.6), (1.2, 2.0), (1.35, 2.0), (1.35, 2.5),
    (1.6, 2.5), (1.6, 3.2), (2.0, 3.2), (2.0, 4.0), (2.6, 4.5), (3.4, 6.0), (5.0, 9.0),
)  # fmt: skip


class Node(Protocol):
    """Something with a size that can be drawn anywhere."""

    @property
    def width(self) -> float:
        """How wide it is."""

    @property
    def height(self) -> float:
        """How high it is."""

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw it with its upper left corner at (x, y)."""


@dataclass(frozen=True)
class Density:
    """How densely a picture is to be laid out.

    Attributes
    ----------
    cell : float
        The height of a cell.
    tight : bool
        Whether labels are to be short.
    width, height : float
        The room for the whole body.
    """

    cell: float
    tight: bool
    width: float
    height: float


_Build: TypeAlias = Callable[[Density], Node]


class _Attempt(NamedTuple):
    """Sizes of cell, the largest first, and all else that a body is made for."""

    sizes: tuple[int, ...]
    tight: bool
    room: tuple[float, float]
    ways: tuple[_Build, ...]


@dataclass(frozen=True)
class Blank:
    """Empty room."""

    width: float = 0.0
    height: float = 0.0

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw nothing."""


@dataclass(frozen=True)
class Text:
    """One or more lines of text."""

    lines: tuple[str, ...]
    size: float
    colour: str
    bold: bool = False
    mono: bool = False
    anchor: Anchor = "start"
    leading: float = 1.4

    @property
    def width(self) -> float:
        """The widest line."""
        return max((advance(s, self.size, bold=self.bold, mono=self.mono) for s in self.lines), default=0.0)

    @property
    def height(self) -> float:
        """All lines."""
        return len(self.lines) * self.size * self.leading

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Write the lines."""
        at = x + {"start": 0.0, "middle": self.width / 2, "end": self.width}[self.anchor]
        step = self.size * self.leading
        for number, line in enumerate(self.lines):
            canvas.text(
                at,
                y + (number + 0.5) * step,
                line,
                self.size,
                self.colour,
                bold=self.bold,
                mono=self.mono,
                anchor=self.anchor,
            )


@dataclass(frozen=True)
class Stack:
    """Nodes one after another, across or down."""

    children: tuple[Node, ...]
    across: bool
    gap: float = 0.0
    align: Literal["start", "middle", "end"] = "start"

    @cached_property
    def width(self) -> float:
        """The sum across, the widest down."""
        sizes = [child.width for child in self.children]
        return sum(sizes) + self.gap * (len(sizes) - 1) if self.across else max(sizes, default=0.0)

    @cached_property
    def height(self) -> float:
        """The sum down, the highest across."""
        sizes = [child.height for child in self.children]
        return max(sizes, default=0.0) if self.across else sum(sizes) + self.gap * (len(sizes) - 1)

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw each child in its place."""
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[self.align]
        for child in self.children:
            if self.across:
                child.draw(canvas, x, y + (self.height - child.height) * share)
                x += child.width + self.gap
            else:
                child.draw(canvas, x + (self.width - child.width) * share, y)
                y += child.height + self.gap


def row(*children: Node, gap: float = 0.0, align: Literal["start", "middle", "end"] = "middle") -> Stack:
    """Nodes side by side."""
    return Stack(children, across=True, gap=gap, align=align)


def column(*children: Node, gap: float = 0.0, align: Literal["start", "middle", "end"] = "start") -> Stack:
    """Nodes one below another."""
    return Stack(children, across=False, gap=gap, align=align)


def wrapped(
    shelves: Sequence[Node],
    height: float,
    *,
    gap: float = 10.0,
    header: Node | None = None,
    stretch: float = 0.0,
) -> Stack:
    """Shelves one below another, in as few columns as the height allows, each under the header.

    Parameters
    ----------
    shelves : sequence of Node
        All of one size.
    height : float
        The room.
    gap : float
        Between two shelves.
    header : Node, optional
        Drawn above every column.
    stretch : float
        A height to fill by wider gaps, so that the last shelf ends where a neighbour's does.

    Returns
    -------
    Stack
    """
    top: tuple[Node, ...] = (header,) if header else ()
    room = height - sum(node.height for node in top)
    fitting = max(1, int((room + gap) // (shelves[0].height + gap)))
    columns = -(-len(shelves) // fitting)
    # The same number of columns, filled evenly: no last column with one lost shelf.
    each = -(-len(shelves) // columns)
    apart = gap
    if stretch and each > 1:
        used = sum(node.height for node in (*top, *shelves[:each]))
        apart = max(gap, min(4 * gap, (stretch - used) / (each - 1)))
    stacks = [
        column(*top, column(*shelves[start : start + each], gap=apart))
        for start in range(0, len(shelves), each)
    ]
    return row(*stacks, gap=gap, align="start")


def fit(
    builds: Sequence[_Build],
    width: float,
    height: float,
    preferred: _Build | None = None,
) -> Node:
    """Find the body with the largest cells that fit; on larger paper if none does.

    Parameters
    ----------
    builds : sequence of callable
        Each makes a body for a `Density`; for cells of one size, the first that fits is taken. A body should
        get no larger with smaller cells: where one does, another size than the largest may be taken.
    width, height : float
        The room.
    preferred : callable, optional
        Taken before all others if it fits with roomy cells.

    Returns
    -------
    Node
    """
    body: Node = Blank()
    for attempt in _attempts(tuple(builds), preferred, (width, height)):
        # Where the smallest cells don't fit, none do. Where they do, the largest are found by halving.
        fits, body = _try(attempt, -1)
        if fits:
            low, high = 0, len(attempt.sizes) - 1
            while low < high:
                middle = (low + high) // 2
                fits, tried = _try(attempt, middle)
                if fits:
                    high, body = middle, tried
                else:
                    low = middle + 1
            return body
    return body


def _try(attempt: _Attempt, number: int) -> tuple[bool, Node]:
    """Lay out with cells of one of the sizes: whether it fits, and what was tried last."""
    wide, high = attempt.room
    for build in attempt.ways:
        body = build(Density(attempt.sizes[number], attempt.tight, wide, high))
        if body.width <= wide and body.height <= high:
            return True, body
    return False, body


def _attempts(
    builds: tuple[_Build, ...], preferred: _Build | None, room: tuple[float, float]
) -> Iterator[_Attempt]:
    """Yield what is to be tried, from the best to the last resort."""
    if preferred:
        yield _Attempt(_ROOMY, False, room, (preferred,))
    yield _Attempt(_ROOMY, False, room, builds)
    yield _Attempt(_TIGHT, True, room, builds)
    for across, down in _GROWTH:
        yield _Attempt(_GROWN, True, (room[0] * across, room[1] * down), builds)
