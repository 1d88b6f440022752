"""Who only holds a connection: requests without end, more of them than files, answers that nobody takes."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator

import psutil
import pytest

from tests.servers import Visitor, wait_for
from tests.serving.classes import ServedClass, served

pytestmark = pytest.mark.slow

# Less patient than ours, with fewer files, and with a network that holds little of what nobody takes.
PROGRAM = """
import resource, socket
from explorer.serving import connections, server

def narrow(*asked):
    sockets = opened(*asked)
    for each in sockets:
        each.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    return sockets

resource.setrlimit(resource.RLIMIT_NOFILE, (150, 400))
opened, server.open_port = server.open_port, narrow
connections.PATIENCE, connections.UNTAKEN = 3.0, 2.0
server.serve(port=0, open_browser=False)
"""
MOST = 200  # half of the files
EACH = 36
UNENDED = {
    "nothing": b"",
    "a header": b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "a body": b"POST /voila/api/shutdown/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n",
    "a chunk": b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1f40\r\n",
    "a second one": b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


@pytest.fixture(scope="module")
def impatient(
    tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]
) -> Iterator[ServedClass]:
    """One server for all who are slow."""
    with served(tmp_path_factory.mktemp("impatient"), jupyter_home, program=PROGRAM) as server:
        server.wait_until(ready=1)
        yield server
        assert "Traceback" not in server.log.read_text()


def ours(server: ServedClass, connections: list[socket.socket]) -> int:
    """Count those of our connections that the server still holds."""
    ports = {each.getsockname()[1] for each in connections}
    held = psutil.Process(server.process.pid).net_connections("tcp")
    return len([each for each in held if each.status == "ESTABLISHED" and each.raddr.port in ports])


@contextlib.contextmanager
def connected(server: ServedClass, *firsts: bytes) -> Iterator[list[socket.socket]]:
    """Connect, each with little room for an answer, and send the first bytes of a request."""
    address = Visitor(server).address
    with contextlib.ExitStack() as open_ones:
        connections = []
        for first in firsts:
            raw = open_ones.enter_context(socket.socket())
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            raw.settimeout(20)
            raw.connect((address.hostname, address.port))
            raw.sendall(first)
            connections.append(raw)
        yield connections


def drip(connections: list[socket.socket]) -> None:
    """Send one more byte on each, as somebody does who means to be taken for slow."""
    for each in connections:
        with contextlib.suppress(OSError):
            each.send(b"x")


def test_who_never_ends_a_request_is_let_go_and_is_in_nobodys_way(impatient: ServedClass) -> None:
    with connected(impatient, *(first for first in UNENDED.values() for _ in range(EACH))) as slow:
        wait_for("all to be there", lambda: ours(impatient, slow) == len(slow))
        visitor = Visitor(impatient)
        visitor.open_page()
        assert visitor.say_goodbye() == 204
        by_kind = {what: slow[at * EACH : (at + 1) * EACH] for at, what in enumerate(UNENDED)}

        def still_there() -> list[str]:
            for what in ("a header", "a body", "a chunk"):
                drip(by_kind[what])
            return [what for what, each in by_kind.items() if ours(impatient, each)]

        wait_for("all to be let go", lambda: still_there() == [], patience=20)


def test_more_connections_than_files_are_let_go_at_once_and_told_of_once(impatient: ServedClass) -> None:
    """With no file left, Tornado alone fills the log as fast as it can, and takes nobody in any more."""
    with connected(impatient, *[b""] * 420) as slow:
        wait_for("the rest to be let go", lambda: 0 < ours(impatient, slow) <= MOST, patience=20)
        wait_for("all to be let go", lambda: ours(impatient, slow) == 0, patience=20)
    assert impatient.state()["status"] == "ok"
    assert impatient.written().count(f"refused: more than {MOST} connections") == 1


def test_as_many_files_as_are_allowed_may_be_open(impatient: ServedClass) -> None:
    if not hasattr(psutil, "RLIMIT_NOFILE"):
        pytest.skip("this platform tells nobody's limits")
    assert psutil.Process(impatient.process.pid).rlimit(psutil.RLIMIT_NOFILE) == (400, 400)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux knows who takes nothing")
def test_who_takes_no_answer_is_let_go_and_gives_the_place_back(impatient: ServedClass) -> None:
    ended = [line for line in impatient.written() if "ended: left" in line]
    asks = [f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() for path in ("/lesson", "/")]
    with connected(impatient, *asks[:1] * 40, asks[1]) as lazy:
        impatient.wait_until(taken=1)
        impatient.wait_until(taken=0)
        wait_for("all to be let go", lambda: ours(impatient, lazy) == 0, patience=20)
    assert len([line for line in impatient.written() if "ended: left" in line]) == len(ended) + 1
