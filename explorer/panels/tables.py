"""The picture as tables: for who reads rather than looks, and for copying into notes or code."""

from __future__ import annotations

from html import escape

import ipywidgets as widgets

from explorer.core.place import Place
from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState
from explorer.scene.as_text import MOST_COPIED, cut_out, labels_of, markdown, numpy_literal, rows_of
from explorer.scene.display import Panel as Grid

__all__ = ["TablesPanel"]

_ELSEWHERE = "Pin a number in the picture to see the part around it."


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
        self.follow_soon(self._refresh, "config", "selection", "view")

    def _refresh(self) -> None:
        view = self.state.view
        if not view.as_tables:
            self.text.value = ""
            return
        near = self.state.selection.touched or self.state.selection.pinned
        self.text.value = "".join(_table(grid, view.words, near) for grid in self.state.scene.panels)


def _table(whole: Grid, words: str, near: Place | None) -> str:
    row, column = (whole.image.locate(dict(near.coords)) if whole.image and near else None) or (0, 0)
    grid, part = cut_out(whole, row, column)
    down, across = labels_of(grid, words)
    head = "<tr><td></td>" + "".join(html("th", label, scope="col") for label in across) + "</tr>"
    body = ""
    for label, cells in zip(down, rows_of(grid), strict=True):
        numbers = "".join(html("td", cell.text or f"{cell.value:.4g}") for cell in cells)
        body += f"<tr>{html('th', label, scope='row')}{numbers}</tr>"
    count = whole.shape[0] * whole.shape[1]
    copied, what = (whole, "") if count <= MOST_COPIED else (grid, "this part ")
    copies = "".join(
        html("button", f"Copy {what}as {name}", type="button", class_="as-copy", data_copy=text)
        for name, text in (("Markdown", markdown(copied, words)), ("NumPy", numpy_literal(copied)))
    )
    told = html("p", _told(whole, part, copied is whole), class_="as-hint") if part else ""
    role = "" if grid.role == grid.tensor else f" ({grid.role.replace('-', ' ')})"
    caption = f"<caption>{escape(grid.title + role)}</caption>"
    return f"<div><table>{caption}<thead>{head}</thead><tbody>{body}</tbody></table>{told}{copies}</div>"


def _told(whole: Grid, part: str, is_copied_whole: bool) -> str:
    """Say which part of a large grid the table shows, and what is copied."""
    if is_copied_whole:
        return f"{part} {_ELSEWHERE} Copied is all of it."
    pins = "".join(f", {axis}={at}" for axis, at in whole.pins)
    asked = f' grid("{whole.rows[0]}", "{whole.cols[0]}"{pins})' if len(whole.rows + whole.cols) == 2 else ""
    return (
        f"{part} {_ELSEWHERE} Of more than {MOST_COPIED} numbers this part alone is copied; in Python, the "
        f"tensor's{asked}.values has all of them."
    )
