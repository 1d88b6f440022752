"""Who may look at whom, and what scores are divided by: the rules, and the keep-table to set by hand."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from explorer import words
from explorer.core.config import EMPTY_ROWS
from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState

__all__ = ["MOST_CELLS", "MasksPanel"]

MOST_CELLS = 12
"""Tokens up to which the keep-table is drawn as buttons; beyond, its cells are typed over in the picture."""


class MasksPanel(Panel):
    """The causal rule, the window and its two conventions, empty rows, the scale, and the keep-table.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = MasksPanel(state)
    >>> panel.causal.value = False
    >>> state.config.causal
    False
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self._last_window = 2  # what switching the window on again brings back

        def choice(name: str, label: str, options: list[tuple[str, Any]]) -> widgets.ToggleButtons:
            control = widgets.ToggleButtons(options=options, description=label)
            return dressed(control, "as-toggle", f"as-{name}")

        self.causal = choice("causal", "Look ahead", [("no", True), ("yes", False)])
        self.window = choice("window", "Window", [("on", True), ("off", False)])
        self.counts_self = choice("counts-self", "W counts the token itself", [("yes", True), ("no", False)])
        self.scale = choice(
            "scale", "Scores divided by", [("√D", "head_dim"), ("√C", "width"), ("1", "none")]
        )
        self.empty_rows = dressed(
            widgets.Dropdown(
                options=[(words.EMPTY_ROW_NAMES[policy], policy) for policy in EMPTY_ROWS],
                description="A row with nothing kept",
            ),
            "as-field",
            "as-empty-rows",
        )
        self.table = dressed(widgets.HTML(), "as-keep-table")
        self.rules = dressed(
            widgets.Button(description="As the rules say", tooltip="Let go of every cell set by hand"),
            "as-rules",
        )
        self.root = dressed(
            widgets.VBox(
                [
                    self.causal,
                    self.window,
                    self.counts_self,
                    self.table,
                    self.rules,
                    self.empty_rows,
                    self.scale,
                ]
            ),
            "as-tab",
            "as-tab-masks",
        )
        self.bind(self.causal, lambda value: self._set(causal=value))
        self.bind(self.window, self._on_window)
        self.bind(self.counts_self, lambda value: self._set(window_counts_self=value))
        self.bind(self.scale, lambda value: self._set(scale=value))
        self.bind(self.empty_rows, lambda value: self._set(empty_rows=value))
        self.bind_click(self.rules, lambda: self._set(by_hand=()))
        self.follow_soon(self._refresh, "config", "selection", "view", "problem")

    def _book(self, axes: tuple[str, ...]) -> dict[str, int]:
        return {"batch": self.state.selection.batch} if "batch" in axes else {}

    def _set(self, **changes: Any) -> None:
        self.state.config = self.state.config.replace(**changes)

    def _on_window(self, wanted: bool) -> None:
        self._set(window=self._last_window if wanted else None)

    def _refresh(self) -> None:
        config = self.state.config
        self.causal.value = config.causal
        self.window.value = config.window is not None
        self._last_window = config.window or self._last_window
        self.counts_self.value = config.window_counts_self
        self.counts_self.disabled = config.window is None
        self.scale.value = config.scale
        self.empty_rows.value = config.empty_rows
        self.rules.disabled = not config.by_hand
        self.table.value = self._keep_table()

    def _keep_table(self) -> str:
        config, vocabulary = self.state.config, self.state.view.words
        title = html("p", words.TENSORS["keep"].say(vocabulary), class_="as-keep-title")
        if config.tokens > MOST_CELLS:
            return title + html(
                "p",
                "Too many tokens for buttons: press a cell of the keep-table in the mask, and type 1 or 0.",
                class_="as-hint",
            )
        keep = self.state.trip["mask"]["keep"]
        grid = keep.grid("query_token", "key_token", **self._book(keep.axes)).values
        rows = "".join(
            f"<tr>{''.join(self._cell(asking, looked_at, kept) for looked_at, kept in enumerate(row))}</tr>"
            for asking, row in enumerate(grid.tolist())
        )
        return f"{title}<table>{rows}</table>"

    def _cell(self, asking: int, looked_at: int, kept: bool) -> str:
        vocabulary = self.state.view.words
        hand = any((asking, looked_at) == cell[:2] for cell in self.state.config.by_hand)
        name = (
            f"{words.AXES['query_token'].short(vocabulary)} {asking}, "
            f"{words.AXES['key_token'].short(vocabulary)} {looked_at}: "
            f"{'kept' if kept else 'struck'}{', set by hand' if hand else ''}"
        )
        button = html(
            "button",
            "✓" if kept else "×",
            type="button",
            class_="as-keep as-by-hand" if hand else "as-keep",
            aria_pressed=str(kept).lower(),
            aria_label=name,
            title=name,
            data_send="keep",
            data_with=f"{asking},{looked_at}",
        )
        return f"<td>{button}</td>"
