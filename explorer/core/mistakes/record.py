"""The record of one wrong turn: what it does to the code of a step, why people take it, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from explorer.core.config import Config
from explorer.core.steps import STEP_NAMES
from explorer.errors import ConfigError, UnknownNameError, listed
from explorer.words import choose

__all__ = ["KINDS", "Change", "Claim", "Kind", "Repair", "WrongTurn", "instead", "whole"]

Kind = Literal["refused", "other shape", "wrong contents", "hidden by a tie", "same"]
KINDS: tuple[Kind, ...] = get_args(Kind)

Change = Callable[[str], str]
"""What makes the wrong code of a step out of its right code, as the trip at hand runs it."""


def whole(code: str) -> Change:
    """Put other code in the place of a step's.

    Parameters
    ----------
    code : str
        All of the step's lines.

    Returns
    -------
    callable

    Examples
    --------
    >>> whole("k = k.T")("k = k.transpose(0, 1, 3, 2)")
    'k = k.T'
    """
    return lambda _: code


def instead(right: str, wrong: str) -> Change:
    """Put one fragment in another's place wherever it stands, and leave code without it as it is.

    Parameters
    ----------
    right, wrong : str

    Returns
    -------
    callable

    Examples
    --------
    >>> change = instead("j <= i", "j < i")
    >>> change("keep = j <= i  # not ahead"), change("keep = own_keep")
    ('keep = j < i  # not ahead', 'keep = own_keep')
    """
    return lambda code: code.replace(right, wrong)


@dataclass(frozen=True)
class Claim:
    """What comes of a wrong turn in one trip. Tests run it.

    Parameters
    ----------
    kind : {"refused", "other shape", "wrong contents", "hidden by a tie", "same"}
        What `compare` says of the whole trip; of `step` alone, where one is named.
    changes : mapping of str to object
        Fields of `Config` that differ from the pencil example.
    keep : sequence of sequence of bool, or None
        A keep-table of one's own, if the trip has one.
    step : str
        The step that is judged instead of the trip.

    Examples
    --------
    >>> Claim("refused", {"tokens": 5}).changes["tokens"]
    5
    """

    kind: Kind
    changes: Mapping[str, Any] = field(default_factory=dict)
    keep: Any = None
    step: str = ""


@dataclass(frozen=True)
class Repair:
    """Something people write when the wrong turn is refused, or seen.

    Whether it is right is found by running it, and never declared.

    Parameters
    ----------
    code : str
        NumPy lines for the turn's step.
    says : str
        What it does, in pencil words.

    Examples
    --------
    >>> Repair("k = k.transpose(0, 1, 3, 2)", "Let the last two trade places.").says
    'Let the last two trade places.'
    """

    code: str
    says: str


@dataclass(frozen=True, eq=False, repr=False)
class WrongTurn:
    """One mistake that people really make, as code that runs in a step's place.

    Parameters
    ----------
    key : str
        What it goes by: ``"merge_without_reshelve"``.
    pencil, standard : str
        Its title in pencil words and in the field's.
    lines : mapping of str to callable
        For each step it changes, what that does to the step's NumPy lines; `step` is the first.
    torch : mapping of str to callable
        The same for the lines in PyTorch.
    why, see, mend : str
        Why people take it, how it can be seen, what to write instead; in pencil words.
    show : str
        What to choose so that it shows, where the sizes, rules and numbers at hand may hide it; in pencil
        words. Empty where it shows at once.
    seen_in : tuple of str
        Where it was reported: GitHub addresses as ``"owner/repository#number"``.
    claims : tuple of Claim
        What comes of it, and at which sizes.
    repairs : tuple of Repair
    outside : str
        Why it can't be told from the outputs of a function; empty where it can.
    torch_view : (str, tuple of str) or None
        A variable of the step, and the sizes that PyTorch's ``view`` is asked to read it with, where only
        PyTorch refuses.
    largest : callable or None
        From a config to how many numbers its largest array has, where that is far more than on the right way.

    Raises
    ------
    ConfigError
        If it changes no step.
    UnknownNameError
        If it changes a step that there is not.

    Examples
    --------
    >>> turn = WrongTurn("k_t", "all reversed", "K.T", lines={"inside_flip": whole("k = k.T")})
    >>> turn.step, turn.say("pencil")
    ('inside_flip', 'all reversed')
    >>> turn
    <WrongTurn k_t: all reversed (K.T)>
    """

    key: str
    pencil: str
    standard: str
    lines: Mapping[str, Change]
    torch: Mapping[str, Change] = field(default_factory=dict)
    why: str = ""
    see: str = ""
    mend: str = ""
    show: str = ""
    seen_in: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    repairs: tuple[Repair, ...] = ()
    outside: str = ""
    torch_view: tuple[str, tuple[str, ...]] | None = None
    largest: Callable[[Config], int] | None = None

    def __post_init__(self) -> None:
        if not self.lines:
            raise ConfigError(
                f"Cannot make the wrong turn {self.key!r}: it changes no step. "
                f"Give lines for one of {listed(STEP_NAMES)}."
            )
        for step in (*self.lines, *self.torch):
            if step not in STEP_NAMES:
                raise UnknownNameError(
                    f"Cannot make the wrong turn {self.key!r}: there is no step {step!r}. "
                    f"Choose {listed(STEP_NAMES)}."
                )

    @property
    def step(self) -> str:
        """The step it replaces; the first, where it replaces several."""
        return next(name for name in STEP_NAMES if name in self.lines)

    def say(self, words: str = "both") -> str:
        """Say its title.

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
        return choose(self.pencil, self.standard, words)

    def __repr__(self) -> str:
        return f"<WrongTurn {self.key}: {self.say()}>"
