"""How the cells of a picture come from the picture before: which fly, by which way, in which groups.

Only three steps move numbers about. In the re-shelve and in the merge a head's rows leave together, so that
the groups are heads; in the inside flip one token stands up after the other, so that they are tokens. All
else draws a line, rubs one out, or works something out: no cell flies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explorer.core.steps import STEP_NAMES

__all__ = ["TWO_FLIPS", "moves"]

Ways = dict[str, dict[str, Any]]

# step: (role that shows what was, role that shows what is, letter of the groups)
_MOVING: Mapping[str, tuple[str, str, str]] = {
    "reshelve": ("before", "after", "h"),
    "inside_flip": ("before", "after", "t"),
    "merge": ("blend", "block", "h"),
}

TWO_FLIPS: dict[str, Ways] = {
    "ways": {
        f"{step}-{is_}": {"by": [f"new:{step}-{was}"], "stagger": letter}
        for step, (was, is_, letter) in _MOVING.items()
        if step != "merge"
    }
}
"""Both flips at once, where both are shown: each begins where its own "before" has the numbers."""


def moves(left: str, entered: str, tensor: str = "key") -> dict[str, Ways] | None:
    """Say how the numbers travel from the picture of one step to that of another.

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
        ``stagger`` ("" for all at once). Coming from a step that is no neighbour, only the entered step's
        own move is made. None where nothing moves.

    Examples
    --------
    >>> moves("dividers", "reshelve")["ways"]["after"]
    {'by': ['old:after-key', 'new:before'], 'stagger': 'h'}
    >>> moves("inside_flip", "reshelve")["ways"]
    {'after': {'by': ['old:after'], 'stagger': 't'}}
    >>> moves("scores", "mask") is None
    True
    """
    names = list(STEP_NAMES)
    onward = names.index(entered) - names.index(left) if left in names else 0
    # Where the picture that is left, or gone back to, has the numbers in the end.
    standing = {"dividers": f"after-{tensor}", "reshelve": "after", "inside_flip": "after", "blend": "blend"}
    if onward == -1 and left in _MOVING:
        _, is_, letter = _MOVING[left]
        return {"ways": {standing[entered]: {"by": [f"old:{is_}"], "stagger": letter}}}
    if entered in _MOVING:
        was, is_, letter = _MOVING[entered]
        here: Ways = {is_: {"by": [f"new:{was}"], "stagger": letter}}
        if onward != 1:
            return {"ways": here}
        old = f"old:{standing[left]}"
        return {
            "ways": {was: {"by": [old], "stagger": ""}, is_: {"by": [old, f"new:{was}"], "stagger": letter}}
        }
    return {"ways": {}} if entered in ("cut", "dividers") else None
