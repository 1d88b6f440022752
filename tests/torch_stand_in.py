"""A stand-in for torch: just what the lines use, right and wrong ones, refusing what torch refuses.

It was held against PyTorch 2.13.0: the same numbers, shapes and steps through memory, the same refusals in
the same words. `test_torch_stand_in.py` does it again wherever torch can be imported.
"""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np


class Held:
    """An array with the few methods of a torch tensor that the lines call."""

    needs_grad = False

    def __init__(self, values):
        self.values = np.asarray(values)

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=dtype, copy=copy)

    @property
    def shape(self):
        return self.values.shape

    @property
    def dtype(self):
        return f"torch.{self.values.dtype}"

    def stride(self):
        return tuple(step // self.values.itemsize for step in self.values.strides)

    def is_contiguous(self):
        return self.values.flags.c_contiguous

    def requires_grad_(self):
        self.needs_grad = True
        return self

    def detach(self):
        return Held(self.values)

    def cpu(self):
        return self

    def numpy(self):
        if self.needs_grad:
            raise RuntimeError(
                "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
            )
        return self.values

    def __matmul__(self, other):
        if self.values.ndim > 2 < other.values.ndim:
            _check_product(self.shape, other.shape)
        return Held(np.ascontiguousarray(self.values @ other.values))  # NumPy's own may lie in another order

    def __truediv__(self, other):
        return Held(self.values / _plain(other))

    def __getitem__(self, where):
        return Held(self.values[where])

    def __setitem__(self, where, value):
        try:
            self.values[where] = value
        except IndexError as error:
            raise IndexError(str(error).replace("axis", "dimension")) from None

    def __lt__(self, other):
        return Held(self.values < _plain(other))

    def __le__(self, other):
        return Held(self.values <= _plain(other))

    def __ge__(self, other):
        return Held(self.values >= _plain(other))

    def __and__(self, other):
        return Held(self.values & _plain(other))

    def __sub__(self, other):
        return Held(self.values - _plain(other))

    def __add__(self, other):
        _covering(self.shape, np.shape(other))
        return Held(self.values + _plain(other))

    def __mul__(self, other):
        _covering(self.shape, np.shape(other))
        return Held(self.values * _plain(other))

    def __iter__(self):
        return (Held(part) for part in self.values)

    def __abs__(self):
        return Held(abs(self.values))

    def __invert__(self):
        return Held(~self.values)

    def any(self, dim, keepdim):
        return Held(self.values.any(axis=dim, keepdims=keepdim))

    def chunk(self, parts, dim):
        return tuple(Held(part) for part in np.split(self.values, parts, axis=dim))

    def view(self, *shape):
        again = self.reshape(*shape)
        if not np.shares_memory(again.values, self.values):
            raise RuntimeError(
                "view size is not compatible with input tensor's size and stride (at least one dimension "
                "spans across two contiguous subspaces). Use .reshape(...) instead."
            )
        return again

    def reshape(self, *shape):
        if math.prod(shape) != self.values.size:
            raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {self.values.size}")
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
        _covering(where.shape, self.shape)
        return Held(np.where(where.values, value, self.values))


def _plain(other):
    """A number as it is: an array of its own would not give way to float32."""
    return other.values if isinstance(other, Held) else other


def _covering(one, other):
    """Refuse shapes that do not broadcast: the sizes that are told are those furthest back."""
    axes = max(len(one), len(other))
    for back in range(1, min(len(one), len(other)) + 1):
        a, b = one[-back], other[-back]
        if a != b and 1 not in (a, b):
            raise RuntimeError(
                f"The size of tensor a ({a}) must match the size of tensor b ({b}) "
                f"at non-singleton dimension {axes - back}"
            )


def _check_product(one, other):
    """Refuse grids that do not meet; torch looks at the axes before them first, and makes them one."""
    _covering(one[:-2], other[:-2])
    grids = math.prod(np.broadcast_shapes(one[:-2], other[:-2]))
    if one[-1] != other[-2]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{grids}, {one[-1]}] "
            f"but got: [{grids}, {other[-2]}]."
        )


def _softmax(held, dim):
    raised = np.exp(held.values - held.values.max(axis=dim, keepdims=True))
    return Held(raised / raised.sum(axis=dim, keepdims=True))


STAND_IN = SimpleNamespace(
    Tensor=Held,
    tensor=lambda values: Held(np.array(values)),
    from_numpy=Held,
    arange=lambda stop: Held(np.arange(stop)),
    bool=bool,
    nan_to_num=lambda held, nan=0.0: Held(np.nan_to_num(held.values, nan=nan)),
    exp=lambda held: Held(np.exp(held.values)),
    tensordot=lambda one, other, dims: Held(np.tensordot(one.values, other.values, axes=dims)),
    cat=lambda held, dim: Held(np.concatenate([one.values for one in held], axis=dim)),
    ones=lambda *shape, dtype: Held(np.ones(shape, dtype=dtype)),
    softmax=_softmax,
)

try:
    import torch as TORCH  # noqa: N812
except ImportError:
    TORCH = STAND_IN  # what the tests run the lines on: torch itself where it is
else:
    TORCH.set_num_threads(1)  # threads wait for each other longer than so few numbers take


def tensor(values, torch=TORCH):
    """Make a tensor of an array's numbers, which may be frozen."""
    return torch.tensor(np.array(values))


def block(found) -> int:
    """The block of memory that is read."""
    if not isinstance(found, Held):
        return found.untyped_storage().data_ptr()
    array = found.values
    while array.base is not None:
        array = array.base
    return id(array)
