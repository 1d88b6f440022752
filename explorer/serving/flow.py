"""How much of a client's may be on its way: past that, its next message is not read until some is done."""

from __future__ import annotations

import asyncio

__all__ = ["Flow"]

MOST_MESSAGES = 32
MOST_BYTES = 8 * 2**20
PATIENCE = 60.0  # seconds, as long as a cell may take


class Flow:
    """Counts what a kernel has not answered yet, and what a client has not taken yet.

    The server keeps both in its memory, and a flood from one page would fill that for everybody. While a
    message waits for room the next is not read: the network holds the client back.

    Parameters
    ----------
    most_messages : int
        Messages that the kernel has not answered.
    most_bytes : int
        Their bytes; and, apart from that, the bytes on their way to the client.

    Examples
    --------
    >>> flow = Flow(most_messages=1)
    >>> flow.has_room
    True
    >>> flow.asked("1", 100)
    >>> flow.has_room
    False
    >>> flow.answered("1")
    >>> flow.has_room
    True
    """

    def __init__(self, most_messages: int = MOST_MESSAGES, most_bytes: int = MOST_BYTES) -> None:
        self._most_messages = most_messages
        self._most_bytes = most_bytes
        self._unanswered: dict[str, int] = {}  # the bytes of each, in the order in which they came
        self._asked_bytes = 0
        self._untaken = 0
        self._is_over = False
        self._changed = asyncio.Event()

    @property
    def has_room(self) -> bool:
        """Whether another message may go on to the kernel now."""
        return self._is_over or (
            len(self._unanswered) < self._most_messages
            and self._asked_bytes < self._most_bytes
            and self._untaken < self._most_bytes
        )

    async def room(self, patience: float = PATIENCE) -> None:
        """Wait until there is room.

        Parameters
        ----------
        patience : float
            Seconds after which what was not answered is given up.
        """
        while not self.has_room:
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), patience)
            except TimeoutError:
                self._give_up()

    def asked(self, id_: str, size: int) -> None:
        """Note that a message goes on to the kernel."""
        self._asked_bytes += size - self._unanswered.pop(id_, 0)
        self._unanswered[id_] = size

    def answered(self, id_: str) -> None:
        """Note that the kernel is done with a message, and so with all before it: it takes them in turn."""
        if id_ not in self._unanswered:
            return
        for each in list(self._unanswered):
            self._asked_bytes -= self._unanswered.pop(each)
            if each == id_:
                break
        self._changed.set()

    def sending(self, size: int) -> None:
        """Note that a message goes out to the client."""
        self._untaken += size

    def taken(self, size: int) -> None:
        """Note that one has gone out."""
        self._untaken -= size
        self._changed.set()

    def end(self) -> None:
        """Note that the client has gone: nothing is waited for any more."""
        self._is_over = True
        self._changed.set()

    def _give_up(self) -> None:
        """Take the answers for lost: a kernel drops some that come faster than they are read."""
        self._unanswered.clear()
        self._asked_bytes = 0
