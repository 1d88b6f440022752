"""What ipywidgets leave out, as one small widget: names, keys, theme, live region, copying, a clock."""

from __future__ import annotations

from pathlib import Path

import anywidget
import traitlets

from explorer import words
from explorer.core.editing import typed
from explorer.core.mistakes.telling import tell_verdict
from explorer.core.place import locate
from explorer.core.steps import STEP_NAMES
from explorer.panels.base import Panel, dressed
from explorer.panels.predict_shown import said
from explorer.panels.records import Selection
from explorer.panels.state import ExplorerState
from explorer.panels.view import View
from explorer.scene.step_told import say_step

__all__ = ["Companion", "CompanionPanel"]

_HERE = Path(__file__).parent
_GROUPS = {
    "as-tabs": "What to change",
    "as-causal": "Whether a token may look ahead",
    "as-window": "Whether there is a window",
    "as-counts-self": "Whether the window counts the token itself",
    "as-scale": "What scores are divided by",
    "as-keep-table": "The keep-table, a button for each cell",
    "as-words": "Words",
    "as-dividers": "Heads and numbers over the same row",
    "as-source": "Where query, key and value come from",
    "as-colour": "Colour the cells by",
    "as-dialect": "Code in",
    "as-places": "Place",
    "as-moves": "Moves",
    "as-guesses": "Which one is it?",
}


class Companion(anywidget.AnyWidget):
    """The browser's side; see ``companion.js``.

    Examples
    --------
    >>> Companion().playing
    False
    """

    _esm = _HERE / "companion.js"
    _css = "\n".join((_HERE / sheet).read_text() for sheet in ("page.css", "wrong_turns.css", "export.css"))
    marks = traitlets.Dict().tag(sync=True)
    say = traitlets.Unicode("").tag(sync=True)
    dark = traitlets.Bool(False).tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)


class CompanionPanel(Panel):
    """Ties the companion to the state.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = CompanionPanel(state)
    >>> panel.on_message({"kind": "step", "by": 99})
    >>> state.selection.step
    'merge'
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self.root = dressed(Companion(), "as-companion")
        self._told = state.config  # the last config whose changes were said
        self._told_turns: object = None  # and the last wrong turns
        self.hear(self.root, self.on_message)
        self.follow(self._refresh_page, "selection", "view")
        self.follow_soon(self._refresh_said, "config", "selection", "view")

    def on_message(self, content: object) -> None:
        """Do what the browser asks for, and nothing that it may not ask for.

        Parameters
        ----------
        content : object
            Anything: whoever holds the page's websocket can send it. Unknown messages are let be.
        """
        selection, view = self.state.selection, self.state.view
        match content:
            case {"kind": "step"} if self.state.is_asking or selection.place == "sandbox":
                pass  # an arrow pressed by the way does not lead out of a question, or away from one's moves
            case {"kind": "step", "by": int(by)}:
                self.state.selection = selection.moved(by).replace(
                    place=selection.while_stepping, playing=False
                )
            case {"kind": "tick"} if selection.playing:
                onward = selection.moved(1)
                self.state.selection = onward.replace(playing=onward.step != STEP_NAMES[-1])
            case {"kind": "key", "key": "t"}:
                self.state.view = view.replace(as_tables=not view.as_tables)
            case {"kind": "key", "key": "Escape"}:
                with self.state.one_move():
                    self.state.selection = selection.replace(pinned=None, touched=None)
                    self.state.view = view.replace(keys_shown=False)
            case {"kind": "key", "key": "?"}:
                self.state.view = view.replace(keys_shown=not view.keys_shown)
            case {"kind": "key", "key": "undo"}:
                self.state.undo()
            case {"kind": "key", "key": "redo"}:
                self.state.redo()
            case {"kind": "keep", "with": str(cell)}:
                self._turn(cell)
            case {"kind": "dark", "dark": bool(dark)}:
                self.state.view = view.replace(browser_is_dark=dark)
            case {"kind": "narrow", "narrow": bool(narrow)}:
                self.state.view = view.replace(browser_is_narrow=narrow)

    def _turn(self, cell: str) -> None:
        """Strike a cell of the keep-table that is kept, or keep one that is struck: ``asking,looked at``."""
        asking, _, looked_at = cell.partition(",")
        if asking.isdecimal() and looked_at.isdecimal() and len(cell) < 12:
            where = {"query_token": int(asking), "key_token": int(looked_at)}
            if "batch" in self.state.trip["mask"]["keep"].axes:
                where["batch"] = self.state.selection.batch
            place = locate(self.state.trip, "mask", "keep", where)
            kept = bool(self.state.trip["mask"]["keep"].values[place.index])
            self.state.config = typed(self.state.trip, place, 1 - kept)

    def _refresh_page(self) -> None:
        selection, view = self.state.selection, self.state.view
        self.root.dark = view.shown_theme == "dark"
        self.root.playing = selection.playing
        self.root.marks = _marks(selection, view)

    def _refresh_said(self) -> None:
        self.root.say = self._sentence()

    def _sentence(self) -> str:
        selection, vocabulary = self.state.selection, self.state.view.words
        if selection.place == "predict":
            return said(self.state.run, vocabulary)
        if selection.place == "two_flips":
            return "Both flips side by side."
        if selection.place == "export":
            return "What can be taken home."
        if selection.place == "conventions":
            return f"Windows and empty rows, side by side. {self.state.scene.alt}"
        if selection.place == "sandbox":
            stages = self.state.play.stages
            return stages[-1].text(vocabulary) if stages else self.state.scene.alt
        if selection.place == "wrong_turns":
            return self._wrong_turns()
        config, changes = self.state.config, self.state.changes
        if config != self._told and changes is not None:
            self._told = config
            return changes.text
        return say_step(config, selection.step, vocabulary)

    def _wrong_turns(self) -> str:
        """Say what comes of a wrong turn that was picked just now; after that, what the picture shows."""
        state, vocabulary = self.state, self.state.view.words
        picked, told = (state.selection.turns, state.selection.surprise), self._told_turns
        self._told_turns = picked
        label = words.STEPS[state.selection.step].label
        if picked == told or state.wrong is None or state.verdict is None:
            return f"Step {state.selection.index + 1} of {len(STEP_NAMES)}, {label}. {state.scene.alt}"
        if state.selection.surprise is not None:
            return words.tell_note("hidden", vocabulary)
        titles = " and ".join(turn.say(vocabulary) for turn in state.wrong.turns)
        return f"Wrong turn, shown at {label}: {titles}. {tell_verdict(state.verdict, vocabulary)[0]}"


def _marks(selection: Selection, view: View) -> dict[str, dict[str, str | None]]:
    """Say which attributes the page's elements get, by CSS selector; None takes one away."""
    vocabulary = view.words
    marks: dict[str, dict[str, str | None]] = {
        f".{group}": {"role": "group", "aria-label": label} for group, label in _GROUPS.items()
    }
    marks[".as-steps"] = {"role": "group", "aria-label": "The ten steps"}
    marks[".as-step"] = {"aria-current": None}
    for step in selection.shown:
        marks[f".as-step-{step}"] = {"aria-current": "step"}
    # No wrong turn is picked yet, or its name is what is asked: there is no code to show.
    is_unnamed = selection.place == "wrong_turns" and (selection.surprise is not None or not selection.turns)
    # What the whole page is styled by, it says itself: to find it by `:has()` would have all of it styled
    # again with each new drawing.
    marks[".as-page"] = {
        "data-place": selection.place,
        "data-asking": "yes" if selection.place == "predict" and selection.quiz else None,
        "data-tables": "yes" if view.as_tables else None,
        "data-tab": view.shown_tab,
        "data-unnamed": "yes" if is_unnamed else None,
        "data-hide": " ".join(view.hidden) or None,
        "data-locked": view.locked or None,
    }
    # A box that scrolls must be within reach of the keyboard.
    marks[".as-picture"] = {"role": "region", "aria-label": "Picture", "tabindex": "0"}
    marks[".as-meaning"] = {"role": "region", "aria-label": "What it means", "tabindex": "0"}
    marks[".as-box textarea"] = {"aria-label": "Its rows, to type or paste over"}
    for size, term in words.SIZES.items():
        name = f"{term.letter}, {term.short(vocabulary)}"
        marks[f".as-slider-{size} .noUi-handle"] = {"aria-label": name}
        marks[f".as-number-{size} input"] = {"aria-label": f"{name}, typed"}
    return marks
