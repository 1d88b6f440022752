"""PyTorch's rule for `view`, from shape and strides alone: what it refuses where NumPy's `reshape` copies."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from explorer.core.grid import Array
from explorer.errors import ShapeError

__all__ = ["NOT_COMPATIBLE", "VIEW_RULE", "is_contiguous", "view_accepts", "view_gap", "view_refusal"]

VIEW_RULE = (
    "A view reads the bytes where they lie. So each new axis is cut out of one old axis, or runs across old "
    "axes that follow each other in memory: a step along the outer one is as long as all of the inner one."
)
"""The rule in one breath, for a person to read; it speaks of axes and bytes alone, so in either words."""

NOT_COMPATIBLE = (
    "view size is not compatible with input tensor's size and stride (at least one dimension spans across "
    "two contiguous subspaces). Use .reshape(...) instead."
)
"""PyTorch's own words where the numbers would have to be copied, as 2.13.0 says them."""


def view_accepts(shape: Sequence[int], strides: Sequence[int], new_shape: Sequence[int]) -> bool:
    """Whether PyTorch's `view` would read an array of this shape and these strides as `new_shape`.

    Parameters
    ----------
    shape : sequence of int
        The sizes of the array.
    strides : sequence of int
        From one entry to the next along each axis, in bytes or in entries: only their ratios count.
    new_shape : sequence of int
        One of them may be -1: what is left over.

    Returns
    -------
    bool
        False too where there are more or fewer cells in `new_shape`.

    Raises
    ------
    ShapeError
        If there are not as many strides as sizes.

    Notes
    -----
    The rule is that of ``torch.Tensor.view`` in PyTorch's documentation
    (docs.pytorch.org/docs/stable/generated/torch.Tensor.view.html): each new axis lies within one old axis,
    or spans old axes ``d ... d+k`` with ``stride[i] = stride[i+1] * size[i+1]`` for each of them but the
    last. An axis of size 1 is never stepped along, so its stride says nothing; where there are no cells at
    all, no stride does. PyTorch 2.13.0 was asked, and answers so, in the words of `view_refusal`; the tests
    ask again wherever there is a PyTorch.

    Examples
    --------
    >>> tidy, flipped = (48, 16, 8), (48, 8, 24)
    >>> view_accepts((2, 3, 2), tidy, (6, 2)), view_accepts((2, 2, 3), flipped, (4, 3))
    (True, False)
    >>> view_accepts((2, 2, 3), flipped, (2, 1, 2, -1))
    True
    """
    settled = _settled(math.prod(shape), new_shape)
    return not isinstance(settled, str) and view_gap(shape, strides, settled) is None


def view_gap(
    shape: Sequence[int], strides: Sequence[int], new_shape: Sequence[int]
) -> tuple[int, int] | None:
    """Find the first two old axes that `new_shape` runs across and that do not follow each other in memory.

    Parameters
    ----------
    shape, strides : sequence of int
        As for `view_accepts`.
    new_shape : sequence of int
        As many cells as `shape`, and no -1.

    Returns
    -------
    (int, int) or None
        Two axes of `shape`, outer first; None where PyTorch would make the view.

    Raises
    ------
    ShapeError
        If there are not as many strides as sizes, or not as many cells in `new_shape` as in `shape`.

    Examples
    --------
    >>> import explorer as ex
    >>> merge = ex.trace()["merge"]
    >>> reshelved = merge["reshelved"]  # (B, T, H, D), its heads still far apart
    >>> view_gap(reshelved.shape, reshelved.strides, (1, 3, 4))
    (2, 3)
    >>> view_gap(merge["block"].shape, merge["block"].strides, (1, 3, 4)) is None
    True
    """
    if len(shape) != len(strides):
        raise ShapeError(
            f"Cannot view an array of shape {tuple(shape)} with strides {tuple(strides)}: "
            "give one stride for each axis."
        )
    if math.prod(shape) != math.prod(new_shape):
        raise ShapeError(
            f"Cannot view {math.prod(shape)} cells of shape {tuple(shape)} as {tuple(new_shape)}: "
            f"that is {math.prod(new_shape)} cells. Give a shape with as many."
        )
    if math.prod(shape) == 0:
        return None
    for group in _groups(shape, new_shape):
        for outer, inner in itertools.pairwise(group):
            if strides[outer] != strides[inner] * shape[inner]:
                return outer, inner
    return None


def view_refusal(array: Array, new_shape: Sequence[int]) -> str:
    """Say what PyTorch's `view` would say to an array with these very strides.

    Parameters
    ----------
    array : ndarray, any shape
    new_shape : sequence of int
        One of them may be -1: what is left over.

    Returns
    -------
    str
        PyTorch's own message; empty where it would make the view.

    Examples
    --------
    >>> import numpy as np
    >>> flipped = np.ones((2, 3, 2)).transpose(0, 2, 1)
    >>> view_refusal(flipped, (4, 3))[:51]
    "view size is not compatible with input tensor's siz"
    >>> view_refusal(flipped, (5, -1))
    "shape '[5, -1]' is invalid for input of size 12"
    >>> view_refusal(np.ascontiguousarray(flipped), (4, 3))
    ''
    """
    settled = _settled(array.size, new_shape)
    if isinstance(settled, str):
        return settled
    return "" if view_gap(array.shape, array.strides, settled) is None else NOT_COMPATIBLE


def is_contiguous(array: Array) -> bool:
    """Whether the block is tidy, as PyTorch means it: in the order of its own axes, with no gap.

    Parameters
    ----------
    array : ndarray, any shape

    Returns
    -------
    bool
        True where there is no cell at all. An axis of size 1 has no say.

    Examples
    --------
    >>> import numpy as np
    >>> tidy = np.ones((3, 2))
    >>> is_contiguous(tidy), is_contiguous(tidy.T), is_contiguous(tidy[:1].T)
    (True, False, True)
    """
    if array.size == 0:
        return True
    step = array.itemsize
    for size, stride in zip(reversed(array.shape), reversed(array.strides), strict=True):
        if size != 1 and stride != step:
            return False
        step *= size
    return True


def _settled(cells: int, new_shape: Sequence[int]) -> tuple[int, ...] | str:
    """Put what is left over in the place of a -1, or say in PyTorch's words why that can't be."""
    asked = f"[{', '.join(map(str, new_shape))}]"
    for at, size in enumerate(new_shape):  # of two things that can't be, PyTorch tells the first
        if size < -1:
            return f"invalid shape dimension {size} at index {at} of shape {asked}"
        if size == -1 and -1 in new_shape[:at]:
            return "only one dimension can be inferred"
    told = [size for size in new_shape if size != -1]
    known = math.prod(told)
    if len(told) == len(new_shape):
        fits = cells == known
    elif cells == known == 0:
        return (
            f"cannot reshape tensor of 0 elements into shape {asked} because the unspecified dimension size "
            "-1 can be any value and is ambiguous"
        )
    else:
        fits = known > 0 and cells % known == 0
    if not fits:
        return f"shape '{asked}' is invalid for input of size {cells}"
    return tuple(cells // known if size == -1 else size for size in new_shape)


def _groups(shape: Sequence[int], new_shape: Sequence[int]) -> Iterator[list[int]]:
    """Part the old axes, sizes of 1 left out, into the fewest that each make up some whole new axes."""
    old = iter([axis for axis, size in enumerate(shape) if size != 1])
    new = iter([size for size in new_shape if size != 1])
    for axis in old:
        group, held, asked = [axis], shape[axis], next(new)
        while held != asked:
            if held < asked:
                group.append(next(old))
                held *= shape[group[-1]]
            else:
                asked *= next(new)
        yield group
