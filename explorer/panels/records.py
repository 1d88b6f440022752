"""The frozen records of the page's state: where a person stands, and what they are to be told."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal, get_args

from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.moves import MOVES
from explorer.core.place import Place, locate
from explorer.core.steps import QKV, STEP_NAMES
from explorer.core.trace import Trace
from explorer.errors import ConfigError, ExplorerError, UnknownNameError, listed
from explorer.panels.predict_set import QuestionSet
from explorer.words import FLIPS

__all__ = ["MOST_MOVES", "PLACES", "Problem", "Selection"]

MOST_MOVES = 12
"""Moves in the flip sandbox: more than anybody follows, and all of them are shown."""

_LONGEST = 2000  # characters of a message
PlaceOnPage = Literal[
    "walk", "two_flips", "pins", "conventions", "wrong_turns", "sandbox", "predict", "export"
]
PLACES: tuple[PlaceOnPage, ...] = get_args(PlaceOnPage)
_STEPPED: tuple[PlaceOnPage, ...] = ("walk", "pins", "wrong_turns", "export")  # where one step is looked at


@dataclass(frozen=True)
class Selection:
    """Where in the trip a person stands.

    Parameters
    ----------
    step : str
        One of the ten.
    place : {"walk", "two_flips", "pins", "conventions", "wrong_turns", "sandbox", "predict", "export"}
        One step at a time, both flips side by side, one grid with all but two counters pinned, what people
        mean by a window and by a row with nothing kept, a mistake beside the right way, moves on one
        tensor, questions asked before anything is shown, or what can be taken home.
    batch : int
        The batch item that is pinned.
    head : int or None
        The head that is pinned; None shows all.
    tensor : {"query", "key", "value"}
        Which of the three is followed while they move alike.
    playing : bool
        Whether the page steps on by itself.
    touched : Place or None
        The number that a person points at; let go when another step is shown.
    pinned : Place or None
        The number that is traced through every step, until it is let go.
    grid_tensor : str
        Which tensor's grid is looked at where all but two are pinned; "" for the step's last.
    free : (str, str) or None
        Its free axes; None for the last two.
    held : tuple of (axis, index)
        Where its other axes are held; 0 where nothing is said.
    turns : tuple of str
        The wrong turns that are taken, keys of `WRONG_TURNS`.
    surprise : int or None
        The seed of a hidden wrong turn that is taken instead of them.
    moves : tuple of str
        The moves of the flip sandbox, keys of `MOVES`, at most `MOST_MOVES`.
    quiz : QuestionSet or None
        The questions that are asked; None until some are.
    progress : int
        How far they are, see `explorer.panels.predict_run`. The state sets it.

    Raises
    ------
    ConfigError
        If there is no such step or place, a wrong turn is named twice, or there are too many moves.
    UnknownNameError
        If there is no such wrong turn or move.

    Examples
    --------
    >>> Selection().moved(+1).step
    'cut'
    >>> Selection(step="merge").moved(+1).step
    'merge'
    """

    step: str = STEP_NAMES[0]
    place: PlaceOnPage = "walk"
    batch: int = 0
    head: int | None = None
    tensor: Literal["query", "key", "value"] = "key"
    playing: bool = False
    touched: Place | None = None
    pinned: Place | None = None
    grid_tensor: str = ""
    free: tuple[str, str] | None = None
    held: tuple[tuple[str, int], ...] = ()
    turns: tuple[str, ...] = ()
    surprise: int | None = None
    moves: tuple[str, ...] = ()
    quiz: QuestionSet | None = None
    progress: int = 0

    def __post_init__(self) -> None:
        for field, choices in (("step", STEP_NAMES), ("place", PLACES), ("tensor", QKV)):
            if getattr(self, field) not in choices:
                raise ConfigError(
                    f"Cannot go to {field} {getattr(self, field)!r}: choose {listed(map(repr, choices))}."
                )

        indices = [self.batch, self.head or 0, *(index for _, index in self.held)]
        if not all(type(index) is int and index >= 0 for index in indices):
            raise ConfigError(f"Cannot pin at {indices!r:.80}: an index is a whole number, counted from 0.")
        _check("take the wrong turn", self.turns, WRONG_TURNS)
        _check("make the move", self.moves, MOVES)
        if len(set(self.turns)) < len(self.turns):
            raise ConfigError(f"Cannot take {listed(self.turns, 'and')}: name each wrong turn once.")
        if len(self.moves) > MOST_MOVES:
            raise ConfigError(f"Cannot make {len(self.moves)} moves: the sandbox shows {MOST_MOVES} at most.")
        if self.surprise is not None and (type(self.surprise) is not int or self.surprise < 0):
            raise ConfigError(f"Cannot hide a wrong turn by {self.surprise!r:.40}: give a whole number.")

    @property
    def index(self) -> int:
        """The step's place in the trip, from 0."""
        return STEP_NAMES.index(self.step)

    @property
    def while_stepping(self) -> PlaceOnPage:
        """Where a step is shown: in the walk, unless one is where a single step is looked at anyway."""
        return self.place if self.place in _STEPPED else "walk"

    @property
    def lasting(self) -> Selection:
        """What lasts of it: what its address says, and what undo brings back.

        What is pointed at passes, and so does whether the page plays. While questions are asked they decide
        what is shown, and how far one is belongs to nobody else.
        """
        lasting = self.replace(playing=False, touched=None, progress=0)
        if self.place == "predict" and self.quiz is not None:
            first = STEP_NAMES[0]
            return lasting.replace(step=first, batch=0, head=None, tensor="key", pinned=None)
        return lasting

    @property
    def shown(self) -> tuple[str, ...]:
        """The steps that are on screen."""
        if self.place == "conventions":
            return ("mask", "shares")
        if self.place == "sandbox":
            return ()
        return tuple(FLIPS) if self.place == "two_flips" else (self.step,)

    def replace(self, **changes: Any) -> Selection:
        """Make the same selection with some fields changed.

        Parameters
        ----------
        **changes
            Fields of `Selection`.

        Returns
        -------
        Selection

        Examples
        --------
        >>> Selection().replace(head=1).head
        1
        """
        if {"step", "place", "turns", "surprise"} & set(changes):
            changes.setdefault("touched", None)
        if changes.get("turns"):
            changes.setdefault("surprise", None)
        elif changes.get("surprise") is not None:
            changes.setdefault("turns", ())
        return dataclasses.replace(self, **changes)

    def moved(self, by: int) -> Selection:
        """Go `by` steps on, or back, and stop at either end.

        Parameters
        ----------
        by : int

        Returns
        -------
        Selection

        Examples
        --------
        >>> Selection(step="scores").moved(-1).step
        'inside_flip'
        """
        index = min(max(self.index + by, 0), len(STEP_NAMES) - 1)
        return self.replace(step=STEP_NAMES[index])

    def within(self, trip: Trace) -> Selection:
        """Let go of pins that a smaller trip has no room for.

        Parameters
        ----------
        trip : Trace

        Returns
        -------
        Selection
            The same one if every pin still fits.

        Examples
        --------
        >>> from explorer import Config, trace
        >>> Selection(head=3).within(trace(Config(heads=2))).head is None
        True
        """
        config = trip.config
        head = self.head if self.head is not None and self.head < config.heads else None
        batch = self.batch if self.batch < config.batch else 0
        touched, pinned = (_if_there(trip, place) for place in (self.touched, self.pinned))
        return self.replace(head=head, batch=batch, touched=touched, pinned=pinned)


def _check(what: str, keys: tuple[str, ...], known: Collection[str]) -> None:
    unknown = [key for key in keys if key not in known]
    if unknown:
        raise UnknownNameError(f"Cannot {what} {unknown[0]!r:.60}: choose {listed(known)}.")


def _if_there(trip: Trace, place: Place | None) -> Place | None:
    if place is None:
        return None
    try:
        return locate(trip, place.step, place.tensor, dict(place.coords))
    except ExplorerError:
        return None


@dataclass(frozen=True, eq=False)
class Problem:
    """Something to tell the person: two of the same text are two problems.

    Parameters
    ----------
    text : str
    is_bug : bool
        Whether it is the program's fault rather than something that was asked for.

    Examples
    --------
    >>> Problem("Choose 1, 2 or 4 heads.").is_bug
    False
    """

    text: str
    is_bug: bool = False

    def __post_init__(self) -> None:
        # A client can send halves of characters, which no answer can carry, and texts without end.
        sendable = self.text.encode("utf-8", "backslashreplace").decode()
        object.__setattr__(
            self, "text", sendable if len(sendable) <= _LONGEST else f"{sendable[:_LONGEST]} ..."
        )
