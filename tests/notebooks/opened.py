"""A notebook as its file is, and as it is after it ran; for the tests of any of them."""

from __future__ import annotations

import os
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"


def read(path: Path) -> nbformat.NotebookNode:
    """Open a notebook's file."""
    return nbformat.read(path, as_version=4)


def run(path: Path, folder: Path) -> nbformat.NotebookNode:
    """Execute a notebook in an empty folder, in a kernel that finds this checkout; return it with outputs."""
    notebook = read(path)
    found = os.pathsep.join(part for part in (str(ROOT), os.environ.get("PYTHONPATH")) if part)
    client = NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    client.execute(env={**os.environ, "PYTHONPATH": found})
    return notebook


def code_of(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """Leave the prose out."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def printed(notebook: nbformat.NotebookNode, source_part: str) -> str:
    """What the one code cell that holds this text printed."""
    (cell,) = [cell for cell in code_of(notebook) if source_part in cell.source]
    return "".join(out.text for out in cell.outputs if out.get("name") == "stdout")
