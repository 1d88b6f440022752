"""Wrong turns of one's own: lines that write in place, that are no code, that take too much room."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.core.mistakes.record import WrongTurn, whole
from explorer.core.mistakes.taking import take
from tests.core.kit import refusal


def turn(**lines: str) -> WrongTurn:
    return WrongTurn("mine", "mine", "mine", lines={step: whole(code) for step, code in lines.items()})


def test_lines_that_write_in_place_run_as_they_would_in_a_script():
    mine = turn(
        mask="keep = np.tri(T, dtype=bool)\n"
        "scores[~np.broadcast_to(keep, scores.shape)] = -np.inf\n"
        "struck = scores"
    )
    # The trip's own scores are frozen; a script's are not.
    right = ex.trace(ex.Config(window=None))
    wrong = take(right, [mine])
    assert wrong.refusal is None
    assert np.array_equal(wrong["mask"]["struck"].values, right["mask"]["struck"].values)
    assert np.isfinite(right["scores"]["scores"].values).all()
    assert np.isfinite(wrong["scores"]["scores"].values).all()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ({"scores": whole("matches = q @")}, "SyntaxError: "),
        ({"scores": whole("scores = no_such_name")}, "NameError: name 'no_such_name' is not defined"),
        ({"merge": whole("pass")}, "leave nothing in out"),
        ({"scores": whole("scores = 1 / 0")}, "ZeroDivisionError: "),
    ],
)
def test_lines_that_are_no_code_are_told_with_their_record_and_step(lines, said):
    told = refusal(ex.ConfigError, lambda: take(ex.trace(), [WrongTurn("mine", "mine", "mine", lines=lines)]))
    assert told.startswith(f"Cannot take a wrong turn: its lines for step {next(iter(lines))} ")
    assert said in told


def test_what_makes_no_code_is_told_with_its_record():
    mine = WrongTurn("mine", "mine", "mine", lines={"scores": lambda _: None})
    assert refusal(ex.ConfigError, lambda: take(ex.trace(), [mine])) == (
        "Cannot take the wrong turn 'mine': of the lines of step scores it makes None, and not code. Mend "
        "its record."
    )


def test_a_turn_that_would_fill_the_memory_is_refused_before_it_is_taken():
    right = ex.trace(ex.Config(tokens=400, heads=16, head_dim=1, window=None))
    with pytest.raises(ex.ConfigError) as refused:
        take(right, ["np_dot"])
    assert str(refused.value) == (
        "Cannot take the wrong turn np_dot at B1 T400 H16: it makes an array of 327.7 MB, 5 times over, and "
        "the budget is 1.1 GB. Lower tokens, heads or batch, or raise budget."
    )
