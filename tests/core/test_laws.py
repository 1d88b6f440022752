"""Laws that hold whatever the numbers are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import explorer as ex
from tests.core.kit import Ask, asks, brief, configs, generic, quick


def close(found: np.ndarray, expected: np.ndarray, tolerance: float = 1e-9) -> bool:
    """Whether two are equal up to rounding, and of the same shape."""
    same = np.allclose(found, expected, rtol=tolerance, atol=tolerance, equal_nan=True)
    return found.shape == expected.shape and same


def books_of(ask: Ask) -> int:
    return ask.query.shape[0]


@quick
@given(asks(kinds=("ints", "floats", "singles")))
def test_rows_add_to_one_and_struck_cells_give_nothing(ask: Ask) -> None:
    trip = ask.trace()
    shares, powers = trip["shares"]["shares"].values, trip["shares"]["exponentials"].values
    keep = trip["mask"]["keep"].values
    struck = ~np.broadcast_to(keep if keep.ndim == 2 else keep[:, None], shares.shape)
    np.testing.assert_allclose(shares.sum(axis=-1), 1, rtol=0, atol=1e-5)
    assert np.all(shares[struck] == 0)
    assert np.all(powers[struck] == 0)
    assert np.all(trip["mask"]["struck"].values[struck] == -np.inf)
    assert np.all(np.isfinite(trip["mask"]["struck"].values[~struck]))
    assert np.all((shares >= 0) & (shares <= 1))


@quick
@given(asks(), st.integers(0, 5))
def test_each_row_of_the_output_lies_among_the_rows_it_may_look_at(ask: Ask, at: int) -> None:
    trip = ask.trace()
    i = at % ask.query.shape[1]
    for b in range(books_of(ask)):
        keep = trip["mask"]["keep"].values
        kept = ask.value[b][(keep if keep.ndim == 2 else keep[b])[i]]
        out = trip.output.values[b, i]
        assert np.all(out <= kept.max(axis=0) + 1e-9)
        assert np.all(out >= kept.min(axis=0) - 1e-9)


@quick
@given(asks(tokens=4))
def test_merging_undoes_the_split(ask: Ask) -> None:
    # A window of one leaves each token its own row: split, blend and merge must give it back.
    trip = ask.trace(window=1, keep=None, causal=True)
    assert np.array_equal(trip.output.values, ask.value)
    assert np.array_equal(trip["blend"]["blend"].values, trip["reshelve"]["value"].values)


@quick
@given(configs(window=1, causal=True))
def test_window_of_one_gives_the_value_back(config: ex.Config) -> None:
    trip = ex.trace(config)
    assert np.array_equal(trip.output.values, trip["cut"]["value"].values)


@quick
@given(asks(), st.integers(0, 3))
def test_a_window_as_long_as_the_tokens_is_the_causal_rule_alone(ask: Ask, extra: int) -> None:
    wide, none = ask.trace(window=ask.query.shape[1] + extra), ask.trace(window=None)
    for step in none.steps:
        for name, tensor in step.tensors.items():
            assert np.array_equal(wide[step.name][name].values, tensor.values), (step.name, name)


def test_the_window_alone_looks_ahead() -> None:
    keep = ex.trace(ex.Config(tokens=4, window=2, causal=False))["mask"]["keep"].values
    assert keep.astype(int).tolist() == [[1, 1, 1, 1], [1, 1, 1, 1], [0, 1, 1, 1], [0, 0, 1, 1]]


def test_no_rule_keeps_all() -> None:
    assert ex.trace(ex.Config(tokens=4, window=None, causal=False))["mask"]["keep"].values.all()


@quick
@given(asks(batch=3), st.integers(0, 2))
def test_books_do_not_see_each_other(ask: Ask, book: int) -> None:
    trip = ask.trace()
    one = slice(book, book + 1)
    keep = ask.keep[one] if ask.keep is not None and ask.keep.ndim == 3 else ask.keep
    alone = ask.trace(query=ask.query[one], key=ask.key[one], value=ask.value[one], keep=keep)
    for step in ("scores", "blend", "merge"):
        for name, tensor in alone[step].tensors.items():
            assert close(trip[step][name].values[one], tensor.values)
    others = [b for b in range(3) if b != book]
    changed = ask.query.copy(), ask.key.copy(), ask.value.copy()
    for array in changed:
        array[book] += 3
    after = ask.trace(query=changed[0], key=changed[1], value=changed[2])
    assert np.array_equal(after.output.values[others], trip.output.values[others])


@quick
@given(asks(), st.randoms(use_true_random=False))
def test_permuting_heads_permutes_blocks_of_the_output(ask: Ask, random: object) -> None:
    order = list(range(ask.heads))
    random.shuffle(order)  # type: ignore[attr-defined]

    def permute(rows: np.ndarray) -> np.ndarray:
        blocks = np.split(rows, ask.heads, axis=-1)
        return np.concatenate([blocks[h] for h in order], axis=-1)

    trip = ask.trace()
    found = ask.trace(query=permute(ask.query), key=permute(ask.key), value=permute(ask.value))
    assert close(found.output.values, permute(trip.output.values))
    assert close(found["shares"]["shares"].values, trip["shares"]["shares"].values[:, order])


@quick
@given(asks(), st.randoms(use_true_random=False))
def test_with_no_rules_permuting_tokens_permutes_rows(ask: Ask, random: object) -> None:
    order = list(range(ask.query.shape[1]))
    random.shuffle(order)  # type: ignore[attr-defined]
    free = {"window": None, "causal": False, "keep": None}
    trip = ask.trace(**free)
    found = ask.trace(query=ask.query[:, order], key=ask.key[:, order], value=ask.value[:, order], **free)
    assert close(found.output.values, trip.output.values[:, order])


@quick
@given(asks(kinds=("floats",)), st.floats(-50, 50))
def test_adding_one_row_to_every_key_changes_no_share(ask: Ask, step: float) -> None:
    # q . (k + c) is q . k plus one number for the whole row: the split can't see it.
    row = step * generic(ask.key.shape[-1], seed=1)
    trip, moved = ask.trace(), ask.trace(key=ask.key + row)
    assert close(moved["shares"]["shares"].values, trip["shares"]["shares"].values, 1e-7)
    assert close(moved.output.values, trip.output.values, 1e-6)


@brief
@given(st.sampled_from([3.0, 12.0, 29.0, 31.0, 100.0, 800.0, 1e6, 1e300]), st.booleans())
def test_large_scores_give_shares(size: float, down: bool) -> None:
    query = np.array([[[size], [-size], [size / 2]]])
    key = np.array([[[1.0], [1.0], [1.0 - 2 * down]]])
    trip = ex.trace_qkv(query, key, [[[1.0], [2.0], [3.0]]], heads=1, causal=False)
    shares = trip["shares"]
    largest = trip["scores"]["scores"].values.max(axis=-1)
    assert np.array_equal(shares["shift"].values, np.where(np.abs(largest) > 30, largest, 0))
    for tensor in (*shares.tensors.values(), trip.output):
        assert np.all(np.isfinite(tensor.values)), tensor.name
    np.testing.assert_allclose(shares["shares"].values.sum(axis=-1), 1)
    exact = size / 2 * (1.0 - 2 * down)
    assert trip["scores"]["scores"].at(batch=0, head=0, query_token=2, key_token=2) == exact


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_the_largest_floats_give_shares_and_no_warning(dtype: type) -> None:
    # From the largest number to its negative is farther than a float can say; the share is 0 all the same.
    most = np.finfo(dtype).max
    query = np.array([[most], [-most]], dtype=dtype)
    key = np.array([[1], [-1]], dtype=dtype)
    trip = ex.trace_qkv(query, key, np.full((2, 1), most), heads=1, causal=False)
    assert trip["shares"]["shares"].values.tolist() == [[[[1, 0], [0, 1]]]]
    assert trip.output.values.tolist() == [[[most], [most]]]


@pytest.mark.parametrize(("score", "shift"), [(30, 0), (30.5, 30.5), (-30, 0), (-30.5, -30.5), (-800, -800)])
def test_shift_starts_beyond_thirty(score: float, shift: float) -> None:
    trip = ex.trace_qkv([[score]], [[1]], [[7]], heads=1)
    assert trip["shares"]["shift"].values.item() == shift
    assert trip["shares"]["shares"].values.item() == 1
    assert trip.output.values.item() == 7


def test_the_shift_is_of_the_kept_scores_only() -> None:
    # Token 0 may not look ahead at the 800, so its row needs no shift; token 1 may.
    trip = ex.trace_qkv([[1], [1]], [[2], [800]], [[5], [6]], heads=1)
    assert trip["shares"]["shift"].values.tolist() == [[[0, 800]]]
    # A row whose only kept score is -800, beside a struck 0, still splits a full one.
    trip = ex.trace_qkv([[1], [1]], [[-800], [0]], [[5], [6]], heads=1)
    assert trip["shares"]["shift"].values.tolist() == [[[-800, 0]]]
    assert trip["shares"]["shares"].values.tolist() == [[[[1, 0], [0, 1]]]]


def test_singles_with_large_scores() -> None:
    query = np.array([[800.0], [-800.0]], dtype=np.float32)
    ones = np.ones((2, 1), dtype=np.float32)
    trip = ex.trace_qkv(query, ones, ones, heads=1, causal=False)
    assert trip["shares"]["shares"].values.dtype == np.float32
    assert trip["shares"]["shares"].values.tolist() == [[[[0.5, 0.5], [0.5, 0.5]]]]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("window", "causal"), [(None, True), (2, True), (3, False), (None, False)])
def test_influence_is_the_keep_table_both_ways(window: int | None, causal: bool, seed: int) -> None:
    tokens = 5
    arrays = [generic(1, tokens, 12, seed=10 * seed + n) for n in range(3)]
    trip = ex.trace_qkv(*arrays, heads=3, window=window, causal=causal)
    reached = np.zeros((tokens, tokens), dtype=bool)
    for changed in range(tokens):
        touched = [a.copy() for a in arrays]
        for n, array in enumerate(touched):
            array[0, changed] = generic(12, seed=100 + n)
        after = ex.trace_qkv(*touched, heads=3, window=window, causal=causal)
        reached[:, changed] = np.any(after.output.values[0] != trip.output.values[0], axis=-1)
    assert np.array_equal(reached, trip["mask"]["keep"].values)


@quick
@given(asks())
def test_every_tensor_follows_from_its_recorded_inputs(ask: Ask) -> None:
    trip = ask.trace()
    heads, width = ask.heads, ask.query.shape[-1]
    took = {step.name: {name: t.values for name, t in step.inputs.items()} for step in trip.steps}
    gave = {step.name: {name: t.values for name, t in step.tensors.items()} for step in trip.steps}
    for n, name in enumerate(("query", "key", "value")):
        third = took["cut"]["wide"][..., n * width : (n + 1) * width]
        assert np.array_equal(gave["cut"][name], third)
        divided = np.stack(np.split(took["dividers"][name], heads, axis=-1), axis=2)
        assert np.array_equal(gave["dividers"][name], divided)
        assert np.array_equal(gave["reshelve"][name], np.swapaxes(took["reshelve"][name], 1, 2))
    assert np.array_equal(gave["inside_flip"]["key"], np.swapaxes(took["inside_flip"]["key"], 2, 3))
    matches = np.einsum("bhid,bhdj->bhij", took["scores"]["query"], took["scores"]["key"])
    assert close(gave["scores"]["matches"], matches)
    assert close(gave["scores"]["scores"], gave["scores"]["matches"] / np.sqrt(width // heads))
    keep = gave["mask"]["keep"] if gave["mask"]["keep"].ndim == 2 else gave["mask"]["keep"][:, None]
    assert np.array_equal(gave["mask"]["struck"], np.where(keep, took["mask"]["scores"], -np.inf))
    shares = gave["shares"]
    assert close(shares["exponentials"], np.exp(took["shares"]["struck"] - shares["shift"][..., None]))
    assert close(shares["totals"], shares["exponentials"].sum(axis=-1))
    assert close(shares["shares"], shares["exponentials"] / shares["totals"][..., None])
    assert close(
        gave["blend"]["blend"], np.einsum("bhij,bhjd->bhid", took["blend"]["shares"], took["blend"]["value"])
    )
    back = np.swapaxes(took["merge"]["blend"], 1, 2)
    assert np.array_equal(gave["merge"]["reshelved"], back)
    assert np.array_equal(gave["merge"]["block"], back)
    assert np.array_equal(gave["merge"]["output"], back.reshape(ask.query.shape))


@brief
@given(asks(), st.floats(0.5, 4))
def test_a_blend_is_linear_in_the_values(ask: Ask, factor: float) -> None:
    assume(np.any(ask.value != 0))
    trip, scaled = ask.trace(), ask.trace(value=ask.value * factor)
    assert close(scaled.output.values, trip.output.values * factor)
