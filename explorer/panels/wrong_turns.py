"""Which wrong turn is taken: picked from a list, two at once, or one that is hidden."""

from __future__ import annotations

import ipywidgets as widgets

from explorer import words
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.steps import STEP_NAMES
from explorer.panels.base import Panel, dressed, offer
from explorer.panels.state import ExplorerState

__all__ = ["WrongTurnsPanel"]

_NONE, _HIDDEN = "", "?"
_FIRST = "split_by_reshape"  # the one that most people meet first


class WrongTurnsPanel(Panel):
    """The row above the picture where wrong turns are picked, and the ways back (`ways`).

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = WrongTurnsPanel(state)
    >>> state.selection = state.selection.replace(place="wrong_turns")
    >>> panel.turn.value = "merge_without_reshelve"
    >>> state.selection.turns, state.selection.step
    (('merge_without_reshelve',), 'merge')
    >>> panel.back.click()
    >>> state.wrong is None
    True
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.turn = dressed(widgets.Dropdown(description="Wrong turn"), "as-field", "as-turn")
        self.second = dressed(widgets.Dropdown(description="and also"), "as-field", "as-turn", "as-second")
        self.surprise = dressed(
            widgets.Button(
                description="Surprise me", tooltip="Take one without telling which: find it yourself"
            ),
            "as-surprise",
        )
        self.begin = dressed(widgets.Button(), "as-begin")
        self.back = dressed(
            widgets.Button(description="The way back", tooltip="Take no wrong turn: the right way again"),
            "as-way-back",
        )
        self.walk = dressed(
            widgets.Button(description="The right step in the walk", tooltip="See this step as it should be"),
            "as-right-step",
        )
        self.ways = dressed(widgets.HBox([self.begin, self.back, self.walk]), "as-ends", "as-ways")
        self.root = dressed(widgets.HBox([self.turn, self.second, self.surprise]), "as-turns")
        self.bind(self.turn, self._on_turn)
        self.bind(self.second, self._on_second)
        self.bind_click(self.surprise, self._on_surprise)
        self.bind_click(self.begin, self._on_begin)
        self.bind_click(self.back, self._on_back)
        self.bind_click(self.walk, self._on_walk)
        self._next: widgets.Button | None = None  # gets the focus once the pressed button can't keep it
        self._hid = False  # whether one was hidden when this was last shown
        self.follow_soon(self._refresh, "config", "selection", "view")

    def _on_turn(self, key: str) -> None:
        if key not in (_HIDDEN, _NONE) and self.state.hidden is not None:
            self._hid = False  # the list keeps the focus, whatever comes of it
            self.state.guessed = key  # while one is hidden, to name one is to guess
            self._hid = self.state.hidden is not None
            self._refresh_list()
        elif key != _HIDDEN:
            others = tuple(turn for turn in self.state.selection.turns[1:] if turn != key)
            self.state.selection = self.state.taking(*((key, *others) if key else others))

    def _on_second(self, key: str) -> None:
        first, *others = self.state.selection.turns
        self.state.selection = self.state.taking(first, *((key,) if key else ()), *others[1:])

    def _on_surprise(self) -> None:
        self.state.selection = self.state.hiding()

    def _on_begin(self) -> None:
        self._next = self.back
        self.state.selection = self.state.taking(_FIRST)

    def _on_back(self) -> None:
        self._next = self.begin
        self.state.selection = self.state.taking()

    def _on_walk(self) -> None:
        self.state.selection = self.state.selection.replace(place="walk")

    def _refresh(self) -> None:
        if self.state.selection.place != "wrong_turns":  # out of sight
            return
        turns, is_hidden = self.state.selection.turns, self.state.selection.surprise is not None
        self._refresh_list()
        self.second.disabled = not turns
        self.begin.description = f"{words.tell_note('begin')} {self._label(_FIRST)}"
        self.begin.layout.display = "none" if turns or is_hidden else ""
        self.back.disabled = not turns and not is_hidden
        if self._hid and turns:  # it was shown: the buttons of the question are gone
            self._next = self.back
        self._hid = is_hidden
        if self._next is not None:
            self._next.focus()
            self._next = None

    def _refresh_list(self) -> None:
        turns, is_hidden = self.state.selection.turns, self.state.selection.surprise is not None
        first, second, *_ = (*turns, _NONE, _NONE)
        offered = [(self._label(key), key) for key in _in_order()]
        hidden = [("one that is hidden", _HIDDEN)] if is_hidden else []
        chosen = _HIDDEN if is_hidden else first
        offer(self.turn, "Wrong turn", [*hidden, ("none", _NONE), *offered], chosen)
        others = [option for option in offered if option[1] != first]
        offer(self.second, "and also", [("none", _NONE), *others], second)

    def _label(self, key: str) -> str:
        turn = WRONG_TURNS[key]
        number, step = STEP_NAMES.index(turn.step) + 1, words.STEPS[turn.step]
        return f"{number} {step.label}: {turn.say(self.state.view.words)}"


def _in_order() -> list[str]:
    """List the wrong turns by the step they replace."""
    return sorted(WRONG_TURNS, key=lambda key: STEP_NAMES.index(WRONG_TURNS[key].step))
