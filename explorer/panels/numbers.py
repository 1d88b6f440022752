"""The numbers themselves: where they come from, a box to type or paste over, names for the tokens."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from explorer import words
from explorer.core.editing import pasted, rows_from
from explorer.core.place import locate
from explorer.core.steps import QKV
from explorer.core.tensor import Tensor
from explorer.panels.base import Panel, dressed, html, offer
from explorer.panels.state import ExplorerState
from explorer.panels.view import CHOICES
from explorer.scene.number_told import exact

__all__ = ["NumbersPanel"]

_MOST_SHOWN = 600  # numbers in the box; more would be a wall


class NumbersPanel(Panel):
    r"""Source, a box with the rows of one tensor, the names of the tokens, the decimals printed.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = NumbersPanel(state)
    >>> panel.box.value
    '1 0 2 1\n0 1 1 0\n1 1 0 2'
    >>> panel.box.value = "7 0 2 1"
    >>> state.config.edits
    (Edit(tensor='query', batch=0, row=0, column=0, value=7.0),)
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.source = dressed(
            widgets.ToggleButtons(
                options=[("given", "pencil"), ("poured", "poured")], description="Q, K, V are"
            ),
            "as-toggle",
            "as-source",
        )
        self.own = dressed(widgets.HTML(), "as-own")
        self.small = dressed(
            widgets.Button(
                description="Small numbers again", tooltip="Let go of the numbers that were opened"
            ),
            "as-small",
        )
        self.tensor = dressed(widgets.Dropdown(), "as-field", "as-box-tensor")
        self.box = dressed(widgets.Textarea(continuous_update=False, rows=4), "as-box")
        self.told = dressed(widgets.HTML(), "as-box-told")
        self.untype = dressed(
            widgets.Button(description="As they were", tooltip="Let go of every number typed over"),
            "as-untype",
        )
        self.labels = dressed(
            widgets.Text(continuous_update=False, description="Token names", placeholder="the cat sat"),
            "as-field",
            "as-labels",
        )
        self.decimals = dressed(
            widgets.Dropdown(options=CHOICES["decimals"], description="Decimals shown"),
            "as-field",
            "as-decimals",
        )
        parts = [
            self.source, self.own, self.small, self.tensor, self.box, self.told, self.untype, self.labels,
            self.decimals,
        ]  # fmt: skip
        self.root = dressed(widgets.VBox(parts), "as-tab", "as-tab-numbers")
        self._shown = QKV[0]
        self.bind(self.source, self._on_source)
        self.bind(self.tensor, self._on_tensor)
        self.bind(self.box, self._on_box)
        self.bind(self.labels, self._on_labels)
        self.bind(self.decimals, self._on_decimals)
        self.bind_click(self.untype, self._on_untype)
        self.bind_click(self.small, self._on_small)
        self.follow_soon(self._refresh, "config", "selection", "view", "problem")

    def _set(self, **changes: Any) -> None:
        self.state.config = self.state.config.replace(**changes)

    def _on_source(self, source: str) -> None:
        self._set(source=source)

    def _on_small(self) -> None:
        config = self.state.config
        kept = {field: getattr(config, field) for field in ("causal", "scale", "empty_rows", "by_hand")}
        self.state.config = type(config)(**kept)

    def _on_tensor(self, name: str) -> None:
        self._shown = name
        self._refresh()

    def _on_box(self, text: str) -> None:
        tensor, step = self._tensor(), self._step()
        block = rows_from(text)
        pins = {"batch": self.state.selection.batch} if "batch" in tensor.axes else {}
        corner = locate(self.state.trip, step, tensor.name, {axis: pins.get(axis, 0) for axis in tensor.axes})
        down, across = tensor.axes[-2:]
        self.state.config = pasted(self.state.trip, corner, (down, across), block)

    def _on_labels(self, text: str) -> None:
        self._set(labels=_names(text))

    def _on_decimals(self, places: int) -> None:
        self.state.view = self.state.view.replace(decimals=places)

    def _on_untype(self) -> None:
        self._set(edits=())

    def _step(self) -> str:
        return "cut" if self.state.trip.given else "pour"

    def _tensor(self) -> Tensor:
        return self.state.trip[self._step()][self._shown]

    def _names(self) -> tuple[str, ...]:
        return QKV if self.state.trip.given else ("tokens", "table")

    def _refresh(self) -> None:
        config, view = self.state.config, self.state.view
        numbers = config.numbers
        if self._shown not in self._names():
            self._shown = self._names()[0]
        self.source.layout.display = "none" if numbers else ""
        self.small.layout.display = "" if numbers else "none"
        if numbers is None:
            self.source.value = config.source
        self.own.value = html("p", f"Q, K, V come from {numbers.name or 'your numbers'}.") if numbers else ""
        options = [(words.TENSORS[name].say(view.words), name) for name in self._names()]
        offer(self.tensor, "Type or paste", options, self._shown)
        self._refresh_box()
        self.untype.disabled = not config.edits
        self.labels.value = _joined(config.labels)
        self.decimals.value = view.decimals

    def _refresh_box(self) -> None:
        tensor, selection = self._tensor(), self.state.selection
        down, across = tensor.axes[-2:]
        pins = {"batch": selection.batch} if "batch" in tensor.axes else {}
        rows = tensor.grid(down, across, **pins).values
        large = rows.size > _MOST_SHOWN
        self.box.disabled = large
        self.box.value = "" if large else "\n".join(" ".join(exact(value) for value in row) for row in rows)
        count = len(self.state.config.edits)
        typed = f"{count} {'number' if count == 1 else 'numbers'} typed over." if count else ""
        note = (
            f"{rows.size} numbers: too many for this box. Press one in the picture, then type over it."
            if large
            else f"A line for each {words.AXES[down].short(self.state.view.words)}. {typed}"
        )
        self.told.value = html("p", note, class_="as-hint")


def _names(text: str) -> tuple[str, ...]:
    """Read names: a semicolon or a comma stands between them where there is one, else a blank."""
    separator = next((sign for sign in ";," if sign in text), None)
    return tuple(name.strip() for name in text.split(separator)) if text.strip() else ()


def _joined(names: tuple[str, ...]) -> str:
    """Write names so that reading them gives the same ones, if any way does."""
    ways = (separator.join(names) for separator in (" ", ", ", "; "))
    return next((way for way in ways if _names(way) == names), "; ".join(names))
