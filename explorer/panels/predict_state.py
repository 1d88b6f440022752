"""The part of a page's state that asks before it shows."""

from __future__ import annotations

from random import randrange

from explorer.core.questions import quiz
from explorer.panels.derived import Derived
from explorer.panels.predict_marks import what_is_read, without_trial
from explorer.panels.predict_run import Run
from explorer.panels.predict_set import MOST_SEED, Answers, QuestionSet
from explorer.panels.records import Selection
from explorer.scene import Look, Scene, step_scene

__all__ = ["Predicting"]

_SHORT = 10_000  # a seed is short enough to be told to somebody else


class Predicting(Derived):
    """Asks a set of questions, one after the other, and lets nothing be seen that gives an answer away.

    What was answered is no part of the selection that undo brings back, nor of the address: an answer that
    was given stays given until the set is begun anew, or answers to another set take its place.

    Examples
    --------
    >>> from explorer.panels.state import ExplorerState
    >>> state = ExplorerState()
    >>> state.begin(QuestionSet(seed=7, count=5))
    >>> state.selection.place, state.selection.step, state.run.question.step
    ('predict', 'scores', 'mask')
    >>> state.answer(0)
    >>> state.selection.step, state.run.choice.misconception
    ('mask', 'keep_swapped')
    >>> state.go_on()
    >>> state.run.answers.at
    1
    """

    _answers = Answers()

    @property
    def run(self) -> Run | None:
        """The set of questions that is asked of the present trip; None where none is."""
        return self._run_of(self.selection.quiz)

    @property
    def is_asking(self) -> bool:
        """Whether a set of questions is on screen: then its own step is shown, and no other."""
        return self.selection.place == "predict" and self.selection.quiz is not None

    @property
    def has_begun_anew(self) -> bool:
        """Whether answers were given to this set, but about another trip."""
        answers, quiz_ = self._answers, self.selection.quiz
        return bool(answers.chosen) and answers.to == quiz_ and answers.config != self.trip.config

    def begin(self, asked: QuestionSet) -> None:
        """Ask a set from its first question, whatever was answered before.

        Parameters
        ----------
        asked : QuestionSet
        """
        self._answers = Answers(asked, self.trip.config)
        self.selection = self.selection.replace(place="predict", quiz=asked, playing=False)

    def begin_another(self) -> None:
        """Ask as many other questions of the same sort."""
        before = self.selection.quiz or QuestionSet()
        seed = randrange(_SHORT)
        seed = (seed + 1) % MOST_SEED if seed == before.seed else seed
        self.begin(QuestionSet(seed, before.count, before.flips_only))

    def answer(self, choice: int | None) -> None:
        """Answer the question on screen; nothing where it is answered, or there is none on screen.

        Parameters
        ----------
        choice : int or None
            Which of its choices; None for no answer. One that it has not is let be.
        """
        run = self.run
        if run is None or run.question is None or run.is_told or run.is_stopped:
            return
        if choice is None or (type(choice) is int and 0 <= choice < len(run.question.choices)):
            self._take(run.answers.and_chosen(choice))

    def go_on(self) -> None:
        """Ask the next question, or show the report; nothing while one is open."""
        run = self.run
        if run is not None and run.is_told:
            self._take(run.answers.onward())

    def stop(self) -> None:
        """Report on what was answered so far; where that is nothing, leave the set."""
        run = self.run
        if run is None or not run.is_open or run.is_stopped:
            return
        if run.answers.chosen:
            self._take(run.answers.stopped_or_resumed())
        else:
            self.leave()

    def resume(self) -> None:
        """Go on with a set that was stopped."""
        run = self.run
        if run is not None and run.is_stopped:
            self._take(run.answers.stopped_or_resumed())

    def leave(self) -> None:
        """Ask no set any more."""
        self.selection = self.selection.replace(quiz=None)

    def _take(self, answers: Answers) -> None:
        self._answers = answers
        self.selection = self._in_step(self.selection)

    def _run_of(self, asked: QuestionSet | None) -> Run | None:
        if asked is None:
            return None
        trip = self.trip

        def draw() -> Run:
            questions = quiz(trip, asked.seed, asked.count, steps=asked.steps)
            return Run(asked, trip, questions, Answers())

        questions = self._once("questions", asked, draw).questions
        mine = self._answers
        same = mine.to == asked and mine.config == trip.config
        return Run(asked, trip, questions, mine if same else Answers(asked, trip.config))

    def _in_step(self, selection: Selection) -> Selection:
        """Make a selection show what the question on screen lets be seen, and nothing more."""
        run = self._run_of(selection.quiz)
        if run is None:
            return selection.replace(progress=0) if selection.progress else selection
        selection = selection.replace(progress=run.progress)
        if selection.place != "predict" or run.step is None:
            return selection
        shown = selection.replace(
            batch=run.batch, head=None, pinned=None, playing=False, tensor=_followed(run)
        )
        return shown if shown.step == run.step else shown.replace(step=run.step)

    @property
    def aside(self) -> object:
        """What a place shows by besides the step; where questions are asked, what is left out."""
        if self.selection.place != "predict":
            return super().aside
        run = self.run
        if run and run.is_open and _is_first(run):
            return "what is read"
        return "no trial" if run and run.hides_trial and self.selection.step == "scores" else None

    def _make_scene(self, look: Look) -> Scene:
        if self.selection.place != "predict":
            return super()._make_scene(look)
        scene = step_scene(self.trip, self.selection.step, look)
        if self.aside == "what is read":
            return what_is_read(scene)
        return without_trial(scene) if self.aside == "no trial" else scene


def _is_first(run: Run) -> bool:
    return run.question is not None and run.question.step == run.step


def _followed(run: Run) -> str:
    """Say which of the three is followed: the one that is asked about."""
    place = run.place
    return place.tensor if place is not None and place.tensor in ("query", "key", "value") else "key"
