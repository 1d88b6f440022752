"""What a picture does not show, read off what it does show: so nothing is left out in silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from explorer.core.tensor import Tensor
from explorer.errors import UnknownNameError
from explorer.scene.display import Panel
from explorer.scene.extents import LONG, MOST_CELLS, MOST_NUMBERED, TOKEN_AXES
from explorer.scene.setting import Setting
from explorer.words import AXES

__all__ = ["AS_IMAGE", "shortfall"]

AS_IMAGE = (
    f"A panel of more than {MOST_CELLS} cells, or of more than {LONG} along a side, is one image: "
    "on the page point at it, or walk it with the arrow keys, to read a number."
)
_STRUCK = "Struck cells have the paper's colour there."
_FINE = "Where cells are finer than a dot of the paper, neighbours' colours mix in it."
_UNNUMBERED = f"More than {MOST_NUMBERED} cells of a tensor: drawn without their numbers."


def shortfall(setting: Setting, panels: Iterable[Panel], pinned: Iterable[str] = ()) -> tuple[str, ...]:
    """Say which places of long axes are not drawn, and where numbers are missing.

    Parameters
    ----------
    setting : Setting
    panels : iterable of Panel
        All that is drawn.
    pinned : iterable of str
        Axes that the reader holds at one place: that is told elsewhere.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import Look, step_scene
    >>> trip = ex.trace(ex.Config(tokens=20))
    >>> shortfall(Setting(trip, "reshelve", Look()), step_scene(trip, "reshelve").panels)
    ('Shelves drawn: T 0 to 15 of 20.',)
    """
    drawn = list(panels)
    images = [panel.image for panel in drawn if panel.image is not None]
    notes = list(dict.fromkeys(_left_out(setting, drawn, {"batch", *pinned})))
    if any(not cell.text for panel in drawn for cell in panel.cells):
        notes.append(_UNNUMBERED)
    if images:
        notes.append(AS_IMAGE)
        if any(panel.tensor in ("struck", "exponentials", "shares") for panel in drawn if panel.image):
            notes.append(_STRUCK)
        if any(image.is_fine for image in images):
            notes.append(_FINE)
    return tuple(notes)


def _left_out(setting: Setting, panels: list[Panel], told: set[str]) -> Iterator[str]:
    """Compare what each role shows of each axis with how long that axis is."""
    held = told - set(setting.free) | ({"head"} if setting.look.head is not None else set())
    for role in dict.fromkeys(panel.role for panel in panels):
        grids = [panel for panel in panels if panel.role == role]
        sizes = _sizes(setting, grids[0])
        shown = {axis: set[int]() for axis in sizes if axis not in held}
        for panel in grids:
            for axis, places in shown.items():
                places |= _places(panel, axis)
        width = setting.trip.config.width
        # Three rows side by side, of each of which the same is drawn.
        if "wide" in shown and sizes["wide"] == 3 * width:
            shown["width"], sizes["width"] = {place % width for place in shown.pop("wide")}, width
        owners = {axis for axis, _ in grids[0].pins}
        for axis, places in shown.items():
            if len(places) < sizes[axis]:
                what = "Shelves drawn" if axis in owners else "Drawn"
                yield f"{what}: {_stretch(axis, sorted(places))} of {sizes[axis]}."


def _places(panel: Panel, axis: str) -> set[int]:
    image = panel.image
    if image is None:
        return {dict(cell.coords)[axis] for cell in panel.cells}
    if axis in image.pins:
        return {image.pins[axis]}
    down = axis in image.row_axes
    axes, places = (image.row_axes, image.row_places) if down else (image.col_axes, image.col_places)
    return set(places[:, axes.index(axis)].tolist())


def _stretch(axis: str, places: list[int]) -> str:
    letter = AXES["token" if axis in TOKEN_AXES else axis].letter
    if len(places) == 1:
        return f"{letter} {places[0]}"
    if places[-1] - places[0] == len(places) - 1:
        return f"{letter} {places[0]} to {places[-1]}"
    return f"{len(places)} places of {letter}, the first {places[0]} and the last {places[-1]},"


def _sizes(setting: Setting, panel: Panel) -> dict[str, int]:
    """How long the axes of a panel's tensor are."""
    tensors: Iterator[Tensor] = (
        tensor
        for step in setting.trip.steps
        for tensor in step.tensors.values()
        if (tensor.name, tensor.axes) == (panel.tensor, panel.axes)
    )
    found = next(tensors, None)
    if found is None:
        raise UnknownNameError(f"Cannot find {panel.tensor} {panel.axes} in any step.")
    return dict(found.sizes)
