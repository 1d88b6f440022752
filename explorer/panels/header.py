"""The top line: the product's name, the vocabulary, the theme."""

from __future__ import annotations

import ipywidgets as widgets

from explorer import words
from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState
from explorer.panels.view import THEMES

__all__ = ["HeaderPanel"]


class HeaderPanel(Panel):
    """Name, words and theme.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = HeaderPanel(state)
    >>> panel.words.value = "pencil"
    >>> state.view.words
    'pencil'
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        title = widgets.HTML(html("h1", "Attention Shapes Explorer"))
        self.words = dressed(
            widgets.ToggleButtons(options=words.WORDS, description="Words"), "as-toggle", "as-words"
        )
        self.theme = dressed(widgets.Dropdown(options=THEMES, description="Theme"), "as-field", "as-theme")
        self.root = dressed(widgets.HBox([title, self.words, self.theme]), "as-header")
        self.bind(self.words, self._on_words)
        self.bind(self.theme, self._on_theme)
        self.follow(self._refresh, "view")

    def _on_words(self, choice: str) -> None:
        self.state.view = self.state.view.replace(words=choice)

    def _on_theme(self, choice: str) -> None:
        self.state.view = self.state.view.replace(theme=choice)

    def _refresh(self) -> None:
        self.words.value = self.state.view.words
        self.theme.value = self.state.view.theme
