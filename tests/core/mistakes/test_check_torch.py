"""`check` hands PyTorch's tensors over and takes one back; something stands in for PyTorch."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from explorer.core.mistakes.check import check
from explorer.errors import ExplorerError
from tests.core.mistakes.learners import right_with_einsum as right


class Tensor(np.ndarray):
    """What stands in for PyTorch's tensor."""

    detached = False

    def detach(self):
        again = self.view(Tensor)
        again.detached = True
        return again

    def cpu(self):
        return self

    def numpy(self):
        assert self.detached, "Can't call numpy() on Tensor that requires grad."
        return np.asarray(self)


def test_with_torch_it_is_handed_tensors_and_gives_one_back(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(from_numpy=lambda array: array.view(Tensor)))
    kinds = []

    def attention(query, key, value, heads):
        kinds.append({(type(one), one.dtype.name) for one in (query, key, value)})
        return right(query, key, value, heads).astype(np.float32).view(Tensor)

    report = check(attention, torch=True)
    assert kinds[0] == {(Tensor, "float32")}
    assert report.ok, report.text
    assert len(report.text.splitlines()) == 2


def test_without_torch_it_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ExplorerError) as refused:
        check(right, torch=True)
    assert str(refused.value) == (
        "Cannot give PyTorch's tensors: there is no PyTorch here. Install it beside the explorer (the "
        "package is called torch), or check a function on NumPy arrays."
    )


def test_a_tensor_comes_back_from_a_function_on_arrays_as_well():
    report = check(lambda *given: right(*given).view(Tensor))
    assert report.ok


def test_numbers_too_coarse_for_numpy_are_compared_as_they_are():
    class Lent:
        dtype = "torch.bfloat16"

        def __init__(self, values):
            self.values = values

        def detach(self):
            return self

        cpu = float = detach

        def numpy(self):
            return (self.values.view(np.uint32) & 0xFFFF0000).view(np.float32)

    report = check(lambda *given: Lent(right(*given).astype(np.float32)))
    assert report.ok
    assert report.text.splitlines()[-1] == (
        "It gives bfloat16 back: that is about 2 digits, and it was compared so."
    )


def test_a_function_for_tensors_that_gets_arrays_hears_what_to_say():
    def attention(query, key, value, heads):
        return query.masked_fill(key > 0, 0)

    report = check(attention)
    assert report.text.endswith(
        "Is it written for PyTorch? Then say so: torch=True, or --torch in the terminal."
    )
