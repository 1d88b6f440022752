"""A drawn grid as text: its labels, Markdown to paste into notes, a NumPy literal to paste into code."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping

from explorer.core.mistakes.tell_names import axis_name
from explorer.scene.display import Cell, Panel
from explorer.words import AXES

__all__ = ["MOST_COPIED", "cut_out", "labels_of", "markdown", "numpy_literal", "rows_of"]

MOST_COPIED = 4096
"""An image of more cells is copied in part: the text of one of 512 x 512 would be megabytes."""
_WINDOW = 12


def cut_out(panel: Panel, row: int = 0, column: int = 0, most: int = _WINDOW) -> tuple[Panel, str]:
    """Cut some rows and columns out of an image, and say which.

    Parameters
    ----------
    panel : Panel
    row, column : int
        A cell that is to be among them.
    most : int
        So many of each.

    Returns
    -------
    Panel
        With cells; the same one where it has them already.
    str
        Which part of the whole it is; empty where it is all of it.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> panel = step_scene(ex.trace(ex.Config(tokens=64)), "scores").panels[2]
    >>> part, told = cut_out(panel, 40, 63)
    >>> part.shape, told
    ((12, 12), 'Rows 34 to 45 of 64 and columns 52 to 63 of 64.')
    """
    image = panel.image
    if image is None:
        return panel, ""
    down, across = (
        range(start := max(0, min(at - most // 2, count - most)), min(start + most, count))
        for at, count in zip((row, column), panel.shape, strict=True)
    )
    cells = tuple(image.cell(i, j) for i in down for j in across)
    part = dataclasses.replace(panel, shape=(len(down), len(across)), cells=cells, image=None)
    told = [
        f"{what} {places[0]} to {places[-1]} of {count}"
        for what, places, count in zip(("Rows", "columns"), (down, across), panel.shape, strict=True)
    ]
    return part, "" if part.shape == panel.shape else f"{' and '.join(told)}."


def rows_of(panel: Panel) -> list[tuple[Cell, ...]]:
    """Cut a panel's cells into its rows.

    Parameters
    ----------
    panel : Panel
        One with cells; `cut_out` makes some of an image's.

    Returns
    -------
    list of tuple of Cell

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> panel = step_scene(ex.trace(), "inside_flip").panels[0]
    >>> [[cell.text for cell in row] for row in rows_of(panel)]
    [['1', '0'], ['0', '2'], ['1', '1']]
    """
    wide = panel.shape[1]
    return [panel.cells[start : start + wide] for start in range(0, len(panel.cells), wide)]


def labels_of(panel: Panel, words: str = "both") -> tuple[list[str], list[str]]:
    """Name each row and each column by the axes along it.

    Parameters
    ----------
    panel : Panel
    words : {"both", "pencil", "standard"}

    Returns
    -------
    rows, columns : list of str

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> labels_of(step_scene(ex.trace(), "inside_flip").panels[0], "standard")
    (['token 0', 'token 1', 'token 2'], ['dim 0', 'dim 1'])
    """
    if panel.image is not None:
        image = panel.image
        down = [dict(zip(panel.rows, places, strict=True)) for places in image.row_places.tolist()]
        across = [dict(zip(panel.cols, places, strict=True)) for places in image.col_places.tolist()]
    else:
        rows = rows_of(panel)
        down, across = [dict(row[0].coords) for row in rows], [dict(cell.coords) for cell in rows[0]]
    return [_label(at, panel.rows, words) for at in down], [_label(at, panel.cols, words) for at in across]


def markdown(panel: Panel, words: str = "both") -> str:
    """Write a grid as a Markdown table, its numbers as printed.

    Parameters
    ----------
    panel : Panel
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> print(markdown(step_scene(ex.trace(), "inside_flip").panels[0], "pencil"))
    |  | number 0 | number 1 |
    | --- | ---: | ---: |
    | token 0 | 1 | 0 |
    | token 1 | 0 | 2 |
    | token 2 | 1 | 1 |
    """
    down, across = labels_of(panel, words)
    lines = [f"|  | {' | '.join(across)} |", f"| --- |{' ---: |' * len(across)}"]
    for label, row in zip(down, _values(panel), strict=True):
        lines.append(f"| {label} | {' | '.join(map(_plain, row))} |")
    return "\n".join(lines)


def numpy_literal(panel: Panel) -> str:
    """Write a grid as code that makes the same array, to the last bit.

    Parameters
    ----------
    panel : Panel

    Returns
    -------
    str

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> numpy_literal(step_scene(ex.trace(), "mask").panels[-1])
    'np.array([[1.414213562373095, -np.inf, -np.inf], [0.7071067811865475, 0.0, -np.inf], \
[-np.inf, 1.414213562373095, 1.414213562373095]])'
    """
    rows = (", ".join(map(_code, row)) for row in _values(panel))
    return f"np.array([{', '.join(f'[{row}]' for row in rows)}])"


def _values(panel: Panel) -> Iterable[Iterable[float]]:
    """List the numbers row by row, all of them."""
    if panel.image is not None:
        return panel.image.values.astype(float).tolist()  # type: ignore[no-any-return]
    return [[cell.value for cell in row] for row in rows_of(panel)]


def _label(coords: Mapping[str, int], axes: tuple[str, ...], words: str) -> str:
    return ", ".join(
        AXES[axis].short(words, coords[axis]) if axis in AXES else f"{axis_name(axis, words)} {coords[axis]}"
        for axis in axes
    )


def _plain(value: float) -> str:
    return f"{value:.0f}" if math.isfinite(value) and value == int(value) else f"{value:.4g}"


def _code(value: float) -> str:
    if math.isnan(value):
        return "np.nan"
    if math.isinf(value):
        return "np.inf" if value > 0 else "-np.inf"
    return repr(float(value))
