"""Arrays that stay as they are, and the 2-D grid that appears when all axes but two are pinned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Array", "Grid", "frozen"]

Array = npt.NDArray[Any]


def frozen(values: Array) -> Array:
    """Return a read-only view of `values` that cannot be made writeable again.

    Parameters
    ----------
    values : ndarray, any shape
        Becomes read-only itself: the caller hands it over.

    Returns
    -------
    ndarray
        A view. NumPy refuses ``setflags(write=True)`` on it, because what it looks at is read-only too.

    Examples
    --------
    >>> frozen(np.arange(3)).flags.writeable
    False
    """
    owner = values if values.base is None else values.base
    if isinstance(owner, np.ndarray):
        owner.flags.writeable = False
    values.flags.writeable = False
    return values.view()


@dataclass(frozen=True, eq=False)
class Grid:
    """Two axes of a tensor laid flat, the others pinned.

    Attributes
    ----------
    values : ndarray, axes (rows, cols)
        Read-only; a view of the tensor.
    rows, cols : str
        The names of the two free axes.
    pins : mapping of str to int
        Where each other axis is held.

    Examples
    --------
    >>> import explorer as ex
    >>> grid = ex.trace()["reshelve"]["query"].grid("token", "head_dim", batch=0, head=0)
    >>> grid.row_labels
    ('token 0', 'token 1', 'token 2')
    >>> grid.values.tolist()
    [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    """

    values: Array
    rows: str
    cols: str
    pins: Mapping[str, int]

    @property
    def row_labels(self) -> tuple[str, ...]:
        """A label for each row: the axis and the index along it."""
        return tuple(f"{self.rows} {i}" for i in range(self.values.shape[0]))

    @property
    def col_labels(self) -> tuple[str, ...]:
        """A label for each column: the axis and the index along it."""
        return tuple(f"{self.cols} {j}" for j in range(self.values.shape[1]))
