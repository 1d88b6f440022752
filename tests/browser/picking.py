"""A page of file pickers, and how a person uses them."""

from __future__ import annotations

import hashlib
import json
import random
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.servers import Server

SOURCE = """
import hashlib
import html
import ipywidgets
from explorer.panels.file_picker import FilePicker

def shown(**traits):
    picker, told = FilePicker(**traits), ipywidgets.HTML()

    def tell(name, data):
        told.value = html.escape(f"{name} {len(data)} {hashlib.sha256(data).hexdigest()}")
        picker.said = "<b>Read</b> " + name if name.startswith("said") else ""

    picker.on_file(tell)
    return ipywidgets.VBox([picker, told])

ipywidgets.VBox([
    shown(label="Open numbers", accept=".npz,.csv", most_bytes=8_000_000),
    shown(label="Open a little", most_bytes=1000),
    shown(label="Open nothing", disabled=True),
])
"""


def a_file(name: str, data: bytes) -> dict[str, object]:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


def numbers(size: int) -> bytes:
    return random.Random(size).randbytes(size)


class Picker:
    """One picker on the page, and what the kernel told of the file it got."""

    def __init__(self, page: Page, label: str) -> None:
        self.page = page
        self.root = page.get_by_role("group", name=label, exact=True)
        self.open = self.root.get_by_role("button", name=label, exact=True)
        self.cancel = self.root.get_by_role("button", name="Cancel")
        self.status = self.root.get_by_role("status")
        self.told = page.locator(".widget-vbox", has=self.root).last.locator(".widget-html-content")

    def pick(self, *files: dict[str, object] | Path, key: str | None = None) -> None:
        """Pick a file as a person does: by the button, with the mouse or by a key."""
        with self.page.expect_file_chooser() as chooser:
            if key:
                self.open.press(key)
            else:
                self.open.click()
        chooser.value.set_files(files)

    def progress(self, name: str) -> Locator:
        return self.root.get_by_role("progressbar", name=f"Sending {name}", exact=True)

    def expect_got(self, name: str, data: bytes) -> None:
        expect(self.told).to_have_text(f"{name} {len(data)} {hashlib.sha256(data).hexdigest()}")


class Served:
    """The page with three pickers, the kernel behind it, and each message that the pickers sent."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.server = page, server
        self.sent: list[tuple[str, int]] = []
        page.on("websocket", lambda socket: socket.on("framesent", self._keep))
        page.goto(server.url, wait_until="commit")
        self.numbers, self.little = Picker(page, "Open numbers"), Picker(page, "Open a little")
        self.nothing = Picker(page, "Open nothing")
        self.numbers.open.wait_for()

    def _keep(self, frame: str | bytes) -> None:
        data = frame.encode() if isinstance(frame, str) else frame
        found = re.search(rb'"kind": ?"(start|chunk|cancel)"', data)
        if found:
            self.sent.append((found.group(1).decode(), len(data)))

    @contextmanager
    def kernel_at_rest(self) -> Iterator[None]:
        """Stop the kernel's process for a while: it answers nothing, and then everything."""
        config = self.page.locator("#jupyter-config-data").text_content()
        kernel = self.server.kernel(json.loads(config)["kernelId"])
        kernel.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            kernel.send_signal(signal.SIGCONT)
