"""The command that writes a portable lesson: one HTML file, of one trip or of several sizes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from explorer import words
from explorer.cli_progress import show_progress
from explorer.cli_trip import add_trip_options, config_from
from explorer.core.trace import trace
from explorer.exports.lesson_forecast import Forecast
from explorer.exports.sizes import sized

__all__ = ["add_lesson", "lesson_lines"]

THEMES = ("auto", "light", "dark")


def add_lesson(commands: Any) -> argparse.ArgumentParser:
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
    >>> _ = add_lesson(parser.add_subparsers())
    >>> parser.parse_args(["lesson", "out.html", "--sizes", "T3 H2 D2", "T5 H3 D4"]).sizes
    ['T3 H2 D2', 'T5 H3 D4']
    """
    command: argparse.ArgumentParser = commands.add_parser(
        "lesson", help="write the trip as one HTML file that opens anywhere, with no kernel and no network"
    )
    command.add_argument("path", type=Path, help="the file; its name ends in .html")
    add_trip_options(command)
    command.add_argument(
        "--sizes",
        nargs="+",
        metavar="SIZES",
        help='several trips in one file, chosen by their sizes: "T3 H2 D2" "T5 H3 D4"; what is not said, W '
        "and B too, is as for one trip",
    )
    command.add_argument(
        "--turns",
        nargs="+",
        default=[],
        metavar="KEY",
        help="wrong turns to look at in it, right and wrong side by side, KEY+KEY for two at once; "
        "attention-shapes turns lists them",
    )
    command.add_argument(
        "--words", choices=words.WORDS, default="both", help="the vocabulary it begins with (%(default)s)"
    )
    command.add_argument(
        "--theme", choices=THEMES, default="auto", help="the theme it begins with (%(default)s)"
    )
    return command


def lesson_lines(options: argparse.Namespace) -> Iterator[str]:
    """Write the lesson, and say what became of it.

    Parameters
    ----------
    options : argparse.Namespace

    Yields
    ------
    str

    Raises
    ------
    ExplorerError
        If there is no such trip or wrong turn, or the file can't be written.
    """
    config = config_from(options)
    configs = [sized(config, text) for text in options.sizes] if options.sizes else [config]

    from explorer.exports.lesson import lesson  # pictures and the page's script, for this command alone

    foretold = Forecast()

    def note(now: Forecast) -> None:
        nonlocal foretold
        foretold = now

    size = lesson(
        [trace(one) for one in configs],
        options.path,
        turns=options.turns,
        words=options.words,
        theme=options.theme,
        forecast=note,
        progress=lambda done, of: show_progress(done, of, foretold),
    )
    yield str(options.path)
    yield (
        f"{size / 1000:,.0f} kB, all in one file: it opens with no network in Chrome or Edge 92, "
        "Firefox 113, Safari 16.4, or later."
    )
