"""What the number under the pointer is, and where it came from."""

from __future__ import annotations

import ipywidgets as widgets

from explorer.core.place import Place
from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState
from explorer.scene.number_told import tell_number, value_text, where

__all__ = ["TouchedPanel"]

_POINT = "Point at a number, or Tab to a grid and use the arrow keys."
# What a trip begins with, and what can therefore be typed over.
_BEGINS = {True: "Q's, K's or V's numbers", False: "the tokens' or the table's numbers"}


class TouchedPanel(Panel):
    """The touched number's place, value and arithmetic; what a pinned one is traced through.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = TouchedPanel(state)
    >>> place = state.trip.explain("scores", "matches", batch=0, head=0, query_token=2, key_token=1).place
    >>> state.selection = state.selection.replace(touched=place)
    >>> "match = 1*0 + 1*2 = 2" in panel.text.value
    True
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.text = dressed(widgets.HTML(), "as-touched-text")
        self.root = self.text
        self.follow_soon(self._refresh, "config", "selection", "view", "pointed")

    def _refresh(self) -> None:
        selection = self.state.selection
        parts = [html("h3", "Touched")]
        if self.state.view.drawn_by == "matplotlib":
            parts.append(
                html("p", "matplotlib's picture can be looked at and saved, not touched.", class_="as-hint")
            )
        elif selection.place == "conventions":
            parts.append(
                html(
                    "p", "Several trips side by side: to be read and compared, not traced.", class_="as-hint"
                )
            )
        elif self.state.pointed:
            parts.append(html("p", self.state.pointed, class_="as-where"))
        elif selection.touched is not None:
            parts += self._told(selection.touched)
        else:
            parts.append(html("p", _POINT, class_="as-hint"))
        parts += self._traced(selection.pinned)
        self.text.value = "".join(parts)
        tells = any("as-where" in part for part in parts)  # in large type hints may be scrolled away
        (self.text.remove_class if tells else self.text.add_class)("as-hints-only")

    def _told(self, place: Place) -> list[str]:
        trip = self.state.trip
        told = trip.explain(place.step, place.tensor, **dict(place.coords))
        value = value_text(trip[place.step][place.tensor].values[place.index])
        lines = tell_number(trip.config, told, self.state.view.words)
        return [
            html("p", f"{self._where(place)}: {value}", class_="as-where"),
            *(html("p", line, class_="as-arithmetic") for line in lines),
        ]

    def _traced(self, pinned: Place | None) -> list[str]:
        place = self.state.selection.place
        # There the picture itself says what each number is, and none is of the trip alone.
        if place in ("conventions", "sandbox") or (place == "wrong_turns" and self.state.turns):
            return []
        if pinned is None:
            return [
                html("p", "Enter or a click pins it, and traces it through every step.", class_="as-hint"),
                html(
                    "p", f"Press one of {_BEGINS[self.state.trip.given]} and type another.", class_="as-hint"
                ),
            ]
        back, onward = self.state.lineage(pinned)
        return [
            html("p", f"Pinned: {self._where(pinned)}.", class_="as-where"),
            *(
                html("p", f"{walk.verdict[0].upper()}{walk.verdict[1:]}.", class_="as-traced-text")
                for walk in (back, onward)
            ),
            html("p", "Press it again, or Escape, to let go.", class_="as-hint"),
        ]

    def _where(self, place: Place) -> str:
        return where(self.state.config, place, self.state.view.words)
