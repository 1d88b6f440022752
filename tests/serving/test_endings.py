"""How sessions end, and what is written of it: left, abandoned, idle, died, stopped. Waiting ones stay."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import Visitor, wait_for
from tests.serving.classes import ServedClass, served
from tests.serving.sockets import as_v1, connect, kernel_message

pytestmark = pytest.mark.slow

ABANDONED, IDLE = 2.0, 6.0


@pytest.fixture
def short(tmp_path: Path, jupyter_home: dict[str, str]) -> Iterator[ServedClass]:
    """A class of two whose sessions end soon."""
    limits = ("--abandoned-after", str(ABANDONED), "--idle-after", str(IDLE))
    with served(tmp_path, jupyter_home, "--learners", "2", *limits) as server:
        yield server


def test_whose_page_is_gone_and_whose_page_is_idle_end_by_their_own_limits_and_those_who_wait_never(
    short: ServedClass,
) -> None:
    short.wait_until(ready=2, starting=0)
    waiting = {kernel.pid for kernel in short.kernels()}
    reader, gone = Visitor(short), Visitor(short)
    reader.open_page()
    socket = connect(reader)
    gone.open_page()
    left = time.monotonic()
    wait_for("the abandoned one to end", lambda: gone.kernel_status() == 404)
    assert time.monotonic() - left > ABANDONED - 0.5
    assert reader.kernel_status() == 200
    wait_for("the idle one to end", lambda: reader.kernel_status() == 404)
    socket.close()
    short.wait_until(ready=2, taken=0, starting=0)
    ahead = {kernel.pid for kernel in short.kernels()} - waiting
    begun = time.monotonic()
    while time.monotonic() - begun < IDLE + 2:
        assert ahead <= {kernel.pid for kernel in short.kernels()}
        time.sleep(0.2)
    lines = [line.split(",")[0] for line in short.written()]
    assert sorted(lines) == [
        "session 1 ended: idle",
        "session 1 started",
        "session 2 ended: abandoned",
        "session 2 started",
    ]


def test_who_moves_something_is_not_idle(short: ServedClass) -> None:
    visitor = Visitor(short)
    visitor.open_page()
    socket = connect(visitor)
    moved = {"method": "update", "state": {"value": 4}, "buffer_paths": []}
    begun = time.monotonic()
    while time.monotonic() - begun < 2 * IDLE:
        socket.send_binary(as_v1(kernel_message("comm_msg", comm_id="none", data=moved)))
        socket.recv()
    assert visitor.kernel_status() == 200
    socket.close()


def test_a_websocket_that_comes_back_in_time_keeps_the_session(
    tmp_path: Path, jupyter_home: dict[str, str]
) -> None:
    with served(tmp_path, jupyter_home, "--abandoned-after", "8") as server:
        visitor = Visitor(server)
        visitor.open_page()
        begun = time.monotonic()
        while time.monotonic() - begun < 14:
            socket = connect(visitor)
            socket.close()
            time.sleep(0.5)
        assert visitor.kernel_status() == 200


def test_every_end_is_one_line_that_names_nobody(tmp_path: Path, jupyter_home: dict[str, str]) -> None:
    with served(tmp_path, jupyter_home, "--learners", "3") as server:
        left, died, stays = Visitor(server), Visitor(server), Visitor(server)
        for visitor in (left, died, stays):
            visitor.open_page("?T=4&step=cut")
        assert left.say_goodbye() == 204
        server.wait_until(taken=2)
        server.kernel(died.kernel_id).kill()
        server.wait_until(taken=1)
        assert stays.say_goodbye(with_token=False) == 403
        goodbye = f"/voila/api/shutdown/{stays.kernel_id}"
        assert stays.ask(goodbye, "POST", headers={"Origin": "http://evil.example"})[0] == 404
        assert stays.ask("/", headers={"Host": "evil.example"})[0] == 403
        assert stays.ask("/voila/files/explorer.ipynb")[0] == 403
        server.stop()
        text = server.log.read_text()
        assert server.written() == [
            "session 1 started, 1 of 3 places taken",
            "session 2 started, 2 of 3 places taken",
            "session 3 started, 3 of 3 places taken",
            "session 1 ended: left, after N s, 2 of 3 places taken",
            "session 2 ended: died, after N s, 1 of 3 places taken",
            "refused: goodbye without its token (403)",
            "refused: goodbye from a foreign origin (404)",
            "refused: a strange host (403)",
            "refused: a file (403)",
            "session 3 ended: stopped, after N s, 0 of 3 places taken",
        ]
        for visitor in (left, died, stays):
            assert visitor.kernel_id not in text
        assert "T=4" not in text
        assert "evil" not in text


def test_a_session_that_cannot_start_is_told_of_and_gives_its_place_back(
    tmp_path: Path, jupyter_home: dict[str, str]
) -> None:
    program = (
        "from explorer.serving import server, sessions\n"
        "sessions.WARM_UP = \"raise ValueError('not today')\"\n"
        "server.serve(port=0, open_browser=False, learners=1)\n"
    )
    with served(tmp_path, jupyter_home, program=program) as server:
        for _ in range(2):
            status, page = Visitor(server).ask("/")
            assert status == 200  # the loading line was sent before there was a kernel
            assert "loadingSays('failed')" in page
            server.wait_until(taken=0)
        # Another is tried for by and by, one at a time.
        wait_for("what did not start to be gone", lambda: len(server.kernels()) <= 1)
        server.stop()
        why = "RuntimeError: the kernel could not run its first line: not today"
        lines = server.written()
        assert f"a session could not be started: {why}" in lines
        assert "session 2 ended: failed, after N s, 0 of 1 places taken" in lines


def test_a_verbose_log_says_more_and_still_names_nobody(tmp_path: Path, jupyter_home: dict[str, str]) -> None:
    with served(tmp_path, jupyter_home, "--verbose") as server:
        visitor = Visitor(server)
        visitor.open_page("?T=4&step=cut")
        visitor.ask("/nothing?T=4&step=cut")
        connect(visitor).close()
        assert visitor.say_goodbye() == 204
        server.stop()
        text = server.log.read_text()
        assert "Connecting to kernel" in text
        assert "T=4" not in text
        assert visitor.kernel_id not in text
        assert json.dumps(visitor.kernel_id[:4])[1:-1] in text
