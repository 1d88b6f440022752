"""One trip of a portable lesson: all that its script shows, worked out and drawn beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from explorer.core.config import Config
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import Trace
from explorer.errors import ConfigError
from explorer.exports.lesson_numbers import Slots, numbers_record
from explorer.exports.lesson_pictures import Pictured, places_in
from explorer.exports.lesson_pieces import Pieces
from explorer.exports.lesson_turns import drawn_of, turn_record
from explorer.scene import Look, Scene, step_scene, two_flips_scene
from explorer.scene.look import FOLLOWED
from explorer.scene.step_told import code_told, tell_step, tell_two_flips
from explorer.words import DIALECTS, WORDS

__all__ = ["MOST_NUMBERS", "TWO_FLIPS", "check_trip", "sizes_text", "trip_record", "work_of"]

TWO_FLIPS = "two_flips"
MOST_NUMBERS = 20_000
"""A lesson tells of each number by itself; of more, its file would grow past what a course page bears."""

# How long each takes, a number's own story being one: to draw a picture, to write it down in every way, and
# to do both of a wrong turn's.
_DRAWN, _WRITTEN, _TURNED = 2, 3, 4

_SHOWN = (*STEP_NAMES, TWO_FLIPS)
# Where one of three that move alike is followed, the others can be.
_PICTURES = (*_SHOWN, *(f"reshelve/{tensor}" for tensor in FOLLOWED if tensor != Look().tensor))


def sizes_text(config: Config) -> str:
    """Name a trip by its sizes and rules.

    Parameters
    ----------
    config : Config

    Returns
    -------
    str

    Examples
    --------
    >>> sizes_text(Config()), sizes_text(Config(tokens=5, window=None, batch=2))
    ('T 3, H 2, D 2, W 2', 'T 5, H 2, D 2, no window, B 2')
    """
    told = [f"T {config.tokens}", f"H {config.heads}", f"D {config.head_dim}"]
    told.append("no window" if config.window is None else f"W {config.window}")
    told += [f"B {config.batch}"] if config.batch > 1 else []
    return ", ".join(told + ([] if config.causal else ["looking ahead"]))


def check_trip(trip: Trace) -> None:
    """Refuse a trip that is too large for a portable lesson.

    Parameters
    ----------
    trip : Trace

    Raises
    ------
    ConfigError
        If it records more than `MOST_NUMBERS`.

    Examples
    --------
    >>> import explorer as ex
    >>> check_trip(ex.trace())
    """
    count = _recorded(trip)
    if count > MOST_NUMBERS:
        raise ConfigError(
            f"Cannot make a portable lesson of {sizes_text(trip.config)}: it tells of each of {count} "
            f"numbers by itself, and {MOST_NUMBERS} are the most. Choose fewer tokens, heads or numbers, or "
            "serve the page instead."
        )


def work_of(trip: Trace, turns: Sequence[str] = ()) -> int:
    """Say about how much work a trip is, for whoever shows its progress.

    Parameters
    ----------
    trip : Trace
    turns : sequence of str

    Returns
    -------
    int
        What `trip_record` gives to ``done`` adds up to so much, or a little less: not every number is shown.

    Examples
    --------
    >>> import explorer as ex
    >>> work_of(ex.trace())
    1887
    """
    steps = len(_PICTURES) * (_DRAWN + _WRITTEN) + _TURNED * sum(len(drawn_of(key)) for key in turns)
    return len(WORDS) * trip.config.batch * steps * _share(trip) + _recorded(trip)


def trip_record(
    trip: Trace,
    turns: Sequence[str] = (),
    done: Callable[[int], None] = lambda _: None,
    weigh: Callable[[object], None] = lambda _: None,
) -> dict[str, Any]:
    """Work out and draw all that a lesson shows of one trip.

    Parameters
    ----------
    trip : Trace
    turns : sequence of str
        Keys of `WRONG_TURNS`.
    done : callable
        Called after each picture and each number, with how much of `work_of` that was.
    weigh : callable
        Called once, with what the work done so far has made: the first wrong turn, else the pictures.

    Returns
    -------
    dict
        ``sizes``, ``books``; ``story`` and ``pictures``, by vocabulary; ``code``; ``numbers``; ``turns``;
        ``pieces``, what pictures are put together from.

    Raises
    ------
    ConfigError
        If the trip is too large.
    UnknownNameError
        If there is no such wrong turn.

    Examples
    --------
    >>> import explorer as ex
    >>> record = trip_record(ex.trace())
    >>> len(record["numbers"]["told"]["both"]), len(record["pictures"]["pencil"][0])
    (309, 13)
    """
    check_trip(trip)
    pieces, share = Pieces(), _share(trip)
    turned: list[dict[str, Any]] = []

    def take(keys: Sequence[str]) -> None:
        turned.extend(turn_record(trip, key, pieces, partial(done, _TURNED * share)) for key in keys)

    # Many wrong turns are most of the work: one that is made first helps to tell how large all is.
    take(turns[:1])
    if turns:
        weigh([turned, pieces.so_far()])
    drawn: dict[tuple[str, int, str], Pictured] = {}
    for vocabulary in WORDS:
        for book in range(trip.config.batch):
            for name in _PICTURES:
                shown, _, tensor = name.partition("/")
                look = Look(words=vocabulary, batch=book, heading=shown == TWO_FLIPS)
                look = look.replace(tensor=tensor) if tensor else look
                like = drawn.get((WORDS[0], book, name))
                drawn[vocabulary, book, name] = Pictured(partial(_scene, trip, shown), look, like)
                done(_DRAWN * share)
    slots = Slots(trip, [place for one in drawn.values() for place in places_in(trip, one.scene)])
    pictures: dict[str, list[dict[str, Any]]] = {
        vocabulary: [{} for _ in range(trip.config.batch)] for vocabulary in WORDS
    }
    for (said, book, name), one in drawn.items():
        pictures[said][book][name] = one.record(pieces, said, slots.__getitem__, trip)
        done(_WRITTEN * share)
    if not turns:
        weigh([pictures, pieces.so_far()])
    numbers = numbers_record(trip, slots, partial(done, 1))
    take(turns[1:])
    return {
        "sizes": sizes_text(trip.config),
        "books": trip.config.batch,
        "story": {vocabulary: _story(trip, vocabulary) for vocabulary in WORDS},
        "code": {name: {dialect: code_told(trip, name, dialect) for dialect in DIALECTS} for name in _SHOWN},
        "numbers": numbers,
        "turns": turned,
        "pictures": pictures,
        "pieces": pieces.settle(),
    }


def _scene(trip: Trace, name: str, look: Look) -> Scene:
    return two_flips_scene(trip, look) if name == TWO_FLIPS else step_scene(trip, name, look)


def _story(trip: Trace, words: str) -> dict[str, Any]:
    story = {step: asdict(tell_step(trip, step, words)) for step in STEP_NAMES}
    return {**story, TWO_FLIPS: asdict(tell_two_flips(trip, words))}


def _share(trip: Trace) -> int:
    """Say how many numbers a picture shows, about: the more, the longer it takes."""
    return max(1, _recorded(trip) // (len(WORDS) * len(_PICTURES) * trip.config.batch))


def _recorded(trip: Trace) -> int:
    return sum(tensor.values.size for step in trip.steps for tensor in step.tensors.values())
