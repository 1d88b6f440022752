"""Which messages go on to the kernel."""

from __future__ import annotations

from typing import Any

import pytest

from explorer.serving.door import MOST_OPENED, Door
from explorer.serving.frames import Message

CONTROL = "jupyter.widget.control"


def said(kind: str, channel: str = "shell", **content: Any) -> Message:
    return Message("1", kind, channel, content, 100)


PASS = [
    said("kernel_info_request"),
    said("comm_info_request", target_name="jupyter.widget"),
    said("comm_msg", comm_id="a", data={"method": "update", "state": {"index": 1}, "buffer_paths": []}),
    said("comm_msg", comm_id="a", data={"method": "update", "state": {}}),
    said("comm_msg", comm_id="a", data={"method": "request_state"}),
    said("comm_msg", comm_id="a", data={"method": "custom", "content": {"event": "click"}}),
]
STOP = [
    *(said("kernel_info_request", channel) for channel in ("control", "stdin", "iopub", "")),
    *(said(kind) for kind in ("execute_request", "shutdown_request", "debug_request", "input_reply", "")),
    said("comm_open", comm_id="a", target_name="jupyter.widget"),
    said("comm_open", comm_id=7, target_name=CONTROL),
    said("comm_close", comm_id="a"),
    said("comm_msg", comm_id="a"),
    said("comm_msg", comm_id="a", data={"method": "update", "state": {"value": 1, "max": 2}}),
    said("comm_msg", comm_id="a", data={"method": "update", "state": {}, "buffer_paths": [["max"]]}),
    said("comm_msg", comm_id="a", data={"method": "update", "state": []}),
    said("comm_msg", comm_id="a", data={"method": "echo_update", "state": {}}),
    said("comm_msg", comm_id=None, data={"method": "request_state"}),
]


@pytest.mark.parametrize("message", PASS)
def test_what_the_page_says_passes(message: Message) -> None:
    assert Door().lets_in(message)


@pytest.mark.parametrize("message", STOP)
def test_nothing_else_passes(message: Message) -> None:
    assert not Door().lets_in(message)


def test_only_what_was_opened_here_is_closed_and_only_so_many_are_opened() -> None:
    door = Door()
    assert door.lets_in(said("comm_open", comm_id="a", target_name=CONTROL))
    assert door.lets_in(said("comm_close", comm_id="a"))
    assert not door.lets_in(said("comm_close", comm_id="a"))
    opened = [door.lets_in(said("comm_open", comm_id=f"{n}", target_name=CONTROL)) for n in range(20)]
    assert opened == [True] * (MOST_OPENED - 1) + [False] * (21 - MOST_OPENED)
