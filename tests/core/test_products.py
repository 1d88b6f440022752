"""Products go by axis name: what fits by size alone is refused, and the refusal says so."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.core.products import named_matmul
from explorer.core.tensor import Tensor
from tests.core.kit import Case, generic, refusal


def tensor(name: str, axes: str, *shape: int, seed: int = 0) -> Tensor:
    return Tensor(name, generic(*shape, seed=seed), tuple(axes.split()))


def asking(tokens: int = 5, size: int = 4, heads: int = 3) -> Tensor:
    return tensor("query", "batch head query_token head_dim", 2, heads, tokens, size)


def standing(tokens: int = 5, size: int = 4, heads: int = 3) -> Tensor:
    return tensor("key", "batch head head_dim key_token", 2, heads, size, tokens, seed=1)


def test_the_shared_name_is_spent_and_the_others_stay() -> None:
    left, right = asking(), standing(tokens=6)
    found = named_matmul(left, right, "matches")
    assert found.name == "matches"
    assert found.axes == ("batch", "head", "query_token", "key_token")
    assert found.shape == (2, 3, 5, 6)
    assert not found.values.flags.writeable
    for b, h, i, j in np.ndindex(found.shape):
        dot = sum(left.values[b, h, i, d] * right.values[b, h, d, j] for d in range(4))
        assert found.values[b, h, i, j] == pytest.approx(dot)


def test_two_axes_need_no_pins() -> None:
    found = named_matmul(tensor("a", "token channel", 3, 2), tensor("b", "channel wide", 2, 7), "wide")
    assert found.axes == ("token", "wide")
    assert found.shape == (3, 7)


def test_fits_by_size_and_not_by_name() -> None:
    # The keys were never stood up, and with as many tokens as numbers the sizes meet by accident.
    lying = tensor("key", "batch head key_token head_dim", 2, 3, 4, 4)
    said = refusal(ex.AxisNameError, lambda: named_matmul(asking(tokens=4), lying, "matches"))
    for word in ("query", "key", "head_dim", "key_token", "4", "size"):
        assert word in said


def test_fits_neither_by_name_nor_by_size() -> None:
    lying = tensor("key", "batch head key_token head_dim", 2, 3, 5, 4)
    said = refusal(ex.AxisNameError, lambda: named_matmul(asking(), lying, "matches"))
    assert "head_dim" in said
    assert "key_token" in said


def test_sizes_that_do_meet_are_not_said_not_to_fit() -> None:
    # The inner sizes tie and the heads differ: five do not meet three, one would be stretched over three.
    for heads, runs in ((5, False), (1, True)):
        lying = tensor("key", "batch head key_token head_dim", 2, heads, 4, 4)
        said = refusal(ex.AxisNameError, lambda k=lying: named_matmul(asking(), k, "matches"))
        assert "4 and 4 do not fit" not in said
        assert ("NumPy would run" in said) == runs
        assert ("Nor do the sizes fit" in said) == (not runs)


def test_fits_by_name_and_not_by_size() -> None:
    said = refusal(ex.ShapeError, lambda: named_matmul(asking(size=4), standing(size=3), "matches"))
    for word in ("head_dim", "4", "3", "query", "key"):
        assert word in said


def test_leading_axes_must_carry_the_same_names() -> None:
    shelves = tensor("key", "head batch head_dim key_token", 2, 3, 4, 5)
    said = refusal(ex.AxisNameError, lambda: named_matmul(asking(), shelves, "matches"))
    assert "batch" in said
    assert "head" in said


def test_leading_axes_must_have_the_same_sizes() -> None:
    said = refusal(ex.ShapeError, lambda: named_matmul(asking(heads=3), standing(heads=2), "matches"))
    assert "head" in said
    # NumPy would stretch a single head over three without a word.
    refusal(ex.ShapeError, lambda: named_matmul(asking(heads=3), standing(heads=1), "matches"))


def test_no_axis_may_come_out_twice() -> None:
    left = tensor("query", "batch head token head_dim", 2, 3, 5, 4)
    right = tensor("key", "batch head head_dim token", 2, 3, 4, 5)
    said = refusal(ex.AxisNameError, lambda: named_matmul(left, right, "matches"))
    assert "token would" in said
    # NumPy's numbers would be the right ones here: nothing but a name is doubled.
    assert "other contents" not in said


def test_rename_keeps_the_numbers_and_the_memory() -> None:
    left = tensor("query", "batch head token head_dim", 2, 3, 5, 4)
    renamed = left.rename({"token": "query_token"})
    assert renamed.axes == ("batch", "head", "query_token", "head_dim")
    assert left.axes == ("batch", "head", "token", "head_dim")
    assert renamed.name == left.name
    assert renamed.shares_memory_with(left)
    assert renamed.strides == left.strides


def test_rename_refuses_an_unknown_and_a_doubled_name() -> None:
    left = tensor("query", "batch head token head_dim", 2, 3, 5, 4)
    said = refusal(ex.AxisNameError, lambda: left.rename({"tokens": "query_token"}))
    for word in ("tokens", "batch", "head", "token", "head_dim"):
        assert word in said
    said = refusal(ex.AxisNameError, lambda: left.rename({"token": "head"}))
    assert "head" in said


def test_a_tensor_names_every_axis_once() -> None:
    for kind, axes in (
        (ex.AxisNameError, "token token"),
        (ex.ShapeError, "token"),
        (ex.ShapeError, "batch token width"),
    ):
        with pytest.raises(kind, match="query"):
            tensor("query", axes, 3, 3)


TRIP = ex.trace(ex.Config(tokens=5, heads=3, head_dim=4, batch=2))
STOOD_UP = TRIP["inside_flip"]["key"].rename({"token": "key_token"})
QUERY = TRIP["reshelve"]["query"].rename({"token": "query_token"})

PRODUCTS: dict[str, Case] = {
    "fits by size alone": (
        ex.AxisNameError,
        lambda: named_matmul(
            QUERY,
            ex.trace(TRIP.config.replace(tokens=4))["reshelve"]["key"].rename({"token": "key_token"}),
            "m",
        ),
        (
            "Cannot multiply query (batch, head, query_token, head_dim) by "
            "key (batch, head, key_token, head_dim): a product sums over the last axis of the left and the "
            "last but one of the right, here head_dim and key_token, which are not the same axis. "
            "The sizes do fit, (2, 3, 5, 4) and (2, 3, 4, 4): NumPy would run without a word, and give other "
            "contents. Swap the last two axes of key first: that is the inside flip."
        ),
    ),
    "fits by name alone": (
        ex.ShapeError,
        lambda: named_matmul(
            QUERY, ex.trace(TRIP.config.replace(head_dim=2))["inside_flip"]["key"].rename({"token": "k"}), "m"
        ),
        (
            "Cannot multiply query (batch, head, query_token, head_dim) by key (batch, head, head_dim, k): "
            "head_dim is 4 on the left and 2 on the right. Give both sides the same size there."
        ),
    ),
    "fits neither way": (
        ex.AxisNameError,
        lambda: named_matmul(QUERY, TRIP["reshelve"]["key"].rename({"token": "key_token"}), "m"),
        (
            "Cannot multiply query (batch, head, query_token, head_dim) by "
            "key (batch, head, key_token, head_dim): a product sums over the last axis of the left and the "
            "last but one of the right, here head_dim and key_token, which are not the same axis. "
            "Nor do the sizes fit, (2, 3, 5, 4) and (2, 3, 5, 4). "
            "Swap the last two axes of key first: that is the inside flip."
        ),
    ),
    "shelves in another order": (
        ex.AxisNameError,
        lambda: named_matmul(
            QUERY, ex.Tensor("key", np.ones((2, 3, 4, 5)), ("head", "batch", "head_dim", "key_token")), "m"
        ),
        (
            "Cannot multiply query (batch, head, query_token, head_dim) by "
            "key (head, batch, head_dim, key_token): the axes before the last two are looped over together, "
            "here (batch, head) and (head, batch), which are not the same axes in the same order. "
            "The sizes do fit, (2, 3, 5, 4) and (2, 3, 4, 5): NumPy would run without a word, and give other "
            "contents. Swap or rename axes until the names fit."
        ),
    ),
    "an axis to rename unknown": (
        ex.AxisNameError,
        lambda: STOOD_UP.rename({"token": "t"}),
        "Cannot rename key by token: its axes are batch, head, head_dim and key_token. Choose among those.",
    ),
}


@pytest.mark.parametrize("case", PRODUCTS)
def test_whole_messages(case: str) -> None:
    kind, call, message = PRODUCTS[case]
    assert refusal(kind, call) == message
