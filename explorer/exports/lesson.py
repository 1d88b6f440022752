"""The portable lesson: one HTML file of a trip, or of several sizes, that needs no kernel and no network."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from explorer import words as glossary
from explorer.core.asked import shown
from explorer.core.config import Config
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import Trace
from explorer.errors import ConfigError, UnknownNameError, listed
from explorer.exports.lesson_forecast import Forecast, Forecaster
from explorer.exports.lesson_page import page_of
from explorer.exports.lesson_trip import check_trip, sizes_text, trip_record, work_of
from explorer.exports.lesson_turns import keys_in
from explorer.exports.writing import check_name, check_place, written_whole
from explorer.scene import Look
from explorer.scene.colouring import BY_ORIGIN
from explorer.scene.look import COLOURINGS, DECIMALS, FOLLOWED
from explorer.scene.moves import TWO_FLIPS, moves
from explorer.words import WORDS, tell_note

__all__ = ["MOST_SIZES", "THEMES", "lesson", "lesson_html"]

THEMES = ("auto", "light", "dark")
"""What a lesson can be shown in at first; "auto" follows the browser."""
MOST_SIZES = 24
"""The most trips in one lesson."""

_PACKING = 25
"""One part in so many of the work is to pack what was made."""

Progress = Callable[[int, int], None]
Foretelling = Callable[[Forecast], None]


def lesson(
    trips: Trace | Sequence[Trace],
    path: str | os.PathLike[str],
    *,
    turns: Sequence[str] = (),
    words: str = "both",
    theme: str = "auto",
    progress: Progress | None = None,
    forecast: Foretelling | None = None,
) -> int:
    """Write a portable lesson: one HTML file that opens from anywhere, a USB stick or a course page.

    Parameters
    ----------
    trips : Trace, or sequence of Trace
        What it walks through; of several, a reader chooses by their sizes.
    path : path-like
        The file, its name ending in ``.html``. It is written whole or not at all.
    turns : sequence of str
        Keys of `WRONG_TURNS`: those that can be looked at in it, right and wrong side by side. With a plus
        between them, as ``"flip_forgotten+softmax_over_askers"``, several are taken at once.
    words : {"both", "pencil", "standard"}
        Which vocabulary it begins with; a reader can choose another.
    theme : {"auto", "light", "dark"}
        The same for the theme.
    progress : callable, optional
        Called with how much is done and how much there is to do.
    forecast : callable, optional
        Called each time before `progress` is, with a `Forecast`: how large the file will be, how long it
        takes and how much of that is left: a guess of the size at first, then as the work has shown.

    Returns
    -------
    int
        How many bytes the file has.

    Raises
    ------
    ConfigError
        If there is no trip, a trip is too large, two are of the same sizes, or a choice is not legal.
    UnknownNameError
        If there is no such wrong turn or vocabulary.
    ExplorerError
        If the file can't be written, or its name ends in something else; the message says why.

    Examples
    --------
    >>> import tempfile, pathlib, explorer as ex
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "lesson.html")
    ...     lesson(ex.trace(), path) == path.stat().st_size
    True
    """
    where = Path(path)
    check_name(where, ("html", "htm"))
    check_place(where)
    page = lesson_html(
        trips, turns=turns, words=words, theme=theme, progress=progress, forecast=forecast
    ).encode()
    with written_whole(where) as file:
        file.write(page)
    return len(page)


def lesson_html(
    trips: Trace | Sequence[Trace],
    *,
    turns: Sequence[str] = (),
    words: str = "both",
    theme: str = "auto",
    progress: Progress | None = None,
    forecast: Foretelling | None = None,
) -> str:
    """Make a portable lesson as text, for a page that hands it out itself.

    Parameters
    ----------
    trips, turns, words, theme, progress, forecast
        As `lesson` takes them.

    Returns
    -------
    str
        A whole HTML page.

    Raises
    ------
    ConfigError, UnknownNameError
        As `lesson` does.

    Examples
    --------
    >>> import explorer as ex
    >>> lesson_html(ex.trace())[:15]
    '<!doctype html>'
    """
    several = [trips] if isinstance(trips, Trace) else list(trips)
    _check(several, turns, words, theme)
    meta = _meta(several, turns, words, theme)
    made = sum(work_of(trip, turns) for trip in several)
    packing = made // _PACKING
    whole = made + packing
    packed = 0.0
    work = Forecaster(whole, len(page_of(meta, []).encode()))

    def go_on(by: int) -> None:
        foretold = work.go_on(by)
        if forecast is not None:
            forecast(foretold)
        if progress is not None:
            progress(work.done, whole)

    def weigh(part: object) -> None:
        if forecast is not None:
            work.weigh(part, made / whole)

    def pack(share: float) -> None:
        nonlocal packed
        before, packed = int(packed), packed + share * packing
        go_on(int(packed) - before)

    go_on(0)
    records = [trip_record(trip, turns, go_on, weigh) for trip in several]
    page = page_of(meta, records, pack)
    go_on(whole - work.done)
    return page


def _meta(trips: Sequence[Trace], turns: Sequence[str], words: str, theme: str) -> dict[str, Any]:
    """Write down what holds for all trips of a lesson."""
    sizes, look = [sizes_text(trip.config) for trip in trips], Look()
    steps = [
        {
            "name": name,
            "label": said.label,
            "say": {each: said.say(each) for each in WORDS},
            "painted": "origin" if name in BY_ORIGIN else "value",
        }
        for name, said in glossary.STEPS.items()
    ]
    tensors = {name: {each: glossary.TENSORS[name].short(each) for each in WORDS} for name in FOLLOWED}
    return {
        "title": f"Attention Shapes Explorer: {'; '.join(sizes)}",
        "sizes": sizes,
        "numbers": [_numbers(trip.config) for trip in trips],
        "books": list(range(max(trip.config.batch for trip in trips))),
        "steps": steps,
        "flips": list(glossary.FLIPS),
        "turns": list(turns),
        "words": words,
        "vocabularies": list(WORDS),
        "theme": theme,
        "themes": list(THEMES),
        "dialects": dict(glossary.DIALECT_NAMES),
        "colours": list(COLOURINGS),
        "decimals": list(DECIMALS),
        "followed": tensors,
        "moves": {name: _ways(name) for name in FOLLOWED},
        "usual": {"colour": look.colour, "decimals": look.decimals, "follow": look.tensor},
        "twoFlips": TWO_FLIPS,
        "notes": {
            "stillRight": "Up to here the wrong way is the right way.",
            "einops": tell_note("einops"),
            "sameInTorch": tell_note("same in torch"),
            "repairs": glossary.WRONG_TURN_HEADINGS["repairs"],
            "seen": glossary.WRONG_TURN_HEADINGS["seen"],
        },
    }


def _numbers(config: Config) -> dict[str, int]:
    """List a trip's sizes by letter; no window is one that is as wide as the trip is long."""
    window = config.tokens if config.window is None else config.window
    return {"T": config.tokens, "H": config.heads, "D": config.head_dim, "W": window, "B": config.batch}


def _ways(tensor: str) -> dict[str, dict[str, Any]]:
    """Say how each picture comes from each that may be left for it, where anything moves."""
    ways = {left: {step: moves(left, step, tensor) for step in STEP_NAMES} for left in ("", *STEP_NAMES)}
    return {left: {step: way for step, way in told.items() if way} for left, told in ways.items()}


def _check(trips: Sequence[Trace], turns: Sequence[str], words: str, theme: str) -> None:
    """Refuse what no lesson can be made of, before anything is drawn."""
    for trip in trips:
        if not isinstance(trip, Trace):
            raise ConfigError(
                f"Cannot make a portable lesson of {shown(trip)}: give a Trace, as explorer.trace() makes "
                "it, or several."
            )
        if isinstance(trip, WrongTrace):
            keys = [turn.key for turn in trip.turns]
            raise ConfigError(
                "Cannot make a portable lesson of a trip with wrong turns: give the right one, and the keys "
                f"of the wrong turns beside it, as turns={keys}."
            )
    if not 1 <= len(trips) <= MOST_SIZES:
        raise ConfigError(
            f"Cannot make a portable lesson of {len(trips)} trips: give 1 to {MOST_SIZES} of them."
        )
    glossary.check_words(words)
    if theme not in THEMES:
        raise ConfigError(f"Cannot show a lesson with theme={theme!r}: choose {listed(map(repr, THEMES))}.")
    sizes = [sizes_text(trip.config) for trip in trips]
    twice = next((one for one in sizes if sizes.count(one) > 1), None)
    if twice is not None:
        raise ConfigError(
            f"Cannot make a portable lesson of two trips of {twice}: a reader could not tell them apart. "
            "Give each sizes of its own."
        )
    if isinstance(turns, str):
        raise ConfigError(f"Cannot take the wrong turns {turns!r}: give a list of keys, as [{turns!r}].")
    for key in turns:
        parts = keys_in(key)
        for part in parts:
            if part not in WRONG_TURNS:
                raise UnknownNameError(f"Cannot take the wrong turn {part!r}: choose {listed(WRONG_TURNS)}.")
        twice = next((part for part in parts if parts.count(part) > 1), None)
        twice = key if turns.count(key) > 1 else twice
        if twice is not None:
            raise ConfigError(f"Cannot take the wrong turn {twice!r} twice: name it once.")
    for trip in trips:
        check_trip(trip)
