"""Numbers of one's own in a configuration: shown whole and in part, poured with a bias, traced again."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.core.numbers import Numbers
from tests.core.kit import Case, generic, refusal
from tests.core.test_cost import tally
from tests.core.what_if import equal

QKV = ("query", "key", "value")


def test_own_numbers_are_shown_whole_and_in_part() -> None:
    rows = dict(zip(QKV, (generic(2, 4, 6, seed=n) for n in range(3)), strict=True))
    config = ex.Config.of(Numbers.of(**rows, heads=3, labels=("a", "b"), causal=False, name="mine"))
    assert (config.batch, config.tokens, config.heads, config.head_dim) == (2, 4, 3, 2)
    assert (config.window, config.causal, config.source, config.labels) == (None, False, "given", ("a", "b"))
    part = ex.trace(config.replace(batch=1, tokens=2, heads=1, head_dim=4))
    for name, array in rows.items():
        assert np.array_equal(ex.trace(config)["cut"][name].values, array)
        assert np.array_equal(part["cut"][name].values, array[:1, :2, :4])


def test_own_tokens_are_poured_with_their_bias() -> None:
    table, bias = generic(3, 12, seed=1), generic(12, seed=2)
    tokens = generic(2, 4, 3, seed=3)
    own = Numbers.poured_from(tokens=tokens, table=table, bias=bias, heads=2)
    trip = ex.trace(ex.Config.of(own))
    assert list(trip["pour"].tensors) == ["tokens", "table", "bias", "wide"]
    assert trip["pour"]["bias"].axes == ("wide",)
    assert not trip.given
    np.testing.assert_allclose(trip["pour"]["wide"].values, tokens @ table + bias, rtol=1e-12)
    cells = 2 * 4 * 12
    assert tally(trip["pour"].cost) == (3 * cells, 3 * cells, 0, 0)
    part = ex.trace(ex.Config.of(own, tokens=2, heads=1, head_dim=2))["pour"]
    thirds = [0, 1, 4, 5, 8, 9]
    assert np.array_equal(part["table"].values, table[:, thirds])
    assert np.array_equal(part["bias"].values, bias[thirds])


def test_trace_qkv_makes_a_config_that_can_be_traced_again() -> None:
    rows = [generic(4, 6, seed=n) for n in range(3)]
    trip = ex.trace_qkv(*rows, heads=2, window=3)
    equal(ex.trace(trip.config), trip)
    assert trip.config == ex.trace_qkv(*[row.copy() for row in rows], heads=2, window=3).config
    assert trip.config != ex.trace_qkv(*rows[::-1], heads=2, window=3).config
    assert ex.trace(trip.config.replace(tokens=2)).output.shape == (1, 2, 6)


def test_what_is_handed_over_is_never_written_into() -> None:
    rows = {name: np.ones((3, 4)) for name in QKV}
    own = Numbers.of(**rows, heads=2)
    ex.trace(ex.Config.of(own, edits=[("query", 0, 0, 0, 9)]))
    assert all(np.all(array == 1) for array in own.arrays.values())
    assert all(np.all(array == 1) for array in rows.values())


ONES = {name: np.ones((2, 3, 8)) for name in ("query", "key", "value")}
OWN = Numbers.of(**ONES, heads=2, name="layer.npz")
NAMELESS = Numbers.of(**{name: np.ones((1, 1)) for name in ONES})

REFUSED: dict[str, Case] = {
    "numbers of another source": (
        ex.ConfigError,
        lambda: ex.Config(numbers=OWN),
        (
            "Cannot make a Config with source='pencil' and numbers: 'given' goes with numbers. Hand them to "
            "trace_qkv or Config.of, or choose source='pencil' or 'poured' and numbers=None."
        ),
    ),
    "numbers that are none": (
        ex.ConfigError,
        lambda: ex.Config(numbers=7, source="given"),
        "Cannot make a Config with numbers=7: give Numbers, or None with another source.",
    ),
    "a Config of no numbers": (
        ex.ConfigError,
        lambda: ex.Config.of([[1, 2]]),
        (
            "Cannot make a Config of [[1, 2]]: give Numbers, as in "
            "Config.of(Numbers.of(query=..., key=..., value=...))."
        ),
    ),
    "more tokens than there are": (
        ex.ConfigError,
        lambda: ex.Config.of(OWN, tokens=4),
        "Cannot make a Config with tokens=4: the numbers of layer.npz hold 3. Choose 1 to 3.",
    ),
    "more books than there are": (
        ex.ConfigError,
        lambda: ex.Config.of(NAMELESS, batch=2),
        "Cannot make a Config with batch=2: the numbers handed over hold 1. Choose 1.",
    ),
    "a wider row than there is": (
        ex.ConfigError,
        lambda: ex.Config.of(OWN, heads=3),
        (
            "Cannot make a Config with heads=3 and head_dim=4: that is a row of 12 numbers, and the numbers "
            "of layer.npz have rows of 8. Choose heads x head_dim of 8 or less."
        ),
    ),
    "own numbers beyond float32": (
        ex.DataError,
        lambda: ex.trace(
            ex.Config.of(Numbers.of(query=[[1]], key=[[1, -1e39][1:]], value=[[1]]), dtype=np.float32)
        ),
        (
            "Cannot use key in float32: it holds -1e+39 at (0, 0, 0), and float32 goes up to 3.4e+38. "
            "Choose float64."
        ),
    ),
    "a pour that overflows": (
        ex.DataError,
        lambda: ex.trace(
            ex.Config.of(Numbers.poured_from(tokens=[[1], [1e200]], table=[[1, 1e200, 1]]))
        ),
        (
            "Cannot pour these numbers: float64 cannot hold the sum at batch 0, token 1, wide 1. "
            "Divide tokens or table by a constant."
        ),
    ),
}  # fmt: skip


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("case", REFUSED)
def test_refusals(case: str) -> None:
    kind, call, message = REFUSED[case]
    assert refusal(kind, call) == message


@pytest.mark.parametrize("bias", [False, True])
def test_the_budget_counts_what_was_handed_over(bias: bool) -> None:
    channels, width = 200, 40
    own = Numbers.poured_from(
        tokens=np.ones((3, channels)),
        table=np.ones((channels, 3 * width)),
        bias=np.ones(3 * width) if bias else None,
        heads=2,
    )
    config = ex.Config.of(own)
    recorded = sum(
        tensor.values.nbytes
        for step in ex.trace(config).steps
        for name, tensor in step.tensors.items()
        if step.moved[name] != "view"
    )
    held = recorded + sum(array.nbytes for array in own.arrays.values())
    assert ex.trace(config.replace(budget=held)).output.shape == (1, 3, width)
    said = refusal(ex.ConfigError, lambda: ex.trace(config.replace(budget=held - 1)))
    assert said.startswith("Cannot record a trip of B1 T3 H2 D20: it would take")
