"""Attention written out as one function, with wrong turns in it."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.practice import learner, written_out
from explorer.errors import ConfigError, UnknownNameError


@pytest.mark.parametrize("rules", [{}, {"window": 2}, {"causal": False, "window": 3}])
def test_without_a_wrong_turn_it_is_the_engines(rules):
    assert ex.check(learner(**rules), **rules).ok


@pytest.mark.parametrize("key", [key for key, turn in WRONG_TURNS.items() if not turn.outside])
def test_check_knows_the_wrong_turn_in_it(key):
    report = ex.check(learner(key, window=2), window=2)
    assert key in (*report.wrong_turns, *report.others)


def test_it_gives_what_the_wrong_trip_gives():
    trip = ex.trace(ex.Config(window=None))
    rows = [trip["cut"][name].values for name in ("query", "key", "value")]
    wrong = ex.trace(trip.config, wrong_turns=["split_by_reshape"])
    assert np.array_equal(learner("split_by_reshape")(*rows, 2), wrong.output.values)


def test_what_is_written_out_is_what_runs():
    source = written_out("key_t")
    assert "    k = k.T  # reverses ALL axes: (D, T, H, B)\n" in source
    names = {"np": np}
    exec(source, names)
    assert names["attention"].__code__.co_code == learner("key_t").__code__.co_code


def test_a_refusal_tells_the_line_that_is_written_there():
    refusal = ex.check(learner("flip_forgotten")).refusal
    assert written_out("flip_forgotten").splitlines()[refusal.number - 1].strip() == refusal.line


def test_what_there_is_not_is_refused():
    with pytest.raises(UnknownNameError, match="Cannot take the wrong turn 'no_such'"):
        learner("no_such")
    with pytest.raises(ConfigError, match="name one wrong turn or more, each once"):
        written_out("key_t", "key_t")
