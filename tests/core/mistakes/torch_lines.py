"""The PyTorch lines of a wrong turn, run on the stand-in for torch."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.core.coding import code_of
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.running import REFUSALS, sizes_of
from explorer.core.steps import STEP_NAMES
from tests.torch_stand_in import STAND_IN, Held


def teach(patch: pytest.MonkeyPatch) -> None:
    """Teach the stand-in the words that only wrong turns use."""
    words = {
        "reshape": lambda held, *shape: Held(held.values.reshape(shape)),
        "permute": lambda held, *order: Held(held.values.transpose(order)),
        "T": property(lambda held: Held(held.values.T)),
    }
    for word, does in words.items():
        patch.setattr(Held, word, does, raising=False)
    patch.setattr(Held, "__iter__", lambda held: (Held(part) for part in held.values), raising=False)
    patch.setattr(
        STAND_IN,
        "tensordot",
        lambda one, other, dims: Held(np.tensordot(one.values, other.values, axes=dims)),
        raising=False,
    )


def torch_output(trip: ex.Trace, turn: WrongTurn) -> np.ndarray | tuple[str, str]:
    """Take a trip of handed-over rows by its PyTorch lines: the output, or the step refused and its words."""
    names = {"torch": STAND_IN, **sizes_of(trip.config)}
    names |= {name[0]: Held(tensor.values) for name, tensor in trip["cut"].tensors.items()}
    for step in STEP_NAMES:
        code = code_of(trip, step, "pytorch")
        try:
            exec(turn.torch[step](code) if step in turn.torch else code, names)
        except (*REFUSALS, RuntimeError) as error:
            return step, str(error)
    return names["out"].values


def generic_trip(*, batch: int, tokens: int, heads: int, head_dim: int, **rules: object) -> ex.Trace:
    """Make a trip over numbers that have nothing in common."""
    rows = np.random.default_rng(7).standard_normal((3, batch, tokens, heads * head_dim))
    return ex.trace_qkv(*rows, heads=heads, **rules)
