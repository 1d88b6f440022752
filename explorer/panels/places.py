"""Where else a person can go: the same state, another task."""

from __future__ import annotations

import ipywidgets as widgets

from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState

__all__ = ["PlacesPanel"]


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
                options=[("Walk", "walk"), ("Two flips", "two_flips")], description="Place"
            ),
            "as-toggle",
            "as-places",
        )
        keys = dressed(
            widgets.HTML(html("p", "Keys: left and right arrow step, Home and End go to either end.")),
            "as-keys",
        )
        self.root = dressed(widgets.HBox([self.places, keys]), "as-footer")
        self.bind(self.places, self._on_place)
        self.follow(self._refresh, "selection")

    def _on_place(self, place: str) -> None:
        self.state.selection = self.state.selection.replace(place=place, playing=False)

    def _refresh(self) -> None:
        self.places.value = self.state.selection.place
