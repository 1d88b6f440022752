"""The pictures that can be taken home: those that the page shows, each as wide as it likes to be."""

from __future__ import annotations

from collections.abc import Callable

from explorer.panels.state import ExplorerState
from explorer.scene import Scene, step_scene, two_flips_scene
from explorer.scene.conventions import conventions_scene
from explorer.scene.look import Look
from explorer.scene.pinned import pinned_scene
from explorer.scene.sandbox import sandbox_scene
from explorer.scene.wrong_turn import wrong_turn_scene

__all__ = ["PICTURES", "scene_of"]


def _step(state: ExplorerState, look: Look, wrong: bool) -> Scene:
    step = state.selection.step
    if not wrong or state.wrong is None:
        return step_scene(state.trip, step, look, state.changes)
    found = state.influence if state.influence and state.influence.found else None
    return wrong_turn_scene(state.wrong, step, look, found)


def _pinned(state: ExplorerState, look: Look, _: bool) -> Scene:
    return pinned_scene(state.trip, state.selection.step, state.pinning, look, state.changes)


_MAKERS: dict[str, Callable[[ExplorerState, Look, bool], Scene]] = {
    "step": _step,
    "two_flips": lambda state, look, _: two_flips_scene(state.trip, look),
    "pins": _pinned,
    "conventions": lambda state, look, _: conventions_scene(state.trip, look),
    "sandbox": lambda state, look, _: sandbox_scene(state.play, look),
}

PICTURES = tuple(_MAKERS)
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
    return _MAKERS[which](state, state.look.replace(heading=True), wrong)
