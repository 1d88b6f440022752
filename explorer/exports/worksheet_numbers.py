"""Numbers for a pencil: small whole ones, drawn by a seed, and what is too much for one."""

from __future__ import annotations

import operator
import random
from collections.abc import Iterator

import numpy as np

from explorer import words
from explorer.core.config import Config
from explorer.core.edits import Edit
from explorer.core.grid import Array
from explorer.core.masks import nothing_kept
from explorer.core.sources import CHANNELS
from explorer.core.steps import QKV
from explorer.core.trace import Trace, trace
from explorer.errors import ConfigError, listed

__all__ = ["LIMITS", "check_by_hand", "check_sizes", "drawn"]

LIMITS = {"tokens": 6, "heads": 4, "head_dim": 4, "batch": 1}
"""The largest sizes whose grids fit a page and a lesson."""

_LARGEST = 9
"""A number of one digit, and a score whose e^score has four."""
_MOST_SEED = 2**32
_MOST_MATCH = 4
_TRIES = 500


def check_sizes(config: Config) -> None:
    """Refuse sizes that nobody would fill in by hand.

    Parameters
    ----------
    config : Config

    Raises
    ------
    ConfigError
        The message lists every size that is too large.

    Examples
    --------
    >>> check_sizes(Config(tokens=6, heads=4, head_dim=4))
    """
    beyond = [name for name, most in LIMITS.items() if getattr(config, name) > most]
    if beyond:
        asked = listed(
            [f"{words.SIZES[name].letter} = {getattr(config, name):.6g}" for name in beyond], "and"
        )
        most = listed([f"{words.SIZES[name].letter} {LIMITS[name]}" for name in LIMITS], "and")
        raise ConfigError(
            f"Cannot make a worksheet of {asked}: that is too much for a pencil. Choose at most {most}."
        )


def check_by_hand(trip: Trace) -> None:
    """Refuse numbers that nobody would work with by hand.

    Parameters
    ----------
    trip : Trace

    Raises
    ------
    ConfigError
        If a number that the trip begins with is not whole or has two digits, a score is too large, or a row
        keeps nothing.

    Examples
    --------
    >>> import explorer as ex
    >>> check_by_hand(ex.trace())
    """
    pour, keep = trip["pour"], trip["mask"]["keep"].values
    start = [pour[name].values for name in ("tokens", "table", "wide") if name in pour]
    if "bias" in pour:
        raise ConfigError(
            "Cannot make a worksheet of rows with a bias: it has no place for one. Leave the bias out."
        )
    if not trip.given and pour["tokens"].sizes["channel"] > LIMITS["head_dim"]:
        raise ConfigError(
            f"Cannot make a worksheet of tokens of {pour['tokens'].sizes['channel']} numbers each: "
            f"that is too much for a pencil. Choose at most {LIMITS['head_dim']}."
        )
    if not all(np.array_equal(array, np.rint(array)) for array in start):
        raise ConfigError(
            f"Cannot make a worksheet of these numbers: not all of them are whole. {_instead(trip)}"
        )
    largest = max(float(np.abs(array).max()) for array in start)
    if largest > _LARGEST:
        raise ConfigError(
            f"Cannot make a worksheet of these numbers: one is {largest:g}, and a pencil is given numbers "
            f"from -{_LARGEST} to {_LARGEST}. {_instead(trip)}"
        )
    if np.any(nothing_kept(keep)):
        raise ConfigError(
            "Cannot make a worksheet in which a token looks at nothing: such a row has no shares to find. "
            "Keep a cell in every row."
        )
    score = float(trip["mask"]["struck"].values.max())
    if score > _LARGEST:
        raise ConfigError(
            f"Cannot make a worksheet of these numbers: a score is {score:.4g}, and e to that is too long "
            f"for a cell; scores go up to {_LARGEST}. {_instead(trip)}"
        )


def drawn(config: Config, seed: int) -> Config:
    """Draw the numbers of a worksheet.

    Parameters
    ----------
    config : Config
    seed : int
        0 keeps the configuration's own numbers. Any other draws new ones: the same seed and the same sizes
        give the same numbers, on every machine.

    Returns
    -------
    Config
        What is drawn stands in it as numbers typed over, so that a link can hold it.

    Raises
    ------
    ConfigError
        If the seed is no whole number from 0, or numbers were handed over and would be lost.

    Notes
    -----
    A lens's query row adds up to 3 at most and its key row to 2, and no entry is above 2: so no match is
    above 4. No row of either is all 0, no two neighbouring lenses have the same keys, and no key grid is its
    own transpose, for then the inside flip could not be seen. Poured numbers are held to less: a match is 6
    at most, and a row may be all 0. In neither are all of a lens's matches the same.

    Examples
    --------
    >>> one = drawn(Config(), 7)
    >>> one == drawn(Config(), 7), one == drawn(Config(), 8), drawn(Config(), 0) == Config()
    (True, False, True)
    """
    whole = _seed(seed)
    if whole == 0:
        return config
    if config.numbers is not None:
        raise ConfigError(
            f"Cannot draw numbers by seed {whole}: numbers of your own were handed over. "
            "Leave the seed out to print those, or leave them out."
        )
    check_sizes(config)
    plain = config.replace(edits=())
    before = trace(plain)
    chance = random.Random(whole)
    for _ in range(_TRIES):
        rows = _poured(config, chance) if config.source == "poured" else _rows(config, chance)
        found = plain.replace(edits=tuple(_edits(before, rows)))
        if _can_teach(trace(found)):
            return found
    raise ConfigError(f"Cannot draw numbers by seed {whole} for these sizes. Choose another seed.")


def _seed(seed: object) -> int:
    try:
        whole = -1 if isinstance(seed, bool) else operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        whole = -1
    if not 0 <= whole < _MOST_SEED:
        raise ConfigError(
            f"Cannot draw numbers by seed {seed!r:.60}: a seed is a whole number from 0 to {_MOST_SEED - 1}. "
            "0 keeps the trip's own numbers."
        )
    return whole


def _rows(config: Config, chance: random.Random) -> dict[str, Array]:
    """Draw query, key and value: axes (token, width)."""
    most = {"query": 3, "key": 2}
    found = {}
    for name in QKV:
        rows = np.zeros((config.tokens, config.heads, config.head_dim))
        for row in rows.reshape(-1, config.head_dim):
            if name in most:
                for _ in range(1 + _below(min(most[name], 2 * config.head_dim), chance)):
                    row[_pick(np.flatnonzero(row < 2), chance)] += 1
            else:
                row[:] = [_below(4, chance) for _ in row]
        found[name] = rows.reshape(config.tokens, config.width)
    return found


def _poured(config: Config, chance: random.Random) -> dict[str, Array]:
    """Draw tokens, axes (token, channel), and the three parts of the table, axes (channel, width)."""
    tokens = np.zeros((config.tokens, CHANNELS))
    for row in tokens:
        for _ in range(1 + _below(2, chance)):
            row[_below(CHANNELS, chance)] += 1
    found = {"tokens": tokens}
    for name in QKV:
        part = np.zeros((CHANNELS, config.heads, config.head_dim))
        for head in range(config.heads):
            # Two entries at most are not 0: with more, the matches would soon be too large.
            for place in range(2 if name != "value" else config.head_dim):
                column = place if name == "value" else _below(config.head_dim, chance)
                part[_below(CHANNELS, chance), head, column] = 1
        found[f"table.{name}"] = part.reshape(CHANNELS, config.width)
    return found


def _edits(before: Trace, rows: dict[str, Array]) -> Iterator[Edit]:
    """Name only the numbers that differ from those that were there: a link becomes no longer than it must."""
    for name, array in rows.items():
        source, _, part = name.partition(".")
        held = (before["pour"] if source in ("tokens", "table") else before["cut"])[source].values
        if part:
            third = QKV.index(part) * array.shape[1]
            held = held[:, third : third + array.shape[1]]
        held = held.reshape(array.shape)
        for row, column in np.argwhere(held != array).tolist():
            yield Edit(name, 0, row, column, float(array[row, column]))


def _can_teach(trip: Trace) -> bool:
    """Whether matches are small, lenses differ, and a key grid that was flipped can be told from one not."""
    query, keys = trip["reshelve"]["query"].values[0], trip["reshelve"]["key"].values[0]
    matches = trip["scores"]["matches"].values[0]
    if matches.max() > _MOST_MATCH + 2 * (not trip.given):
        return False
    if not all(np.any(rows, axis=-1).all() for rows in (query, keys)) and trip.given:
        return False
    if np.ptp(matches, axis=(1, 2)).min() == 0 and trip.config.tokens > 1:
        return False
    heads, tokens, head_dim = keys.shape
    # With one token, or one number and few tokens, there is too little to tell apart.
    if tokens * head_dim < 4:
        return True
    alike = any(np.array_equal(keys[head - 1], keys[head]) for head in range(1, heads))
    turned = tokens == head_dim and any(np.array_equal(grid, grid.T) for grid in keys)
    return not alike and not turned


def _below(number: int, chance: random.Random) -> int:
    # Of all that `random` offers, `random()` alone is promised to stay the same from one Python to the next.
    return int(chance.random() * number)


def _pick(places: Array, chance: random.Random) -> int:
    return int(places[_below(len(places), chance)])


def _instead(trip: Trace) -> str:
    if trip.config.numbers is not None:
        return "Leave them out, or hand over smaller whole ones."
    return "Draw some by a seed of 1 or more."
