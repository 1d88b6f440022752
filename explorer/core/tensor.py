"""An array whose axes have names, and what can be asked of it by those names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from explorer.core.grid import Array, Grid, frozen
from explorer.errors import AxisNameError, ShapeError, listed

__all__ = ["Tensor"]


@dataclass(frozen=True, eq=False)
class Tensor:
    """One recorded array: a name, read-only values, and a name for each axis.

    Parameters
    ----------
    name : str
        ``"query"``, ``"scores"``, ...
    values : ndarray
        One axis for each name in `axes`. Read-only in the record.
    axes : tuple of str
        Outermost first, all different.

    Notes
    -----
    An array that can still be written to is copied, so that nobody can change the record behind its back.
    The engine freezes its own arrays first (`frozen`), so that a view stays a view.

    Raises
    ------
    AxisNameError
        If a name stands twice.
    ShapeError
        If there are not as many names as axes.

    Examples
    --------
    >>> key = Tensor("key", np.array([[1, 0], [0, 2], [1, 1]]), ("token", "head_dim"))
    >>> key
    <Tensor key (token 3, head_dim 2)>
    >>> int(key.at(token=1, head_dim=1))
    2
    """

    name: str
    values: Array
    axes: tuple[str, ...]

    def __post_init__(self) -> None:
        twice = sorted({axis for axis in self.axes if self.axes.count(axis) > 1})
        if twice:
            raise AxisNameError(
                f"Cannot name the axes of {self.name} {self.axes}: {listed(twice, 'and')} stands twice. "
                "Give every axis a name of its own."
            )
        if self.values.ndim != len(self.axes):
            raise ShapeError(
                f"Cannot name the axes of {self.name} {self.axes}: its shape {self.values.shape} has "
                f"{self.values.ndim} axes, the names are {len(self.axes)}. Give one name for each axis."
            )
        kept = self.values.view() if _is_frozen(self.values) else frozen(self.values.copy())
        object.__setattr__(self, "values", kept)

    def __repr__(self) -> str:
        return f"<Tensor {self.name} ({self._sizes_text()})>"

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of each axis, outermost first."""
        return self.values.shape

    @property
    def sizes(self) -> Mapping[str, int]:
        """The size of each axis by its name, outermost first."""
        return MappingProxyType(dict(zip(self.axes, self.values.shape, strict=True)))

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes from one entry to the next along each axis, as NumPy holds the array now."""
        return self.values.strides

    def shares_memory_with(self, other: Tensor) -> bool:
        """Whether the two tensors read the same bytes anywhere.

        Parameters
        ----------
        other : Tensor

        Returns
        -------
        bool

        Examples
        --------
        >>> import explorer as ex
        >>> trip = ex.trace()
        >>> trip["inside_flip"]["key"].shares_memory_with(trip["cut"]["key"])
        True
        """
        return np.shares_memory(self.values, other.values)

    def rename(self, names: Mapping[str, str]) -> Tensor:
        """Keep the same values with some axes under other names.

        Parameters
        ----------
        names : mapping of str to str
            From the present name to the new one; axes not mentioned keep theirs.

        Returns
        -------
        Tensor

        Raises
        ------
        AxisNameError
            If a name is not an axis of this tensor, or a new name stands twice.

        Examples
        --------
        >>> key = Tensor("key", np.ones((3, 2)), ("token", "head_dim"))
        >>> key.rename({"token": "key_token"}).axes
        ('key_token', 'head_dim')
        """
        self._refuse_unknown(names, "rename")
        return Tensor(self.name, self.values, tuple(names.get(axis, axis) for axis in self.axes))

    def at(self, **coords: int) -> Any:
        """Read the one number at these coordinates.

        Parameters
        ----------
        **coords : int
            An index for every axis, by name, counted from 0.

        Returns
        -------
        numpy scalar

        Raises
        ------
        AxisNameError
            If an axis is missing or unknown.
        ShapeError
            If an index is out of range.

        Examples
        --------
        >>> import explorer as ex
        >>> float(ex.trace()["scores"]["matches"].at(batch=0, head=0, query_token=2, key_token=1))
        2.0
        """
        return self.values[self._index(coords, free=(), asked="read one number of")]

    def grid(self, rows: str, cols: str, **pins: int) -> Grid:
        """Pin all axes but two, and look at the grid that is left.

        Parameters
        ----------
        rows, cols : str
            The two axes that stay free: down the page and across it.
        **pins : int
            An index for every other axis, by name, counted from 0.

        Returns
        -------
        Grid, axes (rows, cols)
            A read-only view of this tensor.

        Raises
        ------
        AxisNameError
            If `rows` and `cols` are the same, or an axis is missing, unknown, or both free and pinned.
        ShapeError
            If a pin is out of range.

        Examples
        --------
        >>> import explorer as ex
        >>> ex.trace()["inside_flip"]["key"].grid("head_dim", "token", batch=0, head=0).values.tolist()
        [[1.0, 0.0, 1.0], [0.0, 2.0, 1.0]]
        """
        if rows == cols:
            raise AxisNameError(
                f"Cannot lay {self.name} out with {rows} both down and across: a grid has two different "
                f"axes. Choose two of {listed(self.axes)}."
            )
        index = self._index(pins, free=(rows, cols), asked="lay out")
        plane = self.values[index]
        in_order = self.axes.index(rows) < self.axes.index(cols)
        return Grid(
            plane if in_order else plane.T,
            rows,
            cols,
            MappingProxyType({axis: int(pin) for axis, pin in pins.items()}),
        )

    def summed(self, axis: str, name: str | None = None) -> Tensor:
        """Add up along one axis: the numbers at the margin.

        Parameters
        ----------
        axis : str
            The axis that the sum uses up.
        name : str, optional
            What the sums are called; as this tensor if left out.

        Returns
        -------
        Tensor
            Fresh numbers, with the other axes. True counts as 1.

        Raises
        ------
        AxisNameError
            If there is no such axis.

        Examples
        --------
        >>> import explorer as ex
        >>> shares = ex.trace()["shares"]["shares"]
        >>> shares.summed("key_token").values.tolist()
        [[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]]
        """
        self._refuse_unknown((axis,), "sum")
        left = tuple(other for other in self.axes if other != axis)
        with np.errstate(over="ignore", invalid="ignore"):  # a sum may be beyond what a float can say
            sums = np.asarray(self.values.sum(axis=self.axes.index(axis)))  # 0-D where no axis is left
        return Tensor(self.name if name is None else name, frozen(sums), left)

    def _index(
        self, pins: Mapping[str, int], *, free: tuple[str, ...], asked: str
    ) -> tuple[int | slice, ...]:
        """Check that `pins` and `free` name every axis once; return what to index the values with."""
        self._refuse_unknown((*free, *pins), asked)
        both = [axis for axis in free if axis in pins]
        missing = [axis for axis in self.axes if axis not in pins and axis not in free]
        if both:
            raise AxisNameError(
                f"Cannot {asked} {self.name} with {listed(both, 'and')} both free and pinned. "
                f"Leave the pin of {listed(both, 'and')} out, or free another axis."
            )
        if missing:
            raise AxisNameError(
                f"Cannot {asked} {self.name} ({self._sizes_text()}): {listed(missing, 'and')} "
                f"{'is' if len(missing) == 1 else 'are'} not pinned. "
                f"Add {', '.join(f'{axis}={self._pins_of(axis)}' for axis in missing)}."
            )
        return tuple(slice(None) if axis in free else self._pin(axis, pins[axis]) for axis in self.axes)

    def _pins_of(self, axis: str) -> str:
        last = self.sizes[axis] - 1
        return "0" if last == 0 else f"0..{last}"

    def _pin(self, axis: str, value: int) -> int:
        size = self.sizes[axis]
        whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
        if not whole or not 0 <= value < size:
            raise ShapeError(
                f"Cannot pin {axis}={value!r} of {self.name}: its {size} entries are counted from 0. "
                f"Choose a whole number from 0 to {size - 1}."
            )
        return int(value)

    def _refuse_unknown(self, names: Mapping[str, Any] | tuple[str, ...], asked: str) -> None:
        unknown = [name for name in names if name not in self.axes]
        if unknown:
            raise AxisNameError(
                f"Cannot {asked} {self.name} by {listed(unknown, 'and')}: "
                f"its axes are {listed(self.axes, 'and')}. Choose among those."
            )

    def _sizes_text(self) -> str:
        return ", ".join(f"{axis} {size}" for axis, size in self.sizes.items())


def _is_frozen(values: Array) -> bool:
    """Whether nobody can write to these bytes any more, through this array or through one it looks at."""
    owner: object = values
    while isinstance(owner, np.ndarray):
        if owner.flags.writeable:
            return False
        owner = owner.base
    return True
