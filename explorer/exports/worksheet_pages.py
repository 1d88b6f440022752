"""A worksheet laid out: tasks flow down the pages, and on to the next where there is no more room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from explorer.exports.paper import MARGIN, Paper
from explorer.exports.worksheet_grids import INK, SOFT, PencilGrid
from explorer.exports.worksheet_tasks import Task
from explorer.scene.canvas import Canvas
from explorer.scene.display import Scene
from explorer.scene.lettering import advance, wrap

__all__ = ["Booklet", "lay_out"]

_TITLE, _HEAD, _TEXT, _SMALL, _LINK = 22.0, 14.0, 12.5, 10.0, 8.5
_BESIDE, _APART, _UNDER, _TASK = 16.0, 34.0, 10.0, 16.0
_FOOT = 20.0
_Unit = tuple[PencilGrid, ...]


@dataclass(frozen=True)
class Booklet:
    """What stands around the tasks.

    Attributes
    ----------
    title : str
        At the top of the first page.
    told : tuple of str
        Sentences under it.
    name : str
        In the foot of every page, before the page's number.
    foot : str
        In the foot of every page, at its left.
    link : tuple of str
        Above the foot of the first page: what it is for, and the link itself, as long as it is.
    key : bool
        Whether what is to be found is printed.
    """

    title: str
    told: tuple[str, ...]
    name: str
    foot: str
    link: tuple[str, ...]
    key: bool


def lay_out(tasks: Sequence[Task], booklet: Booklet, paper: Paper) -> list[Scene]:
    """Lay tasks out on as many pages as they need.

    Parameters
    ----------
    tasks : sequence of Task
    booklet : Booklet
    paper : Paper

    Returns
    -------
    list of Scene
        A page each.
    """
    flow = _Flow(booklet, paper)
    for task in tasks:
        flow.add(task)
    return list(flow.pages())


@dataclass
class _Flow:
    booklet: Booklet
    paper: Paper
    canvases: list[Canvas] = field(default_factory=list)
    y: float = 0.0

    @property
    def room(self) -> float:
        return self.paper.width - 2 * MARGIN

    @property
    def bottom(self) -> float:
        link = len(self.link) * 1.35 * _LINK if len(self.canvases) == 1 else 0.0
        return self.paper.height - MARGIN - _FOOT - link

    @property
    def link(self) -> list[str]:
        """The link in lines: it has no spaces to break it at."""
        letters = int(self.room / advance("0", _LINK, mono=True))
        return [
            text[start : start + letters]
            for text in self.booklet.link
            for start in range(0, len(text), letters)
        ]

    def add(self, task: Task) -> None:
        lines = wrap(task.told, self.room, _TEXT)
        head = _HEAD + 18 + len(lines) * 1.35 * _TEXT
        rows = list(_rows([_narrowed(unit, self.room) for unit in task.units], self.room))
        if not self.canvases:
            self._turn()
        # A heading never stands alone; a step that fits a page is not torn apart.
        whole = head + sum(_height(row) + _UNDER for row in rows)
        tall = self.paper.height - 2 * MARGIN - _FOOT
        least = whole if whole < 0.55 * tall else head + _height(rows[0])
        if self.y + least > self.bottom:
            self._turn()
        self._head(task.title, lines)
        for row in rows:
            if self.y + _height(row) > self.bottom:
                self._turn()
                self._head(f"{task.title}, continued", ())
            self._row(row)
        self.y += _TASK

    def _turn(self) -> None:
        canvas = Canvas()
        self.canvases.append(canvas)
        self.y = MARGIN
        if len(self.canvases) > 1:
            return
        booklet = self.booklet
        canvas.text(MARGIN, self.y + _TITLE / 2, booklet.title, _TITLE, INK, bold=True)
        if not booklet.key:
            right, y = self.paper.width - MARGIN, self.y + _TITLE
            for word, start, end in (("Name", 300.0, 110.0), ("Date", 100.0, 0.0)):
                canvas.text(right - start, y - 5, word, _TEXT, SOFT)
                canvas.line((right - start + 42, y), (right - end, y), colour=SOFT, width=1)
        self.y += _TITLE + 14
        for sentence in booklet.told:
            for line in wrap(sentence, self.room, _TEXT):
                canvas.text(MARGIN, self.y, line, _TEXT, INK)
                self.y += 1.35 * _TEXT
        self.y += 10

    def _head(self, title: str, lines: Sequence[str]) -> None:
        canvas = self.canvases[-1]
        canvas.line((MARGIN, self.y), (self.paper.width - MARGIN, self.y), colour=SOFT, width=0.8)
        canvas.text(MARGIN, self.y + 12, title, _HEAD, INK, bold=True)
        self.y += _HEAD + 16
        for line in lines:
            canvas.text(MARGIN, self.y, line, _TEXT, INK)
            self.y += 1.35 * _TEXT
        self.y += 2

    def _row(self, row: Sequence[_Unit]) -> None:
        x = MARGIN
        for unit in row:
            for grid in unit:
                grid.draw(self.canvases[-1], x, self.y, key=self.booklet.key)
                x += grid.width + _BESIDE
            x += _APART - _BESIDE
        self.y += _height(row) + _UNDER

    def pages(self) -> Iterator[Scene]:
        paper, booklet, of = self.paper, self.booklet, len(self.canvases)
        for number, canvas in enumerate(self.canvases, start=1):
            y = paper.height - MARGIN
            canvas.text(MARGIN, y, booklet.foot, _SMALL, SOFT)
            page = f"{booklet.name}, page {number} of {of}"
            canvas.text(paper.width - MARGIN, y, page, _SMALL, SOFT, anchor="end")
            if number == 1:
                # From the top down: whoever copies it out of the PDF gets it in the order it was drawn.
                for back, line in zip(range(len(self.link), 0, -1), self.link, strict=True):
                    canvas.text(MARGIN, y - 4 - back * 1.35 * _LINK, line, _LINK, SOFT, mono=True)
            yield Scene(
                width=paper.width,
                height=paper.height,
                step="",
                title=booklet.title,
                alt=page,
                paper="#ffffff",
                shape_line="",
                panels=tuple(canvas.panels),
                marks=tuple(canvas.marks),
            )


def _rows(units: Sequence[_Unit], room: float) -> Iterator[list[_Unit]]:
    """Put units side by side as long as there is room."""
    row: list[_Unit] = []
    used = 0.0
    for unit in units:
        width = _width(unit)
        if row and used + _APART + width > room:
            yield row
            row, used = [], 0.0
        used += width + (_APART if row else 0)
        row.append(unit)
    yield row


def _width(unit: _Unit) -> float:
    return sum(grid.width for grid in unit) + _BESIDE * (len(unit) - 1)


def _narrowed(unit: _Unit, room: float) -> _Unit:
    """Make the cells of a unit that is too wide narrower, all alike."""
    by = 1.0
    # One percent at a time: a grid with a long title and few columns does not get narrower at first.
    while _width(tuple(grid.narrowed(by) for grid in unit)) > room and by > 0.5:
        by -= 0.01
    return tuple(grid.narrowed(by) for grid in unit)


def _height(row: Sequence[_Unit]) -> float:
    return max(grid.height for unit in row for grid in unit)
