"""A function defined over several cells of a notebook: the line that failed is told, and no file."""

from __future__ import annotations

import linecache
from typing import Any

from explorer.core.mistakes.answer import failure_of


def cell(name: str, source: str, known: dict[str, Any]) -> dict[str, Any]:
    """Run a cell as a kernel does: under a file name of its own, which shows its lines."""
    file = f"/tmp/ipykernel_7/{name}.py"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    exec(compile(source, file, "exec"), known)
    return known


def test_the_deepest_line_of_any_cell_is_told_without_a_files_name() -> None:
    known = cell("3400", "def cut(wide):\n    here = 1\n    return wide.nothing\n", {})
    known = cell("7718", "def attention(wide):\n    return cut(wide)\n", known)
    try:
        known["attention"](3)
    except AttributeError as error:
        failure = failure_of(error, known["attention"])
    assert (failure.number, failure.line, failure.file) == (3, "return wide.nothing", "")
    assert (
        failure.text
        == "AttributeError: 'int' object has no attribute 'nothing' (line 3: `return wide.nothing`)"
    )
