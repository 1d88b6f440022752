"""How much of each axis a picture shows, and where single cells give way to an image.

A grid shows the whole of its two axes, or a stretch of a very long one; shelves, of which each is a grid,
keep to a window. What is left out a picture says (`explorer.scene.shortfall`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product

import numpy as np
import numpy.typing as npt

from explorer.core.config import Config
from explorer.core.tensor import Tensor
from explorer.scene.look import Look

__all__ = ["LONG", "LONGEST", "MOST_CELLS", "MOST_NUMBERED", "TOKEN_AXES", "Extents", "Places"]

MOST_CELLS = 300
"""A grid of more cells is one image."""
LONG = 24
"""So is one with more cells than these along a side."""
LONGEST = 1024
"""At most so many places of an axis are drawn."""

TOKEN_AXES = ("token", "query_token", "key_token")
MOST_NUMBERED = 400
"""Beyond so many cells of one tensor the cells are drawn without their numbers, and the picture says so."""
_SHELVES = {"token": 16, "head": 8}
_LARGE_SHELVES = 6
# Where grids of one picture share an axis, a cell of the one must be as large as a cell of the other.
_RIGID = (*((axis,) for axis in TOKEN_AXES), ("width",), ("wide",), ("head", "head_dim"))
_LEAST, _THIN = 40.0, 20.0
_ROW, _OTHER = 0.25, 0.4

Places = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Extents:
    """What is drawn of the tensors of one trip.

    Attributes
    ----------
    config : Config
        The trip's sizes.
    look : Look
        What the reader pinned.
    followed : int
        A stretch of a long token axis holds this token.
    free : tuple of str
        Axes that are drawn in full though a look pins them.

    Examples
    --------
    >>> import explorer as ex
    >>> trip = ex.trace(ex.Config(tokens=40))
    >>> extents = Extents(trip.config, Look(), 1)
    >>> before, after = trip["dividers"]["key"], trip["reshelve"]["key"]
    >>> len(extents.along("token", after)), len(extents.shelves("token", before))
    (40, 16)
    >>> extents.is_image(after, ("token",), ("head_dim",))
    True
    """

    config: Config
    look: Look
    followed: int
    free: tuple[str, ...] = ()
    _known: dict[tuple[tuple[str, ...], tuple[int, ...]], Places] = field(default_factory=dict, repr=False)

    def along(self, axis: str, tensor: Tensor) -> tuple[int, ...]:
        """List the places of an axis that a grid shows.

        Parameters
        ----------
        axis : str
            An axis of `tensor`.
        tensor : Tensor

        Returns
        -------
        tuple of int
        """
        size, config = tensor.sizes[axis], self.config
        if axis == "batch" and axis not in self.free:
            return (min(self.look.batch, size - 1),)
        if axis in TOKEN_AXES and size == config.tokens:
            return self._stretch(size, LONGEST)
        if axis == "head" and self.look.head is not None:
            return (self.look.head,)
        if axis == "width":
            return self._row
        if axis == "wide" and size == 3 * config.width:
            return tuple(part * config.width + place for part in range(3) for place in self._row)
        return tuple(range(min(size, LONGEST)))

    def shelves(self, axis: str, tensor: Tensor) -> tuple[int, ...]:
        """List the places of an axis that own a shelf.

        Parameters
        ----------
        axis : str
            An axis of `tensor`, whose last two axes are each shelf's grid.
        tensor : Tensor

        Returns
        -------
        tuple of int
        """
        places = self.along(axis, tensor)
        most = _SHELVES.get(axis, LONG)
        if len(places) <= most:
            return places
        if axis not in TOKEN_AXES:
            return places[:most]
        # Some have to be left out: then rather more of them, so that the others can show their numbers.
        rows, cols = tensor.axes[-2:-1], tensor.axes[-1:]
        numbered = MOST_NUMBERED // (self._count(rows, tensor) * self._count(cols, tensor))
        few = numbered if numbered > 1 and not self.is_image(tensor, rows, cols) else _LARGE_SHELVES
        return self._stretch(tensor.sizes[axis], min(most, few))

    def places(self, axes: tuple[str, ...], tensor: Tensor) -> Places:
        """List the coordinates of each row or column of a grid.

        Parameters
        ----------
        axes : tuple of str
            The axes down or across, the outer one first; none for a single row or column.
        tensor : Tensor

        Returns
        -------
        ndarray of int, axes (place, one for each of `axes`)
        """
        key = (axes, tensor.shape)
        if key not in self._known:
            if axes == ("head", "head_dim"):  # one row, divided: it shows what the undivided row shows
                found: list[tuple[int, ...]] = [divmod(place, self.config.head_dim) for place in self._row]
            else:
                found = list(product(*(self.along(axis, tensor) for axis in axes)))
            self._known[key] = np.array(found, dtype=np.int64).reshape(len(found), len(axes))
        return self._known[key]

    def is_image(self, tensor: Tensor, rows: tuple[str, ...], cols: tuple[str, ...]) -> bool:
        """Tell whether a grid is drawn as one image.

        Parameters
        ----------
        tensor : Tensor
        rows, cols : tuple of str
            The axes down and across.

        Returns
        -------
        bool
        """
        down, across = self._count(rows, tensor), self._count(cols, tensor)
        return down * across > MOST_CELLS or max(down, across / self._parts(cols, tensor)) > LONG

    def reference(self, tensors: Iterable[Tensor]) -> float:
        """Find the longest side among the grids of some tensors: images are measured by it.

        Parameters
        ----------
        tensors : iterable of Tensor

        Returns
        -------
        float
        """
        sides = [
            self._count((axis,), tensor) / self._parts((axis,), tensor)
            for tensor in tensors
            for axis in tensor.axes
            if axis not in ("batch", "head")
        ]
        return max(sides, default=1)

    def span(
        self, tensor: Tensor, axes: tuple[str, ...], *, cell: float, side: float, reference: float
    ) -> float:
        """Say how far an image reaches along some axes.

        A short axis gets whole cells. Of long ones the longest gets `side`, and the others less, but more
        than their share: a narrow grid looks narrow, and can still be seen.

        Parameters
        ----------
        tensor : Tensor
        axes : tuple of str
            Those down or across.
        cell, side : float
            How large a cell would be, and the longest side of an image.
        reference : float
            How many cells that side has.

        Returns
        -------
        float
        """
        parts = self._parts(axes, tensor)
        each = self._count(axes, tensor) / parts
        if each <= LONG and (reference <= LONG or axes in _RIGID):
            return parts * each * cell
        least = _LEAST if each > 1 else _THIN
        power = _ROW if axes in _RIGID[-3:] else _OTHER
        return float(parts * max(least, min(each * cell, side * (each / reference) ** power)))

    @property
    def _row(self) -> tuple[int, ...]:
        """The places of a row that are drawn; of a very long one, those of whole heads."""
        heads, head_dim = self.config.heads, self.config.head_dim
        numbers = min(head_dim, LONGEST)
        drawn = min(heads, max(1, LONGEST // numbers))
        return tuple(head * head_dim + number for head in range(drawn) for number in range(numbers))

    def _stretch(self, size: int, most: int) -> tuple[int, ...]:
        """So many neighbours of the followed token."""
        start = max(0, min(self.followed - most // 2, size - most))
        return tuple(range(start, min(start + most, size)))

    def _count(self, axes: tuple[str, ...], tensor: Tensor) -> int:
        return len(self.places(axes, tensor))

    def _parts(self, axes: tuple[str, ...], tensor: Tensor) -> int:
        """Say how many rows a row is: the wide one is three, side by side."""
        return 3 if axes == ("wide",) and tensor.sizes["wide"] == 3 * self.config.width else 1
