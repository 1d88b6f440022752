"""How the cells of a picture come from the picture before: which fly, by which way, in which groups.

Only three steps move numbers about. In the re-shelve and in the merge a head's rows leave together, so that
the groups are heads; in the inside flip one token stands up after the other, so that they are tokens. All
else draws a line, rubs one out, or works something out: no cell flies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explorer.core.steps import STEP_NAMES

__all__ = ["moves"]

# step: (role that shows what was, role that shows what is, letter of the groups)
_MOVING: Mapping[str, tuple[str, str, str]] = {
    "reshelve": ("before", "after", "h"),
    "inside_flip": ("before", "after", "t"),
    "merge": ("blend", "block", "h"),
}


def moves(left: str, entered: str, tensor: str = "key") -> dict[str, Any] | None:
    """Say how the numbers travel from the picture of one step to that of the next or the one before.

    Parameters
    ----------
    left, entered : str
        Two steps; another word is a picture of no one step.
    tensor : {"key", "query", "value"}
        Which of the three was followed.

    Returns
    -------
    dict or None
        ``ways``: for each role, ``by`` which way-points its cells come (``"old"``, ``"old:role"``,
        ``"new:role"``) and whether they leave ``apart``; ``stagger``: the letter of the groups they leave in.
        None where the two are not neighbours, or nothing moves between them.

    Examples
    --------
    >>> moves("dividers", "reshelve")["ways"]["after"]
    {'by': ['old', 'new:before'], 'apart': True}
    >>> moves("inside_flip", "reshelve")["ways"]
    {'after': {'by': ['old:after'], 'apart': True}}
    >>> moves("scores", "mask") is None
    True
    """
    if not {left, entered} <= set(STEP_NAMES):
        return None
    onward = STEP_NAMES.index(entered) - STEP_NAMES.index(left)
    if onward == 1 and entered in _MOVING:
        was, is_, letter = _MOVING[entered]
        ways = {was: {"by": ["old"], "apart": False}, is_: {"by": ["old", f"new:{was}"], "apart": True}}
        return {"ways": ways, "stagger": letter}
    if onward == 1 and entered in ("cut", "dividers"):
        return {"ways": {}, "stagger": ""}  # a line is drawn
    if onward == -1 and left in _MOVING:
        _, is_, letter = _MOVING[left]
        role = {"reshelve": "after", "dividers": f"after-{tensor}", "blend": "blend"}[entered]
        return {"ways": {role: {"by": [f"old:{is_}"], "apart": True}}, "stagger": letter}
    return None
