"""Arrays that somebody handed over: checked that they fit each other, copied, of one dtype, read-only."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from explorer.core.grid import Array, frozen
from explorer.core.sources import own
from explorer.errors import DataError, ShapeError, listed

__all__ = ["handed_over"]

_ROWS = ("query", "key", "value")
_POURED = ("tokens", "table")
_BIASED = (*_POURED, "bias")
_FLAT = MappingProxyType({"table": ("channel", "wide"), "bias": ("wide",)})  # these have no batch axis


def handed_over(arrays: Mapping[str, object]) -> Mapping[str, Array]:
    """Check arrays and make them ready for the engine.

    Parameters
    ----------
    arrays : mapping of str to array-like
        ``query``, ``key`` and ``value``, axes (token, width) or (batch, token, width); or ``tokens``, axes
        (token, channel) or (batch, token, channel), with ``table``, axes (channel, wide), and perhaps
        ``bias``, axes (wide,).

    Returns
    -------
    mapping of str to ndarray
        Copies, read-only, all float32 or all float64, rows with a batch axis.

    Raises
    ------
    DataError
        If an array is missing or unknown, is empty, or holds NaN, infinity, text or objects, with the place.
    ShapeError
        If the shapes do not fit each other.

    Examples
    --------
    >>> made = handed_over({"tokens": [[5, 3]], "table": [[2, 1, 0], [1, 3, 1]]})
    >>> {name: array.shape for name, array in made.items()}
    {'tokens': (1, 1, 2), 'table': (2, 3)}
    """
    names = set(arrays) if isinstance(arrays, Mapping) else set()
    for expected in (_ROWS, _POURED, _BIASED):
        if names == set(expected):
            made = {name: _owned(name, arrays[name]) for name in expected}
            break
    else:
        found = listed(sorted(map(repr, names)), "and") or "nothing"
        raise DataError(
            f"Cannot make Numbers of {found}: give query, key and value; "
            "or tokens and table, and perhaps bias."
        )
    _refuse_unequal(made) if "query" in made else _refuse_unfit(made)
    dtype = np.result_type(*made.values())
    return MappingProxyType({name: frozen(array.astype(dtype, copy=False)) for name, array in made.items()})


def _owned(name: str, values: object) -> Array:
    """Copy one array, checked; its messages use its own axis names where it has no tokens."""
    if name not in _FLAT:
        return own(name, values)
    axes = _FLAT[name]
    try:
        array = np.asarray(values)
    except ValueError:
        return own(name, values)  # rows of several lengths: it says so
    if array.dtype.kind in "iuf" and array.ndim != len(axes):
        raise ShapeError(
            f"Cannot use {name} of shape {array.shape}: its axes are ({', '.join(axes)}). Reshape it first."
        )
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        where = ", ".join(f"{axis} {i}" for axis, i in zip(axes, place, strict=True))
        raise DataError(
            f"Cannot use {name}: it holds {array[place]} at {where}. "
            "Every entry must be a finite number; put one there."
        )
    return own(name, values if array.ndim > 1 else array[np.newaxis]).reshape(array.shape)


def _refuse_unequal(arrays: Mapping[str, Array]) -> None:
    if len({array.shape for array in arrays.values()}) > 1:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise ShapeError(
            f"Cannot use tensors of different shapes, as (batch, token, width): {shapes}. "
            "Give query, key and value the same number of batch items, tokens and numbers in a row."
        )


def _refuse_unfit(arrays: Mapping[str, Array]) -> None:
    channels, wide = arrays["table"].shape
    given = arrays["tokens"].shape[-1]
    if given != channels:
        raise ShapeError(
            f"Cannot pour tokens of {given} {'channel' if given == 1 else 'channels'} through a table of "
            f"shape ({channels}, {wide}): its axes are (channel, wide). Give it a row for each channel; "
            "PyTorch keeps it as (wide, channel), to be turned first."
        )
    if wide % 3:
        raise ShapeError(
            f"Cannot cut a wide row of {wide} numbers in three: {wide} is not a multiple of 3. "
            "Give the table 3C columns: C of query, then C of key, then C of value."
        )
    if "bias" in arrays and arrays["bias"].size != wide:
        raise ShapeError(
            f"Cannot add a bias of {arrays['bias'].size} numbers to a wide row of {wide}. "
            "Give it one number for each column of the table."
        )
