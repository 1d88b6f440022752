"""What a client sends over the websocket, read strictly: what is not sound goes no further."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

__all__ = ["MOST_FRAME", "Message", "answered", "read_frame"]

MOST_FRAME = 2 * 2**20
"""The bytes of one message; the page's largest has half a MiB of a file that is opened."""
MOST_JSON = 512 * 2**10
"""The bytes of its content; the page's largest is what somebody pastes into a box."""
MOST_HEADERS = 8 * 2**10
"""The bytes of its headers: every answer repeats them."""
MOST_STATUS = 2 * MOST_HEADERS
MOST_BUFFERS = 8
MOST_NESTED = 32
LONGEST_ID = 128
_SCALARS = (str, int, float, type(None))
_HEADERS = ("header", "parent_header", "metadata")


@dataclass(frozen=True)
class Message:
    """A client's message, as far as it matters who may send it."""

    id: str
    kind: str
    channel: str
    content: dict[str, Any]
    size: int


def read_frame(frame: str | bytes, *, v1: bool) -> Message | None:
    """Read a client's message in one of the two sub-protocols.

    Parameters
    ----------
    frame : str or bytes
    v1 : bool
        Whether it is of the v1 sub-protocol: a table of parts, numbers of 8 bytes, little end first. The
        older one sends text, or where there are buffers a table with numbers of 4 bytes, big end first.

    Returns
    -------
    Message or None
        None where it is not what it says it is, or larger than any of the page's.

    Examples
    --------
    >>> header = {"msg_id": "1", "msg_type": "kernel_info_request"}
    >>> whole = {"channel": "shell", "header": header, "parent_header": {}, "metadata": {}, "content": {}}
    >>> read_frame(json.dumps(whole), v1=False).kind
    'kernel_info_request'
    >>> read_frame(json.dumps(whole), v1=True) is None
    True
    >>> read_frame("[" * 100_000, v1=False) is None
    True
    """
    try:
        read = _read_v1(frame) if v1 else _read_older(frame)
        return read and _checked(*read, size=len(frame))
    except (ValueError, RecursionError):  # no UTF-8, no JSON, nested too deep
        return None


def parts_of(frame: bytes, *, size: int, byteorder: str) -> list[bytes] | None:
    """Cut a binary message up by its own table, if the table is sound.

    Whoever believes the number of parts may loop over 2**64 of them: that is how one client could stop the
    server for everybody.
    """

    def number(place: int) -> int:
        return int.from_bytes(frame[size * place : size * (place + 1)], byteorder)  # type: ignore[arg-type]

    count = number(0)
    if not 0 < count <= len(_HEADERS) + 3 + MOST_BUFFERS or size * (count + 1) > len(frame):
        return None
    starts = [number(place) for place in range(1, count + 1)]
    if starts[0] != size * (count + 1) or starts != sorted(starts) or starts[-1] > len(frame):
        return None
    return [frame[start:end] for start, end in pairwise([*starts, len(frame)])]


def _read_v1(frame: str | bytes) -> tuple[Any, list[Any], Any] | None:
    parts = parts_of(frame, size=8, byteorder="little") if isinstance(frame, bytes) else None
    # The last place of the table is the end of the last part.
    if parts is None or len(parts) < 6 or parts.pop():
        return None
    channel, *headers, content = parts[:5]
    if sum(map(len, headers)) > MOST_HEADERS or len(content) > MOST_JSON:
        return None
    return channel.decode(), [_json(part) for part in headers], _json(content)


def _read_older(frame: str | bytes) -> tuple[Any, list[Any], Any] | None:
    if isinstance(frame, bytes):
        parts = parts_of(frame, size=4, byteorder="big")
        if parts is None:
            return None
        frame = parts[0].decode()
    if len(frame) > MOST_JSON:
        return None
    whole = _json(frame)
    if not isinstance(whole, dict) or whole.get("buffers"):  # what has bytes comes with a table of parts
        return None
    headers = [whole.get(name) for name in _HEADERS]
    if len(json.dumps(headers)) > MOST_HEADERS:
        return None
    return whole.get("channel"), headers, whole.get("content")


def _json(text: str | bytes) -> Any:
    return json.loads(text, parse_constant=_no_number)


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _checked(channel: Any, headers: list[Any], content: Any, *, size: int) -> Message | None:
    match headers, content:
        case [{"msg_id": str(id_), "msg_type": str(kind)} as header, dict(), dict()], dict():
            flat = all(isinstance(value, _SCALARS) for each in headers for value in each.values())
            known = isinstance(channel, str) and len(id_) <= LONGEST_ID and header.get("subshell_id") is None
            if flat and known and _is_shallow(content, MOST_NESTED):
                return Message(id_, kind, channel, content, size)
    return None


def _is_shallow(value: Any, left: int) -> bool:
    """Tell whether lists and objects stand in each other a few times only: the kernel unpacks them too."""
    if not isinstance(value, dict | list):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return left > 0 and all(_is_shallow(each, left - 1) for each in inner)


def answered(message: Any, *, v1: bool) -> str | None:
    """Tell which message the kernel is done with, if this one of the kernel's says so.

    Parameters
    ----------
    message : str or bytes
        What goes out to the client.
    v1 : bool

    Returns
    -------
    str or None
        The id of the client's message.

    Examples
    --------
    >>> idle = {"header": {"msg_type": "status"}, "parent_header": {"msg_id": "7"}}
    >>> answered(json.dumps(idle | {"content": {"execution_state": "idle"}}), v1=False)
    '7'
    """
    if len(message) > MOST_STATUS:
        return None
    if v1 and isinstance(message, bytes):
        parts = parts_of(message, size=8, byteorder="little") or []
        if len(parts) < 5 or b'"status"' not in parts[1]:
            return None
        header, parent, content = (json.loads(parts[place]) for place in (1, 2, 4))
    elif not v1 and isinstance(message, str) and '"status"' in message:
        whole = json.loads(message)
        header, parent, content = whole["header"], whole["parent_header"], whole["content"]
    else:
        return None
    is_idle = header["msg_type"] == "status" and content.get("execution_state") == "idle"
    return parent.get("msg_id") if is_idle else None
