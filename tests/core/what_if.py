"""Configurations of every what-if: other scales, both windows, cells set by hand, empty rows, own numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

import explorer as ex
from explorer.core.config import EMPTY_ROWS, SCALES
from explorer.core.edits import EDITABLE, Edit
from explorer.core.numbers import Numbers
from tests.core.perturb import numbers

POLICIES = EMPTY_ROWS[1:]


def edits(most: int = 4) -> st.SearchStrategy[tuple[Edit, ...]]:
    """A few numbers typed over, some of them outside of any small trip."""
    edit = st.builds(
        Edit,
        st.sampled_from(EDITABLE),
        st.just(0),
        st.integers(0, most),
        st.integers(0, most),
        st.floats(-4, 4).map(lambda value: round(value, 3)),
    )
    return st.lists(edit, max_size=most).map(tuple)


def by_hand(most: int = 4) -> st.SearchStrategy[tuple[tuple[int, int, bool], ...]]:
    """A few cells of the keep-table set by hand, some of them outside of any small trip."""
    cell = st.tuples(st.integers(0, most), st.integers(0, most), st.booleans())
    return st.lists(cell, max_size=2 * most).map(tuple)


def rules(tokens: int, policies: tuple[str, ...] = POLICIES) -> st.SearchStrategy[dict[str, Any]]:
    """Everything of a configuration that is no size and no number."""
    return st.fixed_dictionaries(
        {
            "window": st.none() | st.integers(1, tokens + 1),
            "causal": st.booleans(),
            "window_counts_self": st.booleans(),
            "scale": st.sampled_from(SCALES),
            "empty_rows": st.sampled_from(policies),
            "by_hand": by_hand(tokens),
        }
    )


@st.composite
def made_up(draw: st.DrawFn) -> ex.Config:
    """Small configurations of the made-up numbers, with edits."""
    tokens = draw(st.integers(1, 4))
    sizes = {"heads": draw(st.integers(1, 3)), "head_dim": draw(st.integers(1, 3))}
    return ex.Config(
        tokens=tokens,
        **sizes,
        batch=draw(st.integers(1, 2)),
        source=draw(st.sampled_from(["pencil", "poured"])),
        edits=draw(edits()),
        **draw(rules(tokens)),
    )


@st.composite
def of_ones_own(draw: st.DrawFn, near: int = 0) -> ex.Config:
    """Small configurations of generic numbers handed over: rows, or tokens with a table, perhaps a bias."""
    batch, tokens, heads, size = (draw(st.integers(1, top)) for top in (2, 4, 2, 2))
    seed, width = draw(st.integers(0, 10**6)), heads * size
    kind = draw(st.sampled_from(["rows", "table", "bias"]))
    if kind == "rows":
        rows = (numbers(batch, tokens, width, seed=3 * seed + n, near=near * (n < 2)) for n in range(3))
        own = Numbers.of(**dict(zip(("query", "key", "value"), rows, strict=True)), heads=heads)
    else:
        table, bias = numbers(2, 3 * width, seed=seed + 1), numbers(3 * width, seed=seed + 2)
        if near:  # large scores close to each other: query and key alike, and a bias that is most of them
            table[:, : 2 * width] /= 3
            bias[: 2 * width] += near
        own = Numbers.poured_from(
            tokens=numbers(batch, tokens, 2, seed=seed) / 2,
            table=table,
            bias=bias if kind == "bias" else None,
            heads=heads,
        )
    return ex.Config.of(own, **draw(rules(tokens)))


def equal(one: ex.Trace, other: ex.Trace) -> None:
    """Every recorded tensor is the same to the last bit."""
    for step in one.steps:
        assert list(step.tensors) == list(other[step.name].tensors)
        for name, tensor in step.tensors.items():
            same = np.array_equal(tensor.values, other[step.name][name].values, equal_nan=name != "keep")
            assert same, (step.name, name)
