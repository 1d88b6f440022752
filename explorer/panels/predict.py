"""Predict before reveal: questions about the trip at hand, each asked before its step is shown."""

from __future__ import annotations

from pathlib import Path

import anywidget
import traitlets

from explorer.panels.base import Panel, dressed
from explorer.panels.predict_marks import marks
from explorer.panels.predict_set import QuestionSet
from explorer.panels.predict_shown import asking, setting
from explorer.panels.state import ExplorerState
from explorer.presets import PRESETS

__all__ = ["Asking", "PredictPanel"]

_HERE = Path(__file__).parent


class Asking(anywidget.AnyWidget):
    """The browser's side; see ``predict.js``. It holds what is on screen, and of an open question no answer.

    Examples
    --------
    >>> Asking().shown
    {}
    """

    _esm = _HERE / "predict.js"
    _css = _HERE / "predict.css"
    shown = traitlets.Dict().tag(sync=True)


class PredictPanel(Panel):
    """Asks a set of questions, tells what was mixed up, and hands the report over.

    Parameters
    ----------
    state : ExplorerState

    Examples
    --------
    >>> state = ExplorerState()
    >>> panel = PredictPanel(state)
    >>> panel.on_message({"kind": "start", "seed": 7, "count": 5, "flips_only": True})
    >>> panel.root.shown["title"], "right" in panel.root.shown
    ('Question 1 of 5', False)
    >>> panel.on_message({"kind": "answer", "at": 0, "choice": state.run.question.answer})
    >>> panel.root.shown["outcome"]
    'Right.'
    """

    def __init__(self, state: ExplorerState) -> None:
        super().__init__(state)
        self._offered = QuestionSet()  # what the next set is offered to be
        self.root = dressed(Asking(), "as-predict")
        self.hear(self.root, self.on_message)
        self.follow(self._refresh, "config", "selection", "view")

    def on_message(self, content: object) -> None:
        """Do what a person asks for.

        Parameters
        ----------
        content : object
            Anything: whoever holds the page's websocket can send it. Unknown messages are let be, and so is
            an answer to a question that is not on screen: a press may come twice.
        """
        state, run = self.state, self.state.run
        at = run.answers.at if run else None
        match content:
            case {"kind": "start", "seed": int(seed), "count": int(count), "flips_only": bool(flips_only)}:
                state.begin(QuestionSet(seed, count, flips_only))
            case {"kind": "answer", "at": int(asked), "choice": None | int() as choice} if asked == at:
                state.answer(choice)
            case {"kind": "next", "at": int(asked)} if asked == at:
                state.go_on()
            case {"kind": "stop", "at": int(asked)} if run and asked == at:
                self._offered = run.asked
                state.stop()
            case {"kind": "resume", "at": int(asked)} if asked == at:
                state.resume()
            case {"kind": "again"} if run:
                state.begin(run.asked)
            case {"kind": "another"} if run:
                state.begin_another()
            case {"kind": "settings"} if run:
                self._offered = run.asked
                state.leave()
            case {"kind": "distinct"}:
                state.config = PRESETS["distinct"].config
            case {"kind": "walk", "at": int(asked)} if run and 0 <= asked < len(run.answers.chosen):
                self._walk_to(asked)

    def _walk_to(self, asked: int) -> None:
        """Go to the step of a question that was answered, and trace the number that it was about."""
        run = self.state.run
        assert run is not None
        question = run.questions[asked]
        self.state.selection = self.state.selection.replace(
            place="walk", step=question.step, pinned=question.place, head=None
        )

    def _refresh(self) -> None:
        state = self.state
        if state.selection.place != "predict":  # out of sight
            return
        run, vocabulary, locked = state.run, state.view.words, bool(state.view.locked)
        if run is None:
            self.root.shown = setting(state.config, self._offered, vocabulary, locked=locked)
            return
        can_mark = run.is_told and state.view.drawn_by == "page" and not state.view.as_tables
        lit = marks(run, state.scene) if can_mark else {}
        self.root.shown = asking(run, vocabulary, lit=lit, anew=state.has_begun_anew, locked=locked)
