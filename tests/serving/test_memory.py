"""A class that may have no room in this computer's memory is told of, and only where that is known."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.serving.memory import EACH, free_memory, memory_doubts
from tests.serving.classes import served

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"
MEMINFO = "MemTotal:       24684512 kB\nMemFree:         1000000 kB\nMemAvailable:    {available} kB\n"
GIGABYTE = 2**30


def computer(folder: Path, available: object = 4_000_000, group: str = "0::/\n") -> tuple[Path, Path]:
    """Lay out what Linux tells of a computer: its memory, and the group that we are in."""
    proc, groups = folder / "proc", folder / "groups"
    (proc / "self").mkdir(parents=True)
    groups.mkdir()
    (proc / "meminfo").write_text(MEMINFO.format(available=available))
    (proc / "self" / "cgroup").write_text(group)
    return proc, groups


def test_too_many_learners_for_the_memory_are_told_in_one_line() -> None:
    assert memory_doubts(30, 1500.4) == [
        "30 learners need about 2100 MB of memory, and 1500 are free: pages may fail. 21 have room."
    ]
    assert memory_doubts(2, 139.0) == [
        "2 learners need about 140 MB of memory, and 139 are free: pages may fail. 1 has room."
    ]
    assert memory_doubts(1, 69.0) == [
        "1 learner needs about 70 MB of memory, and 69 are free: pages may fail. None have room."
    ]


@given(learners=st.integers(1, 99), free=st.floats(0, 7000))
def test_whoever_takes_the_advice_has_room_for_no_more(learners: int, free: float) -> None:
    for said in memory_doubts(learners, free):
        room = int(re.search(r"(\d+|None) ha(?:s|ve) room\.$", said).group(1).replace("None", "0"))
        assert room < learners
        assert room == 0 or memory_doubts(room, free) == []
        assert memory_doubts(room + 1, free) != []


def test_where_nobody_said_how_many_or_the_memory_is_not_known_nothing_is_said() -> None:
    assert memory_doubts(None, 0.0) == []
    assert memory_doubts(10_000, None) == []


def test_what_is_free_is_what_linux_could_give(tmp_path: Path) -> None:
    assert free_memory(*computer(tmp_path)) == pytest.approx(4096.0)


def test_on_another_system_it_is_not_known(tmp_path: Path) -> None:
    assert free_memory(tmp_path, tmp_path) is None


def test_where_linux_tells_it_in_no_known_way_it_is_not_known(tmp_path: Path) -> None:
    assert free_memory(*computer(tmp_path, available="plenty of")) is None


def test_a_limit_of_ones_own_group_or_of_one_around_it_counts(tmp_path: Path) -> None:
    proc, groups = computer(tmp_path, group="1:name=systemd:/elsewhere\n0::/system.slice/ours.service\n")
    inner = groups / "system.slice" / "ours.service"
    inner.mkdir(parents=True)
    (inner / "memory.max").write_text("max\n")
    assert free_memory(proc, groups) == pytest.approx(4096.0)
    (inner.parent / "memory.max").write_text(f"{2 * GIGABYTE}\n")
    assert free_memory(proc, groups) == pytest.approx(2 * GIGABYTE / 1e6)
    (inner / "memory.max").write_text(f"{GIGABYTE}\n")
    assert free_memory(proc, groups) == pytest.approx(GIGABYTE / 1e6)
    (inner / "memory.max").write_text(f"{64 * GIGABYTE}\n")  # more than there is
    assert free_memory(proc, groups) == pytest.approx(2 * GIGABYTE / 1e6)


def test_the_limit_of_a_container_counts(tmp_path: Path) -> None:
    proc, groups = computer(tmp_path)
    (groups / "memory.max").write_text(f"{GIGABYTE}\n")
    assert free_memory(proc, groups) == pytest.approx(GIGABYTE / 1e6)
    (proc / "self" / "cgroup").unlink()
    assert free_memory(proc, groups) == pytest.approx(4096.0)


def test_what_a_learner_takes_is_what_the_last_class_took() -> None:
    last = json.loads(max(RESULTS.glob("load-*.json")).read_text())
    assert pytest.approx(last["memory"]["kernel_pss"]["max"], rel=0.1) == EACH


PROGRAM = """
from explorer.serving import server
server.free_memory = lambda: 150.0
server.serve(port=0, open_browser=False, learners=3)
"""


@pytest.mark.slow
def test_a_server_says_so_as_it_starts_and_serves_all_the_same(
    tmp_path: Path, jupyter_home: dict[str, str]
) -> None:
    with served(tmp_path, jupyter_home, program=PROGRAM) as server:
        server.wait_until(places=3)
        assert server.log.read_text().splitlines()[1] == (
            "3 learners need about 210 MB of memory, and 150 are free: pages may fail. 2 have room."
        )
