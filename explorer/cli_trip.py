"""The options that say which trip is meant, and the trip's configuration from them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from explorer import words
from explorer.core.config import EMPTY_ROWS, SCALES, Config
from explorer.errors import ConfigError

__all__ = ["add_trip_options", "config_from"]

_COUNTS = ("tokens", "heads", "head_dim", "batch")
_FIELDS = (*_COUNTS, "window", "causal", "source", "scale", "empty_rows", "window_counts_self", "labels")


def add_trip_options(command: argparse.ArgumentParser) -> None:
    """Give a command the options of a trip.

    Parameters
    ----------
    command : argparse.ArgumentParser
        Nothing that is not said gets a value: only then can it follow the numbers handed over.

    Examples
    --------
    >>> parser = argparse.ArgumentParser(argument_default=argparse.SUPPRESS)
    >>> add_trip_options(parser)
    >>> config = config_from(parser.parse_args(["--tokens", "5", "--no-window"]))
    >>> config.tokens, config.window
    (5, None)
    """
    default = Config()
    command.add_argument(
        "--numbers",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="numbers of your own: .npz, .npy, .safetensors, CSV or JSON, several CSVs for Q, K and V; "
        "what is not said follows them",
    )
    command.add_argument(
        "--reading",
        action="append",
        metavar="WHAT=HOW",
        default=argparse.SUPPRESS,
        help="how the file is to be read, where it does not tell: the refusal lists the choices",
    )
    for name in _COUNTS:
        command.add_argument(
            f"--{name.replace('_', '-')}",
            type=int,
            metavar=words.SIZES[name].letter,
            default=argparse.SUPPRESS,
            help=f"{words.SIZES[name].say()} ({getattr(default, name)})",
        )
    window = command.add_mutually_exclusive_group()
    window.add_argument(
        "--window",
        type=int,
        metavar="W",
        default=argparse.SUPPRESS,
        help=f"{words.SIZES['window'].say()} ({default.window})",
    )
    window.add_argument(
        "--no-window",
        dest="window",
        action="store_const",
        const=None,
        default=argparse.SUPPRESS,
        help="no window",
    )
    command.add_argument(
        "--window-beside-self",
        dest="window_counts_self",
        action="store_false",
        default=argparse.SUPPRESS,
        help="W counts the tokens before the asking one, not itself",
    )
    command.add_argument(
        "--no-causal",
        dest="causal",
        action="store_false",
        default=argparse.SUPPRESS,
        help="tokens may look ahead",
    )
    for name, choices in (("source", ("pencil", "poured")), ("scale", SCALES), ("empty_rows", EMPTY_ROWS)):
        command.add_argument(
            f"--{name.replace('_', '-')}",
            choices=choices,
            default=argparse.SUPPRESS,
            help=f"({getattr(default, name)})",
        )
    command.add_argument("--labels", nargs="+", default=argparse.SUPPRESS, help="names of the tokens")


def config_from(options: argparse.Namespace) -> Config:
    """Make the configuration that the options ask for.

    Parameters
    ----------
    options : argparse.Namespace

    Returns
    -------
    Config

    Raises
    ------
    ConfigError, DataError, ShapeError
        If there is no such trip, or its file can't be read.
    """
    said: dict[str, Any] = {name: getattr(options, name) for name in _FIELDS if name in options}
    paths = getattr(options, "numbers", None)
    readings: list[str] = getattr(options, "reading", [])
    if paths is None:
        if readings:
            raise ConfigError(
                f"Cannot use --reading {readings[0]:.60}: it says how a file is read, and there is none. "
                "Give one, --numbers FILE, or leave --reading out."
            )
        return Config(**said)

    from explorer.files import fitting, open_numbers  # only where there is a file to open

    answers = dict(piece.partition("=")[::2] for piece in readings)
    numbers = open_numbers(paths, reading=answers, heads=said.get("heads"))
    config, _ = fitting(numbers, tokens=numbers.tokens, width=numbers.width)
    return config.replace(**said)
