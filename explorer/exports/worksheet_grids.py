"""One grid of a worksheet: which cells are printed, which are to be found, and how it is drawn."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from explorer.core.grid import Array
from explorer.core.trace import Trace
from explorer.scene.canvas import Canvas
from explorer.scene.display import Cell, Panel
from explorer.scene.lettering import advance, fit_size
from explorer.scene.marks import hatching
from explorer.scene.naming import token_name
from explorer.scene.numerals import number_text
from explorer.words import AXES, TENSORS, Words

__all__ = ["GREY", "INK", "SOFT", "PencilGrid", "grid_of", "row_of", "totals_of"]

INK, SOFT, GREY, _HATCH = "#000000", "#4a4a4a", "#ececec", "#8c8c8c"
_TITLE, _LABEL, _LEAD = 12.0, 10.0, 5.0
_TOP = 34.0
# Nine millimetres are enough for a digit, thirteen for two decimals; given numbers need less.
_GIVEN, _WHOLE, _DECIMAL = (25.0, 24.0), (36.0, 30.0), (48.0, 30.0)
_WIDEST = 620.0
_WITH_DECIMALS = ("struck", "exponentials", "totals", "shares", "blend", "output")


@dataclass(frozen=True, eq=False)
class PencilGrid:
    """A grid on paper.

    Attributes
    ----------
    step, tensor : str
        Where its numbers come from.
    title, col_word : str
        What is written over it, and over its columns.
    row_labels, col_labels : tuple of str
    values : ndarray, axes (row, column)
        The engine's numbers.
    coords : tuple of tuple of (axis, index)
        Where each of them stands in its tensor, row by row.
    asked : ndarray of bool, axes (row, column)
        Which are to be found: blank on the sheet, printed on the key.
    struck : ndarray of bool, axes (row, column)
        Which the mask struck; the key shows it.
    lines : tuple of int
        Before which columns the key draws a line.
    cell : (float, float)
        Width and height of a cell.
    task : str
        The step that asks for it, if it is not that of its numbers.
    """

    step: str
    tensor: str
    title: str
    col_word: str
    row_labels: tuple[str, ...]
    col_labels: tuple[str, ...]
    values: Array
    coords: tuple[tuple[tuple[str, int], ...], ...]
    asked: npt.NDArray[np.bool_]
    struck: npt.NDArray[np.bool_]
    lines: tuple[int, ...] = ()
    cell: tuple[float, float] = _WHOLE
    task: str = ""

    @property
    def margin(self) -> float:
        """The room of its row labels."""
        return max(advance(label, _LABEL) for label in self.row_labels) + _LEAD

    @property
    def width(self) -> float:
        """How wide it is, labels and title included."""
        title = advance(self.title, _TITLE, bold=True)
        return self.margin + max(len(self.col_labels) * self.cell[0], title)

    @property
    def height(self) -> float:
        """How high it is, labels and title included."""
        return _TOP + len(self.row_labels) * self.cell[1]

    def narrowed(self, by: float) -> PencilGrid:
        """Make its cells narrower."""
        return dataclasses.replace(self, cell=(by * self.cell[0], self.cell[1]))

    def draw(self, canvas: Canvas, x: float, y: float, *, key: bool) -> None:
        """Draw it.

        Parameters
        ----------
        canvas : Canvas
        x, y : float
        key : bool
            Whether what is to be found is printed.
        """
        wide, high = self.cell
        left, top = x + self.margin, y + _TOP
        canvas.text(left, y + 7, self.title, _TITLE, INK, bold=True)
        if self.col_word:
            room = left - x - 2 if len(self.col_labels) > 1 else 0.0
            size = fit_size(self.col_word, max(room, 30), _LABEL - 1)
            canvas.text(left - _LEAD, y + 25, self.col_word, size, SOFT, anchor="end")
        for column, label in enumerate(self.col_labels):
            size = fit_size(label, wide - 2, _LABEL)
            canvas.text(left + (column + 0.5) * wide, y + 25, label, size, SOFT, anchor="middle")
        for row, label in enumerate(self.row_labels):
            canvas.text(left - _LEAD, top + (row + 0.5) * high, label, _LABEL, SOFT, anchor="end")
        places = list(np.ndindex(self.values.shape))
        cells = tuple(
            self._cell(place, coords, left + place[1] * wide, top + place[0] * high, key=key)
            for place, coords in zip(places, self.coords, strict=True)
        )
        role = "asked" if self.asked.any() else "given"
        canvas.panels.append(Panel(role, self.title, self.tensor, (), (), (), self.values.shape, cells))
        if key:
            bottom = top + self.values.shape[0] * high + 5
            for column in self.lines:
                canvas.line(
                    (left + column * wide, top - 5), (left + column * wide, bottom), colour=INK, width=4
                )

    def _cell(
        self, place: tuple[int, ...], coords: tuple[tuple[str, int], ...], x: float, y: float, *, key: bool
    ) -> Cell:
        value, asked = float(self.values[place]), bool(self.asked[place])
        shown = key or not asked
        struck = shown and bool(self.struck[place])
        text = number_text(value) if shown else ""
        where = ".".join(f"{axis}{index}" for axis, index in coords)
        return Cell(
            x, y, *self.cell,
            fill="#ffffff" if asked else GREY,
            ink=INK,
            edge=INK if asked else SOFT,
            text=text,
            size=fit_size(text, self.cell[0] - 4, 12.0, bold=True) if text else 12.0,
            identity=f"{self.task or self.step}/{self.step}.{self.tensor}:{where}",
            tensor=self.tensor,
            coords=coords,
            value=value if shown else float("nan"),
            title=f"{self.title}, {where}",
            struck=struck,
            hatch=hatching(x, y, *self.cell) if struck else (),
            hatch_colour=_HATCH if struck else "",
        )  # fmt: skip


def grid_of(
    trip: Trace, step: str, tensor: str, rows: str, cols: str, words: Words, *, asked: bool = True,
    done: tuple[int, int] | None = None, only: int | None = None,
    part: tuple[int, int] | None = None, name: str = "", lines: Sequence[int] = (), **pins: int,
) -> PencilGrid:  # fmt: skip
    """Take a grid of the trip on to paper.

    Parameters
    ----------
    trip : Trace
    step, tensor : str
    rows, cols : str
        The axes down and across.
    words : {"both", "pencil", "standard"}
    asked : bool
        Whether its numbers are to be found.
    done : (int, int), optional
        The one that is printed all the same, as an example.
    only : int, optional
        The one row that is drawn.
    part : (int, int), optional
        Which columns are drawn: from, and up to but not with.
    name : str
        The tensor that names it, where that is another one.
    lines : sequence of int
        Before which columns the key draws a line.
    **pins : int
        Where the tensor's other axes are held.

    Returns
    -------
    PencilGrid

    Examples
    --------
    >>> import explorer as ex
    >>> grid = grid_of(ex.trace(), "scores", "matches", "query_token", "key_token", "pencil", batch=0, head=1)
    >>> grid.title, grid.values.tolist()[0], grid.row_labels[2]
    ('matches, lens 1', [2.0, 1.0, 3.0], 'asking 2')
    """
    held = trip[step][tensor]
    values = held.grid(rows, cols, **pins).values
    down = range(values.shape[0]) if only is None else (only,)
    across = range(values.shape[1]) if part is None else range(*part)
    values = values[np.ix_(list(down), list(across))]
    mask = np.full(values.shape, asked)
    if done is not None:
        mask[done] = False
    struck = np.zeros(values.shape, bool)
    if (rows, cols) == ("query_token", "key_token") and step in ("mask", "shares") and tensor != "keep":
        struck = ~trip["mask"]["keep"].values.reshape(values.shape)
    shelf = tuple(AXES[axis].short(words, pins[axis]) for axis in ("head",) if axis in pins)
    places = ({rows: row, cols: column, **pins} for row in down for column in across)
    coords = tuple(tuple((axis, place[axis]) for axis in held.axes) for place in places)
    # By the tensor and not by its numbers: a narrow cell would tell that the number is whole.
    size = _GIVEN if not asked else _DECIMAL if tensor in _WITH_DECIMALS else _WHOLE
    return PencilGrid(
        step,
        tensor,
        ", ".join([_named(name or tensor, words), *shelf]),
        AXES[cols].short(words) if cols != "wide" else "",
        tuple(_row_label(trip, rows, row, words) for row in down),
        tuple(str(column - across[0]) for column in across),
        values,
        coords,
        mask,
        struck,
        tuple(lines),
        (min(size[0], _WIDEST / values.shape[1]), size[1]),
    )


def totals_of(trip: Trace, head: int, words: Words) -> PencilGrid:
    """Take the row totals of a head on to paper, one below the other.

    Parameters
    ----------
    trip : Trace
    head : int
    words : {"both", "pencil", "standard"}

    Returns
    -------
    PencilGrid
    """
    values = trip["shares"]["totals"].values[0, head][:, np.newaxis]
    return PencilGrid(
        "shares",
        "totals",
        TENSORS["totals"].short(words),
        "",
        ("",) * len(values),
        ("",),
        values,
        tuple((("batch", 0), ("head", head), ("query_token", row)) for row in range(len(values))),
        np.ones(values.shape, bool),
        np.zeros(values.shape, bool),
        cell=_DECIMAL,
    )


def row_of(title: str, rows: dict[str, Array], tensor: str) -> PencilGrid:
    """Make a small printed table of a few rows.

    Parameters
    ----------
    title : str
    rows : dict of str to ndarray, axes (column,)
        By what is written in front of each.
    tensor : str
        What the columns are.

    Returns
    -------
    PencilGrid
    """
    values = np.stack(list(rows.values()))
    down, across = values.shape
    return PencilGrid(
        "scores",
        tensor,
        title,
        "",
        tuple(rows),
        ("",) * across,
        values,
        tuple((("row", row), ("column", column)) for row in range(down) for column in range(across)),
        np.zeros(values.shape, bool),
        np.zeros(values.shape, bool),
        cell=(46.0, 21.0),
    )


def _named(tensor: str, words: Words) -> str:
    term = TENSORS[tensor]
    if tensor == "struck":  # its short word tells what was done to it, and not what to write
        return term.standard if words == "standard" else term.pencil
    return f"{term.letter} {term.short(words)}".strip()


def _row_label(trip: Trace, axis: str, index: int, words: Words) -> str:
    name = token_name(trip.config, axis, index)
    return f"{name} {index}" if name else AXES[axis].short(words, index)
