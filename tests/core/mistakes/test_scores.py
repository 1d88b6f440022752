"""The wrong turns of the scores: every claim is run, and each does to the scores what it says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import explorer as ex
from explorer.core.mistakes.scores import TURNS
from explorer.core.mistakes.taking import take
from explorer.core.mistakes.verdict import alike
from tests.core.kit import brief, quick
from tests.core.mistakes.claims import DISTINCT as DISTINCT_SIZES
from tests.core.mistakes.claims import repair_kind
from tests.core.mistakes.lines import changes_a_line, rules, trips
from tests.core.mistakes.torch_lines import torch_output

BY_KEY = {turn.key: turn for turn in TURNS}
DISTINCT = ex.Config(**DISTINCT_SIZES)
KEYS = pytest.mark.parametrize("turn", TURNS, ids=BY_KEY)


@pytest.mark.parametrize("scale", ["head_dim", "width", "none"])
@pytest.mark.parametrize(
    ("key", "divisor"),
    [
        ("divided_by_sqrt_c", {"head_dim": 12**0.5, "width": 12**0.5, "none": 1}),
        ("scale_missing", {"head_dim": 1, "width": 1, "none": 1}),
        ("scale_twice", {"head_dim": 4, "width": 12, "none": 1}),
    ],
)
def test_the_scores_are_the_matches_over_what_the_turn_says(key, divisor, scale):
    right = ex.trace(DISTINCT.replace(scale=scale))
    wrong = take(right, [BY_KEY[key]])
    matches, scores = (wrong["scores"][name].values for name in ("matches", "scores"))
    np.testing.assert_array_equal(matches, right["scores"]["matches"].values)
    np.testing.assert_allclose(scores, matches / divisor[scale], rtol=1e-14)


@pytest.mark.parametrize(
    ("key", "more"), [("divided_by_sqrt_c", False), ("scale_missing", True), ("scale_twice", False)]
)
def test_the_largest_share_of_a_row_grows_or_shrinks_and_stays_the_largest(key, more):
    right = ex.trace(DISTINCT)
    before, after = (
        trip["shares"]["shares"].values[:, :, 1:] for trip in (right, take(right, [BY_KEY[key]]))
    )
    largest = before.argmax(axis=-1)[..., np.newaxis]
    was, now = (np.take_along_axis(shares, largest, axis=-1) for shares in (before, after))
    np.testing.assert_array_equal(now, after.max(axis=-1, keepdims=True))
    assert ((now >= was) if more else (now <= was)).all()
    assert (now != was).any()


@KEYS
@quick
@given(rules=rules)
def test_the_lines_change_just_where_something_is_divided(turn, rules):
    applies = rules["scale"] == "head_dim" if turn.key == "divided_by_sqrt_c" else rules["scale"] != "none"
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


def test_two_of_them_taken_at_once_are_told_one_after_the_other():
    wrong = take(ex.trace(DISTINCT), [BY_KEY["divided_by_sqrt_c"], BY_KEY["scale_twice"]])
    matches = wrong["scores"]["matches"].values
    np.testing.assert_allclose(wrong["scores"]["scores"].values, matches / 12, rtol=1e-14)


@pytest.mark.parametrize("key", ["divided_by_sqrt_c", "scale_missing"])
def test_the_first_repair_is_right_and_the_other_runs_but_is_wrong(key):
    turn = BY_KEY[key]
    for sizes in ({}, DISTINCT_SIZES):
        assert [repair_kind(turn, repair.code, sizes) for repair in turn.repairs] == [
            "same",
            "wrong contents",
        ]
