"""The grid of influence beside the keep-table, and where the two differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from explorer.core.config import Config
from explorer.core.grid import Array, frozen
from explorer.core.masks import nothing_kept
from explorer.core.mistakes.running import Refusal
from explorer.errors import listed
from explorer.words import TENSORS, in_words, numbered_step

__all__ = ["Influence"]

_NAMED = 4
_DRAWN = 16


@dataclass(frozen=True, eq=False, repr=False)
class Influence:
    """Which rows come out changed when one token that goes in is changed.

    Attributes
    ----------
    config : Config
        The sizes and rules.
    keep : ndarray of bool, axes (query_token, key_token) or (batch, query_token, key_token)
        What may look at what.
    by_batch : ndarray of bool, axes (batch out, token out, batch in, token in)
        Of size 0 where nothing could be found.
    unknown : ndarray of bool, axes (batch, token out)
        Rows that come out as not a number, NaN, whatever goes in: of them nothing can be told. A row that
        keeps nothing and is to become NaN is none of them. Of size 0 where nothing could be found.
    refusal : Refusal or None
        What NumPy said, if it refused.
    shape : tuple of int or None
        What came out instead of a row for each token, if it was something else.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.core.influence import influence
    >>> found = influence(ex.Config(tokens=5, window=None), turns=["merge_without_reshelve"])
    >>> print(*found.rows())
    11000 11110 11111 11100 11111
    >>> found.equal, found.missing
    (False, ((3, 3),))
    >>> influence()
    <Influence, changes with | may look at
      0  100 | 100
      1  110 | 110
      2  011 | 011>
    """

    config: Config
    keep: Array
    by_batch: Array = field(default_factory=lambda: frozen(np.zeros((0, 0, 0, 0), dtype=bool)))
    unknown: Array = field(default_factory=lambda: frozen(np.zeros((0, 0), dtype=bool)))
    refusal: Refusal | None = None
    shape: tuple[int, ...] | None = None

    @property
    def found(self) -> bool:
        """Whether there is a grid."""
        return self.refusal is None and self.shape is None

    @property
    def grid(self) -> Array:
        """True where the token out changes with the token in: axes (token out, token in).

        Of its own batch item, and in any of them; what batch items do to one another is in `crosses`.
        """
        whole: Array = np.any(self._own, axis=0)
        return whole

    @property
    def expected(self) -> Array:
        """The grid of a right trip: axes as `keep`, and but for two things the very same table.

        A token that looks at several others and not at itself still changes with itself, for its query says
        how it shares among them. A row that keeps nothing may be meant to share evenly among all tokens.
        """
        several = np.count_nonzero(self.keep, axis=-1, keepdims=True) > 1
        table: Array = self.keep | (several & np.eye(self.config.tokens, dtype=bool))
        if self.config.empty_rows == "uniform":
            table = table | nothing_kept(self.keep)[..., np.newaxis]
        return table

    @property
    def equal(self) -> bool:
        """Whether the grid of each batch item is as expected, and none changes with another.

        Not where of some row nothing can be told.
        """
        return self.found and not (self.extra or self.missing or self.crosses or self.unknown.any())

    @property
    def extra(self) -> tuple[tuple[int, int], ...]:
        """Where there is influence and none is expected: (token out, token in)."""
        return _cells(self._told & self._own & ~self._meant)

    @property
    def missing(self) -> tuple[tuple[int, int], ...]:
        """Where there is no influence and some is expected: (token out, token in)."""
        return _cells(self._told & ~self._own & self._meant)

    @property
    def crosses(self) -> tuple[tuple[int, int], ...]:
        """Batch items that change with another one: (batch out, batch in)."""
        met = self.by_batch.any(axis=(1, 3)) & ~np.eye(len(self.by_batch), dtype=bool)
        return tuple((int(out), int(into)) for out, into in np.argwhere(met))

    def rows(self) -> tuple[str, ...]:
        """Write the grid as a text for each token out: ``"11000"``, or ``"?????"`` where nothing is told."""
        return tuple(
            "?" * len(row) if unknown else "".join("01"[cell] for cell in row)
            for row, unknown in zip(self.grid.astype(int).tolist(), self._untold, strict=True)
        )

    def text(self, words: str = "both") -> str:
        """Say whether the grid is the keep-table, and which cells differ.

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
        >>> from explorer.core.influence import influence
        >>> print(influence().text("standard"))
        The influence grid is the attention mask, both ways: a token changes with those kept for it, and \
with no other.
        >>> print(influence(turns=["diagonal_one_far"]).text("pencil"))
        The influence grid is not the keep-table. Struck, and yet of influence: token 0 changes with token \
1 and token 1 with token 2.
        """
        table = TENSORS["keep"].pencil
        if self.refusal is not None:
            at, said = numbered_step(self.refusal.step, words), self.refusal.message.strip().rstrip(".")
            return (
                f"{self.refusal.by} refuses at {at}, in the line `{self.refusal.line}`: {said}. "
                "There is no output, and so no influence grid."
            )
        if self.shape is not None:
            rows = (self.config.batch, self.config.tokens, self.config.width)
            return (
                f"What comes out has the shape {self.shape}, and {rows} was expected: without a row for each "
                "token there is no influence grid."
            )
        if self.equal:
            same = np.array_equal(self.keep, self.expected)
            lead = f"is {table}, both ways: a token changes with those kept for it, and with no other."
            sentences = [f"The influence grid {lead if same else f'is what {table} asks for, both ways.'}"]
        elif np.all(self.unknown):
            sentences = []
        elif self.extra or self.missing or self.crosses:
            sentences = [f"The influence grid is not {table}."]
        else:
            sentences = [f"As far as can be told, the influence grid is {table}."]
        untold = np.flatnonzero(self._untold).tolist()
        if untold:
            one = len(untold) == 1
            who, them = (f"Row {untold[0]} comes", "it") if one else (f"Rows {_counted(untold)} come", "them")
            sentences.append(f"{who} out NaN whatever goes in: nothing can be told of {them}.")
        if self.extra:
            sentences.append(f"Struck, and yet of influence: {_named(self.extra, 'token')}.")
        if self.missing:
            sentences.append(
                f"Kept, and of no influence: {_named(self.missing, 'token', 'does not change')}."
            )
        if self.crosses:
            sentences.append(f"The books do not keep apart: {_named(self.crosses, 'book')}.")
        elif self.config.batch > 1:
            sentences.append("No book changes with another.")
        return in_words(" ".join([*sentences, *self._beyond()]), words)

    def _beyond(self) -> Iterator[str]:
        """Tell where more is expected than the keep-table keeps, and why."""
        beyond = self.expected & ~self.keep
        empty = nothing_kept(self.keep)
        alone = np.argwhere((beyond & ~empty[..., np.newaxis]).any(axis=-1))
        if len(alone):
            tokens = sorted({int(place[-1]) for place in alone})
            yield (
                f"A token that does not look at itself (here {_counted(tokens)}) still changes with itself: "
                "its WANT says how it shares among the others."
            )
        if beyond[empty].any():
            tokens = sorted({int(place[-1]) for place in np.argwhere(empty)})
            yield f"A token that keeps nothing (here {_counted(tokens)}) shares evenly among all, as chosen."

    def __repr__(self) -> str:
        if not self.found or self.config.tokens > _DRAWN:
            return f"<Influence: {self.text()}>"
        kept = np.any(self.keep.reshape(-1, *self.keep.shape[-2:]), axis=0).astype(int).tolist()
        lines = [
            f"  {token}  {row} | {''.join(map(str, may))}"
            for token, (row, may) in enumerate(zip(self.rows(), kept, strict=True))
        ]
        return "\n".join(["<Influence, changes with | may look at", *lines]) + ">"

    @property
    def _untold(self) -> Array:
        """Of which token out nothing can be told, in some batch item: axes (token out)."""
        untold: Array = np.any(self.unknown, axis=0)
        return untold

    @property
    def _told(self) -> Array:
        return ~self.unknown[..., np.newaxis]

    @property
    def _own(self) -> Array:
        """What happens within each batch item: axes (batch, token out, token in)."""
        return np.moveaxis(np.diagonal(self.by_batch, axis1=0, axis2=2), -1, 0)

    @property
    def _meant(self) -> Array:
        return np.broadcast_to(self.expected, self._own.shape) if self.found else self._own


def _cells(marked: Array) -> tuple[tuple[int, int], ...]:
    """List the cells that are marked in any batch item."""
    return tuple((int(out), int(into)) for out, into in np.argwhere(marked.any(axis=0)))


def _named(cells: Sequence[tuple[int, int]], what: str, verb: str = "changes") -> str:
    """Name the first few, and say how many more there are."""
    told = [f"{what} {out} with {what} {into}" for out, into in cells]
    told[0] = told[0].replace(" with", f" {verb} with", 1)
    if len(told) > _NAMED + 1:
        told[_NAMED:] = [f"{len(told) - _NAMED} more"]
    return listed(told, "and")


def _counted(tokens: Sequence[int]) -> str:
    more = [f"{len(tokens) - _NAMED} more"] if len(tokens) > _NAMED else []
    return listed([*tokens[:_NAMED], *more], "and")
