"""A stand-in for torch: just what the lines use, right and wrong ones, refusing what torch refuses."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np


class Held:
    """An array with the few methods of a torch tensor that the lines call."""

    def __init__(self, values):
        self.values = np.asarray(values)

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=dtype, copy=copy)

    def __matmul__(self, other):
        return Held(self.values @ other.values)

    def __truediv__(self, other):
        return Held(self.values / np.asarray(other))

    def __getitem__(self, where):
        return Held(self.values[where])

    def __setitem__(self, where, value):
        self.values[where] = value

    def __lt__(self, other):
        return Held(self.values < np.asarray(other))

    def __le__(self, other):
        return Held(self.values <= np.asarray(other))

    def __ge__(self, other):
        return Held(self.values >= np.asarray(other))

    def __and__(self, other):
        return Held(self.values & np.asarray(other))

    def __sub__(self, other):
        return Held(self.values - np.asarray(other))

    def __add__(self, other):
        return Held(self.values + np.asarray(other))

    def __mul__(self, other):
        return Held(self.values * np.asarray(other))

    def __iter__(self):
        return (Held(part) for part in self.values)

    def __abs__(self):
        return Held(abs(self.values))

    def __invert__(self):
        return Held(~self.values)

    def chunk(self, parts, dim):
        return tuple(Held(part) for part in np.split(self.values, parts, axis=dim))

    def view(self, *shape):
        again = self.values.reshape(shape)
        if not np.shares_memory(again, self.values):
            raise RuntimeError("view size is not compatible with input tensor's size and stride")
        return Held(again)

    def reshape(self, *shape):
        return Held(self.values.reshape(shape))

    def flatten(self, start):
        return Held(self.values.reshape(*self.values.shape[:start], -1))

    def permute(self, *order):
        return Held(self.values.transpose(order))

    @property
    def T(self):  # noqa: N802, it is torch's name
        return Held(self.values.T)

    def sum(self, dim, keepdim):
        return Held(self.values.sum(axis=dim, keepdims=keepdim))

    def mean(self, dim, keepdim):
        return Held(self.values.mean(axis=dim, keepdims=keepdim))

    def transpose(self, first, second):
        return Held(self.values.swapaxes(first, second))

    def contiguous(self):
        return Held(np.ascontiguousarray(self.values))

    def masked_fill(self, where, value):
        return Held(np.where(where.values, value, self.values))


def _softmax(held, dim):
    raised = np.exp(held.values - held.values.max(axis=dim, keepdims=True))
    return Held(raised / raised.sum(axis=dim, keepdims=True))


STAND_IN = SimpleNamespace(
    arange=lambda stop: Held(np.arange(stop)),
    bool=bool,
    nan_to_num=lambda held, nan=0.0: Held(np.nan_to_num(held.values, nan=nan)),
    exp=lambda held: Held(np.exp(held.values)),
    tensordot=lambda one, other, dims: Held(np.tensordot(one.values, other.values, axes=dims)),
    cat=lambda held, dim: Held(np.concatenate([one.values for one in held], axis=dim)),
    ones=lambda *shape, dtype: Held(np.ones(shape, dtype=dtype)),
    softmax=_softmax,
)
