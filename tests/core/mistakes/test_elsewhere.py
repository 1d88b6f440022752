"""`check` where one choice of sizes, or numbers of the usual size, would hide what is wrong."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from explorer.core.mistakes.check import check
from explorer.core.mistakes.elsewhere import OTHER_SIZES
from tests.core.mistakes.learners import (
    attend,
    hide_future,
    merged_with_the_heads_in_front,
    one_head_too_many,
    right_with_einsum,
    right_with_loops,
    right_with_slices_of_heads,
    softmax,
)
from tests.core.mistakes.learners_scores import blended, matches

RIGHT_AT = "Right at B 2, T 5, H 3, D 4, and wrong at "
PLAIN = "Does a size stand in it as a plain number? Read it off the shape: B, T, C = query.shape."
OF_ONE = "An axis of size 1 is lost by squeeze(), and spreads over any other size without a word."
USUAL = "Right with numbers of the usual size, and wrong with scores in the thousands."


class Sizes(NamedTuple):
    B: int
    T: int
    H: int
    D: int = 0


def scaled_by(divisor):
    """Attention that divides by what this makes of its sizes."""

    def attention(query, key, value, heads):
        B, T, C = query.shape
        by = divisor(Sizes(B, T, heads, C // heads))
        return blended([softmax(hide_future(grid / by)) for grid in matches(query, key, heads)], value)

    return attention


def turned(change, softly=softmax):
    """Attention that does something to the scaled scores before they are shared out."""

    def attention(query, key, value, heads):
        by = (query.shape[-1] / heads) ** 0.5
        return blended([softly(change(grid / by)) for grid in matches(query, key, heads)], value)

    return attention


def struck_with(number):
    def strike(grid):
        return np.where(np.tri(grid.shape[-1], dtype=bool), grid, number)

    return turned(strike)


@pytest.mark.parametrize(
    "divisor",
    [
        lambda _: 2,
        lambda s: s.B,
        lambda s: s.D / 2,
        lambda s: np.log2(s.D),
        lambda s: max(s.T - 1, 1) ** 0.5,
        lambda s: s.H * s.D / 6,
    ],
)
def test_a_scale_that_is_right_by_luck_is_wrong_elsewhere(divisor):
    report = check(scaled_by(divisor))
    assert (report.ok, report.wrong_turns) == (False, ())
    lines = report.text.splitlines()
    assert (lines[0], lines[-1]) == (f"{RIGHT_AT}B 3, T 4, H 2, D 5.", PLAIN)


def test_a_wrong_turn_taken_elsewhere_alone_is_named():
    def attention(query, key, value, heads):
        attend = merged_with_the_heads_in_front if query.shape[1] < 5 else right_with_einsum
        return attend(query, key, value, heads)

    report = check(attention)
    assert (report.ok, report.wrong_turn) == (False, "merge_without_reshelve")
    assert report.text.splitlines()[1].startswith("There it equals the trip with merge_without_reshelve: ")


def literal(query, key, value, _):
    q, k, v = (x.reshape(2, 5, 3, 4).swapaxes(1, 2) for x in (query, key, value))
    return attend(q, k, v).swapaxes(1, 2).reshape(2, 5, 12)


def with_three_heads(query, key, value, _):
    return right_with_slices_of_heads(query, key, value, 3)


def with_a_mask_for_five(query, key, value, heads):
    return turned(lambda grid: np.where(np.tri(5, dtype=bool), grid, -np.inf))(query, key, value, heads)


@pytest.mark.parametrize(
    ("attention", "said"),
    [
        (literal, "There your output has the shape (2, 5, 12), and (3, 4, 10) was expected."),
        (with_three_heads, "There it ends with ValueError: array split does not result in an equal division"),
        (with_a_mask_for_five, "There it ends with ValueError: operands could not be broadcast together"),
    ],
)
def test_sizes_that_stand_in_it_are_seen(attention, said):
    report = check(attention)
    assert not report.ok
    lines = report.text.splitlines()
    assert lines[0] == f"{RIGHT_AT}B 3, T 4, H 2, D 5."
    assert lines[1].startswith(said)
    assert lines[-1] == PLAIN


@pytest.mark.parametrize(
    ("wrong_for", "where", "hint"),
    [
        (lambda s: s.B == 1, "B 1, T 3, H 4, D 2.", OF_ONE),
        (lambda s: s.T == 1, "B 2, T 1, H 3, D 4.", OF_ONE),
        (lambda s: s.H == 1, "B 2, T 4, H 1, D 3.", OF_ONE),
        (lambda s: s.T > 20, "B 2, T 24, H 3, D 4.", PLAIN),
    ],
)
def test_sizes_at_which_alone_it_is_wrong_are_named(wrong_for, where, hint):
    def attention(query, key, value, heads):
        right = right_with_einsum(query, key, value, heads)
        return right + wrong_for(Sizes(*query.shape[:2], heads))

    lines = check(attention).text.splitlines()
    assert (lines[0], lines[-1]) == (f"{RIGHT_AT}{where}", hint)


def test_the_other_sizes_are_what_they_are_for():
    first, batch, token, head, long = OTHER_SIZES
    assert first[1] < first[3]
    assert (batch[0], token[1], head[2]) == (1, 1, 1)
    assert long[1] > 20


def test_a_name_that_does_not_hold_at_other_sizes_is_taken_back():
    report = check(scaled_by(lambda s: (s.T + s.H + s.D) ** 0.5))
    assert (report.ok, report.wrong_turns) == (False, ())
    assert report.text.startswith(
        "At B 2, T 5, H 3, D 4 your output equals the trip with divided_by_sqrt_c. "
        f"At other sizes it does not.\n{PLAIN}\n"
    )


def test_a_name_is_kept_where_there_is_nothing_to_compare_at_other_sizes():
    def attention(query, key, value, _):
        q, k, v = (x.reshape(2, 5, 3, 4).swapaxes(1, 2) for x in (query, key, value))
        return attend(q, k, v).reshape(2, 5, 12)

    report = check(attention)
    assert report.wrong_turn == "merge_without_reshelve"
    assert report.text.splitlines()[-1].startswith(
        "At B 5, T 7, H 2, D 6 it ends with ValueError: cannot reshape"
    )


def test_a_number_of_heads_that_stands_in_it_is_not_one_lens_too_many():
    report = check(lambda query, key, value, _: right_with_slices_of_heads(query, key, value, 4))
    assert (report.ok, report.wrong_turns) == (False, ())
    assert "4 heads instead of 3 (is the argument `heads` used?)." in report.text.splitlines()[0]
    assert check(one_head_too_many).wrong_turn == "heads_do_not_divide"


# --- Large numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [-50, -100])
def test_a_cell_not_struck_far_enough_down_is_seen(number):
    report = check(struck_with(number))
    assert not report.ok
    assert report.text.splitlines()[0] == USUAL


def test_a_cell_that_is_struck_a_little_is_seen_to_leak():
    """Of e to the -35 a trace is left, just above what rounding does."""
    report = check(struck_with(-35))
    assert not report.ok
    assert "Struck (masked), and yet of influence" in " ".join(report.text.split())


@pytest.mark.parametrize("number", [-1e4, -1e9, -np.inf])
def test_a_cell_struck_far_enough_down_is_right(number):
    assert check(struck_with(number)).ok


def test_scores_that_are_cut_off_are_seen():
    report = check(turned(lambda grid: hide_future(np.clip(grid, -30, 30))))
    assert (report.ok, report.text.splitlines()[0]) == (False, USUAL)


def of_the_largest_of_all(grid):
    raised = np.exp(grid - grid[np.isfinite(grid)].max())
    return raised / raised.sum(axis=-1, keepdims=True)


@pytest.mark.parametrize(
    ("attention", "how"),
    [
        (turned(hide_future, of_the_largest_of_all), "what comes out is not a number (NaN)"),
        (right_with_loops, "it ends with OverflowError: math range error"),
    ],
)
def test_scores_that_are_too_large_for_it_are_noted_and_it_is_right(attention, how):
    report = check(attention)
    assert report.ok
    assert f"With scores in the thousands {how}" in report.text
    assert ", as with no_shift: " in report.text.splitlines()[-1]
    assert "no_shift" not in report.untellable
    assert "no_shift" not in check(right_with_einsum).text


# --- Fewer digits ----------------------------------------------------------------------------------------


def in_between(kind, function):
    def attention(query, key, value, heads):
        return function(*(x.astype(kind) for x in (query, key, value)), heads).astype(np.float64)

    return attention


def test_float32_inside_is_right_and_told():
    report = check(in_between(np.float32, right_with_einsum))
    assert report.ok
    assert report.text.splitlines()[2].startswith("That holds to about ")
    assert report.text.endswith("Somewhere it works in float32, or a small number is added.")


def test_float16_inside_is_told_and_not_taken_for_right():
    report = check(in_between(np.float16, right_with_einsum))
    assert not report.ok
    assert report.text.startswith("Your output is right to about ")
    assert "Somewhere it works in float16, or it is a little off." in report.text


def test_a_thousandth_too_much_is_told_as_that():
    report = check(lambda *given: right_with_einsum(*given) * 1.001)
    assert not report.ok
    assert "Every number is 1.001 times the right one." in report.text.splitlines()


@pytest.mark.parametrize(("kind", "digits"), [(np.float32, 6), (np.float16, 3)])
def test_a_wrong_turn_in_fewer_digits_is_named(kind, digits):
    report = check(in_between(kind, merged_with_the_heads_in_front))
    assert report.wrong_turn == "merge_without_reshelve"
    assert report.text.endswith(
        f"That holds to about {digits} digits: somewhere it works in {kind.__name__}."
    )
