"""A class at once at our own server, on this machine: ``python -m benchmarks.load``; README.md tells how."""

from __future__ import annotations

import asyncio
import datetime
import json
import os
import platform
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from threading import Event
from typing import Any

import psutil  # type: ignore[import-untyped]
from playwright.async_api import Browser, async_playwright

from benchmarks.kernels import MEGABYTE, memory
from benchmarks.load_learner import Record, Scripted
from benchmarks.load_page import Watched, files_of
from benchmarks.load_plan import Plan, arrivals, only_loopback, read_plan, ways_out
from benchmarks.load_summary import GONE_IN, report, spread, summed, verdicts
from benchmarks.page import ADDRESS, HERE, PACKAGES, ROOMS, SWITCHES, rounded, say
from tests.browser.chromium import find
from tests.servers import Server, Visitor

AHEAD = 240.0  # seconds for the server to start its sessions
ENDS = re.compile(r"session \d+ ended: (\w+)")
SOUND_ENDS = {"left", "abandoned"}


@contextmanager
def served(learners: int, folder: Path) -> Iterator[Server]:
    """Serve a class by our command line, on the loopback."""
    home = {room: str(folder / room.lower()) for room in ROOMS} | {"PYTHONUNBUFFERED": "1"}
    for room in ROOMS:
        Path(home[room]).mkdir()
    command = ("explorer", "serve", "--port", "0", "--no-browser", "--learners", str(learners))
    server = Server(command, log=folder / "log", home=home, address=ADDRESS, cwd=HERE.parent)
    try:
        only_loopback(server.url)
        yield server
    finally:
        server.stop()


def health(server: Server) -> dict[str, Any]:
    """Ask the server how many places and sessions there are."""
    visitor = Visitor(server)
    answer: dict[str, Any] = json.loads(visitor.ask(f"{visitor.address.path}health")[1])
    return answer


async def all_ready(server: Server, learners: int) -> float:
    """Wait until a session waits for each learner; the seconds it took."""
    start = time.monotonic()
    while (state := await asyncio.to_thread(health, server))["ready"] < learners or state["taken"]:
        if time.monotonic() - start > AHEAD:
            raise TimeoutError(f"waited {AHEAD:g} s for {learners} sessions: {state}")
        await asyncio.sleep(0.5)
    return time.monotonic() - start


def measured(server: Server, kernels: dict[str, psutil.Process]) -> dict[str, Any]:
    """Measure the server, each learner's kernel, and all together."""
    held = [memory(kernel) for kernel in kernels.values()]
    whole = psutil.Process(server.process.pid).memory_full_info()
    everyone = [each.memory_full_info().pss for each in server.kernels()]
    return {
        "kernel_rss": spread([each["rss"] for each in held]),
        "kernel_pss": spread([each["pss"] for each in held]),
        "server_rss": whole.rss / MEGABYTE,
        "server_pss": whole.pss / MEGABYTE,
        "all_pss": (whole.pss + sum(everyone)) / MEGABYTE,
    }


def kernels_of(server: Server, records: list[Record]) -> dict[str, psutil.Process]:
    """Find the learners' kernels, by the learners' names; the server has others that wait."""
    lines = [(" ".join(kernel.cmdline()), kernel) for kernel in server.kernels()]
    return {
        record.name: kernel
        for record in records
        for line, kernel in lines
        if record.kernel_id and record.kernel_id in line
    }


async def gone(kernels: dict[str, psutil.Process], left: float) -> dict[str, float | None]:
    """Wait for the kernels to end; seconds after everybody left, None for one that is still there."""
    after: dict[str, float | None] = dict.fromkeys(kernels)
    while None in after.values() and time.monotonic() - left <= GONE_IN:
        for name, kernel in kernels.items():
            if after[name] is None and not _runs(kernel):
                after[name] = time.monotonic() - left
        await asyncio.sleep(0.5)
    return after


def _runs(kernel: psutil.Process) -> bool:
    try:
        return kernel.is_running() and kernel.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


async def lesson(plan: Plan, server: Server, browser: Browser, stop: Event) -> dict[str, Any]:
    """Let everybody come, stay and leave.

    Parameters
    ----------
    plan : Plan
    server : Server
    browser : Browser
    stop : threading.Event
        Set when the run ends early, so that no thread stays behind.

    Returns
    -------
    dict
        What `benchmarks.load_summary.report` prints, without the date and the versions.
    """
    say("the server starts its sessions")
    ahead = await all_ready(server, plan.learners)
    files = await files_of(browser, server.url)
    await all_ready(server, plan.learners)
    times, browser_times = arrivals(plan)
    scripted = [Scripted(server, f"scripted {place}", stop) for place in range(1, len(times) + 1)]
    watched = [Watched(browser, server.url, f"Chromium {place}") for place in (1, 2)]
    say(f"{plan.learners} learners arrive within {plan.arrive:g} s and stay for {plan.minutes:g} min")
    start = time.monotonic()
    end = start + plan.arrive + 60 * plan.minutes
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(len(scripted)) as threads:
        try:
            records: list[Record] = await asyncio.gather(
                *(
                    loop.run_in_executor(threads, learner.stay, start + at, end, files)
                    for learner, at in zip(scripted, times, strict=True)
                ),
                *(page.stay(start + at, end) for page, at in zip(watched, browser_times, strict=True)),
            )
        finally:
            stop.set()
        kernels = kernels_of(server, records)
        held = await asyncio.to_thread(measured, server, kernels)
        say("everybody leaves")
        ways = ways_out(plan.learners)
        left = time.monotonic()
        await asyncio.gather(
            *(
                loop.run_in_executor(threads, learner.leave, way)
                for learner, way in zip(scripted, ways, strict=True)
            ),
            watched[0].leave(),
            watched[1].kill(),
        )
    after = await gone(kernels, left)
    way_of = dict(zip((each.name for each in records), [*ways, "goodbye", "killed"], strict=True))
    lines = server.log.read_text()
    ends = Counter(ENDS.findall(lines))
    found = summed(records)
    found["errors"] += [f"the server: {line}" for line in lines.splitlines() if "refused:" in line]
    found["errors"] += [f"the server ended {ends[why]}: {why}" for why in ends.keys() - SOUND_ENDS]
    found["errors"] += [f"{each.name}: no kernel found" for each in records if each.name not in kernels]
    return {
        **found,
        "ahead": ahead,
        "files": len(files),
        "memory": held,
        "gone": None if None in after.values() else max(after.values(), default=None),
        "by_way": {way: _last(after, way_of, way) for way in ("goodbye", "cut", "killed")},
        "ends": dict(ends),
    }


def _last(after: dict[str, float | None], way_of: dict[str, str], way: str) -> tuple[int, str]:
    seconds = [after[name] for name in after if way_of[name] == way]
    came = [each for each in seconds if each is not None]
    return len(seconds), f"{max(came):.1f}" if came and len(came) == len(seconds) else "not gone"


async def measure(plan: Plan) -> dict[str, Any]:
    """Do the whole run.

    Parameters
    ----------
    plan : Plan

    Returns
    -------
    dict
        What `benchmarks.load_summary.report` prints.
    """
    stop = Event()
    with tempfile.TemporaryDirectory() as folder, served(plan.learners, Path(folder)) as server:
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=find(), args=[*SWITCHES])
                found = await lesson(plan, server, browser, stop)
                versions = {"python": platform.python_version(), "chromium": browser.version}
                await browser.close()
        finally:
            stop.set()
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "cores": os.cpu_count(),
        "versions": versions | {package: version(package) for package in PACKAGES},
        "plan": {"learners": plan.learners, "minutes": plan.minutes, "arrive": plan.arrive},
        **found,
    }


def main() -> int:
    """Measure, print the table, keep it; 1 if a target was missed."""
    plan = read_plan()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started ends with us
    results = rounded(asyncio.run(measure(plan)))
    text = report(results)
    plan.out.mkdir(parents=True, exist_ok=True)
    stem = plan.out / f"load-{results['date']}"
    stem.with_suffix(".json").write_text(json.dumps(results, indent=1) + "\n")
    stem.with_suffix(".md").write_text(text)
    sys.stdout.write(text)
    return 0 if all(reached for _, _, reached in verdicts(results)) else 1


if __name__ == "__main__":
    sys.exit(main())
