"""`check` hands PyTorch's tensors over and takes one back; where there is no PyTorch, something stands in."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.check import check
from explorer.core.mistakes.strides import NOT_COMPATIBLE
from explorer.errors import ExplorerError
from tests.core.mistakes.learners import right_with_einsum as right
from tests.torch_stand_in import TORCH, tensor


def attention(query, key, value, heads, poured=False):
    """Causal attention as people write it in PyTorch; the lenses by a view alone, if they are poured."""
    B, T, C = query.shape
    q, k, v = (one.view(B, T, heads, C // heads).transpose(1, 2) for one in (query, key, value))
    if poured:
        q, k, v = (one.view(B, heads, T, C // heads) for one in (query, key, value))
    i = TORCH.arange(T)
    scores = q @ k.transpose(-2, -1) / (C // heads) ** 0.5
    struck = scores.masked_fill(~(i[None, :] <= i[:, None]), float("-inf"))
    return (TORCH.softmax(struck, dim=-1) @ v).transpose(1, 2).contiguous().view(B, T, C)


def test_with_torch_it_is_handed_tensors_and_gives_one_back(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", TORCH)
    kinds = []

    def watched(*given):
        kinds.append({(type(one), str(one.dtype)) for one in given[:3]})
        return attention(*given)

    report = check(watched, torch=True)
    assert kinds[0] == {(TORCH.Tensor, "torch.float32")}
    assert report.ok, report.text
    assert len(report.text.splitlines()) == 2


def test_with_torch_a_wrong_turn_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", TORCH)
    report = check(lambda *given: attention(*given, poured=True), torch=True)
    assert WRONG_TURNS["split_by_reshape"].pencil in report.text


def test_what_torch_refuses_is_told_in_its_words_and_in_plain_ones(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", TORCH)

    def untidied(query, key, value, heads):
        B, T, C = query.shape
        return query.view(B, T, heads, C // heads).transpose(1, 2).view(B, T, C)

    text = check(untidied, torch=True).text
    assert NOT_COMPATIBLE in text
    assert "PyTorch's `view` never copies" in text


def test_without_torch_it_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ExplorerError) as refused:
        check(right, torch=True)
    assert str(refused.value) == (
        "Cannot give PyTorch's tensors: there is no PyTorch here. Install it beside the explorer (the "
        "package is called torch), or check a function on NumPy arrays."
    )


def test_a_tensor_comes_back_from_a_function_on_arrays_as_well():
    report = check(lambda *given: tensor(right(*given)).requires_grad_())
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


NOT_TENSORS = {
    "matmul(): argument 'input' (position 1) must be Tensor, not numpy.ndarray": lambda torch, x: (
        torch.matmul(x, x)
    ),
    "expected Tensor as element 0 in argument 1, but got numpy.ndarray": (
        lambda torch, x: torch.einsum("btc,bsc->bts", x, x)
    ),
    "where() received an invalid combination of arguments - got (Tensor, numpy.ndarray, int), "
    "but expected one of:\n * (Tensor condition)": lambda torch, x: torch.where(torch.ones(1) > 0, x, 0),
}


@pytest.mark.parametrize("message", NOT_TENSORS)
def test_a_function_that_hands_arrays_to_torch_hears_so_too(message):
    def attention(query, key, value, heads):
        raise TypeError(message)

    assert check(attention).text.endswith("Then say so: torch=True, or --torch in the terminal.")


def test_a_function_that_asks_an_array_for_its_size_as_of_a_tensor_hears_so_too():
    def attention(query, key, value, heads):
        return query.reshape(query.size(0), -1)

    assert check(attention).text.endswith("Then say so: torch=True, or --torch in the terminal.")


def test_a_function_that_calls_some_other_number_does_not_hear_so():
    def attention(query, key, value, heads):
        return heads(query)

    report = check(attention)
    assert "'int' object is not callable" in report.text
    assert "Is it written for PyTorch?" not in report.text


@pytest.mark.parametrize("message", NOT_TENSORS)
def test_these_are_torchs_own_words_for_it(message):
    torch = pytest.importorskip("torch", reason="torch is not needed, and not installed: it can't be asked")
    with pytest.raises(TypeError) as refused:
        NOT_TENSORS[message](torch, np.ones((1, 2, 3)))
    assert str(refused.value).startswith(message)
