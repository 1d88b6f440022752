"""What stands aside until somebody opens it: nothing of it is worked out before."""

from __future__ import annotations

import ipywidgets as widgets

from explorer import words
from explorer.core.influence import MOST_TOKENS
from explorer.panels.base import Panel, dressed, html
from explorer.panels.records import PlaceOnPage
from explorer.panels.state import ExplorerState

__all__ = ["AsidePanel"]


class AsidePanel(Panel):
    """A button that opens, and what is under it; a subclass says what that is.

    Parameters
    ----------
    state : ExplorerState

    Attributes
    ----------
    name : str
        What it goes by in `View.opened`.
    title : str
        What the button says.
    place : str
        Where on the page it stands.
    """

    name: str
    title: str
    place: PlaceOnPage

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self._written: object = None
        self.toggle = dressed(
            widgets.ToggleButton(description=self.title), "as-opener", f"as-open-{self.name}"
        )
        self.text = dressed(widgets.HTML(), "as-aside-text")
        self.root = dressed(widgets.VBox([self.toggle, self.text]), "as-aside", f"as-aside-{self.name}")
        self.bind(self.toggle, self._on_toggle)
        self.follow_soon(self._refresh, "config", "selection", "view")

    def write(self) -> str:
        """Write what is under the button, as HTML.

        Returns
        -------
        str
        """
        raise NotImplementedError

    def depends_on(self) -> tuple[object, ...]:
        """Name what it depends on: as long as that is the same, it is not written again.

        Returns
        -------
        tuple of object
        """
        return (self.state.trip, self.state.view.words)

    def _on_toggle(self, wanted: bool) -> None:
        others = tuple(name for name in self.state.view.opened if name != self.name)
        self.state.view = self.state.view.replace(opened=(*others, self.name) if wanted else others)

    def _refresh(self) -> None:
        if self.state.selection.place != self.place:  # out of sight
            return
        is_open = self.name in self.state.view.opened
        self.toggle.value = is_open
        wanted = self.depends_on() if is_open else None
        if wanted == self._written:
            return
        self._written = wanted
        if not is_open:
            self.text.value = ""
        elif self.state.config.tokens > MOST_TOKENS:
            self.text.value = html("p", words.tell_note("too large"), class_="as-hint")
        else:
            self.text.value = self.write()
