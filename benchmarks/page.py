"""Time our page beside the rival, in one run: ``python -m benchmarks.page``; README.md tells how."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks.drivers import Driver, Ours, Rival
from benchmarks.kernels import memory
from benchmarks.numbers import write_numbers
from benchmarks.plan import SIZES, STANDS, moves
from benchmarks.summary import Change, median, report, rows_of, within_target
from tests.browser.chromium import find
from tests.servers import Server

HERE = Path(__file__).parent
PACKAGES = (
    "attention-shapes-explorer",
    "anywidget",
    "ipykernel",
    "ipywidgets",
    "matplotlib",
    "numpy",
    "voila",
)
SWITCHES = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
ADDRESS = r"http://127\S+/"
ROOMS = ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "MPLCONFIGDIR")
Pages = tuple[Ours, Rival]


@contextmanager
def served(folder: Path) -> Iterator[tuple[Server, Server]]:
    """Serve our page by our command line, and the rival by the same server with the same settings."""
    home = {room: str(folder / room.lower()) for room in ROOMS} | {"PYTHONUNBUFFERED": "1"}
    for room in ROOMS:
        Path(home[room]).mkdir()
    notebook = str(shutil.copy(HERE / "rival.ipynb", folder))
    write_numbers(folder)
    servers: list[Server] = []
    try:
        for name, command in {
            "ours": ("explorer", "serve", "--port", "0", "--no-browser"),
            "rival": ("benchmarks.serve", notebook),
        }.items():
            log = folder / f"{name}.log"
            servers.append(Server(command, log=log, home=home, address=ADDRESS, cwd=HERE.parent))
        yield servers[0], servers[1]
    finally:
        for server in servers:
            server.stop()


def openings(browser: Browser, servers: Sequence[Server], times: int) -> dict[str, Any]:
    """Open both pages in turn, again and again, and time each until it can be used."""
    opened: dict[str, dict[str, list[float]]] = {"first_control": {}, "first_picture": {}}
    for _ in range(times):
        for make, server in zip((Ours, Rival), servers, strict=True):
            driver = make(browser, server)
            for what, pages in opened.items():
                pages.setdefault(driver.name, []).append(getattr(driver, what))
            driver.close()
    medians = {
        what: {page: median(all_of_it) for page, all_of_it in pages.items()} for what, pages in opened.items()
    }
    return {"times": times, **medians}


def changes(pages: Pages, times: int) -> Iterator[Change]:
    """Make every change of the plan at both pages, turn and turn about: noise of the machine hits both."""
    for sizes in SIZES:
        for kind in STANDS:
            say(f"{sizes} {kind}")
            for i, move in enumerate(moves(kind, sizes, times)):
                turn: Sequence[Driver] = pages if i % 2 == 0 else pages[::-1]
                if move.first:
                    for driver in turn:
                        driver.go(move)
                for driver in turn:
                    yield driver.change(move)


def kernels(pages: Pages, when: str) -> list[dict[str, Any]]:
    """Measure both kernels."""
    return [{"page": page.name, "when": when, **memory(page.kernel())} for page in pages]


def measure(times: int, starts: int) -> dict[str, Any]:
    """Do the whole run.

    Parameters
    ----------
    times : int
        Changes of each kind at each size.
    starts : int
        How often each page is opened.

    Returns
    -------
    dict
        What `benchmarks.summary.report` prints.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as servers,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find(), args=SWITCHES)
        say("opening")
        start = openings(browser, servers, starts)
        ours, rival = pages = Ours(browser, servers[0]), Rival(browser, servers[1])
        held = kernels(pages, "opened")
        rows = rows_of(changes(pages, times))
        held += kernels(pages, "after every change")
        ours.press_matplotlib()
        held += kernels(pages, "after the matplotlib button")[:1]
        versions = {"python": platform.python_version(), "chromium": browser.version}
        ours.close()
        rival.close()
        browser.close()
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "cores": os.cpu_count(),
        "versions": versions | {package: version(package) for package in PACKAGES},
        "rows": rows,
        "start": start,
        "kernels": held,
    }


def rounded(value: Any) -> Any:
    """Round every number in a result: the clock of a page is no finer."""
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return round(value, 3) if isinstance(value, float) else value


def say(text: str) -> None:
    """Tell whoever waits what is going on."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def main() -> int:
    """Measure, print the tables, keep them; 1 if a target was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("--times", type=int, default=30, help="changes of each kind at each size")
    parser.add_argument("--starts", type=int, default=5, help="how often each page is opened")
    parser.add_argument("--out", type=Path, default=HERE / "results", help="the folder for the results")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started ends with us
    results = rounded(measure(asked.times, asked.starts))
    text = report(results)
    asked.out.mkdir(parents=True, exist_ok=True)
    stem = asked.out / f"page-{results['date']}"
    stem.with_suffix(".json").write_text(json.dumps(results, indent=1) + "\n")
    stem.with_suffix(".md").write_text(text)
    sys.stdout.write(text)
    return 0 if all(map(within_target, results["rows"])) else 1


if __name__ == "__main__":
    sys.exit(main())
