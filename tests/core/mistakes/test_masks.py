"""The wrong turns of the mask: every claim is run, and each strikes just the cells that it says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import explorer as ex
from explorer.core.mistakes.masks import TURNS
from explorer.core.mistakes.running import forward
from explorer.core.mistakes.taking import take
from explorer.core.mistakes.verdict import alike, generic
from tests.core import oracle
from tests.core.kit import brief, quick
from tests.core.mistakes.claims import DISTINCT as SIZES
from tests.core.mistakes.lines import changes_a_line, rules, trips
from tests.core.mistakes.torch_lines import torch_output

BY_KEY = {turn.key: turn for turn in TURNS}
DISTINCT = ex.Config(**SIZES)
CAUSAL = DISTINCT.replace(window=None)
KEYS = pytest.mark.parametrize("turn", TURNS, ids=BY_KEY)
POLICIES = pytest.mark.parametrize("policy", ["nan", "zero", "uniform"])


def ahead(key: str, i: int, j: int) -> bool:
    """Whether j lies too far ahead, as the wrong causal rule of this key has it."""
    return {"diagonal_one_short": j >= i, "diagonal_one_far": j > i + 1}.get(key, j > i)


def kept(key: str, config: ex.Config, i: int, j: int) -> bool:
    """Whether the rules keep a cell when this wrong turn of theirs is taken, said without any code of it."""
    window, counts_self = config.window, config.window_counts_self
    if key == "window_both_sides" and window is not None:
        return abs(i - j) <= (window - 1 if counts_self else window)
    if key == "window_off_by_one":
        counts_self = not counts_self
    stale = window is not None and not oracle.allowed(
        i, j, causal=False, window=window, counts_self=counts_self
    )
    return not stale and not (config.causal and ahead(key, i, j))


def shares_of(wrong: ex.Trace) -> np.ndarray:
    return wrong["shares"]["shares"].values


def reaches(turn: object, config: ex.Config, *, changed: int) -> list[int]:
    """The tokens whose output changes when one token's rows do."""
    rows = generic(config)
    other = rows.copy()
    other[:, 0, changed] += 1
    before, after = (forward(config, [turn] if turn else [], *three) for three in (rows, other))
    return [int(token) for token in np.flatnonzero((before != after)[0].any(axis=-1))]


@KEYS
@quick
@given(rules=rules)
def test_the_lines_change_just_where_what_they_are_about_is_there(turn, rules):
    turned = rules["own_keep"] or any(i != j for i, j, _ in rules["by_hand"])
    applies = {
        "diagonal_one_short": rules["causal"],
        "diagonal_one_far": rules["causal"],
        "window_off_by_one": rules["window"],
        "window_both_sides": rules["window"],
        "table_turned": turned,
    }.get(turn.key, True)
    for dialect in ("numpy", "pytorch"):
        assert changes_a_line(turn, dialect, **rules) == applies


@KEYS
@brief
@given(config=trips)
def test_numpy_runs_it_in_any_trip_and_pytorch_lines_say_the_same(turn, config):
    right = ex.trace(config)
    wrong = take(right, [turn])
    assert wrong.refusal is None
    assert wrong.output.values.shape == right.output.values.shape
    assert alike(wrong.output.values, torch_output(right, turn)).all()


@pytest.mark.parametrize("counts_self", [True, False])
@pytest.mark.parametrize("window", [None, 1, 2, 3])
@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize(
    "key", ["diagonal_one_short", "diagonal_one_far", "window_off_by_one", "window_both_sides"]
)
def test_a_wrong_rule_keeps_just_the_cells_that_it_says(key, causal, window, counts_self):
    config = DISTINCT.replace(causal=causal, window=window, window_counts_self=counts_self)
    wrong = take(ex.trace(config), [BY_KEY[key]])
    table = [[kept(key, config, i, j) for j in range(5)] for i in range(5)]
    assert wrong["mask"]["keep"].values.tolist() == table
    np.testing.assert_array_equal(np.isneginf(wrong["mask"]["struck"].values[1, 2]), ~np.array(table))


@pytest.mark.parametrize("key", ["mask_left_out", "strike_after_split"])
def test_what_lies_ahead_reaches_the_first_token_though_the_right_way_it_does_not(key):
    assert reaches(None, CAUSAL, changed=4) == [4]
    assert reaches(BY_KEY[key], CAUSAL, changed=4) == [0, 1, 2, 3, 4]


def test_one_diagonal_far_one_token_ahead_is_seen_and_no_more():
    assert reaches(BY_KEY["diagonal_one_far"], CAUSAL, changed=4) == [3, 4]


def test_a_window_to_both_sides_is_seen_from_before_and_from_behind():
    assert reaches(None, DISTINCT, changed=2) == [2, 3]
    assert reaches(BY_KEY["window_both_sides"], DISTINCT, changed=2) == [1, 2, 3]


def test_struck_after_the_split_rows_add_to_less_than_one_where_anything_is_struck():
    shares = shares_of(take(ex.trace(CAUSAL), [BY_KEY["strike_after_split"]]))
    sums = shares.sum(axis=-1)
    assert (sums[..., :-1] < 1).all()
    np.testing.assert_allclose(sums[..., -1], 1)
    assert (shares[..., ~np.tri(5, dtype=bool)] == 0).all()


def test_struck_by_multiplying_a_struck_cell_has_a_score_of_zero_and_may_get_the_largest_share():
    right = ex.trace(CAUSAL.replace(edits=[("query", 0, 0, 0, -50)]))
    wrong = take(right, [BY_KEY["strike_by_multiplying"]])
    assert (wrong["mask"]["struck"].values[..., ~np.tri(5, dtype=bool)] == 0).all()
    shares = shares_of(wrong)
    assert (shares[..., ~np.tri(5, dtype=bool)] > 0).all()
    assert right["scores"]["scores"].values[0, 0, 0, 0] < 0
    assert shares[0, 0, 0, 0] < shares[0, 0, 0, 4]


def test_struck_by_adding_a_kept_score_is_one_larger_and_no_cell_is_struck():
    right = ex.trace(CAUSAL)
    wrong = take(right, [BY_KEY["strike_by_adding"]])
    added = wrong["mask"]["struck"].values - right["scores"]["scores"].values
    np.testing.assert_allclose(added, np.broadcast_to(np.tri(5), added.shape), atol=1e-12)
    assert (shares_of(wrong) > 0).all()


def test_keep_and_strike_swapped_the_last_row_is_not_a_number_and_the_rest_see_only_ahead():
    wrong = take(ex.trace(CAUSAL), [BY_KEY["keep_swapped"]])
    shares = shares_of(wrong)
    assert np.isnan(shares[..., 4, :]).all()
    np.testing.assert_array_equal(shares[1, 1, :4] > 0, ~np.tri(5, dtype=bool)[:4])
    assert np.isnan(wrong.output.values).all(axis=-1).tolist() == [[False] * 4 + [True]] * 2
    assert wrong.warned == {"shares": ("invalid value encountered in divide",)}


def test_keep_and_strike_swapped_under_a_window_no_row_keeps_everything_and_all_are_numbers():
    shares = shares_of(take(ex.trace(DISTINCT), [BY_KEY["keep_swapped"]]))
    np.testing.assert_allclose(shares.sum(axis=-1), 1)
    assert shares[0, 0, 4, 0] > 0  # stale, and now seen


def test_one_diagonal_short_the_first_row_alone_is_not_a_number():
    wrong = take(ex.trace(CAUSAL), [BY_KEY["diagonal_one_short"]])
    assert np.isnan(wrong.output.values).any(axis=(0, 2)).tolist() == [True, False, False, False, False]
    assert (np.diagonal(shares_of(wrong)[0, 0])[1:] == 0).all()
    assert wrong.warned == {"shares": ("invalid value encountered in divide",)}


@POLICIES
@pytest.mark.parametrize("edits", [(), (("query", 0, 1, 0, 900),)], ids=["calm", "shifted"])
def test_struck_with_a_large_number_an_empty_row_shares_evenly_whatever_was_to_become_of_it(policy, edits):
    right = ex.trace(
        CAUSAL.replace(by_hand=[(3, j, False) for j in range(4)], empty_rows=policy, edits=edits)
    )
    assert bool(right["shares"]["shift"].values.any()) == bool(edits)
    shares = shares_of(take(right, [BY_KEY["strike_with_large_number"]]))
    np.testing.assert_array_equal(shares[:, :, 3], np.full((2, 3, 5), 0.2))
    rest = [0, 1, 2, 4]
    np.testing.assert_array_equal(shares[:, :, rest], shares_of(right)[:, :, rest])


def test_struck_with_a_large_number_nothing_shows_in_the_output_to_the_last_bit():
    right = ex.trace(DISTINCT)
    wrong = take(right, [BY_KEY["strike_with_large_number"]])
    assert wrong["mask"]["struck"].values.min() == -1e9
    np.testing.assert_array_equal(wrong.output.values, right.output.values)


@pytest.mark.parametrize("books", [False, True])
def test_a_table_of_ones_own_turned_strikes_the_rows_of_padding_and_not_its_columns(books):
    table = np.ones((2, 5, 5), dtype=bool)
    table[0, :, 4] = table[1, :, 3:] = False  # one token of padding in book 0, two in book 1
    table = table if books else table[0]
    config = DISTINCT.replace(causal=False, window=None, empty_rows="zero")
    wrong = take(ex.trace(config, keep=table), [BY_KEY["table_turned"]])
    keep = wrong["mask"]["keep"].values
    np.testing.assert_array_equal(keep.reshape(table.shape), table.swapaxes(-1, -2))
    shares = shares_of(wrong)
    assert (shares[:, :, 4] == 0).all()
    assert (shares[:, :, :3, 4] > 0).all()


def test_a_table_of_ones_own_turned_leaves_the_rules_as_they_are():
    table = np.eye(5, dtype=bool)
    table[4, 3] = table[0, 2] = True
    keep = take(ex.trace(DISTINCT, keep=table), [BY_KEY["table_turned"]])["mask"]["keep"].values
    assert keep.tolist() == np.eye(5, dtype=bool).tolist()


def test_cells_set_by_hand_are_turned_one_by_one():
    config = DISTINCT.replace(by_hand=[(0, 4, True), (4, 3, False)])
    right = ex.trace(config)
    keep = take(right, [BY_KEY["table_turned"]])["mask"]["keep"].values
    moved = [(int(i), int(j)) for i, j in np.argwhere(keep != right["mask"]["keep"].values)]
    assert moved == [(0, 4), (4, 0), (4, 3)]


def test_the_remark_of_a_test_is_dropped_with_the_test_and_the_other_lines_keep_theirs():
    code = take(ex.trace(DISTINCT), [BY_KEY["diagonal_one_far"]]).code["mask"].splitlines()
    assert code[0] == "i = np.arange(T)[:, None]  # the asking token"
    assert code[2] == "keep = (j <= i + 1) & (j >= i - W + 1)"
