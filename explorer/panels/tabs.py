"""What can be changed, one group at a time: sizes, masks, numbers."""

from __future__ import annotations

import ipywidgets as widgets

from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState
from explorer.panels.view import CHOICES
from explorer.presets import PRESETS

__all__ = ["TabsPanel"]


class TabsPanel(Panel):
    """Chooses the group that is on screen; a locked page has none.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = TabsPanel(state)
    >>> panel.tab.value = "masks"
    >>> state.view.tab
    'masks'
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.tab = dressed(
            widgets.ToggleButtons(options=CHOICES["tab"], description="Change"), "as-toggle", "as-tabs"
        )
        self.locked = dressed(widgets.HTML(), "as-locked")
        self.root = dressed(widgets.VBox([self.tab, self.locked]), "as-tab-choice")
        self.bind(self.tab, self._on_tab)
        self.follow(self._refresh, "view")

    def _on_tab(self, tab: str) -> None:
        self.state.view = self.state.view.replace(tab=tab)

    def _refresh(self) -> None:
        view = self.state.view
        offered = tuple(tab for tab in CHOICES["tab"] if tab not in view.hidden and not view.locked)
        self.tab.layout.display = "" if len(offered) > 1 else "none"
        if offered and self.tab.options != offered:
            self.tab.options = offered
        # A tab that is left out is not on screen even where an address names it.
        self.tab.value = view.shown_tab if view.shown_tab in self.tab.options else self.tab.options[0]
        self.locked.value = (
            html("p", f"This page is locked to: {PRESETS[view.locked].title}.", class_="as-hint")
            if view.locked
            else ""
        )
