"""Taking back what was done, and doing it again."""

from __future__ import annotations

import ipywidgets as widgets

from explorer.panels.base import Panel, dressed
from explorer.panels.state import ExplorerState

__all__ = ["UndoPanel"]


class UndoPanel(Panel):
    """Undo and redo, over everything that the page's address holds.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = UndoPanel(state)
    >>> state.config = state.config.replace(tokens=5)
    >>> panel.undo.click()
    >>> state.config.tokens, panel.undo.disabled, panel.redo.disabled
    (3, True, False)
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.undo = dressed(
            widgets.Button(description="Undo", tooltip="Take the last thing back (Ctrl+Z)"), "as-undo"
        )
        self.redo = dressed(
            widgets.Button(description="Redo", tooltip="Do it again (Ctrl+Y, Ctrl+Shift+Z)"), "as-redo"
        )
        self.root = dressed(widgets.HBox([self.undo, self.redo]), "as-undos")
        self.bind_click(self.undo, self.state.undo)
        self.bind_click(self.redo, self.state.redo)
        self.follow(self._refresh, "can_undo", "can_redo")

    def _refresh(self) -> None:
        self.undo.disabled = not self.state.can_undo
        self.redo.disabled = not self.state.can_redo
