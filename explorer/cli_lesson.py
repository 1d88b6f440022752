"""The command that writes a portable lesson: one HTML file, of one trip or of several sizes."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from explorer import words
from explorer.cli_trip import add_trip_options, config_from
from explorer.core.config import Config
from explorer.core.trace import trace
from explorer.errors import ConfigError

__all__ = ["add_lesson_options", "lesson_lines", "sized"]

THEMES = ("auto", "light", "dark")
_FIELDS = {"T": "tokens", "H": "heads", "D": "head_dim", "W": "window", "B": "batch"}
_SIZE = re.compile(r"([THDWB])\s*=?\s*([0-9]{1,9})", re.IGNORECASE)


def add_lesson_options(command: argparse.ArgumentParser) -> None:
    """Give the command its options.

    Parameters
    ----------
    command : argparse.ArgumentParser
    """
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
        help="wrong turns to look at in it, right and wrong side by side; attention-shapes turns lists them",
    )
    command.add_argument(
        "--words", choices=words.WORDS, default="both", help="the vocabulary it begins with (%(default)s)"
    )
    command.add_argument(
        "--theme", choices=THEMES, default="auto", help="the theme it begins with (%(default)s)"
    )


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

    size = lesson(
        [trace(one) for one in configs],
        options.path,
        turns=options.turns,
        words=options.words,
        theme=options.theme,
        progress=_show if sys.stderr.isatty() else None,
    )
    yield str(options.path)
    yield (
        f"{size / 1000:,.0f} kB, all in one file: it opens with no network in Chrome or Edge 92, "
        "Firefox 113, Safari 16.4, or later."
    )


def sized(config: Config, text: str) -> Config:
    """Read sizes as a person writes them.

    Parameters
    ----------
    config : Config
        What is not said is as here.
    text : str

    Returns
    -------
    Config

    Raises
    ------
    ConfigError
        If it can't be read, or there is no such trip.

    Examples
    --------
    >>> sized(Config(), "T5 H3, D=4").head_dim
    4
    """
    found = [(letter.upper(), int(digits)) for letter, digits in _SIZE.findall(text)]
    letters = [letter for letter, _ in found]
    if not found or _SIZE.sub("", text).strip(" ,;") or len(set(letters)) < len(letters):
        raise ConfigError(
            f"Cannot read the sizes {text!r:.60}: write them as 'T5 H3 D4', each of {', '.join(_FIELDS)} "
            "once at most"
        )
    return config.replace(**{_FIELDS[letter]: size for letter, size in found})


def _show(done: int, whole: int) -> None:
    """Tell a person who waits how far it is; the line goes over itself."""
    if done * 100 // whole != (done - 1) * 100 // whole or done == whole:
        sys.stderr.write(f"\rDrawing: {done * 100 // whole} %")
        sys.stderr.write("\r\033[K" if done == whole else "")
        sys.stderr.flush()
