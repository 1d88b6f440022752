"""A session: one kernel and the page that it writes, started ahead of its learner or with them.

What is Voila's own affair stands in this module alone. Voila has a pool too. It starts all its kernels at
once, gives one away before it is warm, starts any number more when it is empty, and lets each notebook wait
at a websocket that anybody may hold open in its stead. Ours waits in the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from typing import Any

from jupyter_server.utils import ApiPath
from voila.notebook_renderer import NotebookRenderer
from voila.utils import ENV_VARIABLE, get_page_config

from explorer.serving.kernels import Kernels
from explorer.serving.log import start_failed

__all__ = ["Session", "Workshop"]

LONGEST_START = 60.0  # seconds
PATIENCE = 8.0  # seconds without a word, after which learners reload and proxies hang up
# What takes longest in a cell of ours. A notebook that needs nothing of it is not harmed.
WARM_UP = "import explorer.app, explorer.serving.visit"
BUSY = "<script>loadingSays('busy')</script>\n"  # template/loading.html.j2 has the words
FAILED = "<script>loadingSays('failed')</script>\n"


class Renderer(NotebookRenderer):
    """Voila's writer of pages, which starts its kernel when it may and waits before the first cell."""

    session: Session

    async def _jinja_kernel_start(self, nb: Any, kernel_id: Any, kernel_future: Any) -> str:
        del kernel_id, kernel_future  # there is none yet
        await self.session.may_start.wait()
        name = await self.session.start_kernel(nb.metadata.kernelspec.name)
        kernel_id = await super()._jinja_kernel_start(nb, name, self.session.manager.get_kernel(name))
        await self._run(WARM_UP)
        self.session.is_warm.set_result(None)
        return kernel_id

    async def _jinja_cell_generator(self, nb: Any, kernel_id: str) -> AsyncIterator[Any]:
        query = await self.session.query
        await self._run(f"import os; os.environ.update(QUERY_STRING={query!r})")
        async for cell in super()._jinja_cell_generator(nb, kernel_id):
            yield cell

    async def _run(self, code: str) -> None:
        answer = await self.executor.kc.execute(
            code, silent=True, allow_stdin=False, reply=True, timeout=LONGEST_START
        )
        if answer["content"]["status"] != "ok":
            raise RuntimeError(f"the kernel could not run its first line: {answer['content'].get('evalue')}")


class Workshop:
    """Makes sessions: what is the same for all of them is read once.

    Parameters
    ----------
    server : voila.app.Voila
        With its settings made.
    """

    def __init__(self, server: Any) -> None:
        self.server = server
        self.manager: Kernels = server.kernel_manager
        self.sessions: dict[str, Session] = {}  # by their kernels
        self.writing: set[asyncio.Task[None]] = set()
        self.starting: set[asyncio.Future[str]] = set()
        self.notebook = os.path.relpath(server.notebook_path, server.root_dir)
        self._page_config = get_page_config(
            base_url=server.base_url,
            settings=server.app.settings,
            log=server.log,
            voila_configuration=server.voila_configuration,
        )

    def make(self) -> Session:
        """Make a session, not started yet."""
        return Session(self)

    async def close(self) -> None:
        """Write no more, and see those kernels through that are half started: they can be ended then."""
        for task in self.writing:
            task.cancel()
        await asyncio.gather(*self.writing, *self.starting, return_exceptions=True)

    async def renderer(self, session: Session) -> Renderer:
        """Make the writer of a session's page."""
        server = self.server
        renderer = Renderer(
            voila_configuration=server.voila_configuration,
            traitlet_config=server.config,
            notebook_path=self.notebook,
            template_paths=server.template_paths,
            config_manager=server.config_manager,
            contents_manager=server.contents_manager,
            base_url=server.base_url,
            kernel_spec_manager=server.kernel_spec_manager,
            page_config=self._page_config,
            mathjax_config=server.app.settings.get("mathjax_config"),
            mathjax_url=server.app.settings.get("mathjax_url"),
        )
        renderer.session = session
        await renderer.initialize()
        return renderer

    def environment(self) -> dict[str, str]:
        """Give the environment of a kernel: ours, and what Voila's has besides."""
        return {
            **os.environ,
            ENV_VARIABLE.VOILA_PREHEAT.value: "False",
            ENV_VARIABLE.VOILA_BASE_URL.value: self.server.base_url,
            ENV_VARIABLE.VOILA_SERVER_URL.value: self.server.server_url,
            "QUERY_STRING": "",
            # The debugger that comes with a kernel would write four lines of doubts about itself in our log.
            "PYDEVD_DISABLE_FILE_VALIDATION": "1",
        }


class Session:
    """One kernel and its page.

    Parameters
    ----------
    workshop : Workshop

    Attributes
    ----------
    kernel_id : str or None
        None until there is a kernel.
    ended : bool
    """

    def __init__(self, workshop: Workshop) -> None:
        loop = asyncio.get_running_loop()
        self.manager = workshop.manager
        self.kernel_id: str | None = None
        self.ended = False
        self.may_start = asyncio.Event()
        self.is_warm: asyncio.Future[None] = loop.create_future()
        self.query: asyncio.Future[str] = loop.create_future()
        self._is_given = False
        self._workshop = workshop
        self._failure: Exception | None = None
        self._kernel_start: asyncio.Future[str] | None = None
        self._snippets: asyncio.Queue[str | None] = asyncio.Queue()
        self._writing = loop.create_task(self._write())
        workshop.writing.add(self._writing)
        self._writing.add_done_callback(workshop.writing.discard)

    async def start(self) -> None:
        """Start the kernel, until it waits for its learner.

        Raises
        ------
        Exception
            If it does not start; the session has then ended. Not where its learner has gone meanwhile.
        """
        self.may_start.set()
        done, _ = await asyncio.wait(
            {self._writing, self.is_warm}, timeout=LONGEST_START, return_when=asyncio.FIRST_COMPLETED
        )
        if not done:
            self._fail(TimeoutError(f"not ready after {LONGEST_START:.0f} s"))
        if self._failure is not None:
            await self.end("failed")
            raise self._failure

    async def start_kernel(self, kernel_name: str) -> str:
        """Start the kernel itself."""
        self._kernel_start = asyncio.ensure_future(
            self.manager.start_kernel(
                kernel_name=kernel_name,
                path=ApiPath(""),  # the notebook's folder, which is the server's
                env=self._workshop.environment(),
            )
        )
        self._workshop.starting.add(self._kernel_start)
        self._kernel_start.add_done_callback(self._workshop.starting.discard)
        # Shielded: a process that is half started when its learner leaves would be nobody's to end.
        self.kernel_id = await asyncio.shield(self._kernel_start)
        self._workshop.sessions[self.kernel_id] = self
        if self._is_given:
            self.manager.give_away(self.kernel_id)
        return self.kernel_id

    def given_away(self) -> None:
        """Take note that it is a learner's."""
        self._is_given = True
        if self.kernel_id is not None:
            self.manager.give_away(self.kernel_id)

    async def page(self, query: str) -> AsyncIterator[str]:
        """Write the page for the learner who came.

        Parameters
        ----------
        query : str
            The query string of their address.

        Yields
        ------
        str
            What there is of it so far, as soon as it is there.
        """
        if not self.query.done():
            self.query.set_result(query)
        begun = False
        while True:
            try:
                snippet = await asyncio.wait_for(self._snippets.get(), PATIENCE)
            except TimeoutError:
                snippet = BUSY
            if snippet is None:
                break
            if begun or snippet not in (BUSY, FAILED):
                begun = True
                yield snippet
            elif snippet == FAILED:
                raise self._failure or RuntimeError("it ended before it began")
        if self.kernel_id is not None:
            self.manager.page_is_sent(self.kernel_id)

    async def end(self, why: str) -> None:
        """End the session and its kernel, if it has not ended."""
        self.ended = True
        self._writing.cancel()
        if self._kernel_start is not None:
            with contextlib.suppress(Exception):  # one that can't start need not be ended
                self.kernel_id = await asyncio.shield(self._kernel_start)
        if self.kernel_id is not None:
            await self.manager.end(self.kernel_id, why)

    def kernel_is_gone(self, why: str) -> None:
        """Take note that the kernel has ended, and why."""
        if why == "died" and not self.is_warm.done():
            self._fail(RuntimeError("its kernel died"))
        self.ended = True
        self._writing.cancel()

    def _fail(self, error: Exception) -> None:
        self._failure = error
        start_failed(error)

    async def _write(self) -> None:
        renderer = None
        try:
            renderer = await self._workshop.renderer(self)
            async for snippet, _ in renderer.generate_content_generator(None, None):
                self._snippets.put_nowait(snippet)
        except Exception as error:
            self.ended = True
            self._fail(error)
            self._snippets.put_nowait(FAILED)
        except asyncio.CancelledError:
            self._snippets.put_nowait(FAILED)
            raise
        finally:
            self._snippets.put_nowait(None)
            if executor := getattr(renderer, "executor", None):
                executor.kc.stop_channels()
