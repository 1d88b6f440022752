"""What `attention-shapes lab` prints: where the notebooks and JupyterLab are, how it ends, and no log."""

from __future__ import annotations

import http.client
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.servers import PATIENCE, Server, wait_for

pytestmark = pytest.mark.slow

TOLD = r"http://127\S+/lab\?token=\S+"
# An early jupyter_events doubts the early jupyter_server's own schemas.
KNOWN = re.compile(r"JupyterEventsVersionWarning|^  validate_schema")


@contextmanager
def lab(folder: Path, home: dict[str, str], *options: str) -> Iterator[Server]:
    """Open JupyterLab as the command does, until the test is over."""
    command = ("explorer", "lab", str(folder / "copy"), "--no-browser", *options)
    server = Server(command, log=folder / "log", home=home, address=TOLD)
    try:
        yield server
    finally:
        server.stop()


def status_of(url: str) -> int:
    """Ask for a page; the answer's status."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
    connection.request("GET", f"{urlsplit(url).path}?{urlsplit(url).query}")
    status = connection.getresponse().status
    connection.close()
    return status


def test_it_tells_its_address_and_how_it_ends_and_writes_no_log(
    tmp_path: Path, jupyter_home: dict[str, str]
) -> None:
    with lab(tmp_path, jupyter_home) as server:
        assert status_of(server.url) == 200
        lines = [line for line in server.log.read_text().splitlines() if not KNOWN.search(line)]
    assert lines[:2] == [
        f"The notebooks are in {tmp_path.resolve()}/copy; what you change there stays there.",
        "Ctrl-C, pressed twice, ends JupyterLab and all that runs in it.",
    ]
    assert [line for line in lines if re.match(r"\[[ID] ", line)] == []
    assert [line for line in lines if "Deprecat" in line] == []
    assert sum(server.url in line for line in lines) == 1


def test_its_address_is_told_too_where_somebody_else_made_the_token(
    tmp_path: Path, jupyter_home: dict[str, str]
) -> None:
    with lab(tmp_path, {**jupyter_home, "JUPYTER_TOKEN": "mine"}) as server:
        told = wait_for(
            "the address", lambda: re.search(r"^JupyterLab: (\S+)$", server.log.read_text(), re.M)
        )
        assert told.group(1).endswith("/lab?token=...")  # whoever made it knows it
        assert status_of(told.group(1).replace("...", "mine")) == 200


def test_ctrl_c_asks_and_pressed_twice_ends_it(tmp_path: Path, jupyter_home: dict[str, str]) -> None:
    log = tmp_path / "log"
    keyboard, terminal = pty.openpty()  # without a terminal there is nobody to be asked
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "explorer", "lab", str(tmp_path / "copy"), "--no-browser"],
            env={**os.environ, **jupyter_home},
            stdin=terminal,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        address = wait_for("the address", lambda: re.search(TOLD, log.read_text()))
        assert status_of(address.group()) == 200
        process.send_signal(signal.SIGINT)
        wait_for("the question", lambda: "Shut down this Jupyter server" in log.read_text())
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert "Traceback" not in log.read_text()
    finally:
        process.kill()
        process.wait(PATIENCE)
        for end in (keyboard, terminal):
            os.close(end)
