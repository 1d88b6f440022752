"""The record of one question: what is asked, what can be answered, and what is said to each answer."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from explorer.core.place import Place
from explorer.core.questions.lots import Lots
from explorer.core.questions.misconceptions import name_of
from explorer.core.questions.said import Said

__all__ = ["Choice", "Question", "build"]

_MOST = 4
_FIRST = 2
"""So many wrong choices, the first that a kind names, are always offered; the others are drawn."""


@dataclass(frozen=True)
class Choice:
    """One answer that can be chosen.

    Attributes
    ----------
    said : Said
    value : hashable
        The answer itself: a shape, a place, a token, ...
    told : Said
        What is said to whoever chooses it.
    misconception : str
        What it comes from; empty for the right one.
    also : tuple of str
        Other misconceptions that come to the same here.

    Examples
    --------
    >>> Choice(Said.plain("lens 1"), 1, Said.plain("Yes.")).says("standard")
    'head 1'
    """

    said: Said
    value: Hashable
    told: Said
    misconception: str = ""
    also: tuple[str, ...] = ()

    def says(self, words: str = "both") -> str:
        """Say the answer.

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
        return self.said.say(words)

    def feedback(self, words: str = "both") -> str:
        """Say why it is right; or what was mixed up, shown with the numbers of the trip.

        Parameters
        ----------
        words : {"both", "pencil", "standard"}

        Returns
        -------
        str
            Sentences.

        Raises
        ------
        UnknownNameError
            If `words` is no vocabulary.
        """
        told = self.told.say(words)
        if not self.also:
            return told
        return f"{told} The same would come of: {'; '.join(name_of(key, words) for key in self.also)}."


@dataclass(frozen=True)
class Question:
    """One question, drawn from a trip.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    step : str
        The step that it is about; what comes of it is the answer, so show it afterwards.
    topic : str
        What it is about, in one string: no two questions of a quiz have the same.
    asked : Said
    choices : tuple of Choice
        Two to four, in a drawn order.
    answer : int
        Which of them is right.
    code : str
        Lines to be shown with it, or none.
    place : Place or None
        The number that it is about, where it is about one. Of the largest share it is the right one's.
    row : tuple of (axis, index)
        The row of the score grid that it is about, where it is about one: this gives nothing away.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.core.questions import ask
    >>> question = ask(ex.trace(), 1, "struck")
    >>> question.right is question.choices[question.answer], question.right.misconception
    (True, '')
    """

    kind: str
    step: str
    topic: str
    asked: Said
    choices: tuple[Choice, ...]
    answer: int
    code: str = ""
    place: Place | None = None
    row: tuple[tuple[str, int], ...] = ()

    @property
    def right(self) -> Choice:
        """The right choice."""
        return self.choices[self.answer]

    def ask(self, words: str = "both") -> str:
        """Say the question.

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
        return self.asked.say(words)


def build(
    question: tuple[str, str, str],
    asked: Said,
    right: Choice,
    wrongs: Iterable[Choice],
    lots: Lots,
    *,
    code: str = "",
    place: Place | None = None,
    row: tuple[tuple[str, int], ...] = (),
) -> Question | None:
    """Make a question of what is right and of what misconceptions would answer.

    Parameters
    ----------
    question : (str, str, str)
        Its kind, step and topic.
    asked : Said
    right : Choice
    wrongs : iterable of Choice
        The most telling first. What comes to the same as the right one is left out; where two come to the
        same, the first is kept and names the other.
    lots : Lots
        Which of many wrong ones are offered, and in which order.
    code : str
    place : Place or None
    row : tuple of (axis, index)

    Returns
    -------
    Question or None
        None where nothing wrong is left.
    """
    kept: list[Choice] = []
    for wrong in wrongs:
        if wrong.value == right.value or wrong.said.meets(right.said):
            continue
        same = next((i for i, one in enumerate(kept) if _same(one, wrong)), None)
        if same is None:
            kept.append(wrong)
        elif wrong.misconception not in (kept[same].misconception, *kept[same].also):
            kept[same] = dataclasses.replace(kept[same], also=(*kept[same].also, wrong.misconception))
    if not kept:
        return None
    offered = [*kept[:_FIRST], *lots.order(kept[_FIRST:])][: _MOST - 1]
    choices = tuple(lots.order([right, *offered]))
    kind, step, topic = question
    return Question(kind, step, topic, asked, choices, choices.index(right), code, place, row)


def _same(one: Choice, other: Choice) -> bool:
    return one.value == other.value or one.said.meets(other.said)
