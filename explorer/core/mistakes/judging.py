"""Ask a function again and again, and find out from what it answers which way it goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np

from explorer.core.asked import shown
from explorer.core.config import Config
from explorer.core.fields import index
from explorer.core.grid import Array
from explorer.core.influence import influence
from explorer.core.influence_grid import Influence
from explorer.core.mistakes.answer import Answer
from explorer.core.mistakes.check_told import (
    tell_coarse,
    tell_no_output,
    tell_not_alike,
    tell_right,
    tell_shape,
    tell_unknown,
    tell_way,
)
from explorer.core.mistakes.elsewhere import Asker, holding, with_large_numbers, wrong_at_other_sizes
from explorer.core.mistakes.elsewhere_told import tell_broken, tell_elsewhere, tell_large, tell_name_lost
from explorer.core.mistakes.finding import (
    EXACT,
    HALF,
    SINGLE,
    find_ways,
    level,
    numbers_of,
    right_of,
    untellable,
)
from explorer.core.mistakes.refusing import fits_line, refused_alike
from explorer.core.mistakes.report import Report
from explorer.core.mistakes.verdict import generic
from explorer.core.mistakes.ways import Way, close
from explorer.errors import ConfigError, DataError, ShapeError

__all__ = ["Asker", "judge"]


def judge(asker: Asker, config: Config, *, seed: int = 0, torch: bool = False) -> Report:
    """Ask a function again and again, and find out what it does.

    Parameters
    ----------
    asker : callable
        Hands rows and heads to the function and brings its answer back.
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
    every = [generic(config, seed), generic(config, seed + 1)]
    answers = [asker(rows, config.heads) for rows in (every[0], *every)]
    bare = Report(False, "", config, untellable=untellable(config), printed=_printed(answers))
    for answer in answers:
        if answer.problem:
            return _no_output(bare, answer, torch=torch)
    outputs = [
        (rows, right_of(config, rows), answer) for rows, answer in zip(every, answers[1:], strict=True)
    ]
    notes = tuple(dict.fromkeys(note for answer in answers for note in answer.notes))
    first = answers[0]
    for _, right, answer in outputs:
        if answer.shape != right.shape:
            return replace(bare, text=tell_shape(config, right, answer, notes))
    if not close(numbers_of(answers[1]), numbers_of(first), first.eps):
        return replace(bare, text=tell_not_alike(notes), output=first.values)
    grid, trouble = _influence(asker, config, seed)
    bare = replace(bare, influence=grid, output=first.values)
    near = max(level(numbers_of(answer), right, answer.eps) for _, right, answer in outputs)
    found, nearer = (
        ([], inf) if near <= SINGLE else find_ways(config, [(rows, one) for rows, _, one in outputs])
    )
    _, right, answer = outputs[0]
    if near <= min(nearer, HALF):
        coarse = "" if near == EXACT else tell_coarse(right, answer, near)
        if near <= SINGLE:
            return _right(asker, bare, trouble, (coarse, *notes), seed)
        return replace(bare, text=tell_unknown(config, right, answer, grid, trouble, notes, coarse))
    if not found:
        return replace(bare, text=tell_unknown(config, right, answer, grid, trouble, notes))
    kept, broken = holding(asker, config, found, seed)
    if not kept:
        return replace(bare, text=tell_name_lost(config, found[0], grid, notes))
    found = kept
    if broken is not None:
        notes = (tell_broken(broken), *notes)
    if np.isnan(numbers_of(first)).all():
        notes = ("Nothing but NaN comes out, so that is all there is to go by.", *notes)
    if nearer > EXACT:
        kind, digits = ("float32", 6) if nearer == SINGLE else ("float16", 3)
        notes = (f"That holds to about {digits} digits: somewhere it works in {kind}.", *notes)
    way, others = found[0], _others(found)
    text = tell_way(config, way, others, grid, notes)
    return replace(bare, text=text, wrong_turns=way.keys, others=others)


def _right(asker: Asker, bare: Report, trouble: str, notes: Sequence[str], seed: int) -> Report:
    """Look further where the output is the right one: at other sizes, and with large numbers."""
    config, grid = bare.config, bare.influence
    if grid is None or not grid.equal:
        return replace(bare, text=tell_right(config, grid, trouble, notes))
    large = None
    apart = wrong_at_other_sizes(asker, config, seed)
    if apart is None:
        large = with_large_numbers(asker, config, seed)
        finite = (
            large is not None and not large.answer.problem and np.isfinite(numbers_of(large.answer)).all()
        )
        apart = large if finite else None
    if apart is not None:
        keys = () if apart.way is None else apart.way.keys
        return replace(bare, text=tell_elsewhere(config, apart, notes), wrong_turns=keys)
    if large is not None:
        notes = (*notes, tell_large(large))
    hidden = {key: why for key, why in bare.untellable.items() if key != "no_shift"}  # that has been tried
    return replace(bare, ok=True, text=tell_right(config, grid, trouble, notes), untellable=hidden)


def _printed(answers: Sequence[Answer]) -> str:
    """Give what the first call printed, and say whether it was the only one."""
    first, second, *_ = (answer.printed for answer in answers)
    if not first:
        return ""
    end = "" if first.endswith("\n") else "\n"
    return f"{first}{end}(printed {'at each call' if second else 'in the first call'})"


class _StoppedError(Exception):
    """Says that a function ended with an exception where another call of it did not."""


def _influence(asker: Asker, config: Config, seed: int) -> tuple[Influence | None, str]:
    """Find the grid of influence, or why there is none."""

    def attention(query: Array, key: Array, value: Array, _: int) -> Array:
        answer = asker(np.stack([query, key, value]), config.heads)
        if answer.problem:
            raise _StoppedError(answer.problem)
        return numbers_of(answer)

    try:
        return influence(attention, config=config, seed=seed), ""
    except (_StoppedError, DataError, ShapeError) as error:
        return None, str(error)


def _no_output(bare: Report, answer: Answer, *, torch: bool) -> Report:
    keys: tuple[str, ...] = ()
    fitting = False
    if answer.failure is not None and not torch:
        keys = refused_alike(bare.config, answer.failure.error, answer.failure.message)
        fitting = fits_line(keys, answer.failure.line)
    text = tell_no_output(answer, keys, named=fitting)
    named, others = (keys[:1], keys[1:]) if fitting else ((), keys)
    return replace(bare, text=text, wrong_turns=named, others=others, refusal=answer.failure)


def _others(found: Sequence[Way]) -> tuple[str, ...]:
    """Name what gives the same output as the first, each once."""
    named = dict.fromkeys(" + ".join(sorted(way.keys)) for way in found if way.keys)
    return tuple(name for name in named if name != " + ".join(sorted(found[0].keys)))
