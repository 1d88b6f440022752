"""Lines run in one namespace: what they leave, what NumPy refuses and warns of, and the trip they make."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.coding import own_keep
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.record import WrongTurn, instead, whole
from explorer.core.mistakes.running import REFUSALS, Refusal, changed, forward, run, sizes_of
from explorer.core.mistakes.taking import take
from tests.core.kit import configs, keep_tables, quick
from tests.core.what_if import made_up, of_ones_own

QKV = ("query", "key", "value")


def rows_of(trip: ex.Trace) -> list[np.ndarray]:
    return [trip["cut"][name].values for name in QKV]


# --- One step -------------------------------------------------------------------------------------------


def test_lines_leave_what_they_make_where_the_next_lines_find_it():
    names = {"np": np, "q": np.arange(6.0).reshape(2, 3)}
    assert run("reshelve", "q = q.T\nrows = len(q)", names) == (None, ())
    assert run("scores", "q = q[:rows - 1]", names) == (None, ())
    assert names["q"].tolist() == [[0, 3], [1, 4]]


@pytest.mark.parametrize(
    ("code", "refusal"),
    [
        (
            "k = k.swapaxes(0, 1)\nk = k.transpose(-2, -1)  # two of four\nk = k.T",
            Refusal("inside_flip", "ValueError", "axes don't match array", "k = k.transpose(-2, -1)"),
        ),
        (
            "k = k.swapaxes(0, 9)",
            Refusal(
                "inside_flip",
                "AxisError",
                "axis2: axis 9 is out of bounds for array of dimension 3",
                "k = k.swapaxes(0, 9)",
            ),
        ),
        (
            "k = k.permute(0, 1)",
            Refusal(
                "inside_flip",
                "AttributeError",
                "'numpy.ndarray' object has no attribute 'permute'",
                "k = k.permute(0, 1)",
            ),
        ),
        (
            "k = k[:, :, 9]",
            Refusal(
                "inside_flip",
                "IndexError",
                "index 9 is out of bounds for axis 2 with size 4",
                "k = k[:, :, 9]",
            ),
        ),
        (
            "k = (k +\n     k.reshape(4, 3, 2))",
            Refusal(
                "inside_flip",
                "ValueError",
                "operands could not be broadcast together with shapes (2,3,4) (4,3,2) ",
                "k = (k +",
            ),
        ),
    ],
)
def test_a_refusal_has_numpys_own_words_and_the_line_that_it_is_about(code, refusal):
    names = {"np": np, "k": np.ones((2, 3, 4))}
    assert run("inside_flip", code, names) == (refusal, ())
    assert refusal.by == "NumPy"


def test_more_than_memory_holds_is_a_refusal_too():
    refusal, _ = run("blend", "blend = np.empty(2**55)", {"np": np})
    assert refusal.error == "MemoryError"
    assert refusal.message.startswith("Unable to allocate ")


def test_a_bug_in_the_lines_is_no_refusal_of_numpys():
    assert NameError not in REFUSALS
    with pytest.raises(NameError):
        run("scores", "matches = q @ kk", {"np": np, "q": np.ones((2, 2))})
    with pytest.raises(SyntaxError):
        run("scores", "matches = q @", {"np": np})


def test_each_warning_is_heard_once_and_by_nobody_else():
    code = "a = np.zeros(2) / 0\nb = np.zeros(2) / 0\nc = np.exp(np.array([1e4]))"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with np.errstate(all="raise"):
            refusal, warned = run("shares", code, names := {"np": np})
    assert refusal is None
    assert warned == ("invalid value encountered in divide", "overflow encountered in exp")
    assert np.isnan(names["b"]).all()


@pytest.mark.parametrize(("window", "sizes"), [(None, {}), (2, {"W": 2}), (3, {"W": 3}), (70, {"W": 3})])
def test_the_lines_know_the_sizes_and_a_window_that_is_no_longer_than_the_trip(window, sizes):
    config = ex.Config(batch=4, tokens=3, heads=2, head_dim=5, window=window)
    assert sizes_of(config) == {"B": 4, "T": 3, "H": 2, "D": 5, "C": 10, **sizes}


# --- Turns and lines ------------------------------------------------------------------------------------


def test_the_later_turn_changes_what_the_earlier_one_left():
    one = WrongTurn("one", "-", "-", lines={"scores": instead("D**0.5", "C**0.5"), "merge": whole("out = q")})
    two = WrongTurn("two", "-", "-", lines={"scores": instead("C**0.5", "T**0.5")})
    codes = {"scores": "scores = matches / D**0.5", "merge": "out = block", "cut": "q, k, v = wide"}
    left = dict(codes)
    both = {"scores": "scores = matches / T**0.5", "merge": "out = q", "cut": "q, k, v = wide"}
    assert changed(codes, [one, two]) == both
    assert changed(codes, [two, one]) == {**both, "scores": "scores = matches / C**0.5"}
    assert changed(codes, []) == codes == left


# --- The whole trip -------------------------------------------------------------------------------------


@quick
@given(config=configs() | made_up() | of_ones_own(), data=st.data())
def test_the_plain_lines_give_what_the_engine_gives(config, data):
    config = config.replace(empty_rows=data.draw(st.sampled_from(["nan", "zero", "uniform"])))
    trip = ex.trace(config, keep=data.draw(keep_tables(config.batch, config.tokens)))
    rows = rows_of(trip)
    before = [row.copy() for row in rows]
    out = forward(config, (), *rows, keep=own_keep(trip))
    np.testing.assert_allclose(out, trip.output.values, rtol=1e-5, atol=1e-12)
    for row, copy in zip(rows, before, strict=True):
        np.testing.assert_array_equal(row, copy)


@quick
@given(config=configs(), data=st.data())
def test_a_wrong_trip_is_the_same_recorded_or_not(config, data):
    keys = data.draw(st.lists(st.sampled_from(list(WRONG_TURNS)), min_size=1, max_size=2, unique=True))
    right = ex.trace(config)
    if right["shares"]["shift"].values.any():
        return  # the lines of such a trip take a shift off, and `forward` never does
    wrong = take(right, keys)
    out = forward(config, wrong.turns, *rows_of(right))
    if wrong.refusal is not None:
        assert out == wrong.refusal
    else:
        np.testing.assert_array_equal(out, wrong.output.values)


def test_a_refusal_ends_the_trip():
    turn = WrongTurn("k_t", "-", "-", lines={"inside_flip": whole("k = k.T"), "merge": whole("out = 1 / 0")})
    out = forward(ex.Config(), [turn], *np.ones((3, 1, 3, 4)))
    assert isinstance(out, Refusal)
    assert (out.step, out.line) == ("scores", "matches = q @ k")
