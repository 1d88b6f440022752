"""What the last change made of the numbers, in one line: the picture marks them cell by cell."""

from __future__ import annotations

from collections.abc import Iterable

import ipywidgets as widgets

from explorer.core.changes import Changes
from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState

__all__ = ["ChangedPanel", "tell_changes_here"]


def tell_changes_here(changes: Changes, steps: Iterable[str]) -> str:
    """Say how many numbers changed in the steps on screen, and in all.

    Parameters
    ----------
    changes : Changes
    steps : iterable of str

    Returns
    -------
    str

    Examples
    --------
    >>> import explorer as ex
    >>> before, after = ex.trace(), ex.trace(ex.Config(edits=[ex.Edit("value", 0, 0, 0, 9)]))
    >>> tell_changes_here(Changes(before, after), ["blend"])
    'By the last change: 2 numbers of this step changed, 12 in all. Their corners are marked.'
    """
    here = [changes.by_step[step] for step in steps]
    parts = []
    for kind, said in (("changed", "changed"), ("new", "are new")):
        whole, some = getattr(changes.counts, kind), sum(getattr(count, kind) for count in here)
        if whole:
            numbers = "number" if some == 1 else "numbers"
            parts.append(f"{some} {numbers} of this step {said}, {whole} in all")
    if not parts:
        return "The last change changed no number."
    return f"By the last change: {'; '.join(parts)}. Their corners are marked."


class ChangedPanel(Panel):
    """Says what the last change made of the numbers; nothing before there was one.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = ChangedPanel(state)
    >>> panel.root.value
    ''
    >>> state.config = state.config.replace(scale="none")
    >>> panel.root.value[19:-4]
    'By the last change: 0 numbers of this step changed, 56 in all. Their corners are marked.'
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.root = dressed(widgets.HTML(), "as-changed")
        self.follow_soon(self._refresh, "config", "selection")

    def _refresh(self) -> None:
        # Elsewhere nothing is marked: two flips show none, and compared trips are others.
        marked = self.state.selection.place in ("walk", "pins")
        changes = self.state.changes if marked else None
        self.root.value = (
            html("p", tell_changes_here(changes, self.state.selection.shown), class_="as-hint")
            if changes
            else ""
        )
