"""Labels that follow numbers: where each began, and which of them a set of axis names promises where."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from explorer.core.fields import index
from explorer.core.grid import Array, frozen
from explorer.core.tensor import Tensor
from explorer.errors import AxisNameError, ShapeError, listed

__all__ = ["Labels"]

_ROWS = ("batch", "token", "width")
_DIVIDED = ("batch", "token", "head", "head_dim")


class Labels:
    """A label for every number of a tensor whose names are true.

    Parameters
    ----------
    tensor : Tensor
        Its axes are batch, token and width, or batch, token, head and head_dim, in any order.
    heads : int, optional
        Into how many heads a row of `width` is to be divided; a tensor with heads knows that itself.

    Attributes
    ----------
    start : ndarray of int, shaped as the tensor
        0, 1, 2, ... in the order of its axes.
    sizes : mapping of str to int
        B, T, H, D and C. Where H does not divide C, D is what is left of ``C // H``.

    Raises
    ------
    AxisNameError
        If the tensor has other axes.
    ShapeError
        If `heads` is missing, no count, or not what the tensor has.

    Examples
    --------
    >>> import explorer as ex
    >>> labels = Labels(ex.trace()["dividers"]["query"])
    >>> labels.sizes
    {'B': 1, 'T': 3, 'H': 2, 'D': 2, 'C': 4}
    >>> labels.expected(("batch", "head", "token", "head_dim"))[0, 1].tolist()
    [[2, 3], [6, 7], [10, 11]]
    """

    def __init__(self, tensor: Tensor, heads: int | None = None) -> None:
        divided = set(tensor.axes) == set(_DIVIDED)
        if not divided and set(tensor.axes) != set(_ROWS):
            raise AxisNameError(
                f"Cannot play with {tensor.name} ({', '.join(tensor.axes)}): its axes must be "
                f"{listed(_ROWS, 'and')}, or {listed(_DIVIDED, 'and')}, in any order. "
                "Take a query, key or value of the first steps, the blend or the output."
            )
        self.sizes: Mapping[str, int] = _sizes(tensor, heads, divided=divided)
        self.start: Array = frozen(np.arange(tensor.values.size).reshape(tensor.shape))
        order = tuple(tensor.axes.index(axis) for axis in (_DIVIDED if divided else _ROWS))
        size = self.sizes
        self._rows = self.start.transpose(order).reshape(size["B"], size["T"], size["C"])

    def expected(self, axes: tuple[str, ...]) -> Array:
        """Say which label belongs in each cell of a tensor with these axes.

        Parameters
        ----------
        axes : tuple of str
            With dividers or without, in any order.

        Returns
        -------
        ndarray of int
        """
        if "width" in axes:
            return self._rows.transpose([_ROWS.index(axis) for axis in axes])
        size = self.sizes
        divided = self._rows.reshape(size["B"], size["T"], size["H"], size["D"])
        return divided.transpose([_DIVIDED.index(axis) for axis in axes])


def _sizes(tensor: Tensor, heads: int | None, *, divided: bool) -> dict[str, int]:
    found = tensor.sizes
    if divided:
        if heads not in (None, found["head"]):
            raise ShapeError(
                f"Cannot play with {tensor.name} in {heads!r} heads: it has {found['head']} already. "
                f"Leave heads out, or give {found['head']}."
            )
        count, head_dim = found["head"], found["head_dim"]
        width = count * head_dim
    else:
        count, width = index(heads) or 0, found["width"]
        if count < 1:
            raise ShapeError(
                f"Cannot divide a row of width {width} into {heads!r} heads: "
                "heads is a count, a whole number of 1 or more."
            )
        head_dim = width // count
    return {"B": found["batch"], "T": found["token"], "H": count, "D": head_dim, "C": width}
