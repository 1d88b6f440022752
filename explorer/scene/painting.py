"""The colours of a large grid, all at once: the same that its cells would have one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from explorer.core.grid import Array
from explorer.core.tensor import Tensor
from explorer.scene.identity import owners
from explorer.scene.raster import Bytes
from explorer.scene.setting import Setting

__all__ = ["At", "as_bytes", "paint", "read", "spread"]

At: TypeAlias = int | npt.NDArray[np.int64]
"""Where along an axis: one place for all cells, one a row (as a column of them), or one a column."""


def spread(
    pins: Mapping[str, int],
    rows: tuple[tuple[str, ...], npt.NDArray[np.int64]],
    cols: tuple[tuple[str, ...], npt.NDArray[np.int64]],
) -> dict[str, At]:
    """Lay the coordinates of a grid's rows and columns out so that they meet in its cells.

    Parameters
    ----------
    pins : mapping of str to int
        Axes that are the same for all.
    rows, cols : (axes, places)
        As `Extents.places` gives them.

    Returns
    -------
    dict of str to int or ndarray, axes (row, 1) or (1, column)

    Examples
    --------
    >>> spread({"head": 1}, (("token",), np.array([[4], [5]])), ((), np.zeros((1, 0), int)))["token"].shape
    (2, 1)
    """
    down = {axis: places[:, np.newaxis] for axis, places in zip(rows[0], rows[1].T, strict=True)}
    across = {axis: places[np.newaxis, :] for axis, places in zip(cols[0], cols[1].T, strict=True)}
    return {**pins, **down, **across}


def read(values: Array, axes: tuple[str, ...], coords: Mapping[str, At]) -> Array:
    """Read the numbers of a grid.

    Parameters
    ----------
    values : ndarray, of `axes`
    axes : tuple of str
    coords : mapping of str to int or ndarray
        As `spread` gives them, for every axis.

    Returns
    -------
    ndarray, axes (row, column)
        A view, where rows and columns run along one axis each; of one row or column where no axis runs there.

    Examples
    --------
    >>> rows, cols = (("token",), np.array([[1], [2]])), (("head_dim",), np.array([[0], [1]]))
    >>> coords = spread({"head": 1}, rows, cols)
    >>> read(np.arange(12).reshape(2, 2, 3), ("head", "head_dim", "token"), coords).tolist()
    [[7, 10], [8, 11]]
    """
    index = tuple(_stretch(coords[axis]) for axis in axes)
    runs = [np.shape(coords[axis]) for axis, at in zip(axes, index, strict=True) if isinstance(at, slice)]
    down, across = (sum(shape[side] > 1 for shape in runs) for side in (0, 1))
    if (len(runs), down, across) != (2, 1, 1) or any(isinstance(at, np.ndarray) for at in index):
        return values[tuple(coords[axis] for axis in axes)]  # type: ignore[no-any-return]
    found: Array = values[index]
    return found if runs[0][0] > 1 else found.T


def _stretch(at: At) -> At | slice:
    """Take neighbours as a slice, so that nothing is copied."""
    if isinstance(at, int) or at.flat[-1] - at.flat[0] != at.size - 1:
        return at
    return slice(int(at.flat[0]), int(at.flat[-1]) + 1)


def paint(
    setting: Setting, tensor: Tensor, coords: Mapping[str, At], values: Array
) -> tuple[npt.NDArray[np.unsignedinteger], Bytes]:
    """Find the colour of every cell of a grid.

    Where their numbers are printed, a keep-table and totals have no colours. As images the one shows in grey
    what is kept, the other how large each is.

    Parameters
    ----------
    setting : Setting
    tensor : Tensor
    coords : mapping of str to int or ndarray
        As `spread` gives them, for every axis of `tensor`.
    values : ndarray, axes (row, column)
        The numbers there.

    Returns
    -------
    index : ndarray of unsigned int, axes (row, column)
    palette : ndarray of uint8, axes (entry, channel)
        The paper's colour comes last: what is struck has it, and what is not a number.
    """
    palette, colouring = setting.palette, setting.colouring
    struck = _struck(setting, tensor, coords, values.shape)
    if tensor.name == "keep":
        return struck.astype(np.uint16), as_bytes([palette.muted, palette.paper])
    if colouring.by == "origin" and tensor.name != "totals":
        fills, index = _by_origin(setting, tensor, coords)
        index = np.broadcast_to(index, values.shape)
    else:
        struck = struck | np.isnan(values)
        locked = colouring.range_of(tensor)
        index = locked.entries(values)
        fills = [f"#{locked.table[at : at + 6]}" for at in range(0, len(locked.table), 6)]
    return np.where(struck, index.dtype.type(len(fills)), index), as_bytes([*fills, palette.paper])


def _struck(
    setting: Setting, tensor: Tensor, coords: Mapping[str, At], shape: tuple[int, ...]
) -> npt.NDArray[np.bool_]:
    if not setting.may_be_struck(tensor):
        return np.broadcast_to(False, shape)
    keep = setting.trip["mask"]["keep"]
    return np.broadcast_to(~read(keep.values, keep.axes, coords), shape)


def _by_origin(
    setting: Setting, tensor: Tensor, coords: Mapping[str, At]
) -> tuple[list[str], npt.NDArray[np.unsignedinteger]]:
    """Give each pair of a head and a token its fill once, and each cell its pair."""
    config = setting.trip.config
    head, token = owners(tensor.name, coords, heads=config.heads, head_dim=config.head_dim)
    (heads, head_at), (tokens, token_at) = _told_apart(head), _told_apart(token)
    fills = [setting.colouring.origin(one, other) for one in heads for other in tokens]
    kind = np.uint16 if len(fills) < np.iinfo(np.uint16).max else np.uint32
    return fills, np.asarray(head_at * len(tokens) + token_at, dtype=kind)


def _told_apart(at: At | None) -> tuple[list[int | None], At]:
    """List those that occur, and where in that list each one is."""
    if at is None:
        return [None], 0
    found = np.unique(at)
    return found.tolist(), np.searchsorted(found, at)


def as_bytes(colours: list[str]) -> Bytes:
    """Write colours as bytes.

    Parameters
    ----------
    colours : list of str
        ``#rrggbb``.

    Returns
    -------
    ndarray of uint8, axes (entry, channel)

    Examples
    --------
    >>> as_bytes(["#ff0010"]).tolist()
    [[255, 0, 16]]
    """
    return np.frombuffer(bytes.fromhex("".join(colour[1:] for colour in colours)), np.uint8).reshape(-1, 3)
