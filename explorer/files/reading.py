"""How a file is read: which array plays which role, in which order its axes come, and what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from explorer.errors import DataError, listed

__all__ = ["Asking", "Question", "Reading"]


@dataclass(frozen=True)
class Question:
    """Something that the file does not tell.

    Attributes
    ----------
    field : str
        What the answer goes by: "kind", a role, "order", "table_order" or "heads".
    text : str
        The question, for a person.
    choices : tuple of (str, value)
        What may be answered: how it is shown, and the answer itself.
    chosen : str, int or None
        The answer, or the likeliest one until there is one. None is an answer too: no bias.
    safe : bool
        Whether the likeliest may be taken without asking.
    answered : bool
        Whether somebody chose.

    Examples
    --------
    >>> asked = Question("order", "In which order?", (("(B,H,T,D)", "batch head token head_dim"),), None)
    >>> asked.open
    True
    """

    field: str
    text: str
    choices: tuple[tuple[str, Any], ...]
    chosen: Any
    safe: bool = False
    answered: bool = False

    @property
    def open(self) -> bool:
        """Whether somebody has to choose."""
        return not (self.safe or self.answered)


@dataclass(frozen=True, eq=False)
class Reading:
    """One way to read a pile; complete always, its questions say what of it is a guess.

    Attributes
    ----------
    kind : {"rows", "poured", "wide", "same"}
        Query, key and value; tokens and a table; the three side by side; one array for all three.
    names : mapping of str to str
        Which array of the pile plays each role.
    order : str
        The axes of query, key and value, of the tokens or of the wide rows, as "batch head token head_dim".
    table_order : str
        "channel wide" or "wide channel"; empty where there is no table.
    heads : int
        How many heads a row is divided into at first.
    questions : tuple of Question
        What can't be told, in the order in which to ask.

    Examples
    --------
    >>> Reading("same", {"all": "x"}, "token width").open
    ()
    """

    kind: str
    names: Mapping[str, str]
    order: str
    table_order: str = ""
    heads: int = 1
    questions: tuple[Question, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", MappingProxyType(dict(self.names)))

    @property
    def open(self) -> tuple[Question, ...]:
        """The questions that somebody has to answer."""
        return tuple(question for question in self.questions if question.open)

    def with_answer(self, field: str, value: Any) -> dict[str, Any]:
        """Give the answers so far and one more, for `guess`; those that hang on it are dropped.

        Parameters
        ----------
        field : str
        value : str, int or None

        Returns
        -------
        dict
            What was asked later depends on what was asked before, so only earlier answers are kept.

        Examples
        --------
        >>> Reading("same", {"all": "x"}, "token width").with_answer("heads", 2)
        {'heads': 2}
        """
        answers: dict[str, Any] = {}
        for question in self.questions:
            if question.field == field:
                break
            if question.answered:
                answers[question.field] = question.chosen
        return answers | {field: value}


class Asking:
    """Collects the questions while a pile is being read, and gives each its answer or its likeliest one.

    Parameters
    ----------
    name : str
        The file's, for the messages.
    answers : mapping of str to value
        What somebody chose, by field.

    Examples
    --------
    >>> asking = Asking("x.npy", {"heads": 2})
    >>> asking.ask("heads", "How many heads?", {1: "1 head", 2: "2 heads"}, safe=True)
    2
    >>> asking.questions[0].answered
    True
    """

    def __init__(self, name: str, answers: Mapping[str, Any]) -> None:
        self.name = name
        self.answers = answers
        self.questions: list[Question] = []

    def ask(
        self,
        field: str,
        text: str,
        choices: Mapping[Any, str],
        *,
        likeliest: Any = ...,
        legal: tuple[Any, ...] = (),
        safe: bool = False,
    ) -> Any:
        """Settle one field.

        Parameters
        ----------
        field : str
        text : str
            The question.
        choices : mapping of value to str
            Each possible answer and how it is shown. Of one alone nothing is asked.
        likeliest : value, optional
            What is taken until somebody chooses; the first choice if left out.
        legal : tuple, optional
            Further answers that are taken and not offered.
        safe : bool
            Whether the likeliest may be taken without asking.

        Returns
        -------
        value
            The answer.

        Raises
        ------
        DataError
            If the answer given is not legal; the message lists those that are.
        """
        answered = field in self.answers
        chosen = self.answers[field] if answered else next(iter(choices))
        if not answered and likeliest in choices:
            chosen = likeliest
        if answered and not any(type(chosen) is type(one) and chosen == one for one in (*choices, *legal)):
            raise DataError(
                f"Cannot read {self.name} with {field}={chosen!r:.80}: choose "
                f"{listed([repr(one) for one in list(choices)[:20]])}."
            )
        if len(choices) > 1:
            shown = tuple((said, value) for value, said in choices.items())
            self.questions.append(Question(field, text, shown, chosen, safe, answered))
        return chosen
