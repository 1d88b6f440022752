"""Sums along a named axis: the margins of a grid."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import explorer as ex
from explorer.core.tensor import Tensor
from tests.core.kit import configs, quick, refusal


@quick
@given(configs())
def test_rows_of_the_shares_add_to_one_and_columns_to_something_else(config: ex.Config) -> None:
    shares = ex.trace(config)["shares"]["shares"]
    rows, columns = shares.summed("key_token"), shares.summed("query_token")
    assert rows.axes == ("batch", "head", "query_token")
    assert columns.axes == ("batch", "head", "key_token")
    np.testing.assert_allclose(rows.values, 1)
    np.testing.assert_allclose(columns.values.sum(axis=-1), config.tokens)
    if config.tokens > 1 and config.causal and config.window != 1:
        assert np.all(columns.values[..., 0] > 1)  # token 0 gives itself all, and others look at it too


@quick
@given(configs())
def test_every_axis_of_every_tensor_adds_up_cell_by_cell(config: ex.Config) -> None:
    for step in ex.trace(config).steps:
        for tensor in step.tensors.values():
            for axis, size in tensor.sizes.items():
                found = tensor.summed(axis)
                assert found.name == tensor.name
                assert found.axes == tuple(other for other in tensor.axes if other != axis)
                assert not found.shares_memory_with(tensor)
                for index in np.ndindex(found.shape):
                    at = dict(zip(found.axes, index, strict=True))
                    cells = [float(tensor.at(**at, **{axis: i})) for i in range(size)]
                    assert found.values[index] == pytest.approx(sum(cells))


def test_the_totals_are_the_sums_of_the_exponentials() -> None:
    step = ex.trace()["shares"]
    found = step["exponentials"].summed("key_token", "totals")
    assert repr(found) == repr(step["totals"])
    assert np.array_equal(found.values, step["totals"].values)


def test_kept_cells_are_counted() -> None:
    keep = ex.trace()["mask"]["keep"]
    assert keep.summed("key_token").values.tolist() == [1, 2, 2]
    assert keep.summed("query_token").values.tolist() == [2, 2, 1]


def test_a_single_row_adds_up_to_one_number() -> None:
    found = Tensor("row", np.array([1.0, 2.0, 4.0]), ("token",)).summed("token")
    assert found.axes == ()
    assert found.shape == ()
    assert found.at() == 7


def test_sums_are_read_only_and_of_the_same_kind() -> None:
    found = ex.trace(ex.Config(dtype=np.float32)).output.summed("width")
    assert found.values.dtype == np.float32
    with pytest.raises(ValueError, match="read-only"):
        found.values[0, 0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        found.values.flags.writeable = True


@pytest.mark.filterwarnings("error")
def test_a_sum_beyond_the_floats_is_infinite_without_a_warning() -> None:
    most = np.finfo(np.float64).max
    assert Tensor("row", np.array([most, most]), ("token",)).summed("token").at() == np.inf
    struck = Tensor("struck", np.array([-np.inf, np.inf]), ("token",)).summed("token")
    assert np.isnan(struck.at())


def test_an_unknown_axis_is_refused() -> None:
    shares = ex.trace()["shares"]["shares"]
    assert refusal(ex.AxisNameError, lambda: shares.summed("token")) == (
        "Cannot sum shares by token: its axes are batch, head, query_token and key_token. Choose among those."
    )
