"""The command that serves the page: to one person, or to a class."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from explorer.serving.memory import EACH

__all__ = ["add_serve", "serve_lines"]


def add_serve(commands: Any) -> argparse.ArgumentParser:
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
    >>> _ = add_serve(parser.add_subparsers())
    >>> parser.parse_args(["serve", "--learners", "30"]).learners
    30
    """
    command: argparse.ArgumentParser = commands.add_parser(
        "serve", help="serve the page, to yourself or to a class, and open it in a browser"
    )
    command.add_argument("--port", type=int, help="0 for any free one; left out: 8866, or a free one")
    command.add_argument("--ip", default="127.0.0.1", help="the address to listen on (%(default)s)")
    command.add_argument("--base-url", default="/", metavar="PATH", help="the path that the page lives under")
    command.add_argument(
        "--host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name that people reach the page by, besides localhost; may be given again",
    )
    command.add_argument(
        "--learners",
        type=int,
        metavar="N",
        help="at most N pages open at once, and N sessions started before anybody comes "
        f"(about {EACH} MB each); left out: one person, with up to 8 pages and one session started before",
    )
    command.add_argument(
        "--abandoned-after",
        type=float,
        default=150,
        metavar="SECONDS",
        help="end a session that no page is connected to (%(default)s)",
    )
    command.add_argument(
        "--idle-after",
        type=float,
        default=1200,
        metavar="SECONDS",
        help="end a session whose page stands open and is not used (%(default)s)",
    )
    command.add_argument("--no-browser", dest="open_browser", action="store_false", help="open no browser")
    command.add_argument(
        "--print-config", action="store_true", help="print every setting as JSON and start nothing"
    )
    command.add_argument(
        "--verbose", action="store_true", help="log all that Voila, Jupyter and Tornado have to say"
    )
    return command


def serve_lines(options: argparse.Namespace) -> Iterator[str]:
    """Serve, or say how one would.

    Parameters
    ----------
    options : argparse.Namespace

    Yields
    ------
    str

    Raises
    ------
    ExplorerError
        If an option can't be served with.
    """
    from explorer.serving.plan import Plan

    choices = {
        "ip": options.ip,
        "port": options.port,
        "base_url": options.base_url,
        "hosts": options.host,
        "learners": options.learners,
        "abandoned_after": options.abandoned_after,
        "idle_after": options.idle_after,
        "open_browser": options.open_browser,
    }
    if options.print_config:
        yield Plan(**choices).text()
    else:
        from explorer.serving.server import serve  # a second of imports, for this command alone

        serve(**choices, verbose=options.verbose)
