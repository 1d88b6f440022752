"""Which questions are asked, and how far one is: two frozen records.

A set says which questions: whoever has the same trip and the same set is asked the same, so this much stands
in an address. The answers do not: they are one person's, and stay on the page until it is left.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from explorer.core.config import Config
from explorer.core.steps import STEP_NAMES
from explorer.errors import ConfigError
from explorer.words import FLIPS

__all__ = ["COUNTS", "MOST", "MOST_SEED", "Answers", "QuestionSet", "spelling"]

COUNTS = (5, 10, 20)
"""How many questions the page offers to ask."""

MOST = 50
"""How many an address may ask for."""

MOST_SEED = 999_999
_FLIPS_ONLY = "flips"


@dataclass(frozen=True)
class QuestionSet:
    """Which questions are asked of the trip at hand.

    Parameters
    ----------
    seed : int
        The same number gives the same questions of the same trip.
    count : int
        How many, 1 to `MOST`.
    flips_only : bool
        Whether only the two flips are asked about.

    Raises
    ------
    ConfigError
        If the seed or the count is out of range.

    Examples
    --------
    >>> QuestionSet(seed=7, flips_only=True).steps
    ('reshelve', 'inside_flip')
    """

    seed: int = 1
    count: int = 10
    flips_only: bool = False

    def __post_init__(self) -> None:
        for field, least, most in (("seed", 0, MOST_SEED), ("count", 1, MOST)):
            value = getattr(self, field)
            if type(value) is not int or not least <= value <= most:
                raise ConfigError(
                    f"Cannot ask questions with {field} {value!r:.40}: choose a whole number from {least} to "
                    f"{most}."
                )

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps that are asked about."""
        return tuple(FLIPS) if self.flips_only else STEP_NAMES


@dataclass(frozen=True)
class Answers:
    """What was answered to a set of questions, and which of them is on screen.

    Attributes
    ----------
    to : QuestionSet or None
        The set; None before there was one.
    config : Config or None
        What the trip was made of: of another trip other questions are asked.
    chosen : tuple of int or None
        For each question that was answered, which of its choices; None for "I don't know".
    at : int
        The question on screen, from 0; as many as there are once the report is.
    pauses : int
        How often the set was stopped, and gone on with: it is stopped while this is odd.

    Examples
    --------
    >>> answers = Answers(QuestionSet(), Config()).and_chosen(2)
    >>> answers.chosen, answers.onward().at
    ((2,), 1)
    """

    to: QuestionSet | None = None
    config: Config | None = None
    chosen: tuple[int | None, ...] = ()
    at: int = 0
    pauses: int = 0

    @property
    def is_stopped(self) -> bool:
        """Whether the report is on screen before the end."""
        return self.pauses % 2 == 1

    def and_chosen(self, choice: int | None) -> Answers:
        """Add the answer to the question on screen.

        Parameters
        ----------
        choice : int or None

        Returns
        -------
        Answers
        """
        return dataclasses.replace(self, chosen=(*self.chosen, choice))

    def onward(self) -> Answers:
        """Go on to the next question.

        Returns
        -------
        Answers
        """
        return dataclasses.replace(self, at=self.at + 1)

    def stopped_or_resumed(self) -> Answers:
        """Stop, or go on where it was stopped.

        Returns
        -------
        Answers
        """
        return dataclasses.replace(self, pauses=self.pauses + 1)


def spelling() -> tuple[Callable[[QuestionSet | None], str], Callable[[str], QuestionSet | None]]:
    """Spell a set in an address: the seed, the count, and ``flips`` where only the two flips are asked about.

    Returns
    -------
    callable, callable
        Writes a set, and reads it back; reading raises `ConfigError` that says what is expected.

    Examples
    --------
    >>> write, read = spelling()
    >>> write(QuestionSet(7, 10)), read("7,5,flips").flips_only, write(None)
    ('7,10', True, '')
    """
    expected = "a seed and how many questions, as in 7,10 or 7,10,flips,"

    def write(asked: QuestionSet | None) -> str:
        if asked is None:
            return ""
        only = (_FLIPS_ONLY,) if asked.flips_only else ()
        return ",".join((str(asked.seed), str(asked.count), *only))

    def read(text: str) -> QuestionSet | None:
        if not text:
            return None
        numbers, only = text.split(",")[:2], text.split(",")[2:]
        whole = all(part.isascii() and part.isdecimal() and len(part) < 9 for part in numbers)
        if len(numbers) < 2 or not whole or only not in ([], [_FLIPS_ONLY]):
            raise ConfigError(f"{expected} is expected, not {text[:40]!r}")
        return QuestionSet(int(numbers[0]), int(numbers[1]), bool(only))

    return write, read
