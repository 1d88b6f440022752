"""A drawn grid as text: its labels, Markdown to paste into notes, a NumPy literal to paste into code."""

from __future__ import annotations

import math

from explorer.scene.display import Cell, Panel
from explorer.words import AXES

__all__ = ["labels_of", "markdown", "numpy_literal", "rows_of"]


def rows_of(panel: Panel) -> list[tuple[Cell, ...]]:
    """Cut a panel's cells into its rows.

    Parameters
    ----------
    panel : Panel

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
    rows = rows_of(panel)
    return (
        [_label(row[0], panel.rows, words) for row in rows],
        [_label(cell, panel.cols, words) for cell in rows[0]],
    )


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
    for label, row in zip(down, rows_of(panel), strict=True):
        lines.append(f"| {label} | {' | '.join(_plain(cell.value) for cell in row)} |")
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
    rows = (", ".join(_code(cell.value) for cell in row) for row in rows_of(panel))
    return f"np.array([{', '.join(f'[{row}]' for row in rows)}])"


def _label(cell: Cell, axes: tuple[str, ...], words: str) -> str:
    coords = dict(cell.coords)
    return ", ".join(AXES[axis].short(words, coords[axis]) for axis in axes)


def _plain(value: float) -> str:
    return f"{value:.0f}" if math.isfinite(value) and value == int(value) else f"{value:.4g}"


def _code(value: float) -> str:
    if math.isinf(value):
        return "np.inf" if value > 0 else "-np.inf"
    return repr(float(value))
