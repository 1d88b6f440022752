"""A visitor's websocket, and the messages that go over it in both sub-protocols."""

from __future__ import annotations

import json
import re
import struct
import uuid

import websocket

from tests.servers import Visitor

V1 = "v1.kernel.websocket.jupyter.org"


def kernel_message(kind: str, **content: object) -> dict[str, object]:
    header = {
        "msg_id": uuid.uuid4().hex,
        "msg_type": kind,
        "username": "",
        "session": "s",
        "version": "5.3",
        "date": "",
    }
    return {"header": header, "parent_header": {}, "metadata": {}, "content": content}


def as_v1(message: dict[str, object], channel: str = "shell") -> bytes:
    parts = [channel.encode()]
    parts += [
        json.dumps(message[name]).encode() for name in ("header", "parent_header", "metadata", "content")
    ]
    starts = [8 * (len(parts) + 2)]
    for part in parts:
        starts.append(starts[-1] + len(part))
    return struct.pack(f"<{len(starts) + 1}Q", len(starts), *starts) + b"".join(parts)


def connect(visitor: Visitor, *, v1: bool = True, origin: str | None = None) -> websocket.WebSocket:
    base = f"ws://{visitor.address.netloc}{visitor.address.path}"
    return websocket.create_connection(
        f"{base}api/kernels/{visitor.kernel_id}/channels?session_id={uuid.uuid4().hex}",
        timeout=20,
        subprotocols=[V1] if v1 else None,
        origin=origin,
        suppress_origin=origin is None,
    )


def kinds_until(socket: websocket.WebSocket, last: str) -> list[str]:
    """Read the kinds of the messages that come in, up to the one that is waited for."""
    kinds: list[str] = []
    while last not in kinds:
        frame = socket.recv()
        text = frame if isinstance(frame, str) else frame.decode(errors="replace")
        kinds += re.findall(r'"msg_type": ?"(\w+)"', text)
    return kinds
