"""`check_step`: which wrong turn somebody's code for one step takes."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.practice import check_step
from explorer.core.practice.tasks import MORE_SIZES, set_task
from explorer.errors import ConfigError, ExplorerError, UnknownNameError
from tests.core.practice.steps import written

UNCHANGED = {"table_turned"}  # without a keep-table of one's own its lines are the right ones
UNSEEN = {"view_after_flip", "no_shift"}  # what they leave is right


@pytest.mark.parametrize("step", ex.STEP_NAMES)
def test_the_engines_own_lines_are_right(step):
    report = check_step(step, written(step, set_task(step).code))
    assert (report.ok, report.filled, report.wrong_turns) == (True, True, ())
    assert report.text.startswith("Right: ")


@pytest.mark.parametrize("key", WRONG_TURNS)
def test_a_wrong_turns_own_lines_are_named_with_their_origin_and_mending(key):
    turn = WRONG_TURNS[key]
    code = turn.lines[turn.step](set_task(turn.step).code)
    report = check_step(turn.step, written(turn.step, code))
    assert report.ok == (key in UNCHANGED | UNSEEN)
    assert (key in (*report.wrong_turns, *report.others)) == (key not in UNCHANGED)
    named = WRONG_TURNS[report.wrong_turns[0]] if report.wrong_turns else None
    if named is not None:
        for said in (named.key, named.say(), named.why, named.see, named.mend):
            assert said in report.text
    if key in UNSEEN:
        assert f"It may hide {key}: {turn.say()}." in report.text


def test_where_the_step_alone_cannot_tell_both_are_named_and_the_simpler_one_first():
    keys = [key for key, turn in WRONG_TURNS.items() if len(turn.lines) > 1]
    first = {
        key: check_step(
            turn.step, written(turn.step, turn.lines[turn.step](set_task(turn.step).code))
        ).wrong_turns
        for key in keys
        for turn in [WRONG_TURNS[key]]
    }
    assert first == {
        "reshelve_forgotten": ("reshelve_forgotten",),
        "split_and_merge_by_reshape": ("split_by_reshape",),
        "strike_after_split": ("mask_left_out",),
        "strike_with_large_number": ("strike_with_large_number",),
    }


def test_reshape_for_the_reshelve_is_told_in_whole():
    report = check_step(
        "reshelve", written("reshelve", "q, k, v = (x.reshape(B, H, T, D) for x in (q, k, v))")
    )
    turn = WRONG_TURNS["split_by_reshape"]
    places = (
        "Lens 0, token 1 holds lens 1, token 0; lens 0, token 2 holds lens 0, token 1; lens 1, token 0 holds "
        "lens 1, token 1."
    )
    assert report.text.splitlines() == [
        "q, k and v are what comes of split_by_reshape.",
        "split_by_reshape: the shelves traded by a reshape (reshape(B, H, T, D) instead of transpose(1, 2)).",
        f"Why people take it: {turn.why}",
        f"How it shows: {turn.see}",
        f"At the pencil's sizes: {places}",
        f"To mend it: {turn.mend}",
        "The same comes of split_and_merge_by_reshape: in this step that can't be told apart.",
    ]


def test_of_three_parts_the_right_ones_are_told_and_what_is_wrong_in_another_way():
    one = check_step("reshelve", written("reshelve", "q, k, v = q.swapaxes(1, 2), k, v.swapaxes(1, 2)"))
    assert one.wrong_turns == ("reshelve_forgotten",)
    assert one.text.splitlines()[0] == "k is what comes of reshelve_forgotten."
    assert one.text.splitlines()[-1] == "Right: q and v."
    two = check_step("reshelve", written("reshelve", "k, v = k.swapaxes(1, 2), v.reshape(B, H, T, D)"))
    assert two.wrong_turns == ("reshelve_forgotten",)
    assert two.text.splitlines()[-2:] == ["Right: k.", "Wrong in another way: v. Look there afterwards."]


def test_two_wrong_turns_of_a_step_at_once_are_both_named():
    report = check_step("scores", written("scores", "scores = q @ k / D**0.5 / C**0.5"))
    assert set(report.wrong_turns) == {"scale_twice", "divided_by_sqrt_c"}
    assert all(WRONG_TURNS[key].mend in report.text for key in report.wrong_turns)


def test_the_cut_in_another_order_is_told_by_the_names_that_were_taken_for_one_another():
    report = check_step("cut", lambda wide: np.split(wide, 3, axis=-1)[::-1])
    assert report.wrong_turns == ("qkv_order",)
    first, named, why, mend, right = report.text.splitlines()
    turn = WRONG_TURNS["qkv_order"]
    assert first == "q and v are what comes of qkv_order."
    assert named == (
        "qkv_order: WANT and GIVE under each other's names (v, k, q = ... where the order is q, k, v)."
    )
    assert (why, mend) == (f"Why people take it: {turn.why}", f"To mend it: {turn.mend}")
    assert right == "Right: k."


def test_a_name_must_hold_at_other_sizes_too():
    report = check_step(
        "reshelve", written("reshelve", "q, k, v = (x.reshape(2, 3, 5, 4) for x in (q, k, v))")
    )
    assert (report.ok, report.wrong_turns) == (False, ())
    assert report.text == (
        "At B 2, T 5, H 3, D 4 it is what comes of split_by_reshape; at B 3, T 4, H 2, D 5, window 3, it is "
        "not. q, k and v have the shape (2, 3, 5, 4). (3, 2, 4, 5) was expected.\n"
        "Is a plain number written for a letter?"
    )


def test_plain_numbers_for_letters_are_told_where_the_shape_is_wrong_too():
    report = check_step(
        "dividers", written("dividers", "q, k, v = (x.reshape(B, T, 4, 3) for x in (q, k, v))")
    )
    assert (report.ok, report.wrong_turns) == (False, ())
    assert report.text == (
        "At B 2, T 5, H 3, D 4 it is what comes of heads_do_not_divide; at B 5, T 7, H 2, D 6, window 3, it "
        "is not. q, k and v have the shape (5, 7, 4, 3). (5, 7, 2, 6) was expected.\n"
        "Is a plain number written for a letter?"
    )


@pytest.mark.parametrize(
    ("who", "code"),
    [
        ("q, k and v have", "q, k, v = (x.reshape(B, T, D, H) for x in (q, k, v))"),
        ("q has", "q = q.reshape(B, T, D, H)\nk, v = k.reshape(B, T, H, D), v.reshape(B, T, H, D)"),
    ],
)
def test_a_name_that_fits_by_chance_gives_way_to_the_letters_of_the_shape(who, code):
    report = check_step("dividers", written("dividers", code))
    assert (report.ok, report.wrong_turns) == (False, ())
    assert report.text == (
        f"{who} the shape (B, T, D, H) = (2, 5, 4, 3). (B, T, H, D) = (2, 5, 3, 4) was expected."
    )


@pytest.mark.parametrize(
    ("step", "code", "asked"),
    [
        ("mask", "struck = np.where((j <= i) & (j > i - 2), scores, -np.inf)", "a plain number"),
        ("merge", "out = blend.swapaxes(1, 2).reshape(2, 5, 12)", "a plain number"),
        ("merge", "out = blend.swapaxes(1, 2).reshape(B, T, C).squeeze()", "more than one"),
    ],
)
def test_what_is_right_at_first_must_be_right_at_other_sizes_too(step, code, asked):
    report = check_step(step, written(step, code))
    assert not report.ok
    assert report.text.startswith("At B 2, T 5, H 3, D 4 it is right; at ")
    assert asked in report.text.splitlines()[-1]


@pytest.mark.parametrize("step", ex.STEP_NAMES)
@pytest.mark.parametrize("sizes", MORE_SIZES)
def test_every_step_has_its_task_at_every_size(step, sizes):
    task = set_task(step, sizes)
    assert not any(np.isnan(part).any() for part in task.right)


def test_shares_that_take_the_largest_off_first_hide_nothing():
    lines = (
        "raised = np.exp(struck - struck.max(-1)[..., None])",
        "shares = raised / raised.sum(-1)[..., None]",
    )
    report = check_step("shares", written("shares", "\n".join(lines)))
    assert (report.ok, report.others) == (True, ())


def test_ex_check_checks_a_step_where_one_is_named():
    report = ex.check(lambda k: k.T, step="inside_flip")
    assert (report.step, report.wrong_turns) == ("inside_flip", ("key_t",))
    assert repr(report).split() == report.text.split()


def test_what_is_shown_is_broken_between_words():
    report = check_step("inside_flip", written("inside_flip", "k = k.reshape(B, H, D, T)"))
    shown = repr(report).splitlines()
    assert max(map(len, shown)) <= 100 < max(map(len, report.text.splitlines()))
    assert " ".join(shown) == report.text.replace("\n", " ")


def test_rules_of_ones_own_are_refused_for_a_single_step():
    with pytest.raises(ConfigError) as refused:
        ex.check(lambda k: k, step="mask", window=2)
    assert str(refused.value) == (
        "Cannot check step 'mask' under rules of one's own: a step is checked on NumPy's arrays, and is "
        "handed its window. Leave causal, window, torch and seed out."
    )


def test_a_step_that_there_is_not_is_refused():
    with pytest.raises(UnknownNameError) as refused:
        check_step("flip", lambda k: k)
    assert str(refused.value) == (
        "Cannot check step 'flip': choose pour, cut, dividers, reshelve, inside_flip, scores, mask, shares, "
        "blend or merge."
    )


def test_what_is_no_function_is_refused():
    with pytest.raises(ExplorerError) as refused:
        check_step("inside_flip", np.ones(3))
    assert "it is no function. Give one that is called as inside_flip(k)." in str(refused.value)
