"""The top line: the product's name, the vocabulary, the theme, how large the letters are."""

from __future__ import annotations

import ipywidgets as widgets

from explorer import words
from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState
from explorer.panels.view import THEMES

__all__ = ["HeaderPanel"]


class HeaderPanel(Panel):
    """Name, words, theme and lettering.

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
        self.large = dressed(
            widgets.ToggleButton(description="Large type", tooltip="For a projector: to be read from afar"),
            "as-large",
        )
        self.root = dressed(widgets.HBox([title, self.words, self.theme, self.large]), "as-header")
        self.bind(self.large, self._on_large)
        self.bind(self.words, self._on_words)
        self.bind(self.theme, self._on_theme)
        self.follow(self._refresh, "view")

    def letter(self, page: widgets.DOMWidget) -> None:
        """Have the whole page bear the class of large letters, from its first appearance on: see page.css.

        Parameters
        ----------
        page : ipywidgets.DOMWidget

        Examples
        --------
        >>> page, state = widgets.Box(), ExplorerState(address="type=large")
        >>> HeaderPanel(state).letter(page)
        >>> page._dom_classes
        ('as-large-type',)
        """

        def refresh() -> None:
            is_large = self.state.view.lettering == "large"
            (page.add_class if is_large else page.remove_class)("as-large-type")

        self.follow(refresh, "view")

    def _on_words(self, choice: str) -> None:
        self.state.view = self.state.view.replace(words=choice)

    def _on_theme(self, choice: str) -> None:
        self.state.view = self.state.view.replace(theme=choice)

    def _on_large(self, wanted: bool) -> None:
        self.state.view = self.state.view.replace(lettering="large" if wanted else "usual")

    def _refresh(self) -> None:
        self.words.value = self.state.view.words
        self.theme.value = self.state.view.theme
        self.large.value = self.state.view.lettering == "large"
