"""The number that a person pressed, in a box to be typed over."""

from __future__ import annotations

import ipywidgets as widgets

from explorer import words
from explorer.core.editing import can_change, number_from, typed
from explorer.core.place import Place
from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState
from explorer.scene.number_told import exact

__all__ = ["EditorPanel"]


class EditorPanel(Panel):
    """A box for the pinned number, where it is one that the trip begins with.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = EditorPanel(state)
    >>> place = state.trip.explain("cut", "query", batch=0, token=1, width=0).place
    >>> state.selection = state.selection.replace(step="cut", pinned=place)
    >>> panel.box.value
    '0'
    >>> panel.box.value = "2,5"
    >>> state.trip["cut"]["query"].values[0, 1, 0].item()
    2.5
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.box = dressed(
            widgets.Text(continuous_update=False, description="Type over it"), "as-field", "as-editor-box"
        )
        self.told = dressed(widgets.HTML(), "as-editor-told")
        self.root = dressed(widgets.VBox([self.box, self.told]), "as-editor")
        self.bind(self.box, self._on_box)
        self.follow_soon(self._refresh, "config", "selection", "view", "problem")

    @property
    def _place(self) -> Place | None:
        pinned = self.state.selection.pinned
        return (
            pinned if pinned and can_change(self.state.trip, pinned) and not self.state.view.locked else None
        )

    def _on_box(self, text: str) -> None:
        if self._place is not None:
            self.state.config = typed(self.state.trip, self._place, number_from(text))

    def _refresh(self) -> None:
        place = self._place
        self.root.layout.display = "none" if place is None else ""
        if place is None:
            return
        self.box.value = exact(self.state.trip[place.step][place.tensor].values[place.index])
        if place.tensor == "keep":
            kept = words.THINGS["strike"].short(self.state.view.words)
            told = f"1 is kept, 0 is {kept}, whatever the rules say."
        else:
            told = "Everything after it is worked out anew."
        self.told.value = html("p", told, class_="as-hint")
