"""Which of a picture's cells can be typed over, and along which axes a block is pasted."""

from __future__ import annotations

from explorer.core.editing import can_change
from explorer.core.place import Place
from explorer.core.trace import Trace
from explorer.errors import DataError
from explorer.scene.display import Panel, Scene
from explorer.scene.pointing import is_traceable, place_of

__all__ = ["along", "editable_roles"]


def editable_roles(trip: Trace, scene: Scene) -> tuple[str, ...]:
    """List the roles whose cells show numbers that the trip begins with.

    Parameters
    ----------
    trip : Trace
    scene : Scene

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> trip = ex.trace()
    >>> sorted(editable_roles(trip, step_scene(trip, "scores")))
    ['key', 'query']
    """
    if not is_traceable(scene):
        return ()
    firsts: dict[str, Place] = {}
    for panel in scene.panels:
        if panel.role not in firsts and (panel.cells or panel.image):
            first = panel.cells[0] if panel.image is None else panel.image.cell(0, 0)
            firsts[panel.role] = place_of(trip, scene, panel, first)
    return tuple(role for role, first in firsts.items() if can_change(trip, first))


def along(trip: Trace, place: Place, panel: Panel) -> tuple[Place, tuple[str, str]]:
    """Say where a block that is pasted on a cell has its corner, and along which axes it runs.

    Parameters
    ----------
    trip : Trace
    place : Place
        Of the cell.
    panel : Panel
        Where it stands.

    Returns
    -------
    Place, (str, str)
        The place itself, and the axes down and across. In a row that is divided on the page, the place of the
        same number in the row that is not.

    Raises
    ------
    DataError
        If the panel's rows or columns run along no one axis.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> from explorer.scene.pointing import find_cell
    >>> trip = ex.trace()
    >>> scene = step_scene(trip, "dividers")
    >>> panel, cell = find_cell(scene, "after-key/key:b0:t1:h1:d0")
    >>> corner, axes = along(trip, place_of(trip, scene, panel, cell), panel)
    >>> corner.step, corner["width"], axes
    ('cut', 2, ('token', 'width'))
    """
    if len(panel.rows) == 1 and panel.cols == ("head", "head_dim"):
        column = place["head"] * trip.config.head_dim + place["head_dim"]
        coords = (("batch", place["batch"]), ("token", place["token"]), ("width", column))
        return Place("cut", place.tensor, coords), (panel.rows[0], "width")
    if len(panel.rows) == len(panel.cols) == 1:
        return place, (panel.rows[0], panel.cols[0])
    raise DataError("Cannot paste a block here: paste it on a grid of rows and columns.")
