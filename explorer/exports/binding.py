"""Pages: a picture made to fit a place on one, and several bound into one PDF."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, BinaryIO

from explorer.exports.writing import check_name, check_place, written_whole
from explorer.scene.display import Box, Cell, Fill, Label, Mark, Panel, Point, Scene, Stroke

__all__ = ["bind", "binding", "fitted"]


def bind(
    pages: Iterable[Scene], path: str | Path, *, title: str, after: Callable[[int], None] | None = None
) -> int:
    """Write pages into one PDF, in which letters stay letters.

    Parameters
    ----------
    pages : iterable of Scene
        Drawn one after the other: only one is held at a time.
    path : str or Path
        Its name ends in ``.pdf``.
    title : str
        What a reader's window says.
    after : callable, optional
        Called with the page's number, counted from 1, when a page has been drawn.

    Returns
    -------
    int
        How many pages there are.

    Raises
    ------
    ExplorerError
        If the name has another ending, or the disk says no; no half of a file is left.
    """
    path = Path(path)
    check_name(path, ("pdf",))
    check_place(path)
    count = 0
    with written_whole(path) as file, closing(binding(pages, file, title=title)) as bound:
        for count in bound:
            if after is not None:
                after(count)
    return count


def binding(pages: Iterable[Scene], file: BinaryIO, *, title: str) -> Generator[int]:
    """Write pages into a file, and stop after each: whoever waits can do something else between two.

    Parameters
    ----------
    pages : iterable of Scene
    file : file object
        For bytes. The PDF is whole when the last page has been asked for and there is no other.
    title : str
        What a reader's window says.

    Yields
    ------
    int
        The number of the page that has been drawn, counted from 1.

    Examples
    --------
    >>> import explorer as ex
    >>> from io import BytesIO
    >>> from explorer.scene import step_scene
    >>> file = BytesIO()
    >>> list(binding([step_scene(ex.trace(), "cut")], file, title="Cut")), file.getvalue()[:5]
    ([1], b'%PDF-')
    """
    # Here and not above: what only needs the sizes must not load matplotlib.
    from matplotlib import rc_context
    from matplotlib.backends.backend_pdf import PdfPages

    from explorer.figures import draw

    # No date: the same pages are the same file.
    told: dict[str, Any] = {
        "Title": title,
        "Creator": "attention-shapes",
        "Producer": None,
        "CreationDate": None,
    }
    book: Any = PdfPages(file, metadata=told)
    try:
        for count, page in enumerate(pages, start=1):
            book.savefig(draw(page))
            yield count
    except BaseException:
        with suppress(Exception):  # it is half a file, and what went wrong is what is to be heard
            book.close()
        raise
    # The type of the fonts is read only now. No setting is held while others run: theirs would be lost.
    with rc_context({"pdf.fonttype": 42}):
        book.close()


def fitted(scene: Scene, x: float, y: float, width: float, height: float, most: float = 1.4) -> Scene:
    """Make a picture as large as a place on a page allows, in the middle of it.

    Parameters
    ----------
    scene : Scene
    x, y, width, height : float
        The place.
    most : float
        How many times its size it becomes at most.

    Returns
    -------
    Scene
        All of its parts moved and resized alike; its own width and height are as they were.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> small = fitted(step_scene(ex.trace(), "cut"), 0, 0, 370, 1000)
    >>> max(cell.x + cell.w for cell in small.cells()) < 370
    True
    """
    by = min(width / scene.width, height / scene.height, most)
    left, top = x + (width - by * scene.width) / 2, y + (height - by * scene.height) / 2

    def at(point: Point) -> Point:
        return left + by * point[0], top + by * point[1]

    def rect(thing: Any) -> dict[str, Any]:
        place = at((thing.x, thing.y))
        return {"x": place[0], "y": place[1], "w": by * thing.w, "h": by * thing.h}

    def cell(one: Cell) -> Cell:
        hatch = tuple((*at(line[:2]), *at(line[2:])) for line in one.hatch)
        return dataclasses.replace(one, **rect(one), size=by * one.size, hatch=hatch)

    def panel(one: Panel) -> Panel:
        image = one.image and dataclasses.replace(one.image, **rect(one.image))
        return dataclasses.replace(one, cells=tuple(map(cell, one.cells)), image=image)

    def mark(one: Mark) -> Mark:
        if isinstance(one, Label):
            place = at((one.x, one.y))
            return dataclasses.replace(one, x=place[0], y=place[1], size=by * one.size)
        if isinstance(one, Box):
            return dataclasses.replace(one, **rect(one), radius=by * one.radius, width=by * one.width)
        if isinstance(one, Stroke):
            return dataclasses.replace(one, points=tuple(map(at, one.points)), width=by * one.width)
        return Fill(tuple(map(at, one.points)), one.colour)

    return dataclasses.replace(
        scene,
        panels=tuple(map(panel, scene.panels)),
        under=tuple(map(mark, scene.under)),
        marks=tuple(map(mark, scene.marks)),
    )
