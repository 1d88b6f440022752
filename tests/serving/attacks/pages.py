"""A page in the hands of somebody who says what they like over its websocket."""

from __future__ import annotations

import json
import struct
import uuid
from itertools import pairwise
from typing import Any, NamedTuple

import psutil
import websocket

from explorer.panels.limits import LIMITS
from tests.servers import Visitor, wait_for
from tests.serving.classes import ServedClass
from tests.serving.sockets import connect, kernel_message

MEBIBYTE = 2**20


class Heard(NamedTuple):
    """One message of the kernel's."""

    kind: str
    content: dict[str, Any]
    parent: str
    buffers: list[bytes]


def packed(message: dict[str, Any], channel: str = "shell", buffers: tuple[bytes, ...] = ()) -> bytes:
    """Write a message in the v1 sub-protocol."""
    names = ("header", "parent_header", "metadata", "content")
    return table([channel.encode(), *(json.dumps(message[name]).encode() for name in names), *buffers])


def table(parts: list[bytes]) -> bytes:
    """Write parts after the table of where they start and where the last one ends."""
    starts = [8 * (len(parts) + 2)]
    for part in parts:
        starts.append(starts[-1] + len(part))
    return struct.pack(f"<{len(starts) + 1}Q", len(starts), *starts) + b"".join(parts)


def unpacked(frame: bytes) -> Heard:
    """Read a message in the v1 sub-protocol."""
    count = int.from_bytes(frame[:8], "little")
    starts = struct.unpack_from(f"<{count}Q", frame, 8)
    parts = [frame[start:end] for start, end in pairwise(starts)]
    header, parent, content = (json.loads(parts[place]) for place in (1, 2, 4))
    return Heard(header["msg_type"], content, parent.get("msg_id", ""), parts[5:])


class Page(Visitor):
    """Somebody with the page open and no browser, and with its websocket."""

    def __init__(self, server: ServedClass, query: str = "") -> None:
        super().__init__(server)
        self.server = server
        self.open_page(query)
        self.socket = connect(self)
        self._control = ""

    def reconnect(self) -> None:
        """Open the websocket anew."""
        self.socket.shutdown()
        self.socket = connect(self)
        self._control = ""

    def send(self, kind: str, *, buffers: tuple[bytes, ...] = (), version: str = "", **content: Any) -> str:
        """Send a message; its id."""
        message = kernel_message(kind, **content)
        message["metadata"] = {"version": version} if version else {}
        self.socket.send_binary(packed(message, buffers=buffers))
        return message["header"]["msg_id"]

    def tell(self, widget: str, *, buffers: tuple[bytes, ...] = (), **data: Any) -> str:
        """Send a message to a widget."""
        return self.send("comm_msg", comm_id=widget, data=data, buffers=buffers)

    def update(self, widget: str, **state: Any) -> str:
        """Set a widget's traits, as the page does."""
        return self.tell(widget, method="update", state=state, buffer_paths=[])

    def heard(self) -> Heard:
        """Wait for the next message of the kernel's."""
        return unpacked(self.socket.recv())

    def heard_until(self, done: str) -> list[Heard]:
        """Wait until the kernel is done with a message; all that came up to there."""
        came = []
        while not came or came[-1][:3] != ("status", {"execution_state": "idle"}, done):
            came.append(self.heard())
        return came

    def all_done(self) -> list[Heard]:
        """Wait until the kernel is done with all that was said so far: it takes messages in turn."""
        return self.heard_until(self.send("kernel_info_request"))

    def widgets(self) -> dict[str, dict[str, Any]]:
        """Ask for every widget's state, by its id, as the page does when it opens."""
        if not self._control:
            self._control = uuid.uuid4().hex
            target = {"target_name": "jupyter.widget.control", "data": {}}
            self.send("comm_open", comm_id=self._control, version="1.0.0", **target)
        asked = self.send("comm_msg", comm_id=self._control, data={"method": "request_states"})
        told = [heard.content["data"] for heard in self.heard_until(asked) if heard.kind == "comm_msg"]
        states = next(data["states"] for data in told if data["method"] == "update_states")
        return {id_: each["state"] for id_, each in states.items()}

    def find(self, name: str, widgets: dict[str, dict[str, Any]] | None = None) -> str:
        """Find a widget by one of its CSS classes; its id."""
        for id_, state in (widgets or self.widgets()).items():
            if name in state.get("_dom_classes", ()):
                return id_
        raise AssertionError(f"no {name}")

    def sizes(self) -> dict[str, tuple[int, str]]:
        """Read what each size's slider and box show; both are within what the page allows."""
        widgets, sizes = self.widgets(), {}
        for size, top in LIMITS.items():
            slider = widgets[self.find(f"as-slider-{size}", widgets)]
            assert (slider["min"], type(slider["value"])) == (1, int)
            assert 1 <= slider["value"] <= slider["max"] <= top
            sizes[size] = slider["value"], widgets[self.find(f"as-number-{size}", widgets)]["value"]
        return sizes

    def is_sound(self) -> bool:
        """Tell whether slider and box agree, for every size."""
        return all(box == str(value) for value, box in self.sizes().values())

    def works(self) -> None:
        """Move a slider, and see that the page follows."""
        self.update(self.find("as-slider-tokens"), value=5)
        wait_for("the page to follow", lambda: self.sizes()["tokens"] == (5, "5") and self.is_sound())

    def memory(self) -> int:
        """Measure what the kernel takes, in bytes."""
        return self.server.kernel(self.kernel_id).memory_info().rss

    def servers_memory(self) -> int:
        """Measure what the server takes, in bytes."""
        return psutil.Process(self.server.process.pid).memory_info().rss

    def closed_with(self) -> int:
        """Read on until the server closes the websocket; its code."""
        while (frame := self.socket.recv_frame()).opcode != websocket.ABNF.OPCODE_CLOSE:
            pass
        return int.from_bytes(frame.data[:2], "big")

    def leave(self) -> None:
        """Go, as the page does."""
        self.socket.shutdown()
        assert self.say_goodbye() == 204
