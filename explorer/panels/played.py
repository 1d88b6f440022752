"""What came of the moves in the flip sandbox: shapes, names, memory, and the other order."""

from __future__ import annotations

import ipywidgets as widgets

from explorer import words
from explorer.core.mistakes.orders import relation
from explorer.core.mistakes.sandbox import Stage
from explorer.core.mistakes.strides import VIEW_RULE
from explorer.core.mistakes.tell_names import axis_name
from explorer.core.tensor import Tensor
from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState

__all__ = ["PlayedPanel"]


class PlayedPanel(Panel):
    """Each move told, PyTorch's rule for `view`, and the last two moves the other way round.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = PlayedPanel(state)
    >>> state.selection = state.selection.replace(place="sandbox", moves=("dividers", "reshelve", "glue"))
    >>> "4 of 12 numbers are where the names say" in panel.text.value
    True
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.text = dressed(widgets.HTML(), "as-played")
        self.root = self.text
        self.follow_soon(self._refresh, "config", "selection", "view")

    def _refresh(self) -> None:
        if self.state.selection.place != "sandbox":  # out of sight
            return
        vocabulary, play = self.state.view.words, self.state.play
        parts = [
            html("h2", "Flip sandbox"),
            html("p", words.tell_note("sandbox", vocabulary), class_="as-hint"),
        ]
        stages = "".join(f"<li>{self._stage(stage)}</li>" for stage in play.stages)
        start = html("p", f"It begins as {self._shaped(play.start)}.", class_="as-where")
        parts += [start, f'<ol class="as-stages">{stages}</ol>' if stages else ""]
        if len(play.stages) > 1:
            parts.append(self._other_order())
        if any(stage.torch_refusal for stage in play.stages):
            refused = next(stage for stage in play.stages if stage.torch_refusal)
            parts += [
                html("h3", "What PyTorch's view says"),
                html("p", f"{refused.torch}: {refused.torch_refusal}", class_="as-arithmetic"),
                html("p", VIEW_RULE, class_="as-hint"),
            ]
        self.text.value = "".join(parts)

    def _stage(self, stage: Stage) -> str:
        code = stage.torch if self.state.view.dialect == "pytorch" else stage.code
        named = "" if stage.tensor is None else html("p", self._shaped(stage.tensor), class_="as-hint")
        class_ = "as-scrambled" if stage.scrambled or stage.tensor is None else "as-sound"
        told = html("p", stage.text(self.state.view.words), class_=class_)
        return f"{told}{named}<code>{html('span', code)}</code>"

    def _shaped(self, tensor: Tensor) -> str:
        """Name each axis with its size, and say how far one step along it is in memory."""
        vocabulary = self.state.view.words
        axes = [f"{axis_name(axis, vocabulary)} {size}" for axis, size in tensor.sizes.items()]
        return f"({', '.join(axes)}), strides {tensor.strides}"

    def _other_order(self) -> str:
        *before, last, one = self.state.selection.moves[: len(self.state.play.stages)]
        tensor = self.state.play.start
        heads = self.state.config.heads
        found = relation(tensor, (*before, last, one), (*before, one, last), heads=heads)
        told = found.text(self.state.view.words, "as played", "the other way round")
        title = html("h3", "With the last two moves the other way round")
        return f"{title}{html('p', told, class_='as-relation')}"
