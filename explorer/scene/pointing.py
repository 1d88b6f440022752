"""From a drawn cell to the recorded number it shows, and back."""

from __future__ import annotations

from collections.abc import Container

from explorer.core.place import Place
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import Trace
from explorer.errors import UnknownNameError
from explorer.scene.display import Cell, Panel, Scene

__all__ = ["cells_at", "find_cell", "place_of"]


def find_cell(scene: Scene, name: str) -> tuple[Panel, Cell]:
    """Find a drawn cell by its id.

    Parameters
    ----------
    scene : Scene
    name : str
        ``role/identity``.

    Returns
    -------
    Panel, Cell

    Raises
    ------
    UnknownNameError
        If the scene has no such cell.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> find_cell(step_scene(ex.trace(), "reshelve"), "after/key:b0:t1:h0:d1")[1].text
    '2'
    """
    for panel in scene.panels:
        for cell in panel.cells:
            if f"{panel.role}/{cell.identity}" == name:
                return panel, cell
    raise UnknownNameError(
        f"Cannot find a cell {name!r} in this picture. It may have been redrawn: point again."
    )


def place_of(trip: Trace, scene: Scene, panel: Panel, cell: Cell) -> Place:
    """Say which recorded number a drawn cell shows: the step's own, or the one it read.

    Parameters
    ----------
    trip : Trace
    scene : Scene
    panel : Panel
        Where the cell stands.
    cell : Cell

    Returns
    -------
    Place

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> trip = ex.trace()
    >>> scene = step_scene(trip, "reshelve")
    >>> place_of(trip, scene, *find_cell(scene, "before/key:b0:t1:h0:d1")).step
    'dividers'
    """
    # Two flips in one picture: the role begins with the step that it shows.
    shown = panel.role.split("-")[0] if scene.step == "two_flips" else scene.step
    axes = tuple(axis for axis, _ in cell.coords)
    for name in reversed(STEP_NAMES[: STEP_NAMES.index(shown) + 1]):
        step = trip[name]
        if cell.tensor in step and step[cell.tensor].axes == axes:
            return Place(name, cell.tensor, cell.coords)
    raise UnknownNameError(f"Cannot find {cell.tensor} {axes} in any step up to {shown}.")


def cells_at(trip: Trace, scene: Scene, places: Container[Place]) -> list[str]:
    """List the drawn cells that show one of these numbers.

    Parameters
    ----------
    trip : Trace
    scene : Scene
    places : container of Place
        A `Lineage`, or any collection.

    Returns
    -------
    list of str
        Ids, ``role/identity``.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> trip = ex.trace()
    >>> touched = trip.explain("scores", "matches", batch=0, head=0, query_token=2, key_token=1)
    >>> cells_at(trip, step_scene(trip, "scores"), [operand.place for operand in touched.operands])
    ['key/key:b0:t1:h0:d0', 'key/key:b0:t1:h0:d1', 'query/query:b0:t2:h0:d0', 'query/query:b0:t2:h0:d1']
    """
    return [
        f"{panel.role}/{cell.identity}"
        for panel in scene.panels
        for cell in panel.cells
        if place_of(trip, scene, panel, cell) in places
    ]
