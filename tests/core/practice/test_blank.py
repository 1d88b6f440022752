"""An exercise that is not filled in yet is told to be that, and never to be wrong."""

from __future__ import annotations

import pytest

import explorer as ex
from explorer.core.mistakes.blanks import blanks_of, is_blank
from explorer.core.practice import check_step
from explorer.core.practice.tasks import LEFT
from tests.core.practice.steps import written


@pytest.mark.parametrize("step", ex.STEP_NAMES)
def test_dots_for_every_part_are_told_by_name(step):
    code = "\n".join(f"{name} = ..." for name in LEFT[step])
    report = check_step(step, written(step, code))
    names = ", ".join(LEFT[step][:-1]) + " and " * (len(LEFT[step]) > 1) + LEFT[step][-1]
    assert (report.ok, report.filled, report.wrong_turns) == (False, False, ())
    assert report.text == f"Not filled in yet: `...` stands where {names} should be worked out."


def dots(k): ...


def documented(k):
    """Stand the grid of each lens on its edge."""


def passed(k):
    pass


def not_written(k):
    raise NotImplementedError("later")


def given_back(k):
    return ...


def used(k):
    return k * next(iter([...]))


@pytest.mark.parametrize("function", [dots, documented, passed, not_written, given_back, used])
def test_a_function_that_does_nothing_yet_is_not_filled_in(function):
    report = check_step("inside_flip", function)
    assert (report.ok, report.filled) == (False, False)
    assert report.text == "Not filled in yet: `...` stands where code should."


def test_dots_that_mean_every_other_axis_are_code():
    assert check_step("inside_flip", lambda k: k[..., None].swapaxes(-2, -3)[..., 0]).ok


def test_one_blank_of_several_is_named():
    assert blanks_of(written("mask", "keep = ...\nstruck = scores")) == ("keep",)
    assert blanks_of(print) == ()
    assert not is_blank(written("mask", "struck = scores"))


def test_a_whole_attention_of_unfilled_steps_is_not_filled_in_either():
    def cut(wide):
        q = ...
        return q

    for attention in (lambda *rows: cut(rows[0]).reshape(1), lambda *_: ...):
        report = ex.check(attention)
        assert not report.ok
        assert report.text == (
            "There is no output to compare. It is not filled in yet: `...` still stands somewhere in the "
            "place of code."
        )
