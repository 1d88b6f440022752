"""Nobody runs code in a kernel, or asks it about its own, over the page's websocket."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.serving.attacks.pages import Page, packed
from tests.serving.sockets import connect, kernel_message, kinds_until

pytestmark = pytest.mark.slow

CODE = {
    "execute_request": {
        "silent": False,
        "store_history": False,
        "user_expressions": {},
        "allow_stdin": False,
    },
    "inspect_request": {"cursor_pos": 2, "detail_level": 1},
    "complete_request": {"cursor_pos": 3},
    "history_request": {"hist_access_type": "tail", "n": 5, "output": False, "raw": True},
    "is_complete_request": {},
    "debug_request": {"seq": 1, "type": "request", "command": "initialize", "arguments": {}},
    "create_subshell_request": {},
    "usage_request": {},
    "connect_request": {},
    "input_reply": {"value": "1"},
    "interrupt_request": {},
    "shutdown_request": {"restart": True},
}


@pytest.mark.parametrize("v1", [True, False])
def test_nothing_about_code_is_answered_on_any_channel(page: Page, tmp_path: Path, v1: bool) -> None:
    mark = tmp_path / "it-ran"
    socket = connect(page, v1=v1)
    for channel in ("shell", "control", "stdin", "iopub", "nowhere"):
        for kind, content in CODE.items():
            message = kernel_message(kind, code=f"open({str(mark)!r}, 'w')", **content)
            if v1:
                socket.send_binary(packed(message, channel))
            else:
                socket.send(json.dumps({**message, "channel": channel, "buffers": []}))
    last = kernel_message("kernel_info_request")
    socket.send_binary(packed(last)) if v1 else socket.send(json.dumps({**last, "channel": "shell"}))
    # Messages are answered in order: once the last one is, the others were not going to be.
    came = set(kinds_until(socket, "kernel_info_reply"))
    assert {kind for kind in came if kind.endswith("_reply")} == {"kernel_info_reply"}
    assert not came & {"execute_input", "execute_result", "stream", "error", "debug_event"}
    socket.close()
    assert page.kernel_status() == 200
    assert not mark.exists()
