"""From single changes to the table: medians, ninetieth percentiles, ratios, targets."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["FULL", "PENCIL", "Change", "median", "ninetieth", "report", "rows_of", "within_target"]

PENCIL, FULL = "T3 H2 D2", "T8 H4 D4"
_TIMES = (
    "Milliseconds from a person's key or click to the first changed frame. `value*` is a change of values "
    "that also changes the widths of cells, so that the whole drawing is written anew. `ratio` is that of "
    "the medians, `paired` the median of the ratios of neighbours in time, steadier on a busy machine."
)
_PARTS = (
    "Where the time goes (medians): the control in the browser; server and kernel, until the message that "
    "draws; writing it into the page; showing the frame. And when the kernel had said everything."
)
_START = "Opening the page with a new kernel and an empty browser cache, milliseconds"
PARTS = ("to_send", "to_answer", "to_write", "to_frame", "to_idle")


@dataclass(frozen=True)
class Change:
    """One change that a person made, and what it took; times in milliseconds.

    Parameters
    ----------
    page : {"ours", "rival"}
    kind : str
        "step", "value", "value*" or "size".
    sizes : str
    total : float
        From the key or click to the first changed frame; clock.js says how.
    to_send, to_answer, to_write, to_frame : float
        Its parts: the control's own work, server and kernel, writing the DOM, showing the frame.
    to_idle : float
        From the key or click until the kernel had said everything.
    received, sent : int
        Bytes over the kernel's websocket until then, as the page's script sees them.
    messages : int
        How many came from the kernel.
    draws : int
        How often the drawing was written.
    blank : int
        Frames with no picture.
    frames : int
        Frames watched.
    """

    page: str
    kind: str
    sizes: str
    total: float
    to_send: float = 0
    to_answer: float = 0
    to_write: float = 0
    to_frame: float = 0
    to_idle: float = 0
    received: int = 0
    sent: int = 0
    messages: int = 0
    draws: int = 0
    blank: int = 0
    frames: int = 0


def median(values: Sequence[float]) -> float:
    """Take the middle value, or the mean of the two middle ones."""
    return statistics.median(values)


def ninetieth(values: Sequence[float]) -> float:
    """Take the value that nine of ten are below, between neighbours by straight line.

    Examples
    --------
    >>> ninetieth([0, 10])
    9.0
    """
    ordered = sorted(values)
    whole, part = divmod(0.9 * (len(ordered) - 1), 1)
    low, high = ordered[int(whole)], ordered[min(int(whole) + 1, len(ordered) - 1)]
    return low + part * (high - low)


def target(kind: str, sizes: str) -> float:
    """Give the share of the rival's time that our page may take."""
    if sizes == FULL:
        return 1 / 6
    return 1 / 3 if kind == "size" else 1 / 4


def rows_of(changes: Iterable[Change]) -> list[dict[str, Any]]:
    """Sum up each kind of change at each size, both pages side by side.

    Parameters
    ----------
    changes : iterable of Change

    Returns
    -------
    list of dict
        ``kind``, ``sizes``, ``ours``, ``rival``, ``ratio`` of the medians, ``paired``: the median of the
        ratios of neighbours in time, ``target``; in the order met.
    """
    cases: dict[tuple[str, str], dict[str, list[Change]]] = {}
    for change in changes:
        pages = cases.setdefault((change.kind, change.sizes), {"ours": [], "rival": []})
        pages[change.page].append(change)
    rows = []
    for (kind, sizes), pages in cases.items():
        ours, rival = _sum(pages["ours"]), _sum(pages["rival"])
        pairs = zip(pages["ours"], pages["rival"], strict=True)
        rows.append(
            {
                "kind": kind,
                "sizes": sizes,
                "ours": ours,
                "rival": rival,
                "ratio": ours["median"] / rival["median"],
                "paired": median([one.total / other.total for one, other in pairs]),
                "target": target(kind, sizes),
            }
        )
    return rows


def _sum(changes: Sequence[Change]) -> dict[str, Any]:
    totals = [change.total for change in changes]
    return {
        "changes": len(changes),
        "median": median(totals),
        "p90": ninetieth(totals),
        "bytes": median([change.received + change.sent for change in changes]),
        "messages": median([change.messages for change in changes]),
        "draws": max(change.draws for change in changes),
        "blank": sum(change.blank for change in changes),
        "parts": {part: median([getattr(change, part) for change in changes]) for part in PARTS},
    }


def within_target(row: Mapping[str, Any]) -> bool:
    """Tell whether our page was fast enough, and never blank."""
    return bool(row["ratio"] <= row["target"] + 1e-9 and row["ours"]["blank"] == 0)


def table(head: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    """Write a Markdown table.

    Examples
    --------
    >>> print(table(["a", "b"], [[1, 2]]))
    | a | b |
    | --- | --- |
    | 1 | 2 |
    """
    rows = [head, ["---"] * len(head), *lines]
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in rows)


def report(results: Mapping[str, Any]) -> str:
    """Write the results as Markdown.

    Parameters
    ----------
    results : mapping
        ``date``, ``cores``, ``versions``, ``rows``; ``start`` and ``kernels`` where they were measured.

    Returns
    -------
    str
    """
    rows = results["rows"]
    versions = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    parts = [
        f"# Speed, {results['date']}",
        f"{results['cores']} cores. {versions}.",
        _TIMES,
        table(
            ["change", "sizes", "ours", "p90", "rival", "p90", "ratio", "paired", "target", "within"],
            ([*_case(row), *_times(row), "yes" if within_target(row) else "no"] for row in rows),
        ),
        table(
            ["change", "sizes", "KB ours", "KB rival", "messages ours", "rival", "blank ours", "rival"],
            ([*_case(row), *_traffic(row)] for row in rows),
        ),
        _PARTS,
        table(
            ["change", "sizes", "page", "control", "kernel", "write", "frame", "all said"],
            (
                [*_case(row), page, *(f"{row[page]['parts'][part]:.0f}" for part in PARTS)]
                for row in rows
                for page in ("ours", "rival")
            ),
        ),
    ]
    if "start" in results:
        parts += [
            f"{_START}, medians of {results['start']['times']}:",
            table(
                ["", "ours", "rival"],
                [
                    [what.replace("_", " "), *(f"{times[page]:.0f}" for page in ("ours", "rival"))]
                    for what, times in results["start"].items()
                    if what != "times"
                ],
            ),
        ]
    if "kernels" in results:
        parts += [
            "The page's kernel, MB; and whether matplotlib is loaded in it:",
            table(
                ["kernel", "when", "RSS", "PSS", "matplotlib"],
                (
                    [each["page"], each["when"], f"{each['rss']:.0f}", f"{each['pss']:.0f}", each["drawn_by"]]
                    for each in results["kernels"]
                ),
            ),
        ]
    return "\n\n".join(parts) + "\n"


def _case(row: Mapping[str, Any]) -> list[str]:
    return [row["kind"], row["sizes"]]


def _times(row: Mapping[str, Any]) -> list[str]:
    times = [f"{row[page][what]:.0f}" for page in ("ours", "rival") for what in ("median", "p90")]
    return [*times, *(f"{row[what]:.2f}" for what in ("ratio", "paired", "target"))]


def _traffic(row: Mapping[str, Any]) -> list[str]:
    pages = (row["ours"], row["rival"])
    return [
        *(f"{page['bytes'] / 1000:.1f}" for page in pages),
        *(f"{page['messages']:.0f}" for page in pages),
        *(str(page["blank"]) for page in pages),
    ]
