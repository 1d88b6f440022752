"""One question as it was answered: what stays of it in a report."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.core.asked import shown
from explorer.core.questions.record import Question
from explorer.core.questions.said import Said, and_then
from explorer.errors import UnknownNameError

__all__ = ["Answered"]

_NOTHING = "no answer"


@dataclass(frozen=True)
class Answered:
    """What was asked, what was chosen, and what came of it.

    Attributes
    ----------
    kind, step, topic : str
        As the question has them.
    asked : Said
    code : str
    chosen, right, told : Said
        The answer chosen, the right one, and the feedback.
    correct : bool
    misconception : str
        What the answer came from; empty where it was right, or there was none.
    also : tuple of str
        Other misconceptions that come to the same.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.core.questions import ask
    >>> question = ask(ex.trace(), 7, "swap")
    >>> Answered.of(question, question.answer).correct
    True
    """

    kind: str
    step: str
    topic: str
    asked: Said
    code: str
    chosen: Said
    right: Said
    told: Said
    correct: bool
    misconception: str = ""
    also: tuple[str, ...] = ()

    @classmethod
    def of(cls, question: Question, answer: int | None) -> Answered:
        """Hold an answer against its question.

        Parameters
        ----------
        question : Question
        answer : int or None
            Which of its choices; None where nothing was chosen.

        Returns
        -------
        Answered

        Raises
        ------
        UnknownNameError
            If there is no such choice.
        """
        choices = question.choices
        legal = answer is None or (isinstance(answer, int) and not isinstance(answer, bool))
        if not legal or (answer is not None and not 0 <= answer < len(choices)):
            raise UnknownNameError(
                f"Cannot take answer {shown(answer)} to {question.topic.splitlines()[0]!r}: it has "
                f"{len(choices)} choices, counted from 0. Choose 0 to {len(choices) - 1}, or None for "
                "no answer."
            )
        chosen = None if answer is None else choices[answer]
        return cls(
            kind=question.kind,
            step=question.step,
            topic=question.topic,
            asked=question.asked,
            code=question.code,
            chosen=chosen.said if chosen else Said.plain(_NOTHING),
            right=question.right.said,
            told=Said.by(chosen.feedback) if chosen else and_then(question.right.told),
            correct=answer == question.answer,
            misconception=chosen.misconception if chosen else "",
            also=chosen.also if chosen else (),
        )
