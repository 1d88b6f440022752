"""A few numbers of a wrong trip that stand where others belong, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from explorer.core.mistakes.origins import Origins, origins
from explorer.core.mistakes.tell_names import axis_name
from explorer.core.mistakes.verdict import Verdict
from explorer.words import TENSORS, capital

__all__ = ["tell_moved"]

_NAMED = ("part", "batch", "head", "token", "head_dim")


def tell_moved(verdict: Verdict, words: str = "both", most: int = 3) -> tuple[str, ...]:
    """Tell what stands in the first places that hold another number than belongs there.

    Parameters
    ----------
    verdict : Verdict
    words : {"both", "pencil", "standard"}
    most : int
        How many places are told.

    Returns
    -------
    tuple of str
        One sentence; none where the first wrong step works numbers out, or gives another shape.

    Examples
    --------
    >>> import explorer as ex
    >>> wrong = ex.trace(wrong_turns=["split_by_reshape"])
    >>> print(*tell_moved(ex.compare(wrong.right, wrong), "pencil"))
    Lens 0, token 1 holds lens 1, token 0; lens 0, token 2 holds lens 0, token 1; lens 1, token 0 holds \
lens 1, token 1.
    """
    for name, cells in verdict.in_place.items():
        if cells.count < cells.of:
            right, wrong = (origins(trip, verdict.first, name) for trip in (verdict.right, verdict.wrong))
            assert right is not None  # or they could not have been counted
            assert wrong is not None
            told = list(_told(right, wrong, words, most))
            return (capital(f"{'; '.join(told)}."),) if told else ()
    return ()


def _told(right: Origins, wrong: Origins, words: str, most: int) -> Iterator[str]:
    """Name each place by what belongs there, and then what stands there; whole pieces once."""
    seen: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
    pairs = [
        (right.coords(*place), wrong.coords(*place))
        for place in (tuple(map(int, one)) for one in np.argwhere(right.index != wrong.index)[:_ENOUGH])
    ]
    if not pairs or not pairs[0][0]:
        return
    names = [name for name in _NAMED if name in pairs[0][0] and _tells(name, pairs, right)]
    for belongs, stands in pairs:
        both = tuple(tuple(_name(name, one, words) for name in names) for one in (belongs, stands))
        if both[0] != both[1] and (both[0], both[1]) not in seen:
            seen.add((both[0], both[1]))
            yield f"{', '.join(both[0])} holds {', '.join(both[1])}"
        if len(seen) == most:
            return


_ENOUGH = 512
"""Places that are looked through; the first few are told."""


def _tells(name: str, pairs: list[tuple[Mapping[str, Any], Mapping[str, Any]]], origin: Origins) -> bool:
    """Say whether an axis has to be named: what differs, and what tells one piece from another."""
    if any(one[name] != other[name] for one, other in pairs):
        return True
    return name in ("head", "token") or (name == "batch" and origin.config.batch > 1)


def _name(axis: str, coords: Mapping[str, Any], words: str) -> str:
    if axis == "part":
        return TENSORS[coords["part"]].short(words)
    return f"{axis_name(axis, words)} {coords[axis]}"
