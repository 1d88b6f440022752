"""The command that writes a worksheet: blank grids for a pencil, and the answers on pages of their own."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from explorer import words
from explorer.cli_progress import show_progress
from explorer.cli_trip import add_trip_options, config_from
from explorer.exports.paper import PAPERS

__all__ = ["add_worksheet", "worksheet_lines"]


def add_worksheet(commands: Any) -> argparse.ArgumentParser:
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
    >>> _ = add_worksheet(parser.add_subparsers())
    >>> parser.parse_args(["worksheet", "sheet.pdf", "--seed", "7"]).seed
    7
    """
    command: argparse.ArgumentParser = commands.add_parser(
        "worksheet", help="write a worksheet to fill in with a pencil, the answers behind it"
    )
    command.add_argument("path", type=Path, help="a PDF: its name ends in .pdf")
    command.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="draws small whole numbers, always the same for one N; 0 keeps the trip's own (%(default)s)",
    )
    command.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="(%(default)s)")
    command.add_argument(
        "--words", choices=words.WORDS, default="both", help="which vocabulary (%(default)s)"
    )
    add_trip_options(command)
    return command


def worksheet_lines(options: argparse.Namespace) -> Iterator[str]:
    """Write the worksheet that the options ask for, and say which file it is.

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
        If the sizes or the numbers are too much for a pencil, or the disk says no.
    """
    from explorer.exports.worksheet import worksheet  # what draws, for this command alone
    from explorer.panels.export_link import link_of

    worksheet(
        config_from(options),
        options.path,
        seed=options.seed,
        paper=options.paper,
        words=options.words,
        link=link_of,
        progress=show_progress,
    )
    yield str(options.path)
