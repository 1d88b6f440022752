"""Websocket messages that are not what they say they are, in both sub-protocols, and sockets in odd ways."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from typing import Any

import pytest
import websocket

from tests.serving.attacks.pages import Page, packed, table
from tests.serving.sockets import connect, kernel_message, kinds_until

pytestmark = pytest.mark.slow

GOOD = kernel_message("kernel_info_request")
PARTS = [b"shell", json.dumps(GOOD["header"]).encode(), b"{}", b"{}", b"{}"]
DEEP = b"[" * 100_000


def with_start(place: int, value: int) -> bytes:
    """Write a sound message, but for one number of its table."""
    frame = bytearray(table(PARTS))
    struct.pack_into("<Q", frame, 8 * place, value)
    return bytes(frame)


V1 = {
    "nothing": b"",
    "a number cut short": b"\x07",
    "no parts": bytes(64),
    "endless parts": b"\xff" * 8 + bytes(64),
    "as many as there is room for": struct.pack("<Q", 1000) + bytes(9000),
    "a start past the end": with_start(3, 10**9),
    "a start past every counter": with_start(3, 2**64 - 1),
    "starts turned round": with_start(4, 60),
    "a start inside the table": with_start(1, 8),
    "something after the end": table(PARTS) + b"more",
    "too few parts": table(PARTS[:3]),
    "many parts": table(PARTS + [b"x"] * 300),
    "a channel that is no text": table([b"\xff\xfe", *PARTS[1:]]),
    "a header that is no JSON": table([b"shell", b"{", *PARTS[2:]]),
    "a header that is a list": table([b"shell", b"[]", *PARTS[2:]]),
    "a header without a kind": table([b"shell", b"{}", *PARTS[2:]]),
    "a kind that is a number": table([b"shell", b'{"msg_id": "1", "msg_type": 7}', *PARTS[2:]]),
    "a long name": table([b"shell", b'{"msg_id": "%s", "msg_type": "x"}' % (b"9" * 999), *PARTS[2:]]),
    "a header of a megabyte": table([*PARTS[:2], b'{"x": "%s"}' % (b"y" * 10**6), *PARTS[3:]]),
    "a subshell": table([b"shell", b'{"msg_id": "1", "msg_type": "x", "subshell_id": "1"}', *PARTS[2:]]),
    "content that is nested deep": table([*PARTS[:4], b'{"x": %s' % DEEP]),
    "content that is nested": table([*PARTS[:4], b'{"x": %s%s}' % (b"[" * 50, b"]" * 50)]),
    "NaN": table([*PARTS[:4], b'{"x": NaN}']),
    "infinity": table([*PARTS[:4], b'{"x": -Infinity}']),
    "text": json.dumps({**GOOD, "channel": "shell"}),
}
WHOLE = {**GOOD, "channel": "shell"}
OLDER = {
    "nothing": "",
    "no JSON": "{",
    "a list": "[]",
    "nested deep": DEEP.decode(),
    "without a header": json.dumps({**WHOLE, "header": None}),
    "a header of lists": json.dumps({**WHOLE, "header": {**GOOD["header"], "date": [[]]}}),
    "a channel that is a list": json.dumps({**WHOLE, "channel": ["shell"]}),
    "buffers in text": json.dumps({**WHOLE, "buffers": ["x" * 99]}),
    "NaN": json.dumps({**WHOLE, "content": {"x": float("nan")}}),
    "endless parts": b"\x7f\xff\xff\xff" + bytes(64),
    "less than no parts": b"\xff\xff\xff\xff" + bytes(64),
    "a start past the end": struct.pack("!II", 1, 10**6) + b"{}",
    "bytes that are no text": struct.pack("!II", 1, 8) + b"\xff\xfe",
    "of the newer form": packed(GOOD),
}


@pytest.mark.parametrize(("v1", "frames"), [(True, V1), (False, OLDER)])
def test_what_is_malformed_ends_its_websocket_and_nothing_else(
    page: Page, v1: bool, frames: dict[str, bytes | str]
) -> None:
    for what, frame in frames.items():
        page.socket.shutdown()
        page.socket = connect(page, v1=v1)
        send: Callable[[Any], object] = (
            page.socket.send if isinstance(frame, str) else page.socket.send_binary
        )
        send(frame)
        assert page.closed_with() == 1008, what
    text = page.server.log.read_text()
    assert "Traceback" not in text
    assert "refused: a malformed message" in text


def test_what_follows_a_malformed_message_is_not_heard(page: Page) -> None:
    slider = page.find("as-slider-tokens")
    before = page.server.log.read_text().count("refused: ")
    data = {"method": "update", "state": {"value": 7}, "buffer_paths": []}
    odd = [packed(kernel_message("execute_request", code="1")), *[b"\xff" * 64] * 50]
    after = [*odd, packed(kernel_message("comm_msg", comm_id=slider, data=data))]
    binary, close = websocket.ABNF.OPCODE_BINARY, websocket.ABNF.OPCODE_CLOSE
    frames = [websocket.ABNF.create_frame(each, binary) for each in [odd[-1], *after]]
    # All in one piece: it is there before the server has shut the door. The last ends the connection.
    page.socket.sock.sendall(
        b"".join(frame.format() for frame in [*frames, websocket.ABNF.create_frame(b"", close)])
    )
    assert page.closed_with() == 1008
    assert page.socket.sock.recv(1) == b""
    assert page.server.log.read_text().count("refused: ") == before + 1  # who goes on and on fills no log
    page.reconnect()
    assert page.sizes()["tokens"] != (7, "7")
    assert "Traceback" not in page.server.log.read_text()


def test_a_page_has_so_many_websockets_and_no_more(page: Page) -> None:
    """Each takes four sockets of ZeroMQ's, of which there are a thousand for the whole class."""
    second, third = connect(page), connect(page)
    for _ in range(20):
        with pytest.raises(websocket.WebSocketBadStatusException, match="429"):
            connect(page)
    for socket in (second, third):
        socket.shutdown()
    page.reconnect()
    assert "refused: one websocket too many (429)" in page.server.log.read_text()


def test_a_session_has_a_plain_name(onlooker: Page) -> None:
    base = f"ws://{onlooker.address.netloc}/api/kernels/{onlooker.kernel_id}/channels"
    for session in (
        "",
        "?session_id=",
        "?session_id=" + "x" * 300,
        "?session_id=%00%ff",
        "?session_id=a%0Ab",
    ):
        with pytest.raises(websocket.WebSocketBadStatusException, match="400"):
            websocket.create_connection(base + session, timeout=20)


def test_who_opens_no_websocket_or_comes_from_elsewhere_is_sent_away_first(onlooker: Page) -> None:
    path = f"/api/kernels/{onlooker.kernel_id}/channels?session_id=mine"
    address = f"ws://{onlooker.address.netloc}{path}"
    mine = websocket.create_connection(address, timeout=20)
    assert onlooker.ask(path)[0] == 400
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        websocket.create_connection(address, timeout=20, origin="http://evil.example")
    # Jupyter takes either for the same client come back, and would have closed what is open.
    mine.send(json.dumps(WHOLE))
    assert "kernel_info_reply" in kinds_until(mine, "kernel_info_reply")
    mine.shutdown()
    for origin in (
        "http://evil.example",
        "null",
        f"http://{onlooker.address.netloc}.evil.example",
        "file://",
    ):
        with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
            connect(onlooker, origin=origin)
    other = "00000000-0000-0000-0000-000000000000"
    onlooker.kernel_id, own = other, onlooker.kernel_id
    with pytest.raises(websocket.WebSocketBadStatusException, match="404"):
        connect(onlooker)
    onlooker.kernel_id = own
