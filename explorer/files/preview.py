"""What a reading makes of a file, to look at before it is taken."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.core.grid import Array
from explorer.files.orders import as_rows, sizes_of
from explorer.files.pile import Pile
from explorer.files.reading import Reading

__all__ = ["Previewed", "preview"]

_ROWS, _COLUMNS = 3, 6


@dataclass(frozen=True)
class Previewed:
    """One array, in its role.

    Attributes
    ----------
    role, name : str
        What it is taken for, and what the file calls it.
    sizes : tuple of (str, int)
        Its axes in the file's order, and how long each is.
    dtype : str
    rows : tuple of tuple of float
        The first numbers of the first rows, as they will be read: of tokens in book 0, or of the table.
    more_rows, more_columns : bool
        Whether there are further ones.

    Examples
    --------
    >>> print(Previewed("query", "q", (("token", 1), ("width", 2)), "float64", ((1.0, 2.5),), False, False))
    query = q, float64 (token 1, width 2)
      1  2.5
    """

    role: str
    name: str
    sizes: tuple[tuple[str, int], ...]
    dtype: str
    rows: tuple[tuple[float, ...], ...]
    more_rows: bool
    more_columns: bool

    def __str__(self) -> str:
        sizes = ", ".join(f"{axis} {size}" for axis, size in self.sizes)
        dots = "  ..." if self.more_columns else ""
        lines = [f"  {'  '.join(f'{number:.4g}' for number in row)}{dots}" for row in self.rows]
        return "\n".join(
            [
                f"{self.role} = {self.name}, {self.dtype} ({sizes})",
                *lines,
                *(["  ..."] if self.more_rows else []),
            ]
        )


def preview(pile: Pile, reading: Reading) -> tuple[Previewed, ...]:
    """Show what each array is taken for: its sizes by axis name, and its first numbers.

    Parameters
    ----------
    pile : Pile
    reading : Reading

    Returns
    -------
    tuple of Previewed
        One for each role; ``str`` of it is the text.

    Raises
    ------
    DataError
        Never for a reading that `guess` made: it looks at the corner alone, NaN and all.

    Examples
    --------
    >>> import numpy as np
    >>> from explorer.files.guessing import guess
    >>> pile = Pile("x.npz", {"x": np.ones((1, 2)), "table": np.ones((2, 3))})
    >>> for shown in preview(pile, guess(pile)):
    ...     print(shown)
    tokens = x, float64 (token 1, channel 2)
      1  1
    table = table, float64 (channel 2, wide 3)
      1  1  1
      1  1  1
    """
    return tuple(_one(pile, reading, role, name) for role, name in reading.names.items())


def _one(pile: Pile, reading: Reading, role: str, name: str) -> Previewed:
    array = pile.arrays[name]
    order = {"table": reading.table_order, "bias": "wide"}.get(role, reading.order)
    sizes = sizes_of(array, order)
    if role == "bias":
        grid = array[None, :]
    elif role == "table":
        grid = array if order == "channel wide" else array.T
    else:
        grid = _corner(array, order)
    rows = tuple(tuple(float(number) for number in row[:_COLUMNS]) for row in grid[:_ROWS])
    width = (
        sizes.get("head", 1) * sizes[order.split()[-1]] if role not in ("table", "bias") else grid.shape[1]
    )
    tokens = sizes["token"] if role not in ("table", "bias") else grid.shape[0]
    return Previewed(
        role, name, tuple(sizes.items()), array.dtype.name, rows, tokens > _ROWS, width > _COLUMNS
    )


def _corner(array: Array, order: str) -> Array:
    """Cut out book 0's first tokens before anything is moved: a large array is not copied for a look."""
    first = {"batch": slice(0, 1), "token": slice(0, _ROWS)}
    corner = array[tuple(first.get(axis, slice(None)) for axis in order.split())]
    rows: Array = as_rows(corner, order, called="", checked=False)[0]
    return rows
