"""PyTorch's rule for `view`, held against what NumPy can do without a copy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import explorer as ex
from explorer.core.mistakes.strides import (
    NOT_COMPATIBLE,
    is_contiguous,
    view_accepts,
    view_gap,
    view_refusal,
)
from tests.core.kit import refusal

many = settings(max_examples=400, deadline=None)


@st.composite
def arrays(draw: st.DrawFn, sizes: st.SearchStrategy[int] | None = None) -> np.ndarray:
    """Arrays that were cut, transposed, strided, turned round, broadcast, and given axes of size 1."""
    shape = draw(st.lists(st.integers(1, 4) if sizes is None else sizes, max_size=4))
    array = np.arange(math.prod(shape), dtype=np.int64).reshape(shape)
    array = array.transpose(draw(st.permutations(range(array.ndim))))
    for axis in range(array.ndim):
        step = draw(st.sampled_from([1, 1, 1, 2, -1]))
        first = draw(st.integers(0, max(array.shape[axis] - 1, 0)))
        array = array[(slice(None),) * axis + (slice(first if step > 0 else None, None, step),)]
    if draw(st.booleans()):
        array = np.expand_dims(array, draw(st.integers(0, array.ndim)))
    if draw(st.integers(0, 4)) == 0:
        array = np.broadcast_to(array, (draw(st.integers(1, 3)), *array.shape))
    return array


@st.composite
def shapes(draw: st.DrawFn, cells: int) -> tuple[int, ...]:
    """A shape of so many cells, in any order, with axes of size 1."""
    left, sizes = cells, []
    while left > 1:
        size = draw(st.sampled_from([n for n in range(2, left + 1) if left % n == 0]))
        sizes.append(size)
        left //= size
    sizes += [1] * draw(st.integers(0, 2))
    return tuple(draw(st.permutations(sizes)))


@many
@given(st.data())
def test_a_view_is_accepted_just_where_numpy_need_not_copy(data: st.DataObject) -> None:
    array = data.draw(arrays())
    shape = data.draw(shapes(array.size))
    shares = bool(np.shares_memory(array.reshape(shape), array))
    assert view_accepts(array.shape, array.strides, shape) == shares
    assert view_refusal(array, shape) == ("" if shares else NOT_COMPATIBLE)
    if shape:
        at = data.draw(st.integers(0, len(shape) - 1))
        rest = (*shape[:at], -1, *shape[at + 1 :])
        assert view_accepts(array.shape, array.strides, rest) == shares


@many
@given(arrays(), st.integers(1, 9))
def test_strides_may_be_counted_in_bytes_or_in_entries(array: np.ndarray, unit: int) -> None:
    for shape in [(array.size,), (-1, 1), (2, -1)]:
        strides = tuple(unit * stride // array.itemsize for stride in array.strides)
        assert view_accepts(array.shape, strides, shape) == view_accepts(array.shape, array.strides, shape)


@many
@given(arrays(st.integers(0, 3)))
def test_a_block_is_tidy_just_where_numpy_calls_it_so(array: np.ndarray) -> None:
    assert is_contiguous(array) == array.flags.c_contiguous


def test_the_gap_is_between_two_axes_that_the_new_shape_runs_across() -> None:
    array = np.zeros((2, 3, 4, 5)).transpose(0, 2, 1, 3)  # (2, 4, 3, 5)
    assert view_gap(array.shape, array.strides, (8, 15)) == (0, 1)
    assert view_gap(array.shape, array.strides, (2, 12, 5)) == (1, 2)
    assert view_gap(array.shape, array.strides, (2, 4, 15)) == (2, 3)
    assert view_gap(array.shape, array.strides, (2, 2, 2, 1, 3, 5)) is None


def test_a_tidy_block_and_one_with_no_cell_take_any_shape_of_as_many_cells() -> None:
    assert view_refusal(np.zeros((2, 3, 4)), (4, 3, 2)) == ""
    empty = np.zeros((3, 0, 2)).transpose(2, 1, 0)
    assert view_refusal(empty, (0, 7)) == view_refusal(empty, (7, 0, 1)) == view_refusal(empty, (7, 0)) == ""
    assert view_refusal(empty, (3, -1)) == ""
    assert view_accepts((3, 0, 2), (0, 16, 8), (3, 5, 0))


def test_one_number_takes_any_shape_of_ones() -> None:
    assert view_refusal(np.array(7.0), (1, 1)) == view_refusal(np.ones((1, 1)), ()) == ""
    assert view_refusal(np.array(7.0), (-1,)) == ""


@pytest.mark.parametrize(
    ("shape", "new", "message"),
    [
        ((2, 3), (4, 2), "shape '[4, 2]' is invalid for input of size 6"),
        ((2, 3), (-1, 4), "shape '[-1, 4]' is invalid for input of size 6"),
        ((2, 3), (-1, 0), "shape '[-1, 0]' is invalid for input of size 6"),
        ((2, 3), (), "shape '[]' is invalid for input of size 6"),
        ((2, 0), (3,), "shape '[3]' is invalid for input of size 0"),
        ((2, 3), (-1, -1), "only one dimension can be inferred"),
        ((2, 3), (-2, -3), "invalid shape dimension -2 at index 0 of shape [-2, -3]"),
        ((2, 3), (-1, -2), "invalid shape dimension -2 at index 1 of shape [-1, -2]"),
        ((2, 3), (-1, -1, -2), "only one dimension can be inferred"),
        (
            (2, 0),
            (0, -1),
            (
                "cannot reshape tensor of 0 elements into shape [0, -1] because the unspecified dimension "
                "size -1 can be any value and is ambiguous"
            ),
        ),
    ],
)
def test_sizes_that_cannot_be_are_refused_in_pytorchs_words(
    shape: tuple[int, ...], new: tuple[int, ...], message: str
) -> None:
    array = np.zeros(shape)
    assert view_refusal(array, new) == message
    assert not view_accepts(array.shape, array.strides, new)


@many
@given(st.data())
def test_pytorch_itself_views_or_refuses_so_and_in_these_words(data: st.DataObject) -> None:
    torch = pytest.importorskip("torch", reason="torch is not needed, and not installed: it can't be asked")
    array = data.draw(arrays(st.integers(0, 4)))
    steps = [stride // array.itemsize for stride in array.strides]
    assume(min(steps, default=0) >= 0)  # torch has no strides below 0
    tensor = torch.zeros(512).as_strided(array.shape, steps)
    sizes = st.lists(st.integers(-2, 6), max_size=4).map(tuple)
    new = data.draw(shapes(array.size) | sizes if array.size else sizes)
    try:
        viewed, said = tensor.view(new), ""
    except RuntimeError as refused:
        viewed, said = None, str(refused)
    assert view_refusal(array, new) == said
    assert view_accepts(array.shape, array.strides, new) == (viewed is not None)
    assert is_contiguous(array) == tensor.is_contiguous()


def test_what_the_merge_tidies_is_what_a_view_refuses() -> None:
    for config in (ex.Config(), ex.Config(heads=1, head_dim=4), ex.Config(tokens=1, window=1)):
        merge = ex.trace(config)["merge"]
        joined = merge["output"].shape
        tidied = merge.moved["block"] == "copy"
        assert view_refusal(merge["reshelved"].values, joined) == (NOT_COMPATIBLE if tidied else "")
        assert view_refusal(merge["block"].values, joined) == ""


def test_strides_and_sizes_that_do_not_belong_together_are_refused() -> None:
    message = refusal(ex.ShapeError, lambda: view_accepts((2, 3), (8,), (6,)))
    assert message == (
        "Cannot view an array of shape (2, 3) with strides (8,): give one stride for each axis."
    )
    message = refusal(ex.ShapeError, lambda: view_gap((2, 3), (24, 8), (4, 2)))
    assert message == (
        "Cannot view 6 cells of shape (2, 3) as (4, 2): that is 8 cells. Give a shape with as many."
    )
