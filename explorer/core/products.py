"""A matrix product that looks at the names of the axes before it looks at their sizes.

NumPy multiplies any two grids whose inner sizes agree. When two sizes happen to tie, a key grid that was
never stood up still "fits", and nothing tells the learner. Here the names must fit too.
"""

from __future__ import annotations

import numpy as np

from explorer.core.tensor import Tensor
from explorer.errors import AxisNameError, ShapeError

__all__ = ["named_matmul"]


def named_matmul(left: Tensor, right: Tensor, name: str) -> Tensor:
    """Multiply the last two axes of two tensors, once for each pin of the axes before them.

    Parameters
    ----------
    left : Tensor, axes (*pins, row, inner)
    right : Tensor, axes (*pins, inner, col) or (inner, col)
        The pinned axes and `inner` are called the same on both sides; `row` and `col` differ.
        A right side with no pinned axes is one table for every pin of the left.
    name : str
        What to call the product.

    Returns
    -------
    Tensor, axes (*pins, row, col)
        ``left.values @ right.values``; `inner` is spent in the sums.

    Raises
    ------
    AxisNameError
        If the names do not fit. If the sizes would have, the message says that NumPy would have run.
    ShapeError
        If the names fit and the sizes do not.

    Examples
    --------
    >>> import explorer as ex
    >>> trip = ex.trace()
    >>> query = trip["reshelve"]["query"].rename({"token": "query_token"})
    >>> key = trip["inside_flip"]["key"].rename({"token": "key_token"})
    >>> named_matmul(query, key, "matches").axes
    ('batch', 'head', 'query_token', 'key_token')
    >>> named_matmul(query, trip["reshelve"]["key"].rename({"token": "key_token"}), "matches")
    Traceback (most recent call last):
        ...
    explorer.errors.AxisNameError: Cannot multiply query (batch, head, query_token, head_dim) by key \
(batch, head, key_token, head_dim): a product sums over the last axis of the left and the last but one of \
the right, here head_dim and key_token, which are not the same axis. Nor do the sizes fit, (1, 2, 3, 2) and \
(1, 2, 3, 2). Swap the last two axes of key first: that is the inside flip.
    """
    if min(len(left.axes), len(right.axes)) < 2:
        raise AxisNameError(
            f"Cannot multiply {_signature(left)} by {_signature(right)}: "
            "a product needs two axes or more on each side."
        )
    _check_names(left, right)
    _check_sizes(left, right)
    values = np.matmul(left.values, right.values, order="C")
    return Tensor(name, values, (*left.axes[:-1], right.axes[-1]))


def _check_names(left: Tensor, right: Tensor) -> None:
    if left.axes[-1] != right.axes[-2]:
        reason = (
            "a product sums over the last axis of the left and the last but one of the right, here "
            f"{left.axes[-1]} and {right.axes[-2]}, which are not the same axis"
        )
    elif right.axes[:-2] and left.axes[:-2] != right.axes[:-2]:
        reason = (
            f"the axes before the last two are looped over together, here ({', '.join(left.axes[:-2])}) "
            f"and ({', '.join(right.axes[:-2])}), which are not the same axes in the same order"
        )
    elif left.axes[-2] == right.axes[-1]:
        raise AxisNameError(
            f"Cannot multiply {_signature(left)} by {_signature(right)}: {left.axes[-2]} would name both "
            "axes of the product. Rename one side first, as in query_token and key_token."
        )
    else:
        return
    sizes = f"{left.shape} and {right.shape}"
    verdict = (
        f"The sizes do fit, {sizes}: NumPy would run without a word, and give other contents."
        if _numpy_would_run(left, right)
        else f"Nor do the sizes fit, {sizes}."
    )
    raise AxisNameError(
        f"Cannot multiply {_signature(left)} by {_signature(right)}: {reason}. {verdict} "
        f"{_advice(left, right)}"
    )


def _advice(left: Tensor, right: Tensor) -> str:
    # Renaming would make the names fit here too, and be the very mistake: the grid lies the wrong way.
    if right.axes[-1] == left.axes[-1]:
        return f"Swap the last two axes of {right.name} first: that is the inside flip."
    return "Swap or rename axes until the names fit."


def _numpy_would_run(left: Tensor, right: Tensor) -> bool:
    try:
        np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
    except ValueError:
        return False
    return left.shape[-1] == right.shape[-2]


def _check_sizes(left: Tensor, right: Tensor) -> None:
    shared = (*right.axes[:-2], right.axes[-2])
    apart = [axis for axis in shared if left.sizes[axis] != right.sizes[axis]]
    if apart:
        raise ShapeError(
            f"Cannot multiply {_signature(left)} by {_signature(right)}: "
            + "; ".join(
                f"{axis} is {left.sizes[axis]} on the left and {right.sizes[axis]} on the right"
                for axis in apart
            )
            + ". Give both sides the same size there."
        )


def _signature(tensor: Tensor) -> str:
    return f"{tensor.name} ({', '.join(tensor.axes)})"
