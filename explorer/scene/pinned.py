"""Pin all counters but two: the grid that is left, before a step and after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from explorer.core.changes import Changes
from explorer.core.tensor import Tensor
from explorer.core.trace import Trace
from explorer.errors import AxisNameError, listed
from explorer.scene.canvas import Canvas
from explorer.scene.captions import alt_text, named
from explorer.scene.cells import cell_size
from explorer.scene.display import Scene
from explorer.scene.frame import Plan, compose
from explorer.scene.grids import Grid
from explorer.scene.layout import Density, Node, row
from explorer.scene.look import Look
from explorer.scene.setting import Setting
from explorer.scene.shape_line import Shape, ShapeLine
from explorer.scene.shelves import titled
from explorer.words import AXES, tell_pins

__all__ = ["Pinning", "free_pairs", "pinned_scene", "pinnings"]


@dataclass(frozen=True)
class Pinning:
    """Which two counters of a tensor are free, and where the others are held.

    Attributes
    ----------
    tensor : str
        A tensor of the step.
    free : (str, str)
        Two of its axes, in its own order: the first goes down, the second across.
    pins : tuple of (axis, index)
        The others.

    Examples
    --------
    >>> Pinning("key", ("head_dim", "token"), (("batch", 0), ("head", 1))).pins[1]
    ('head', 1)
    """

    tensor: str
    free: tuple[str, str]
    pins: tuple[tuple[str, int], ...]


def free_pairs(tensor: Tensor) -> tuple[tuple[str, str], ...]:
    """List every pair of axes that can be left free, in the tensor's own order.

    Parameters
    ----------
    tensor : Tensor

    Returns
    -------
    tuple of (str, str)
        The last two axes first: that is the grid one usually means.

    Examples
    --------
    >>> import explorer as ex
    >>> free_pairs(ex.trace()["mask"]["keep"])
    (('query_token', 'key_token'),)
    """
    return tuple(sorted(combinations(tensor.axes, 2), key=lambda pair: pair != tensor.axes[-2:]))


def pinnings(
    trip: Trace,
    step: str,
    tensor: str = "",
    free: tuple[str, str] | None = None,
    held: Mapping[str, int] | None = None,
) -> Pinning:
    """Settle a choice that may be partly made, or made for another step or a larger trip.

    Parameters
    ----------
    trip : Trace
    step : str
    tensor : str
        Where the step has no such tensor, its last is taken.
    free : (str, str), optional
        In any order; where the tensor has not both axes, its last two.
    held : mapping of str to int, optional
        Pins by axis; 0 where there is none, or none so large.

    Returns
    -------
    Pinning

    Examples
    --------
    >>> import explorer as ex
    >>> pinnings(ex.trace(), "inside_flip", held={"head": 1}).pins
    (('batch', 0), ('head', 1))
    """
    record = trip[step]
    shown = record[tensor] if tensor in record else list(record.tensors.values())[-1]
    pair = next((pair for pair in free_pairs(shown) if free and set(pair) == set(free)), free_pairs(shown)[0])
    wanted = held or {}
    pins = tuple(
        (axis, wanted[axis] if wanted.get(axis, size) < size else 0)
        for axis, size in shown.sizes.items()
        if axis not in pair
    )
    return Pinning(shown.name, pair, pins)


def pinned_scene(
    trip: Trace, step: str, pinning: Pinning, look: Look | None = None, changes: Changes | None = None
) -> Scene:
    """Draw one grid of a tensor, and beside it the grid that the step read it from.

    Parameters
    ----------
    trip : Trace
    step : str
    pinning : Pinning
    look : Look, optional
    changes : Changes, optional
        What the last change made of this trip's numbers; marked in the cells.

    Returns
    -------
    Scene
        Roles ``before``, where the step re-reads a tensor with the same axes, and ``after``.

    Raises
    ------
    AxisNameError
        If the tensor has not these axes.
    UnknownNameError
        If the step has no such tensor.

    Examples
    --------
    >>> import explorer as ex
    >>> trip = ex.trace()
    >>> scene = pinned_scene(trip, "inside_flip", pinnings(trip, "inside_flip"))
    >>> [(panel.rows, panel.cols) for panel in scene.panels]
    [(('token',), ('head_dim',)), (('head_dim',), ('token',))]
    """
    look = Look() if look is None else look
    pins = dict(pinning.pins)
    setting = Setting(
        trip, step, look.replace(batch=pins.get("batch", 0), head=None), pinning.free, changes=changes
    )
    record = trip[step]
    after = record[pinning.tensor]
    if {*pinning.free, *pins} != set(after.axes):
        raise AxisNameError(
            f"Cannot pin {after.name} by {listed([*pinning.free, *pins], 'and')}: "
            f"its axes are {listed(after.axes, 'and')}. Name each of them once."
        )
    same = [tensor for tensor in record.inputs.values() if set(tensor.axes) == set(after.axes)]
    before = next((tensor for tensor in same if tensor.name == after.name), next(iter(same), None))
    shown = [("before", before), ("after", after)] if before is not None else [("after", after)]

    def body(density: Density) -> Node:
        grids = [
            titled(setting, named(setting, tensor), _grid(setting, role, tensor, pinning, density))
            for role, tensor in shown
        ]
        return row(*grids, gap=70)

    shapes = tuple(Shape(tensor, pinning.free) for _, tensor in shown)
    names = [setting.axis_word(axis, index) for axis, index in pinning.pins]
    sizes = [(AXES[axis].letter, after.sizes[axis]) for axis, _ in pinning.pins]
    is_product = step in ("scores", "blend") and pinning.free == after.axes[-2:]
    told = tell_pins(names, sizes, product=is_product)
    plan = Plan(
        line=ShapeLine(setting, shapes, ("->",) * (len(shapes) - 1)),
        bodies=(body,),
        decorate=_nothing,
        notes=(told,),
        alt=alt_text(setting, told),
        pinned=tuple(pins),
    )
    return compose(setting, plan)


def _grid(setting: Setting, role: str, tensor: Tensor, pinning: Pinning, density: Density) -> Grid:
    down, across = (axis for axis in tensor.axes if axis in pinning.free)
    size = cell_size(setting, density.cell, tensor)
    return Grid(
        setting, role, tensor, (down,), (across,), size, dict(pinning.pins),
        row_labels="letter", col_labels="letter", left="letter", top="letter",
    )  # fmt: skip


def _nothing(_: Canvas) -> None:
    """Draw no outline, arrow or divider: a grid is all there is."""
