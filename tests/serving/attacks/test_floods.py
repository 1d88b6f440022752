"""More than anybody could mean: floods of messages, a gigabyte at once, and who takes no answers."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import struct
import threading
import time
from collections.abc import Iterator

import pytest

from tests.serving.attacks.pages import MEBIBYTE, Page, packed
from tests.serving.sockets import kernel_message

pytestmark = pytest.mark.slow

GIGABYTE = 10**9


def health(page: Page) -> float:
    """Ask how the server is; the seconds that the answer took."""
    begun = time.monotonic()
    assert page.server.state()["status"] == "ok"
    return time.monotonic() - begun


def flood(page: Page, frames: Iterator[bytes], seconds: float) -> int:
    """Send as fast as the server takes it, from a thread, and look in on the server meanwhile; how many."""
    sent, end = 0, time.monotonic() + seconds

    def send() -> None:
        nonlocal sent
        with contextlib.suppress(OSError):  # held back for too long, or cut off
            for frame in frames:
                page.socket.send_binary(frame)
                sent += 1

    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    while sender.is_alive() and time.monotonic() < end:
        assert health(page) < 5
        time.sleep(0.05)
    page.socket.sock.shutdown(socket.SHUT_RDWR)
    sender.join(20)
    assert not sender.is_alive()
    return sent


def test_a_flood_of_messages_waits_outside(page: Page) -> None:
    """A kernel takes a second for what a client sends in a hundredth of one."""
    widgets = page.widgets()
    slider = page.find("as-slider-tokens", widgets)
    servers, kernels = page.servers_memory(), page.memory()

    def moves() -> Iterator[bytes]:
        for turn in range(200_000):
            data = {"method": "update", "state": {"value": 1 + turn % 8}, "buffer_paths": []}
            yield packed(kernel_message("comm_msg", comm_id=slider, data=data), buffers=(bytes(100_000),))

    assert flood(page, moves(), 3) < 20_000
    assert page.servers_memory() - servers < 64 * MEBIBYTE
    assert page.memory() - kernels < 96 * MEBIBYTE


def test_who_takes_no_answers_is_given_no_more_of_them(page: Page) -> None:
    page.widgets()
    servers, kernels = page.servers_memory(), page.memory()
    data = {"method": "request_states"}

    def questions() -> Iterator[bytes]:
        for _ in range(2000):  # half a megabyte each to answer
            yield packed(kernel_message("comm_msg", comm_id=page._control, data=data))

    flood(page, questions(), 2)
    assert page.servers_memory() - servers < 128 * MEBIBYTE
    assert page.memory() - kernels < 96 * MEBIBYTE


def test_an_endless_row_of_forbidden_messages_is_told_once(page: Page) -> None:
    line = "refused: a message that the page never sends"
    before = page.server.log.read_text().count(line)
    for _ in range(3000):
        page.socket.send_binary(packed(kernel_message("execute_request", code="1")))
    page.all_done()
    assert page.server.log.read_text().count(line) - before == 1


@pytest.mark.parametrize("fragments", [1, 600])
def test_a_gigabyte_over_the_websocket_is_refused_by_what_it_announces(page: Page, fragments: int) -> None:
    servers, kernels = page.servers_memory(), page.memory()
    raw = page.socket.sock
    sent = 0
    try:
        for turn in range(fragments):
            size = GIGABYTE // fragments
            opcode = 0x82 if fragments == 1 else (0x02 if turn == 0 else 0x00)
            raw.sendall(bytes((opcode, 0xFF)) + struct.pack("!Q", size) + bytes(4))
            for _ in range(0, size, MEBIBYTE):
                raw.sendall(bytes(MEBIBYTE))
                sent += MEBIBYTE
    except OSError:
        pass
    assert sent < 32 * MEBIBYTE  # what the network between us holds, and no more
    assert page.servers_memory() - servers < 48 * MEBIBYTE
    assert page.memory() - kernels < 16 * MEBIBYTE


PATHS = ["/", "/health", "/voila/api/shutdown/x", "/api/kernels", "/voila/files/x", "/lesson", "/no/such"]


@pytest.mark.parametrize("is_chunked", [True, False])
def test_a_gigabyte_over_http_is_refused_early(onlooker: Page, is_chunked: bool) -> None:
    before = onlooker.servers_memory()
    for path in PATHS:
        connection = http.client.HTTPConnection(onlooker.address.netloc, timeout=20)
        connection.putrequest("POST", path)
        if is_chunked:
            connection.putheader("Transfer-Encoding", "chunked")
        else:
            connection.putheader("Content-Length", str(GIGABYTE))
        connection.endheaders()
        sent = 0
        try:
            while sent < GIGABYTE:
                piece = b"%x\r\n%s\r\n" % (MEBIBYTE, bytes(MEBIBYTE)) if is_chunked else bytes(MEBIBYTE)
                connection.send(piece)
                sent += MEBIBYTE
        except OSError:
            pass
        connection.close()
        assert sent < 32 * MEBIBYTE
    assert onlooker.servers_memory() - before < 16 * MEBIBYTE


def test_many_bodies_that_are_just_small_enough_to_be_read_are_refused_too(onlooker: Page) -> None:
    """Tornado alone would hold a hundred megabytes for each of them."""
    before = onlooker.servers_memory()
    connections = []
    for _ in range(20):
        raw = socket.create_connection((onlooker.address.hostname, onlooker.address.port), timeout=20)
        raw.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000000\r\n\r\n")
        with contextlib.suppress(OSError):
            for _ in range(16):
                raw.sendall(bytes(MEBIBYTE))
        connections.append(raw)
    health(onlooker)
    assert onlooker.servers_memory() - before < 32 * MEBIBYTE
    for raw in connections:
        raw.close()


def test_endless_headers_are_refused(onlooker: Page) -> None:
    before = onlooker.servers_memory()
    raw = socket.create_connection((onlooker.address.hostname, onlooker.address.port), timeout=20)
    raw.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n")
    sent = 0
    with contextlib.suppress(OSError):
        for sent in range(10_000):
            raw.sendall(b"X-%d: %s\r\n" % (sent, b"y" * 8000))
    assert sent < 1000
    raw.close()
    assert onlooker.servers_memory() - before < 16 * MEBIBYTE


def test_deep_json_in_a_body_harms_nobody(onlooker: Page) -> None:
    body = json.dumps({"x": 1}).replace("1", "[" * 8000)
    for path in PATHS:
        assert onlooker.ask(path, "POST", body, {"Content-Type": "application/json"})[0] in (403, 404, 405)
