"""How large and how long a lesson will be: guessed, then measured on what is made, and about right."""

from __future__ import annotations

import base64
import gzip
import json
import re
import zlib
from itertools import count

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.exports import lesson as lessons
from explorer.exports.lesson import lesson_html
from explorer.exports.lesson_forecast import Forecast, Forecaster
from explorer.exports.lesson_page import page_of
from explorer.exports.lesson_trip import trip_record, work_of

CASES = [
    ([ex.Config()], []),
    ([ex.Config(tokens=2, batch=2)], ["shares_averaged"]),
    ([ex.Config(), ex.Config(tokens=2)], ["merge_without_reshelve", "softmax_over_askers"]),
    ([ex.Config(heads=1, head_dim=16)], []),
    ([ex.Config(tokens=4)], ["flip_forgotten"]),
]


@pytest.mark.parametrize(("configs", "turns"), CASES)
def test_the_size_is_guessed_at_once_and_measured_before_most_is_made_and_both_are_about_right(
    configs: list[ex.Config], turns: list[str]
) -> None:
    told: list[tuple[Forecast, float]] = []
    foretold: list[Forecast] = []
    page = lesson_html(
        list(map(ex.trace, configs)),
        turns=turns,
        forecast=foretold.append,
        progress=lambda done, of: told.append((foretold[-1], done / of)),
    )
    guessed, measured = dict.fromkeys((now.size, now.guessed) for now, _ in told)
    assert (guessed[1], measured[1]) == (True, False)
    assert 0.6 < guessed[0] / len(page.encode()) < 1.6
    assert 0.6 < measured[0] / len(page.encode()) < 1.6
    assert next(share for now, share in told if not now.guessed) < (0.5 if turns else 0.9)


def test_signs_that_take_several_bytes_are_weighed_by_what_they_pack_to() -> None:
    signs = "".join(map(chr, np.random.default_rng(7).integers(0x4E00, 0x9FA5, 40_000)))
    work = Forecaster(10, 0)
    work.go_on(10)
    work.weigh(signs)
    assert work.go_on(0).size == pytest.approx(4 / 3 * len(zlib.compress(signs.encode())), rel=0.01)


def test_what_is_measured_counts_for_as_much_as_it_is_of_the_whole() -> None:
    part, work = list(range(3000)), Forecaster(10, 500)
    packed = 4 / 3 * len(zlib.compress(json.dumps(part, separators=(",", ":")).encode()))
    guess = work.go_on(4).size
    work.weigh(part)
    assert work.go_on(0).size == pytest.approx(0.6 * guess + 0.4 * (500 + packed * 10 / 4))
    work.go_on(6)
    before = work.go_on(0)
    work.weigh("anything later")
    assert work.go_on(0).size == before.size


def paced(monkeypatch: pytest.MonkeyPatch, pace: float) -> list[Forecast]:
    """What is foretold of a small lesson on a machine on which each part takes so many seconds."""
    now, foretold = (pace * number for number in count()), []
    monkeypatch.setattr(lessons, "Forecaster", lambda *of: Forecaster(*of, clock=lambda: next(now)))
    lesson_html(ex.trace(ex.Config(tokens=2)), forecast=foretold.append)
    return foretold


def test_before_the_first_part_is_made_no_time_is_foretold(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = paced(monkeypatch, 1.0)
    assert (first.seconds, first.left) == (None, None)
    known = [one.seconds is not None for one in others]
    assert known.index(True) > 1
    assert known == sorted(known)
    assert others[-1].left == 0


def test_the_time_is_measured_and_no_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, quick = ([one.left for one in paced(monkeypatch, pace)] for pace in (2.0, 0.5))
    assert len(slow) == len(quick)
    for one, other in zip(slow, quick, strict=True):
        assert (one is None) == (other is None)
        assert one is None or one == pytest.approx(4 * other)


@given(st.lists(st.integers(1, 50), min_size=2, max_size=60), st.floats(0.01, 10), st.floats(0, 100))
def test_of_steady_work_the_time_left_is_what_is_left(parts: list[int], pace: float, warm: float) -> None:
    now = 0.0
    whole = sum(parts)
    work = Forecaster(whole, 0, lambda: now)
    now = warm  # what is made ready once is no measure for the rest
    work.go_on(parts[0])
    for number, part in enumerate(parts[1:], 2):
        now += part * pace
        told = work.go_on(part)
        done = sum(parts[:number])
        if done / whole >= 0.05:
            assert told.left == pytest.approx((whole - done) * pace, abs=1e-6)
            assert told.seconds == pytest.approx(now + (whole - done) * pace)
        else:
            assert (told.seconds, told.left) == (None, None)


def test_the_whole_time_is_told_anew_only_where_it_is_far_off() -> None:
    now = 0.0
    work = Forecaster(100, 0, lambda: now)
    told = []
    for pace in (1, 1, *([1.1] * 10), *([3.0] * 20)):
        now += pace
        told.append(work.go_on(1).seconds)
    known = [one for one in told if one is not None]
    assert len(set(known[:5])) == 1
    assert 2 <= len(set(known)) <= 5


def test_the_work_of_a_trip_is_just_about_what_is_done() -> None:
    trip, turns, done = ex.trace(ex.Config(tokens=2)), ["flip_forgotten+qkv_order", "shares_averaged"], []
    trip_record(trip, turns, done.append)
    assert 0.97 * work_of(trip, turns) <= sum(done) <= work_of(trip, turns)


def test_a_large_trip_is_packed_in_pieces_and_comes_out_the_same() -> None:
    noise = np.random.default_rng(7).integers(0, 2**60, 150_000).tolist()
    record, done = {"sizes": "T 3", "noise": noise, "none": []}, []
    page = page_of({"title": "a"}, [record, record], done.append)
    assert len(done) > 12
    assert max(done) < 0.1
    assert sum(done) == pytest.approx(1)
    packed = re.findall(r'id="as-trip-\d">([^<]*)<', page)
    assert [json.loads(gzip.decompress(base64.b64decode(one))) for one in packed] == [record, record]
    assert base64.b64decode(packed[0])[4:8] == bytes(4)  # no date
