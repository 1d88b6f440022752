"""The tie meter: what NumPy would make of each wrong turn at the sizes at hand, and over a sweep of sizes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from types import MappingProxyType

from explorer.core.asked import shown
from explorer.core.config import Config
from explorer.core.influence import check_size
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.record import KINDS, Kind, WrongTurn
from explorer.core.mistakes.running import Refusal, forward
from explorer.core.mistakes.sweep_table import as_markdown, as_text
from explorer.core.mistakes.taking import records_of
from explorer.core.mistakes.verdict import alike, generic, plain_config
from explorer.core.ties import distinct
from explorer.errors import ConfigError, UnknownNameError, listed

__all__ = ["MOST_SIZES", "Meter", "Sweep", "meter", "sweep"]

MOST_SIZES = 400


@dataclass(frozen=True, eq=False)
class Meter(Mapping[str, Kind]):
    """What comes of each wrong turn at one choice of sizes, by its key.

    Attributes
    ----------
    config : Config
        The sizes and rules.
    kinds : mapping of str to {"refused", "other shape", "wrong contents", "hidden by a tie", "same"}

    Examples
    --------
    >>> found = meter(Config(head_dim=3), ["flip_forgotten", "key_t"])
    >>> dict(found), found.accepted
    ({'flip_forgotten': 'wrong contents', 'key_t': 'refused'}, ('flip_forgotten',))
    """

    config: Config
    kinds: Mapping[str, Kind]

    def __getitem__(self, key: str) -> Kind:
        return self.kinds[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.kinds)

    def __len__(self) -> int:
        return len(self.kinds)

    @property
    def accepted(self) -> tuple[str, ...]:
        """The wrong turns that NumPy runs, though what comes out is wrong, or right by the luck of a tie."""
        return tuple(key for key, kind in self.kinds.items() if kind not in ("refused", "same"))

    def of(self, kind: str) -> tuple[str, ...]:
        """Find the wrong turns of one kind.

        Parameters
        ----------
        kind : {"refused", "other shape", "wrong contents", "hidden by a tie", "same"}

        Returns
        -------
        tuple of str

        Raises
        ------
        UnknownNameError
            If there is no such kind.

        Examples
        --------
        >>> meter(Config(heads=1), ["split_by_reshape", "scale_missing"]).of("hidden by a tie")
        ('split_by_reshape',)
        """
        if kind not in KINDS:
            raise UnknownNameError(f"Cannot find wrong turns of kind {kind!r}: choose {listed(KINDS)}.")
        return tuple(key for key, own in self.kinds.items() if own == kind)


@dataclass(frozen=True, eq=False)
class Sweep:
    """What comes of each wrong turn over many choices of sizes.

    Attributes
    ----------
    turns : tuple of WrongTurn
    rows : tuple of Meter
        One for each choice of sizes.

    Examples
    --------
    >>> found = sweep((2, 3), 2, (2, 3), keys=["flip_forgotten"])
    >>> [(row.config.tokens, row.config.head_dim, *row.accepted) for row in found.rows]
    [(2, 2, 'flip_forgotten'), (2, 3), (3, 2), (3, 3, 'flip_forgotten')]
    """

    turns: tuple[WrongTurn, ...]
    rows: tuple[Meter, ...]

    @property
    def changing(self) -> tuple[str, ...]:
        """The wrong turns of which not the same comes at all of these sizes."""
        return tuple(turn.key for turn in self.turns if len({row[turn.key] for row in self.rows}) > 1)

    def text(self, words: str = "both") -> str:
        """Lay it out as a table: a line for each choice of sizes, a column for each turn that changes.

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
        >>> print(sweep(3, 2, (2, 3), keys=["flip_forgotten", "qkv_order"]).text("standard"))
        B 1, causal, no window; the numbers are drawn by chance
        <BLANKLINE>
        T H D  1
        3 2 2  r  H = D = 2
        3 2 3  W  T = D = 3
        <BLANKLINE>
        1  Q @ K without the transpose (flip_forgotten)
        <BLANKLINE>
        r  NumPy refuses it
        W  runs, and wrong numbers come out
        <BLANKLINE>
        The same at all of these sizes:
        W  q, v, k = ... where the order is q, k, v (qkv_order)
        """
        return as_text(self.rows, self.turns, self.changing, words)

    def markdown(self, words: str = "both") -> str:
        """Lay it out as a table in Markdown.

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
        return as_markdown(self.rows, self.turns, self.changing, words)


def meter(config: Config | None = None, keys: Sequence[str | WrongTurn] | None = None) -> Meter:
    """Take every wrong turn at these sizes, with numbers that have nothing in common.

    Parameters
    ----------
    config : Config, optional
        The sizes and rules; its own numbers are left aside. The pencil example's if left out.
    keys : sequence of str or WrongTurn, optional
        Which wrong turns; all of them if left out.

    Returns
    -------
    Meter

    Raises
    ------
    ConfigError
        If `config` is none, has more than 64 tokens or 256 rows, or a wrong turn is named twice.
    UnknownNameError
        If there is no such wrong turn.

    Examples
    --------
    >>> meter()["merge_without_reshelve"], meter(Config(tokens=1))["merge_without_reshelve"]
    ('wrong contents', 'hidden by a tie')
    """
    config = Config() if config is None else config
    if not isinstance(config, Config):
        raise ConfigError(f"Cannot measure ties at {shown(config)}: give a Config.")
    return _measured(config, _turns(keys))


def sweep(
    tokens: int | Iterable[int],
    heads: int | Iterable[int],
    head_dims: int | Iterable[int],
    *,
    batch: int = 1,
    causal: bool = True,
    window: int | None = None,
    keys: Sequence[str | WrongTurn] | None = None,
) -> Sweep:
    """Take every wrong turn at every choice among these sizes.

    Parameters
    ----------
    tokens, heads, head_dims : int or iterable of int
        T, H and D: one of each, or several.
    batch, causal, window
        The rest of each `Config`.
    keys : sequence of str or WrongTurn, optional
        Which wrong turns; all of them if left out.

    Returns
    -------
    Sweep

    Raises
    ------
    ConfigError
        If a size is none, there are more than 400 choices, or one has more than 64 tokens or 256 rows.
    UnknownNameError
        If there is no such wrong turn.

    Examples
    --------
    >>> found = sweep(range(2, 5), 2, (2, 4), keys=["flip_forgotten"])
    >>> len(found.rows), found.rows[5]["flip_forgotten"]
    (6, 'wrong contents')
    """
    asked = {"tokens": _several("tokens", tokens), "heads": _several("heads", heads)}
    asked["head_dim"] = _several("head_dims", head_dims)
    if len(asked["tokens"]) * len(asked["heads"]) * len(asked["head_dim"]) > MOST_SIZES:
        raise ConfigError(
            f"Cannot sweep over more than {MOST_SIZES} choices of sizes. Leave out some of tokens, heads or "
            "head_dims."
        )
    turns, whole = _turns(keys), Config(batch=batch, causal=causal, window=window)
    configs = [whole.replace(**dict(zip(asked, sizes, strict=True))) for sizes in product(*asked.values())]
    return Sweep(turns, tuple(_measured(config, turns) for config in configs))


def _turns(keys: Sequence[str | WrongTurn] | None) -> tuple[WrongTurn, ...]:
    return records_of(tuple(WRONG_TURNS.values()) if keys is None else keys)


def _several(name: str, sizes: object) -> tuple[object, ...]:
    """Read one size or several; one more than can be swept over is too many already."""
    if isinstance(sizes, str | bytes) or not isinstance(sizes, Iterable):
        return (sizes,)  # Config says what is wrong with it, if something is
    found = tuple(islice(sizes, MOST_SIZES + 1))
    if not found:
        raise ConfigError(f"Cannot sweep over no {name}: give one size or more, as in range(1, 5).")
    return found


def _measured(config: Config, turns: Sequence[WrongTurn]) -> Meter:
    check_size(config, "measure ties")
    sized = plain_config(config)
    kinds = _kinds(sized, turns)
    lucky = [turn for turn in turns if kinds[turn.key] == "same"]
    if lucky:
        elsewhere = _kinds(distinct(sized), lucky)
        kinds |= {key: "hidden by a tie" for key, kind in elsewhere.items() if kind != "same"}
    return Meter(config, MappingProxyType(kinds))


def _kinds(config: Config, turns: Sequence[WrongTurn]) -> dict[str, Kind]:
    """Take each turn, with the right way held against all of them."""
    rows = generic(config)
    right = forward(config, (), *rows)
    assert not isinstance(right, Refusal)  # nothing is wrong in it
    found: dict[str, Kind] = {}
    for turn in turns:
        taken = forward(config, (turn,), *rows)
        if isinstance(taken, Refusal):
            found[turn.key] = "refused"
        elif taken.shape != right.shape:
            found[turn.key] = "other shape"
        else:
            found[turn.key] = "same" if alike(right, taken).all() else "wrong contents"
    return found
