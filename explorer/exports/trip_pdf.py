"""The whole trip as one PDF: a page that says what it is, then a page for each step."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from explorer import words
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.trace import Trace
from explorer.exports.binding import bind, fitted
from explorer.exports.paper import MARGIN, Paper, paper_of
from explorer.scene.canvas import Canvas
from explorer.scene.display import Scene
from explorer.scene.lettering import wrap
from explorer.scene.look import Look
from explorer.scene.palette import PALETTES
from explorer.scene.steps import step_scene
from explorer.scene.wrong_turn import wrong_turn_scene

__all__ = ["trip_pages", "trip_pdf", "trip_title"]

TITLE = "Attention, step by step"
_FOOT = 24.0
_HEAD, _LINE, _SMALL = 30.0, 15.0, 11.0


def trip_pdf(
    trip: Trace,
    path: str | Path,
    look: Look | None = None,
    *,
    paper: str = "a4",
    progress: Callable[[int, int], None] | None = None,
    **changes: Any,
) -> int:
    """Write the pictures of a whole trip as one PDF, on its side.

    Parameters
    ----------
    trip : Trace
        What is drawn; every number comes from it. One with wrong turns is drawn beside the right one.
    path : str or Path
        Its name ends in ``.pdf``.
    look : Look, optional
        The reader's choices.
    paper : {"a4", "letter"}
    progress : callable, optional
        Called with (the step's number, how many there are) when a step has been drawn.
    **changes
        Fields of `Look` to change, as in ``trip_pdf(trip, path, theme="dark")``.

    Returns
    -------
    int
        How many pages there are: one more than steps.

    Raises
    ------
    ConfigError
        If there is no such paper, a choice is not legal, or it pins what this trip has not.
    ExplorerError
        If the name has another ending, or the disk says no; no half of a file is left then.

    Examples
    --------
    >>> import explorer as ex
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     trip_pdf(ex.trace(), Path(folder, "trip.pdf"), words="standard")
    11
    """
    look = (Look() if look is None else look).replace(**changes)
    pages = trip_pages(trip, look, paper)

    def after(page: int) -> None:
        if progress is not None and page > 1:
            progress(page - 1, len(words.STEPS))

    return bind(pages, path, title=trip_title(trip), after=after)


def trip_title(trip: Trace) -> str:
    """Say what the window of a reader of the PDF says.

    Parameters
    ----------
    trip : Trace

    Returns
    -------
    str

    Examples
    --------
    >>> import explorer as ex
    >>> trip_title(ex.trace())
    'Attention, step by step: B 1, T 3, H 2, D 2, W 2'
    """
    return f"{TITLE}: {_sizes(trip)}"


def trip_pages(trip: Trace, look: Look | None = None, paper: str = "a4") -> Iterator[Scene]:
    """Lay a whole trip out: a page that says what it is, then a page for each step.

    Parameters
    ----------
    trip : Trace
        One with wrong turns is drawn beside the right one.
    look : Look, optional
    paper : {"a4", "letter"}

    Returns
    -------
    iterator of Scene
        One more than steps, each drawn when it is asked for.

    Raises
    ------
    ConfigError
        If there is no such paper.

    Examples
    --------
    >>> import explorer as ex
    >>> next(trip_pages(ex.trace())).title
    'Attention, step by step'
    """
    return _pages(trip, Look() if look is None else look, paper_of(paper).turned)


def _pages(trip: Trace, look: Look, paper: Paper) -> Iterator[Scene]:
    steps = list(words.STEPS)
    yield _paged(_title(trip, steps, look, paper), trip, look, paper, 1, len(steps) + 1)
    room = paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - _FOOT
    for page, step in enumerate(steps, start=2):
        if isinstance(trip, WrongTrace):
            scene = wrong_turn_scene(trip, step, look)
        else:
            scene = step_scene(trip, step, look)
        scene = fitted(scene, MARGIN, MARGIN, *room)
        yield _paged(scene, trip, look, paper, page, len(steps) + 1)


def _paged(scene: Scene, trip: Trace, look: Look, paper: Paper, page: int, of: int) -> Scene:
    """Put a picture on its page, and the foot under it."""
    canvas, soft = Canvas(), PALETTES[look.theme].soft
    y = paper.height - MARGIN
    canvas.text(MARGIN, y, _sizes(trip), _SMALL, soft)
    canvas.text(paper.width - MARGIN, y, f"page {page} of {of}", _SMALL, soft, anchor="end")
    marks = (*scene.marks, *canvas.marks)
    return dataclasses.replace(scene, width=paper.width, height=paper.height, marks=marks)


def _title(trip: Trace, steps: list[str], look: Look, paper: Paper) -> Scene:
    """Say how large the trip is, where its numbers come from, which rules hold, and what is on which page."""
    palette, canvas, wide = PALETTES[look.theme], Canvas(), paper.width - 2 * MARGIN
    y = MARGIN + _HEAD / 2
    canvas.text(MARGIN, y, TITLE, _HEAD, palette.ink, bold=True)
    y += _HEAD
    for text in _told(trip, look.words):
        for line in wrap(text, wide, _LINE):
            y += 1.4 * _LINE
            canvas.text(MARGIN, y, line, _LINE, palette.ink)
        y += 0.5 * _LINE
    y += _LINE
    row = min(1.9 * _LINE, (paper.height - MARGIN - _FOOT - y) / len(steps))
    for number, step in enumerate(steps, start=1):
        y += row
        canvas.text(MARGIN + 22, y, f"{number}.", _LINE, palette.soft, anchor="end")
        canvas.text(MARGIN + 32, y, words.STEPS[step].say(look.words), _LINE, palette.ink, bold=True)
        canvas.text(paper.width - MARGIN, y, f"page {number + 1}", _LINE, palette.soft, anchor="end")
    return Scene(
        width=paper.width,
        height=paper.height,
        step="",
        title=TITLE,
        alt=" ".join(_told(trip, look.words)),
        paper=palette.paper,
        shape_line="",
        panels=(),
        marks=tuple(canvas.marks),
    )


def _told(trip: Trace, vocabulary: words.Words) -> Iterator[str]:
    config, numbers = trip.config, trip.config.numbers
    sizes = [(term, getattr(config, name)) for name, term in words.SIZES.items()]
    yield ", ".join(
        f"{term.letter} = {size} ({term.short(vocabulary)})" for term, size in sizes if size is not None
    )
    tell = partial(words.tell_source, words=vocabulary)
    yield tell(given=trip.given, name=numbers.name if numbers else "", bias="bias" in trip["pour"])
    if config.edits:
        count = len(config.edits)
        yield f"{count} number{' was' if count == 1 else 's were'} typed over."
    if config.labels:
        yield f"Tokens: {', '.join(config.labels[: config.tokens])}"
    yield words.tell_mask(
        causal=config.causal,
        window=config.window is not None,
        window_counts_self=config.window_counts_self,
        by_hand=bool(config.cells_by_hand),
        words=vocabulary,
    )
    yield words.tell_scale(config.scale, vocabulary)
    if isinstance(trip, WrongTrace):
        yield f"Wrong turns: {', '.join(turn.say(vocabulary) for turn in trip.turns)}."


def _sizes(trip: Trace) -> str:
    config = trip.config
    window = "" if config.window is None else f", W {config.window}"
    return f"B {config.batch}, T {config.tokens}, H {config.heads}, D {config.head_dim}{window}"
