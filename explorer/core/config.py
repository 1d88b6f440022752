"""How large a trip is, which rules hold, and where its numbers come from: one frozen record."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from explorer.errors import ConfigError, listed

__all__ = ["DTYPES", "SOURCES", "Config", "Source", "divisors", "refuse_unknown_fields"]

Source = Literal["pencil", "poured", "given"]
SOURCES: tuple[Source, ...] = ("pencil", "poured", "given")
DTYPES: tuple[Any, ...] = (np.dtype(np.float32), np.dtype(np.float64))
GIBIBYTE = 2**30


def divisors(width: int) -> tuple[int, ...]:
    """Find the whole numbers that divide a row of `width` without remainder, smallest first.

    Parameters
    ----------
    width : int
        1 or more.

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> divisors(12)
    (1, 2, 3, 4, 6, 12)
    """
    small = [n for n in range(1, int(width**0.5) + 1) if width % n == 0]
    return tuple(sorted({*small, *(width // n for n in small)}))


def refuse_unknown_fields(record: Any, changes: Mapping[str, Any]) -> None:
    """Refuse to change what a record does not have, and say what it has.

    Parameters
    ----------
    record : dataclass instance
    changes : mapping
        New values by field.

    Raises
    ------
    ConfigError
        If a name is no field of the record.

    Examples
    --------
    >>> refuse_unknown_fields(Config(), {"tokens": 5})
    """
    fields = [field.name for field in dataclasses.fields(record)]
    unknown = [name for name in changes if name not in fields]
    if unknown:
        raise ConfigError(
            f"Cannot change {listed(unknown, 'and')} of a {type(record).__name__}: it has no such field. "
            f"Choose among {listed(fields, 'and')}."
        )


@dataclass(frozen=True)
class Config:
    """The sizes, masks and numbers of one trip; checked when it is made.

    Parameters
    ----------
    tokens : int
        T, the tokens in each batch item; 1 or more.
    heads : int
        H, the heads the width is divided into; 1 or more.
    head_dim : int
        D, the numbers each head keeps of a token; 1 or more.
    window : int or None
        W, how many tokens back a token may look, itself included; 1 or more. None for no window.
    batch : int
        B, the independent sequences computed side by side; 1 or more.
    causal : bool
        Whether a token may look only at itself and at earlier ones.
    source : {"pencil", "poured", "given"}
        Whether query, key and value are small made-up numbers, or poured from tokens through a table.
        "given" is what `trace_qkv` writes when you hand over your own.
    dtype : dtype-like
        float64 or float32: what the arithmetic is done in.
    budget : int
        The most bytes that the recorded trip may take.

    Raises
    ------
    ConfigError
        If a field is not one of its legal values.

    Examples
    --------
    >>> config = Config(tokens=5, heads=3, head_dim=4)
    >>> config.width
    12
    >>> config.replace(heads=4, head_dim=3).width
    12
    """

    tokens: int = 3
    heads: int = 2
    head_dim: int = 2
    window: int | None = 2
    batch: int = 1
    causal: bool = True
    source: Source = "pencil"
    dtype: Any = DTYPES[1]
    budget: int = GIBIBYTE

    def __post_init__(self) -> None:
        for field in ("tokens", "heads", "head_dim", "batch"):
            self._count(field, "a count, a whole number of 1 or more")
        if self.window is not None:
            self._count("window", "a whole number of 1 or more, or None for no window")
        self._count("budget", "a number of bytes, a whole number of 1 or more")
        self._choice("source", SOURCES, offered=SOURCES[:2])  # "given" is for trace_qkv to write
        self._choice("causal", (True, False))
        object.__setattr__(self, "causal", bool(self.causal))
        self._settle_dtype()

    @property
    def width(self) -> int:
        """C = H x D, the numbers in one token's row."""
        return self.heads * self.head_dim

    @property
    def sizes(self) -> Mapping[str, int]:
        """The four counters of a divided row by axis name: batch, token, head, head_dim."""
        return MappingProxyType(
            {"batch": self.batch, "token": self.tokens, "head": self.heads, "head_dim": self.head_dim}
        )

    def replace(self, **changes: Any) -> Config:
        """Make the same configuration with some fields changed, checked again.

        Parameters
        ----------
        **changes
            Fields of `Config` and their new values.

        Returns
        -------
        Config

        Raises
        ------
        ConfigError
            If a field does not exist, or its value is not legal.

        Examples
        --------
        >>> Config().replace(tokens=5).tokens
        5
        """
        refuse_unknown_fields(self, changes)
        return dataclasses.replace(self, **changes)

    def _count(self, field: str, expected: str) -> None:
        value = getattr(self, field)
        try:
            count = operator.index(value)
        except TypeError:
            count = 0
        if isinstance(value, bool | np.bool_) or count < 1:
            raise ConfigError(f"Cannot make a Config with {field}={value!r}: {field} is {expected}.")
        object.__setattr__(self, field, count)

    def _choice(self, field: str, choices: tuple[Any, ...], offered: tuple[Any, ...] = ()) -> None:
        value = getattr(self, field)
        if not any(type(value) in (type(choice), np.bool_) and value == choice for choice in choices):
            legal = listed(map(repr, offered or choices))
            raise ConfigError(f"Cannot make a Config with {field}={value!r}: choose {legal}.")

    def _settle_dtype(self) -> None:
        try:
            dtype = np.dtype(self.dtype)
        except TypeError:
            dtype = None
        # NumPy takes None for float64, in np.dtype and in ==: a forgotten value must not pass for a choice.
        if self.dtype is None or dtype is None or dtype not in DTYPES:
            raise ConfigError(f"Cannot make a Config with dtype={self.dtype!r}: choose {listed(DTYPES)}.")
        object.__setattr__(self, "dtype", dtype)
