"""The PyTorch lines of a trip, right or with a wrong turn, run on torch, or on what stands in for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

import explorer as ex
from explorer.core.coding import code_of, own_keep
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.running import REFUSALS
from explorer.core.steps import STEP_NAMES
from tests.core.mistakes.claims import DISTINCT
from tests.test_code_lines import CONFIGS, WHAT_IFS, start_of
from tests.torch_stand_in import TORCH, tensor

TIES = {
    "pencil": {},
    "distinct": DISTINCT,
    "no rule": {**DISTINCT, "causal": False, "window": None},
    "all 3": {"batch": 3, "tokens": 3, "heads": 3, "head_dim": 3},
    "one token": {"tokens": 1, "window": 1},
    "one token, two books": {"tokens": 1, "batch": 2},
    "one lens": {"heads": 1, "head_dim": 4},
    "one number": {"heads": 4, "head_dim": 1},
    "T is D": {"head_dim": 3},
    "T is H": {"heads": 3},
    "T is B": {"batch": 2, "tokens": 2},
    "C by H + 1": {**DISTINCT, "head_dim": 5},
}
TRIPS: dict[str, ex.Config] = {
    **{str(case.id): case.values[0] for case in CONFIGS},
    **WHAT_IFS,
    **{name: ex.Config(**changes) for name, changes in TIES.items()},
}
"""Trips of every rule and of sizes that tie."""

Said = tuple[str, str, str]
"""The step that was refused, the exception's class, and its words."""


def trips_for(turn: WrongTurn) -> Iterator[ex.Trace]:
    """Make the trips to take a turn in: what-ifs, ties, those of its claims, and ties of any numbers."""
    claimed = (ex.Config(**claim.changes) for claim in turn.claims if claim.keep is None)
    configs = dict.fromkeys([*WHAT_IFS.values(), *(TRIPS[name] for name in TIES), *claimed])
    yield from map(_traced, configs)  # most claims are made at the sizes of a tie
    for claim in turn.claims:
        if claim.keep is not None:
            yield ex.trace(ex.Config(**claim.changes), keep=claim.keep)
    yield from map(_tied, TIES)


_traced = cache(ex.trace)


@cache
def _tied(name: str) -> ex.Trace:
    sizes = {name: getattr(ex.Config(), name) for name in ("batch", "tokens", "heads", "head_dim")}
    return generic_trip(**(sizes | TIES[name]))


def torch_steps(
    trip: ex.Trace, turns: Sequence[WrongTurn] = (), torch: Any = TORCH
) -> Iterator[tuple[str, dict[str, Any] | Said]]:
    """Take a trip by its PyTorch lines: after each step its name and all there is, or what was said."""
    make = partial(tensor, torch=torch)
    narrowed = own_keep(trip)
    names = {"torch": torch, **start_of(trip, make)}
    names["own_keep"] = None if narrowed is None else make(narrowed)
    for step in STEP_NAMES:
        code = code_of(trip, step, "pytorch")
        for turn in turns:
            code = turn.torch[step](code) if step in turn.torch else code
        try:
            with np.errstate(all="ignore"):
                exec(code, names)
        except (*REFUSALS, RuntimeError) as error:
            yield step, (step, type(error).__name__, str(error))
            return
        yield step, names


def torch_output(trip: ex.Trace, turn: WrongTurn) -> np.ndarray | Said:
    """Take a trip by its PyTorch lines with a wrong turn: the output, or what was said instead."""
    *_, (_, left) = torch_steps(trip, [turn])
    return left if isinstance(left, tuple) else np.asarray(left["out"])


def differs(key: str, trip: ex.Trace) -> bool:
    """Whether this is one of two corners in which both ways are wrong and each comes to something else."""
    config = trip.config
    if key == "np_dot":  # PyTorch trades two counters of six and reads one row; NumPy wants a whole new order
        return config.batch * config.tokens * config.heads == 1
    # Beside large scores NumPy's lines count a row with nothing kept as ones, with nothing taken off.
    large = trip["shares"]["shift"].values.any() and not trip["mask"]["keep"].values.any(axis=-1).all()
    over_rows = key in ("softmax_over_askers", "softmax_over_both")
    return over_rows and config.empty_rows == "uniform" and bool(large)


def generic_trip(*, batch: int, tokens: int, heads: int, head_dim: int, **rules: object) -> ex.Trace:
    """Make a trip over numbers that have nothing in common."""
    rows = np.random.default_rng(7).standard_normal((3, batch, tokens, heads * head_dim))
    return ex.trace_qkv(*rows, heads=heads, **rules)
