"""Two ways to write the same thing, both run on the numbers at hand."""

from __future__ import annotations

from explorer import words
from explorer.core.mistakes.equivalences import equivalences
from explorer.panels.aside import AsidePanel
from explorer.panels.base import html

__all__ = ["EquivalencesPanel"]


class EquivalencesPanel(AsidePanel):
    """A list of what comes to the same, each with what was found, and its code for who asks.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> from explorer.panels.state import ExplorerState
    >>> state = ExplorerState()
    >>> panel = EquivalencesPanel(state)
    >>> state.selection = state.selection.replace(place="wrong_turns")
    >>> panel.toggle.value = True
    >>> panel.text.value.count("<details")
    5
    """

    name, title, place = "equivalences", "What comes to the same", "wrong_turns"

    def write(self) -> str:
        """Write the list."""
        vocabulary, items = self.state.view.words, ""
        for one in equivalences(self.state.trip):
            sign = html("span", "✓" if one.holds else "✗", aria_hidden="true")
            mark = f'<b class="as-mark as-mark-{"right" if one.holds else "runs-but-wrong"}">{sign}</b>'
            says = one.say(vocabulary)
            code = "".join(
                html("pre", lines, tabindex="0", aria_label=f"The {side} side's code")
                for side, lines in (("left", one.left), ("right", one.right))
            )
            title = html("b", f"{words.capital(says)}.")
            items += (
                f"<li>{mark} {title} {html('span', one.text(vocabulary))}"
                f"<details>{html('summary', 'Both codes')}{code}</details></li>"
            )
        note = html("p", words.tell_note("equivalences", vocabulary), class_="as-hint")
        return f'{note}<ul class="as-laws">{items}</ul>'
