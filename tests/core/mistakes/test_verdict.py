"""Verdicts come from comparing arrays: turns that nobody has a name for get the right kind."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import explorer as ex
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.record import KINDS, WrongTurn, whole
from explorer.core.mistakes.taking import take
from explorer.core.mistakes.verdict import Cells, alike, compare, generic, kind_at, plain_config
from explorer.core.numbers import Numbers
from tests.core.kit import configs, quick, refusal
from tests.core.what_if import made_up, of_ones_own

DISTINCT = ex.Config(batch=2, tokens=5, heads=3, head_dim=4)
ONE_TOKEN = ex.Config(tokens=1, window=None)


def verdict(config: ex.Config | None = None, keep: object = None, **lines: str):
    """What comes of a turn without a name."""
    nameless = WrongTurn("x", "x", "x", lines={step: whole(code) for step, code in lines.items()})
    right = ex.trace(config, keep=keep)
    return compare(right, take(right, [nameless]))


# --- Kinds ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "config", "kind", "hidden_by"),
    [
        ({"merge": "out = blend.reshape(B, T, C + 1)"}, DISTINCT, "refused", ""),
        ({"dividers": "q = q.view(B, T, H, D)"}, DISTINCT, "refused", ""),
        ({"merge": "out = blend.reshape(B, T * C)"}, DISTINCT, "other shape", ""),
        ({"blend": "blend = shares @ v + 1e-6"}, DISTINCT, "wrong contents", ""),
        ({"blend": "blend = 0 * shares @ v / 0"}, DISTINCT, "wrong contents", ""),
        ({"scores": "scores = matches = q @ k"}, ONE_TOKEN, "hidden by a tie", "sizes"),
        ({"inside_flip": "k = k[..., :T, :D]\nk = k.swapaxes(-1, -2)"}, ONE_TOKEN, "same", ""),
        ({"blend": "blend = np.einsum('bhij,bhjd->bhid', shares, v)"}, DISTINCT, "same", ""),
        ({"blend": "blend = 3 * (shares @ v) / 3"}, ex.Config(), "same", ""),
    ],
)
def test_a_turn_without_a_name_gets_the_right_kind(lines, config, kind, hidden_by):
    found = verdict(config, **lines)
    assert (found.kind, found.hidden_by) == (kind, hidden_by)
    assert found.kind in KINDS
    assert (found.refusal is not None) == (kind == "refused")


def test_numbers_can_hide_what_sizes_do_not():
    rows = np.arange(24.0).reshape(1, 4, 6) % 5
    own = ex.Config.of(Numbers.of(query=rows, key=rows, value=0 * rows + 1, heads=2))
    found = verdict(own, scores="scores = matches = q @ k")
    assert (found.kind, found.hidden_by, found.elsewhere) == ("hidden by a tie", "numbers", "wrong contents")
    assert (found.first, found.largest_difference) == ("scores", 0)
    assert found.equal == Cells(24, 24)


def test_a_tie_of_sizes_that_numpy_refuses_elsewhere_says_so():
    found = verdict(ex.Config(tokens=1, heads=1, head_dim=1, window=None), inside_flip="k = k.T")
    assert (found.kind, found.hidden_by, found.elsewhere) == ("hidden by a tie", "sizes", "refused")


@quick
@given(config=configs() | made_up() | of_ones_own(), key=st.sampled_from(list(WRONG_TURNS)))
def test_the_kind_is_what_the_arrays_say(config, key):
    config = config.replace(empty_rows="zero")
    right = ex.trace(config)
    wrong = take(right, [key])
    found = compare(right, wrong)
    if wrong.refusal is not None:
        assert (found.kind, found.equal, found.largest_difference) == ("refused", None, None)
    elif wrong.output.shape != right.output.shape:
        assert (found.kind, found.equal) == ("other shape", None)
    else:
        expected, taken = right.output.values, wrong.output.values
        close = np.isclose(expected, taken, rtol=1e-4, atol=1e-4, equal_nan=True)
        assert (found.kind == "wrong contents") or close.all()
        assert found.equal.of == expected.size
        assert (found.kind == "wrong contents") == (found.equal.count < found.equal.of)
        assert found.kind == "wrong contents" or found.largest_difference == 0
    assert (found.hidden_by != "") == (found.kind == "hidden by a tie")


def test_two_right_trips_are_the_same_and_a_right_trip_can_be_held_against_itself():
    found = compare(ex.trace(), ex.trace())
    assert (found.kind, found.first, found.refusal) == ("same", "", None)
    assert set(found.by_step.values()) == {"same"}
    assert found.in_place == {}


# --- Where and how much ---------------------------------------------------------------------------------


def test_each_step_is_judged_by_itself():
    found = verdict(
        DISTINCT, reshelve="q, k, v = (x.reshape(B, H, T, D) for x in (q, k, v))", blend="blend = k[..., :1]"
    )
    assert found.by_step == {
        "pour": "same", "cut": "same", "dividers": "same", "reshelve": "wrong contents",
        "inside_flip": "wrong contents", "scores": "wrong contents", "mask": "wrong contents",
        "shares": "wrong contents", "blend": "other shape", "merge": "not taken",
    }  # fmt: skip
    assert (found.kind, found.first) == ("refused", "reshelve")


def test_numbers_in_the_wrong_cells_are_wrong_also_where_they_are_equal_numbers():
    rows = np.ones((1, 3, 4))
    own = ex.Config.of(Numbers.of(query=rows, key=rows, value=rows, heads=2))
    found = compare(right := ex.trace(own), take(right, ["split_by_reshape"]))
    assert (found.kind, found.hidden_by) == ("hidden by a tie", "numbers")
    assert (found.first, found.by_step["reshelve"], found.by_step["scores"]) == (
        "reshelve", "wrong contents", "same"
    )  # fmt: skip
    assert found.in_place == dict.fromkeys(("query", "key", "value"), Cells(4, 12))


def test_what_only_moved_is_counted_in_the_first_step_that_is_wrong():
    found = compare(right := ex.trace(), take(right, ["split_and_merge_by_reshape"]))
    assert (found.first, dict(found.in_place)) == (
        "reshelve",
        dict.fromkeys(("query", "key", "value"), Cells(4, 12)),
    )
    assert verdict(scores="scores = matches = q @ k").in_place == {}


def test_cells_of_the_output_are_counted_and_the_largest_difference_told():
    found = verdict(
        merge="out = blend.transpose(0, 2, 1, 3).reshape(B, T, C)\nout[0, 1, :3] += [1, -2.5, 1e-30]"
    )
    assert found.equal == Cells(10, 12)
    assert found.largest_difference == 2.5
    assert math.isnan(verdict(merge="out = np.full((B, T, C), np.nan)").largest_difference)
    endless = verdict(merge="out = blend.transpose(0, 2, 1, 3).reshape(B, T, C)\nout[0, 0, 0] = np.inf")
    assert (endless.equal, endless.largest_difference) == (Cells(11, 12), math.inf)


def test_rows_and_columns_of_the_shares_are_added_up_over_every_head():
    right = ex.trace(DISTINCT)
    over_askers = compare(right, take(right, ["softmax_over_askers"]))
    assert over_askers.column_sums == pytest.approx((1, 1))
    assert over_askers.row_sums[0] < 0.999 < 1.001 < over_askers.row_sums[1]
    left_out = compare(right, take(right, ["mask_left_out"]))
    assert left_out.row_sums == pytest.approx((1, 1))
    refused = compare(right, take(right, ["key_t"]))
    assert (refused.row_sums, refused.column_sums) == (None, None)
    assert verdict(shares="shares = 7.0").row_sums is None


# --- What it is made of ---------------------------------------------------------------------------------


def test_kinds_elsewhere_are_found_with_numbers_that_have_nothing_in_common():
    wrong = ex.trace(wrong_turns=["split_by_reshape"])
    assert kind_at(DISTINCT, wrong) == "wrong contents"
    assert kind_at(DISTINCT.replace(heads=1), wrong) == "same"
    shaped = take(ex.trace(), [WrongTurn("x", "x", "x", lines={"merge": whole("out = blend")})])
    assert kind_at(DISTINCT, shaped) == "other shape"
    everyone = take(ex.trace(), ["mask_left_out"])
    free = ex.Config(causal=False, window=None)
    assert kind_at(free, everyone) == "same"
    assert kind_at(free, everyone, keep=np.eye(3, dtype=bool)) == "wrong contents"


def test_generic_numbers_depend_on_sizes_and_seed_alone():
    first = generic(DISTINCT)
    assert first.shape == (3, 2, 5, 12)
    np.testing.assert_array_equal(first, generic(DISTINCT.replace(causal=False, window=None)))
    assert not np.isclose(first, generic(DISTINCT, seed=1)).any()
    assert len(np.unique(first)) == first.size


def test_a_plain_config_keeps_sizes_and_rules_and_no_number():
    edited = ex.Config(
        source="poured",
        dtype="float32",
        by_hand=((0, 1, True),),
        edits=(("tokens", 0, 0, 1, 2.0),),
        labels=("a",),
    )
    assert plain_config(edited) == ex.Config(by_hand=((0, 1, True),))


@given(values=hnp.arrays(np.float64, 6, elements=st.floats(width=32)))
def test_numbers_are_alike_themselves_and_what_rounding_makes_of_them(values):
    assert alike(values, values).all()
    assert alike(values, values * (1 + 4e-16)).all()
    tenths = values / 10
    assert alike(tenths.astype(np.float32), tenths).all()
    assert alike(tenths, tenths.astype(np.float32)).all()


@pytest.mark.parametrize(
    ("right", "wrong", "same"),
    [
        ([1.0, np.nan, np.inf, np.nan], [1.0, np.nan, -np.inf, 0.0], [True, True, False, False]),
        ([0.0, 0.0], [0.0, 1e-300], [True, False]),
        ([1e9, 1e-9], [1e9, 2e-9], [True, True]),  # next to 1e9 that is lost in rounding
        ([True, False], [True, True], [True, False]),
        ([1, 2], [1, 3], [True, False]),
        ([-np.inf], [-1e9], [False]),
    ],
)
def test_which_numbers_are_alike(right, wrong, same):
    assert alike(np.array(right), np.array(wrong)).tolist() == same


def test_one_huge_number_hides_nothing_in_other_columns():
    rows = np.random.default_rng(3).standard_normal((3, 2, 5, 12))
    rows[2, ..., 11] = 1e18
    numbers = ex.Numbers.of(query=rows[0], key=rows[1], value=rows[2], heads=3)
    right = ex.trace(ex.Config.of(numbers))
    assert compare(right, take(right, ["scale_missing"])).kind == "wrong contents"
    merged = compare(right, take(right, ["merge_without_reshelve"]))
    assert merged.in_place["output"] == Cells(24, 120)
    assert merged.equal.count <= 24 + 10  # of the others, those alone that are 1e18 as well


@pytest.mark.parametrize("wrong", [None, "key_t", ex.Config()])
def test_what_is_no_trip_is_refused(wrong):
    with pytest.raises((ex.ConfigError, AttributeError)) as refused:
        compare(ex.trace(), wrong)
    assert refused.type is ex.ConfigError


def test_trips_of_other_keep_tables_are_refused():
    wrong = ex.trace(keep=np.eye(3, dtype=bool), wrong_turns=["scale_missing"])
    assert "the same keep-table" in refusal(ex.ConfigError, lambda: compare(ex.trace(), wrong))


def test_trips_that_were_not_made_alike_are_refused():
    trip, other, wrong = ex.trace(), ex.trace(ex.Config(causal=False)), ex.trace(wrong_turns=["key_t"])
    for pair in ((trip, other), (wrong, trip), (wrong, wrong)):
        assert refusal(ex.ConfigError, lambda pair=pair: compare(*pair)) == (
            f"Cannot compare {pair[0]!r} with {pair[1]!r}: what differs would tell nothing. Give a right "
            "trip first, and then another one of the same config and the same keep-table."
        )
