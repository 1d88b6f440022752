"""Pin all but two: which tensor, which two counters stay free, where the others are held."""

from __future__ import annotations

from functools import partial

import ipywidgets as widgets

from explorer import words
from explorer.core.tensor import Tensor
from explorer.panels.base import Panel, dressed, offer
from explorer.panels.state import ExplorerState
from explorer.scene.pinned import free_pairs

__all__ = ["PinsPanel"]

_MOST_PINS = 2  # a tensor has four counters at most


class PinsPanel(Panel):
    """The choices of the place where all counters but two are pinned.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = PinsPanel(state)
    >>> state.selection = state.selection.replace(step="inside_flip", place="pins")
    >>> panel.free.value = ("head", "token")
    >>> state.pinning.pins
    (('batch', 0), ('head_dim', 0))
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.tensor = dressed(widgets.Dropdown(description="Tensor"), "as-field", "as-pins-tensor")
        self.free = dressed(widgets.Dropdown(description="Free"), "as-field", "as-pins-free")
        self.pins = [dressed(widgets.Dropdown(), "as-field", f"as-pins-{i}") for i in range(_MOST_PINS)]
        self.root = dressed(widgets.HBox([self.tensor, self.free, *self.pins]), "as-pins")
        self.bind(self.tensor, self._on_tensor)
        self.bind(self.free, self._on_free)
        for i, pin in enumerate(self.pins):
            self.bind(pin, partial(self._on_pin, i))
        self.follow(self._refresh, "config", "selection", "view")

    def _on_tensor(self, name: str) -> None:
        self.state.selection = self.state.selection.replace(grid_tensor=name)

    def _on_free(self, free: tuple[str, str]) -> None:
        self.state.selection = self.state.selection.replace(free=free)

    def _on_pin(self, which: int, index: int) -> None:
        held = dict(self.state.selection.held) | dict(self.state.pinning.pins)
        held[self.state.pinning.pins[which][0]] = index
        self.state.selection = self.state.selection.replace(held=tuple(held.items()))

    def _refresh(self) -> None:
        if self.state.selection.place != "pins":  # out of sight
            return
        vocabulary, pinning = self.state.view.words, self.state.pinning
        tensors = {name: tensor for name, tensor in self.state.step.tensors.items() if len(tensor.axes) > 1}
        names = [(words.TENSORS[name].short(vocabulary), name) for name in tensors]
        offer(self.tensor, "Tensor", names, pinning.tensor)
        shown: Tensor = tensors[pinning.tensor]
        pairs = [
            (" x ".join(words.AXES[axis].short(vocabulary) for axis in pair), pair)
            for pair in free_pairs(shown)
        ]
        offer(self.free, "Free", pairs, pinning.free)
        for pin, place in zip(self.pins, [*pinning.pins, None, None], strict=False):
            pin.layout.display = "none" if place is None else "flex"
            if place is not None:
                axis, index = place
                places = [(f"{i}", i) for i in range(shown.sizes[axis])]
                offer(pin, words.AXES[axis].short(vocabulary), places, index)
