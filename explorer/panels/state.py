"""What the page is showing: the one mutable object, made of frozen records.

A panel changes it by one assignment (``state.config = state.config.replace(heads=3)``) and reads it back in
its refresh. A configuration that the engine refuses never gets in: the last good one stays, and `problem`
says why.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from traitlets import HasTraits, Instance, observe, validate

from explorer.core.config import Config
from explorer.core.step import Step
from explorer.core.trace import Trace, trace
from explorer.errors import ExplorerError
from explorer.panels.records import Problem, Selection, View
from explorer.scene import Look, Scene, step_scene, two_flips_scene
from explorer.scene.pinned import Pinning, pinned_scene, pinnings

__all__ = ["ExplorerState"]


class ExplorerState(HasTraits):
    """All that can change on one page.

    Parameters
    ----------
    config : Config, optional
        The pencil example if left out.

    Attributes
    ----------
    config : Config
    selection : Selection
    view : View
    problem : Problem or None
        What the last change ran into; None as soon as one goes well.
    trip : Trace
        Made once for each new config.

    Examples
    --------
    >>> state = ExplorerState()
    >>> state.config = state.config.replace(tokens=10**6)
    >>> state.config.tokens, state.problem.text[:36]
    (3, 'Cannot record a trip of B1 T1000000 ')
    """

    config = Instance(Config)
    selection = Instance(Selection)
    view = Instance(View)
    problem = Instance(Problem, allow_none=True)

    def __init__(self, config: Config | None = None) -> None:
        self._trip = trace(config)
        self._scenes_of: Trace | None = None
        self._scenes: dict[object, Scene] = {}
        super().__init__(config=self._trip.config, selection=Selection(), view=View())

    @property
    def trip(self) -> Trace:
        """The trip of the present config."""
        return self._trip

    @property
    def step(self) -> Step:
        """The step of the trip that is selected."""
        return self.trip[self.selection.step]

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
            heading=self.selection.place == "two_flips",
        )

    @property
    def scene(self) -> Scene:
        """What the picture of the present place and step shows; remembered while the trip stays the same."""
        selection, look = self.selection, self.look
        pinning = self.pinning if selection.place == "pins" else None
        shown = (selection.place, selection.step, look, pinning)
        if self._scenes_of is not self.trip:
            self._scenes_of, self._scenes = self.trip, {}
        if shown not in self._scenes:
            self._scenes[shown] = self._make_scene(look)
        return self._scenes[shown]

    def _make_scene(self, look: Look) -> Scene:
        selection = self.selection
        if selection.place == "two_flips":
            return two_flips_scene(self.trip, look)
        if selection.place == "pins":
            return pinned_scene(self.trip, selection.step, self.pinning, look)
        return step_scene(self.trip, selection.step, look)

    @property
    def pinning(self) -> Pinning:
        """What is free and what is pinned, settled for the step at hand."""
        selection = self.selection
        return pinnings(
            self.trip, selection.step, selection.grid_tensor, selection.free, dict(selection.held)
        )

    @contextmanager
    def telling_problems(self) -> Iterator[None]:
        """Show what goes wrong inside: our own refusals as such, anything else as a bug, and raise it on."""
        try:
            yield
        except ExplorerError as error:
            self.problem = Problem(str(error))
        except Exception as error:
            self.problem = Problem(f"{type(error).__name__}: {error}", is_bug=True)
            raise

    @validate("config")
    def _only_good_configs(self, proposal: dict[str, Any]) -> Config:
        config: Config = proposal["value"]
        with self.telling_problems():
            if config != self._trip.config:
                self._trip = trace(config)
            self.problem = None
        return self._trip.config

    @validate("selection")
    def _let_go_of_lost_pins(self, proposal: dict[str, Any]) -> Selection:
        selection: Selection = proposal["value"]
        return selection.within(self._trip)

    @observe("selection", "view")
    def _told_long_enough(self, change: dict[str, Any]) -> None:
        """Take a message away when a person goes on to something else; pointing about is nothing else."""
        before, now = change["old"], change["new"]
        if not isinstance(before, type(now)):  # the first of all
            return
        pointing = isinstance(now, Selection) and (before.step, before.place) == (now.step, now.place)
        if not pointing:
            self.problem = None

    # Bound before any panel's own observer: the pins fit the new trip before somebody draws it.
    @observe("config")
    def _fit_pins(self, _: dict[str, Any]) -> None:
        self.selection = self.selection.within(self._trip)
