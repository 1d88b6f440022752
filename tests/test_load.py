from __future__ import annotations

import json
import math
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import explorer as ex
from benchmarks.load_learner import Record, complaints, control_opening, slider_update
from benchmarks.load_plan import QUERY, Plan, arrivals, next_move, only_loopback, read_plan, ways_out
from benchmarks.load_summary import percentile, report, spread, summed, verdicts
from explorer.scene import Look, step_scene
from explorer.serving.door import Door
from explorer.serving.frames import read_frame
from tests.serving.attacks.pages import Heard, packed

CLASS = Plan(30, 2, 60, Path())


def test_left_out_options_are_those_of_the_issue() -> None:
    assert read_plan([])[:3] == (30, 2.0, 60.0)


@pytest.mark.parametrize(
    ("option", "value", "low", "high"),
    [
        ("learners", "2", 3, 60),
        ("learners", "61", 3, 60),
        ("minutes", "0", 0.1, 10.0),
        ("minutes", "11.0", 0.1, 10.0),
        ("minutes", "nan", 0.1, 10.0),
        ("arrive", "301.0", 1.0, 300.0),
    ],
)
def test_a_class_has_bounds_in_count_and_time(
    option: str, value: str, low: float, high: float, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        read_plan([f"--{option}", value])
    assert ended.value.code == 2
    value = value if option == "learners" else str(float(value))
    said = capsys.readouterr().err.splitlines()[-1]
    assert said == f"python -m benchmarks.load: error: --{option} {value}: it is to be from {low} to {high}"


@pytest.mark.parametrize("url", ["http://127.0.0.1:8866/", "http://127.9.9.9/", "http://[::1]:8866/class/"])
def test_the_class_goes_to_this_machine(url: str) -> None:
    assert only_loopback(url) == url


@pytest.mark.parametrize(
    "url", ["http://192.0.2.1/", "http://0.0.0.0:8866/", "http://localhost/", "http://127.0.0.1.example/", ""]
)
def test_the_class_goes_nowhere_else(url: str) -> None:
    with pytest.raises(ValueError) as refused:
        only_loopback(url)
    assert str(refused.value) == f"{url!r} is not on this machine: the class goes to 127.0.0.1 or ::1 only"


@pytest.mark.parametrize("learners", [3, 4, 5, 30, 31, 60])
def test_all_arrive_evenly_and_in_time(learners: int) -> None:
    scripted, browsers = arrivals(CLASS._replace(learners=learners))
    assert (len(scripted), len(browsers)) == (learners - 2, 2)
    assert np.allclose(sorted(scripted + browsers), np.linspace(0, 60, learners))


@pytest.mark.parametrize("learners", [3, 4, 5, 30, 31, 60])
def test_half_of_the_class_says_goodbye_and_one_tab_is_killed(learners: int) -> None:
    ways = [*ways_out(learners), "goodbye", "killed"]
    assert len(ways) == learners
    assert ways.count("goodbye") == learners // 2
    assert ways.count("cut") == learners - learners // 2 - 1


def test_a_slider_goes_to_a_neighbour_within_its_bounds() -> None:
    chance = Random(0)
    places = {"tokens": (8, 1, 8), "heads": (1, 1, 4), "head_dim": (3, 1, 6), "window": (2, 2, 2)}
    moves = {next_move(places, chance) for _ in range(100)}
    assert moves == {("tokens", 7), ("heads", 2), ("head_dim", 2), ("head_dim", 4)}


@pytest.mark.parametrize("tokens", range(1, 5))
def test_each_move_draws_another_picture_and_no_other_one_does(tokens: int) -> None:
    for window in range(1, 6):
        here = {"tokens": (tokens, 1, 5), "heads": (2, 1, 3), "head_dim": (2, 1, 3), "window": (window, 1, 5)}
        chance = Random(0)
        moves = {next_move(here, chance) for _ in range(200)}
        for name, (now, low, high) in here.items():
            for to in {max(low, now - 1), min(high, now + 1)} - {now}:
                is_new = drawn(here, **{name: to}) != drawn(here)
                assert ((name, to) in moves) == is_new, (tokens, window, name, to)


def drawn(places: dict[str, tuple[int, int, int]], **moved: int) -> Any:
    """Draw the step at which the class opens the page."""
    sizes = {name: now for name, (now, _, _) in places.items()} | moved
    return step_scene(ex.trace(ex.Config(**sizes)), QUERY.removeprefix("?step="), Look()).panels


def test_what_a_scripted_learner_says_is_what_the_page_says() -> None:
    door = Door()
    for message in (control_opening("c"), slider_update("a", 4)):
        read = read_frame(packed(message), v1=True)
        assert read is not None
        assert door.lets_in(read)
    assert slider_update("a", 4)["content"] == {
        "comm_id": "a",
        "data": {"method": "update", "state": {"value": 4}, "buffer_paths": []},
    }


def heard(kind: str, **content: Any) -> Heard:
    return Heard(kind, content, "1", [])


ECHO = heard("comm_msg", comm_id="a", data={"method": "echo_update", "state": {"value": 4}})
PICTURE = heard("comm_msg", comm_id="p", data={"method": "update", "state": {"frame": {"id": 2}}})
IDLE = heard("status", execution_state="idle")


def test_an_answer_has_the_value_and_a_picture_and_nothing_printed() -> None:
    assert complaints([ECHO, PICTURE, IDLE], "a", 4) == []
    assert complaints([ECHO, IDLE], "a", 4) == ["no picture came for 4"]
    assert complaints([PICTURE, IDLE], "a", 4) == ["the kernel did not take 4"]
    assert complaints([ECHO, PICTURE], "b", 4) == ["the kernel did not take 4"]
    assert complaints([ECHO, PICTURE], "a", 5) == ["the kernel did not take 5"]
    for cells, wrong in (([["scores/scores:q0", "1"]], []), ([], ["no picture came for 4"])):
        patch = heard("comm_msg", comm_id="p", data={"state": {"patch": {"frame": 1, "cells": cells}}})
        assert complaints([ECHO, patch, IDLE], "a", 4) == wrong
    printed = heard("stream", text="oh")
    assert complaints([ECHO, printed, PICTURE], "a", 4) == ["the kernel says {'text': 'oh'}"]


def test_percentiles_are_numpys() -> None:
    values = np.random.default_rng(0).gamma(2, 0.1, 57).tolist()
    for share in (0, 0.5, 0.95, 1):
        assert math.isclose(percentile(values, share), float(np.quantile(values, share)))
    assert percentile([3.0], 0.95) == 3.0
    assert spread(values)["p95"] == percentile(values, 0.95)


def a_class() -> list[Record]:
    return [
        Record("one", "scripted", "k1", 2.0, 10.0, [(11.0, 5.0), (20.0, 0.25)]),
        Record("two", "chromium", "k2", 3.0, 20.0, [(21.0, 0.5)]),
    ]


def test_all_are_active_once_the_last_page_is_ready() -> None:
    found = summed(a_class())
    assert found["answers"]["scripted"]["max"] == 5.0
    assert found["all_active"]["scripted"] == {"count": 1, "p50": 0.25, "p95": 0.25, "max": 0.25}
    assert found["all_active"]["chromium"]["max"] == 0.5
    assert found["first_control"]["chromium"]["p50"] == 3.0


def results(**changed: Any) -> dict[str, Any]:
    return {
        **summed(a_class()),
        "date": "2026-11-30",
        "cores": 2,
        "versions": {"python": "3.12"},
        "plan": {"learners": 30, "minutes": 2.0, "arrive": 60.0},
        "ahead": 40.0,
        "files": 90,
        "memory": {
            "kernel_rss": spread([90.0]),
            "kernel_pss": spread([60.0]),
            "server_rss": 120.0,
            "server_pss": 100.0,
            "all_pss": 1900.0,
        },
        "gone": 160.0,
        "by_way": {"goodbye": (15, "1.0"), "cut": (14, "155.0"), "killed": (1, "160.0")},
        "ends": {"left": 15, "abandoned": 15},
        **changed,
    }


def test_a_good_run_reaches_every_target() -> None:
    assert [line[1:] for line in verdicts(results())] == [
        ("0.500 s", True),
        ("0.250 s", True),
        ("0", True),
        ("0", True),
        ("160 s", True),
    ]


def test_each_target_can_be_missed() -> None:
    slow = results()["all_active"] | {"chromium": spread([1.001])}
    none = results()["all_active"] | {"scripted": spread([])}
    missed = [
        (0, results(all_active=slow), "1.001 s"),
        (1, results(all_active=none), "nothing"),
        (2, results(errors=["one: oh"]), "1"),
        (3, results(dead=["one"]), "1"),
        (4, results(gone=None), "not gone"),
        (4, results(gone=301.0), "301 s"),
    ]
    for place, run, said in missed:
        lines = verdicts(run)
        assert [index for index, (_, _, reached) in enumerate(lines) if not reached] == [place]
        assert lines[place][1] == said


def test_errors_and_dead_pages_are_named() -> None:
    records = a_class()
    records[0].errors.append("oh")
    records[1].dead = True
    found = summed(records)
    assert (found["errors"], found["dead"]) == (["one: oh"], ["two"])
    text = report(results(**found))
    assert "errors:\n\n- one: oh\n" in text
    assert "dead:\n\n- two\n" in text


def test_the_report_is_one_of_what_can_be_kept_as_json() -> None:
    kept = json.loads(json.dumps(results()))
    assert report(kept) == report(results())
    assert "| slider to pixels, Chromium: p95 at most 1 s | 0.500 s | yes |" in report(kept)
    assert "| killed | 1 | 160.0 |" in report(kept)
