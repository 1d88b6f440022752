"""How a tensor of any axes is laid out: which are pinned, which one owns shelves, which run down and across.

A wrong turn may leave axes that no right trip has: heads that ask, six counters, names that nothing tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from explorer.core.config import Config
from explorer.core.mistakes.tell_names import axis_name
from explorer.core.tensor import Tensor
from explorer.scene.extents import LONG, LONGEST, MOST_CELLS, TOKEN_AXES
from explorer.scene.look import Look
from explorer.scene.naming import token_name
from explorer.scene.palette import Palette
from explorer.words import AXES

__all__ = ["Arranged", "arranged", "axis_colour", "base_of", "letter_of", "place_word", "shape_text"]

_MOST_SHELVES = {"token": 6, "head": 8}
_ROLES = ("query_", "key_")


@dataclass(frozen=True)
class Arranged:
    """Where every axis of one tensor goes.

    Attributes
    ----------
    sizes : mapping of str to int
        The tensor's.
    pins : mapping of str to int
        Axes that are held at one place.
    owner : str
        The axis that owns the shelves; empty where there is one grid.
    rows, cols : tuple of str
        The axes down and across, one each or none.
    drawn : mapping of str to tuple of int
        Which places of the other axes are drawn.

    Examples
    --------
    >>> import explorer as ex
    >>> key = ex.trace()["reshelve"]["key"]
    >>> laid = arranged(key, Look(), Config())
    >>> laid.pins, laid.owner, laid.rows, laid.cols
    ({'batch': 0}, 'head', ('token',), ('head_dim',))
    """

    sizes: Mapping[str, int]
    pins: Mapping[str, int]
    owner: str
    rows: tuple[str, ...]
    cols: tuple[str, ...]
    drawn: Mapping[str, tuple[int, ...]]

    @property
    def shelves(self) -> tuple[int, ...]:
        """The places that own a shelf; one, of no axis, where there is one grid."""
        return self.drawn[self.owner] if self.owner else (0,)

    @property
    def grid(self) -> tuple[int, int]:
        """How many rows and columns a grid has."""
        down, across = (len(self.drawn[axes[0]]) if axes else 1 for axes in (self.rows, self.cols))
        return down, across

    @property
    def is_image(self) -> bool:
        """Whether a grid has too many cells to be drawn one by one."""
        rows, columns = self.grid
        return rows * columns > MOST_CELLS or max(rows, columns) > LONG

    @property
    def count(self) -> int:
        """How many cells are drawn."""
        rows, columns = self.grid
        return len(self.shelves) * rows * columns

    def told(self, config: Config, words: str) -> Iterator[str]:
        """Say what is pinned, and what is left out.

        Parameters
        ----------
        config : Config
        words : {"both", "pencil", "standard"}

        Yields
        ------
        str
            Sentences.
        """
        pinned = [
            f"{place_word(config, axis, index, words)} of {self.sizes[axis]}"
            for axis, index in self.pins.items()
            if self.sizes[axis] > 1
        ]
        if pinned:
            yield f"Pinned: {', '.join(pinned)}."
        for axis, places in self.drawn.items():
            if len(places) < self.sizes[axis]:
                what = "Shelves drawn" if axis == self.owner else "Drawn"
                ends = f"{places[0]} to {places[-1]}" if len(places) > 1 else f"{places[0]}"
                yield f"{what}: {letter_of(axis)} {ends} of {self.sizes[axis]}."


def arranged(tensor: Tensor, look: Look, config: Config) -> Arranged:
    """Lay the axes of a tensor out.

    The batch is pinned by the look, wherever it stands. Of more than three others, the askers and the looked
    at run down and across where both are there, and else the last two; one more owns shelves, and the rest
    are pinned.

    Parameters
    ----------
    tensor : Tensor
    look : Look
    config : Config

    Returns
    -------
    Arranged
    """
    sizes = dict(tensor.sizes)
    free = [axis for axis in tensor.axes if base_of(axis) != "batch"]
    if len(free) > 3 and {"query_token", "key_token"} <= set(free):
        others = [axis for axis in free if axis not in ("query_token", "key_token")]
        free = [others[-1], "query_token", "key_token"]
    free = free[-3:]
    owner = free[0] if len(free) == 3 else ""
    rows, cols = tuple(free[-2:][:1]), tuple(free[-2:][1:])
    pins = {axis: _pin(axis, sizes[axis], look) for axis in tensor.axes if axis not in free}
    drawn = {axis: _places(axis, sizes[axis], look, config) for axis in free}
    if owner:
        most = _MOST_SHELVES.get(base_of(owner), LONG)
        places = drawn[owner]
        start = max(0, min((look.token or 0) - most // 2, len(places) - most)) if owner in TOKEN_AXES else 0
        drawn[owner] = places[start : start + most]
    return Arranged(sizes, pins, owner, rows, cols, drawn)


def _pin(axis: str, size: int, look: Look) -> int:
    wanted = {"batch": look.batch, "head": look.head or 0, "token": look.token or 0}
    return min(wanted.get(base_of(axis), 0), size - 1)


def _places(axis: str, size: int, look: Look, config: Config) -> tuple[int, ...]:
    if axis == "head" and look.head is not None and size == config.heads:
        return (look.head,)
    return tuple(range(min(size, LONGEST)))


def base_of(axis: str) -> str:
    """Name what an axis counts, whichever side of a product it stands on.

    Parameters
    ----------
    axis : str

    Returns
    -------
    str

    Examples
    --------
    >>> base_of("query_head"), base_of("key_token"), base_of("axis_0")
    ('head', 'token', 'axis_0')
    """
    for prefix in _ROLES:
        axis = axis.removeprefix(prefix)
    return axis


def axis_colour(palette: Palette, axis: str) -> str:
    """Look up the colour of what an axis counts.

    Parameters
    ----------
    palette : Palette
    axis : str

    Returns
    -------
    str

    Examples
    --------
    >>> from explorer.scene.palette import PALETTES
    >>> axis_colour(PALETTES["light"], "key_head") == PALETTES["light"].axis("head")
    True
    """
    return palette.axis(base_of(axis))


def letter_of(axis: str) -> str:
    """Give the letter of an axis; of one that nothing names, its number.

    Parameters
    ----------
    axis : str

    Returns
    -------
    str

    Examples
    --------
    >>> letter_of("key_head"), letter_of("wide"), letter_of("axis_2")
    ('H', '3C', '?2')
    """
    base = base_of(axis)
    return AXES[base].letter if base in AXES else f"?{axis.removeprefix('axis_')}"


def place_word(config: Config, axis: str, index: int, words: str) -> str:
    """Name one place along an axis, with the name that somebody gave a token.

    Parameters
    ----------
    config : Config
    axis : str
    index : int
    words : {"both", "pencil", "standard"}

    Returns
    -------
    str

    Examples
    --------
    >>> place_word(Config(), "query_head", 1, "pencil")
    'asking lens 1'
    """
    return f"{axis_name(axis, words)} {index} {token_name(config, axis, index)}".rstrip()


def shape_text(tensor: Tensor, *, batch: bool = True) -> str:
    """Write a shape by letters and sizes.

    Parameters
    ----------
    tensor : Tensor
    batch : bool
        Whether a batch of size 1 is named.

    Returns
    -------
    str

    Examples
    --------
    >>> import explorer as ex
    >>> shape_text(ex.trace()["reshelve"]["key"])
    '( B 1, H 2, T 3, D 2 )'
    """
    shown = [part for part in tensor.sizes.items() if batch or part != ("batch", 1)]
    return f"( {', '.join(f'{letter_of(axis)} {size}' for axis, size in shown)} )"
