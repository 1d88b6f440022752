"""A notebook with two explorers, opened in JupyterLab."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import nbformat
from playwright.sync_api import Locator, Page, expect

from tests.servers import Server

OpenPage = Callable[..., Page]
IDS = """(root) => [...root.querySelectorAll('[id]')].map((element) => element.id)"""
# Without a kernel's name JupyterLab would ask for one.
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
_serial = count(1)  # JupyterLab asks about a file that is written anew while it stands open


def write_notebook(*sources: str) -> str:
    """Write a notebook of code cells."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": KERNEL}))


def open_two(page: Page, server: Server, lab_page: OpenPage, *sources: str) -> tuple[Locator, Locator]:
    """Open a notebook in which two cells show an explorer each, one below the other, both in view."""
    name = f"two-{next(_serial)}.ipynb"
    (server.log.parent / "copy" / name).write_text(write_notebook("import explorer as ex", *sources))
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1600, "height": 4000})  # JupyterLab draws only what is in view
    lab_page(name)
    roots = page.locator(".attention-shapes")
    expect(roots).to_have_count(2)
    one, other = roots.nth(0), roots.nth(1)
    for root in (one, other):
        root.locator(".as-picture svg").wait_for()
    return one, other
