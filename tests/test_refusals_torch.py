"""What PyTorch refuses with is put in plain words too, and those are the words that it has."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from explorer import words
from explorer.core.mistakes.strides import view_refusal

Q = np.ones((1, 2, 3, 2))

# PyTorch's own words, as 2.13.0 says them, the line that it refuses with them, and what they mean.
_TO_BE = "Expected size for first two dimensions of batch2 tensor to be"
BY_PYTORCH = {
    "mat1 and mat2 shapes cannot be multiplied (3x2 and 3x4)": (
        lambda z: z(3, 2) @ z(3, 4),
        "The rows hold 2 numbers, the columns 3",
    ),
    f"{_TO_BE}: [6, 4] but got: [6, 5].": (
        lambda z: z(2, 3, 5, 4) @ z(2, 3, 5, 4),
        "The rows hold 4 numbers, the columns 5",
    ),
    f"{_TO_BE}: [6, 4] but got: [2, 4].": (lambda z: z(6, 3, 4).bmm(z(2, 4, 3)), "differ: (6,) and (2,)"),
    "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 3": (
        lambda z: z(3, 3) + z(1, 2, 3, 2),
        "for counter 3 one has 3 places and the other 2",
    ),
    "only one dimension can be inferred": (
        lambda z: z(2, 3).view(-1, -1),
        "Only one size may be left open",
    ),
    "index 2 is out of bounds for dimension 1 with size 2": (
        lambda z: z(2, 2)[0, 2],
        "Counter 1 has 2 places, the first of them 0, and there is no place 2.",
    ),
    "too many indices for tensor of dimension 2": (
        lambda z: z(2, 2)[0, 0, 0],
        "There are 2 counters, and more than that were given a place.",
    ),
    "Dimension out of range (expected to be in range of [-4, 3], but got 4)": (
        lambda z: z(1, 2, 3, 2).softmax(dim=4),
        "There is no counter 4. There are 4, called 0 to 3",
    ),
    "transpose() takes 2 positional arguments but 4 were given": (
        lambda z: z(1, 2, 3, 2).transpose(0, 2, 1, 3),
        "For a whole new order, as NumPy's takes it, the word is `permute`.",
    ),
    "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
    "ordering of dimensions i.e. input.dim() = 4 is not equal to len(dims) = 3": (
        lambda z: z(1, 2, 3, 2).permute(0, 2, 1),
        "There are 4 counters, and 3 were named.",
    ),
    "permute(): duplicate dims are not allowed.": (
        lambda z: z(1, 2, 3, 2).permute(0, 2, 1, 1),
        "The new order names one counter twice.",
    ),
    "~ (operator.invert) is only implemented on integer and Boolean-type tensors": (
        lambda z: ~z(2),
        "`&` and `~` are for True and False",
    ),
    "masked_fill_ only supports boolean masks, but got mask with dtype float": (
        lambda z: z(2).masked_fill(z(2), 0),
        "`masked_fill` takes a table of True and False",
    ),
    "einsum(): subscript d has size 3 for operand 1 which does not broadcast with previously seen size 4": (
        lambda z: sys.modules["torch"].einsum("td,sd->ts", z(5, 4), z(5, 3)),
        "The letter d stands for two counters of different sizes, 4 and 3.",
    ),
}


@pytest.mark.parametrize("message", BY_PYTORCH)
def test_what_pytorch_says_is_put_in_plain_words_too(message):
    assert BY_PYTORCH[message][1] in words.translate("RuntimeError", message).pencil


@pytest.mark.parametrize("message", BY_PYTORCH)
def test_these_are_pytorchs_own_words(message):
    torch = pytest.importorskip("torch", reason="torch is not needed, and not installed: it can't be asked")
    with pytest.raises(Exception) as refused:  # its class is PyTorch's affair
        BY_PYTORCH[message][0](torch.zeros)
    assert str(refused.value) == message


def test_pytorchs_view_as_the_strides_refuse_it_is_told_how_to_mend_it():
    said = words.translate("RuntimeError", view_refusal(Q.transpose(0, 2, 1, 3), (1, 3, 4)))
    assert said.pencil == (
        "PyTorch's `view` never copies: it reads the numbers where they lie. Here they lie in another order, "
        "as after two shelves traded places. Tidy first with `contiguous()`, or use `reshape`, which copies."
    )
    assert said.standard.endswith("Use contiguous().view(...) or reshape(...).")


def test_pytorchs_view_of_another_count_says_how_many_there_are():
    said = words.translate("RuntimeError", view_refusal(Q, (1, 3, 3, 1)))
    assert said.pencil.startswith("There are 12 numbers, and a shape of (1, 3, 3, 1) holds 9.")
