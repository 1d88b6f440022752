"""One tensor the right way and the wrong way: which of its cells do not hold what belongs there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.core.grid import Array, frozen
from explorer.core.mistakes.origins import Origins, origins
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.mistakes.tell_names import MAIN_TENSORS
from explorer.core.mistakes.verdict import Cells, alike
from explorer.core.tensor import Tensor
from explorer.core.trace import Trace
from explorer.scene.colouring import Colouring, Range
from explorer.scene.look import Look
from explorer.scene.palette import PALETTES
from explorer.scene.wrong_contents import Births, Contents

__all__ = ["Pair", "main_tensor", "pair_of"]

_PARTS = ("query", "key", "value")
_HELD = {"wide": ("batch", "token", "wide"), "blend": ("batch", "head", "token", "head_dim")}


@dataclass(frozen=True, eq=False)
class Pair:
    """A tensor of one step, twice.

    Attributes
    ----------
    right : Contents
    wrong : Contents or None
        None where the step was not taken, or leaves no such tensor.
    moved : bool
        Whether what is wrong with its numbers is where they moved to: they only moved, on both ways.
    stale : int
        How many of those in their right place hold another number all the same, from a step before.
    others : tuple of str
        Other tensors of the step that are not the right ones either.
    """

    right: Contents
    wrong: Contents | None
    moved: bool
    stale: int
    others: tuple[str, ...]

    @property
    def comparable(self) -> bool:
        """Whether the wrong one has the right one's shape, so that there is a cell for every cell."""
        return self.wrong is not None and self.wrong.tensor.shape == self.right.tensor.shape

    @property
    def strangers(self) -> tuple[str, ...]:
        """Which of query, key and value the wrong one holds numbers of, though it is another of them."""
        births = None if self.wrong is None else self.wrong.births
        if births is None or self.wrong is None or births.name != "wide":
            return ()
        parts = np.unique(births.index % births.shape[-1] // (births.heads * births.head_dim))
        return tuple(_PARTS[part] for part in parts.tolist() if _PARTS[part] != self.wrong.tensor.name)

    def marked_in(self, book: int) -> Cells | None:
        """Count the same in one batch item.

        Parameters
        ----------
        book : int

        Returns
        -------
        Cells or None
            None where there is only one.
        """
        if self.wrong is None or self.wrong.tensor.sizes.get("batch", 1) == 1:
            return None
        here = np.take(self.wrong.marked, book, axis=self.wrong.tensor.axes.index("batch"))
        return Cells(int(np.count_nonzero(here)), here.size)

    @property
    def marked(self) -> int:
        """How many cells of the wrong one do not hold what belongs there."""
        return 0 if self.wrong is None else int(np.count_nonzero(self.wrong.marked))


def main_tensor(wrong: WrongTrace, step: str, look: Look) -> str:
    """Say which tensor of a step is followed.

    Parameters
    ----------
    wrong : WrongTrace
    step : str
    look : Look

    Returns
    -------
    str

    Raises
    ------
    UnknownNameError
        If there is no such step.

    Examples
    --------
    >>> import explorer as ex
    >>> wrong = ex.trace(wrong_turns=["split_by_reshape"])
    >>> main_tensor(wrong, "reshelve", Look(tensor="value")), main_tensor(wrong, "merge", Look())
    ('value', 'output')
    """
    right = wrong.right[step]
    name = MAIN_TENSORS.get(step, look.tensor)
    return name if name in right else list(right.tensors)[-1]


def pair_of(wrong: WrongTrace, step: str, look: Look) -> Pair:
    """Hold the main tensor of a step, as the wrong way leaves it, against the right one.

    Parameters
    ----------
    wrong : WrongTrace
    step : str
    look : Look

    Returns
    -------
    Pair
    """
    name = main_tensor(wrong, step, look)
    expected = wrong.right[step][name]
    there = step in [one.name for one in wrong.steps] and name in wrong[step]
    taken = wrong[step][name] if there else None
    born = _births(wrong.right, origins(wrong.right, step, name))
    found = _births(wrong, origins(wrong, step, name)) if taken is not None else None
    same_shape = taken is not None and taken.shape == expected.shape
    moved = born is not None and (taken is None or found is not None)
    stale = ~alike(expected.values, taken.values) if taken is not None and same_shape else None
    if moved and born is not None and found is not None and stale is not None:
        # All in its place, and yet not right: it went wrong before it moved, and its value tells.
        moved = bool((found.index != born.index).any() or not stale.any())
    span = _span(wrong, step, look, expected, taken)

    def contents(role: str, trip: Trace, tensor: Tensor, births: Births | None, marked: Array) -> Contents:
        other = (taken if role == "right" else expected) if same_shape else None
        return Contents(
            role,
            role,
            tensor,
            look,
            wrong.config,
            span,
            births if moved else None,
            frozen(marked),
            framed=role == "wrong",
            other=other,
            other_word="on the wrong way" if role == "right" else "the right number is",
            struck=_struck(trip, tensor),
        )

    marks = np.zeros(() if taken is None else taken.shape, dtype=bool)
    if taken is not None and stale is not None:
        if moved and found is not None and born is not None:
            marks = found.index != born.index
            found = Births(**{**vars(found), "expected": born.index})
        else:
            marks = stale
    told = marks if same_shape and not moved else np.zeros(expected.shape, dtype=bool)
    return Pair(
        right=contents("right", wrong.right, expected, born, told),
        wrong=None if taken is None else contents("wrong", wrong, taken, found, marks),
        moved=moved,
        stale=0 if stale is None else int(np.count_nonzero(stale & ~marks)),
        others=_others(wrong, step, name) if there else (),
    )


def _births(trip: Trace, found: Origins | None) -> Births | None:
    """Name the source's axes, where it has the shape that its names mean."""
    if found is None or len(found.shape) != len(_HELD[found.source]):
        return None
    if found.source == "blend" and trip["blend"]["blend"].axes != _HELD["blend"]:
        return None
    config = trip.config
    return Births(
        found.source, _HELD[found.source], found.shape, found.index, None, config.heads, config.head_dim
    )


def _span(wrong: WrongTrace, step: str, look: Look, expected: Tensor, taken: Tensor | None) -> Range:
    """Stretch the colours over both, so that equal numbers have equal colours."""
    span = Colouring(wrong.right, step, look.colour, PALETTES[look.theme]).range_of(expected)
    if taken is None:
        return span
    both = Range.over(np.array([span.low, span.high]), taken.values)
    return both if (both.low, both.high) != (span.low, span.high) else span


def _struck(trip: Trace, tensor: Tensor) -> Array | None:
    """Find the cells that give nothing and take nothing because the mask struck them."""
    if tensor.name == "struck":
        return np.isneginf(tensor.values)
    if tensor.name != "shares":
        return None
    keep = trip["mask"]["keep"]
    if not set(keep.axes) <= set(tensor.axes):
        return None
    order = [keep.axes.index(axis) for axis in tensor.axes if axis in keep.axes]
    shape = [size if axis in keep.axes else 1 for axis, size in tensor.sizes.items()]
    found: Array = ~keep.values.transpose(order).reshape(shape) & (tensor.values == 0)
    return found


def _others(wrong: WrongTrace, step: str, name: str) -> tuple[str, ...]:
    """List the step's other tensors that are not what they should be."""
    expected, taken = wrong.right[step], wrong[step]
    return tuple(
        other
        for other in expected.tensors
        if other != name
        and other in taken
        and (
            expected[other].shape != taken[other].shape
            or not alike(expected[other].values, taken[other].values).all()
        )
    )
