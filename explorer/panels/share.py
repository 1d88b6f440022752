"""Handing the state on: as a link, as a line of code, or as a file."""

from __future__ import annotations

import ipywidgets as widgets

from explorer.core.config import Config
from explorer.panels.address import write_address
from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState

__all__ = ["SharePanel", "code_line"]


def code_line(query: str, *, usual: bool = True) -> str:
    """Write the line that opens this state in a notebook.

    Parameters
    ----------
    query : str
        The state's address.
    usual : bool
        Whether the page began with the pencil example, or with a configuration of the notebook's own.

    Returns
    -------
    str

    Examples
    --------
    >>> code_line("T=5&step=scores")
    'explorer.build(address="T=5&step=scores")'
    """
    first = "" if usual else "config, "
    return f'explorer.build({first}address="{query}")'


class SharePanel(Panel):
    """Copies the page's link, or in a notebook its line of code.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = SharePanel(state)
    >>> state.selection = state.selection.replace(step="cut")
    >>> "step=cut" in panel.root.value
    True
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.root = dressed(widgets.HTML(), "as-share")
        self.follow_soon(self._refresh, "config", "selection", "view")

    def _refresh(self) -> None:
        query = write_address(self.state.moment, self.state.start)
        code = code_line(query, usual=self.state.start.config == Config())
        # Which of the two is shown is the style sheet's affair: only the browser knows where it stands.
        link = {"data_copy": query, "data_copy_as": "link", "title": "The address of this very picture"}
        line = {"data_copy": code, "title": "A line for a notebook that opens this very picture"}
        self.root.value = html(
            "button", "Copy link", type="button", class_="as-copy as-copy-link", **link
        ) + html("button", "Copy code", type="button", class_="as-copy as-copy-code", **line)
