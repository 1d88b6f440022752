"""From a step's name to its picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from explorer.core.changes import Changes
from explorer.core.trace import Trace
from explorer.errors import ConfigError, UnknownNameError
from explorer.scene.display import Scene
from explorer.scene.frame import Plan, compose
from explorer.scene.look import Look
from explorer.scene.matching import blend, scores
from explorer.scene.movement import inside_flip, merge, reshelve
from explorer.scene.pouring import pour
from explorer.scene.rows import cut, dividers
from explorer.scene.setting import Setting
from explorer.scene.sharing import mask, shares

__all__ = ["PLANS", "step_scene"]

PLANS: Mapping[str, Callable[[Setting], Plan]] = MappingProxyType(
    {
        "pour": pour,
        "cut": cut,
        "dividers": dividers,
        "reshelve": reshelve,
        "inside_flip": inside_flip,
        "scores": scores,
        "mask": mask,
        "shares": shares,
        "blend": blend,
        "merge": merge,
    }
)
"""What each step wants drawn, in the order of the trip."""


def step_scene(trip: Trace, step: str, look: Look | None = None, changes: Changes | None = None) -> Scene:
    """Draw one step of a trip as a display list.

    Parameters
    ----------
    trip : Trace
        What is drawn; every number comes from it.
    step : str
        ``"pour"`` ... ``"merge"``.
    look : Look, optional
        The reader's choices.
    changes : Changes, optional
        What the last change made of this trip's numbers; marked in the cells.

    Returns
    -------
    Scene
        The same for the same trip, step and look, to the last coordinate.

    Raises
    ------
    UnknownNameError
        If there is no such step.
    ConfigError
        If the look pins a batch item, head or token that this trip has not.

    Examples
    --------
    >>> import explorer as ex
    >>> scene = step_scene(ex.trace(), "inside_flip")
    >>> scene.shape_line
    '( B 1, H 2, T 3, D 2 ) -> ( B 1, H 2, D 2, T 3 )'
    """
    if not isinstance(trip, Trace):
        raise ConfigError(f"Cannot draw {trip!r}: give a Trace, as explorer.trace() makes it.")
    look = Look() if look is None else look
    if step == "two_flips":
        raise UnknownNameError("Cannot draw 'two_flips' as one step: figure_two_flips draws both.")
    config = trip.config
    look.check_against(batch=config.batch, heads=config.heads, tokens=config.tokens)
    setting = Setting(trip, trip[step].name, look, changes=changes)
    return compose(setting, PLANS[step](setting))
