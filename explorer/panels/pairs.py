"""Which two moves of the sandbox cancel, commute or differ."""

from __future__ import annotations

from explorer.core.config import Config
from explorer.core.mistakes.moves import MOVES
from explorer.core.mistakes.orders import PAIR_KINDS, pairs
from explorer.panels.aside import AsidePanel
from explorer.panels.base import html

__all__ = ["PairsPanel"]

_TITLES = {
    "cancel": "Cancel",
    "once is enough": "Once is enough",
    "commute": "Commute",
    "differ": "Differ",
    "one order only": "One order only",
    "refused": "Refused",
}


class PairsPanel(AsidePanel):
    """Every two moves, on the tensor as its dividers leave it, by what they come to.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> from explorer.panels.state import ExplorerState
    >>> state = ExplorerState()
    >>> panel = PairsPanel(state)
    >>> state.selection = state.selection.replace(place="sandbox")
    >>> panel.toggle.value = True
    >>> "all is back as it began" in panel.text.value
    True
    """

    name, title, place = "pairs", "Which two moves cancel or commute", "sandbox"

    def depends_on(self) -> tuple[object, ...]:
        """Name what it depends on."""
        return (*super().depends_on(), self.state.selection.tensor)

    def write(self) -> str:
        """Write the pairs, those alike together."""
        tensor = self.state.trip["dividers"][self.state.selection.tensor]
        order = list(MOVES)
        found = [
            pair
            for pair in pairs(tensor)
            if order.index(pair.first.key) <= order.index(pair.second.key)  # each two once
        ]
        parts = [html("p", "On the tensor with its dividers drawn.", class_="as-hint")]
        for kind in PAIR_KINDS:
            for by_luck in (False, True):
                alike = [pair for pair in found if pair.kind == kind and pair.by_luck is by_luck]
                if alike:
                    title = f"{_TITLES[kind]}{_luck(self.state.config) if by_luck else ''}"
                    lines = "".join(html("li", pair.text(self.state.view.words)) for pair in alike)
                    parts.append(f'{html("h3", title)}<ul class="as-facts">{lines}</ul>')
        return "".join(parts)


def _luck(config: Config) -> str:
    """Name the sizes that make alike what is not alike elsewhere: equal ones, and those of 1."""
    letters: dict[int, list[str]] = {}
    for letter, size in (("T", config.tokens), ("H", config.heads), ("D", config.head_dim)):
        letters.setdefault(size, []).append(letter)
    tied = [f"{' = '.join(some)} = {size}" for size, some in letters.items() if len(some) > 1 or size == 1]
    named = f" ({', '.join(tied)})" if tied else ""
    return f" by the luck of these sizes{named}"
