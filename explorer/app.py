"""The whole explorer as one widget: the only place where panels meet."""

from __future__ import annotations

import ipywidgets as widgets

from explorer.core.config import Config
from explorer.panels.base import Panel, dressed
from explorer.panels.choices import ChoicesPanel
from explorer.panels.companion import CompanionPanel
from explorer.panels.header import HeaderPanel
from explorer.panels.picture import PicturePanel
from explorer.panels.pins import PinsPanel
from explorer.panels.places import PlacesPanel
from explorer.panels.ribbon import RibbonPanel
from explorer.panels.sizes import SizesPanel
from explorer.panels.state import ExplorerState
from explorer.panels.story import CodePanel, StoryPanel
from explorer.panels.tables import TablesPanel
from explorer.panels.touched import TouchedPanel

__all__ = ["Explorer", "build"]


class Explorer(widgets.Box):
    """The page: what a person changes, what they look at, what it means.

    Parameters
    ----------
    config : Config, optional
        Where to start; the pencil example if left out.

    Attributes
    ----------
    state : ExplorerState
        Fresh for each explorer: two on one page do not disturb each other.

    Examples
    --------
    >>> page = Explorer()
    >>> page.state.trip
    <Trace B1 T3 H2 D2 W2, 10 steps>
    """

    panels: tuple[Panel, ...] = ()  # until there are some: a refused config leaves nothing to close

    def __init__(self, config: Config | None = None) -> None:
        self.state = ExplorerState(config)
        self.picture = PicturePanel(self.state)  # first to be told, first to be seen
        self.header = HeaderPanel(self.state)
        self.ribbon = RibbonPanel(self.state)
        self.sizes = SizesPanel(self.state)
        self.choices = ChoicesPanel(self.state)
        self.pins = PinsPanel(self.state)
        self.tables = TablesPanel(self.state)
        self.story = StoryPanel(self.state)
        self.code = CodePanel(self.state)
        self.touched = TouchedPanel(self.state)
        self.places = PlacesPanel(self.state)
        self.companion = CompanionPanel(self.state)
        self.panels = (
            self.header,
            self.ribbon,
            self.sizes,
            self.picture,
            self.choices,
            self.pins,
            self.tables,
            self.story,
            self.code,
            self.touched,
            self.places,
            self.companion,
        )
        meaning = dressed(
            widgets.VBox([self.story.text, self.code.root, self.touched.root, self.story.points]),
            "as-meaning",
        )
        looked_at = [self.picture.root, self.tables.root, self.pins.root, self.choices.root]
        middle = dressed(widgets.VBox(looked_at), "as-middle")
        page = dressed(
            widgets.Box(
                [
                    self.header.root,
                    self.ribbon.root,
                    self.sizes.root,
                    middle,
                    meaning,
                    self.places.root,
                    self.companion.root,
                ]
            ),
            "as-page",
        )
        super().__init__([page])
        self.add_class("attention-shapes")

    def close(self) -> None:
        """Let go of everything the page holds."""
        for panel in self.panels:
            panel.close()
        super().close()


def build(config: Config | None = None) -> Explorer:
    """Make the whole explorer, with a state of its own.

    Parameters
    ----------
    config : Config, optional
        Where to start; the pencil example if left out.

    Returns
    -------
    Explorer
        A widget: the last line of a notebook cell shows it.

    Raises
    ------
    ConfigError
        If the trip would not fit the budget.

    Examples
    --------
    >>> build(Config(tokens=5)).state.config.tokens
    5
    """
    return Explorer(config)
