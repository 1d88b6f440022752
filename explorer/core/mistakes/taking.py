"""A trip with wrong turns taken on purpose: recorded step by step like any other, as far as NumPy goes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, NoReturn

from explorer.core.asked import shown
from explorer.core.coding import code_of
from explorer.core.mistakes.journey import Journey
from explorer.core.mistakes.naming import NameClash
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.room import check_room
from explorer.core.mistakes.running import Refusal, changed
from explorer.core.step import Step
from explorer.core.steps import STEP_NAMES
from explorer.core.tensor import Tensor
from explorer.core.trace import Trace
from explorer.errors import ConfigError, ExplorerError, UnknownNameError, listed

__all__ = ["WrongTrace", "records_of", "take"]


@dataclass(frozen=True, eq=False, repr=False)
class WrongTrace(Trace):
    """A trip with wrong turns. Its steps end where NumPy refused.

    What a wrong step costs is not counted, but for the bytes it copies. `explain`, `ancestors` and
    `descendants` tell of the right way, and refuse here: `origins` says where a number came from.

    Attributes
    ----------
    right : Trace
        The same trip with no wrong turn.
    turns : tuple of WrongTurn
    code : mapping of str to str
        The NumPy lines of every step as they were run, by step.
    refusal : Refusal or None
        What NumPy said, if it refused.
    torch_refusal : Refusal or None
        What PyTorch would have said where NumPy says nothing, worked out from the strides.
    clashes : tuple of NameClash
        Where names meet that do not fit, in the order of the steps.
    warned : mapping of str to tuple of str
        What NumPy warned of, by step.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.core.mistakes.record import whole
    >>> turn = WrongTurn("k_t", "all reversed", "K.T", lines={"inside_flip": whole("k = k.T")})
    >>> wrong = take(ex.trace(), [turn])
    >>> wrong.steps[-1].name, wrong["inside_flip"]["key"].axes
    ('inside_flip', ('head_dim', 'token', 'head', 'batch'))
    >>> wrong.refusal.step, wrong.refusal.line
    ('scores', 'matches = q @ k')
    """

    right: Trace
    turns: tuple[WrongTurn, ...]
    code: Mapping[str, str]
    refusal: Refusal | None = None
    torch_refusal: Refusal | None = None
    clashes: tuple[NameClash, ...] = ()
    warned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def output(self) -> Tensor:
        """What comes out of the merge, if the trip gets there; `ExplorerError` says where it ended."""
        if self.refusal is not None:
            raise ExplorerError(
                f"Cannot read the output: there is none. NumPy refused step {self.refusal.step}, in its own "
                f"words: {self.refusal.message} Read the steps before it, or take another wrong turn."
            )
        return self["merge"]["output"]

    def __getitem__(self, name: str) -> Step:
        """Find the step of this name; `UnknownNameError` lists those that were taken."""
        taken = [step.name for step in self.steps]
        if name in STEP_NAMES and name not in taken:
            raise UnknownNameError(
                f"Cannot find step {name!r}: it was not taken, for NumPy refused "
                f"{STEP_NAMES[len(taken)]}. Choose {listed(taken)}."
            )
        return super().__getitem__(name)

    def explain(self, *_: Any, **__: Any) -> NoReturn:
        """Refuse: the arithmetic told is that of the right way."""
        self._refuse("explain a number")

    def ancestors(self, *_: Any, **__: Any) -> NoReturn:
        """Refuse: the ancestors told are those of the right way."""
        self._refuse("trace a number back")

    def descendants(self, *_: Any, **__: Any) -> NoReturn:
        """Refuse: the descendants told are those of the right way."""
        self._refuse("follow a number")

    def _refuse(self, asked: str) -> NoReturn:
        raise ExplorerError(
            f"Cannot {asked} of a trip with wrong turns: what is told is the right way. "
            "Ask its `right` trip, or `origins` for where a number came from."
        )

    def __repr__(self) -> str:
        turns = ", ".join(turn.key for turn in self.turns)
        ended = f", refused at {self.refusal.step}" if self.refusal else ""
        return f"{super().__repr__()[:-1]}, wrong turns: {turns}{ended}>"


def take(right: Trace, turns: Sequence[str | WrongTurn]) -> WrongTrace:
    """Take a trip again, with wrong turns.

    Parameters
    ----------
    right : Trace
        The right trip.
    turns : sequence of str or WrongTurn
        Keys of `WRONG_TURNS`, or records of one's own. Where two change the same step, the later one changes
        what the earlier one left.

    Returns
    -------
    WrongTrace
        Up to the first wrong step its records are those of `right`; from there on each step's NumPy lines
        were run, and axes are named by what the arrays themselves show.

    Raises
    ------
    UnknownNameError
        If there is no wrong turn of a key.
    ConfigError
        If no turn is named, or one twice, or one would make an array too large for the budget.

    Examples
    --------
    >>> import explorer as ex
    >>> take(ex.trace(), ["merge_without_reshelve"]).output.values[0, 0].round(3).tolist()
    [2.0, 0.0, 1.196, 0.804]
    """
    if isinstance(right, WrongTrace):
        right = right.right
    records = records_of(turns)
    check_room(right.config, records)
    first = min(STEP_NAMES.index(step) for turn in records for step in turn.lines)
    codes = changed({step: code_of(right, step) for step in STEP_NAMES}, records)
    journey = Journey(right, first)
    for step in STEP_NAMES[first:]:
        if not journey.go(step, codes[step]):
            break
    return WrongTrace(
        config=right.config,
        steps=(*right.steps[:first], *journey.taken),
        right=right,
        turns=records,
        code=MappingProxyType(codes),
        refusal=journey.refusal,
        torch_refusal=journey.torch_refusal(records, codes),
        clashes=tuple(journey.clashes),
        warned=MappingProxyType(journey.warned),
    )


def records_of(turns: Sequence[str | WrongTurn]) -> tuple[WrongTurn, ...]:
    """Find the records of wrong turns.

    Parameters
    ----------
    turns : sequence of str or WrongTurn
        Keys of `WRONG_TURNS`, or records, which stay what they are.

    Returns
    -------
    tuple of WrongTurn

    Raises
    ------
    UnknownNameError
        If there is no wrong turn of a key.
    ConfigError
        If no turn is named, or one twice, or one would make an array too large for the budget.

    Examples
    --------
    >>> [turn.step for turn in records_of(["split_by_reshape", "merge_without_reshelve"])]
    ['reshelve', 'merge']
    """
    from explorer.core.mistakes import WRONG_TURNS  # which is made of records that this module need not know

    if isinstance(turns, str | WrongTurn):
        turns = [turns]
    if isinstance(turns, bytes) or not isinstance(turns, Iterable):
        raise ConfigError(
            f"Cannot take the wrong turns {shown(turns)}: give a list of keys of WRONG_TURNS, "
            "as in wrong_turns=['key_t']."
        )
    turns = tuple(turns)  # read once: it may be a generator
    unknown = [turn for turn in turns if not isinstance(turn, WrongTurn) and not _is_key(turn, WRONG_TURNS)]
    if unknown:
        asked = unknown[0] if isinstance(unknown[0], str) else ""
        near = get_close_matches(asked[:80], WRONG_TURNS, n=3)
        choices = listed(near or WRONG_TURNS)
        raise UnknownNameError(
            f"Cannot take the wrong turn {shown(unknown[0])}: "
            + (f"there is none of that name. Did you mean {choices}?" if near else f"choose {choices}.")
        )
    records = tuple(turn if isinstance(turn, WrongTurn) else WRONG_TURNS[turn] for turn in turns)
    keys = [turn.key for turn in records]
    if not keys or len(set(keys)) < len(keys):
        what = "no wrong turn" if not keys else f"{listed(keys, 'and')}"
        raise ConfigError(f"Cannot take {what}: name one wrong turn or more, each once.")
    return records


def _is_key(turn: object, known: Mapping[str, WrongTurn]) -> bool:
    return isinstance(turn, str) and turn in known  # a list is no key, and can't be looked up
