"""What was found out about somebody's function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from textwrap import fill

from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.influence_grid import Influence
from explorer.core.mistakes.answer import Failure

__all__ = ["Report", "broken"]

_WIDE = 100


def broken(text: str) -> str:
    """Break long lines between words, for a notebook would break them in the middle of one.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
        Lines that are set in, as code is, are left as they are.

    Examples
    --------
    >>> [len(line) for line in broken("so " * 50).splitlines()]
    [98, 50]
    """
    return "\n".join(
        line if line.startswith(" ") else fill(line, _WIDE, break_long_words=False, break_on_hyphens=False)
        for line in text.splitlines()
    )


@dataclass(frozen=True, eq=False, repr=False)
class Report:
    """What was found out about a function.

    Attributes
    ----------
    ok : bool
        Whether its output is the engine's, to 6 digits at least and at other sizes too, and its influence
        grid the keep-table.
    wrong_turns : tuple of str
        The wrong turns it takes: keys of `WRONG_TURNS`. Two, where it takes two at once; none where it is
        right, or wrong in a way that is not known.
    others : tuple of str
        What gives the same output and so can't be told from it: keys, and pairs as ``"one + other"``.
    text : str
        All of it in plain words.
    influence : Influence or None
        Which tokens have a say in which; None where there is no output.
    refusal : Failure or None
        The exception that the function ended with.
    untellable : mapping of str to str
        The wrong turns that it may take all the same, and why they don't show from outside.
    output : ndarray of float64 or None
        What the function gave; None where there is nothing to compare.
    config : Config
        The sizes and rules it was checked at first.
    printed : str
        What its first call printed, and a line that says whether others printed too; empty where nothing.

    Examples
    --------
    >>> from explorer.core.mistakes.check import check
    >>> report = check(lambda query, key, value, heads: value)
    >>> report.ok, report.wrong_turn, report.influence.rows()[:2]
    (False, None, ('10000', '01000'))
    """

    ok: bool
    text: str
    config: Config
    wrong_turns: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    influence: Influence | None = None
    refusal: Failure | None = None
    untellable: Mapping[str, str] = field(default_factory=dict)
    output: Array | None = None
    printed: str = ""

    @property
    def wrong_turn(self) -> str | None:
        """The wrong turn it takes, where it takes a single one that is known."""
        return self.wrong_turns[0] if len(self.wrong_turns) == 1 else None

    def __repr__(self) -> str:
        return broken(self.text)
