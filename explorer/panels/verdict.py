"""What a wrong turn comes to, what NumPy said, and the way back: told beside the picture."""

from __future__ import annotations

import re
from collections.abc import Iterable

import ipywidgets as widgets

from explorer import words
from explorer.core.coding import code_of
from explorer.core.influence import MOST_TOKENS
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.mistakes.tell_names import axis_name, tell_clash
from explorer.core.mistakes.telling import tell_verdict, tell_warnings
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
    >>> "NumPy refuses at step" in panel.text.value, "right</b> " in panel.more.value
    (True, True)
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.text = dressed(widgets.HTML(), "as-verdict")
        self.more = dressed(widgets.HTML(), "as-verdict-more")
        self.root = dressed(widgets.VBox([self.text, self.more]), "as-verdicts")
        self._run: object = None  # for which trip and turns it was run what people write instead
        self.follow_soon(self._refresh, "config", "selection", "view")
        # Nobody waits for what is run last.
        self.follow_soon(self._refresh_repairs, "config", "selection", "view")

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

    def _refresh_repairs(self) -> None:
        selection = self.state.selection
        if selection.place != "wrong_turns" or selection.surprise is not None:
            return
        wrong = self.state.wrong
        if wrong is not None and self._run != (wrong.right, wrong.turns):
            self._run = (wrong.right, wrong.turns)
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
        lead = tell_verdict(verdict, vocabulary)[0]
        parts = [
            html("h2", words.capital(titles)),
            _sentence(lead, f"as-telling as-kind-{_slug(verdict.kind)}"),
        ]
        if verdict.kind in ("same", "hidden by a tie") and wrong.torch_refusal is None:
            parts.append(self._field(wrong, "show"))
        return "".join([*parts, self._clashes(wrong), self._field(wrong, "mend")])

    def _facts(self, wrong: WrongTrace) -> str:
        """List what else the arrays tell, and what NumPy warned of."""
        verdict = self.state.verdict
        facts = [] if verdict is None else list(tell_verdict(verdict, self.state.view.words)[1:])
        facts += tell_warnings(wrong, self.state.view.words)
        return f"{_heading('says')}{_listed(facts, 'as-facts')}" if facts else ""

    def _field(self, wrong: WrongTrace, field: str) -> str:
        """Write what each of the turns has to say of one thing, under one heading."""
        said = [words.in_words(getattr(turn, field), self.state.view.words) for turn in wrong.turns]
        return "".join([_heading(field), *(_sentence(line) for line in said if line)]) if any(said) else ""

    def _clashes(self, wrong: WrongTrace) -> str:
        """Fold the names that meet elsewhere into a line each: the picture tells those of its own step."""
        vocabulary, told = self.state.view.words, ""
        for clash in wrong.clashes:
            if clash.step == self.state.selection.step:
                continue
            met = " and ".join(
                f"{axis_name(one, vocabulary)} on {axis_name(other, vocabulary)}"
                for one, other in clash.apart
            )
            title = html("summary", f"Names clash in {_step(clash.step)}: {met}")
            told += f'<details class="as-clash">{title}{html("p", tell_clash(clash, vocabulary))}</details>'
        return told

    def _reasons(self, wrong: WrongTrace) -> str:
        vocabulary, influence = self.state.view.words, self.state.influence
        parts = [*self._code(wrong), self._facts(wrong)]
        for turn in wrong.turns:
            if len(wrong.turns) > 1:
                parts.append(html("h2", words.capital(turn.say(vocabulary))))
            for field in ("why", "see"):
                said = words.in_words(getattr(turn, field), vocabulary)
                parts.append(f"{_heading(field)}{_sentence(said)}" if said else "")
            parts += [self._repairs(wrong, turn), _reported(turn)]
        if influence is not None and influence.found:
            parts.insert(-1, f"{_heading('say')}{_sentence(influence.text(vocabulary))}")
        return "".join(parts)

    def _code(self, wrong: WrongTrace) -> list[str]:
        """Write the changed lines in the dialect asked for, or in the one in which there are any."""
        asked, vocabulary = self.state.view.dialect, self.state.view.words
        verdict, notes = self.state.verdict, []
        is_right = verdict is not None and verdict.kind in ("same", "hidden by a tie")
        if is_right and wrong.torch_refusal is not None:
            right = html("p", words.tell_note("right in numpy", vocabulary), class_="as-hint")
            numpy = html("pre", wrong.code[wrong.torch_refusal.step], tabindex="0", aria_label="In NumPy")
            return [_heading("only torch"), *self._changed(wrong, "pytorch"), right, numpy]
        if is_right and any(turn.torch_view for turn in wrong.turns):
            notes.append("torch too")
        found = self._changed(wrong, "pytorch" if asked == "pytorch" else "numpy")
        if asked == "einops":
            notes.append("einops")
        if not found and asked == "pytorch":
            notes += ["same in torch"] if self._changed(wrong, "numpy") else []
        elif not found:
            found = self._changed(wrong, "pytorch")
            notes += ["in torch"] if found else []
        told = [html("p", words.tell_note(note, vocabulary), class_="as-hint") for note in notes]
        return [_heading("code"), *told, *found] if found or told else []

    def _changed(self, wrong: WrongTrace, dialect: str) -> list[str]:
        """Write each step that is changed twice, right and wrong."""
        parts = []
        for step in STEP_NAMES:
            changes = [(turn.torch if dialect == "pytorch" else turn.lines).get(step) for turn in wrong.turns]
            right = code = code_of(wrong.right, step, dialect)
            for change in changes:
                code = change(code) if change else code
            if code != right:
                name = _step(step)
                pre = f'<pre tabindex="0" aria-label="{name}, right and wrong">{marked(right, code)}</pre>'
                parts.append(html("p", name, class_="as-hint") + pre)
        return parts

    def _repairs(self, wrong: WrongTrace, turn: WrongTurn) -> str:
        if not turn.repairs:
            return ""
        if self.state.config.tokens > MOST_TOKENS:
            return _heading("repairs") + html("p", words.tell_note("too large"), class_="as-hint")
        if self._run != (wrong.right, wrong.turns):
            return ""
        items = ""
        for one in self.state.repairs(turn):
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


def _step(step: str) -> str:
    return f"{STEP_NAMES.index(step) + 1} {words.STEPS[step].label}"


def _slug(text: str) -> str:
    return text.replace(" ", "-")
