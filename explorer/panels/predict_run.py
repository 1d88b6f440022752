"""A set of questions on its way: which is asked, whether it is answered, and what may be seen meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.core.place import Place
from explorer.core.questions import Choice, Question, Report, report
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import Trace
from explorer.panels.predict_set import Answers, QuestionSet

__all__ = ["Run"]


@dataclass(frozen=True, eq=False)
class Run:
    """The questions of a trip, and the answers so far.

    Parameters
    ----------
    asked : QuestionSet
    trip : Trace
    questions : tuple of Question
        As many as the trip has to ask, and no more than the set wants.
    answers : Answers

    Examples
    --------
    >>> from explorer.core.questions import quiz
    >>> from explorer.core.trace import trace
    >>> trip, asked = trace(), QuestionSet(seed=7, count=5)
    >>> run = Run(asked, trip, quiz(trip, 7, 5), Answers())
    >>> run.question.step, run.step, run.is_told
    ('mask', 'scores', False)
    """

    asked: QuestionSet
    trip: Trace
    questions: tuple[Question, ...]
    answers: Answers

    @property
    def is_over(self) -> bool:
        """Whether every question is behind one."""
        return self.answers.at >= len(self.questions)

    @property
    def question(self) -> Question | None:
        """The question on screen; None where there is none any more."""
        return None if self.is_over else self.questions[self.answers.at]

    @property
    def is_told(self) -> bool:
        """Whether the question on screen is answered, and its answer shown."""
        return not self.is_over and len(self.answers.chosen) > self.answers.at

    @property
    def is_stopped(self) -> bool:
        """Whether what was answered so far is reported, and a question waits behind the report."""
        return self.is_open and self.answers.is_stopped

    @property
    def is_open(self) -> bool:
        """Whether a question waits for its answer, so that nothing may be seen that gives it away."""
        return not self.is_over and not self.is_told

    @property
    def chosen(self) -> int | None:
        """Which choice was chosen; None too where there was no answer, or there is none yet."""
        return self.answers.chosen[self.answers.at] if self.is_told else None

    @property
    def choice(self) -> Choice | None:
        """The choice that was chosen; None where there was no answer, or there is none yet."""
        return None if self.chosen is None or self.question is None else self.question.choices[self.chosen]

    @property
    def progress(self) -> int:
        """A number that grows with every press: by two for a question, by one for a stop or a going on."""
        return 2 * self.answers.at + self.is_told + self.answers.pauses

    @property
    def step(self) -> str | None:
        """The step to look at: the one before the question's until it is answered, then the question's own.

        The first of all has none before it: there, what it makes must be left out of the picture. None
        where there is no question at all.
        """
        if not self.questions:
            return None
        question = self.question or self.questions[-1]
        before = max(STEP_NAMES.index(question.step) - 1, 0)
        return STEP_NAMES[before] if self.is_open else question.step

    @property
    def hides_trial(self) -> bool:
        """Whether the picture of the scores is on screen, and what runs there is still to be asked."""
        to_come = self.questions[self.answers.at + 1 :]
        return self.step == "scores" and any((one.kind, one.step) == ("legal", "scores") for one in to_come)

    @property
    def place(self) -> Place | None:
        """The number that is asked about, where it is one and does not give the answer away."""
        question = self.question
        return None if question is None or question.row else question.place

    @property
    def batch(self) -> int:
        """The batch item that is asked about."""
        question = self.question
        if question is None:
            return 0
        where = dict(question.row or (question.place.coords if question.place else ()))
        return where.get("batch", 0)

    @property
    def report(self) -> Report:
        """What came of the questions answered so far; of all of them once the set is over."""
        given = self.answers.chosen
        config = self.trip.config
        window = "" if config.window is None else f" W{config.window}"
        sizes = f"B{config.batch} T{config.tokens} H{config.heads} D{config.head_dim}{window}"
        only = ", the two flips only" if self.asked.flips_only else ""
        return report(
            self.questions[: len(given)],
            given,
            trip=f"{sizes}, questions number {self.asked.seed}{only}",
            of=len(self.questions),
        )
