"""Axis names read from live arrays, and the places where two of them meet that do not fit."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.grid import frozen
from explorer.core.mistakes.naming import clashes, glue_clash, mask_clash, named
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.taking import take
from explorer.core.tensor import Tensor
from tests.core.kit import configs, quick

SHELVED = ("batch", "head", "token", "head_dim")
STOOD = ("batch", "head", "head_dim", "token")
DIVIDED = ("batch", "token", "head", "head_dim")
GRID = ("batch", "head", "query_token", "key_token")
DISTINCT = ex.Config(batch=2, tokens=5, heads=3, head_dim=4)


def tensor(name: str, axes: tuple[str, ...], *shape: int) -> Tensor:
    return Tensor(name, frozen(np.arange(float(np.prod(shape))).reshape(shape)), axes)


def axes_of(step: str, variable: str, values: np.ndarray, **before: Tensor) -> tuple[str, ...]:
    return named(step, variable, values, before).axes


# --- Names that are carried -----------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(2, 3, 5, 4), (2, 2, 2, 2), (3, 3, 2, 2)])
@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_a_transposed_view_carries_its_names_along_also_where_sizes_are_equal(shape, order):
    key = tensor("key", SHELVED, *shape)
    turned = key.values.transpose(order)
    expected = tuple(SHELVED[i] for i in order)
    if order == (0, 1, 2, 3):
        expected = STOOD  # as well a reshape to the sizes that it had: then what is claimed stands
    assert axes_of("inside_flip", "k", turned, k=key) == expected


def test_what_nobody_touched_keeps_its_names():
    key = tensor("key", SHELVED, 1, 2, 3, 3)
    assert named("inside_flip", "k", key.values, {"k": key}, same=True).axes == SHELVED
    query = tensor("query", ("batch", "token", "width"), 1, 3, 4)
    assert named("reshelve", "q", query.values, {"q": query}, same=True).axes == query.axes


def test_a_reshape_and_a_copy_take_the_names_that_the_step_claims():
    key = tensor("key", SHELVED, 1, 2, 3, 4)
    assert axes_of("inside_flip", "k", key.values.reshape(1, 2, 4, 3), k=key) == STOOD
    assert axes_of("inside_flip", "k", np.rot90(key.values, axes=(2, 3)).copy(), k=key) == STOOD
    assert axes_of("reshelve", "q", key.values.reshape(1, 3, 2, 4), q=key) == SHELVED
    assert axes_of("dividers", "v", np.ones((1, 3, 2, 4)), v=key) == DIVIDED
    assert axes_of("cut", "q", np.ones((1, 3, 8))) == ("batch", "token", "width")
    assert axes_of("pour", "wide", np.ones((1, 3, 24))) == ("batch", "token", "wide")


def test_where_nothing_tells_the_axes_are_numbered():
    key = tensor("key", SHELVED, 1, 2, 3, 4)
    assert axes_of("inside_flip", "k", key.values[0], k=key) == ("axis_0", "axis_1", "axis_2")
    assert axes_of("merge", "out", np.ones((2, 3))) == ("axis_0", "axis_1")
    assert axes_of("mask", "keep", np.ones(3)) == ("axis_0",)


def test_what_is_named_can_no_longer_be_written():
    made = named("merge", "out", np.ones((1, 3, 4)), {})
    assert (made.name, made.axes) == ("output", ("batch", "token", "width"))
    with pytest.raises(ValueError, match="read-only"):
        made.values[0] = 1


# --- Names of sums and products -------------------------------------------------------------------------


def test_a_product_names_what_asks_and_what_is_looked_at():
    query, stood = tensor("query", SHELVED, 2, 3, 5, 4), tensor("key", STOOD, 2, 3, 4, 5)
    found = axes_of("scores", "matches", np.ones((2, 3, 5, 5)), q=query, k=stood)
    assert found == GRID
    unshelved = tensor("query", DIVIDED, 2, 5, 3, 4)
    turned = tensor("key", ("batch", "token", "head_dim", "head"), 2, 5, 4, 3)
    found = axes_of("scores", "matches", np.ones((2, 5, 3, 3)), q=unshelved, k=turned)
    assert found == ("batch", "token", "query_head", "key_head")


def test_np_dot_leaves_six_names_and_those_of_the_scores_follow():
    query, stood = tensor("query", SHELVED, 2, 3, 5, 4), tensor("key", STOOD, 2, 3, 4, 5)
    matches = named("scores", "matches", np.ones((2, 3, 5, 2, 3, 5)), {"q": query, "k": stood})
    asking = ("query_batch", "query_head", "query_token")
    assert matches.axes == (*asking, "key_batch", "key_head", "key_token")
    assert axes_of("scores", "scores", matches.values / 2, matches=matches) == matches.axes


def test_a_sum_leaves_out_the_axis_that_it_used_up():
    powers = tensor("exponentials", GRID, 2, 3, 5, 4)
    for axis, left in enumerate(GRID):
        totals = powers.values.sum(axis=axis, keepdims=True)
        made = named("shares", "totals", totals, {"exponentials": powers})
        assert made.axes == tuple(name for name in GRID if name != left)
        np.testing.assert_array_equal(made.values, powers.values.sum(axis=axis))
    both = powers.values.sum(axis=(-2, -1), keepdims=True)
    assert axes_of("shares", "totals", both, exponentials=powers) == ("batch", "head")
    alone = tensor("exponentials", GRID, 1, 1, 1, 1)
    assert axes_of("shares", "totals", alone.values.sum(-1, keepdims=True), exponentials=alone) == GRID[:3]


def test_a_keep_table_that_was_laid_over_every_head_loses_that_axis():
    made = named("mask", "keep", np.ones((2, 1, 5, 5), dtype=bool), {})
    assert (made.axes, made.shape) == (("batch", "query_token", "key_token"), (2, 5, 5))
    assert axes_of("mask", "keep", np.ones((5, 5), dtype=bool)) == GRID[2:]


def test_a_blend_is_named_after_who_asked_and_what_was_given():
    shares, value = tensor("shares", GRID, 2, 3, 5, 5), tensor("value", SHELVED, 2, 3, 5, 4)
    assert axes_of("blend", "blend", np.ones((2, 3, 5, 4)), shares=shares, v=value) == SHELVED
    by_head = tensor("shares", ("batch", "token", "query_head", "key_head"), 2, 5, 3, 3)
    divided = tensor("value", DIVIDED, 2, 5, 3, 4)
    assert axes_of("blend", "blend", np.ones((2, 5, 3, 4)), shares=by_head, v=divided) == DIVIDED


@pytest.mark.parametrize("shape", [(2, 3, 5, 4), (1, 1, 1, 1), (1, 2, 2, 3), (1, 1, 3, 1)])
def test_the_shelves_traded_back_have_the_names_that_are_meant(shape):
    blend = tensor("blend", SHELVED, *shape)
    back = named("merge", "reshelved", blend.values.transpose(0, 2, 1, 3), {"blend": blend})
    assert back.axes == DIVIDED
    tidied = np.ascontiguousarray(back.values)
    assert axes_of("merge", "block", tidied, blend=blend, reshelved=back) == DIVIDED


def test_a_block_tidied_before_the_shelves_traded_back_is_still_a_blend():
    blend = tensor("blend", SHELVED, 2, 3, 5, 4)
    assert axes_of("merge", "block", blend.values.copy(), blend=blend) == SHELVED
    square = tensor("blend", SHELVED, 2, 3, 3, 4)
    assert axes_of("merge", "reshelved", square.values.reshape(2, 3, 3, 4), blend=square) == SHELVED


# --- Names that do not fit ------------------------------------------------------------------------------


def test_a_product_tells_every_pair_of_names_that_differ():
    query, key = tensor("query", SHELVED, 2, 3, 4, 4), tensor("key", DIVIDED, 2, 4, 3, 4)
    (clash,) = clashes("scores", {"q": query, "k": key})
    assert (clash.step, clash.how) == ("scores", "product")
    assert (clash.left, clash.right, clash.ran) == (query, key, True)
    assert clash.apart == (("head", "token"), ("head_dim", "head"))
    stood = tensor("key", STOOD, 2, 3, 4, 4)
    assert list(clashes("scores", {"q": query, "k": stood})) == []


def test_a_blend_tells_which_names_of_shares_and_value_differ():
    shares, value = tensor("shares", GRID, 2, 3, 5, 5), tensor("value", DIVIDED, 2, 3, 5, 4)
    (clash,) = clashes("blend", {"shares": shares, "v": value})
    assert clash.apart == (("head", "token"), ("token", "head"))
    shelved = tensor("value", SHELVED, 2, 3, 5, 4)
    assert list(clashes("blend", {"shares": shares, "v": shelved})) == []


def test_only_products_are_asked_and_only_of_grids():
    query, key = tensor("query", SHELVED, 2, 3, 4, 4), tensor("key", SHELVED, 2, 3, 4, 4)
    for step in ex.STEP_NAMES:
        found = list(clashes(step, {"q": query, "k": key})) if step != "blend" else []
        assert bool(found) == (step == "scores")
    flat = tensor("key", ("head",), 4)
    assert list(clashes("scores", {"q": query, "k": flat})) == []
    assert list(clashes("scores", {"q": flat, "k": query})) == []


def test_a_keep_table_of_tokens_over_scores_of_heads_clashes_twice():
    keep = tensor("keep", GRID[2:], 3, 3)
    scores = tensor("scores", ("batch", "token", "query_head", "key_head"), 1, 3, 3, 3)
    (clash,) = mask_clash(scores, keep)
    assert (clash.how, clash.apart) == ("mask", (("query_head", "query_token"), ("key_head", "key_token")))
    assert list(mask_clash(tensor("scores", GRID, 1, 2, 3, 3), keep)) == []


def test_dividers_pulled_out_of_a_blend_clash_and_of_a_block_do_not():
    out = tensor("output", ("batch", "token", "width"), 1, 3, 4)
    (clash,) = glue_clash(tensor("blend", SHELVED, 1, 2, 3, 2), out)
    assert (clash.step, clash.how) == ("merge", "glue")
    assert clash.apart == (("head", "token"), ("token", "head"))
    assert list(glue_clash(tensor("block", DIVIDED, 1, 3, 2, 2), out)) == []


# --- In whole trips -------------------------------------------------------------------------------------


@quick
@given(config=configs(), data=st.data())
def test_the_lines_of_a_right_trip_are_named_as_the_engine_names_them(config, data):
    step = data.draw(st.sampled_from(ex.STEP_NAMES))
    right = ex.trace(config)
    again = take(right, [WrongTurn("none", "-", "-", lines={step: lambda code: code})])
    assert again.clashes == ()
    for one in again.steps:
        for name, made in one.tensors.items():
            assert made.axes == right[one.name][name].axes, (one.name, name)


@pytest.mark.parametrize(
    ("key", "config", "met"),
    [
        ("flip_forgotten", DISTINCT, ["scores product refused"]),
        (
            "flip_forgotten",
            DISTINCT.replace(head_dim=5),
            ["scores product ran", "mask mask ran", "blend product ran"],
        ),
        ("reshelve_forgotten", DISTINCT, ["mask mask refused"]),
        ("reshelve_forgotten", DISTINCT.replace(heads=5), ["mask mask ran"]),
        ("merge_without_reshelve", DISTINCT, ["merge glue ran"]),
        ("split_by_reshape", DISTINCT, []),  # a reshape asks for no names, and origins tell of it instead
    ],
)
def test_names_that_do_not_fit_are_told_in_the_order_of_the_steps(key, config, met):
    wrong = ex.trace(config, wrong_turns=[key])
    told = [f"{clash.step} {clash.how} {'ran' if clash.ran else 'refused'}" for clash in wrong.clashes]
    assert told == met
