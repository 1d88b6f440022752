"""The pictures that can be taken home: those that the page shows, each as wide as it likes to be."""

from __future__ import annotations

from explorer.panels.state import ExplorerState
from explorer.scene import Scene

__all__ = ["PICTURES", "scene_of"]

PICTURES = ("step", "two_flips", "pins", "conventions", "sandbox")
"""What can be drawn: the step at hand, and what the page's other places show."""


def scene_of(state: ExplorerState, which: str, *, wrong: bool = False) -> Scene:
    """Draw one of them as the page would, with a heading of its own: there is nothing around it.

    Parameters
    ----------
    state : ExplorerState
    which : str
        One of `PICTURES`.
    wrong : bool
        Whether the step is drawn right and wrong, where there are wrong turns.

    Returns
    -------
    Scene

    Examples
    --------
    >>> state = ExplorerState()
    >>> scene_of(state, "two_flips").step
    'two_flips'
    """
    of_step = "wrong_turns" if wrong else "walk"
    return state.draw(of_step if which == "step" else which, state.look.replace(heading=True))
