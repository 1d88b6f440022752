"""A trip to be filled in with a pencil: blank grids for every step, and the answers on pages of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from explorer import words as glossary
from explorer.core.config import Config
from explorer.core.trace import Trace, trace
from explorer.exports.binding import bind
from explorer.exports.paper import paper_of
from explorer.exports.worksheet_numbers import check_by_hand, check_sizes, drawn
from explorer.exports.worksheet_pages import Booklet, lay_out
from explorer.exports.worksheet_tasks import Task, count_asked, tasks
from explorer.exports.writing import check_name, check_place
from explorer.scene.display import Scene
from explorer.words import Words, check_words, in_words

__all__ = ["worksheet", "worksheet_pages", "worksheet_title"]

TITLE = "Attention by hand"


def worksheet(
    config: Config,
    path: str | Path,
    *,
    seed: int = 0,
    paper: str = "a4",
    words: Words = "both",
    link: Callable[[Config], str | None] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Write a worksheet as a PDF: pages to fill in, then pages with the answers.

    Parameters
    ----------
    config : Config
        T up to 6, H up to 4, D up to 4, one batch item.
    path : str or Path
        Its name ends in ``.pdf``.
    seed : int
        0 prints the configuration's own numbers; any other draws small whole ones, always the same for the
        same seed and sizes.
    paper : {"a4", "letter"}
    words : {"both", "pencil", "standard"}
    link : callable, optional
        From the configuration, with its drawn numbers, to what stands behind the page's address for it to
        show the same; None where nothing can.
    progress : callable, optional
        Called with (pages written, pages in all).

    Returns
    -------
    int
        How many pages there are.

    Raises
    ------
    ConfigError
        If the sizes or the numbers are too much for a pencil, or a choice is not legal.
    ExplorerError
        If the name has another ending, or the disk says no; no half of a file is left then.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     worksheet(Config(), Path(folder, "sheet.pdf"), seed=7)
    6
    """
    path = Path(path)
    check_name(path, ("pdf",))
    check_place(path)
    pages = worksheet_pages(config, seed=seed, paper=paper, words=words, link=link)
    report = None if progress is None else lambda page: progress(page, len(pages))
    return bind(pages, path, title=worksheet_title(config, seed), after=report)


def worksheet_title(config: Config, seed: int) -> str:
    """Say what the window of a reader of the PDF says.

    Parameters
    ----------
    config : Config
    seed : int

    Returns
    -------
    str

    Examples
    --------
    >>> worksheet_title(Config(), 7)
    'Attention by hand: T 3, H 2, D 2, W 2, seed 7'
    """
    return f"{TITLE}: {_sizes(config)}, seed {seed}"


def worksheet_pages(
    config: Config,
    *,
    seed: int = 0,
    paper: str = "a4",
    words: Words = "both",
    link: Callable[[Config], str | None] | None = None,
) -> tuple[Scene, ...]:
    """Lay a worksheet out as pictures, a page each; the parameters are those of `worksheet`.

    Returns
    -------
    tuple of Scene
        Cells of panels with the role ``asked`` are blank on the sheet and printed on the key.

    Raises
    ------
    ConfigError
        If the sizes or the numbers are too much for a pencil, or a choice is not legal.

    Examples
    --------
    >>> pages = worksheet_pages(Config(tokens=2, heads=1))
    >>> grids = [panel for page in pages for panel in page.panels if panel.title == "matches, lens 0"]
    >>> [[cell.text for cell in grid.cells] for grid in grids]
    [['', '', '', '2'], ['1', '0', '0', '2']]
    """
    check_words(words)
    sheet = paper_of(paper)
    check_sizes(config)
    trip = trace(drawn(config, seed))
    check_by_hand(trip)
    asked = tasks(trip, words)
    foot, way = f"{_sizes(config)}, seed {seed}", () if link is None else _way(link(trip.config))
    blank = Booklet(TITLE, _to_the_class(trip, words), "sheet", foot, way, key=False)
    pages = lay_out(asked, blank, sheet)
    told = _to_the_teacher(trip, asked, len(pages), words)
    answers = Booklet(f"{TITLE}: answers", told, "answers", foot, way, key=True)
    return (*pages, *lay_out(asked, answers, sheet))


def _way(query: str | None) -> tuple[str, ...]:
    """Say how to come to the same numbers on the page."""
    if query is None:
        return ()
    if not query:
        return ("The page opens on these very numbers.",)
    return ("To see these very numbers on the page, put this behind its address:", f"?{query}")


def _to_the_class(trip: Trace, words: Words) -> tuple[str, ...]:
    config = trip.config
    sizes = [
        f"{term.letter} = {size} ({term.short(words)})"
        for term, size in ((glossary.SIZES[name], getattr(config, name)) for name in _SIZES)
        if size is not None
    ]
    return (
        f"{', '.join(sizes)}. Counting begins at 0.",
        "Grey cells are given, white ones are for your pencil. What is not whole is written to two decimals.",
    )


def _to_the_teacher(trip: Trace, asked: tuple[Task, ...], pages: int, words: Words) -> tuple[str, ...]:
    heads = trip.config.heads
    share = (
        f" In groups of {heads}: a lens each from step 4 to step 9, and step 10 together."
        if heads > 1
        else ""
    )
    sheet = "Page 1 is" if pages == 1 else f"Pages 1 to {pages} are"
    find = f"{count_asked(asked)} numbers to find.{in_words(share, words)}"
    return (
        f"{sheet} for the class, the answers follow. {find}",
        "Printed to two decimals: where a pupil went on with rounded numbers, the last may differ a little.",
    )


_SIZES = ("tokens", "heads", "head_dim", "window")


def _sizes(config: Config) -> str:
    sizes = ((glossary.SIZES[name].letter, getattr(config, name)) for name in _SIZES)
    return ", ".join(f"{letter} {size}" for letter, size in sizes if size is not None)
