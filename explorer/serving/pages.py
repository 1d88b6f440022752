"""The addresses of our own: the page, the lesson beside it, and how the server is."""

from __future__ import annotations

from typing import Any

from jupyter_server.base.handlers import JupyterHandler
from tornado.iostream import StreamClosedError
from tornado.web import HTTPError, RequestHandler, StaticFileHandler
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler

from explorer.errors import ExplorerError
from explorer.serving import log
from explorer.serving.guards import GuardedKernelSocket
from explorer.serving.hosts import KnownHost
from explorer.serving.lesson_file import LessonFile
from explorer.serving.plain_errors import PlainErrors
from explorer.serving.room import Room

__all__ = ["HealthHandler", "LessonHandler", "PageHandler", "log_refusal"]

RETRY = 15  # seconds
STRANGE = (
    "This server does not answer to the name in the address. Whoever runs it can give it that name: "
    "attention-shapes serve --host NAME\n"
)


def never_stored(handler: RequestHandler) -> None:
    """Ask browser and proxies to keep no copy: the page is its kernel's, and another time it is another's."""
    handler.set_header("Cache-Control", "no-store, must-revalidate")


class PageHandler(KnownHost, BaseVoilaHandler):
    """The page: a place, a session, and what the session writes; or that the class is full."""

    def initialize(self, room: Room, **kwargs: Any) -> None:
        """Take what the server gives to all who ask."""
        super().initialize(**kwargs)
        self._room = room

    async def get(self, path: str = "") -> None:
        """Write the page."""
        if path:
            raise HTTPError(404)
        # A picture or a frame on somebody else's site, with our address for its source, would take a place.
        if self.request.headers.get("Sec-Fetch-Dest", "document") != "document":
            raise HTTPError(403)
        never_stored(self)
        visit = await self._room.enter()
        if visit is None:
            self.set_status(503)
            self.set_header("Retry-After", str(RETRY))
            self.finish(self.render_template("full.html", every=RETRY, **self._room.state()))
            return
        # The page's goodbye needs the `_xsrf` cookie: asking for the token is what sets it. Voila sets none,
        # so that its own page never frees a kernel.
        self.xsrf_token  # noqa: B018
        self.set_header("Content-Type", "text/html; charset=UTF-8")
        has_gone = False
        try:
            async for snippet in visit.session.page(self.request.query):
                self.write(snippet)
                await self.flush()
        except StreamClosedError:
            has_gone = True
        finally:
            # A page that was not sent whole says no goodbye of its own.
            if has_gone or visit.session.ended:
                await self._room.leave(visit, "left" if has_gone else "failed")

    def write_error(self, status_code: int, **details: Any) -> None:
        """Write an error: an address that is no text plainly, for Jupyter's page asks first who is there."""
        if status_code == 403 and not self.check_host():
            self.set_header("Content-Type", "text/plain; charset=UTF-8")
            self.finish(STRANGE)
        elif status_code == 400:
            PlainErrors.write_error(self, status_code, **details)
        else:
            super().write_error(status_code, **details)


class LessonHandler(BaseVoilaHandler):
    """The portable lesson."""

    def initialize(self, lesson: LessonFile, **kwargs: Any) -> None:
        """Take what the server gives to all who ask."""
        super().initialize(**kwargs)
        self._lesson = lesson

    async def get(self) -> None:
        """Send it."""
        try:
            text = await self._lesson.read()
        except ExplorerError as error:
            self.log.error("%s", error)
            raise HTTPError(503, reason="The lesson cannot be written") from error
        self.set_header("Content-Type", "text/html; charset=UTF-8")
        self.set_header("Cache-Control", "max-age=3600")
        self.finish(text)


class HealthHandler(RequestHandler):
    """How many places and sessions there are.

    Costs nothing, and gives no cookie. Whoever looks after servers asks by whatever name or number they know
    it by: the Host header is not looked at.
    """

    def initialize(self, room: Room) -> None:
        """Take what the server gives to all who ask."""
        self._room = room

    def get(self) -> None:
        """Send the counts."""
        never_stored(self)
        self.finish({"status": "ok", **self._room.state()})


def log_refusal(handler: RequestHandler) -> None:
    """Write one line for a request that was refused; Tornado calls this after each.

    Parameters
    ----------
    handler : RequestHandler
    """
    status = handler.get_status()
    if status == 404 and isinstance(handler, VoilaShutdownKernelHandler) and not handler.check_origin():
        log.refused("goodbye from a foreign origin (404)")
    if status != 403:
        return
    if isinstance(handler, JupyterHandler) and not handler.check_host():
        log.refused("a strange host (403)")
    elif isinstance(handler, GuardedKernelSocket):
        log.refused("a foreign origin (403)")
    elif isinstance(handler, VoilaShutdownKernelHandler):
        log.refused("goodbye without its token (403)")
    elif isinstance(handler, StaticFileHandler):
        log.refused("a file (403)")
    else:
        log.refused("403")
