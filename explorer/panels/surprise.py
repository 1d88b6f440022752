"""A hidden wrong turn: which one is it? One guesses among a few or from the list, or asks to be shown."""

from __future__ import annotations

from functools import partial

import ipywidgets as widgets

from explorer import words
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.surprise import suspects
from explorer.core.mistakes.taking import take
from explorer.core.mistakes.telling import tell_verdict
from explorer.core.mistakes.verdict import compare
from explorer.panels.base import Panel, dressed, html
from explorer.panels.state import ExplorerState

__all__ = ["SurprisePanel"]

_MOST = 4  # to choose among


class SurprisePanel(Panel):
    """The question, a button for each suspect, and what the last guess came to.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = SurprisePanel(state)
    >>> state.selection = state.selection.replace(place="wrong_turns", surprise=17)
    >>> key = state.hidden.key
    >>> panel.show.click()
    >>> state.selection.turns == (key,), state.selection.surprise
    (True, None)
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self._suspects: tuple[WrongTurn, ...] = ()
        self._asked: object = None  # what the last guess was about: told until something else is asked
        self.text = dressed(widgets.HTML(), "as-question")
        self.guesses = [dressed(widgets.Button(), "as-guess", f"as-guess-{i}") for i in range(_MOST)]
        self.told = dressed(widgets.HTML(), "as-guess-told")
        self.show = dressed(
            widgets.Button(description="Show it", tooltip="Tell which one it is"), "as-show-it"
        )
        self.another = dressed(
            widgets.Button(description="Another", tooltip="Hide another one"), "as-another"
        )
        ends = dressed(widgets.HBox([self.show, self.another]), "as-ends")
        self.game = dressed(
            widgets.VBox([self.text, dressed(widgets.VBox(self.guesses), "as-guesses"), ends]), "as-game"
        )
        self.root = dressed(widgets.VBox([self.game, self.told]), "as-surprises")
        for i, button in enumerate(self.guesses):
            self.bind_click(button, partial(self._on_guess, i))
        self.bind_click(self.show, self._on_show)
        self.bind_click(self.another, self._on_another)
        self.follow(self._on_guessed, "guessed")
        self.follow_soon(self._refresh, "config", "selection", "view")

    def _on_guess(self, which: int) -> None:
        if which < len(self._suspects):
            self._answer(self._suspects[which])

    def _on_guessed(self) -> None:
        """Answer a guess that was made in the list of wrong turns."""
        if key := self.state.guessed:
            self.state.guessed = ""
            self._answer(WRONG_TURNS[key])

    def _answer(self, guessed: WrongTurn) -> None:
        hidden, vocabulary = self.state.hidden, self.state.view.words
        if hidden is None:
            return
        title = guessed.say(vocabulary)
        if guessed is hidden:
            self._on_show()
            self._tell(words.tell_note("found"), title)
            return
        verdict = compare(self.state.trip, take(self.state.trip, [guessed]))
        shown = " ".join(line for line in tell_verdict(verdict, vocabulary) if "`" not in line)
        self._tell(f"{words.capital(title)}? {words.tell_note('not it')}", shown)

    def _on_show(self) -> None:
        if self.state.hidden is not None:
            self.state.selection = self.state.taking(self.state.hidden.key)

    def _on_another(self) -> None:
        self.state.selection = self.state.hiding()

    def _tell(self, lead: str, said: str) -> None:
        self._asked = self._question()
        self.told.value = f'<div role="status">{html("b", lead)} {html("span", said)}</div>'

    def _question(self) -> object:
        selection = self.state.selection
        return (self.state.trip, selection.surprise, selection.turns)

    def _refresh(self) -> None:
        selection, vocabulary = self.state.selection, self.state.view.words
        if selection.place != "wrong_turns":  # out of sight
            return
        if self._asked != self._question():
            self._asked, self.told.value = None, ""
        seed, hidden = selection.surprise, self.state.hidden
        self.game.layout.display = "none" if seed is None else ""
        if seed is None:
            return
        self._suspects = () if hidden is None else suspects(self.state.config, seed)
        notes = ("hidden", "which") if hidden else ("nothing hides",)
        title = html("h2", "A hidden wrong turn")
        first, *rest = (html("p", words.tell_note(note, vocabulary), class_="as-telling") for note in notes)
        self.text.value = "".join([title, first, *rest])
        for i, button in enumerate(self.guesses):
            there = i < len(self._suspects)
            button.layout.display = "" if there else "none"
            button.description = self._suspects[i].say(vocabulary) if there else ""
            button.tooltip = button.description
        self.show.disabled = hidden is None
        self.another.disabled = hidden is None
