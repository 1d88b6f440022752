"""Ask a function again and again, and find out from what it answers which way it goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from explorer.core.asked import shown
from explorer.core.config import Config
from explorer.core.fields import index
from explorer.core.grid import Array
from explorer.core.influence import influence
from explorer.core.influence_grid import Influence
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.answer import Answer
from explorer.core.mistakes.check_told import (
    tell_no_output,
    tell_not_alike,
    tell_right,
    tell_shape,
    tell_unknown,
    tell_way,
)
from explorer.core.mistakes.report import Report
from explorer.core.mistakes.running import Refusal, forward
from explorer.core.mistakes.verdict import generic
from explorer.core.mistakes.ways import Way, close, other_rules, pairs, refused_alike, singles, taken
from explorer.errors import ConfigError, DataError, ShapeError

__all__ = ["Asker", "judge"]

Asker = Callable[[Array], Answer]
"""Hands rows, axes (query key or value, batch, token, width), to a function and brings its answer back."""

_NOTHING_CHANGES = "With these rules it changes nothing: the output is the right one."
_REFUSED = "NumPy refuses it at sizes that all differ: there is an error, and no output to compare."


def judge(asker: Asker, config: Config, *, seed: int = 0, torch: bool = False) -> Report:
    """Ask a function again and again, and find out what it does.

    Parameters
    ----------
    asker : callable
        Hands rows to the function and brings its answer back.
    config : Config
        The sizes, all different, and the rules.
    seed : int
    torch : bool
        Whether the function is handed PyTorch's tensors.

    Returns
    -------
    Report

    Raises
    ------
    ConfigError
        If `seed` is not legal.
    """
    if index(seed) is None:
        raise ConfigError(f"Cannot draw numbers with seed={shown(seed)}: give a whole number of 0 or more.")
    bare = Report(False, "", config, untellable=_untellable(config))
    every = [generic(config, seed), generic(config, seed + 1)]
    answers = [asker(rows) for rows in (every[0], *every)]
    for answer in answers:
        if answer.problem:
            return _no_output(bare, answer, torch=torch)
    outputs = [(rows, _right(config, rows), answer) for rows, answer in zip(every, answers[1:], strict=True)]
    notes = tuple(dict.fromkeys(note for answer in answers for note in answer.notes))
    first = answers[0]
    for _, right, answer in outputs:
        if answer.shape != right.shape:
            return replace(bare, text=tell_shape(config, right, answer, notes))
    if not close(_of(answers[1]), _of(first), first.eps):
        return replace(bare, text=tell_not_alike(notes), output=first.values)
    grid, trouble = _influence(asker, config, seed)
    bare = replace(bare, influence=grid, output=first.values)
    if all(close(_of(answer), right, answer.eps) for _, right, answer in outputs):
        ok = grid is not None and grid.equal
        return replace(bare, ok=ok, text=tell_right(config, grid, trouble, notes))
    found = _ways(config, [(rows, answer) for rows, _, answer in outputs])
    if not found:
        _, right, answer = outputs[0]
        return replace(bare, text=tell_unknown(config, right, answer, grid, trouble, notes))
    if np.isnan(_of(first)).all():
        notes = ("Nothing but NaN comes out, so that is all there is to go by.", *notes)
    way, others = found[0], _others(found)
    text = tell_way(config, way, others, grid, notes)
    return replace(bare, text=text, wrong_turns=way.keys, others=others)


class _StoppedError(Exception):
    """Says that a function ended with an exception where another call of it did not."""


def _influence(asker: Asker, config: Config, seed: int) -> tuple[Influence | None, str]:
    """Find the grid of influence, or why there is none."""

    def attention(query: Array, key: Array, value: Array, _: int) -> Array:
        answer = asker(np.stack([query, key, value]))
        if answer.problem:
            raise _StoppedError(answer.problem)
        return _of(answer)

    try:
        return influence(attention, config=config, seed=seed), ""
    except (_StoppedError, DataError, ShapeError) as error:
        return None, str(error)


def _of(answer: Answer) -> Array:
    """Read the numbers of an answer; nothing of the size asked for is too large to hold."""
    return np.empty(0) if answer.values is None else answer.values


def _right(config: Config, rows: Array) -> Array:
    right = forward(config, (), *rows)
    assert not isinstance(right, Refusal)  # the lines are right, and the sizes fit
    return right


def _no_output(bare: Report, answer: Answer, *, torch: bool) -> Report:
    keys: tuple[str, ...] = ()
    if answer.failure is not None and not torch:
        keys = refused_alike(bare.config, answer.failure.error, answer.failure.message)
    text = tell_no_output(answer, keys)
    return replace(bare, text=text, wrong_turns=keys[:1], others=keys[1:], refusal=answer.failure)


def _ways(config: Config, outputs: Sequence[tuple[Array, Answer]]) -> list[Way]:
    """Find every way that leads to these outputs: the simplest first."""

    def leads(way: Way) -> bool:
        for rows, answer in outputs:
            come = taken(way, rows)
            if isinstance(come, Refusal) or not close(_of(answer), come, answer.eps):
                return False
        return True

    found = [way for way in singles(config) if leads(way)]
    found += [way for way in other_rules(config) if leads(way)]
    alone = {key for way in found for key in way.keys}
    if np.isnan(_of(outputs[0][1])).all():
        return found  # of NaN alone, any two turns that give nothing else could be named
    both = [way for way in pairs(config) if not alone & set(way.keys) and leads(way)]
    # What changes nothing by itself may still change what another does; beside a simpler way it is noise.
    telling = [way for way in both if not set(way.keys) & _untellable(config).keys()]
    return found + (telling or ([] if found else both))


def _others(found: Sequence[Way]) -> tuple[str, ...]:
    """Name what gives the same output as the first, each once."""
    named = dict.fromkeys(" + ".join(sorted(way.keys)) for way in found if way.keys)
    return tuple(name for name in named if name != " + ".join(sorted(found[0].keys)))


@lru_cache(maxsize=16)
def _untellable(config: Config) -> Mapping[str, str]:
    """Find the turns that don't show from outside under these rules."""
    rows = generic(config)
    right, why = _right(config, rows), {}
    for key, turn in WRONG_TURNS.items():
        come = taken(Way((turn,), config), rows)
        if turn.outside:
            why[key] = turn.outside
        elif isinstance(come, Refusal):
            why[key] = _REFUSED
        elif close(come, right, float(np.finfo(np.float64).eps)):
            why[key] = _NOTHING_CHANGES
    return MappingProxyType(why)
