"""The whole explorer as one widget: the only place where panels meet."""

from __future__ import annotations

import ipywidgets as widgets

from explorer.core.config import Config
from explorer.panels.base import Panel, dressed
from explorer.panels.browser import BrowserPanel
from explorer.panels.changed import ChangedPanel
from explorer.panels.choices import ChoicesPanel
from explorer.panels.companion import CompanionPanel
from explorer.panels.editor import EditorPanel
from explorer.panels.equivalences import EquivalencesPanel
from explorer.panels.export import ExportPanel
from explorer.panels.header import HeaderPanel
from explorer.panels.masks import MasksPanel
from explorer.panels.meter import MeterPanel
from explorer.panels.numbers import NumbersPanel
from explorer.panels.opening import OpeningPanel
from explorer.panels.pairs import PairsPanel
from explorer.panels.picture import PicturePanel
from explorer.panels.pins import PinsPanel
from explorer.panels.places import PlacesPanel
from explorer.panels.played import PlayedPanel
from explorer.panels.predict import PredictPanel
from explorer.panels.presets import PresetsPanel
from explorer.panels.ribbon import RibbonPanel
from explorer.panels.sandbox import SandboxPanel
from explorer.panels.share import SharePanel
from explorer.panels.sizes import SizesPanel
from explorer.panels.state import ExplorerState
from explorer.panels.story import CodePanel, StoryPanel
from explorer.panels.surprise import SurprisePanel
from explorer.panels.tables import TablesPanel
from explorer.panels.tabs import TabsPanel
from explorer.panels.touched import TouchedPanel
from explorer.panels.undo import UndoPanel
from explorer.panels.verdict import VerdictPanel
from explorer.panels.wrong_turns import WrongTurnsPanel

__all__ = ["Explorer", "build"]


class Explorer(widgets.Box):
    """The page: what a person changes, what they look at, what it means.

    Parameters
    ----------
    config : Config, optional
        Where to start; the pencil example if left out.
    address : str
        A query string that says what to show at first, as the page's own address has it.

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

    def __init__(self, config: Config | None = None, address: str = "") -> None:
        self.state = ExplorerState(config, address)
        self.picture = PicturePanel(self.state)  # first to be told, first to be seen
        self.header = HeaderPanel(self.state)
        self.presets = PresetsPanel(self.state)
        self.undo = UndoPanel(self.state)
        self.share = SharePanel(self.state)
        self.ribbon = RibbonPanel(self.state)
        self.tabs = TabsPanel(self.state)
        self.sizes = SizesPanel(self.state)
        self.masks = MasksPanel(self.state)
        self.numbers = NumbersPanel(self.state)
        self.opening = OpeningPanel(self.state)
        self.choices = ChoicesPanel(self.state)
        self.changed = ChangedPanel(self.state)
        self.pins = PinsPanel(self.state)
        self.tables = TablesPanel(self.state)
        self.story = StoryPanel(self.state)
        self.code = CodePanel(self.state)
        self.touched = TouchedPanel(self.state)
        self.editor = EditorPanel(self.state)
        self.turns = WrongTurnsPanel(self.state)
        self.surprise = SurprisePanel(self.state)
        self.verdict = VerdictPanel(self.state)
        self.meter = MeterPanel(self.state)
        self.equivalences = EquivalencesPanel(self.state)
        self.sandbox = SandboxPanel(self.state)
        self.played = PlayedPanel(self.state)
        self.pairs = PairsPanel(self.state)
        self.predict = PredictPanel(self.state)
        self.export = ExportPanel(self.state)
        self.places = PlacesPanel(self.state)
        self.companion = CompanionPanel(self.state)
        self.browser = BrowserPanel(self.state)
        self.panels = tuple(part for part in vars(self).values() if isinstance(part, Panel))
        super().__init__([self._page()])
        self.add_class("attention-shapes")

    def _page(self) -> widgets.Widget:
        """Put the panels together: changed at the left, looked at in the middle, meant at the right."""
        told = [
            self.export.root,
            self.surprise.root, self.verdict.text, self.turns.ways, self.played.root, self.story.text,
            self.code.root, self.verdict.more, self.meter.root, self.equivalences.root, self.pairs.root,
            self.touched.root, self.editor.root, self.story.points,
        ]  # fmt: skip
        looked_at = [
            self.turns.root, self.sandbox.root, self.picture.root, self.tables.root, self.changed.root,
            self.pins.root, self.choices.root,
        ]  # fmt: skip
        changed = [
            self.tabs.root, self.sizes.root, self.masks.root, self.numbers.root, self.presets.telling,
        ]  # fmt: skip
        self.numbers.root.children = [*self.numbers.root.children, self.opening.root]
        hidden = [self.companion.root, self.browser.root]
        self.header.root.children = [
            *self.header.root.children, self.presets.root, self.undo.root, self.share.root, self.browser.keep,
        ]  # fmt: skip
        page = dressed(
            widgets.Box(
                [
                    self.header.root,
                    self.ribbon.root,
                    self.predict.root,  # a question comes before its picture, to whoever reads on
                    dressed(widgets.VBox(changed), "as-sizes"),
                    dressed(widgets.VBox(looked_at), "as-middle"),
                    dressed(widgets.VBox(told), "as-meaning"),
                    self.places.root,
                    *hidden,
                ]
            ),
            "as-page",
        )
        self.header.letter(page)
        return page

    def close(self) -> None:
        """Let go of everything the page holds."""
        for panel in self.panels:
            panel.close()
        super().close()


def build(config: Config | None = None, address: str = "") -> Explorer:
    """Make the whole explorer, with a state of its own.

    Parameters
    ----------
    config : Config, optional
        Where to start; the pencil example if left out.
    address : str
        A query string that says what to show at first, as "T=5&step=scores"; the page copies it for you.

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
    >>> build(address="T=4&step=scores").state.selection.step
    'scores'
    """
    return Explorer(config, address)
