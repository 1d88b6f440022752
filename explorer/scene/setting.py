"""What every part of a picture needs to know: the trip, the step, the reader's choices and the colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np

from explorer.core.changes import Changes
from explorer.core.tensor import Tensor
from explorer.core.trace import Trace
from explorer.scene.colouring import Colouring
from explorer.scene.extents import MOST_NUMBERED, Extents
from explorer.scene.look import Look
from explorer.scene.naming import token_name
from explorer.scene.numerals import number_text
from explorer.scene.palette import PALETTES, Palette
from explorer.words import AXES, TENSORS

__all__ = ["Setting"]

_EXAMPLE = "example_"
# Here the two sides of a step are shelved by different axes: an image on one side says nothing of the other.
_SHELVED = ("reshelve", "merge")


@dataclass(frozen=True, eq=False)
class Setting:
    """A trip, a step of it, and how it is to be drawn.

    Attributes
    ----------
    trip : Trace
    step : str
    look : Look
    free : tuple of str
        Axes that are drawn in full though a look pins them: the batch, where a person sets it free.
    close : bool
        Whether a few cells are looked at from near: their numbers are always printed.
    changes : Changes or None
        What the last change made of the numbers; marked in the cells.

    Examples
    --------
    >>> import explorer as ex
    >>> Setting(ex.trace(), "cut", Look(words="pencil")).tensor_word("key")
    'HAVE'
    """

    trip: Trace
    step: str
    look: Look
    free: tuple[str, ...] = ()
    close: bool = False
    changes: Changes | None = None

    @property
    def palette(self) -> Palette:
        """The colours of the theme."""
        return PALETTES[self.look.theme]

    @cached_property
    def colouring(self) -> Colouring:
        """What paints the cells."""
        return Colouring(self.trip, self.step, self.look.colour, self.palette)

    @cached_property
    def label_rooms(self) -> dict[object, float]:
        """What grids remember of one another: how wide the names of their rows are."""
        return {}

    @cached_property
    def _axis_words(self) -> dict[tuple[str, int | None], str]:
        return {}

    @property
    def followed_head(self) -> int:
        """The head whose row is outlined."""
        return self.look.head or 0

    @property
    def followed_token(self) -> int:
        """The token whose row is outlined: the second, if nobody chose and there is one."""
        if self.look.token is not None:
            return self.look.token
        return min(1, self.trip.config.tokens - 1)

    @cached_property
    def extents(self) -> Extents:
        """How much of each axis is drawn, and which grids are images."""
        return Extents(self.trip.config, self.look, self.followed_token, self.free)

    def drawn(self, axis: str, tensor: Tensor) -> tuple[int, ...]:
        """Which places of an axis a grid shows: the pinned one, or all of them up to a limit.

        Parameters
        ----------
        axis : str
            An axis of `tensor`.
        tensor : Tensor

        Returns
        -------
        tuple of int
        """
        return self.extents.along(axis, tensor)

    def shelved(self, axis: str, tensor: Tensor) -> tuple[int, ...]:
        """Which places of an axis own a shelf: the pinned one, or a window of them.

        Parameters
        ----------
        axis : str
            An axis of `tensor`.
        tensor : Tensor

        Returns
        -------
        tuple of int
        """
        return self.extents.shelves(axis, tensor)

    def numbered(self, tensor: Tensor) -> bool:
        """Whether a tensor's numbers are printed in its cells.

        Parameters
        ----------
        tensor : Tensor

        Returns
        -------
        bool
        """
        return self.close or tensor.name.startswith(_EXAMPLE) or self._few

    def longest(self, tensor: Tensor) -> str:
        """Find the longest text that a cell of this tensor holds.

        Parameters
        ----------
        tensor : Tensor

        Returns
        -------
        str
        """
        known = self._longest
        if id(tensor) not in known:
            drawn = tensor.values[np.ix_(*self._shown(tensor))]
            texts = {number_text(value, self.look.decimals) for value in np.unique(drawn)}
            known[id(tensor)] = max(texts, key=lambda text: (len(text), text))
        return known[id(tensor)]

    def struck(self, tensor: Tensor, coords: Mapping[str, int]) -> bool:
        """Whether the mask struck this cell.

        Parameters
        ----------
        tensor : Tensor
        coords : mapping of str to int

        Returns
        -------
        bool
        """
        keep = self.trip["mask"]["keep"]
        return self.may_be_struck(tensor) and not keep.values[tuple(coords[axis] for axis in keep.axes)]

    def may_be_struck(self, tensor: Tensor) -> bool:
        """Whether the mask has struck cells of this tensor.

        Parameters
        ----------
        tensor : Tensor

        Returns
        -------
        bool
        """
        return tensor.name in ("keep", "struck", "exponentials", "shares")

    def news(self, tensor: Tensor, coords: Mapping[str, int]) -> str:
        """Tell what the last change made of a number.

        Parameters
        ----------
        tensor : Tensor
        coords : mapping of str to int
            In the order of its axes.

        Returns
        -------
        {"", "changed", "new"}
        """
        if self.changes is None or id(tensor) not in self._recorded:
            return ""
        marks = self.changes.marks(*self._recorded[id(tensor)])
        index = tuple(coords.values())
        return "new" if marks.new[index] else "changed" if marks.changed[index] else ""

    def axis_word(self, axis: str, index: int | None = None) -> str:
        """Give a short word for an axis, or for one place along it.

        Parameters
        ----------
        axis : str
        index : int, optional

        Returns
        -------
        str
        """
        known = self._axis_words  # every cell's title says some
        if (axis, index) not in known:
            word = AXES[axis].short(self.look.words, index)
            name = "" if index is None else self.token_name(axis, index)
            known[axis, index] = f"{word} {name}" if name else word
        return known[axis, index]

    def token_name(self, axis: str, index: int) -> str:
        """Give the name that somebody gave a token; empty where there is none, and for other axes.

        Parameters
        ----------
        axis : str
        index : int

        Returns
        -------
        str
        """
        return token_name(self.trip.config, axis, index)

    def tensor_word(self, name: str) -> str:
        """Give the full name of a tensor in the words chosen.

        Parameters
        ----------
        name : str

        Returns
        -------
        str
        """
        return TENSORS[name].say(self.look.words)

    @cached_property
    def _recorded(self) -> dict[int, tuple[str, str]]:
        return {
            id(tensor): (step.name, name) for step in self.trip.steps for name, tensor in step.tensors.items()
        }

    @cached_property
    def reference(self) -> float:
        """The longest side of this step's grids, by which its images are measured."""
        return self.extents.reference(self._together)

    @cached_property
    def _together(self) -> tuple[Tensor, ...]:
        step = self.trip[self.step]
        both = (*step.inputs.values(), *step.tensors.values())
        return tuple(tensor for tensor in both if not tensor.name.startswith(_EXAMPLE))

    @cached_property
    def _few(self) -> bool:
        """Whether every tensor of the step has few enough cells: the grids of one picture keep one scale."""
        return all(
            prod(len(places) for places in self._shown(tensor)) <= MOST_NUMBERED
            for tensor in self._together
            if not (self.step in _SHELVED and self.extents.is_image(tensor, *_last_two(tensor)))
        )

    def _shown(self, tensor: Tensor) -> list[tuple[int, ...]]:
        """List the places drawn along each axis of a tensor; one of four axes is shelved by its second."""
        owner = tensor.axes[1] if len(tensor.axes) == 4 else ""
        return [
            self.shelved(axis, tensor) if axis == owner else self.drawn(axis, tensor) for axis in tensor.axes
        ]

    @cached_property
    def _longest(self) -> dict[int, str]:
        return {}


def _last_two(tensor: Tensor) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tensor.axes[-2:-1], tensor.axes[-1:]
