"""The flip sandbox's moves: made on one tensor, in any order."""

from __future__ import annotations

from functools import partial

import ipywidgets as widgets

from explorer import words
from explorer.core.mistakes.moves import MOVES
from explorer.panels.base import Panel, dressed, offer
from explorer.panels.records import MOST_MOVES
from explorer.panels.state import ExplorerState

__all__ = ["SandboxPanel"]

_QKV = ("query", "key", "value")


class SandboxPanel(Panel):
    """A button for each move, and those that take moves back.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = SandboxPanel(state)
    >>> for move in ("dividers", "reshelve"):
    ...     panel.moves[move].click()
    >>> state.play.tensor.axes
    ('batch', 'head', 'token', 'head_dim')
    >>> panel.undo.click()
    >>> state.selection.moves
    ('dividers',)
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.tensor = dressed(widgets.Dropdown(description="Tensor"), "as-field", "as-sandbox-tensor")
        self.moves = {key: dressed(widgets.Button(), "as-move", f"as-move-{key}") for key in MOVES}
        self.swap = dressed(
            widgets.Button(
                description="Swap the last two", tooltip="Make the last two moves in the other order"
            ),
            "as-swap-moves",
        )
        self.undo = dressed(
            widgets.Button(description="Last one back", tooltip="Take the last move back"), "as-move-back"
        )
        self.clear = dressed(widgets.Button(description="Clear", tooltip="Take all moves back"), "as-clear")
        moves = dressed(widgets.HBox(list(self.moves.values())), "as-moves")
        ends = dressed(widgets.HBox([self.tensor, self.swap, self.undo, self.clear]), "as-move-ends")
        self.root = dressed(widgets.VBox([moves, ends]), "as-sandbox")
        self.bind(self.tensor, self._on_tensor)
        for key, button in self.moves.items():
            self.bind_click(button, partial(self._on_move, key))
        self.bind_click(self.swap, self._on_swap)
        self.bind_click(self.undo, lambda: self._make(self._made[:-1]))
        self.bind_click(self.clear, lambda: self._make(()))
        self.follow_soon(self._refresh, "config", "selection", "view")

    @property
    def _made(self) -> tuple[str, ...]:
        return self.state.selection.moves

    def _on_tensor(self, name: str) -> None:
        self.state.selection = self.state.selection.replace(tensor=name)

    def _on_move(self, key: str) -> None:
        self._make((*self._made, key))

    def _on_swap(self) -> None:
        match self._made:
            case (*before, last, one):  # a button that can't be pressed can still be sent for
                self._make((*before, one, last))

    def _make(self, moves: tuple[str, ...]) -> None:
        self.state.selection = self.state.selection.replace(moves=moves)

    def _refresh(self) -> None:
        if self.state.selection.place != "sandbox":  # out of sight
            return
        vocabulary, play = self.state.view.words, self.state.play
        names = [(words.TENSORS[name].short(vocabulary), name) for name in _QKV]
        offer(self.tensor, "Tensor", names, self.state.selection.tensor)
        is_full = len(self._made) >= MOST_MOVES or play.refusal is not None
        for key, button in self.moves.items():
            move = MOVES[key]
            # Both titles would not fit; the text beside the picture has them.
            button.description = move.say("pencil" if vocabulary == "both" else vocabulary)
            button.tooltip = f"{move.say(vocabulary)}: {move.line(play.tensor.axes)}"
            button.disabled = is_full
        self.undo.disabled = self.clear.disabled = not self._made
        self.swap.disabled = len(self._made) < 2
