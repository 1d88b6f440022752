"""Refusals that tell sizes: what they mean, in pencil words and in standard ones.

Sizes come as the text that stood in the message: ``"3"``, ``"(1,3,newaxis)"``, ``"[2, -1]"``.
"""

from __future__ import annotations

import re
from math import prod

__all__ = [
    "batched_product",
    "covering",
    "like_letters",
    "no_counter",
    "pins",
    "product",
    "putting",
    "reshape",
]


def product(left: str, right: str) -> tuple[str, str]:
    """Tell of rows and columns that do not meet.

    Parameters
    ----------
    left, right : str
        How long the rows of the left are, and the columns of the right.

    Returns
    -------
    (str, str)
        In pencil words, in standard ones.

    Examples
    --------
    >>> product("2", "3")[1]
    'The product sums over an axis of size 2 on the left and of size 3 on the right: they must be equal.'
    """
    pencil = (
        "A product lays a row of the left along a column of the right. "
        f"The rows hold {left} numbers, the columns {right}: they don't meet."
    )
    standard = (
        f"The product sums over an axis of size {left} on the left and of size {right} on the right: "
        "they must be equal."
    )
    return pencil, standard


def batched_product(left: str, right: str) -> tuple[str, str]:
    """Tell of a product of which PyTorch names the pins and the width of both sides.

    Parameters
    ----------
    left, right : str
        How many grids there are and how long the rows of the left, or the columns of the right.

    Returns
    -------
    (str, str)
        In pencil words, in standard ones.

    Examples
    --------
    >>> batched_product("[6, 4]", "[6, 5]") == product("4", "5")
    True
    """
    (grids, row), (others, column) = _sizes(left), _sizes(right)
    return product(str(row), str(column)) if row != column else pins(str(grids), str(others))


def pins(left: str, right: str) -> tuple[str, str]:
    """Tell of grids that would fit, in shelves that do not.

    Parameters
    ----------
    left, right : str
        The sizes around the grids.

    Returns
    -------
    (str, str)
        In pencil words, in standard ones.

    Examples
    --------
    >>> pins("1,2", "1,3")[1]
    'The inner sizes agree; the leading axes, (1, 2) and (1, 3), do not broadcast.'
    """
    one, other = _sizes(left), _sizes(right)
    pencil = (
        f"The rows and columns would meet, but the shelves around them differ: {one} and {other}. "
        "The product runs once for every pin, so both sides need the same pins."
    )
    return pencil, f"The inner sizes agree; the leading axes, {one} and {other}, do not broadcast."


def like_letters(left: str, right: str) -> tuple[str, str]:
    """Tell of one letter of an einsum that stands for two sizes.

    Parameters
    ----------
    left, right : str
        The two shapes.

    Returns
    -------
    (str, str)
        In pencil words, in standard ones.

    Examples
    --------
    >>> like_letters("3,2", "3,2")[0]
    'One letter stands for two counters of different sizes, in (3, 2) and (3, 2).'
    """
    shapes = f"{_sizes(left)} and {_sizes(right)}"
    pencil = f"One letter stands for two counters of different sizes, in {shapes}."
    return pencil, f"An einsum subscript names axes of different sizes, in {shapes}."


def covering(shapes: str) -> tuple[str, str]:
    """Tell of tables that do not cover each other.

    Parameters
    ----------
    shapes : str
        All of them; a single number's, ``()``, does no harm.

    Returns
    -------
    (str, str)
        In pencil words, in standard ones.

    Examples
    --------
    >>> covering("(3,3) (1,3,2,2) ()")[1]
    'The shapes (3, 3) and (1, 3, 2, 2) do not broadcast: axis -1 has sizes 3 and 2.'
    """
    read = [_sizes(shape) for shape in re.findall(r"\(([\d,]+)\)", shapes)]
    told = " and ".join(map(str, read))
    for back in range(1, max(map(len, read), default=0) + 1):
        met = dict.fromkeys(shape[-back] for shape in read if len(shape) >= back and shape[-back] != 1)
        if len(met) > 1:
            apart = " and ".join(map(str, met))
            pencil = (
                f"Tables of {told} are laid over each other, cell on cell. Counted from the back, "
                f"the sizes in place {back} are {apart}. They must be equal, or one of them 1."
            )
            return pencil, f"The shapes {told} do not broadcast: axis -{back} has sizes {apart}."
    return f"Tables of {told} don't cover each other.", f"The shapes {told} do not broadcast."


def putting(made: str, place: str) -> tuple[str, str]:
    """Tell of something that its place has no room for.

    Parameters
    ----------
    made, place : str
        The two shapes.

    Returns
    -------
    (str, str)
        In pencil words, in standard ones.

    Examples
    --------
    >>> putting("2,3", "3,")[0]
    'What was made has the shape (2, 3), and the place for it has (3,).'
    """
    one, other = _sizes(made), _sizes(place)
    pencil = f"What was made has the shape {one}, and the place for it has {other}."
    return pencil, f"Shape {one} does not broadcast into shape {other}."


def reshape(cells: str, shape: str) -> tuple[str, str]:
    """Tell of numbers that do not fill a shape.

    Parameters
    ----------
    cells : str
        How many numbers there are.
    shape : str
        What was asked for; one size may be left open.

    Returns
    -------
    (str, str)
        In pencil words, in standard ones.

    Examples
    --------
    >>> reshape("12", "(5,newaxis)")[1]
    'A reshape keeps the number of elements: 12 is not a multiple of 5.'
    """
    asked = _sizes(shape)
    known = prod(size for size in asked if size != -1)
    if -1 in asked:
        pencil = (
            f"There are {cells} numbers, and one size was left open. "
            f"The others make {known}, and {cells} is no multiple of it."
        )
        return pencil, f"A reshape keeps the number of elements: {cells} is not a multiple of {known}."
    pencil = (
        f"There are {cells} numbers, and a shape of {asked} holds {known}. "
        "A reshape neither adds nor drops any."
    )
    return pencil, f"A reshape keeps the number of elements: {cells} here, {known} in the shape {asked}."


def no_counter(axis: str, axes: str) -> tuple[str, str]:
    """Tell of an axis that there is not.

    Parameters
    ----------
    axis, axes : str
        The one asked for, and how many there are.

    Returns
    -------
    (str, str)
        In pencil words, in standard ones.

    Examples
    --------
    >>> no_counter("4", "4")[0]
    'There is no counter 4. There are 4, called 0 to 3 from the front, or -1 to -4 from the back.'
    """
    pencil = (
        f"There is no counter {axis}. "
        f"There are {axes}, called 0 to {int(axes) - 1} from the front, or -1 to -{axes} from the back."
    )
    return pencil, f"Axis {axis} does not exist in an array of {axes} axes."


def _sizes(text: str) -> tuple[int, ...]:
    """Read the sizes of a shape; one that was left open, NumPy's `newaxis`, is -1."""
    return tuple(-1 if size == "newaxis" else int(size) for size in re.findall(r"-?\d+|newaxis", text))
