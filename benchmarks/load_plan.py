"""How large the class is and how long it stays; who arrives when; which way a slider goes."""

from __future__ import annotations

import argparse
import ipaddress
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

__all__ = [
    "EVERY",
    "QUERY",
    "SLIDERS",
    "Plan",
    "arrivals",
    "next_move",
    "only_loopback",
    "read_plan",
    "ways_out",
]

EVERY = 2.0  # seconds between two moves of one learner
SLIDERS = ("tokens", "heads", "head_dim", "window")
QUERY = "?step=shares"
"""The page opens at a step whose picture changes with each of them; see `next_move`."""
BROWSERS = 2
LEARNERS = (BROWSERS + 1, 60)
MINUTES = (0.1, 10.0)
ARRIVE = (1.0, 300.0)


class Plan(NamedTuple):
    """What one run does.

    Parameters
    ----------
    learners : int
        All of them, the two browsers among them.
    minutes : float
        How long they move sliders once all are there.
    arrive : float
        Seconds within which all arrive.
    out : Path
        The folder for the results.
    """

    learners: int
    minutes: float
    arrive: float
    out: Path


def read_plan(arguments: Sequence[str] | None = None) -> Plan:
    """Read the command line; what is out of bounds ends it with 2 and the bounds.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the command line when left out.

    Returns
    -------
    Plan

    Examples
    --------
    >>> read_plan(["--learners", "3"])[:3]
    (3, 2.0, 60.0)
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description="A class at once.")
    parser.add_argument("--learners", type=int, default=30, help="all of them, two of them in Chromium")
    parser.add_argument("--minutes", type=float, default=2.0, help="of moving sliders once all are there")
    parser.add_argument("--arrive", type=float, default=60.0, help="seconds within which all arrive")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("results"), help="a folder")
    asked = parser.parse_args(arguments)
    bounds = {"learners": LEARNERS, "minutes": MINUTES, "arrive": ARRIVE}
    for name, (low, high) in bounds.items():
        if not low <= getattr(asked, name) <= high:  # nan is not between them either
            parser.error(f"--{name} {getattr(asked, name)}: it is to be from {low} to {high}")
    return Plan(asked.learners, asked.minutes, asked.arrive, asked.out)


def arrivals(plan: Plan) -> tuple[list[float], list[float]]:
    """Spread the arrivals evenly, the browsers a third and two thirds of the way.

    Parameters
    ----------
    plan : Plan

    Returns
    -------
    tuple of two lists of float
        Seconds after the start: of the scripted learners, of the browsers.

    Examples
    --------
    >>> arrivals(Plan(4, 2, 60, Path()))
    ([0.0, 60.0], [20.0, 40.0])
    """
    times = [plan.arrive * place / (plan.learners - 1) for place in range(plan.learners)]
    places = (plan.learners // 3, 2 * plan.learners // 3)
    scripted = [time for place, time in enumerate(times) if place not in places]
    return scripted, [times[place] for place in places]


def ways_out(learners: int) -> list[str]:
    """Say how each scripted learner leaves, so that half of all, with the first browser, say goodbye.

    Parameters
    ----------
    learners : int
        All of them. The other browser's tab is killed.

    Returns
    -------
    list of str
        "goodbye" or "cut", one for each scripted learner.

    Examples
    --------
    >>> ways_out(6)
    ['goodbye', 'cut', 'goodbye', 'cut']
    """
    polite = learners // 2 - 1
    ways = ["goodbye" if place % 2 == 0 else "cut" for place in range(learners - BROWSERS)]
    for place in range(len(ways) - 1, -1, -1):
        if ways.count("goodbye") > polite and ways[place] == "goodbye":
            ways[place] = "cut"
    return ways


def next_move(sliders: Mapping[str, tuple[int, int, int]], chance: random.Random) -> tuple[str, int]:
    """Choose a slider and the neighbour that it goes to, so that another picture is to come.

    Parameters
    ----------
    sliders : mapping of str to (int, int, int)
        Each of `SLIDERS`, with where it is and its bounds.
    chance : random.Random

    Returns
    -------
    tuple of (str, int)

    Notes
    -----
    At the step of `QUERY` every move draws something else, but those of a window that sees all tokens before
    and after.

    Examples
    --------
    >>> here = {"tokens": (1, 1, 2), "heads": (1, 1, 1), "head_dim": (1, 1, 1), "window": (1, 1, 8)}
    >>> next_move(here, random.Random(0))
    ('tokens', 2)
    """
    moves = []
    for name, (now, low, high) in sliders.items():
        for to in (now - 1, now + 1):
            draws = name != "window" or min(now, to) < sliders["tokens"][0]
            if low <= to <= high and draws:
                moves.append((name, to))
    return chance.choice(moves)


def only_loopback(url: str) -> str:
    """Give the address back if it is this machine's own.

    Parameters
    ----------
    url : str

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If it is anywhere else, or a name: a class of thirty is not let loose on somebody's server.

    Examples
    --------
    >>> only_loopback("http://127.0.0.1:8866/")
    'http://127.0.0.1:8866/'
    """
    host = urlsplit(url).hostname or ""
    try:
        is_ours = ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_ours = False
    if not is_ours:
        raise ValueError(f"{url!r} is not on this machine: the class goes to 127.0.0.1 or ::1 only")
    return url
