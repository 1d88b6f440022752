"""What stands along the edges of a grid: the names of rows and columns, and those of its two axes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from math import ceil

import numpy as np
import numpy.typing as npt

from explorer.scene.lettering import advance
from explorer.scene.marks import BRACKET_TYPE
from explorer.scene.setting import Setting
from explorer.words import AXES

__all__ = ["bracket_room", "bracket_text", "label", "named_places"]


def named_places(indices: npt.ArrayLike, apart: float, room: float, ends: float = 0.0) -> list[int]:
    """Choose the first, the last, and round ones between, so that no two names touch.

    Parameters
    ----------
    indices : sequence of int, one for each row or column
        What the rows or columns are counted by, in drawing order.
    apart : float
        From the middle of one to the middle of the next, in px.
    room : float
        What a name needs along the edge.
    ends : float
        What the first and the last need together, where they are drawn in from the corners.

    Returns
    -------
    list of int
        Places in `indices`.

    Examples
    --------
    >>> named_places(range(64), 3.0, 13.0)
    [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 63]
    >>> named_places(range(512), 0.4, 13.0)
    [0, 50, 100, 150, 200, 250, 300, 350, 400, 450, 511]
    >>> named_places(range(3), 20.0, 13.0)
    [0, 1, 2]
    """
    last = len(np.asarray(indices)) - 1
    together = (last + 1) * apart >= ends if ends else last * apart >= room
    if last == 0 or not together:
        return [0]
    # 1, 2, 5, 10, 20, 50, ...: the smallest that leaves each name its room.
    steps = (factor * 10**power for power in count() for factor in (1, 2, 5))
    step = next(step for step in steps if step * apart >= room)
    drawn_in = max(0.0, room - apart) / 2 if ends else 0.0
    off = ceil((room + drawn_in) / apart)
    round_ones = np.flatnonzero(np.asarray(indices) % step == 0)
    named = [0]
    for place in round_ones[(round_ones >= off) & (round_ones <= last - off)].tolist():
        if (place - named[-1]) * apart >= room:  # where indices leap, round ones may be neighbours
            named.append(place)
    return [*named, last]


def label(
    setting: Setting,
    kind: str,
    axes: tuple[str, ...],
    places: npt.NDArray[np.int64],
    *,
    names: bool = False,
) -> str:
    """Name one row or column.

    Parameters
    ----------
    setting : Setting
    kind : str
        ``"word"`` (token 0), ``"letter"`` (T0), ``"index"`` (0), ``"every"`` (H0 D1), or empty for no name.
    axes : tuple of str
        Those that run there; the last one gives the name, unless every one does.
    places : ndarray of int, axes (axis,)
        Where along them.
    names : bool
        Whether a letter is followed by the name that somebody gave the token.

    Returns
    -------
    str
    """
    if not kind or not axes:
        return ""
    index = int(places[-1])
    if kind == "word":
        return setting.axis_word(axes[-1], index)
    if kind == "letter":
        name = setting.token_name(axes[-1], index) if names else ""
        return f"{AXES[axes[-1]].letter}{index} {name}".rstrip()
    if kind == "every":
        return " ".join(f"{AXES[axis].letter}{at}" for axis, at in zip(axes, places.tolist(), strict=True))
    return str(index)


def bracket_text(setting: Setting, kind: str, axis: str, roles: Mapping[str, str]) -> str:
    """Name an axis beside its bracket.

    Parameters
    ----------
    setting : Setting
    kind : str
        ``"letter"``, or ``"word"`` for both.
    axis : str
    roles : mapping of str to str
        Axes that go by another's word.

    Returns
    -------
    str
    """
    letter = AXES[axis].letter
    return letter if kind == "letter" else f"{letter} {setting.axis_word(roles.get(axis, axis))}"


def bracket_room(kind: str, axis: str) -> float:
    """Measure the room of that name beside a bracket: a letter stands, a word is turned.

    Parameters
    ----------
    kind, axis : str
        As `bracket_text` takes them.

    Returns
    -------
    float
    """
    if kind == "word":
        return BRACKET_TYPE + 5
    return advance(AXES[axis].letter, BRACKET_TYPE, bold=True) + 5
