"""The wrong turns of shares and blend: every claim is run, and what adds to one is what each says."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given

import explorer as ex
from explorer.core.mistakes.running import forward
from explorer.core.mistakes.shares import TURNS
from explorer.core.mistakes.taking import take
from explorer.core.mistakes.verdict import alike, generic
from tests.core.kit import brief, quick
from tests.core.mistakes.claims import DISTINCT as SIZES
from tests.core.mistakes.claims import repair_kind
from tests.core.mistakes.lines import changes_a_line, rules, trips
from tests.core.mistakes.torch_lines import differs, torch_output

BY_KEY = {turn.key: turn for turn in TURNS}
DISTINCT = ex.Config(**SIZES)
LARGE = DISTINCT.replace(edits=[("query", 0, 2, 0, 400.0), ("key", 0, 1, 0, -9.0)])
HUGE = {"edits": [("query", 0, 2, 0, 800.0), ("query", 0, 2, 1, 810.0)]}
KEYS = pytest.mark.parametrize("turn", TURNS, ids=BY_KEY)
CALM_OR_SHIFTED = pytest.mark.parametrize("config", [DISTINCT, LARGE], ids=["calm", "shifted"])


def shares_of(trip: ex.Trace) -> np.ndarray:
    return trip["shares"]["shares"].values


def split(trip: ex.Trace, axis: int | tuple[int, ...]) -> np.ndarray:
    """The struck scores, shared out along an axis by the formula alone; none is so large as to overflow."""
    with np.errstate(invalid="ignore"):
        raised = np.exp(trip["mask"]["struck"].values)
        return raised / raised.sum(axis=axis, keepdims=True)


@KEYS
@quick
@given(rules=rules)
def test_numpy_lines_change_but_where_nothing_is_taken_off_first_and_pytorch_lines_always(turn, rules):
    assert changes_a_line(turn, "numpy", **rules) == (turn.key != "no_shift" or rules["shifted"])
    assert changes_a_line(turn, "pytorch", **rules)


@KEYS
@brief
@given(config=trips)
def test_numpy_runs_it_in_any_trip_and_pytorch_lines_say_the_same(turn, config):
    right = ex.trace(config)
    wrong = take(right, [turn])
    assert wrong.refusal is None
    assert wrong.output.values.shape == right.output.values.shape
    if not differs(turn.key, right):
        assert alike(wrong.output.values, torch_output(right, turn)).all()


@CALM_OR_SHIFTED
def test_over_the_asking_tokens_columns_add_to_one_and_rows_do_not(config):
    right = ex.trace(config)
    shares = shares_of(take(right, [BY_KEY["softmax_over_askers"]]))
    np.testing.assert_allclose(shares, split(right, -2), atol=1e-300)
    np.testing.assert_allclose(shares.sum(axis=-2), 1)
    assert (abs(shares.sum(axis=-1) - 1) > 1e-3).any(axis=-1).all()


def test_over_the_asking_tokens_a_share_depends_on_who_else_asks_later_ones_too():
    config = DISTINCT.replace(window=None)
    rows = generic(config)
    other = rows.copy()
    other[0, 0, 4] += 1  # the last token asks for something else
    turn = BY_KEY["softmax_over_askers"]
    for turns, reached in (([], [4]), ([turn], [0, 1, 2, 3, 4])):
        before, after = (forward(config, turns, *three) for three in (rows, other))
        assert np.flatnonzero((before != after)[0].any(axis=-1)).tolist() == reached


@CALM_OR_SHIFTED
def test_over_the_lenses_kept_cells_add_to_one_and_struck_ones_are_not_numbers(config):
    right = ex.trace(config)
    wrong = take(right, [BY_KEY["softmax_over_heads"]])
    keep = right["mask"]["keep"].values
    over_lenses = shares_of(wrong).sum(axis=1)
    np.testing.assert_allclose(shares_of(wrong), split(right, 1), atol=1e-300)
    np.testing.assert_allclose(over_lenses[:, keep], 1)
    assert np.isnan(over_lenses[:, ~keep]).all()
    assert np.isnan(wrong.output.values).all()  # each row has a struck cell, and blends it in


def test_over_the_lenses_with_no_rule_nothing_warns():
    wrong = take(ex.trace(DISTINCT.replace(causal=False, window=None)), [BY_KEY["softmax_over_heads"]])
    assert wrong.warned == {}
    assert np.isfinite(wrong.output.values).all()


@CALM_OR_SHIFTED
def test_over_the_whole_grid_it_is_each_grid_that_adds_to_one_and_every_row_to_less(config):
    right = ex.trace(config)
    shares = shares_of(take(right, [BY_KEY["softmax_over_both"]]))
    np.testing.assert_allclose(shares, split(right, (-2, -1)), atol=1e-300)
    np.testing.assert_allclose(shares.sum(axis=(-2, -1)), 1)
    assert (shares.sum(axis=-1) <= 1).all()
    assert (shares.sum(axis=-1) < 0.999).any(axis=-1).all()


def test_large_scores_as_they_are_overflow_in_numpys_own_words_and_are_not_numbers():
    right = ex.trace(ex.Config(**HUGE))
    wrong = take(right, [BY_KEY["no_shift"]])
    assert right["scores"]["scores"].values.max() > 709
    assert wrong.warned == {"shares": ("overflow encountered in exp", "invalid value encountered in divide")}
    assert np.isposinf(wrong["shares"]["exponentials"].values.max())
    assert np.isnan(wrong.output.values).any(axis=(0, 2)).tolist() == [False, False, True]
    assert np.isfinite(right.output.values).all()


def test_scores_far_below_zero_as_they_are_leave_a_total_of_zero():
    right = ex.trace(ex.Config(edits=[("query", 0, 0, column, -5000.0) for column in range(4)]))
    wrong = take(right, [BY_KEY["no_shift"]])
    assert wrong["shares"]["totals"].values[0, 0, 0] == 0
    assert wrong.warned == {"shares": ("invalid value encountered in divide",)}


def test_scores_beyond_thirty_as_they_are_give_the_same_shares_still():
    right = ex.trace(ex.Config(edits=[("query", 0, 2, 0, 90.0)]))
    wrong = take(right, [BY_KEY["no_shift"]])
    assert right["shares"]["shift"].values.max() > 30
    assert "shift" not in wrong.code["shares"]
    np.testing.assert_allclose(shares_of(wrong), shares_of(right), rtol=1e-12)


def test_averaged_every_lens_blends_with_the_mean_of_the_shares():
    right = ex.trace(DISTINCT)
    wrong = take(right, [BY_KEY["shares_averaged"]])
    np.testing.assert_array_equal(shares_of(wrong), shares_of(right))
    mean = sum(shares_of(right)[:, head] for head in range(3)) / 3
    value = right["reshelve"]["value"].values
    for head in range(3):
        np.testing.assert_allclose(wrong["blend"]["blend"].values[:, head], mean @ value[:, head])
    assert wrong["blend"]["blend"].axes == right["blend"]["blend"].axes


@pytest.mark.parametrize(
    ("key", "changes"),
    [
        *itertools.product(
            ("softmax_over_askers", "softmax_over_heads", "softmax_over_both"), ({}, SIZES, {**SIZES, **HUGE})
        ),
        ("no_shift", HUGE),
        ("no_shift", {**SIZES, **HUGE}),
    ],
)
def test_the_first_repair_is_right_and_the_other_runs_but_is_wrong(key, changes):
    turn = BY_KEY[key]
    kinds = [repair_kind(turn, repair.code, changes) for repair in turn.repairs]
    assert kinds == ["same", "wrong contents"]
