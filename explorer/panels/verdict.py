"""What a wrong turn comes to, what NumPy said, and the way back: told beside the picture."""

from __future__ import annotations

import re
from collections.abc import Iterable

import ipywidgets as widgets

from explorer import words
from explorer.core.coding import code_of
from explorer.core.influence import MOST_TOKENS
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.repairs import judged
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.mistakes.telling import tell_clash, tell_verdict
from explorer.core.steps import STEP_NAMES
from explorer.panels.base import Panel, dressed, html
from explorer.panels.code_marks import marked
from explorer.panels.state import ExplorerState

__all__ = ["VerdictPanel"]

_GITHUB = "https://github.com/"


class VerdictPanel(Panel):
    """The verdict (`text`), and the code, the reasons and the repairs (`more`).

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = VerdictPanel(state)
    >>> state.selection = state.taking("flip_forgotten").replace(place="wrong_turns")
    >>> "NumPy refuses step" in panel.text.value, "right</b> " in panel.more.value
    (True, True)
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.text = dressed(widgets.HTML(), "as-verdict")
        self.more = dressed(widgets.HTML(), "as-verdict-more")
        self.root = dressed(widgets.VBox([self.text, self.more]), "as-verdicts")
        self.follow_soon(self._refresh, "config", "selection", "view")

    def _refresh(self) -> None:
        if self.state.selection.place != "wrong_turns":  # out of sight
            return
        wrong = self.state.wrong
        if self.state.selection.surprise is not None:
            self.text.value, self.more.value = self._without_a_name(), ""
        elif wrong is None:
            note = words.tell_note("pick", self.state.view.words)
            self.text.value = html("h2", "Wrong turns") + html("p", note, class_="as-telling")
            self.more.value = ""
        else:
            self.text.value = self._told(wrong)
            self.more.value = self._reasons(wrong)

    def _without_a_name(self) -> str:
        """Tell of a hidden wrong turn what the arrays tell, and no line of code."""
        verdict, influence = self.state.verdict, self.state.influence
        if verdict is None:
            return ""
        vocabulary = self.state.view.words
        lines = [line for line in tell_verdict(verdict, vocabulary)[:1] if "`" not in line]
        if influence is not None:
            lines.append(influence.text(vocabulary))
        return _listed(lines, "as-facts")

    def _told(self, wrong: WrongTrace) -> str:
        verdict, vocabulary = self.state.verdict, self.state.view.words
        if verdict is None:
            return ""
        titles = " + ".join(turn.say(vocabulary) for turn in wrong.turns)
        lead, *facts = tell_verdict(verdict, vocabulary)
        warned = [
            f"NumPy warns in step {step}: {said}." for step, all_ in wrong.warned.items() for said in all_
        ]
        parts = [html("h2", _capital(titles)), _sentence(lead, f"as-telling as-kind-{_slug(verdict.kind)}")]
        # Names are told before anything that goes wrong because of them; the picture tells those of its step.
        clashes = [clash for clash in wrong.clashes if clash.step != self.state.selection.step]
        if clashes:
            lines = [tell_clash(clash, vocabulary) for clash in clashes]
            title = html("b", words.WRONG_TURN_HEADINGS["names"])
            parts.insert(1, f'<div class="as-clash">{title}{_listed(lines, "as-facts")}</div>')
        return "".join([*parts, _listed([*facts, *warned], "as-facts")])

    def _reasons(self, wrong: WrongTrace) -> str:
        parts, influence = [_heading("code"), *self._codes(wrong)], self.state.influence
        for turn in wrong.turns:
            if len(wrong.turns) > 1:
                parts.append(html("h2", _capital(turn.say(self.state.view.words))))
            for field in ("why", "see", "mend"):
                said = words.in_words(getattr(turn, field), self.state.view.words)
                parts.append(f"{_heading(field)}{_sentence(said)}" if said else "")
            parts += [self._repairs(turn), _reported(turn)]
        if influence is not None and influence.found:
            parts.insert(-1, f"{_heading('say')}{_sentence(influence.text(self.state.view.words))}")
        return "".join(parts)

    def _codes(self, wrong: WrongTrace) -> list[str]:
        """Write each step that is changed twice, right and wrong."""
        asked = self.state.view.dialect
        dialect = "pytorch" if asked == "pytorch" else "numpy"
        parts, last = [], ""
        if asked == "einops":
            parts.append(html("p", words.tell_note("einops"), class_="as-hint"))
        for step in STEP_NAMES:
            changes = [(turn.torch if dialect == "pytorch" else turn.lines).get(step) for turn in wrong.turns]
            right = code = code_of(wrong.right, step, dialect)
            for change in changes:
                code = change(code) if change else code
            if code != right:
                name = f"{STEP_NAMES.index(step) + 1} {words.STEPS[step].label}"
                pre = f'<pre tabindex="0" aria-label="{name}, right and wrong">{marked(right, code)}</pre>'
                parts.append(html("p", name, class_="as-hint") + pre)
                last = last or code
        if not last and dialect == "pytorch":
            parts.append(html("p", words.tell_note("same in torch"), class_="as-hint"))
        return parts

    def _repairs(self, turn: WrongTurn) -> str:
        if not turn.repairs:
            return ""
        if self.state.config.tokens > MOST_TOKENS:
            return _heading("repairs") + html("p", words.tell_note("too large"), class_="as-hint")
        items = ""
        for one in judged(self.state.trip, turn):
            sign = html("span", words.REPAIR_MARKS[one.mark], aria_hidden="true")
            says = html("span", words.in_words(one.repair.says, self.state.view.words))
            mark = f'<b class="as-mark as-mark-{_slug(one.mark)}">{sign} {one.mark}</b>'
            items += (
                f"<li>{mark} {says}{html('pre', one.repair.code, tabindex='0', aria_label='Its code')}</li>"
            )
        return f'{_heading("repairs")}<ul class="as-repairs">{items}</ul>'


def _reported(turn: WrongTurn) -> str:
    """Name where it was reported: a page elsewhere, opened by whoever wants to, and by nothing else."""
    links = []
    for where in turn.seen_in:
        repository, _, number = where.partition("#")
        address = f"{_GITHUB}{repository}/issues/{number}"
        links.append(html("a", where, href=address, target="_blank", rel="noopener noreferrer"))
    return f'{_heading("seen")}<p class="as-reported">{" ".join(links)}</p>' if links else ""


def _heading(field: str) -> str:
    return html("h3", words.WRONG_TURN_HEADINGS[field])


def _sentence(text: str, class_: str = "") -> str:
    written = html("p", text, class_=class_) if class_ else html("p", text)
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", written)


def _listed(lines: Iterable[str], class_: str) -> str:
    items = "".join(re.sub(r"`([^`]+)`", r"<code>\1</code>", html("li", line)) for line in lines)
    return f'<ul class="{class_}">{items}</ul>' if items else ""


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _slug(text: str) -> str:
    return text.replace(" ", "-")
