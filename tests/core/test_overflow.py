"""Numbers near the end of what a float can hold: a trip holds them, or says where it can't."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from tests.core.kit import refusal

LARGEST = {name: float(np.finfo(name).max) for name in ("float32", "float64")}

pytestmark = pytest.mark.filterwarnings("error")


def all_of_value(value: float, **fields: object) -> ex.Config:
    """Make the first column of value one number all along; so is every blend of it, but for rounding."""
    rules = {"tokens": 24, "window": None, "causal": False, **fields}
    return ex.Config(edits=[("value", 0, token, 0, value) for token in range(24)], **rules)


def first_overflow(config: ex.Config) -> int:
    """Find the first token whose shares, as they were rounded, carry the largest number over the end."""
    shares = ex.trace(config)["shares"]["shares"].values[:, :1]
    value = np.zeros((1, 1, 24, 2), config.dtype)
    value[..., 0] = LARGEST[config.dtype.name]
    with np.errstate(over="ignore", invalid="ignore"):
        return int(np.argwhere(np.isinf(shares @ value))[0][2])


@pytest.mark.parametrize(("dtype", "wider"), [("float32", ", or use float64"), ("float64", "")])
def test_a_blend_that_overflows_is_refused_with_its_place(dtype: str, wider: str) -> None:
    token = first_overflow(all_of_value(1.0, dtype=dtype))
    assert refusal(ex.DataError, lambda: ex.trace(all_of_value(LARGEST[dtype], dtype=dtype))) == (
        f"Cannot blend these numbers: {dtype} cannot hold the number at "
        f"batch 0, head 0, token {token}, head_dim 0. Divide value by a constant{wider}."
    )


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("dtype", LARGEST)
def test_a_blend_that_a_float_can_hold_is_told(dtype: str, sign: int) -> None:
    value = sign * LARGEST[dtype]
    alone = ex.trace(all_of_value(value, dtype=dtype, window=1, causal=True))  # each share is 1
    assert np.all(alone["blend"]["blend"].values[0, 0, :, 0] == value)
    half = ex.trace(all_of_value(value / 2, dtype=dtype))
    np.testing.assert_allclose(half["blend"]["blend"].values[0, 0, :, 0], value / 2, rtol=1e-6)


def test_an_undefined_row_is_no_overflow_and_hides_none() -> None:
    empty = {"by_hand": [(0, token, False) for token in range(24)], "empty_rows": "nan"}
    blend = ex.trace(all_of_value(1.0, **empty))["blend"]["blend"].values
    assert np.isnan(blend[0, :, 0]).all()
    assert np.isfinite(blend[0, :, 1:]).all()
    said = refusal(ex.DataError, lambda: ex.trace(all_of_value(LARGEST["float64"], **empty)))
    assert f"at batch 0, head 0, token {first_overflow(all_of_value(1.0, **empty))}, head_dim 0" in said


def test_scores_further_apart_than_a_float_can_say_share_without_a_word() -> None:
    far = [("query", 0, token, 0, 1e154) for token in range(2)]
    far += [("key", 0, 0, 0, 1e154), ("key", 0, 1, 0, -1e154)]
    trip = ex.trace(ex.Config(tokens=2, heads=1, head_dim=1, window=None, scale="none", edits=far))
    assert trip["shares"]["shares"].values[0, 0].tolist() == [[1, 0], [1, 0]]
