"""From what each learner met with to the table: percentiles, targets, report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.load_learner import Record
from benchmarks.summary import table

__all__ = ["GONE_IN", "SLOWEST", "percentile", "report", "spread", "summed", "verdicts"]

SLOWEST = 1.0  # seconds, 95th percentile
GONE_IN = 300.0  # seconds
_MEMORY = (
    "The server: {server_rss:.0f} RSS, {server_pss:.0f} PSS. Server and all its kernels: {all_pss:.0f} PSS."
)
KINDS = {"chromium": "slider to pixels, Chromium", "scripted": "slider to answer, scripted"}


def percentile(values: Sequence[float], share: float) -> float:
    """Take the value that a share of them is below, between neighbours by straight line.

    Parameters
    ----------
    values : sequence of float
        At least one.
    share : float
        From 0 to 1.

    Returns
    -------
    float

    Examples
    --------
    >>> percentile([0, 10], 0.95)
    9.5
    """
    ordered = sorted(values)
    whole, part = divmod(share * (len(ordered) - 1), 1)
    low, high = ordered[int(whole)], ordered[min(int(whole) + 1, len(ordered) - 1)]
    return low + part * (high - low)


def spread(values: Sequence[float]) -> dict[str, float]:
    """Sum up values: how many, the middle one, the 95th percentile, the largest.

    Examples
    --------
    >>> spread([1, 3])
    {'count': 2, 'p50': 2.0, 'p95': 2.9, 'max': 3}
    >>> spread([])
    {'count': 0}
    """
    if not values:
        return {"count": 0}
    return {
        "count": len(values),
        "p50": percentile(values, 0.5),
        "p95": percentile(values, 0.95),
        "max": max(values),
    }


def summed(records: Sequence[Record]) -> dict[str, Any]:
    """Sum up what the learners met with.

    Parameters
    ----------
    records : sequence of Record

    Returns
    -------
    dict
        ``answers`` and ``all_active`` (the moves made once the last learner was ready) and
        ``first_control``, each a spread of seconds by kind; ``errors``: each with its learner's name;
        ``dead``: names.
    """
    since = max((record.ready_at for record in records), default=0.0)
    kinds = {kind: [record for record in records if record.kind == kind] for kind in KINDS}
    return {
        "answers": {
            kind: spread([took for each in held for _, took in each.answers]) for kind, held in kinds.items()
        },
        "all_active": {
            kind: spread([took for each in held for at, took in each.answers if at >= since])
            for kind, held in kinds.items()
        },
        "first_control": {
            kind: spread([each.first_control for each in held if each.first_control])
            for kind, held in kinds.items()
        },
        "errors": [f"{each.name}: {error}" for each in records for error in each.errors],
        "dead": [each.name for each in records if each.dead],
    }


def verdicts(results: Mapping[str, Any]) -> list[tuple[str, str, bool]]:
    """Compare a run with the targets.

    Parameters
    ----------
    results : mapping
        ``all_active``, ``errors``, ``dead``, ``gone``: seconds until all kernels were gone, None if they
        were not.

    Returns
    -------
    list of (str, str, bool)
        The target, what was measured, whether it was reached. Without a measurement it was not.
    """
    lines = []
    for kind, name in KINDS.items():
        p95 = results["all_active"][kind].get("p95")
        measured = "nothing" if p95 is None else f"{p95:.3f} s"
        lines.append((f"{name}: p95 at most {SLOWEST:g} s", measured, p95 is not None and p95 <= SLOWEST))
    for what, name in {"errors": "no error", "dead": "no page dead"}.items():
        count = len(results[what])
        lines.append((name, str(count), count == 0))
    gone = results["gone"]
    measured = "not gone" if gone is None else f"{gone:.0f} s"
    lines.append((f"all kernels gone in {GONE_IN:.0f} s", measured, gone is not None and gone <= GONE_IN))
    return lines


def report(results: Mapping[str, Any]) -> str:
    """Write the results as Markdown.

    Parameters
    ----------
    results : mapping
        What `benchmarks.load` keeps.

    Returns
    -------
    str
    """
    memory = results["memory"]
    versions = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    parts = [
        f"# A class at once, {results['date']}",
        f"{results['cores']} cores. {versions}.",
        _who(results),
        table(
            ["target", "measured", "reached"],
            ([what, measured, "yes" if reached else "no"] for what, measured, reached in verdicts(results)),
        ),
        "Seconds; `all active`: the moves made once the last learner's page was ready.",
        table(
            ["", "count", "p50", "p95", "max"],
            (
                _line(f"{name}{which}", results[part][kind])
                for part, which in (("all_active", ", all active"), ("answers", ", all moves"))
                for kind, name in KINDS.items()
            ),
        ),
        "Seconds from asking for the page to the first control (scripted: to every widget's state):",
        table(
            ["", "count", "p50", "p95", "max"],
            (_line(kind, results["first_control"][kind]) for kind in KINDS),
        ),
        "MB while all pages were open (PSS: with a fair share of what processes have in common):",
        table(
            ["", "count", "p50", "p95", "max"],
            (
                _line(f"a learner's kernel, {what}", memory[f"kernel_{what}"], ".0f")
                for what in ("rss", "pss")
            ),
        ),
        _MEMORY.format(**memory),
        "Seconds from leaving until the last kernel was gone, by how its learner left:",
        table(["", "learners", "gone after"], ([way, *pair] for way, pair in results["by_way"].items())),
        f"What the server's log says of the ends: {results['ends']}.",
    ]
    for what in ("errors", "dead"):
        parts += (
            [f"{what}:\n\n" + "\n".join(f"- {each}" for each in results[what][:40])] if results[what] else []
        )
    return "\n\n".join(parts) + "\n"


def _who(results: Mapping[str, Any]) -> str:
    plan = results["plan"]
    return (
        f"{plan['learners']} learners, 2 of them in Chromium, arrived within {plan['arrive']:g} s and then "
        f"moved a slider every 2 s for {plan['minutes']:g} min. The server had its sessions ahead ready in "
        f"{results['ahead']:.0f} s. Each page brought {results['files']} files."
    )


def _line(name: str, of: Mapping[str, float], form: str = ".3f") -> list[str]:
    numbers = [f"{of[what]:{form}}" if what in of else "" for what in ("p50", "p95", "max")]
    return [name, str(of["count"]), *numbers]
