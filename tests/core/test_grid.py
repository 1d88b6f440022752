"""Pin all but two: a grid for every ordered pair of axes, and refusals that say how to mend them."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

import explorer as ex
from tests.core.kit import Case, refusal

TRIP = ex.trace(ex.Config(tokens=5, heads=3, head_dim=4, window=2, batch=2))
TENSORS = {
    f"{step.name} {name}": tensor
    for step in TRIP.steps
    for name, tensor in step.tensors.items()
    if not name.startswith("example_")
}


@pytest.mark.parametrize("which", TENSORS)
def test_every_ordered_pair_of_axes(which: str) -> None:
    tensor = TENSORS[which]
    nested = tensor.values.tolist()
    for rows, cols in permutations(tensor.axes, 2):
        others = [axis for axis in tensor.axes if axis not in (rows, cols)]
        for pinned in product(*(range(tensor.sizes[axis]) for axis in others)):
            pins = dict(zip(others, pinned, strict=True))
            grid = tensor.grid(rows, cols, **pins)
            assert (grid.rows, grid.cols, dict(grid.pins)) == (rows, cols, pins)
            assert grid.values.shape == (tensor.sizes[rows], tensor.sizes[cols])
            assert not grid.values.flags.writeable
            for r, c in product(range(tensor.sizes[rows]), range(tensor.sizes[cols])):
                where = {rows: r, cols: c, **pins}
                cell = nested
                for axis in tensor.axes:
                    cell = cell[where[axis]]
                assert grid.values[r, c] == cell
                if r == c:
                    assert tensor.at(**where) == cell


def test_grid_by_keyword() -> None:
    key = TRIP["reshelve"]["key"]
    one = key.grid(rows="head_dim", cols="token", batch=1, head=2)
    assert np.array_equal(one.values, key.values[1, 2].T)
    two = TRIP["inside_flip"]["key"].grid(rows="head_dim", cols="token", batch=1, head=2)
    assert np.array_equal(two.values, one.values)


def test_numpy_integers_are_pins() -> None:
    key = TRIP["reshelve"]["key"]
    grid = key.grid("token", "head_dim", batch=np.int64(1), head=np.intp(2))
    assert np.array_equal(grid.values, key.values[1, 2])


def test_labels_name_each_row_and_column() -> None:
    grid = TRIP["reshelve"]["key"].grid("token", "head_dim", batch=0, head=1)
    assert grid.row_labels == ("token 0", "token 1", "token 2", "token 3", "token 4")
    assert grid.col_labels == ("head_dim 0", "head_dim 1", "head_dim 2", "head_dim 3")
    turned = TRIP["inside_flip"]["key"].grid("head_dim", "token", batch=0, head=1)
    assert (turned.row_labels, turned.col_labels) == (grid.col_labels, grid.row_labels)


def test_a_grid_is_cut_from_the_recorded_array() -> None:
    key = TRIP["inside_flip"]["key"]
    assert np.shares_memory(key.grid("token", "head_dim", batch=0, head=0).values, key.values)


KEY = TRIP["reshelve"]["key"]

GRIDS: dict[str, Case] = {
    "one pin missing": (
        ex.AxisNameError,
        lambda: KEY.grid("token", "head_dim", batch=0),
        "Cannot lay out key (batch 2, head 3, token 5, head_dim 4): head is not pinned. Add head=0..2.",
    ),
    "two pins missing": (
        ex.AxisNameError,
        lambda: KEY.grid("token", "head_dim"),
        (
            "Cannot lay out key (batch 2, head 3, token 5, head_dim 4): batch and head are not pinned. "
            "Add batch=0..1, head=0..2."
        ),
    ),
    "a pin unknown": (
        ex.AxisNameError,
        lambda: KEY.grid("token", "head_dim", batch=0, lens=1),
        "Cannot lay out key by lens: its axes are batch, head, token and head_dim. Choose among those.",
    ),
    "rows unknown": (
        ex.AxisNameError,
        lambda: KEY.grid("query_token", "head_dim", batch=0, head=0),
        (
            "Cannot lay out key by query_token: its axes are batch, head, token and head_dim. "
            "Choose among those."
        ),
    ),
    "rows and cols the same": (
        ex.AxisNameError,
        lambda: KEY.grid("token", "token", batch=0, head=0, head_dim=0),
        (
            "Cannot lay key out with token both down and across: a grid has two different axes. "
            "Choose two of batch, head, token or head_dim."
        ),
    ),
    "free and pinned": (
        ex.AxisNameError,
        lambda: KEY.grid("token", "head_dim", batch=0, head=0, token=1),
        (
            "Cannot lay out key with token both free and pinned. "
            "Leave the pin of token out, or free another axis."
        ),
    ),
    "an axis unknown to at": (
        ex.AxisNameError,
        lambda: KEY.at(batch=0, head=0, token=0, width=0),
        (
            "Cannot read one number of key by width: its axes are batch, head, token and head_dim. "
            "Choose among those."
        ),
    ),
    "an axis missing from at": (
        ex.AxisNameError,
        lambda: KEY.at(batch=0, head=0, token=0),
        (
            "Cannot read one number of key (batch 2, head 3, token 5, head_dim 4): head_dim is not pinned. "
            "Add head_dim=0..3."
        ),
    ),
}


@pytest.mark.parametrize("case", GRIDS)
def test_grids(case: str) -> None:
    kind, call, message = GRIDS[case]
    assert refusal(kind, call) == message


@pytest.mark.parametrize("pin", [3, -1, 1.0, True, "1", None, np.True_])
def test_a_pin_out_of_range(pin: object) -> None:
    message = f"Cannot pin head={pin!r} of key: its 3 entries are counted from 0. "
    message += "Choose a whole number from 0 to 2."
    assert refusal(ex.ShapeError, lambda: KEY.grid("token", "head_dim", batch=0, head=pin)) == message
    assert refusal(ex.ShapeError, lambda: KEY.at(batch=0, head=pin, token=0, head_dim=0)) == message
