"""Where else a person can go: the same state, another task."""

from __future__ import annotations

import ipywidgets as widgets

from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState

__all__ = ["KEYS", "PlacesPanel"]

KEYS = (
    ("Left, Right", "a step back, a step on"),
    ("Home, End", "the first step, the last"),
    ("Tab", "on to the next control, or the next grid of the picture"),
    ("Arrows in a grid", "from number to number"),
    ("Shift+arrows, Page Up, Page Down", "ten numbers at once, in a grid that is one image"),
    ("A digit, F2 on a number", "type another in its place, where the trip begins with it; Enter takes it"),
    ("Ctrl+Z, Ctrl+Y", "take back, do again"),
    ("Enter in a grid", "pin a number and trace it through every step; once more lets it go"),
    ("Escape", "let go of what is pinned; close this list"),
    ("t", "the numbers as tables, to read and to copy"),
    ("1 to 4", "an answer, where one is asked for"),
    ("?", "this list"),
)


class PlacesPanel(Panel):
    """The places of the page, and a line that says which keys there are.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> PlacesPanel(state).places.value = "two_flips"
    >>> state.selection.place
    'two_flips'
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.places = dressed(
            widgets.ToggleButtons(
                options=[
                    ("Walk", "walk"),
                    ("Two flips", "two_flips"),
                    ("Pin all but two", "pins"),
                    ("Compare masks", "conventions"),
                    ("Wrong turns", "wrong_turns"),
                    ("Flip sandbox", "sandbox"),
                    ("Predict", "predict"),
                    ("Export", "export"),
                ],
                description="Place",
            ),
            "as-toggle",
            "as-places",
        )
        self.ask = dressed(widgets.ToggleButton(description="?", tooltip="Which keys there are"), "as-ask")
        self.keys = dressed(widgets.HTML(), "as-keys")
        self.root = dressed(widgets.HBox([self.places, self.ask, self.keys]), "as-footer")
        self.bind(self.ask, self._on_ask)
        self.bind(self.places, self._on_place)
        self.follow(self._refresh, "selection", "view")

    def _on_place(self, place: str) -> None:
        self.state.selection = self.state.selection.replace(place=place, playing=False)

    def _on_ask(self, wanted: bool) -> None:
        self.state.view = self.state.view.replace(keys_shown=wanted)

    def _refresh(self) -> None:
        self.places.value = self.state.selection.place
        self.ask.value = self.state.view.keys_shown
        listed = "".join(f"<div>{html('dt', key)}{html('dd', what)}</div>" for key, what in KEYS)
        asking = self.state.is_asking
        keys = "1 to 4: an answer." if asking else "Left and right arrow: a step back or on."
        short = html("p", f"{keys} ?: all keys.")
        self.keys.value = f"<dl>{listed}</dl>" if self.state.view.keys_shown else short
