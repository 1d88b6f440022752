"""How large a trip is, which rules hold, and where its numbers come from: one frozen record."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, get_args

from explorer.core import fields
from explorer.core.asked import shown
from explorer.core.edits import Edit, set_by_hand, typed_over
from explorer.core.fields import DTYPES, refuse_unknown_fields
from explorer.core.numbers import Numbers
from explorer.errors import ConfigError

__all__ = [
    "DTYPES",
    "EMPTY_ROWS",
    "SCALES",
    "SOURCES",
    "Config",
    "EmptyRows",
    "Scale",
    "Source",
    "divisors",
    "refuse_unknown_fields",
]

Source = Literal["pencil", "poured", "given"]
SOURCES: tuple[Source, ...] = get_args(Source)
Scale = Literal["head_dim", "width", "none"]
SCALES: tuple[Scale, ...] = get_args(Scale)
EmptyRows = Literal["refuse", "nan", "zero", "uniform"]
EMPTY_ROWS: tuple[EmptyRows, ...] = get_args(EmptyRows)
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
        Whether query, key and value are small made-up numbers, or poured from tokens through a table, or
        somebody's own: "given" goes with `numbers`, and `Config.of` writes both.
    dtype : dtype-like
        float64 or float32: what the arithmetic is done in.
    budget : int
        The most bytes that the recorded trip may take.
    numbers : Numbers or None
        What was handed over, for ``source="given"``. A trip of smaller sizes takes the first batch items and
        tokens, and the first columns of each row.
    edits : tuple of Edit
        Numbers typed over. Those outside the sizes, or of what the source does not use, wait and do nothing.
    by_hand : tuple of (query_token, key_token, kept)
        Cells of the keep-table set by hand, over every rule. Those outside the sizes wait.
    window_counts_self : bool
        Whether the window counts the asking token itself, ``j >= i - W + 1``, or only those before it,
        ``j >= i - W``.
    scale : {"head_dim", "width", "none"}
        What scores are divided by the square root of.
    empty_rows : {"refuse", "nan", "zero", "uniform"}
        What a row with nothing kept becomes: no trip at all; shares of 0 / 0, not a number; shares of 0;
        or the same share for every token, later ones too.
    labels : tuple of str
        Names of the tokens, the first token's first. There may be fewer than tokens, or more.

    Raises
    ------
    ConfigError
        If a field is not one of its legal values.

    Notes
    -----
    The three policies for an empty row are those that libraries chose: striking by minus infinity leaves NaN
    (pytorch/pytorch#103963), striking by a large finite number shares evenly among all, the future included
    (ml-explore/mlx#2395 tells of both), and several fused kernels return 0.

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
    numbers: Numbers | None = None
    edits: tuple[Edit, ...] = ()
    by_hand: tuple[tuple[int, int, bool], ...] = ()
    window_counts_self: bool = True
    scale: Scale = "head_dim"
    empty_rows: EmptyRows = "refuse"
    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for field in ("tokens", "heads", "head_dim", "batch"):
            self._settle(
                field, fields.count(field, getattr(self, field), "a count, a whole number of 1 or more")
            )
        if self.window is not None:
            told = "a whole number of 1 or more, or None for no window"
            self._settle("window", fields.count("window", self.window, told))
        told = "a number of bytes, a whole number of 1 or more"
        self._settle("budget", fields.count("budget", self.budget, told))
        fields.choice("source", self.source, SOURCES, offered=SOURCES[:2])  # "given" goes with numbers
        fields.choice("scale", self.scale, SCALES)
        fields.choice("empty_rows", self.empty_rows, EMPTY_ROWS)
        for field in ("causal", "window_counts_self"):
            fields.choice(field, getattr(self, field), (True, False))
            self._settle(field, bool(getattr(self, field)))
        self._settle("dtype", fields.dtype_of(self.dtype))
        self._settle("edits", typed_over(self.edits, self.dtype))
        self._settle("by_hand", set_by_hand(self.by_hand))
        self._settle("labels", fields.names(self.labels))
        self._check_numbers()

    @classmethod
    def of(cls, numbers: Numbers, **changes: Any) -> Config:
        """Make the configuration that shows all of somebody's own numbers.

        Parameters
        ----------
        numbers : Numbers
        **changes
            Fields of `Config` and their values. What is not said follows the numbers, with no window.

        Returns
        -------
        Config

        Raises
        ------
        ConfigError
            If a field does not exist, or its value is not legal.

        Examples
        --------
        >>> rows = [[1, 0, 0, 2], [0, 1, 1, 0]]
        >>> config = Config.of(Numbers.of(query=rows, key=rows, value=rows, heads=2), scale="none")
        >>> config.tokens, config.head_dim, config.window, config.source
        (2, 2, None, 'given')
        """
        if not isinstance(numbers, Numbers):
            raise ConfigError(
                f"Cannot make a Config of {shown(numbers)}: give Numbers, as in "
                "Config.of(Numbers.of(query=..., key=..., value=...))."
            )
        whole = cls(
            tokens=numbers.tokens,
            heads=numbers.heads,
            head_dim=numbers.width // numbers.heads,
            window=None,
            batch=numbers.batch,
            causal=numbers.causal,
            source="given",
            dtype=numbers.dtype,
            numbers=numbers,
            labels=numbers.labels,
        )
        return whole.replace(**changes) if changes else whole

    @property
    def width(self) -> int:
        """C = H x D, the numbers in one token's row."""
        return self.heads * self.head_dim

    @property
    def root_of(self) -> int | None:
        """What scores are divided by the square root of: D, or C; None where they are not divided."""
        return {"head_dim": self.head_dim, "width": self.width, "none": None}[self.scale]

    @property
    def cells_by_hand(self) -> tuple[tuple[int, int, bool], ...]:
        """The cells set by hand that lie in this keep-table; the others wait."""
        return tuple(cell for cell in self.by_hand if max(cell[:2]) < self.tokens)

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

    def _settle(self, field: str, value: object) -> None:
        object.__setattr__(self, field, value)

    def _check_numbers(self) -> None:
        """Hold source and numbers together, and the sizes to what the numbers have."""
        numbers = self.numbers
        if numbers is not None and not isinstance(numbers, Numbers):
            raise ConfigError(
                f"Cannot make a Config with numbers={shown(numbers)}: give Numbers, "
                "or None with another source."
            )
        if (numbers is None) == (self.source == "given"):
            what = "no numbers" if numbers is None else "numbers"
            raise ConfigError(
                f"Cannot make a Config with source={self.source!r} and {what}: 'given' goes with numbers. "
                "Hand them to trace_qkv or Config.of, or choose source='pencil' or 'poured' and numbers=None."
            )
        if numbers is None:
            return
        for field, held in (("batch", numbers.batch), ("tokens", numbers.tokens)):
            if getattr(self, field) > held:
                raise ConfigError(
                    f"Cannot make a Config with {field}={getattr(self, field)}: {self._named} hold {held}. "
                    f"Choose {_up_to(held)}."
                )
        if self.width > numbers.width:
            raise ConfigError(
                f"Cannot make a Config with heads={self.heads} and head_dim={self.head_dim}: "
                f"that is a row of {self.width} numbers, and {self._named} have rows of {numbers.width}. "
                f"Choose heads x head_dim of {numbers.width} or less."
            )

    @property
    def _named(self) -> str:
        name = self.numbers.name if self.numbers else ""
        return f"the numbers of {name}" if name else "the numbers handed over"


def _up_to(most: int) -> str:
    return "1" if most == 1 else f"1 to {most}"
