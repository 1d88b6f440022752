"""The PyTorch lines of a wrong turn, run on the stand-in for torch."""

from __future__ import annotations

import numpy as np

import explorer as ex
from explorer.core.coding import code_of, own_keep
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.running import REFUSALS
from explorer.core.steps import STEP_NAMES
from tests.test_code_lines import start_of
from tests.torch_stand_in import STAND_IN, Held


def torch_output(trip: ex.Trace, turn: WrongTurn) -> np.ndarray | tuple[str, str]:
    """Take a trip by its PyTorch lines with a wrong turn: the output, or the step refused and its words."""
    narrowed = own_keep(trip)
    names = {"torch": STAND_IN, **start_of(trip, Held)}
    names["own_keep"] = None if narrowed is None else Held(narrowed)
    for step in STEP_NAMES:
        code = code_of(trip, step, "pytorch")
        try:
            with np.errstate(all="ignore"):
                exec(turn.torch[step](code) if step in turn.torch else code, names)
        except (*REFUSALS, RuntimeError) as error:
            return step, str(error)
    return names["out"].values


def generic_trip(*, batch: int, tokens: int, heads: int, head_dim: int, **rules: object) -> ex.Trace:
    """Make a trip over numbers that have nothing in common."""
    rows = np.random.default_rng(7).standard_normal((3, batch, tokens, heads * head_dim))
    return ex.trace_qkv(*rows, heads=heads, **rules)
