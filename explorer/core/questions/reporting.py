"""What came of a set of questions: a score, what was mixed up, and a short text. Nothing is sent anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from explorer.core.questions.answered import Answered
from explorer.core.questions.asking import KINDS, kind_name
from explorer.core.questions.misconceptions import FLIPS_MISTAKEN, name_of
from explorer.core.questions.record import Question
from explorer.core.questions.saved import read, written
from explorer.errors import ConfigError
from explorer.words import STEPS, check_words, in_words

__all__ = ["Report", "Score", "report"]

_FLIPS = {
    "inside_for_reshelve": "The inside flip was taken for the re-shelve",
    "reshelve_for_inside": "The re-shelve was taken for the inside flip",
}
_HELD = {
    "inside_for_reshelve": "The re-shelve trades the token and the lens: which shelf is opened first.",
    "reshelve_for_inside": "The inside flip trades row and column inside each lens, and no shelf moves.",
}


class Score(NamedTuple):
    """How many answers were right, out of how many questions."""

    right: int
    of: int


@dataclass(frozen=True)
class Report:
    """What came of a set of questions.

    Parameters
    ----------
    answered : tuple of Answered
    trip : str
        What it was about, as ``"B1 T3 H2 D2 W2, seed 7"``; may be empty.
    of : int or None
        How many questions the set has, where it was stopped before the last of them; else None.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.core.questions import quiz
    >>> questions = quiz(ex.trace(), 7, 3)
    >>> made = report(questions, [question.answer for question in questions])
    >>> made.score, Report.from_json(made.to_json()) == made
    (Score(right=3, of=3), True)
    """

    answered: tuple[Answered, ...]
    trip: str = ""
    of: int | None = None

    @property
    def score(self) -> Score:
        """The score of all that were answered."""
        return _score(self.answered)

    @property
    def by_kind(self) -> Mapping[str, Score]:
        """The score of each kind that was asked, in the order of `KINDS`."""
        return MappingProxyType(
            {
                kind: _score([one for one in self.answered if one.kind == kind])
                for kind in KINDS
                if any(one.kind == kind for one in self.answered)
            }
        )

    @property
    def flips(self) -> Mapping[str, int]:
        """How often one flip was taken for the other, both ways.

        An answer that something else comes to as well is not counted: nobody can tell.
        """
        sure = Counter(one.misconception for one in self.answered if not one.also)
        return MappingProxyType({key: sure[key] for key in FLIPS_MISTAKEN})

    @property
    def misconceptions(self) -> Mapping[str, int]:
        """How often each misconception was met, by its key: the most frequent first."""
        met = Counter(one.misconception for one in self.answered if one.misconception)
        return MappingProxyType(dict(sorted(met.items(), key=lambda pair: -pair[1])))

    def text(self, words: str = "both") -> str:
        """Say it shortly: the score, the two flips, what was mixed up.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}

        Returns
        -------
        str
            A few lines.

        Raises
        ------
        UnknownNameError
            If `words` is no vocabulary.

        Examples
        --------
        >>> Report(()).text()
        '0 of 0 right.'
        """
        check_words(words)
        right, of = self.score
        lines = [] if self.of is None else [f"{of} of {self.of} answered."]
        lines += [f"{right} of {of} right."]
        lines += [f"{kind_name(kind, words)}: {one.right} of {one.of}" for kind, one in self.by_kind.items()]
        silent = sum(not one.correct and not one.misconception for one in self.answered)
        if silent:
            lines.append(f"Nothing chosen: {silent} of {of}.")
        if silent < of:  # who answers nothing takes no flip for the other, and knows none either
            told = [
                f"{_FLIPS[key]} {_times(count)}. {_HELD[key]}" for key, count in self.flips.items() if count
            ]
            lines += [in_words(" ".join(told) or "Neither flip was taken for the other.", words)]
        if self.misconceptions:
            lines.append("Mixed up:")
            lines += [
                f"- {name_of(key, words)}" + (f", {_times(count)}" if count > 1 else "")
                for key, count in self.misconceptions.items()
            ]
        return "\n".join(lines)

    def plain(self, words: str = "both") -> str:
        """Write all of it, each question with its answer, for a file.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}

        Returns
        -------
        str

        Raises
        ------
        UnknownNameError
            If `words` is no vocabulary.
        """
        parts = [f"Predict before reveal{': ' if self.trip else ''}{self.trip}", self.text(words)]
        for number, one in enumerate(self.answered, 1):
            lines = [f"{number}. {STEPS[one.step].label}. {one.asked.say(words)}"]
            lines += [f"     {line}" for line in one.code.splitlines()]
            lines.append(f"   Chosen: {one.chosen.say(words)}  [{'right' if one.correct else 'not right'}]")
            if not one.correct:
                lines.append(f"   Right: {one.right.say(words)}")
            lines.append(f"   {one.told.say(words)}")
            parts.append("\n".join(lines))
        return "\n\n".join(parts) + "\n"

    def to_json(self) -> str:
        """Write it as JSON that `from_json` reads back, the same.

        Returns
        -------
        str
        """
        summary = {"score": self.score._asdict(), "flips": dict(self.flips)}
        return written(self.answered, self.trip, self.of, summary)

    @classmethod
    def from_json(cls, text: str) -> Report:
        """Read what `to_json` wrote.

        Parameters
        ----------
        text : str

        Returns
        -------
        Report

        Raises
        ------
        DataError
            If it is no JSON, or not of such a report.
        """
        return cls(*read(text))


def report(
    questions: Sequence[Question], answers: Sequence[int | None], *, trip: str = "", of: int | None = None
) -> Report:
    """Hold answers against their questions.

    Parameters
    ----------
    questions : sequence of Question
    answers : sequence of int or None
        For each question, which of its choices; None where nothing was chosen.
    trip : str
        What it was about, for the file.
    of : int, optional
        How many questions the set has, where these are only the first of it.

    Returns
    -------
    Report

    Raises
    ------
    ConfigError
        If there are not as many answers as questions, or more questions than the set has.
    UnknownNameError
        If an answer is no choice of its question.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.core.questions import ask
    >>> report([ask(ex.trace(), 7)], [None]).score
    Score(right=0, of=1)
    """
    if len(questions) != len(answers):
        raise ConfigError(
            f"Cannot report on {len(questions)} questions and {len(answers)} answers: give one answer for "
            "each question, None where there is none."
        )
    if of is not None and of < len(questions):
        raise ConfigError(
            f"Cannot report on {len(questions)} questions of {of}: give the questions answered so far, and "
            "how many there are in all."
        )
    held = tuple(Answered.of(question, answer) for question, answer in zip(questions, answers, strict=True))
    return Report(held, trip, None if of == len(held) else of)


def _score(answered: Sequence[Answered]) -> Score:
    return Score(sum(one.correct for one in answered), len(answered))


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
