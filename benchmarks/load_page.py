"""A learner in real Chromium: the page's own clock tells when pixels change."""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Browser, ConsoleMessage, Locator, Response
from playwright.async_api import Error as PlaywrightError

from benchmarks.load_learner import Record
from benchmarks.load_plan import EVERY, QUERY, SLIDERS, next_move, only_loopback

__all__ = ["Watched", "files_of"]

CLOCK = Path(__file__).with_name("clock.js")
CONTROL = ".as-walk-next"
ASKED_FOR = "() => performance.getEntriesByType('resource').map((each) => each.name)"


class Watched:
    """One learner in a browser context, and so in a tab, of their own.

    Parameters
    ----------
    browser : Browser
    url : str
    name : str
    """

    def __init__(self, browser: Browser, url: str, name: str) -> None:
        self._browser = browser
        self._url = only_loopback(url)
        self.record = Record(name, "chromium")
        self._chance = random.Random(name)
        self._leaves = False

    async def stay(self, arrives: float, leaves: float) -> Record:
        """Arrive, open the page, move a slider every two seconds by its key; the page stays open.

        Parameters
        ----------
        arrives, leaves : float
            By `time.monotonic`.

        Returns
        -------
        Record
        """
        try:
            await asyncio.sleep(max(0.0, arrives - time.monotonic()))
            await self.open()
            while (begin := time.monotonic()) < leaves:
                await self._move()
                await asyncio.sleep(max(0.0, min(leaves, begin + EVERY) - time.monotonic()))
        except (PlaywrightError, TimeoutError, LookupError) as error:
            self.record.errors.append(f"{type(error).__name__}: {error}".splitlines()[0][:300])
            self.record.dead = True
        return self.record

    async def open(self) -> None:
        """Open the page, and time its first control."""
        context = await self._browser.new_context(viewport={"width": 1280, "height": 800})
        await context.add_init_script(path=CLOCK)
        self.page = await context.new_page()
        self.page.set_default_timeout(60_000)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self._note(f"a script failed: {error}"))
        self.page.on("response", self._response)
        self.page.on("crash", lambda _: self._note("the tab crashed"))
        await self.page.goto(self._url + QUERY, wait_until="commit")
        first = await self.page.evaluate("control => bench.first(control)", CONTROL)
        self.record.first_control, self.record.ready_at = first / 1000, time.monotonic()
        await self.page.wait_for_load_state("load")
        config = await self.page.locator("#jupyter-config-data").text_content() or ""
        self.record.kernel_id = json.loads(config)["kernelId"]
        await self.page.evaluate("bench.settled('ours')")
        await self.page.locator(".as-tabs button", has_text="sizes").click()
        await self.page.evaluate("bench.settled('ours')")

    async def leave(self) -> None:
        """Go elsewhere: the page says goodbye."""
        self._leaves = True
        with suppress(PlaywrightError):  # a page that is dead already is counted already
            await self.page.goto("about:blank")

    async def kill(self) -> None:
        """Kill the tab's process: nothing of the page runs any more, no goodbye is said."""
        self._leaves = True
        with suppress(PlaywrightError, TimeoutError):  # the order's own answer dies with the tab
            devtools = await self.page.context.new_cdp_session(self.page)
            await asyncio.wait_for(devtools.send("Page.crash"), 3)

    async def _move(self) -> None:
        sliders = {name: await self._bounds(name) for name in SLIDERS}
        name, to = next_move(sliders, self._chance)
        await self._handle(name).focus()
        await self.page.evaluate("bench.arm('ours')")
        start = time.monotonic()
        await self.page.keyboard.press("ArrowRight" if to > sliders[name][0] else "ArrowLeft")
        change = await self.page.evaluate("bench.done()")  # it fails by itself after 30 s
        self.record.answers.append((start, change["total"] / 1000))
        if change["blank"]:
            self._note(f"{change['blank']} blank frames")
        if await self.page.locator("#connection").is_visible():
            raise LookupError(f"the page says: {await self.page.locator('#connection').inner_text()}")

    def _handle(self, name: str) -> Locator:
        return self.page.locator(f".as-slider-{name} .noUi-handle")

    async def _bounds(self, name: str) -> tuple[int, int, int]:
        """Read where a slider is, and from where to where it goes."""
        handle = self._handle(name)
        now, low, high = [
            round(float(await handle.get_attribute(f"aria-value{what}") or "nan"))
            for what in ("now", "min", "max")
        ]
        return now, low, high

    def _note(self, what: str) -> None:
        if not self._leaves:
            self.record.errors.append(what[:300])

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note(f"the console says: {message.text}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"{urlsplit(response.url).path} was answered {response.status}")


async def files_of(browser: Browser, url: str) -> list[str]:
    """Open the page once, and list what a browser loads with it.

    Parameters
    ----------
    browser : Browser
    url : str

    Returns
    -------
    list of str
        Paths with their query strings, each once, in the order in which they were asked for.
    """
    scout = Watched(browser, url, "scout")
    await scout.open()
    asked: list[str] = await scout.page.evaluate(ASKED_FOR)
    await scout.leave()
    await scout.page.context.close()
    parts = [urlsplit(each) for each in asked if each.startswith(url)]
    paths = [f"{each.path}?{each.query}".rstrip("?") for each in parts if "/api/" not in each.path]
    return list(dict.fromkeys(paths))
