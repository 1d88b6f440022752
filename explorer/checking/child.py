"""The process that runs somebody's file: it loads the file, calls the function as it is told, and no more.

It speaks to its parent over what were its standard input and output; the file itself gets neither, so that
nothing it prints can be mistaken for an answer.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

from explorer.checking.letters import answer_to, rows_from
from explorer.core.mistakes.answer import Answer, failure_of
from explorer.core.mistakes.asking import ask, need_torch
from explorer.errors import ExplorerError, listed

__all__ = ["READY", "function_in", "main"]

READY = "ready"
_MORE_MEMORY = 4 * 1024**3
_MOST_NAMED = 8


def main(arguments: list[str]) -> None:
    """Answer until nobody asks any more.

    Parameters
    ----------
    arguments : list of str
        The file, the function, "torch" or "numpy", and after how many seconds to end at the latest: whatever
        becomes of the parent, nothing is left running.
    """
    path, name, kind, seconds = arguments
    asked, answers = _line_to_parent()
    torch = kind == "torch"
    try:
        if torch:
            need_torch()  # takes seconds, which are not the function's
        _hold_back(float(seconds))
        _say(READY, answers)
        asked.readline()
        function = function_in(Path(path), name)
    except ExplorerError as error:
        _say(answer_to(Answer(problem=str(error))), answers)
        return
    _say(READY, answers)
    for line in asked:
        answer = ask(function, *rows_from(line), torch=torch)
        _say(answer_to(answer), answers)


def function_in(path: Path, name: str) -> Callable[..., Any]:
    """Load a file as a module, or as part of the package that it lies in, and find a function in it.

    Its own folder comes first in the search for imports.

    Parameters
    ----------
    path : Path
    name : str
        Its name; dots lead into a class or an object.

    Returns
    -------
    callable

    Raises
    ------
    ExplorerError
        If the file can't be loaded, or there is no such function in it.
    """
    module = _loaded(path)
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is None:
        raise ExplorerError(f"There is no {name} in {path.name}. {_what_there_is(module)}")
    if not callable(found):
        raise ExplorerError(
            f"{name} in {path.name} is {type(found).__name__}, and no function. {_what_there_is(module)}"
        )
    function: Callable[..., Any] = found
    return function


def _say(line: str, answers: TextIO) -> None:
    answers.write(f"{line}\n")
    answers.flush()


def _loaded(path: Path) -> ModuleType:
    where = str(path.resolve())
    folder, packages = path.resolve().parent, list[str]()
    while (folder / "__init__.py").is_file():
        packages.insert(0, folder.name)
        folder = folder.parent
    sys.path[:0] = [str(path.resolve().parent), *([str(folder)] if packages else [])]
    # Its own name, so that its neighbours can import it, unless that is the name of something loaded already.
    name = path.stem if path.stem not in sys.modules or packages else "the_checked_file"
    name = ".".join([*packages, name])
    loader = SourceFileLoader(name, where)
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    try:
        if packages:
            import_module(".".join(packages))
        sys.modules[name] = module
        loader.exec_module(module)
    except BaseException as error:  # SystemExit and KeyboardInterrupt too: it is not ours to end for them
        told = failure_of(error, file=where)
        raise ExplorerError(f"{path.name} can't be loaded: {told.text}.") from error
    return module


def _what_there_is(module: ModuleType) -> str:
    functions = [
        name
        for name, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", None) == module.__name__
    ]
    if not functions:
        return "It defines no function."
    more = functions[_MOST_NAMED:]
    return f"It has {listed([*functions[:_MOST_NAMED], *([f'{len(more)} more'] if more else [])], 'and')}."


def _line_to_parent() -> tuple[TextIO, TextIO]:
    """Keep standard input and output for oneself, and leave nothing in their places."""
    kept = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for place in (0, 1, 2):
        os.dup2(nothing, place)
    os.close(nothing)
    return (
        os.fdopen(kept[0], "r", encoding="ascii"),
        os.fdopen(kept[1], "w", encoding="ascii"),
    )


def _hold_back(seconds: float) -> None:
    """Set what the platform has to set: a time to end at, an end to memory, no dump of it after a crash."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        import resource
    except ImportError:  # there is none on Windows
        return
    for what, most in (("RLIMIT_CORE", 0), ("RLIMIT_DATA", _memory_taken() + _MORE_MEMORY)):
        limit = getattr(resource, what)
        hard = resource.getrlimit(limit)[1]
        if hard == resource.RLIM_INFINITY or hard > most:
            with contextlib.suppress(ValueError, OSError):  # not every platform lets one
                resource.setrlimit(limit, (most, hard))


def _memory_taken() -> int:
    """Read how much there is of what the limit counts: with many cores, libraries set a lot aside."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmData:"):
                return int(line.split()[1]) * 1024
    return 0
