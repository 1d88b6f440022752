"""Whether the learners that are asked for have room in this computer's memory."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

__all__ = ["EACH", "free_memory", "memory_doubts"]

EACH = 70
"""MB that a learner's session takes, what it shares with the others counted once.

Measured with thirty at once by ``make load``: the greatest PSS in benchmarks/results/load-2026-11-30.md.
"""

_MB = 1e6


def free_memory(proc: Path = Path("/proc"), groups: Path = Path("/sys/fs/cgroup")) -> float | None:
    """Find how much memory sessions can have.

    Parameters
    ----------
    proc, groups : Path
        Where Linux tells of its memory, and of the limits that Docker or systemd set.

    Returns
    -------
    float or None
        MB; None where it can't be known.
    """
    try:
        told = (proc / "meminfo").read_text()
    except (OSError, UnicodeError):
        return None
    # Not what is free alone: most of what holds copies of files is given back when it is asked for.
    available = re.search(r"^MemAvailable: +(\d+) kB$", told, re.MULTILINE)
    return min([int(available[1]) * 1024, *_limits(proc, groups)]) / _MB if available else None


def _limits(proc: Path, groups: Path) -> list[int]:
    """Read the limits of the group that we are in, and of those that it is in, in bytes."""
    try:
        own = re.search(r"^0::/(.*)$", (proc / "self" / "cgroup").read_text(), re.MULTILINE)
    except (OSError, UnicodeError):
        return []
    group = groups / (own[1] if own else "")
    limits: list[int] = []
    while group.is_relative_to(groups):
        with contextlib.suppress(OSError, ValueError):  # none is set: there is no such file, or it says "max"
            limits.append(int((group / "memory.max").read_text()))
        group = group.parent
    return limits


def memory_doubts(learners: int | None, free: float | None) -> list[str]:
    """Say where so many learners may not have room.

    Parameters
    ----------
    learners : int or None
        None where nobody said how many.
    free : float or None
        MB; None where it is not known.

    Returns
    -------
    list of str

    Examples
    --------
    >>> memory_doubts(30, 1500.0)
    ['30 learners need about 2100 MB of memory, and 1500 are free: pages may fail. 21 have room.']
    >>> memory_doubts(30, 2500.0), memory_doubts(None, 0.0), memory_doubts(30, None)
    ([], [], [])
    """
    if learners is None or free is None or learners * EACH <= free:
        return []
    room = int(free // EACH)
    need = f"{learners} {'learner needs' if learners == 1 else 'learners need'} about {learners * EACH} MB"
    fits = f"{room or 'None'} {'has' if room == 1 else 'have'} room."
    return [f"{need} of memory, and {free:.0f} are free: pages may fail. {fits}"]
