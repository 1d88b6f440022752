"""A person at either page: makes one change by real keys and clicks, and the page's own clock times it."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

import psutil  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Locator

import explorer as ex
from benchmarks.plan import SIZES, Move
from benchmarks.summary import Change
from tests.servers import Server

__all__ = ["Driver", "Ours", "Rival"]

CLOCK = Path(__file__).with_name("clock.js")
FORTH, BACK = "ArrowRight", "ArrowLeft"
FRAME = 1 / 60  # seconds
PRESS = 0.08  # seconds that a finger is down on the button of a mouse


class Driver:
    """A page that somebody has opened, with an empty browser cache and a new kernel.

    Parameters
    ----------
    browser : Browser
    server : Server

    Attributes
    ----------
    first_control, first_picture : float
        Milliseconds from asking for the page.
    """

    name = ""
    control = ""
    source = ""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.server = server
        self._chance = random.Random(0)  # both pages wait alike
        self.context = browser.new_context(viewport={"width": 1280, "height": 800}, device_scale_factor=1)
        self.context.add_init_script(path=CLOCK)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.page.goto(server.url, wait_until="commit")
        self.first_control, self.first_picture = self.page.evaluate(
            "([control, name]) => Promise.all([bench.first(control), bench.firstPicture(name)])",
            [self.control, self.name],
        )
        self.page.wait_for_load_state("load")
        config = self.page.locator("#jupyter-config-data").text_content() or ""
        self.kernel_id: str = json.loads(config)["kernelId"]
        self.settle()

    def close(self) -> None:
        """Leave the page, which ends its kernel."""
        self.page.goto("about:blank")
        self.context.close()

    def kernel(self) -> psutil.Process:
        """Find the page's kernel."""
        return self.server.kernel(self.kernel_id)

    def settle(self) -> None:
        """Wait until the kernel has said everything and nothing moves."""
        self.page.evaluate("name => bench.settled(name)", self.name)

    def go(self, move: Move) -> None:
        """Go to where a change is to be made, untimed."""
        raise NotImplementedError

    def change(self, move: Move) -> Change:
        """Make a change, and time it.

        Parameters
        ----------
        move : Move

        Returns
        -------
        Change
        """
        key = FORTH if move.way > 0 else BACK
        slider = self.slider(move)
        clicks = move.kind not in ("step", "size")
        if clicks:
            self.page.locator(self.source).nth(1 if move.way > 0 else 0).hover()
        elif slider is not None:
            slider.focus()
        self.page.evaluate("name => bench.arm(name)", self.name)
        # A hand is in no step with the screen. The driver is: it waits for a frame after each move of its
        # own, so that without this pause every click would fall at the same place between two frames.
        time.sleep(self._chance.random() * FRAME)
        if clicks:
            self.page.mouse.down()
            # Let go in the same moment, the click would come while the page draws the button as pressed.
            time.sleep(PRESS + self._chance.random() * FRAME)
            self.page.mouse.up()
        else:
            self.page.keyboard.press(key)
        return Change(self.name, move.kind, move.sizes, **self.page.evaluate("bench.done()"))

    def slider(self, move: Move) -> Locator | None:
        """Find the handle that a key moves; None where the key is the page's own."""
        raise NotImplementedError


class Ours(Driver):
    """The explorer's page."""

    name = "ours"
    control = ".as-walk-next"
    source = ".as-source button"

    def go(self, move: Move) -> None:
        """Type the sizes, press the step's button."""
        self.open_tab("sizes")
        for size, value in SIZES[move.sizes].items():
            box = self.page.locator(f".as-number-{size} input")
            if box.input_value() != str(value):
                box.fill(str(value))
                box.press("Enter")
                self.settle()
        self.open_tab("numbers" if move.kind.startswith("value") else "sizes")
        self.page.locator(f".as-step-{move.stand}").click()
        self.settle()

    def open_tab(self, name: str) -> None:
        """Show what is to be changed."""
        self.page.locator(".as-tabs button", has_text=name).click()
        self.settle()

    def slider(self, move: Move) -> Locator | None:
        """Find the handle of T."""
        return self.page.locator(".as-slider-tokens .noUi-handle") if move.kind == "size" else None

    def press_matplotlib(self) -> None:
        """Ask for matplotlib's drawing, and wait for it."""
        self.page.locator(".as-matplotlib").click()
        self.settle()


class Rival(Driver):
    """The notebook with `interact` and pyplot."""

    name = "rival"
    control = ".widget-interact .noUi-handle"
    source = ".widget-interact .widget-toggle-buttons button"
    order = ("step", "tokens", "heads", "head_dim")

    def go(self, move: Move) -> None:
        """Move every slider by its keys."""
        for name, value in {**SIZES[move.sizes], "step": ex.STEP_NAMES.index(move.stand)}.items():
            handle = self._handle(name)
            by = value - round(float(handle.get_attribute("aria-valuenow") or "nan"))
            for _ in range(abs(by)):
                handle.press(FORTH if by > 0 else BACK)
                self.settle()

    def slider(self, move: Move) -> Locator | None:
        """Find the handle of the step, or of T."""
        names = {"step": "step", "size": "tokens"}
        return self._handle(names[move.kind]) if move.kind in names else None

    def _handle(self, name: str) -> Locator:
        return self.page.locator(self.control).nth(self.order.index(name))
