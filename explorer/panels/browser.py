"""What only a browser has: an address bar with its way back, and a folder for what is saved."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import anywidget
import ipywidgets as widgets
import traitlets

from explorer.panels.address import write_address
from explorer.panels.base import Panel, dressed
from explorer.panels.session import FILE_NAME, save_session
from explorer.panels.state import ExplorerState

__all__ = ["Browser", "BrowserPanel"]

_LONGEST = 64_000  # signs of an address that a browser may send; ours are shorter by far


class Browser(anywidget.AnyWidget):
    """The browser's side; see ``browser.js``. It does nothing as a guest in somebody's notebook.

    Examples
    --------
    >>> Browser().address
    {'query': '', 'push': False}
    """

    _esm = Path(__file__).parent / "browser.js"
    address = traitlets.Dict({"query": "", "push": False}).tag(sync=True)
    file = traitlets.Dict().tag(sync=True)


class BrowserPanel(Panel):
    """Keeps the page's address in step with its state, and its state with the browser's Back.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = BrowserPanel(state)
    >>> state.selection = state.selection.replace(step="cut")
    >>> panel.root.address
    {'query': 'step=cut', 'push': True}
    >>> panel.on_message({"kind": "visit", "query": "T=5"})
    >>> state.config.tokens
    5
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self._serial = count(1)
        self._shown = state.moment
        self._visiting = False
        self.root = dressed(Browser(), "as-companion")
        self.keep = dressed(
            widgets.Button(description="Save", tooltip="Save all of this as a file, to be opened again"),
            "as-save-session",
        )
        self.bind_click(self.keep, self.save)
        self.hear(self.root, self.on_message)
        self.follow(self._refresh, "config", "selection", "view")

    def on_message(self, content: object) -> None:
        """Go where the browser went.

        Parameters
        ----------
        content : object
            Anything: whoever holds the page's websocket can send it. Unknown messages are let be.
        """
        match content:
            case {"kind": "visit", "query": str(query)} if len(query) <= _LONGEST:
                self._visiting = True
                try:
                    self.state.visit(query)
                finally:
                    self._visiting = False

    def save(self) -> None:
        """Hand the state over as a file to keep."""
        text = save_session(self.state.moment, self.state.start)
        self.root.file = {"id": next(self._serial), "name": FILE_NAME, "text": text}

    def _refresh(self) -> None:
        moment, before = self.state.moment, self._shown
        if moment == before:
            return
        self._shown = moment
        # Back goes from step to step and from place to place; a size or a number is taken back by undo.
        walked = (moment.selection.step, moment.selection.place) != (
            before.selection.step,
            before.selection.place,
        )
        query = write_address(moment, self.state.start)
        self.root.address = {"query": query, "push": walked and not self._visiting}
