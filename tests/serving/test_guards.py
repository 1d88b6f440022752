"""What a kernel still says when its page has gone is nobody's fault."""

from __future__ import annotations

import pytest

from explorer.serving.flow import Flow
from explorer.serving.guards import GuardedKernelSocket


@pytest.mark.parametrize("message", ['{"channel": "iopub"}', b"\x00\x00\x00\x01\x00\x00\x00\x08{}"])
def test_a_message_to_a_page_that_has_gone_is_let_go(message: str | bytes) -> None:
    socket = GuardedKernelSocket.__new__(GuardedKernelSocket)  # as one is after its end, without a server
    socket._is_v1, socket._flow, socket.ws_connection = False, Flow(), None
    assert socket.write_message(message, isinstance(message, bytes)) is None
