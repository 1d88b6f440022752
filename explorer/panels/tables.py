"""The picture as tables: for who reads rather than looks, and for copying into notes or code."""

from __future__ import annotations

from html import escape

import ipywidgets as widgets

from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState
from explorer.scene.as_text import labels_of, markdown, numpy_literal, rows_of
from explorer.scene.display import Panel as Grid

__all__ = ["TablesPanel"]


class TablesPanel(Panel):
    """Every grid of the present picture as a table; nothing while tables are not asked for.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = TablesPanel(state)
    >>> panel.text.value
    ''
    >>> state.view = state.view.replace(as_tables=True)
    >>> panel.text.value.count("<table")
    4
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.text = dressed(widgets.HTML(), "as-tables")
        self.root = self.text
        self.follow(self._refresh, "config", "selection", "view")

    def _refresh(self) -> None:
        view = self.state.view
        if not view.as_tables:
            self.text.value = ""
            return
        self.text.value = "".join(_table(grid, view.words) for grid in self.state.scene.panels)


def _table(grid: Grid, words: str) -> str:
    down, across = labels_of(grid, words)
    head = "<tr><td></td>" + "".join(html("th", label, scope="col") for label in across) + "</tr>"
    body = ""
    for label, row in zip(down, rows_of(grid), strict=True):
        numbers = "".join(html("td", cell.text or f"{cell.value:.4g}") for cell in row)
        body += f"<tr>{html('th', label, scope='row')}{numbers}</tr>"
    copies = html(
        "button", "Copy as Markdown", type="button", class_="as-copy", data_copy=markdown(grid, words)
    )
    copies += html("button", "Copy as NumPy", type="button", class_="as-copy", data_copy=numpy_literal(grid))
    role = "" if grid.role == grid.tensor else f" ({grid.role.replace('-', ' ')})"
    caption = f"<caption>{escape(grid.title + role)}</caption>"
    return f"<div><table>{caption}<thead>{head}</thead><tbody>{body}</tbody></table>{copies}</div>"
