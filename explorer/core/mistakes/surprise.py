"""A hidden wrong turn to be found, and a few that it could be: the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from types import MappingProxyType

import numpy as np

from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.influence import check_size
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.running import Refusal, forward
from explorer.core.mistakes.verdict import alike, generic, plain_config
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import trace
from explorer.errors import ConfigError

__all__ = ["surprise", "suspects"]

Outputs = tuple[Array, Array]
"""What comes out of a trip: with the numbers at hand, and with numbers that have nothing in common."""


def surprise(config: Config, seed: int) -> WrongTurn:
    """Choose a wrong turn that NumPy takes without a word and that comes out wrong.

    Parameters
    ----------
    config : Config
        The sizes, rules and numbers at hand. It shows with these very numbers, too.
    seed : int
        The same for the same seed. Where the sizes change it stays, as long as it still comes out wrong.

    Returns
    -------
    WrongTurn

    Raises
    ------
    ConfigError
        If none of them comes out wrong without a word, or there are more than 64 tokens or 256 rows.

    Examples
    --------
    >>> surprise(Config(), 17).key == surprise(Config(), 17).key
    True
    """
    return WRONG_TURNS[_in_order(_silent(config), seed)[0]]


def suspects(config: Config, seed: int, count: int = 4) -> tuple[WrongTurn, ...]:
    """Name the hidden wrong turn among others that it could be.

    Parameters
    ----------
    config : Config
    seed : int
        As for `surprise`.
    count : int
        How many at most. There are fewer where too few come out wrong, each in its own way.

    Returns
    -------
    tuple of WrongTurn
        In an order that tells nothing. Whatever comes out of one of them comes out of no other.

    Raises
    ------
    ConfigError
        As `surprise`.

    Examples
    --------
    >>> hidden, named = surprise(Config(), 17), suspects(Config(), 17)
    >>> len(named), hidden in named
    (4, True)
    """
    outputs = _silent(config)
    order = _in_order(outputs, seed)
    chosen = order[:1]
    # Those of the same step, or of one nearby, are the ones that it could be taken for.
    at = STEP_NAMES.index(WRONG_TURNS[order[0]].step)
    for key in sorted(order[1:], key=lambda key: abs(STEP_NAMES.index(WRONG_TURNS[key].step) - at)):
        if len(chosen) < count and not any(_alike(outputs[key], outputs[other]) for other in chosen):
            chosen.append(key)
    return tuple(WRONG_TURNS[key] for key in sorted(chosen, key=lambda key: _lot(f"again {seed}", key)))


def _silent(config: Config) -> Mapping[str, Outputs]:
    """Find the wrong turns that run and come out wrong, and what comes out of each."""
    check_size(config, "hide a wrong turn in the trip")
    found = _outputs(config)
    if not found:
        sizes = f"B{config.batch} T{config.tokens} H{config.heads} D{config.head_dim}"
        raise ConfigError(
            f"Cannot hide a wrong turn at {sizes}: each is refused there, or gives the right numbers. "
            "Choose more tokens, lenses or numbers."
        )
    return found


@lru_cache(maxsize=2)
def _outputs(config: Config) -> Mapping[str, Outputs]:
    cut = trace(config)["cut"]
    piles = ([cut[name].values for name in ("query", "key", "value")], generic(plain_config(config)))
    right = [_out(config, (), pile) for pile in piles]
    found = {}
    for key, turn in WRONG_TURNS.items():
        wrong = [_out(config, (turn,), pile) for pile in piles]
        if all(_differ(one, other) for one, other in zip(right, wrong, strict=True)):
            found[key] = (wrong[0], wrong[1])
    return MappingProxyType(found)


def _out(config: Config, turns: tuple[WrongTurn, ...], rows: Iterable[Array]) -> Array:
    """Take rows through the plain lines; where NumPy refuses, nothing comes out."""
    made = forward(config, turns, *rows)
    return np.empty(0) if isinstance(made, Refusal) else made


def _differ(right: Array, wrong: Array) -> bool:
    """Whether another output came out that does not show itself: NumPy warns of NaN."""
    if right.shape != wrong.shape or not np.array_equal(np.isfinite(right), np.isfinite(wrong)):
        return False
    return not alike(right, wrong).all()


def _alike(one: Outputs, other: Outputs) -> bool:
    return any(bool(alike(*pair).all()) for pair in zip(one, other, strict=True))


def _in_order(keys: Mapping[str, Outputs], seed: int) -> list[str]:
    """Draw lots: one for each key, whatever other keys there are."""
    return sorted(keys, key=lambda key: _lot(str(seed), key))


def _lot(seed: str, key: str) -> bytes:
    return blake2b(f"{seed} {key}".encode(), digest_size=8).digest()
