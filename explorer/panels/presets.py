"""Ready-made trips to begin with."""

from __future__ import annotations

import ipywidgets as widgets

from explorer import words
from explorer.core.config import Config
from explorer.panels.base import Panel, dressed, html, offer
from explorer.panels.state import ExplorerState
from explorer.presets import PRESETS, about_real_layer, preset_of

__all__ = ["PresetsPanel"]

_NONE = ""


class PresetsPanel(Panel):
    """A list of the presets, and what the present one is good for.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = PresetsPanel(state)
    >>> panel.preset.value = "distinct"
    >>> state.config.batch, state.config.tokens
    (2, 5)
    >>> state.config = state.config.replace(tokens=6)
    >>> panel.preset.value
    ''
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.preset = dressed(widgets.Dropdown(), "as-field", "as-preset")
        self.telling = dressed(widgets.HTML(), "as-preset-telling")
        self.root = self.preset
        self.bind(self.preset, self._on_preset)
        self.follow_soon(self._refresh, "config", "view", "problem")

    def _on_preset(self, name: str) -> None:
        if name != _NONE:
            self.state.config = PRESETS[name].config

    def _refresh(self) -> None:
        config, vocabulary = self.state.config, self.state.view.words
        here = next((name for name, preset in PRESETS.items() if _is(name, config)), _NONE)
        options = [(preset.title, name) for name, preset in PRESETS.items()]
        offer(self.preset, "Preset", options if here else [("your own", _NONE), *options], here)
        self.preset.disabled = bool(self.state.view.locked)
        told = words.in_words(PRESETS[here].telling, vocabulary) if here else ""
        source = about_real_layer() if here == "layer" else ""
        self.telling.value = "".join(html("p", text, class_="as-hint") for text in (told, source) if text)


def _is(name: str, config: Config) -> bool:
    # The real layer is read from its file only where somebody has numbers to compare it with.
    if name == "layer" and preset_of(config.numbers) != "layer":
        return False
    return PRESETS[name].config == config
