"""The kernels: who is connected to each, and why each one ended."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.web import HTTPError

from explorer.serving.culling import Limits, why_over

__all__ = ["Kernels"]

REMEMBERED = 1000  # kernels of which it is known why they ended


@dataclass
class Presence:
    """How many pages hold a websocket to a kernel, and since when none does."""

    sockets: int = 0
    alone_since: float = math.inf  # until its page is sent, which is when somebody can connect


class Kernels(AsyncMappingKernelManager):
    """Jupyter's manager, which also knows when somebody was last there and says when a kernel is gone.

    Attributes
    ----------
    when_gone : callable
        Called with a kernel's id and with why it ended, once, whatever it was that ended it.
    """

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.when_gone: Callable[[str, str], None] | None = None
        self._present: dict[str, Presence] = {}
        self._why: dict[str, str] = {}
        self._ended: dict[str, str] = {}  # the latest, for pages that ask what became of theirs

    def give_away(self, kernel_id: str) -> None:
        """Say that a kernel is a learner's now."""
        self._present[kernel_id] = Presence()

    def page_is_sent(self, kernel_id: str) -> None:
        """Say that a learner has the page: from now on the kernel's time counts."""
        if kernel_id in self._present:
            self._present[kernel_id].alone_since = time.monotonic()

    def notify_connect(self, kernel_id: str) -> None:
        """Count a websocket that opened."""
        super().notify_connect(kernel_id)
        if kernel_id in self._present:
            self._present[kernel_id].sockets += 1

    def notify_disconnect(self, kernel_id: str) -> None:
        """Count a websocket that closed."""
        super().notify_disconnect(kernel_id)
        if kernel_id in self._present:
            presence = self._present[kernel_id]
            presence.sockets = max(0, presence.sockets - 1)  # Jupyter may say twice that one has closed
            presence.alone_since = time.monotonic()

    async def end(self, kernel_id: str, why: str) -> None:
        """End a kernel, if it is still there."""
        if kernel_id in self:
            self._why.setdefault(kernel_id, why)
            await self.shutdown_kernel(kernel_id)

    async def _async_shutdown_kernel(
        self, kernel_id: str, now: bool | None = False, restart: bool | None = False
    ) -> None:
        del now
        if kernel_id in self:  # who asks without a reason is a page that says goodbye
            self._why.setdefault(kernel_id, "left")
        # A kernel of ours has nothing to save. Asked to stop, it would first finish what it does, and then
        # complain that nobody listens to it any more.
        await super()._async_shutdown_kernel(kernel_id, now=True, restart=restart)

    # As Jupyter does: what its own base class calls a function is a coroutine here.
    shutdown_kernel = _async_shutdown_kernel  # type: ignore[assignment]

    async def _async_shutdown_all(self, now: bool = False) -> None:
        for kernel_id in self.list_kernel_ids():
            self._why.setdefault(kernel_id, "stopped")
        await super()._async_shutdown_all(now=now)

    shutdown_all = _async_shutdown_all  # type: ignore[assignment]

    def remove_kernel(self, kernel_id: str) -> Any:
        """Forget a kernel that is gone: every way to end passes here."""
        was_there = kernel_id in self
        removed = super().remove_kernel(kernel_id)
        self._present.pop(kernel_id, None)
        why = self._why.pop(kernel_id, "died")
        if was_there:
            self._ended[kernel_id] = why
            if len(self._ended) > REMEMBERED:
                del self._ended[next(iter(self._ended))]
        if was_there and self.when_gone is not None:
            self.when_gone(kernel_id, why)
        return removed

    def _check_kernel_id(self, kernel_id: str) -> None:
        if kernel_id not in self and kernel_id in self._ended:
            raise HTTPError(404, f"ended: {self._ended[kernel_id]}")  # connection.js reads it
        super()._check_kernel_id(kernel_id)

    def alone_longest(self, seconds: float) -> str | None:
        """Find the kernel that has been without its page longest, if that is so many seconds at least.

        Parameters
        ----------
        seconds : float

        Returns
        -------
        str or None
            Its id.
        """
        last = time.monotonic() - seconds
        since = {
            kernel_id: presence.alone_since
            for kernel_id, presence in self._present.items()
            if kernel_id in self and not presence.sockets and presence.alone_since <= last
        }
        return min(since, key=since.__getitem__, default=None)

    async def end_what_is_over(self, limits: Limits) -> None:
        """End each kernel whose learner is away or does nothing; those that wait for one are left alone."""
        now = time.monotonic()
        over = {}
        for kernel_id, presence in self._present.items():
            if kernel_id in self:
                kernel: Any = self.get_kernel(kernel_id)  # with what Jupyter's server hangs onto it
                idle = datetime.now(UTC) - kernel.last_activity
                over[kernel_id] = why_over(
                    limits,
                    connected=presence.sockets > 0,
                    alone_for=now - presence.alone_since,
                    idle_for=idle.total_seconds(),
                )
        # One that something else ends at the same moment is not there any more, which is what was wanted.
        ends = [self.end(kernel_id, why) for kernel_id, why in over.items() if why is not None]
        await asyncio.gather(*ends, return_exceptions=True)
