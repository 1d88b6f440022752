"""When a session is over: one limit for whose learner is away, another for whose learner does nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.serving.culling import Limits, why_over

SECONDS = st.floats(0, 1e6)


@pytest.mark.parametrize(
    ("connected", "alone_for", "idle_for", "why"),
    [
        (False, 149, 149, None),
        (False, 150, 150, "abandoned"),
        (False, 150, 0, "abandoned"),
        (False, 10, 5000, None),  # a websocket that was cut a moment ago comes back
        (True, 5000, 1199, None),
        (True, 0, 1200, "idle"),
        (True, 0, 0, None),
    ],
)
def test_a_session_ends_by_the_limit_that_is_its_own(
    connected: bool, alone_for: float, idle_for: float, why: str | None
) -> None:
    assert why_over(Limits(), connected=connected, alone_for=alone_for, idle_for=idle_for) == why


@given(st.floats(0.01, 1e5), st.floats(0.01, 1e5), st.booleans(), SECONDS, SECONDS, SECONDS, SECONDS)
def test_what_is_over_stays_over(
    abandoned: float, idle: float, connected: bool, alone: float, still: float, more: float, longer: float
) -> None:
    limits = Limits(abandoned, idle)
    before = why_over(limits, connected=connected, alone_for=alone, idle_for=still)
    after = why_over(limits, connected=connected, alone_for=alone + more, idle_for=still + longer)
    assert before in (None, after)


def test_an_abandoned_session_goes_within_five_minutes_also_when_the_computer_vanished() -> None:
    limits = Limits()
    ping, without_answer = 20, 60  # settings.py; Jupyter waits for three pings
    assert ping + without_answer + limits.abandoned_after + limits.every < 5 * 60


@given(st.floats(0.01, 1e5), st.floats(0.01, 1e5))
def test_limits_are_looked_at_often_enough_to_be_kept(abandoned: float, idle: float) -> None:
    limits = Limits(abandoned, idle)
    assert 0 < limits.every <= min(abandoned, idle) / 4
    assert limits.every <= 10
