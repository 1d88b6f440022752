"""What the axes of an array are called, read from the live arrays, and where two names meet that do not fit.

A transposed view carries its names along: that is read from its strides. What was reshaped or copied has no
names left; it takes those that the step it stands in claims, which is just what the person who wrote it
believes. Sums and products pass the names of what they were made of on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Literal

import numpy as np

from explorer.core.grid import Array, frozen
from explorer.core.tensor import Tensor

__all__ = ["NameClash", "clashes", "glue_clash", "mask_clash", "named"]

_CLAIMS = {
    "pour": "batch token wide",
    "cut": "batch token width",
    "dividers": "batch token head head_dim",
    "reshelve": "batch head token head_dim",
    "inside_flip": "batch head head_dim token",
    "merge": "batch token width",
}
_TABLES = {2: ("query_token", "key_token"), 3: ("batch", "query_token", "key_token")}
_DIVIDED = ("batch", "token", "head", "head_dim")
_ASKING, _LOOKED_AT = "query_", "key_"
_TENSORS = {"q": "query", "k": "key", "v": "value", "out": "output"}
_MADE_OF = {
    "scores": ("matches",),
    "struck": ("scores",),
    "exponentials": ("struck",),
    "shares": ("exponentials", "struck"),
    "reshelved": ("blend",),
    "block": ("reshelved", "blend"),
    "out": ("block", "reshelved", "blend"),
}


@dataclass(frozen=True)
class NameClash:
    """Two axes that meet in a step and are not the same.

    Attributes
    ----------
    step : str
    how : {"product", "mask", "glue"}
        They meet in a product, where a keep-table lies over scores, or where dividers are pulled out.
    left, right : Tensor
        What is multiplied, or masked, or glued; and by what. Of a glue, `right` is what comes out.
    apart : tuple of (str, str)
        The names that meet and differ, left and right.
    ran : bool
        Whether the sizes agreed, so that NumPy said nothing.
    """

    step: str
    how: Literal["product", "mask", "glue"]
    left: Tensor
    right: Tensor
    apart: tuple[tuple[str, str], ...]
    ran: bool = True


def named(
    step: str, variable: str, values: Array, before: Mapping[str, Tensor], *, same: bool = False
) -> Tensor:
    """Name the axes of what a step left in a variable.

    Parameters
    ----------
    step : str
    variable : str
        ``"q"``, ``"scores"``, ``"out"``, ...
    values : ndarray
        Becomes read-only.
    before : mapping of str to Tensor
        What each variable held up to here, this step's own results included.
    same : bool
        Whether the very array was there before the step: then nobody has touched it.

    Returns
    -------
    Tensor
        Named as the engine names it; its axes ``axis_0`` ... where nothing tells what they are.

    Examples
    --------
    >>> key = Tensor("key", frozen(np.ones((1, 2, 3, 4))), ("batch", "head", "token", "head_dim"))
    >>> named("inside_flip", "k", key.values.transpose(0, 2, 1, 3), {"k": key}).axes
    ('batch', 'token', 'head', 'head_dim')
    >>> named("inside_flip", "k", key.values.reshape(1, 2, 4, 3), {"k": key}).axes
    ('batch', 'head', 'head_dim', 'token')
    """
    values = np.asarray(values)
    whole = before.get({"totals": "exponentials", "shift": "struck"}.get(variable, ""))
    if whole is not None and values.ndim == whole.values.ndim:
        values, found = _margin(values, whole)
    else:
        if variable == "keep" and values.ndim == 4 and values.shape[1] == 1:
            values = values[:, 0]  # it was laid so that it fits over every head
        found = _axes(step, variable, values, before, same=same)
    if len(found) != values.ndim or len(set(found)) != len(found):
        found = tuple(f"axis_{i}" for i in range(values.ndim))
    return Tensor(_TENSORS.get(variable, variable), frozen(values), found)


def clashes(step: str, before: Mapping[str, Tensor]) -> Iterator[NameClash]:
    """Find the names that meet in a step and do not fit, before it is taken.

    Parameters
    ----------
    step : str
    before : mapping of str to Tensor
        What each variable holds.

    Yields
    ------
    NameClash

    Examples
    --------
    >>> import explorer as ex
    >>> shelved = ex.trace()["reshelve"]
    >>> [clash.apart for clash in clashes("scores", {"q": shelved["query"], "k": shelved["key"]})]
    [(('head_dim', 'token'),)]
    """
    if step == "scores":
        yield from _product(step, before["q"], before["k"], before["q"].axes)
    elif step == "blend":
        told = tuple(axis.removeprefix(_LOOKED_AT) for axis in before["shares"].axes)
        yield from _product(step, before["shares"], before["v"], told)


def mask_clash(scores: Tensor, keep: Tensor) -> Iterator[NameClash]:
    """Find the names that differ where a keep-table is laid over scores.

    Parameters
    ----------
    scores, keep : Tensor

    Yields
    ------
    NameClash
    """
    apart = _apart(scores.axes[-2:], keep.axes[-2:])
    if apart:
        yield NameClash("mask", "mask", scores, keep, apart)


def glue_clash(glued: Tensor, output: Tensor) -> Iterator[NameClash]:
    """Find the names that are not where pulling the dividers out takes them to be.

    Parameters
    ----------
    glued, output : Tensor
        What the dividers are pulled out of, and what comes out.

    Yields
    ------
    NameClash
    """
    apart = _apart(glued.axes, _DIVIDED)
    if apart and len(glued.axes) == len(_DIVIDED):
        yield NameClash("merge", "glue", glued, output, apart)


def _axes(
    step: str, variable: str, values: Array, before: Mapping[str, Tensor], *, same: bool
) -> tuple[str, ...]:
    if same and variable in before:
        return before[variable].axes
    if variable == "keep":
        return _TABLES.get(values.ndim, ())
    if variable == "matches":
        return _product_axes(values, before["q"].axes, before["k"].axes)
    if variable == "blend":
        asking = tuple(axis.removeprefix(_ASKING) for axis in before["shares"].axes)
        return (*asking[:-1], before["v"].axes[-1])
    parent = _parent(variable, before)
    claimed = tuple(_CLAIMS[step].split()) if variable in ("q", "k", "v", "out", "wide") else ()
    if parent is None:
        return claimed
    if not claimed:  # worked out cell by cell, copied, or turned
        claimed = parent.axes
    return _carried(values, parent, claimed)


def _parent(variable: str, before: Mapping[str, Tensor]) -> Tensor | None:
    """Find what a variable was made of, if that was one thing."""
    return next((before[name] for name in _MADE_OF.get(variable, (variable,)) if name in before), None)


def _carried(values: Array, parent: Tensor, claimed: tuple[str, ...]) -> tuple[str, ...]:
    """Give a transposed view its parent's names in their new order, and anything else the claimed ones."""
    if values.ndim != parent.values.ndim or not _starts_alike(values, parent.values):
        return claimed
    orders = [
        order
        for order in permutations(range(values.ndim))
        if values.shape == tuple(parent.shape[i] for i in order)
        and values.strides == tuple(parent.strides[i] for i in order)
    ]
    names = [tuple(parent.axes[i] for i in order) for order in orders]
    if parent.name == "blend" and _DIVIDED in names:
        return _DIVIDED  # the order that is meant; where several sizes are 1, nothing tells it from others
    # Read in the order that it lies in, it may have been reshaped to the same sizes: then the claim stands.
    if not names or claimed in names or orders[0] == tuple(range(values.ndim)):
        return claimed
    return names[0]


def _starts_alike(values: Array, parent: Array) -> bool:
    return bool(values.__array_interface__["data"][0] == parent.__array_interface__["data"][0])


def _product_axes(values: Array, left: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, ...]:
    if values.ndim == len(left) == len(right):
        return (*left[:-2], f"{_ASKING}{left[-2]}", f"{_LOOKED_AT}{right[-1]}")
    # np.dot loops over all that is left of both sides, and not over what they share.
    return (
        *(f"{_ASKING}{axis}" for axis in left[:-1]),
        *(f"{_LOOKED_AT}{axis}" for axis in (*right[:-2], *right[-1:])),
    )


def _margin(values: Array, whole: Tensor) -> tuple[Array, tuple[str, ...]]:
    """Leave out the axes that a sum has used up and kept with a size of 1."""
    used = [i for i, size in enumerate(whole.shape) if values.shape[i] == 1 != size]
    used = used or [values.ndim - 1]  # all are of size 1: it is the last, in the right way
    axes = tuple(axis for i, axis in enumerate(whole.axes) if i not in used)
    return values.squeeze(axis=tuple(i for i in used if values.shape[i] == 1)), axes


def _product(step: str, left: Tensor, right: Tensor, told: tuple[str, ...]) -> Iterator[NameClash]:
    if min(len(told), len(right.axes)) < 2:
        return
    apart = (*_apart(told[:-2], right.axes[:-2]), *_apart(told[-1:], right.axes[-2:-1]))
    if apart:
        yield NameClash(step, "product", left, right, apart)


def _apart(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((one, other) for one, other in zip(left, right, strict=False) if one != other)
