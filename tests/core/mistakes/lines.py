"""What tests of the lines share: rules to write them under, and a stand-in for torch to run PyTorch's."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from hypothesis import strategies as st

import explorer as ex
from explorer.core.coding import code_of, own_keep
from explorer.core.config import EMPTY_ROWS, SCALES
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.running import sizes_of
from explorer.core.steps import STEP_NAMES
from explorer.words import code_for
from tests.core.what_if import made_up

CELLS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans()), max_size=4)

rules = st.fixed_dictionaries(
    {
        "causal": st.booleans(),
        "window": st.booleans(),
        "own_keep": st.booleans(),
        "shifted": st.booleans(),
        "scale": st.sampled_from(SCALES),
        "window_counts_self": st.booleans(),
        "by_hand": CELLS,
        "empty_rows": st.sampled_from(EMPTY_ROWS),
    }
)
"""Everything that the lines of a step depend on, as `code_for` takes it."""

trips = made_up()
"""Small configurations of every rule and policy."""


def changes_a_line(turn: WrongTurn, dialect: str, **rules: Any) -> bool:
    """Whether the turn changes any line under these rules; each of its lines must be Python."""
    own = turn.lines if dialect == "numpy" else turn.torch
    changed = False
    for step, change in own.items():
        right = code_for(step, dialect, **rules)
        wrong = change(right)
        compile(wrong, f"<{turn.key} {dialect}>", "exec")
        changed |= wrong != right
    return changed


class _Tensor(np.ndarray):
    """An array whose methods are called as torch's are."""

    def view(self, *shape):
        return self.reshape(shape)

    def transpose(self, first, second):
        return self.swapaxes(first, second)

    def contiguous(self):
        return _tensor(np.ascontiguousarray(self))

    def masked_fill(self, where, value):
        return _tensor(np.where(where, value, self))

    def flatten(self, start):
        return self.reshape(*self.shape[:start], -1)

    def sum(self, dim, keepdim):
        return _tensor(np.asarray(self).sum(axis=dim, keepdims=keepdim))

    def mean(self, dim, keepdim):
        return _tensor(np.asarray(self).mean(axis=dim, keepdims=keepdim))


def _tensor(values):
    return np.ndarray.view(np.asarray(values), _Tensor)


def _softmax(struck, dim):
    values = np.asarray(struck)
    raised = np.exp(values - values.max(axis=dim, keepdims=True))
    return _tensor(raised / raised.sum(axis=dim, keepdims=True))


TORCH = SimpleNamespace(
    arange=lambda stop: _tensor(np.arange(stop)),
    bool=bool,
    exp=np.exp,
    nan_to_num=np.nan_to_num,
    ones=lambda *shape, dtype: _tensor(np.ones(shape, dtype)),
    softmax=_softmax,
)


def by_torch(right: ex.Trace, turn: WrongTurn) -> np.ndarray:
    """What comes out of PyTorch's lines with this wrong turn, from the cut on."""
    narrowed = own_keep(right)
    namespace: dict[str, Any] = {"torch": TORCH, **sizes_of(right.config)}
    namespace["own_keep"] = None if narrowed is None else _tensor(narrowed)
    namespace |= {name[0]: _tensor(tensor.values) for name, tensor in right["cut"].tensors.items()}
    for step in STEP_NAMES[2:]:
        code = code_of(right, step, "pytorch")
        with np.errstate(all="ignore"):
            exec(turn.torch[step](code) if step in turn.torch else code, namespace)
    return np.asarray(namespace["out"])
