"""The tie meter: what NumPy does about each wrong turn at the sizes at hand."""

from __future__ import annotations

from explorer import words
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.meter import meter
from explorer.core.mistakes.record import WrongTurn
from explorer.core.steps import STEP_NAMES
from explorer.panels.aside import AsidePanel
from explorer.panels.base import html

__all__ = ["MeterPanel"]


class MeterPanel(AsidePanel):
    """A table of the wrong turns, those first that NumPy takes without a word and that come out wrong.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> from explorer.panels.state import ExplorerState
    >>> state = ExplorerState()
    >>> panel = MeterPanel(state)
    >>> state.selection = state.selection.replace(place="wrong_turns")
    >>> panel.text.value
    ''
    >>> panel.toggle.value = True
    >>> "refuses" in panel.text.value
    True
    """

    name, title, place = "meter", "Tie meter", "wrong_turns"

    def write(self) -> str:
        """Write the table: a group of rows for all that NumPy treats alike."""
        found, vocabulary, groups = meter(self.state.config), self.state.view.words, ""
        for kind, told in words.KIND_NAMES.items():
            turns = [WRONG_TURNS[key] for key, its in found.items() if its == kind]
            if not turns:
                continue
            class_ = f"as-kind as-kind-{kind.replace(' ', '-')}"
            head = html("th", f"NumPy {told}: {len(turns)}", scope="rowgroup", colspan="2", class_=class_)
            rows = "".join(
                f"<tr>{html('th', turn.say(vocabulary), scope='row')}{html('td', _step(turn))}</tr>"
                for turn in turns
            )
            groups += f"<tbody><tr>{head}</tr>{rows}</tbody>"
        note = html("p", words.tell_note("meter", vocabulary), class_="as-hint")
        return f'{note}<table class="as-meter">{groups}</table>'


def _step(turn: WrongTurn) -> str:
    return f"{STEP_NAMES.index(turn.step) + 1} {words.STEPS[turn.step].label}"
