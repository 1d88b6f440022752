"""The command line: serve the page, open the notebooks, print the trip, export what is taken home."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import explorer
from explorer import words
from explorer.cli_check import add_check_options, check_file, exit_code, printed_lines, report_lines
from explorer.cli_export import add_export, export_lines
from explorer.cli_lesson import add_lesson, lesson_lines
from explorer.cli_serve import add_serve, serve_lines
from explorer.cli_trip import add_trip_options, config_from
from explorer.cli_turns import add_turns_options, turns_lines
from explorer.cli_worksheet import add_worksheet, worksheet_lines
from explorer.core.trace import trace
from explorer.errors import ExplorerError
from explorer.printout import trip_lines

__all__ = ["main", "run"]

BAD_ARGUMENTS = 2
INTERRUPTED = 130


class OneLineParser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line instead of printing its whole usage."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_abbrev=False, **kwargs)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is, and exit."""
        self.exit(BAD_ARGUMENTS, f"{self.prog}: {message}. See {self.prog} --help.\n")


def build_parser() -> OneLineParser:
    """Make the parser of every command.

    Returns
    -------
    OneLineParser

    Examples
    --------
    >>> build_parser().parse_args(["trip", "--tokens", "5"]).tokens
    5
    """
    parser = OneLineParser(
        prog="attention-shapes",
        description="Step a small pile of numbers through multi-head attention, every shape shown.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {explorer.__version__}")
    commands = parser.add_subparsers(metavar="command")

    add_serve(commands).set_defaults(do=_serve)

    command = commands.add_parser("lab", help="open the notebooks in JupyterLab, on a copy")
    command.add_argument("folder", nargs="?", type=Path, help="where the copy goes (a new temporary folder)")
    command.add_argument("--port", type=int, help="left out: JupyterLab's own choice")
    command.add_argument("--ip", default="127.0.0.1", help="the address to listen on (%(default)s)")
    command.add_argument("--no-browser", dest="open_browser", action="store_false", help="open no browser")
    command.set_defaults(do=_lab)

    command = commands.add_parser("trip", help="print the whole trip: every shape, every array in full")
    add_trip_options(command)
    command.add_argument(
        "--words", choices=words.WORDS, default="both", help="which vocabulary (%(default)s)"
    )
    command.set_defaults(do=_trip)

    add_export(commands).set_defaults(do=_export)
    add_worksheet(commands).set_defaults(do=_worksheet)
    add_lesson(commands).set_defaults(do=_lesson)

    command = commands.add_parser("check", help="run a function of your own: is it attention?")
    add_check_options(command)
    command.set_defaults(do=_check)

    command = commands.add_parser("turns", help="list the wrong turns, and look closely at one or two")
    add_turns_options(command)
    command.set_defaults(do=_turns)
    return parser


def _serve(options: argparse.Namespace) -> None:
    _say(serve_lines(options))


def _lab(options: argparse.Namespace) -> None:
    from explorer.serving.lab import open_lab

    open_lab(options.folder, ip=options.ip, port=options.port, open_browser=options.open_browser)


def _trip(options: argparse.Namespace) -> None:
    _say(trip_lines(trace(config_from(options)), options.words))


def _export(options: argparse.Namespace) -> None:
    _say(export_lines(options))


def _lesson(options: argparse.Namespace) -> None:
    _say(lesson_lines(options))


def _worksheet(options: argparse.Namespace) -> None:
    _say(worksheet_lines(options))


def _check(options: argparse.Namespace) -> int:
    report = check_file(options)
    code = exit_code(report)
    if code == BAD_ARGUMENTS:
        _say(printed_lines(report))
        raise ExplorerError(f"Cannot check {options.function}: {report.text}")
    _say(report_lines(report))
    return code


def _turns(options: argparse.Namespace) -> None:
    _say(turns_lines(options))


def _say(lines: Iterable[str]) -> None:
    """Print, all the way out: a full disk is told of here, and not on leaving."""
    try:
        for line in lines:
            print(line)
        print(end="", flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        _forget_output()
        raise ExplorerError(
            f"Cannot print: {error.strerror}. Make room, or send the output elsewhere"
        ) from error


def _forget_output() -> None:
    """Give up what is left in the buffer: it must not be written on leaving."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Parameters
    ----------
    arguments : sequence of str or None
        What stands after the program's name; None reads it from the command line.

    Returns
    -------
    int
        0, or 2 where what was asked for is refused (one line on stderr says why); 1 where a function that
        was checked is wrong.

    Examples
    --------
    >>> main(["trip", "--tokens", "1", "--words", "pencil"])  # doctest: +ELLIPSIS
    T 1, H 2, D 2, W 2, B 1, C 4
    ...
    """
    parser = build_parser()
    options = parser.parse_args(arguments)
    try:
        if "do" in options:
            return int(options.do(options) or 0)
        else:
            _say(parser.format_help().splitlines())
    except ExplorerError as error:
        line = " ".join(str(error).split()).rstrip(".")
        print(f"{parser.prog}: {line}{'' if line.endswith('?') else '.'}", file=sys.stderr)
        return BAD_ARGUMENTS
    except BrokenPipeError:
        _forget_output()  # the reader (`head`, say) has seen enough
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def run() -> NoReturn:
    """Run one command and leave with its exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # None where there is no output at all
        sys.stdout.reconfigure(errors="backslashreplace")  # a label that the terminal has no letters for
    sys.exit(main())
