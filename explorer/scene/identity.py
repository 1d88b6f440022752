"""Where a number came from: the name it keeps through every step that only moves it.

Query, key and value numbers are named by token, head and place in the head from the wide row to the inside
flip, whatever axes the tensor at hand has; so are the blend's numbers through the merge. A computed number is
named by the tensor it first stands in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Origin", "origin_of", "owners"]

_PARTS = ("query", "key", "value")
_MERGED = ("blend", "reshelved", "block", "output")
_LETTERS = {
    "batch": "b",
    "token": "t",
    "head": "h",
    "head_dim": "d",
    "query_token": "i",
    "key_token": "j",
    "channel": "c",
    "wide": "w",
    "width": "w",
}


@dataclass(frozen=True)
class Origin:
    """A number's birthplace.

    Attributes
    ----------
    tensor : str
        The tensor it first stood in, or one of query, key and value.
    coords : tuple of (axis, index)
        Where in that tensor.

    Examples
    --------
    >>> Origin("key", (("batch", 0), ("token", 1), ("head", 0), ("head_dim", 1))).identity
    'key:b0:t1:h0:d1'
    """

    tensor: str
    coords: tuple[tuple[str, int], ...]

    @property
    def identity(self) -> str:
        """The name in one string."""
        return ":".join([self.tensor, *(f"{_LETTERS[axis]}{index}" for axis, index in self.coords)])

    @property
    def head(self) -> int | None:
        """The head it belongs to, if it belongs to one."""
        return dict(self.coords).get("head")

    @property
    def token(self) -> int | None:
        """The token it belongs to: in a score grid, the one that asks."""
        coords = dict(self.coords)
        return coords.get("token", coords.get("query_token"))


def origin_of(tensor: str, coords: Mapping[str, int], *, heads: int, head_dim: int) -> Origin:
    """Find where the number at `coords` of `tensor` came from.

    Parameters
    ----------
    tensor : str
        A recorded tensor's name.
    coords : mapping of str to int
        An index for every axis.
    heads, head_dim : int
        H and D, to find the head of a place in a row.

    Returns
    -------
    Origin

    Examples
    --------
    >>> origin_of("wide", {"batch": 0, "token": 1, "wide": 5}, heads=2, head_dim=2).identity
    'key:b0:t1:h0:d1'
    >>> origin_of("key", {"batch": 0, "head": 0, "head_dim": 1, "token": 1}, heads=2, head_dim=2).identity
    'key:b0:t1:h0:d1'
    """
    width = heads * head_dim
    if tensor == "wide":
        part, place = divmod(coords["wide"], width)
        return _of_row(_PARTS[part], coords, divmod(place, head_dim))
    if tensor in _PARTS or tensor in _MERGED:
        name = tensor if tensor in _PARTS else _MERGED[0]
        if "width" in coords:
            return _of_row(name, coords, divmod(coords["width"], head_dim))
        return _of_row(name, coords, (coords["head"], coords["head_dim"]))
    return Origin(tensor, tuple(coords.items()))


def owners(tensor: str, coords: Mapping[str, Any], *, heads: int, head_dim: int) -> tuple[Any, Any]:
    """Find the head and the token of many numbers at once, as `origin_of` finds those of one.

    Parameters
    ----------
    tensor : str
        A recorded tensor's name.
    coords : mapping of str to int or ndarray of int
        Indices for every axis, of shapes that can meet.
    heads, head_dim : int
        H and D.

    Returns
    -------
    head, token : int, ndarray of int, or None
        None where the numbers belong to no head, or to no token.

    Examples
    --------
    >>> owners("wide", {"batch": 0, "token": 1, "wide": 5}, heads=2, head_dim=2)
    (0, 1)
    """
    if tensor == "wide":
        return coords["wide"] % (heads * head_dim) // head_dim, coords["token"]
    if tensor in _PARTS or tensor in _MERGED:
        head = coords["width"] // head_dim if "width" in coords else coords["head"]
        return head, coords["token"] if "token" in coords else coords["key_token"]
    return coords.get("head"), coords.get("token", coords.get("query_token"))


def _of_row(name: str, coords: Mapping[str, int], place: tuple[int, int]) -> Origin:
    head, number = place
    # As an operand of a product a row goes by the name of the axis it is matched along.
    token = coords["token"] if "token" in coords else coords["key_token"]
    return Origin(name, (("batch", coords["batch"]), ("token", token), ("head", head), ("head_dim", number)))
