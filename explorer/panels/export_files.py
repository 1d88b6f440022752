"""The files that can be taken home, each made in slices; what draws is imported once it is needed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from io import BytesIO
from typing import BinaryIO, cast

from explorer.core.config import Config
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import Trace, trace
from explorer.errors import ConfigError
from explorer.exports.lesson_forecast import Forecast
from explorer.exports.sizes import sized
from explorer.panels.export_link import link_of
from explorer.panels.export_work import Made, Room, Share, Slices, apart
from explorer.panels.limits import check_sizes
from explorer.scene.display import Scene
from explorer.scene.look import Look
from explorer.words import Words

__all__ = ["MEDIA", "carried", "numbers", "picture", "several", "sheet", "whole_trip"]

MEDIA = {
    "png": "image/png",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "npz": "application/octet-stream",
    "json": "application/json",
    "html": "text/html",
}
_LONGEST = 400  # signs of a list of sizes


def picture(scene: Scene, name: str, kind: str) -> Slices:
    """Write one picture.

    Parameters
    ----------
    scene : Scene
    name : str
        What is on it, for the file's name.
    kind : {"png", "svg", "pdf"}

    Returns
    -------
    generator

    Examples
    --------
    >>> from explorer.scene import step_scene
    >>> *_, last = picture(step_scene(trace(), "cut"), "cut", "png")
    >>> last
    (1, 2)
    """
    whole = f"attention-shapes-{name}.{kind}"
    yield 0, 2
    from explorer.figures.drawing import draw  # matplotlib

    figure = draw(scene)
    yield 1, 2
    # No date: the same picture is the same file.
    dateless = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[kind]
    drawn, file = BytesIO(), Room(whole)
    figure.savefig(drawn, format=kind, metadata=dateless)
    file.write(drawn.getvalue())
    return Made(whole, MEDIA[kind], file.getvalue())


def whole_trip(trip: Trace, look: Look, paper: str) -> Slices:
    """Write all ten steps as one PDF.

    Parameters
    ----------
    trip : Trace
        One with wrong turns is drawn beside the right one.
    look : Look
    paper : {"a4", "letter"}

    Returns
    -------
    generator
    """
    from explorer.exports.trip_pdf import trip_pages, trip_title

    name = f"attention-shapes-trip-{_named(trip)}.pdf"
    pages = trip_pages(trip, look, paper)
    return (yield from _bound(pages, len(STEP_NAMES) + 1, name, trip_title(trip)))


def numbers(trip: Trace, kind: str) -> Slices:
    """Write every number of every step.

    Parameters
    ----------
    trip : Trace
    kind : {"npz", "json"}

    Returns
    -------
    generator

    Examples
    --------
    >>> *_, last = numbers(trace(), "json")
    >>> last
    (10, 10)
    """
    from explorer.exports.trace_file import writing_trace

    name = f"attention-shapes-numbers-{_named(trip)}.{kind}"
    file = Room(name)
    for done in writing_trace(trip, cast(BinaryIO, file), kind):
        yield done, len(trip.steps)
    return Made(name, MEDIA[kind], file.getvalue())


def sheet(config: Config, seed: int, paper: str, words: Words) -> Slices:
    """Write a worksheet, the answers behind it.

    Parameters
    ----------
    config : Config
    seed : int
        0 prints the numbers at hand, any other draws small whole ones.
    paper : {"a4", "letter"}
    words : {"both", "pencil", "standard"}

    Returns
    -------
    generator
    """
    yield 0, 1
    from explorer.exports.worksheet import worksheet_pages, worksheet_title

    pages = worksheet_pages(config, seed=seed, paper=paper, words=words, link=link_of)
    name = f"attention-shapes-worksheet-{_sizes(config)}-seed{seed}.pdf"
    return (yield from _bound(pages, len(pages), name, worksheet_title(config, seed)))


def carried(configs: Sequence[Config], turns: Sequence[str], words: Words, theme: str) -> Slices:
    """Write a portable lesson.

    Parameters
    ----------
    configs : sequence of Config
    turns : sequence of str
        Keys of `WRONG_TURNS`.
    words : {"both", "pencil", "standard"}
    theme : {"auto", "light", "dark"}

    Returns
    -------
    generator
    """
    yield 0, 1
    from explorer.exports.lesson import lesson_html

    trips = [trace(config) for config in configs]
    foretold = Forecast()

    def note(now: Forecast) -> None:
        nonlocal foretold
        foretold = now

    def make(tell: Callable[..., None]) -> str:
        return lesson_html(
            trips,
            turns=turns,
            words=words,
            theme=theme,
            forecast=note,
            progress=lambda done, of: tell(done, of, foretold),
        )

    text = yield from apart(make)
    more = f"-and-{len(configs) - 1}-more" if len(configs) > 1 else ""
    name = f"attention-shapes-lesson-{_sizes(configs[0])}{more}.html"
    file = Room(name)
    file.write(text.encode())
    return Made(name, MEDIA["html"], file.getvalue())


def several(config: Config, text: str, base: Config) -> tuple[Config, ...]:
    """Read which other sizes a lesson has, as a person writes them beside each other.

    Parameters
    ----------
    config : Config
        The trip at hand. What is not said of another is as here.
    text : str
        ``"T3 H2 D2; T5 H3 D4"``
    base : Config
        What the page began with: it may be larger than a page's sliders go.

    Returns
    -------
    tuple of Config
        The trip at hand first.

    Raises
    ------
    ConfigError
        If it can't be read, or is larger than this page shows.

    Examples
    --------
    >>> [one.tokens for one in several(Config(), "T3 H2 D2; T5 H3 D4;", Config())]
    [3, 5]
    >>> len(several(Config(), "", Config()))
    1
    """
    if len(text) > _LONGEST:
        raise ConfigError(f"Cannot read {len(text)} signs of sizes: write {_LONGEST} at most.")
    found = [sized(config, one) for one in text.replace("\n", ";").split(";") if one.strip()]
    for one in found:
        check_sizes(one, base)
    return (config, *(one for one in found if one != config))


def _bound(pages: Iterable[Scene], of: int, name: str, title: str) -> Generator[Share, None, Made]:
    yield 0, of
    from explorer.exports.binding import binding

    file = Room(name)
    for done in binding(pages, cast(BinaryIO, file), title=title):
        yield done, of
    return Made(name, MEDIA["pdf"], file.getvalue())


def _named(trip: Trace) -> str:
    return _sizes(trip.config) + ("-wrong" if isinstance(trip, WrongTrace) else "")


def _sizes(config: Config) -> str:
    return f"T{config.tokens}-H{config.heads}-D{config.head_dim}"
