"""The command that runs a learner's own function and says which wrong turn it takes."""

from __future__ import annotations

import argparse
import ast
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from explorer.checking.remote import remote
from explorer.core.influence_grid import Influence
from explorer.core.mistakes.check import sizes_for
from explorer.core.mistakes.judging import judge
from explorer.core.mistakes.report import Report
from explorer.errors import ExplorerError, listed

__all__ = [
    "add_check_options",
    "check_file",
    "exit_code",
    "grid_lines",
    "printed_lines",
    "report_lines",
    "wrapped",
]

WIDTH = 80
_MOST_READ = 4_000_000
_APART = {"+": "sees what it must not", "-": "does not see what it should"}
RIGHT, WRONG, NOT_CHECKED = 0, 1, 2


def add_check_options(command: argparse.ArgumentParser) -> None:
    """Give the command its options.

    Parameters
    ----------
    command : argparse.ArgumentParser
    """
    command.add_argument(
        "function",
        metavar="FILE.py:function",
        help="called as function(query, key, value, heads) on arrays of axes (batch, token, width)",
    )
    command.add_argument(
        "--torch", action="store_true", help="hand it PyTorch's tensors, and take one back (NumPy arrays)"
    )
    command.add_argument(
        "--window", type=int, metavar="W", help="its window, the asking token included (none)"
    )
    command.add_argument(
        "--no-causal", dest="causal", action="store_false", help="its tokens may look ahead (they may not)"
    )
    command.add_argument(
        "--time", type=float, default=10.0, metavar="SECONDS", help="how long it may take (%(default)g)"
    )


def check_file(options: argparse.Namespace) -> Report:
    """Check the function that the options name, in a process of its own.

    Parameters
    ----------
    options : argparse.Namespace

    Returns
    -------
    Report

    Raises
    ------
    ExplorerError
        If it can't be checked: there is no such file or function, it crashes, or takes too long.
    """
    path, name = _place(options.function)
    if not 0 < options.time < 1e6:  # NaN is neither
        raise ExplorerError(
            f"Cannot wait for {options.time:g} seconds: --time is a number above 0 and below a million"
        )
    config = sizes_for(causal=options.causal, window=options.window)
    with remote(path, name, torch=options.torch, seconds=options.time) as asker:
        return judge(asker, config, torch=options.torch)


def exit_code(report: Report) -> int:
    """Say what the command leaves with.

    Parameters
    ----------
    report : Report

    Returns
    -------
    int
        0 for right; 1 for a wrong turn that is known, or other numbers; 2 where there is nothing to compare.
    """
    if report.ok:
        return RIGHT
    return WRONG if report.wrong_turns or report.output is not None else NOT_CHECKED


def report_lines(report: Report) -> Iterator[str]:
    """Write a report for a terminal.

    Parameters
    ----------
    report : Report

    Yields
    ------
    str
        Lines of 80 letters at most, but for code.
    """
    yield from printed_lines(report)
    for line in report.text.splitlines():
        yield from wrapped(line)
    if report.influence is not None and report.influence.found and not report.influence.equal:
        yield ""
        yield from grid_lines(report.influence)
    if report.ok and report.untellable:
        yield "From outside it does not show whether it takes one of these:"
        for key, why in report.untellable.items():
            yield from wrapped(f"{key}: {why}", "  ")


def printed_lines(report: Report) -> Iterator[str]:
    """Give what the function printed, ahead of what is said of it.

    Parameters
    ----------
    report : Report

    Yields
    ------
    str
        A line of its own text as it is; an empty one at the end.
    """
    if report.printed:
        yield from report.printed.splitlines()
        yield ""


def grid_lines(found: Influence) -> Iterator[str]:
    r"""Write a grid of influence beside its keep-table, and where the two differ.

    Parameters
    ----------
    found : Influence
        With a grid.

    Yields
    ------
    str
        A row for each token out. Struck and yet of influence is "+", kept and of none "-"; the last line
        says so where there are any.

    Examples
    --------
    >>> from explorer.core.influence import influence
    >>> print(*grid_lines(influence(turns=["softmax_over_askers"])), sep="\n")
    token   changes with   may look at   apart
    0       110            100           .+.
    1       111            110           ..+
    2       011            011           ...
    + sees what it must not
    """
    kept = np.any(found.keep.reshape(-1, *found.keep.shape[-2:]), axis=0)
    columns = [["token", *map(str, range(found.config.tokens))], ["changes with", *found.rows()]]
    columns.append(["may look at", *("".join("01"[cell] for cell in row) for row in kept.astype(int))])
    marks = np.full(kept.shape, ".")
    for mark, cells in (("+", found.extra), ("-", found.missing)):
        for cell in cells:
            marks[cell] = mark
    columns.append(["apart", *("".join(row) for row in marks.tolist())])
    widths = [max(map(len, column)) for column in columns]
    told = [f"{mark} {said}" for mark, said in _APART.items() if mark in "".join(columns[-1])]
    for row in zip(*columns, strict=True):
        yield "   ".join(f"{one:{width}}" for one, width in zip(row, widths, strict=True)).rstrip()
    if told:
        yield ", ".join(told)


def wrapped(line: str, indent: str = "") -> Iterator[str]:
    """Break a line of prose at 80 letters; code, which is indented, stays as it is.

    Parameters
    ----------
    line : str
    indent : str
        What every line begins with.

    Yields
    ------
    str
    """
    if line.startswith(" ") or not line:
        yield f"{indent}{line}"
    else:
        yield from textwrap.wrap(
            line, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
        )


def _place(asked: str) -> tuple[Path, str]:
    """Take apart what names a function."""
    file, colon, name = asked.rpartition(":")
    if not colon or not name or "/" in name or "\\" in name:
        path = Path(asked.removesuffix(":"))
        there = _functions(path)
        if there:
            choose = listed(f"{asked.removesuffix(':')}:{one}" for one in there)
            raise ExplorerError(f"Cannot check {asked}: say which function, as {choose}")
        raise ExplorerError(f"Cannot check {asked}: name a file and a function in it, as mine.py:attention")
    path = Path(file)
    if not _there(path.is_file):
        what = "that is a folder" if _there(path.is_dir) else "there is no such file"
        raise ExplorerError(f"Cannot check {asked}: {file}: {what}")
    if path.suffix != ".py":
        raise ExplorerError(f"Cannot check {asked}: {file} is no Python file; its name must end in .py")
    if not all(part.isidentifier() for part in name.split(".")):
        raise ExplorerError(f"Cannot check {asked}: {name} is not the name of a function")
    return path, name


def _there(found: Callable[[], bool]) -> bool:
    try:
        return found()
    except OSError:  # a name that is too long, say
        return False


def _functions(path: Path) -> list[str]:
    """List what a file defines, without running it; nothing where it can't be read."""
    try:
        if not path.is_file() or path.stat().st_size > _MOST_READ:
            return []
        tree = ast.parse(path.read_bytes())
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return []
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
