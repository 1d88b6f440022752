"""What `check_step` tells where code ends early, gives something odd, or is wrong in no known way."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from explorer.core.practice import check_step
from tests.core.practice.steps import written

STANDS = "HAVE comes standing, (B, H, D, T), so D is the last size of q, and not of k."


def lines(step, code):
    return check_step(step, written(step, code)).text.splitlines()


def test_the_inside_flip_for_the_reshelve_is_told_for_what_it_is():
    report = check_step("reshelve", written("reshelve", "q, k, v = (x.swapaxes(-2, -1) for x in (q, k, v))"))
    assert (report.ok, report.wrong_turns) == (False, ())
    shapes, moved = report.text.splitlines()
    assert shapes == (
        "q, k and v have the shape (B, T, D, H) = (2, 5, 4, 3). (B, H, T, D) = (2, 3, 5, 4) was expected."
    )
    assert moved == (
        "q went in as (B, T, H, D), and its counters now stand as (B, T, D, H). That is the inside flip, the "
        "other move that code calls `transpose`: it stands the grids on their edge. Here token and lens "
        "trade places, and every row stays a row."
    )


def test_what_was_left_as_it_was_is_told():
    assert lines("dividers", "")[-1] == "That is what went in, as it was."


def test_a_quarter_turn_is_told_by_what_people_mean_by_it():
    first, second = lines("inside_flip", "k = np.rot90(k, axes=(-2, -1))")
    assert first == (
        "It is what comes of `k = np.rot90(k, axes=(-2, -1))`: Give the grid of each lens a quarter turn. It "
        "runs, and it is wrong."
    )
    assert second.startswith("120 of 120 numbers of k are wrong; the first is k[0, 0, 0, 0], ")


def test_a_mask_that_is_right_under_other_rules_hears_which():
    assert lines("mask", "struck = np.where(j <= i, scores, -np.inf)")[0] == (
        "It is right under other rules than were asked for: no looking ahead, no window."
    )


def test_other_numbers_are_counted_and_the_first_is_shown():
    assert lines("pour", "wide = 2 * (tokens @ table)\nwide[0, 0, 0] += 0")[:2] == [
        "The shape is right, and the numbers are not.",
        "Every number is 2 times the right one.",
    ]
    report = check_step("blend", written("blend", "blend = shares @ v\nblend[1, 2, 3, 1] = 7"))
    assert report.text.splitlines()[1].startswith(
        "1 of 120 numbers of blend are wrong; the first is blend[1, 2, 3, 1], 7 where "
    )


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (
            "scores = q @ k / k.shape[-1] ** 0.5",
            f"It is what comes of dividing by the root of T, not of D. {STANDS}",
        ),
        (
            "scores = q @ k / T",
            f"It is what comes of dividing by T, not by the root of D. {STANDS}",
        ),
        (
            "scores = q @ k * D**0.5",
            "It is what comes of multiplying by the root of D instead of dividing.",
        ),
    ],
)
def test_scores_divided_by_something_else_hear_by_what(code, told):
    assert lines("scores", code)[2] == told


def test_scores_that_are_all_nothing_hear_that_alone():
    assert lines("scores", "scores = np.zeros((B, H, T, T))")[1:] == [
        "Every number is 0.",
        "150 of 150 numbers of scores are wrong; the first is scores[0, 0, 0, 0], 0 where -0.05687 belongs.",
    ]


def test_who_divides_by_d_itself_hears_that_this_is_the_root_taken_twice():
    told = lines("scores", "scores = q @ k / D")
    assert told[0] == "scores is what comes of scale_twice."
    assert told[-1] == "Dividing by D itself, and not by its root, comes to the same."


@pytest.mark.parametrize("keep", ["j <= i and j > i - W", "j <= i & j > i - W"])
def test_two_tests_that_are_not_taken_cell_by_cell_hear_how_that_is_written(keep):
    (told,) = lines("mask", f"struck = np.where({keep}, scores, -np.inf)")
    assert told.startswith("It ends with ValueError: The truth value of an array ")
    assert told.endswith(
        " `and`, `or`, `not` and `a < b < c` ask one question of a whole table. Cell by cell it is `&`, `|` "
        "and `~`, with each test in brackets: `(one test) & (another)`."
    )


@pytest.mark.parametrize("code", ["shares = e / e.sum(axis=-1)", "total = e.sum(-1)\nshares = e / total"])
def test_a_total_that_lost_its_counter_hears_how_it_is_kept(code):
    (told,) = lines("shares", f"e = np.exp(struck)\n{code}")
    assert told.endswith(
        "the sizes in place 2 are 5 and 3. They must be equal, or one of them 1. A counter that is added up "
        "is gone, unless `keepdims=True` keeps it, of size 1."
    )
    assert "keepdims" not in lines("pour", "wide = tokens * table")[0]


def test_nothing_but_nan_is_told():
    assert lines("blend", "blend = shares @ v * np.nan")[-1] == "blend is NaN everywhere: not a number."


def test_a_merge_that_is_not_finished_hears_how_far_it_is():
    assert lines("merge", "out = blend.swapaxes(1, 2)") == [
        "out has the shape (B, T, H, D) = (2, 5, 3, 4). (B, T, C) = (2, 5, 12) was expected.",
        "That is (B, T, H, D): the re-shelve back is done, and the dividers are not pulled out.",
        "The numbers in it are the right ones: only that is left to do.",
    ]


def test_a_refusal_is_told_in_numpys_words_and_in_pencil_words():
    report = check_step("dividers", written("dividers", "q = q.reshape(B, T, H, D + 1)"))
    assert report.refusal is not None
    assert report.text == (
        "It ends with ValueError: cannot reshape array of size 120 into shape (2,5,3,5) (line 3). There are "
        "120 numbers, and a shape of (2, 5, 3, 5) holds 150. A reshape neither adds nor drops any."
    )


@pytest.mark.parametrize(
    ("key", "step", "code"),
    [
        ("torch_transpose_in_numpy", "inside_flip", "k = k.transpose(-2, -1)"),
        ("torch_view_in_numpy", "dividers", "q = q.view(B, T, H, D)"),
    ],
)
def test_a_refusal_that_a_wrong_turn_meets_is_named_after_it(key, step, code):
    report = check_step(step, written(step, code))
    assert report.wrong_turns == (key,)
    assert report.refusal is not None


@pytest.mark.parametrize(
    ("step", "result", "said"),
    [
        ("inside_flip", "k", "It gives a str back that holds <U1, and not an array of real numbers."),
        (
            "cut",
            np.ones((2, 5, 36)),
            "It gives a single array back, and q, k and v were expected: let it end with `return q, k, v`.",
        ),
        (
            "cut",
            (1, 2),
            "It gives a tuple of 2 back, and q, k and v were expected: let it end with `return q, k, v`.",
        ),
        ("cut", None, "It gives None back: is there a `return` at its end?"),
        ("cut", (1, None, 1), "For k it gives None back: is there a `return` at its end?"),
    ],
)
def test_what_cannot_be_compared_is_told(step, result, said):
    report = check_step(step, lambda *_: result)
    assert (report.ok, report.filled, report.text) == (False, True, said)


def test_a_function_that_takes_something_else_is_told():
    def inside_flip(q, k):
        return q, k

    assert check_step("inside_flip", inside_flip).text == (
        "It can't be called as inside_flip(k): missing a required argument: 'k'. It takes (q, k)."
    )


def test_none_from_code_that_does_something_is_a_missing_return():
    def inside_flip(k):
        k = k.swapaxes(-2, -1)

    assert (
        check_step("inside_flip", inside_flip).text == "It gives None back: is there a `return` at its end?"
    )


def test_leaving_by_the_back_door_is_told_too():
    def inside_flip(k):
        raise SystemExit

    assert check_step("inside_flip", inside_flip).text.startswith("It ends with SystemExit (line ")


def test_ctrl_c_comes_through():
    def inside_flip(k):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_step("inside_flip", inside_flip)


def test_what_it_prints_is_seen_once(capsys):
    def inside_flip(k):
        sys.stdout.write(f"here {k.shape}\n")
        return k.swapaxes(-2, -1)

    assert check_step("inside_flip", inside_flip).ok
    assert capsys.readouterr().out == "here (2, 3, 5, 4)\n"


def test_a_move_that_copies_is_right_and_hears_that_it_copies():
    view = check_step("reshelve", written("reshelve", "q, k, v = (x.swapaxes(1, 2) for x in (q, k, v))"))
    copy = check_step(
        "reshelve", written("reshelve", "q, k, v = (x.swapaxes(1, 2).copy() for x in (q, k, v))")
    )
    assert view.ok
    assert copy.ok
    assert view.text.endswith("Nothing was copied: it is a view of what went in.")
    assert copy.text.endswith("It was copied, where a view would do: no number has to move for this.")


def test_writing_into_what_was_handed_over_is_told():
    told = lines("blend", "v *= 2\nblend = shares @ v / 2")
    assert told[0].startswith("Right: ")
    assert told[-1] == "It changes v in place: whoever calls it loses what was there. Copy first."


def test_float32_is_right_and_told():
    told = lines("blend", "blend = (shares @ v).astype(np.float32)")
    assert told[0].startswith("Right: ")
    assert told[-1] == "It gives float32 back: that is about 6 digits, and it was compared so."


def test_a_number_that_is_handed_over_need_not_be_taken():
    assert check_step("cut", lambda wide: np.split(wide, 3, axis=-1)).ok
