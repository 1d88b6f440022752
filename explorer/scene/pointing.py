"""From a drawn cell to the recorded number it shows, and back."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from explorer.core.ancestors import Lineage
from explorer.core.place import Place
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import Trace
from explorer.errors import UnknownNameError
from explorer.scene.display import Cell, Panel, Scene
from explorer.scene.painting import read, spread
from explorer.scene.raster import Image

__all__ = ["cells_at", "find_cell", "find_in_image", "is_traceable", "place_of", "rectangles"]

_APART = ("right", "wrong")  # the two halves where a wrong trip stands beside the right one

_IN_IMAGE = re.compile(r"(.*)/@([0-9]{1,6}):([0-9]{1,6}):([0-9]{1,6})", re.DOTALL)


def find_cell(scene: Scene, name: str) -> tuple[Panel, Cell]:
    """Find a drawn cell by its id.

    Parameters
    ----------
    scene : Scene
    name : str
        ``role/identity``; in an image ``role/@panel:row:column``, with the panel's number in the scene.

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
    at = find_in_image(scene, name)
    if at is not None:
        number, row, column = at
        panel = scene.panels[number]
        assert panel.image is not None
        return panel, panel.image.cell(row, column)
    for panel in scene.panels:
        for cell in panel.cells:
            if f"{panel.role}/{cell.identity}" == name:
                return panel, cell
    raise UnknownNameError(
        f"Cannot find a cell {name!r:.60} in this picture. It may have been redrawn: point again."
    )


def find_in_image(scene: Scene, name: str) -> tuple[int, int, int] | None:
    """Find where in an image a cell is.

    Parameters
    ----------
    scene : Scene
    name : str
        ``role/@panel:row:column``.

    Returns
    -------
    (int, int, int) or None
        The number of the panel in the scene, the row and the column; None if that is no cell of an image.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> scene = step_scene(ex.trace(ex.Config(tokens=64)), "mask")
    >>> find_in_image(scene, "keep/@2:9:8"), find_in_image(scene, "keep/@2:64:8")
    ((2, 9, 8), None)
    """
    found = _IN_IMAGE.fullmatch(name)
    if found is None:
        return None
    number, row, column = (int(digits) for digits in found.groups()[1:])
    if number >= len(scene.panels):
        return None
    panel = scene.panels[number]
    inside = panel.image is not None and row < panel.shape[0] and column < panel.shape[1]
    return (number, row, column) if inside and panel.role == found.group(1) else None


def is_traceable(scene: Scene) -> bool:
    """Whether a picture's cells are numbers of the trip at hand: not of other trips, nor of a wrong one.

    Parameters
    ----------
    scene : Scene

    Returns
    -------
    bool

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> is_traceable(step_scene(ex.trace(), "scores"))
    True
    """
    apart = any(panel.role in _APART for panel in scene.panels)
    return scene.step in (*STEP_NAMES, "two_flips") and not apart


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
    if not is_traceable(scene):
        raise UnknownNameError(
            "Cannot trace a number here: each grid is of a trip of its own. Go to Walk first."
        )
    return Place(_step_of(trip, scene, panel), cell.tensor, cell.coords)


def _step_of(trip: Trace, scene: Scene, panel: Panel) -> str:
    """Find the step that recorded what a panel shows."""
    # Two flips in one picture: the role begins with the step that it shows.
    shown = panel.role.split("-")[0] if scene.step == "two_flips" else scene.step
    axes = panel.axes
    for name in reversed(STEP_NAMES[: STEP_NAMES.index(shown) + 1]):
        step = trip[name]
        if panel.tensor in step and step[panel.tensor].axes == axes:
            return name
    raise UnknownNameError(f"Cannot find {panel.tensor} {axes} in any step up to {shown}.")


def cells_at(trip: Trace, scene: Scene, places: Lineage | Collection[Place]) -> list[str]:
    """List the drawn cells that show one of these numbers.

    Parameters
    ----------
    trip : Trace
    scene : Scene
    places : Lineage or collection of Place

    Returns
    -------
    list of str
        Ids, ``role/identity``; in an image rectangles of cells, ``role/@panel:top:left:bottom:right``.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> trip = ex.trace()
    >>> touched = trip.explain("scores", "matches", batch=0, head=0, query_token=2, key_token=1)
    >>> cells_at(trip, step_scene(trip, "scores"), [operand.place for operand in touched.operands])
    ['key/key:b0:t1:h0:d0', 'key/key:b0:t1:h0:d1', 'query/query:b0:t2:h0:d0', 'query/query:b0:t2:h0:d1']
    """
    found: list[str] = []
    if not is_traceable(scene):
        return found
    for number, panel in enumerate(scene.panels):
        step = _step_of(trip, scene, panel)
        if panel.image is None:
            found += [
                f"{panel.role}/{cell.identity}"
                for cell in panel.cells
                if Place(step, cell.tensor, cell.coords) in places
            ]
            continue
        for corners in rectangles(_marked(panel.image, (step, panel.tensor), places)):
            found.append(f"{panel.role}/@{number}:{':'.join(map(str, corners))}")
    return found


def _marked(image: Image, key: tuple[str, str], places: Lineage | Collection[Place]) -> npt.NDArray[np.bool_]:
    """Mark the cells of an image: axes (row, column)."""
    marked = np.zeros(image.shape, dtype=bool)
    if isinstance(places, Lineage):
        if key in places.cells:
            coords = spread(
                image.pins, (image.row_axes, image.row_places), (image.col_axes, image.col_places)
            )
            marked[:] = read(places.cells[key], image.axes, coords)
        return marked
    for place in places:
        at = image.locate(dict(place.coords)) if (place.step, place.tensor) == key else None
        if at is not None:
            marked[at] = True
    return marked


def rectangles(marked: npt.NDArray[np.bool_]) -> Iterator[tuple[int, int, int, int]]:
    """Cover what is marked by few rectangles that do not overlap: runs of a row, joined where rows are alike.

    Parameters
    ----------
    marked : ndarray of bool, axes (row, column)

    Yields
    ------
    (int, int, int, int)
        The first row and column of each, and the last.

    Examples
    --------
    >>> list(rectangles(np.array([[1, 1, 0], [1, 1, 0], [0, 0, 1]], dtype=bool)))
    [(0, 0, 1, 1), (2, 2, 2, 2)]
    """
    changes = np.flatnonzero((marked[1:] != marked[:-1]).any(axis=1)) + 1
    for top, below in pairwise([0, *changes.tolist(), len(marked)]):
        edges = np.diff(marked[top].astype(np.int8), prepend=0, append=0)
        for left, right in np.flatnonzero(edges).reshape(-1, 2).tolist():
            yield top, left, below - 1, right - 1
