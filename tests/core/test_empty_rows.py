"""A row with nothing kept: what it becomes under each policy, and what it leaves alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given

import explorer as ex
from explorer.core.numbers import Numbers
from tests.core.kit import quick
from tests.core.test_cost import Clerk, tally
from tests.core.what_if import POLICIES, equal, made_up, of_ones_own

NOBODY = ((1, 0, False), (1, 1, False))


def emptied(policy: str, **fields: Any) -> ex.Trace:
    return ex.trace(ex.Config(by_hand=NOBODY, empty_rows=policy, **fields))


ROWS = {
    "nan": ([0, 0, 0], 0, [np.nan] * 3, [np.nan] * 2),
    "zero": ([0, 0, 0], 0, [0, 0, 0], [0, 0]),
    "uniform": ([1, 1, 1], 3, [1 / 3] * 3, [1, 1]),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("policy", POLICIES)
def test_what_an_empty_row_becomes(policy: str) -> None:
    trip = emptied(policy)
    powers, total, shares, blend = ROWS[policy]
    split = trip["shares"]
    row = np.s_[0, 0, 1]
    assert np.all(trip["mask"]["struck"].values[row] == -np.inf)
    assert split["shift"].values[row] == 0
    np.testing.assert_array_equal(split["exponentials"].values[row], powers)
    assert split["totals"].values[row] == total
    np.testing.assert_array_equal(split["shares"].values[row], shares)
    np.testing.assert_allclose(trip["blend"]["blend"].values[row], blend, rtol=1e-15)
    assert list(split.inputs) == ["struck", "keep"]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("policy", POLICIES)
@quick
@given(config=made_up() | of_ones_own(near=8))
def test_the_other_rows_do_not_see_an_empty_one(policy: str, config: ex.Config) -> None:
    trip = ex.trace(config.replace(empty_rows=policy))
    keep = trip["mask"]["keep"].values
    filled = keep | (~keep.any(axis=-1, keepdims=True) & np.eye(config.tokens, dtype=bool))
    whole = ex.trace(config.replace(by_hand=(), causal=False, window=None), keep=filled)
    rows = keep.any(axis=-1)
    sums = trip["shares"]["shares"].values.sum(axis=-1)
    np.testing.assert_allclose(sums[..., rows], 1, rtol=1e-6)
    nothing = {"nan": np.nan, "zero": 0, "uniform": 1}[policy]
    np.testing.assert_allclose(sums[..., ~rows], nothing, rtol=1e-6)
    for step, name in (("shares", "shares"), ("blend", "blend")):
        np.testing.assert_array_equal(
            trip[step][name].values[:, :, rows], whole[step][name].values[:, :, rows], err_msg=name
        )


def test_a_shift_stays_beside_an_empty_row() -> None:
    rows = np.array([[50.0], [50.0], [50.0]])
    own = Numbers.of(query=rows, key=rows / 25, value=rows)
    trip = ex.trace(ex.Config.of(own, by_hand=[(0, 0, False)], empty_rows="nan"))
    assert trip["shares"]["shift"].values.tolist() == [[[0, 100, 100]]]


@pytest.mark.parametrize("policy", POLICIES)
def test_what_an_empty_row_costs(policy: str) -> None:
    trip = emptied(policy, tokens=4)
    clerks = {"scores": Clerk(), "shares": Clerk(), "blend": Clerk()}
    for row in [*trip["mask"]["keep"].values.tolist()] * 2:
        for kept in row:
            if kept:
                clerks["scores"].dot(2)
                clerks["scores"].scale()
        # Nothing is worked out for 0 and NaN; an even split is one for every token.
        shared = [True] * 4 if policy == "uniform" and not any(row) else row
        clerks["shares"].split(shared)
        for _ in range(2):
            clerks["blend"].dot(sum(shared))
    for step, clerk in clerks.items():
        assert tally(trip[step].cost) == clerk.tally, step


def test_a_policy_changes_nothing_where_every_row_keeps_something() -> None:
    for policy in POLICIES:
        trip = ex.trace(ex.Config(empty_rows=policy))
        equal(trip, ex.trace())
        assert np.array_equal(trip.output.values, ex.trace().output.values)
