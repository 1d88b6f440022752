"""Two arrays of the same tensor in two trips: which numbers are the same one, and which of those differ.

The same number is looked for by what it is, not by where it lies. A number of a token's row is named by its
batch item, its token and its column in the row, so that moving the dividers in the same row changes nothing
in query, key and value; a score is named by its head and the two tokens that it is about.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from explorer.core.grid import Array
from explorer.core.tensor import Tensor

__all__ = ["Rounding", "against"]

Rounding = Literal["none", "each", "column"]
"""How far apart two numbers may lie and be the same one, rounded: not at all, a few times the last bit of the
number itself, or of the largest number in its column over all tokens. The last is for sums with a minus in
them, whose rounding is that of their terms."""

_DIVIDED = ("head", "head_dim")
_TOKENS = ("token", "query_token", "key_token")
_LAST_BITS = 32


def against(
    tensor: Tensor, earlier: Tensor, *, batches: tuple[int, int], rounding: Rounding = "none"
) -> tuple[Array, Array]:
    """Hold a tensor against the same tensor of an earlier trip.

    Parameters
    ----------
    tensor, earlier : Tensor
    batches : tuple of int
        B of the trip of each. A keep-table without a batch axis is so many times the same.
    rounding : {"none", "each", "column"}

    Returns
    -------
    changed, new : ndarray of bool, axes as `tensor`
        Whether the earlier trip had another number there; whether it had none. NaN is as NaN was.

    Examples
    --------
    >>> now = Tensor("query", np.array([[[1, 2, 3, 4]]]), ("batch", "token", "width"))
    >>> then = Tensor("query", np.array([[[[1, 0]]]]), ("batch", "token", "head", "head_dim"))
    >>> changed, new = against(now, then, batches=(1, 1))
    >>> changed.astype(int).tolist(), new.astype(int).tolist()
    ([[[0, 1, 0, 0]]], [[[0, 0, 1, 1]]])
    """
    now, then = _by_name(tensor), _by_name(earlier)
    one_for_all = "batch" not in now.axes and "batch" in then.axes
    if one_for_all:
        now = _repeated(now, batches[0])
    elif "batch" in now.axes and "batch" not in then.axes:
        then = _repeated(then, batches[1])
    if set(now.axes) != set(then.axes):
        return np.zeros(tensor.shape, dtype=bool), np.ones(tensor.shape, dtype=bool)
    before = then.values.transpose([then.axes.index(axis) for axis in now.axes])
    both = tuple(slice(min(sizes)) for sizes in zip(now.values.shape, before.shape, strict=True))
    changed, new = np.zeros(now.values.shape, dtype=bool), np.ones(now.values.shape, dtype=bool)
    new[both] = False
    tokens = tuple(at for at, axis in enumerate(now.axes) if axis in _TOKENS)
    changed[both] = _differ(now.values[both], before[both], rounding, tokens)
    if one_for_all:
        changed, new = np.any(changed, axis=0), np.all(new, axis=0)
    return _put_back(changed, tensor), _put_back(new, tensor)


class _Named(NamedTuple):
    """Values laid out along axes that go on meaning the same when the sizes change."""

    values: Array
    axes: tuple[str, ...]


def _by_name(tensor: Tensor) -> _Named:
    """Undo the dividers, and tell the three parts of the wide row apart."""
    axes, shape = tensor.axes, tensor.shape
    if set(_DIVIDED) <= set(axes):
        values = tensor.values.transpose(_dividers_last(axes))
        return _Named(values.reshape(*values.shape[:-2], -1), (*_undivided(axes), "width"))
    if "wide" in axes and not tensor.name.startswith("example_"):  # the example's columns are not 3C
        at = axes.index("wide")
        values = tensor.values.reshape(*shape[:at], 3, shape[at] // 3, *shape[at + 1 :])
        return _Named(values, (*axes[:at], "part", "place", *axes[at + 1 :]))
    return _Named(tensor.values, axes)


def _put_back(flags: Array, tensor: Tensor) -> Array:
    """Lay flags that follow `_by_name` of a tensor out as the tensor is."""
    if not set(_DIVIDED) <= set(tensor.axes):
        return flags.reshape(tensor.shape)
    order = _dividers_last(tensor.axes)
    return flags.reshape([tensor.shape[axis] for axis in order]).transpose(np.argsort(order))


def _undivided(axes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(axis for axis in axes if axis not in _DIVIDED)


def _dividers_last(axes: tuple[str, ...]) -> list[int]:
    return [axes.index(axis) for axis in (*_undivided(axes), *_DIVIDED)]


def _repeated(named: _Named, batch: int) -> _Named:
    return _Named(np.broadcast_to(named.values, (batch, *named.values.shape)), ("batch", *named.axes))


def _differ(now: Array, then: Array, rounding: Rounding, tokens: tuple[int, ...]) -> Array:
    differ: Array = now != then
    if not differ.any():
        return differ
    differ &= ~(np.isnan(now) & np.isnan(then))
    if rounding == "none":
        return differ
    if rounding == "each":
        scale = np.maximum(np.abs(now), np.abs(then))
    else:
        scale = np.maximum(_largest(now, tokens), _largest(then, tokens))
    finest = min(np.finfo(now.dtype).eps, np.finfo(then.dtype).eps)
    with np.errstate(over="ignore", invalid="ignore"):  # an infinity is never a rounding: not inf < inf
        differ &= ~(np.abs(now - then) < scale * (_LAST_BITS * finest))
    return differ


def _largest(values: Array, axes: tuple[int, ...]) -> Array:
    largest: Array = np.abs(values).max(axis=axes, keepdims=True)
    if not np.isfinite(largest).all():
        largest = np.abs(np.where(np.isfinite(values), values, 0)).max(axis=axes, keepdims=True)
    return largest
