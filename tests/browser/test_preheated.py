"""An address is obeyed by a kernel that ran the notebook before its visitor came."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Page

import explorer as ex
from tests.browser.touching import expect_cells
from tests.browser.watch import Watch
from tests.conftest import PAGE
from tests.servers import Server, wait_for

ROOT = Path(__file__).parents[2]


@pytest.fixture
def preheated(tmp_path: Path, jupyter_home: dict[str, str]) -> Iterator[Server]:
    """A server with one kernel ready before anybody comes."""
    home = {**jupyter_home, "PYTHONPATH": str(ROOT)}
    server = Server(
        ("tests.browser.preheated",), log=tmp_path / "voila.log", home=home, address=PAGE, cwd=ROOT
    )
    yield server
    server.stop()


def is_preheated(process: psutil.Process) -> bool:
    return process.environ().get("VOILA_PREHEAT") == "True"


def test_the_address_is_that_of_the_visitor_who_came(page: Page, watch: Watch, preheated: Server) -> None:
    wait_for("a kernel ahead of its visitor", lambda: any(map(is_preheated, preheated.kernels())))
    watch.expect(r"403")  # the goodbye, see preheated.py
    for query, config, step in (
        ("?T=5&step=scores", ex.Config(tokens=5), "scores"),
        ("", ex.Config(), "pour"),
        ("?T=4&H=3&step=cut", ex.Config(tokens=4, heads=3), "cut"),
    ):
        page.goto(preheated.url + query, wait_until="commit")
        page.locator(".as-picture svg").wait_for()
        expect_cells(page, ex.trace(config), step)
