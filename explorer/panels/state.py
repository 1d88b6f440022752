"""What the page is showing: the one mutable object, made of frozen records.

A panel changes it by one assignment (``state.config = state.config.replace(heads=3)``) and reads it back in
its refresh. A configuration that the engine refuses never gets in: the last good one stays, and `problem`
says why.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from traitlets import Bool, Instance, Unicode, observe, validate

from explorer.core.config import Config
from explorer.core.step import Step
from explorer.core.trace import trace
from explorer.errors import ConfigError, ExplorerError
from explorer.panels.address import Arrival, read_address, refusal
from explorer.panels.history import PASSING, History, Moment
from explorer.panels.landing import settled
from explorer.panels.predict_state import Predicting
from explorer.panels.records import Problem, Selection
from explorer.panels.view import View

__all__ = ["ExplorerState"]


class ExplorerState(Predicting):
    """All that can change on one page.

    Parameters
    ----------
    config : Config, optional
        The pencil example if left out.
    address : str
        A query string that says what to show at first; see `explorer.panels.address`.

    Attributes
    ----------
    config : Config
    selection : Selection
    view : View
    problem : Problem or None
        What the last change ran into; None as soon as one goes well.
    pointed : str
        What the number under the pointer is, in a picture that is of no plain trip; else empty.
    guessed : str
        The wrong turn that was just named as the hidden one, by key; empty once that is answered.
    start : Moment
        What the page shows without a query string.
    can_undo, can_redo : bool
        Whether there is anything to take back, or to do again.
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
    problem = Instance(Problem, allow_none=True)
    pointed = Unicode("")
    guessed = Unicode("")
    can_undo = Bool(False)
    can_redo = Bool(False)

    def __init__(self, config: Config | None = None, address: str = "") -> None:
        self._trip = trace(config)
        self._before, self._changes = None, None
        self._history: History | None = None
        self._moving = False
        self._own = self._trip.config.numbers
        self.start = Moment(self._trip.config, Selection(), View())
        super().__init__(config=self.start.config, selection=self.start.selection, view=self.start.view)
        if address:
            self.visit(address)
        self._before = None
        self._history = History(self.moment)

    @property
    def moment(self) -> Moment:
        """The lasting part of what the page shows: what its address says, and what undo brings back."""
        return Moment.of(self.config, self.selection.within(self._trip), self.view)

    @property
    def step(self) -> Step:
        """The step of the trip that is selected."""
        return self.trip[self.selection.step]

    def undo(self) -> None:
        """Take the last thing that was done back; nothing at the start."""
        if self._history and (moment := self._history.back()):
            self.show(moment)

    def redo(self) -> None:
        """Do again what was taken back last; nothing where nothing was."""
        if self._history and (moment := self._history.forth()):
            self.show(moment)

    @contextmanager
    def one_move(self) -> Iterator[None]:
        """Count everything that is assigned inside as one thing done."""
        outermost, self._moving = not self._moving, True
        try:
            yield
        finally:
            if outermost:
                self._moving = False
                self._note()

    def show(self, moment: Moment) -> None:
        """Show another moment, as one thing done.

        Parameters
        ----------
        moment : Moment
        """
        with self.one_move():
            self.config = moment.config
            self.selection = moment.selection
            self.view = moment.view.replace(**{field: getattr(self.view, field) for field in PASSING})

    def visit(self, address: str) -> None:
        """Show what an address asks for, or else the page's start, and say what could not be done.

        Parameters
        ----------
        address : str
            A query string, without the question mark, whoever wrote it.
        """
        self.arrive(read_address(address, self.start, own=self._own, asked=self.selection.quiz))

    def arrive(self, arrival: Arrival) -> None:
        """Show what somebody's address or file asks for, and say what could not be done.

        Parameters
        ----------
        arrival : Arrival
        """
        notices = list(arrival.notices)
        try:
            moment = settled(arrival.moment, trace(arrival.moment.config), notices)
        except ExplorerError as error:
            moment, notices = self.start, [refusal(arrival.asked, error)]
        self.show(moment)
        if notices:
            self.problem = Problem(" ".join(notices))

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
                self._refuse_if_locked()
                old, self._trip, self._changes = self._trip, trace(config), None
                same_pile = (old.config.source, old.config.numbers) == (config.source, config.numbers)
                self._before = old if same_pile else None
                self._own = config.numbers or self._own  # the browser's Back may lead to them again
            self.problem = None
        return self._trip.config

    @validate("selection")
    def _let_go_of_lost_pins(self, proposal: dict[str, Any]) -> Selection:
        selection: Selection = proposal["value"]
        return self._in_step(selection.within(self._trip))

    @observe("selection", "view")
    def _told_long_enough(self, change: dict[str, Any]) -> None:
        """Take a message away when a person goes on to something else; pointing about is nothing else."""
        before, now = change["old"], change["new"]
        if not isinstance(before, type(now)):  # the first of all
            return
        pointing = isinstance(now, Selection) and _shown(before) == _shown(now)
        if not pointing:
            self.problem = None
            self.pointed = ""

    # Bound before any panel's own observer: the pins fit the new trip before somebody draws it.
    @observe("config")
    def _fit_pins(self, _: dict[str, Any]) -> None:
        self.selection = self.selection.within(self._trip)
        self.pointed = ""

    def _refuse_if_locked(self) -> None:
        if self.view.locked and not self._moving:
            raise ConfigError(
                f"Cannot change sizes, masks or numbers: this page is locked to the preset "
                f"{self.view.locked!r}. Walk through it, or open the page without lock in its address."
            )

    @observe("config", "selection", "view")
    def _note_moment(self, _: dict[str, Any]) -> None:
        self._note()

    def _note(self) -> None:
        if self._history is None or self._moving:
            return
        self._history.note(self.moment)
        self.can_undo, self.can_redo = self._history.can_go_back, self._history.can_go_forth


def _shown(selection: Selection) -> tuple[object, ...]:
    """Say what is looked at: all but what is pointed at, pinned or followed."""
    turns = (selection.turns, selection.surprise, selection.moves)
    return (selection.step, selection.place, turns, selection.quiz, selection.progress)
