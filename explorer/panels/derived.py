"""What follows from the state: pictures, walks through the trip, what wrong turns come to.

Nothing here can be set, and nothing is worked out before somebody asks for it. What was worked out last is
kept as long as the trip stays the same.
"""

from __future__ import annotations

from collections.abc import Callable
from random import randrange
from typing import Any, TypeVar

from traitlets import HasTraits, Instance

from explorer.core.ancestors import Lineage
from explorer.core.changes import Changes, changes
from explorer.core.influence import Influence, influence
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.repairs import Judged, judged
from explorer.core.mistakes.sandbox import Play, play
from explorer.core.mistakes.surprise import surprise
from explorer.core.mistakes.taking import WrongTrace, take
from explorer.core.mistakes.verdict import Verdict, compare
from explorer.core.place import Place
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import Trace
from explorer.errors import ConfigError
from explorer.panels.records import Selection
from explorer.panels.view import View
from explorer.scene import Look, Scene, step_scene, two_flips_scene
from explorer.scene.conventions import conventions_scene
from explorer.scene.pinned import Pinning, pinned_scene, pinnings
from explorer.scene.sandbox import sandbox_scene
from explorer.scene.wrong_turn import wrong_turn_scene

__all__ = ["Derived"]

T = TypeVar("T")
_SEEDS, _TRIES = 10_000, 20  # a seed is short enough to be told to somebody else
_MOST_SCENES = 100  # of one trip: moves and wrong turns can be put together without end


class Derived(HasTraits):
    """The part of a page's state that nobody sets.

    Examples
    --------
    >>> from explorer.panels.state import ExplorerState
    >>> state = ExplorerState()
    >>> state.selection = state.taking("merge_without_reshelve")
    >>> state.selection.step, state.verdict.kind
    ('merge', 'wrong contents')
    """

    selection = Instance(Selection)
    view = Instance(View)
    _trip: Trace
    _before: Trace | None  # the trip before the last change, where its numbers can be compared
    _changes: Changes | None

    def __init__(self, **traits: Any) -> None:
        self._of: Trace | None = None
        self._scenes: dict[object, Scene] = {}
        self._found: dict[str, tuple[object, Any]] = {}
        super().__init__(**traits)

    def _once(self, name: str, given: object, make: Callable[[], T]) -> T:
        """Make something once for each trip and for what it is given; the last one is kept."""
        self._forget_other_trips()
        if name not in self._found or self._found[name][0] != given:
            self._found[name] = (given, make())
        found: T = self._found[name][1]
        return found

    def _forget_other_trips(self) -> None:
        if self._of is not self.trip:
            self._of, self._scenes, self._found = self.trip, {}, {}

    @property
    def trip(self) -> Trace:
        """The trip of the present config."""
        return self._trip

    @property
    def changes(self) -> Changes | None:
        """What the last change of the config made of the numbers; None before there was one.

        None too where the numbers come from elsewhere than before: then all of them are others.
        """
        if self._changes is None and self._before is not None:
            self._changes = changes(self._before, self._trip)
        return self._changes

    @property
    def look(self) -> Look:
        """What the scene must know: the view, and the pins of the selection."""
        return Look(
            words=self.view.words,
            colour=self.view.colour,
            theme=self.view.shown_theme,
            batch=self.selection.batch,
            head=self.selection.head,
            tensor=self.selection.tensor,
            decimals=self.view.decimals,
            heading=self.selection.place == "two_flips",
        )

    @property
    def scene(self) -> Scene:
        """What the picture of the present place and step shows; remembered while the trip stays the same."""
        selection, look = self.selection, self.look
        self._forget_other_trips()
        shown = (selection.place, selection.step, look, self.aside)
        if shown not in self._scenes:
            if len(self._scenes) >= _MOST_SCENES:
                self._scenes.clear()
            self._scenes[shown] = self._make_scene(look)
        return self._scenes[shown]

    @property
    def aside(self) -> object:
        """What a place shows by besides the step: pins, wrong turns, moves. None where there is nothing."""
        selection = self.selection
        if selection.place == "pins":
            return self.pinning
        narrow = self.view.browser_is_narrow
        if selection.place == "wrong_turns":
            return (self.turns, narrow) if self.turns else None
        return (selection.tensor, selection.moves, narrow) if selection.place == "sandbox" else None

    def _make_scene(self, look: Look) -> Scene:
        return self.draw(self.selection.place, look, narrow=self.view.browser_is_narrow)

    def draw(self, place: str, look: Look, *, narrow: bool = False) -> Scene:
        """Draw what a place shows; where it has nothing of its own, the step at hand.

        Parameters
        ----------
        place : str
            One of `PLACES`.
        look : Look
        narrow : bool
            Whether wrong turns and moves stand below one another.

        Returns
        -------
        Scene
        """
        step = self.selection.step
        if place == "two_flips":
            return two_flips_scene(self.trip, look)
        if place == "conventions":
            return conventions_scene(self.trip, look)
        if place == "pins":
            return pinned_scene(self.trip, step, self.pinning, look, self.changes)
        if place == "sandbox":
            return sandbox_scene(self.play, look, narrow=narrow)
        if place == "wrong_turns" and self.wrong is not None:
            found = self.influence if self.influence and self.influence.found else None
            return wrong_turn_scene(self.wrong, step, look, found, narrow=narrow)
        return step_scene(self.trip, step, look, self.changes)

    @property
    def pinning(self) -> Pinning:
        """What is free and what is pinned, settled for the step at hand."""
        selection = self.selection
        return pinnings(
            self.trip, selection.step, selection.grid_tensor, selection.free, dict(selection.held)
        )

    def lineage(self, place: Place) -> tuple[Lineage, Lineage]:
        """Trace a number back and onward: once, for a pin stays while a pointer goes on.

        Parameters
        ----------
        place : Place

        Returns
        -------
        Lineage, Lineage
            What it comes from, and what it reaches.
        """

        def walk() -> tuple[Lineage, Lineage]:
            where = dict(place.coords)
            back, onward = self.trip.ancestors, self.trip.descendants
            return back(place.step, place.tensor, **where), onward(place.step, place.tensor, **where)

        return self._once("lineage", place, walk)

    @property
    def hidden(self) -> WrongTurn | None:
        """The hidden wrong turn; None too where none of them comes out wrong without a word."""
        seed = self.selection.surprise
        if seed is None:
            return None

        def find() -> WrongTurn | None:
            try:
                return surprise(self.trip.config, seed)
            except ConfigError:
                return None

        return self._once("hidden", seed, find)

    @property
    def turns(self) -> tuple[str, ...]:
        """The wrong turns that are taken, by key: those that were picked, or the hidden one."""
        hidden = self.hidden
        return self.selection.turns if hidden is None else (hidden.key,)

    @property
    def wrong(self) -> WrongTrace | None:
        """The trip with the wrong turns that are picked, or the hidden one; None where there are none."""
        turns = self.turns
        return self._once("wrong", turns, lambda: take(self.trip, turns) if turns else None)

    @property
    def verdict(self) -> Verdict | None:
        """What the wrong trip comes to; None where there is none."""
        wrong = self.wrong
        return None if wrong is None else self._once("verdict", self.turns, lambda: compare(self.trip, wrong))

    @property
    def influence(self) -> Influence | None:
        """Which tokens have a say in which in the wrong trip; None where that would take too long to find."""
        wrong = self.wrong
        if wrong is None:
            return None

        def find() -> Influence | None:
            try:
                return influence(wrong)
            except ConfigError:
                return None

        return self._once("influence", self.turns, find)

    def repairs(self, turn: WrongTurn) -> tuple[Judged, ...]:
        """Judge what people write instead: once, for each of it is a trip of its own.

        Parameters
        ----------
        turn : WrongTurn

        Returns
        -------
        tuple of Judged
        """
        return self._once(f"repairs of {turn.key}", turn.key, lambda: judged(self.trip, turn))

    @property
    def play(self) -> Play:
        """What the moves of the sandbox make of the tensor that is followed, as it was cut."""
        selection = self.selection
        given = (selection.tensor, selection.moves)
        tensor = self.trip["cut"][selection.tensor]
        return self._once("play", given, lambda: play(tensor, selection.moves, heads=self.trip.config.heads))

    def taking(self, *turns: str) -> Selection:
        """Say what the selection is once wrong turns are picked: it goes to the first step that differs.

        Parameters
        ----------
        *turns : str
            Keys of `WRONG_TURNS`. With none of them, the way is right again.

        Returns
        -------
        Selection
        """
        chosen = self.selection.replace(turns=turns, surprise=None)
        if not turns:
            return chosen
        wrong = self._once("wrong", turns, lambda: take(self.trip, turns))
        verdict = self._once("verdict", turns, lambda: compare(self.trip, wrong))
        return chosen.replace(step=verdict.first or WRONG_TURNS[turns[0]].step)

    def hiding(self) -> Selection:
        """Say what the selection is once a wrong turn is hidden: another than before, if there is another.

        Returns
        -------
        Selection

        Raises
        ------
        ConfigError
            If none of them comes out wrong without a word.
        """
        before, seed = self.hidden, 0
        for _ in range(_TRIES):
            seed = randrange(_SEEDS)
            if surprise(self.trip.config, seed) is not before:
                break
        # It is found by walking back from where the numbers come out.
        return self.selection.replace(surprise=seed, turns=(), step=STEP_NAMES[-1], playing=False)
