"""The command that writes a step's picture, the whole trip as one PDF, or its numbers as one file."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from explorer import words
from explorer.cli_progress import show_progress
from explorer.cli_trip import add_trip_options, config_from
from explorer.core.trace import trace
from explorer.errors import ExplorerError, listed
from explorer.exports.paper import PAPERS
from explorer.exports.trace_file import KINDS, save_trace
from explorer.exports.writing import check_name, check_place, written_whole

__all__ = ["add_export", "export_lines"]

TWO_FLIPS, TRIP, TRACE = "two_flips", "trip", "trace"
FORMATS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys((*words.STEPS, TWO_FLIPS), ("png", "svg", "pdf")),
    TRIP: ("pdf",),
    TRACE: KINDS,
}
_LOOK = ("words", "colour", "theme", "tensor")
_PINS = {"pin_batch": "batch", "pin_head": "head"}


def add_export(commands: Any) -> argparse.ArgumentParser:
    """Add the command to a parser's commands.

    Parameters
    ----------
    commands : what ``add_subparsers`` gave

    Returns
    -------
    argparse.ArgumentParser
        The command's own; what it does is the caller's to say.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> _ = add_export(parser.add_subparsers())
    >>> parser.parse_args(["export", "trip", "trip.pdf"]).step
    'trip'
    """
    command: argparse.ArgumentParser = commands.add_parser(
        "export", help="write a step's picture, the whole trip, or its numbers to a file"
    )
    command.add_argument(
        "step",
        choices=tuple(FORMATS),
        metavar="step",
        help=f"a picture: {listed(name for name in FORMATS if name not in (TRIP, TRACE))}; "
        f"{TRIP}: all ten steps, a page each; {TRACE}: every number of every step",
    )
    command.add_argument(
        "path",
        type=Path,
        help=f"its name says the format: {listed(FORMATS[TWO_FLIPS])} of a picture, "
        f"{listed(FORMATS[TRIP])} of the trip, {listed(FORMATS[TRACE])} of the trace",
    )
    add_trip_options(command)
    for name, choices in (
        ("words", words.WORDS),
        ("colour", ("auto", "origin", "value")),
        ("theme", ("light", "dark")),
        ("tensor", ("query", "key", "value")),
    ):
        command.add_argument(f"--{name}", choices=choices, default=argparse.SUPPRESS)
    command.add_argument(
        "--pin-batch", type=int, metavar="B", default=argparse.SUPPRESS, help="the batch item drawn (0)"
    )
    command.add_argument(
        "--pin-head", type=int, metavar="H", default=argparse.SUPPRESS, help="the one head drawn (all)"
    )
    command.add_argument(
        "--paper", choices=tuple(PAPERS), default=argparse.SUPPRESS, help="of the whole trip (a4)"
    )
    return command


def export_lines(options: argparse.Namespace) -> Iterator[str]:
    """Write the file that the options ask for, and say which it was.

    Parameters
    ----------
    options : argparse.Namespace

    Yields
    ------
    str
        The file's name, once it is there.

    Raises
    ------
    ExplorerError
        If the trip or the picture can't be had, or the disk says no.
    """
    path: Path = options.path
    kind = check_name(path, FORMATS[options.step])
    check_place(path)
    look = {name: getattr(options, name) for name in _LOOK if name in options}
    look |= {field: getattr(options, name) for name, field in _PINS.items() if name in options}
    _refuse_unused(options, look)
    trip = trace(config_from(options))
    if options.step == TRACE:
        save_trace(trip, path, progress=show_progress)
    elif options.step == TRIP:
        from explorer.exports.trip_pdf import trip_pdf  # what draws, for pictures alone

        trip_pdf(trip, path, paper=getattr(options, "paper", "a4"), progress=show_progress, **look)
    else:
        from explorer.figures import figure, figure_two_flips

        two = options.step == TWO_FLIPS
        drawn = figure_two_flips(trip, **look) if two else figure(trip, options.step, **look)
        picture = BytesIO()  # once a disk has said no, matplotlib's PDF can't be ended
        drawn.savefig(picture, format=kind)
        with written_whole(path) as file:
            file.write(picture.getvalue())
    yield str(path)


def _refuse_unused(options: argparse.Namespace, look: dict[str, Any]) -> None:
    """Refuse a choice that would change nothing, rather than let it be missed."""
    if options.step == TRACE and look:
        option = next(name for name in (*_LOOK, *_PINS) if name in options)
        raise ExplorerError(
            f"Cannot use --{option.replace('_', '-')} for the trace: it is a choice about pictures, "
            "and the file holds every number. Leave it out"
        )
    if options.step != TRIP and "paper" in options:
        raise ExplorerError(
            f"Cannot use --paper for {options.step}: only the whole trip is printed on pages. Leave it out"
        )
