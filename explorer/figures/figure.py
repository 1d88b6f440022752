"""Figures of a trip, for notebooks, slides and files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from explorer.core.trace import Trace
from explorer.scene.look import Look
from explorer.scene.steps import step_scene
from explorer.scene.two_flips import two_flips_scene

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["figure", "figure_two_flips"]


def figure(trip: Trace, step: str, look: Look | None = None, **changes: Any) -> Figure:
    """Draw one step of a trip.

    Parameters
    ----------
    trip : Trace
        What is drawn; every number comes from it.
    step : str
        ``"pour"`` ... ``"merge"``.
    look : Look, optional
        The reader's choices.
    **changes
        Fields of `Look` to change, as in ``figure(trip, "cut", theme="dark")``.

    Returns
    -------
    matplotlib.figure.Figure
        Made without pyplot: it is freed when nobody holds it, and ``savefig`` writes PNG, PDF or SVG.

    Raises
    ------
    UnknownNameError
        If there is no such step.
    ConfigError
        If a choice is not legal, or pins what this trip has not.

    Examples
    --------
    >>> import explorer as ex
    >>> picture = figure(ex.trace(), "reshelve", theme="dark")
    >>> [float(side) for side in picture.get_size_inches().round(1)][0]
    7.7
    """
    # Here and not above: ``import explorer.figures`` must not load matplotlib.
    from explorer.figures.drawing import draw

    return draw(step_scene(trip, step, _changed(look, changes)))


def figure_two_flips(trip: Trace, look: Look | None = None, **changes: Any) -> Figure:
    """Draw the re-shelve and the inside flip of the same keys side by side.

    Parameters
    ----------
    trip : Trace
        What is drawn.
    look : Look, optional
        The reader's choices.
    **changes
        Fields of `Look` to change.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ConfigError
        If a choice is not legal, or pins what this trip has not.

    Examples
    --------
    >>> import explorer as ex
    >>> len(figure_two_flips(ex.trace()).axes)
    1
    """
    from explorer.figures.drawing import draw

    return draw(two_flips_scene(trip, _changed(look, changes)))


def _changed(look: Look | None, changes: dict[str, Any]) -> Look:
    return (Look() if look is None else look).replace(**changes)
