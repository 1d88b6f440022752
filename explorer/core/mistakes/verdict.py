"""What a wrong trip came to, held against the right one: found from the arrays alone, never from a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np

from explorer.core.coding import own_keep
from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.mistakes.alike import alike, generic, plain_config
from explorer.core.mistakes.origins import origins
from explorer.core.mistakes.record import Kind
from explorer.core.mistakes.running import Refusal, forward
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.ties import distinct
from explorer.core.trace import Trace
from explorer.errors import ConfigError
from explorer.words import in_words

__all__ = ["Cells", "StepKind", "Verdict", "alike", "compare", "generic", "kind_at", "plain_config"]

HiddenBy = Literal["", "sizes", "numbers", "mask"]
StepKind = Literal["same", "wrong contents", "other shape", "not taken"]


@dataclass(frozen=True)
class Cells:
    """How many cells, out of how many."""

    count: int
    of: int


@dataclass(frozen=True, eq=False, repr=False)
class Verdict:
    """What a wrong trip came to.

    Attributes
    ----------
    kind : {"refused", "other shape", "wrong contents", "hidden by a tie", "same"}
        Of the output. "hidden by a tie": the same numbers here, and others at sizes that differ, or with
        other numbers. "same": the same there too.
    right, wrong : Trace
    first : str
        The first step whose record is not the right one, or that was refused; empty where there is none.
    by_step : mapping of str to {"same", "wrong contents", "other shape", "not taken"}
    in_place : mapping of str to Cells
        For each tensor of `first` that only moved and has the right shape: how many of its cells hold the
        very number that belongs there.
    equal : Cells or None
        How many cells of the output hold the right number; None where it has another shape, or there is none.
    largest_difference : float or None
        The most that a number of the output is off; NaN where one is not a number.
    row_sums, column_sums : (float, float) or None
        The least and the largest sum of the wrong shares along the tokens looked at, and along those that
        ask; None where there are none.
    elsewhere : {"refused", "other shape", "wrong contents", "same"}
        What it comes to at sizes that hide nothing, with numbers that have nothing in common.
    hidden_by : {"", "sizes", "numbers", "mask"}
        What makes a wrong turn look right here.

    Examples
    --------
    >>> import explorer as ex
    >>> verdict = compare(ex.trace(), ex.trace(wrong_turns=["merge_without_reshelve"]))
    >>> verdict.kind, verdict.first, verdict.in_place["output"]
    ('wrong contents', 'merge', Cells(count=4, of=12))
    """

    kind: Kind
    right: Trace
    wrong: Trace
    first: str
    by_step: Mapping[str, StepKind]
    in_place: Mapping[str, Cells]
    equal: Cells | None
    largest_difference: float | None
    row_sums: tuple[float, float] | None
    column_sums: tuple[float, float] | None
    elsewhere: Kind
    hidden_by: HiddenBy

    @property
    def refusal(self) -> Refusal | None:
        """What NumPy said, if it refused."""
        return self.wrong.refusal if isinstance(self.wrong, WrongTrace) else None

    def text(self, words: str = "both") -> str:
        """Tell it in sentences, the most telling one first; the last says how to make it show, if it doesn't.

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

        Examples
        --------
        >>> import explorer as ex
        >>> tied = ex.Config(heads=1, head_dim=4)
        >>> print(compare(ex.trace(tied), ex.trace(tied, wrong_turns=["merge_without_reshelve"])).text())
        The right numbers come out, by luck. Sizes hide it (B = 1, H = 1 and D = C = 4): at B2 T5 H3 D6 \
W4 wrong numbers would come out.
        >>> compare(ex.trace(), ex.trace(wrong_turns=["table_turned"])).text("pencil").split(": ")[1]
        'Strike one cell by hand, off the diagonal.'
        """
        from explorer.core.mistakes.telling import tell_verdict  # which tells of what this module finds

        told = [*tell_verdict(self, words)]
        wrong = self.wrong if self.kind in ("same", "hidden by a tie") else None
        if isinstance(wrong, WrongTrace) and wrong.torch_refusal is None:
            told += [f"To see it here: {in_words(turn.show, words)}" for turn in wrong.turns if turn.show]
        return " ".join(told)

    def __repr__(self) -> str:
        return f"<Verdict {self.kind}: {self.text()}>"


def compare(right: Trace, wrong: Trace) -> Verdict:
    """Hold a trip against the right one.

    Parameters
    ----------
    right : Trace
    wrong : Trace
        As `trace` with ``wrong_turns`` makes it; any other trip of the same config will do.

    Returns
    -------
    Verdict

    Raises
    ------
    ConfigError
        If the two were not made with the same config and keep-table, or the first is no right trip.

    Examples
    --------
    >>> import explorer as ex
    >>> tied = ex.Config(heads=1, head_dim=4)
    >>> compare(ex.trace(tied), ex.trace(tied, wrong_turns=["merge_without_reshelve"])).kind
    'hidden by a tie'
    """
    if not _belong_together(right, wrong):
        raise ConfigError(
            f"Cannot compare {right!r} with {wrong!r}: what differs would tell nothing. Give a right "
            "trip first, and then another one of the same config and the same keep-table."
        )
    by_step = {step.name: _judged(right, wrong, step.name) for step in right.steps}
    first = next((step for step, kind in by_step.items() if kind != "same"), "")
    kind, equal, largest = _output(right, wrong)
    elsewhere: Kind = kind
    hidden_by: HiddenBy = ""
    if isinstance(wrong, WrongTrace):
        bare = plain_config(right.config).replace(by_hand=())
        elsewhere = kind_at(distinct(bare), wrong)
        if kind == "same":
            hidden_by = _hidden_by(right, wrong, bare, elsewhere)
    shares = wrong["shares"]["shares"].values if by_step["shares"] != "not taken" else None
    return Verdict(
        kind="hidden by a tie" if hidden_by else kind,
        right=right,
        wrong=wrong,
        first=first,
        by_step=MappingProxyType(by_step),
        in_place=MappingProxyType(_in_place(right, wrong, first) if first else {}),
        equal=equal,
        largest_difference=largest,
        row_sums=_sums(shares, -1),
        column_sums=_sums(shares, -2),
        elsewhere=elsewhere,
        hidden_by=hidden_by,
    )


def _belong_together(right: object, wrong: object) -> bool:
    """Whether two trips are of one config and one keep-table, the first with no wrong turn."""
    if not isinstance(right, Trace) or not isinstance(wrong, Trace) or isinstance(right, WrongTrace):
        return False
    if not isinstance(wrong, WrongTrace):
        return right.config == wrong.config
    ours, theirs = np.broadcast_arrays(right["mask"]["keep"].values, wrong.right["mask"]["keep"].values)
    return right.config == wrong.config and np.array_equal(ours, theirs)


def _hidden_by(right: Trace, wrong: WrongTrace, bare: Config, elsewhere: Kind) -> HiddenBy:
    """Find what makes the right numbers come out: the numbers, a keep-table of one's own, or the sizes."""
    keep = own_keep(right)
    if kind_at(plain_config(right.config), wrong, keep=keep) != "same":
        return "numbers"
    if (keep is not None or right.config.cells_by_hand) and kind_at(bare, wrong) != "same":
        return "mask"
    return "sizes" if elsewhere != "same" else ""


def kind_at(config: Config, wrong: WrongTrace, *, keep: Array | None = None) -> Kind:
    """Take the same wrong turns with numbers that have nothing in common, and say what comes of it.

    Parameters
    ----------
    config : Config
        The sizes and rules.
    wrong : WrongTrace
        Whose turns are taken.
    keep : ndarray of bool, optional
        A keep-table of one's own.

    Returns
    -------
    {"refused", "other shape", "wrong contents", "same"}

    Examples
    --------
    >>> import explorer as ex
    >>> wrong = ex.trace(wrong_turns=["flip_forgotten"])
    >>> kind_at(Config(tokens=3, head_dim=2), wrong), kind_at(Config(tokens=3, head_dim=3), wrong)
    ('refused', 'wrong contents')
    """
    query, key, value = generic(config)
    taken = forward(config, wrong.turns, query, key, value, keep)
    if isinstance(taken, Refusal):
        return "refused"
    expected = forward(config, (), query, key, value, keep)
    if isinstance(expected, Refusal) or expected.shape != taken.shape:
        return "other shape"
    return "same" if alike(expected, taken).all() else "wrong contents"


def _judged(right: Trace, wrong: Trace, step: str) -> StepKind:
    if step not in [one.name for one in wrong.steps]:
        return "not taken"
    shared = [name for name in right[step].tensors if name in wrong[step]]
    pairs = [(right[step][name].values, wrong[step][name].values) for name in shared]
    if any(one.shape != other.shape for one, other in pairs):
        return "other shape"
    placed = _in_place(right, wrong, step).values()
    same = all(alike(*pair).all() for pair in pairs) and all(cells.count == cells.of for cells in placed)
    return "same" if same else "wrong contents"


def _in_place(right: Trace, wrong: Trace, step: str) -> dict[str, Cells]:
    """Count, for each tensor that only moved, the cells whose number belongs there."""
    found: dict[str, Cells] = {}
    if not isinstance(wrong, WrongTrace) or step not in [one.name for one in wrong.steps]:
        return found
    for name in wrong[step].tensors:
        if name not in right[step]:
            continue
        expected, taken = origins(right, step, name), origins(wrong, step, name)
        if expected is not None and taken is not None and expected.index.shape == taken.index.shape:
            hits = int(np.count_nonzero(expected.index == taken.index))
            found[name] = Cells(hits, expected.index.size)
    return found


def _output(right: Trace, wrong: Trace) -> tuple[Kind, Cells | None, float | None]:
    if isinstance(wrong, WrongTrace) and wrong.refusal is not None:
        return "refused", None, None
    expected, taken = right.output.values, wrong.output.values
    if expected.shape != taken.shape:
        return "other shape", None, None
    same = alike(expected, taken)
    with np.errstate(invalid="ignore"):  # an infinity less itself
        off = np.where(same, 0, np.abs(taken - expected))
    equal = Cells(int(np.count_nonzero(same)), same.size)
    return "same" if same.all() else "wrong contents", equal, float(off.max())


def _sums(shares: Array | None, axis: int) -> tuple[float, float] | None:
    if shares is None or shares.ndim < 2 or not shares.size:
        return None
    with np.errstate(over="ignore", invalid="ignore"):
        sums = shares.sum(axis=axis)
    return float(sums.min()), float(sums.max())
