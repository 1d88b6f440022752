"""The ways that a function may have gone wrong: every wrong turn, its near kin, two at once, other rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np

from explorer.core.coding import codes_of
from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.record import Change, WrongTurn, instead, whole
from explorer.core.mistakes.running import Refusal, forward
from explorer.errors import listed
from explorer.words import TENSORS

__all__ = ["Way", "close", "other_rules", "pairs", "singles", "taken"]

_ROOMS = {"float64": 512.0, "float32": 128.0, "coarser": 8.0}


@dataclass(frozen=True)
class Way:
    """One way through the lines.

    Attributes
    ----------
    turns : tuple of WrongTurn
    how : str
        In what it differs from the turns as they are recorded; empty where in nothing.
    config : Config
        The sizes and rules that it goes by, which need not be those that were asked for.
    order : tuple of int
        Which of query, key and value it takes for query, key and value.
    """

    turns: tuple[WrongTurn, ...]
    config: Config
    how: str = ""
    order: tuple[int, ...] = (0, 1, 2)

    @property
    def keys(self) -> tuple[str, ...]:
        """What its turns go by."""
        return tuple(turn.key for turn in self.turns)

    def at(self, config: Config, sizes: Config) -> Way | None:
        """Go the same way at other sizes.

        Parameters
        ----------
        config : Config
            What was asked for where this way was found.
        sizes : Config
            What is asked for now.

        Returns
        -------
        Way or None
            None where its own number of heads does not divide the width.
        """
        heads = sizes.heads
        if self.config.heads != config.heads:
            more = self.config.heads - config.heads
            heads = heads + more if self.turns else self.config.heads
        if sizes.width % heads:
            return None
        rules = {"causal": self.config.causal, "window": self.config.window}
        there = sizes.replace(heads=heads, head_dim=sizes.width // heads, **rules)
        return dataclasses.replace(self, config=there)


def taken(way: Way, rows: Array) -> Array | Refusal:
    """Go a way.

    Parameters
    ----------
    way : Way
    rows : ndarray, axes (query key or value, batch, token, width)

    Returns
    -------
    ndarray or Refusal
    """
    with np.errstate(all="ignore"):
        return forward(way.config, way.turns, *(rows[i] for i in way.order))


def close(one: Array, other: Array, eps: float) -> bool:
    """Say whether two outputs are the same, but for what numbers of this kind lose on the way.

    Parameters
    ----------
    one, other : ndarray
    eps : float
        The step above 1 of the coarser kind.

    Returns
    -------
    bool
        NaN is as NaN is.

    Examples
    --------
    >>> close(np.ones(2), np.ones(2) + 1e-15, 2.2e-16), close(np.ones(2), np.ones(2) + 1e-9, 2.2e-16)
    (True, False)
    """
    if one.shape != other.shape:
        return False
    finite = np.abs(other[np.isfinite(other)])
    kind = "float64" if eps < 1e-15 else "float32" if eps < 1e-6 else "coarser"
    slack = _ROOMS[kind] * eps * max(1.0, float(finite.max()) if finite.size else 0.0)
    return bool(np.isclose(one, other, rtol=0, atol=slack, equal_nan=True).all())


def singles(config: Config) -> Iterator[Way]:
    """Give the ways with one wrong turn, and what people write instead of its recorded lines.

    Parameters
    ----------
    config : Config

    Yields
    ------
    Way
    """
    for turn in WRONG_TURNS.values():
        yield Way((turn,), config)
    for key, how, lines in _KIN:
        if key in WRONG_TURNS:
            turn = WRONG_TURNS[key]
            yield Way((dataclasses.replace(turn, lines={**turn.lines, **lines}),), config, how)
    if "qkv_order" in WRONG_TURNS:
        for order in list(permutations(range(3)))[1:]:
            yield Way((_under_other_names(WRONG_TURNS["qkv_order"], order),), config, order=order)


def pairs(config: Config) -> Iterator[Way]:
    """Give the ways with two wrong turns; in both orders, where they change the same step.

    Parameters
    ----------
    config : Config

    Yields
    ------
    Way
    """
    codes = codes_of(config)
    for one, other in combinations(WRONG_TURNS.values(), 2):
        both = [(one, other), (other, one)] if one.lines.keys() & other.lines.keys() else [(one, other)]
        for first, second in both:
            if not _overwritten(first, second, codes):
                yield Way((first, second), config)


def other_rules(config: Config) -> Iterator[Way]:
    """Give the ways with no wrong turn under rules that were not asked for.

    Parameters
    ----------
    config : Config

    Yields
    ------
    Way
    """
    for causal in (True, False):
        for window in (None, *range(1, config.tokens + 1)):
            rules = config.replace(causal=causal, window=window)
            yield Way((), rules, _say_rules(rules))
    for heads in range(1, config.width + 1):
        if config.width % heads == 0 and heads != config.heads:
            how = f"{heads} {'head' if heads == 1 else 'heads'} instead of {config.heads}"
            sizes = config.replace(heads=heads, head_dim=config.width // heads)
            if heads == config.heads + 1 and "heads_do_not_divide" in WRONG_TURNS:
                yield Way((_named_only(WRONG_TURNS["heads_do_not_divide"]),), sizes, how)
            yield Way((), sizes, f"{how} (is the argument `heads` used?)")


def _overwritten(first: WrongTurn, second: WrongTurn, codes: Mapping[str, str]) -> bool:
    """Say whether nothing is left of what the first turn is about."""
    code, change = codes[first.step], second.lines.get(first.step)
    return change is not None and change(first.lines[first.step](code)) == change(code)


def _named_only(turn: WrongTurn) -> WrongTurn:
    """Keep what a turn is called, and none of its lines: the way itself says what is done."""
    return dataclasses.replace(turn, lines=dict.fromkeys(turn.lines, _as_it_is))


def _under_other_names(turn: WrongTurn, order: tuple[int, ...]) -> WrongTurn:
    """Say which of query, key and value are taken for one another; the way itself says how."""
    moved = [TENSORS[part].pencil for i, part in enumerate(("query", "key", "value")) if order[i] != i]
    names = ", ".join("qkv"[order.index(i)] for i in range(3))
    return dataclasses.replace(
        _named_only(turn),
        pencil=f"{listed(moved, 'and')} under each other's names",
        standard=f"{names} = ... where the order is q, k, v",
    )


def _as_it_is(code: str) -> str:
    return code


def _say_rules(config: Config) -> str:
    causal = "no looking ahead" if config.causal else "looking ahead allowed"
    if config.window is None:
        return f"{causal}, no window"
    return f"{causal}, a window of {config.window}, the token itself included"


_MERGED_DH = whole("out = blend.transpose(0, 2, 3, 1).reshape(B, T, C)")
_KIN: tuple[tuple[str, str, dict[str, Change]], ...] = (
    (
        "reshelve_forgotten",
        "with a keep-table as large as there are heads",
        {"mask": instead("np.arange(T)", "np.arange(H)")},
    ),
    (
        "reshelve_forgotten",
        "with no keep-table",
        {"mask": whole("struck = scores")},
    ),
    ("dividers_dh", "pulled out in that order too", {"merge": _MERGED_DH}),
    (
        "heads_first_flattening",
        "when pulled apart alone",
        {
            "reshelve": lambda right: right,
            "merge": whole(
                "flat = blend.reshape(B * H, T, D)\n"
                "out = flat.reshape(H, B, T, D).transpose(1, 2, 0, 3).reshape(B, T, C)"
            ),
        },
    ),
)
