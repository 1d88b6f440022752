"""One cell of one recorded tensor: where an explanation points, and where a walk along the trip passes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.core.tensor import Tensor

if TYPE_CHECKING:
    from explorer.core.trace import Trace

__all__ = ["Place", "coordinates", "locate", "place_in"]


@dataclass(frozen=True)
class Place:
    """One cell of one recorded tensor.

    Attributes
    ----------
    step, tensor : str
        The step that recorded it, and its name there.
    coords : tuple of (axis, index)
        An index for every axis, in the order of the tensor's axes.

    Examples
    --------
    >>> place = Place("cut", "key", (("batch", 0), ("token", 1), ("width", 3)))
    >>> place.identity
    'cut:key:batch=0:token=1:width=3'
    >>> place["width"]
    3
    """

    step: str
    tensor: str
    coords: tuple[tuple[str, int], ...]

    @property
    def identity(self) -> str:
        """The place in one string, the same in every trip that has it."""
        return ":".join([self.step, self.tensor, *(f"{axis}={index}" for axis, index in self.coords)])

    @property
    def index(self) -> tuple[int, ...]:
        """What to index the tensor's values with."""
        return tuple(index for _, index in self.coords)

    def __getitem__(self, axis: str) -> int:
        """Find the index along this axis."""
        return dict(self.coords)[axis]


def locate(trip: Trace, step: str, tensor: str, coords: Mapping[str, int]) -> Place:
    """Check that there is such a cell, and name it.

    Parameters
    ----------
    trip : Trace
    step, tensor : str
    coords : mapping of str to int
        An index for every axis, in any order.

    Returns
    -------
    Place

    Raises
    ------
    UnknownNameError
        If there is no such step, or no such tensor in it.
    AxisNameError
        If an axis is missing or unknown.
    ShapeError
        If an index is out of range.

    Examples
    --------
    >>> import explorer as ex
    >>> locate(ex.trace(), "cut", "key", {"width": 3, "batch": 0, "token": 1}).coords
    (('batch', 0), ('token', 1), ('width', 3))
    """
    found = trip[step][tensor]
    found.at(**coords)  # refuses, in the tensor's own words
    return place_in(step, found, coords)


def place_in(step: str, tensor: Tensor, coords: Mapping[str, int]) -> Place:
    """Name a cell that is known to be there; `coords` may hold axes that the tensor does not have."""
    return Place(step, tensor.name, tuple((axis, int(coords[axis])) for axis in tensor.axes))


def coordinates(place: Place, *, batch: int) -> str:
    """Say where a place is, by axis name.

    Parameters
    ----------
    place : Place
    batch : int
        B. A counter with one value tells nothing: where B is 1 it is left out.

    Returns
    -------
    str

    Examples
    --------
    >>> place = Place("cut", "key", (("batch", 0), ("token", 1), ("width", 3)))
    >>> coordinates(place, batch=1), coordinates(place, batch=2)
    ('token 1, width 3', 'batch 0, token 1, width 3')
    """
    return ", ".join(f"{axis} {index}" for axis, index in place.coords if axis != "batch" or batch > 1)
