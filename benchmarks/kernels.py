"""What a page's kernel holds, and whether matplotlib is in it: read from outside, no code is run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

__all__ = ["MATPLOTLIB", "drawn_by", "memory"]

MATPLOTLIB = "ft2font"
"""matplotlib's compiled part that draws letters: whoever imports a Figure maps it into memory."""

MEGABYTE = 1e6


def drawn_by(process: psutil.Process) -> str:
    """Tell whether a kernel has matplotlib loaded, by the files mapped into its memory.

    Parameters
    ----------
    process : psutil.Process
        A process of ours, on Linux.

    Returns
    -------
    str
        "loaded" or "not loaded".
    """
    maps = Path(f"/proc/{process.pid}/maps").read_text()
    return "loaded" if MATPLOTLIB in maps else "not loaded"


def memory(process: psutil.Process) -> dict[str, Any]:
    """Measure a kernel: all its pages (RSS), and its fair share of those it shares with others (PSS).

    Parameters
    ----------
    process : psutil.Process

    Returns
    -------
    dict
        ``rss`` and ``pss`` in MB, and ``drawn_by``.
    """
    full = process.memory_full_info()
    return {"rss": full.rss / MEGABYTE, "pss": full.pss / MEGABYTE, "drawn_by": drawn_by(process)}
