"""What a kernel still says when its page has gone is nobody's fault."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from explorer.serving.flow import Flow
from explorer.serving.guards import GuardedKernelSocket


@pytest.mark.parametrize("message", ['{"channel": "iopub"}', b"\x00\x00\x00\x01\x00\x00\x00\x08{}"])
def test_a_message_to_a_page_that_has_gone_is_let_go(message: str | bytes) -> None:
    socket = GuardedKernelSocket.__new__(GuardedKernelSocket)  # as one is after its end, without a server
    socket._is_v1, socket._flow, socket.ws_connection = False, Flow(), None
    assert socket.write_message(message, isinstance(message, bytes)) is None


class Closing:
    """A connection whose client has gone, which nobody has noticed."""

    def is_closing(self) -> bool:
        """Say that it can't be sent to any more."""
        return True


def test_whoever_is_found_to_have_gone_while_their_message_waits_is_waited_for_no_longer() -> None:
    """A waiting message keeps the rest from being read, and so from being seen to have ended."""

    async def wait() -> None:
        socket: Any = GuardedKernelSocket.__new__(GuardedKernelSocket)
        socket._flow, socket.ws_connection = Flow(most_bytes=1), Closing()
        socket._flow.sending(1)  # taken by nobody, ever
        waiting = asyncio.ensure_future(socket._hand_on_later(b"", None))
        await asyncio.sleep(0)
        assert not waiting.done()
        socket.send_ping()
        await asyncio.wait_for(waiting, 5)  # and is not handed on: there is no message

    asyncio.run(wait())
