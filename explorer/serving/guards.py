"""The guard on the websocket between a page and its kernel."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable
from typing import Any, ClassVar

from tornado.web import HTTPError
from tornado.websocket import WebSocketClosedError
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from explorer.serving.door import Door
from explorer.serving.flow import Flow
from explorer.serving.frames import Message, answered, read_frame
from explorer.serving.hosts import KnownHost
from explorer.serving.log import refused
from explorer.serving.plain_errors import PlainErrors

__all__ = ["GuardedKernelSocket"]

V1 = "v1.kernel.websocket.jupyter.org"
POLICY_VIOLATION = 1008  # the websocket's own code for "not like that"
TOO_MANY = 429  # HTTP's
MOST_SOCKETS = 3
"""A page has one, and for a moment two when it reconnects. Each takes four of ZeroMQ's, of which the whole
server has about a thousand."""
SESSION = re.compile(r"[\w-]{1,64}", re.ASCII)


class GuardedKernelSocket(KnownHost, PlainErrors, VoilaKernelWebsocketHandler):
    """The websocket between a page and its kernel: what the page says passes, and nothing else does."""

    _open_to: ClassVar[Counter[str]] = Counter()  # by kernel

    def initialize(self) -> None:
        """Begin with nothing on its way."""
        super().initialize()
        self._door = Door()
        self._flow = Flow()
        self._has_been_told = False
        self._is_v1 = False
        self._is_shut = False

    async def get(self, kernel_id: str) -> None:
        """Open the websocket, for as long as it lasts.

        Jupyter asks the kernel, and keeps the session's name for ever, before it looks at who asks.
        """
        if self.request.headers.get("Upgrade", "").lower() != "websocket":
            raise HTTPError(400, reason="A websocket is to be opened here")
        if not self.check_origin():
            raise HTTPError(403)
        if not SESSION.fullmatch(self.get_argument("session_id", "")):
            refused("a session without a plain name (400)")
            raise HTTPError(400, reason="The session has no plain name")
        if self._open_to[kernel_id] >= MOST_SOCKETS:
            refused("one websocket too many (429)")
            raise HTTPError(TOO_MANY, reason="This page is open too often")
        self._open_to[kernel_id] += 1
        try:
            await super().get(kernel_id)
        finally:
            self._open_to[kernel_id] -= 1
            if not self._open_to[kernel_id]:
                del self._open_to[kernel_id]

    async def open(self, kernel_id: str) -> None:
        """Begin to talk."""
        self._is_v1 = self.selected_subprotocol == V1
        await super().open(kernel_id)

    def on_message(self, frame: str | bytes) -> Awaitable[None] | None:
        """Hand a client's message to the kernel, if the page could have sent it and the kernel has room."""
        if self._is_shut:
            return None
        message = read_frame(frame, v1=self._is_v1)
        if message is None:
            self._is_shut = True  # what was sent after it still comes in
            refused("a malformed message")
            self.close(POLICY_VIOLATION, "a message that is not what it says it is")
        elif not self._door.lets_in(message):
            if not self._has_been_told:  # once for each websocket: a flood of them fills no log
                refused("a message that the page never sends")
            self._has_been_told = True
        elif self._flow.has_room:
            self._hand_on(frame, message)
        else:
            return self._hand_on_later(frame, message)
        return None

    async def _hand_on_later(self, frame: str | bytes, message: Message) -> None:
        await self._flow.room()
        self._hand_on(frame, message)

    def _hand_on(self, frame: str | bytes, message: Message) -> None:
        # It may have closed while there was no room.
        if self.ws_connection is not None and not self.ws_connection.is_closing():
            self._flow.asked(message.id, message.size)
            super().on_message(frame)

    def send_ping(self) -> None:
        """Ask whether the client is there, and end what waits where it is known to have gone.

        While a message waits for room nothing is read, and so it is only seen here that nobody is there.
        Jupyter would go on asking, and write a traceback for each time.
        """
        if self.ws_connection is not None and self.ws_connection.is_closing():
            self._flow.end()
        else:
            super().send_ping()

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Send a kernel's message to the client.

        Voila reads every binary message as if it were of v1, to hide the source of the cells. One of the
        older form announces astronomically many parts when it is read so: it is sent past Voila's reading.
        """
        if (done := answered(message, v1=self._is_v1)) is not None:
            self._flow.answered(done)
        beyond_voila = isinstance(message, bytes) and not self._is_v1
        write: Any = super(VoilaKernelWebsocketHandler, self) if beyond_voila else super()
        try:
            sent = write.write_message(message, binary)
        except WebSocketClosedError:  # the kernel was still speaking; whoever listened has gone
            return None
        if isinstance(sent, asyncio.Future):
            size = len(message)
            self._flow.sending(size)

            def is_sent(done: asyncio.Future[None]) -> None:
                self._flow.taken(size)
                if not done.cancelled():
                    done.exception()  # that the client has gone is told elsewhere

            sent.add_done_callback(is_sent)
        return sent
