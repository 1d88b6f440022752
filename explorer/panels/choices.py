"""What the picture shows: which book and lens, which of the three is followed, in which colours."""

from __future__ import annotations

import ipywidgets as widgets

from explorer import words
from explorer.panels.base import Panel, dressed, offer
from explorer.panels.state import ExplorerState

__all__ = ["ChoicesPanel"]

_FOLLOWABLE = ("dividers", "reshelve")  # elsewhere all three are drawn, or only one takes part


class ChoicesPanel(Panel):
    """The row of choices under the picture.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> ChoicesPanel(state).head.value = 1
    >>> state.selection.head
    1
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.batch = dressed(widgets.Dropdown(), "as-field", "as-pin-batch")
        self.head = dressed(widgets.Dropdown(), "as-field", "as-pin-head")
        self.tensor = dressed(widgets.Dropdown(), "as-field", "as-follow")
        self.colour = dressed(
            widgets.ToggleButtons(options=tuple(words.COLOUR_BY), description="Colour"),
            "as-toggle",
            "as-colour",
        )
        self.matplotlib = dressed(
            widgets.ToggleButton(
                description="matplotlib", tooltip="Draw with matplotlib, as notebooks and files have it"
            ),
            "as-matplotlib",
        )
        self.tables = dressed(
            widgets.ToggleButton(
                description="Tables", tooltip="The same numbers as tables, to read and to copy (t)"
            ),
            "as-as-tables",
        )
        fields = [self.batch, self.head, self.tensor, self.colour, self.matplotlib, self.tables]
        self.root = dressed(widgets.HBox(fields), "as-choices")
        self.bind(self.batch, self._on_batch)
        self.bind(self.head, self._on_head)
        self.bind(self.tensor, self._on_tensor)
        self.bind(self.colour, self._on_colour)
        self.bind(self.matplotlib, self._on_matplotlib)
        self.bind(self.tables, self._on_tables)
        self.follow_soon(self._refresh, "config", "selection", "view")

    def _on_batch(self, batch: int) -> None:
        self.state.selection = self.state.selection.replace(batch=batch)

    def _on_head(self, head: int) -> None:
        self.state.selection = self.state.selection.replace(head=None if head < 0 else head)

    def _on_tensor(self, tensor: str) -> None:
        self.state.selection = self.state.selection.replace(tensor=tensor)

    def _on_colour(self, colour: str) -> None:
        self.state.view = self.state.view.replace(colour=colour)

    def _on_matplotlib(self, wanted: bool) -> None:
        self.state.view = self.state.view.replace(drawn_by="matplotlib" if wanted else "page")

    def _on_tables(self, wanted: bool) -> None:
        self.state.view = self.state.view.replace(as_tables=wanted)

    def _refresh(self) -> None:
        config, selection, view = self.state.config, self.state.selection, self.state.view
        axis = {name: words.AXES[name].short(view.words) for name in ("batch", "head")}
        offer(self.batch, axis["batch"], [(f"{i}", i) for i in range(config.batch)], selection.batch)
        # A Dropdown cannot tell the option None from "nothing chosen", so -1 stands for all of them.
        heads = [("all", -1), *((f"{i}", i) for i in range(config.heads))]
        offer(self.head, axis["head"], heads, -1 if selection.head is None else selection.head)
        names = [(words.TENSORS[name].short(view.words), name) for name in ("query", "key", "value")]
        offer(self.tensor, "follow", names, selection.tensor)
        self.batch.disabled = config.batch == 1
        self.head.disabled = config.heads == 1
        self.tensor.disabled = selection.step not in _FOLLOWABLE or selection.place == "two_flips"
        self.colour.value = view.colour
        self.tables.value = view.as_tables
        self.matplotlib.value = view.drawn_by == "matplotlib"
