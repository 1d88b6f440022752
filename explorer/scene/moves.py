"""How one picture comes from another: which cells fly, by which way, in which groups, and what lines change.

Only three steps move numbers about. In the re-shelve and in the merge a head's rows leave together, so that
the groups are heads; in the inside flip one token stands up after the other, so that they are tokens. The cut
and the dividers draw lines; the merge rubs the dividers out, and so does whoever walks back from such a line.
All else works something out, and is shown at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explorer.core.steps import STEP_NAMES

__all__ = ["TWO_FLIPS", "moves"]

Move = dict[str, Any]
Ways = dict[str, tuple[list[str], str]]

# step: (role that shows what was, role that shows what is, letter of the groups)
_MOVING: Mapping[str, tuple[str, str, str]] = {
    "reshelve": ("before", "after", "h"),
    "inside_flip": ("before", "after", "t"),
    "merge": ("blend", "block", "h"),
}
_LINES: Mapping[str, str] = {"cut": "drawn", "dividers": "drawn", "merge": "rubbed"}


def _move(ways: Ways, lines: str = "") -> Move:
    told = {role: {"by": by, "stagger": letter} for role, (by, letter) in ways.items()}
    return {"ways": told, "lines": lines}


_FLIPS = _move(
    {
        f"{step}-{is_}": ([f"new:{step}-{was}"], letter)
        for step, (was, is_, letter) in _MOVING.items()
        if step != "merge"
    }
)
TWO_FLIPS: Move = {**_FLIPS, "own": _FLIPS}
"""Both flips at once, where both are shown: each begins where its own "before" has the numbers."""


def moves(left: str, entered: str, tensor: str = "key") -> Move | None:
    """Say how the picture of one step comes from that of another.

    Parameters
    ----------
    left, entered : str
        Two steps; another word is a picture of no one step.
    tensor : {"key", "query", "value"}
        Which of the three was followed.

    Returns
    -------
    dict or None
        ``ways``: for each role, ``by`` which way-points its cells come (``"old:role"`` in the picture that
        is left, ``"new:role"`` in the one that is entered), and by which letter of their identity they
        ``stagger`` ("" for all at once). ``lines``: which lines of the entered picture change, those
        ``"drawn"``, those ``"rubbed"`` or none (""). ``own``: the same two for the entered step's own move,
        which needs no picture before it; None where it has none. Coming from a step that is no neighbour,
        only the own move is made. Going back, what the left step did is undone, and nothing else is done.
        None where nothing moves and nothing could be shown again.

    Examples
    --------
    >>> moves("dividers", "reshelve")["ways"]["after"]
    {'by': ['old:after-key', 'new:before'], 'stagger': 'h'}
    >>> moves("inside_flip", "reshelve")["ways"]
    {'after': {'by': ['old:after'], 'stagger': 't'}}
    >>> moves("dividers", "cut")
    {'ways': {}, 'lines': 'rubbed', 'own': {'ways': {}, 'lines': 'drawn'}}
    >>> moves("scores", "mask") is None
    True
    """
    own = _own(entered)
    names = list(STEP_NAMES)
    onward = names.index(entered) - names.index(left) if left in names else 0
    # Where the picture that is left, or gone back to, has the numbers in the end.
    standing = {"dividers": f"after-{tensor}", "reshelve": "after", "inside_flip": "after", "blend": "blend"}
    came = own or _move({})
    if onward == 1 and entered in _MOVING:
        was, is_, letter = _MOVING[entered]
        old = f"old:{standing[left]}"
        came = _move({was: ([old], ""), is_: ([old, f"new:{was}"], letter)}, came["lines"])
    elif onward == -1 and left in _MOVING:
        _, is_, letter = _MOVING[left]
        came = _move({standing[entered]: ([f"old:{is_}"], letter)})
    elif onward == -1:
        came = _move({}, "rubbed" if left in _LINES else "")
    return None if own is None and came == _move({}) else {**came, "own": own}


def _own(step: str) -> Move | None:
    """Say what a step does, from its own picture alone."""
    lines = _LINES.get(step, "")
    if step in _MOVING:
        was, is_, letter = _MOVING[step]
        return _move({is_: ([f"new:{was}"], letter)}, lines)
    return _move({}, lines) if lines else None
