"""Each notebook is executed once, however many tests read what it printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest

from tests.notebooks.opened import run


@pytest.fixture(scope="session")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], nbformat.NotebookNode]:
    """Call it with a notebook's file: its executed copy, run when first asked for."""
    done: dict[Path, nbformat.NotebookNode] = {}

    def ask(path: Path) -> nbformat.NotebookNode:
        if path not in done:
            done[path] = run(path, tmp_path_factory.mktemp(path.stem))
        return done[path]

    return ask
