"""Numbers that somebody handed over: a frozen record for a configuration to hold, equal by what is in it."""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from explorer.core.asked import shown
from explorer.core.grid import Array
from explorer.core.handed_over import handed_over
from explorer.errors import DataError, ShapeError, listed

__all__ = ["LABEL_LENGTH", "MOST_LABELS", "Numbers"]

MOST_LABELS = 512
"""The most tokens that can have a name."""
LABEL_LENGTH = 40
"""The most characters in a token's name."""

_NAME_LENGTH = 200


@dataclass(frozen=True, eq=False, repr=False)
class Numbers:
    """Query, key and value that somebody handed over, or tokens and the table they are poured through.

    Two of them are equal, and hash alike, where they hold the same bytes, shapes, dtype and fields.

    Parameters
    ----------
    arrays : mapping of str to array-like
        Either ``query``, ``key`` and ``value``, axes (token, width) or (batch, token, width), of one shape;
        or ``tokens``, axes (token, channel) or (batch, token, channel), with ``table``, axes (channel, wide),
        and perhaps ``bias``, axes (wide,). They are copied: rows get a batch of size 1 where none is given,
        all get one dtype (float32 if all are, else float64) and become read-only.
    heads : int
        How many heads their rows are divided into at first; it divides the width.
    labels : tuple of str
        Names of the tokens: one for each of the first tokens, or none.
    name : str
        Where they came from, as "layer.npz".
    causal : bool
        The rule they were computed with: whether a token may look only at itself and at earlier ones.

    Raises
    ------
    DataError
        If an array is missing or unknown, is empty, or holds NaN, infinity, text or objects (the message says
        where), or a label or a name can't be shown.
    ShapeError
        If shapes do not fit each other, or the heads do not divide the width.

    Examples
    --------
    >>> rows = [[1, 0, 0, 2], [0, 1, 1, 0]]
    >>> numbers = Numbers({"query": rows, "key": rows, "value": rows}, heads=2)
    >>> numbers.batch, numbers.tokens, numbers.width, numbers.poured
    (1, 2, 4, False)
    >>> numbers == Numbers.of(query=rows, key=rows, value=rows, heads=2)
    True
    """

    arrays: Mapping[str, Array]
    heads: int = 1
    labels: tuple[str, ...] = ()
    name: str = ""
    causal: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "arrays", handed_over(self.arrays))
        self._settle_heads()
        self._settle_labels()
        if not isinstance(self.name, str) or len(self.name) > _NAME_LENGTH or not self.name.isprintable():
            raise DataError(
                f"Cannot name the numbers {shown(self.name)}: a name is printable text of at most "
                f"{_NAME_LENGTH} characters."
            )
        if not isinstance(self.causal, bool | np.bool_):
            raise DataError(f"Cannot use causal={shown(self.causal)}: choose True or False.")
        object.__setattr__(self, "causal", bool(self.causal))

    @classmethod
    def of(cls, *, query: object, key: object, value: object, **fields: Any) -> Numbers:
        """Take query, key and value as they are.

        Parameters
        ----------
        query, key, value : array-like, axes (token, width) or (batch, token, width)
            All of one shape.
        **fields
            `heads`, `labels`, `name` and `causal`.

        Returns
        -------
        Numbers

        Raises
        ------
        DataError, ShapeError
            As `Numbers` does.

        Examples
        --------
        >>> Numbers.of(query=[[1, 2]], key=[[3, 4]], value=[[5, 6]], name="by hand")
        <Numbers 'by hand': query, key, value; 1 batch item, 1 token, width 2, 1 head, float64>
        """
        return cls({"query": query, "key": key, "value": value}, **fields)  # type: ignore[dict-item]

    @classmethod
    def poured_from(cls, *, tokens: object, table: object, bias: object = None, **fields: Any) -> Numbers:
        """Take tokens, and the one table that makes query, key and value of every one of them.

        Parameters
        ----------
        tokens : array-like, axes (token, channel) or (batch, token, channel)
        table : array-like, axes (channel, wide)
            `wide` is 3C: C columns of query, then C of key, then C of value.
        bias : array-like, axes (wide,), optional
            Added to each wide row.
        **fields
            `heads`, `labels`, `name` and `causal`.

        Returns
        -------
        Numbers

        Raises
        ------
        DataError, ShapeError
            As `Numbers` does.

        Examples
        --------
        >>> numbers = Numbers.poured_from(tokens=[[5, 3]], table=[[2, 1, 0], [1, 3, 1]], bias=[0, 0, 1])
        >>> numbers.width, numbers.poured, numbers.arrays["bias"].tolist()
        (1, True, [0.0, 0.0, 1.0])
        """
        arrays = {"tokens": tokens, "table": table} | ({} if bias is None else {"bias": bias})
        return cls(arrays, **fields)  # type: ignore[arg-type]

    @property
    def poured(self) -> bool:
        """Whether query, key and value are still to be made, by a table."""
        return "table" in self.arrays

    @property
    def batch(self) -> int:
        """How many batch items there are."""
        return int(self._rows.shape[0])

    @property
    def tokens(self) -> int:
        """How many tokens each batch item has."""
        return int(self._rows.shape[1])

    @property
    def width(self) -> int:
        """C, the numbers in one token's row of query, key or value."""
        return int(self.arrays["table"].shape[1]) // 3 if self.poured else int(self._rows.shape[2])

    @property
    def dtype(self) -> np.dtype[Any]:
        """float32 or float64: what all of the arrays are."""
        return self._rows.dtype

    @cached_property
    def digest(self) -> str:
        """64 characters that stand for the whole record: other bytes, shapes or fields give others."""
        told = hashlib.sha256(repr((self.heads, self.labels, self.name, self.causal)).encode("utf-8"))
        for name, array in self.arrays.items():
            told.update(f"{name} {array.shape} {array.dtype.name};".encode())
            told.update(np.ascontiguousarray(array).data)
        return told.hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Numbers):
            return NotImplemented
        return self is other or self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Any, ...]:
        # A read-only mapping can't be pickled, and what comes back must be frozen again: making it does.
        return (Numbers, (dict(self.arrays), self.heads, self.labels, self.name, self.causal))

    def __repr__(self) -> str:
        told = [
            _counted(self.batch, "batch item"),
            _counted(self.tokens, "token"),
            f"width {self.width}",
            _counted(self.heads, "head"),
            self.dtype.name,
        ]
        named = f" {self.name!r}" if self.name else ""
        return f"<Numbers{named}: {', '.join(self.arrays)}; {', '.join(told)}>"

    @property
    def _rows(self) -> Array:
        return self.arrays["tokens" if self.poured else "query"]

    def _settle_heads(self) -> None:
        try:
            heads = operator.index(self.heads)
        except TypeError:
            heads = 0
        if isinstance(self.heads, bool | np.bool_) or heads < 1:
            raise ShapeError(
                f"Cannot divide a row into {shown(self.heads)} heads: "
                "heads is a count, a whole number of 1 or more."
            )
        width = self.width
        if width % heads:
            legal = [n for n in range(1, width + 1) if width % n == 0]
            raise ShapeError(
                f"Cannot divide a row of width {width} into {shown(heads)} heads: "
                f"{width} is not a multiple of {shown(heads)}. "
                f"Choose {listed(legal)} {'head' if width == 1 else 'heads'}."
            )
        object.__setattr__(self, "heads", heads)

    def _settle_labels(self) -> None:
        given = self.labels
        if not isinstance(given, list | tuple) or not all(isinstance(label, str) for label in given):
            raise DataError(
                f"Cannot name tokens by {shown(given)}: give a list of texts, one for each token."
            )
        labels = tuple(map(str, given))
        most = min(self.tokens, MOST_LABELS)
        if len(labels) > most:
            raise DataError(
                f"Cannot name {_counted(self.tokens, 'token')} by {len(labels)} labels: give at most {most}, "
                "one for each of the first tokens."
            )
        for place, label in enumerate(labels):
            if len(label) > LABEL_LENGTH or not label.isprintable():
                raise DataError(
                    f"Cannot name token {place} {label!r:.60}: a label is printable text of at most "
                    f"{LABEL_LENGTH} characters."
                )
        object.__setattr__(self, "labels", labels)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
