"""`check`: what is said of functions that other people wrote, right, wrong and hopeless."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.check import check, sizes_for
from explorer.errors import ConfigError
from tests.core.mistakes import learners_scores  # adds its own to LEARNERS
from tests.core.mistakes.learners import (
    LEARNERS,
    hide_future,
    merged_with_the_heads_in_front,
    right_with_a_window,
    right_with_einsum,
    right_with_no_rule,
    right_with_slices_of_heads,
    softmax,
)

assert learners_scores.past(1).all()
SILENT = ("wide_row_interleaved", "view_after_flip", "strike_with_large_number", "table_turned")
ORDER = "are there, in another order:"


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda one: one.function.__name__)
def test_a_learners_function_is_recognised(learner):
    report = check(learner.function, **learner.rules)
    assert report.ok == (learner.turn == "")
    assert (report.wrong_turn or "") == (learner.turn if learner.turn != "key_t" else "reshelve_for_flip")


def test_every_wrong_turn_has_a_learner_or_a_reason_not_to():
    learned = {learner.turn for learner in LEARNERS} - {""}
    assert learned <= WRONG_TURNS.keys()
    silent = [key for key, turn in WRONG_TURNS.items() if key not in learned and not turn.outside]
    assert silent == []


def test_what_cannot_be_told_apart_is_named_beside_it():
    reports = {learner.function.__name__: check(learner.function, **learner.rules) for learner in LEARNERS}
    others = {name: report.others for name, report in reports.items() if report.others}
    assert others == {
        "reshaped_there_and_back": ("merge_without_reshelve + split_by_reshape",),
        "all_axes_reversed": ("key_t",),
        "swapped_once_more": ("key_t",),
    }


def test_where_nothing_but_nan_comes_out_that_is_said():
    report = check(learners_scores.softmax_across_the_heads_in_a_window, window=2)
    assert report.wrong_turn == "softmax_over_heads"
    assert report.text.endswith("\nNothing but NaN comes out, so that is all there is to go by.")


def test_two_turns_with_one_output_are_both_named():
    report = check(lambda q, k, v, h: banded(q, k, v, h, reach=1), window=2)
    assert (report.wrong_turn, report.others) == ("diagonal_one_far", ("window_both_sides",))
    assert "The same output comes of window_both_sides: from outside that can't be told apart." in report.text


def banded(query, key, value, heads, reach):
    n = query.shape[1]
    far = np.abs(np.subtract.outer(np.arange(n), np.arange(n))) > reach
    grids = learners_scores.scaled(query, key, heads)
    return learners_scores.blended([softmax(np.where(far, -np.inf, grid)) for grid in grids], value)


def test_the_report_of_a_wrong_turn_says_what_it_is_and_how_to_mend_it():
    report = check(merged_with_the_heads_in_front)
    turn = WRONG_TURNS["merge_without_reshelve"]
    first, mend, *rest = report.text.splitlines()
    assert first == f"Your output equals the trip with merge_without_reshelve: {turn.say()}."
    assert mend == f"To mend it: {turn.mend}"
    assert rest[:4] == [
        "The right lines of step pull the dividers out (merge heads):",
        "    reshelved = blend.transpose(0, 2, 1, 3)  # (B, T, H, D)",
        "    block = np.ascontiguousarray(reshelved)  # same values, tidy",
        "    out = block.reshape(B, T, C)",
    ]
    assert rest[4:] == [report.influence.text()]
    assert report.influence.rows() == ("11100", "11111", "11110", "11111", "11111")


def test_what_is_shown_is_broken_between_words_and_lines_of_code_are_not():
    report = check(merged_with_the_heads_in_front)
    shown = repr(report).splitlines()
    assert max(map(len, shown)) <= 100 < max(map(len, report.text.splitlines()))
    assert " ".join(shown) == report.text.replace("\n", " ")
    long = replace(report, text="    " + "block = 1; " * 12)
    assert repr(long) == long.text


def test_the_report_of_a_right_function_says_so():
    report = check(right_with_einsum)
    assert report.ok
    assert report.text == (
        "Right: at B 2, T 5, H 3, D 4 your output equals the engine's. So it does at 5 more choices of "
        "sizes.\n" + report.influence.text()
    )
    assert report.wrong_turn is None
    assert report.influence.equal


@pytest.mark.parametrize(
    ("changed", "turns"),
    [
        (lambda grid, root: grid / root, {"merge_without_reshelve", "scale_twice"}),
        (
            lambda grid, _: np.where(np.tri(grid.shape[-1], dtype=bool), grid, 0),
            {"merge_without_reshelve", "strike_by_multiplying"},
        ),
        (lambda grid, _: grid, {"merge_without_reshelve", "mask_left_out"}),
    ],
)
def test_two_wrong_turns_at_once_are_both_named(changed, turns):
    def attention(query, key, value, heads):
        q, k, v = (np.stack(np.split(x, heads, axis=-1), axis=1) for x in (query, key, value))
        root = q.shape[-1] ** 0.5
        grid = changed(q @ k.swapaxes(2, 3) / root, root)
        struck = hide_future(grid) if "scale_twice" in turns else grid
        return (softmax(struck) @ v).reshape(query.shape)

    report = check(attention)
    assert not report.ok
    assert report.wrong_turn is None
    assert set(report.wrong_turns) == turns
    assert all(WRONG_TURNS[key].mend in report.text for key in turns)


def test_of_two_turns_in_one_step_either_may_come_first():
    def attention(query, key, value, heads):
        grids = learners_scores.scaled(query / query.shape[-1] ** 0.5, key, heads)
        return learners_scores.blended([softmax(hide_future(grid)) for grid in grids], value)

    assert check(attention).wrong_turns == ("scale_twice", "divided_by_sqrt_c")


def test_a_large_number_where_the_wrong_cells_are_struck_is_seen_too():
    def attention(query, key, value, heads):
        keep = np.tri(query.shape[1], dtype=bool)
        grids = learners_scores.scaled(query, key, heads)
        return learners_scores.blended([softmax(np.where(keep, -1e9, grid)) for grid in grids], value)

    assert set(check(attention).wrong_turns) == {"keep_swapped", "strike_with_large_number"}


@pytest.mark.parametrize("rules", [{"window": 3}, {"window": None}, {"window": 4, "causal": False}])
def test_a_function_that_is_right_under_other_rules_hears_which(rules):
    report = check(right_with_a_window, **rules)
    assert (report.ok, report.wrong_turns) == (False, ())
    assert report.text.splitlines()[0] == (
        "Your output is right under other rules than were asked for: no looking ahead, a window of 2, "
        "the token itself included."
    )


def test_heads_that_are_not_used_are_seen():
    report = check(lambda query, key, value, _: right_with_slices_of_heads(query, key, value, 1))
    assert (report.ok, report.wrong_turns) == (False, ())
    assert report.text.startswith(
        "Your output is right under other rules than were asked for: 1 head instead of 3 "
        "(is the argument `heads` used?).\n"
    )


def test_books_that_look_at_one_another_are_seen():
    def attention(query, key, value, heads):
        return right_with_einsum(query, key, value - value.mean(axis=0), heads)

    report = check(attention)
    assert (report.ok, report.wrong_turn) == (False, None)
    assert report.influence.crosses == ((0, 1), (1, 0))
    assert report.influence.text() in report.text


def test_an_unknown_way_is_described():
    def attention(query, key, value, heads):
        return right_with_einsum(query, key, value, heads)[:, ::-1]

    report = check(attention)
    assert not report.ok
    assert report.text.splitlines()[:3] == [
        "Your output has the right shape and the wrong numbers, and no wrong turn that is known gives these.",
        "All the right rows are there, in another order: tokens 0, 1, 2, 3, 4 hold those of 4, 3, 2, 1, 0.",
        "1 of 5 tokens is right: 2.",
    ]
    assert report.text.endswith(report.influence.text())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda out: out * 3, "Every number is 3 times the right one."),
        (lambda out: out * 0, "Every number is 0."),
        (lambda out: out[::-1], f"All the right batch items {ORDER} batch items 0, 1 hold those of 1, 0."),
        (
            lambda out: np.roll(out, 4, axis=-1),
            f"All the right heads {ORDER} heads 0, 1, 2 hold those of 2, 0, 1.",
        ),
        (lambda out: out * np.nan, "Every number is NaN, not a number: 0 / 0, or infinity over infinity."),
        (lambda out: np.where(np.arange(12) < 4, out, 9), "1 of 3 heads is right: 0."),
        (lambda out: out + 0.1, "The largest difference is 0.1."),
    ],
)
def test_what_shows_in_an_output_is_said(change, said):
    report = check(lambda query, key, value, heads: change(right_with_einsum(query, key, value, heads)))
    assert not report.ok
    assert said in report.text.splitlines()


def test_a_function_that_is_right_for_one_set_of_numbers_alone_is_not_right():
    seen = []

    def attention(query, key, value, heads):
        seen.append(query[0, 0, 0])
        right = right_with_einsum(query, key, value, heads)
        return right if query[0, 0, 0] == seen[0] else right + 1

    assert not check(attention).ok


def test_untellable_is_what_a_right_function_may_have_and_not_what_numpy_refuses():
    causal, free = check(right_with_einsum).untellable, check(right_with_no_rule, causal=False).untellable
    outside = {key: WRONG_TURNS[key].outside for key in SILENT}
    assert causal == free == outside
    assert all(outside.values())
    wrong = check(merged_with_the_heads_in_front).untellable
    assert wrong == {**outside, "no_shift": WRONG_TURNS["no_shift"].outside}  # large numbers were not tried
    window = check(right_with_a_window, window=2, causal=True).untellable
    assert window == outside


def test_a_long_window_is_checked_on_more_tokens_than_it_holds():
    assert [sizes_for(window=window).tokens for window in (None, 2, 3, 9, 61)] == [5, 5, 6, 13, 64]
    report = check(right_with_einsum, window=9)
    assert (report.ok, report.config.tokens) == (False, 13)
    assert "no looking ahead, no window." in report.text.splitlines()[0]


def test_a_window_too_long_to_be_tried_is_refused():
    with pytest.raises(ConfigError) as refused:
        check(right_with_einsum, window=62)
    assert str(refused.value) == (
        "Cannot check a window of 62: that takes 65 tokens, and 64 are the most. Give window=61 or less."
    )
