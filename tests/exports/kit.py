"""Reading what was written: PDFs as text, worksheets as cells."""

from __future__ import annotations

import re
from pathlib import Path

from pypdf import PdfReader

import explorer as ex
from explorer.scene.display import Cell, Scene

SHEETS = {
    "pencil": (ex.Config(), 0),
    "drawn": (ex.Config(), 7),
    "one": (ex.Config(tokens=1, heads=1, head_dim=1), 1),
    "largest": (ex.Config(tokens=6, heads=4, head_dim=4, window=3), 3),
    "wide": (ex.Config(tokens=6, heads=4, head_dim=4, window=None, causal=False, scale="width"), 5),
    "poured": (ex.Config(tokens=4, heads=3, head_dim=2, source="poured", scale="none"), 2),
    "poured, largest": (ex.Config(tokens=6, heads=4, head_dim=4, source="poured"), 9),
    "by hand": (ex.Config(by_hand=((0, 2, True),), labels=("The", "grandmother", "sat")), 4),
    "beside itself": (ex.Config(tokens=4, window=1, window_counts_self=False), 6),
}
"""Configurations and seeds of worksheets."""


def texts(path: Path) -> list[str]:
    """Read the text of each page."""
    return [page.extract_text() for page in PdfReader(path).pages]


def tight(text: str) -> str:
    """Take the spaces out: where letters stand apart is a matter of opinion among readers of PDFs."""
    return "".join(text.split())


def drawn(page: Scene) -> list[str]:
    """List what a page has on it as text, whatever its place."""
    cells = [cell.text for cell in page.cells() if cell.text]
    return cells + [mark.text for mark in page.marks if hasattr(mark, "text")]


def halves(pages: tuple[Scene, ...]) -> tuple[list[Scene], list[Scene]]:
    """Part the pages for the class from those with the answers."""
    answers = [page for page in pages if page.alt.startswith("answers")]
    return [page for page in pages if page not in answers], answers


def cells(pages: list[Scene], role: str | None = None) -> dict[str, Cell]:
    """Find every cell by its name."""
    return {cell.identity: cell for page in pages for cell in page.cells(role)}


def numbers(text: str) -> set[str]:
    """Find the numbers in a text."""
    return set(re.findall(r"-?\d+(?:\.\d+)?", text))
