"""What every part of a picture needs to know: the trip, the step, the reader's choices and the colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod

import numpy as np

from explorer.core.tensor import Tensor
from explorer.core.trace import Trace
from explorer.scene.colouring import Colouring
from explorer.scene.look import Look
from explorer.scene.numerals import number_text
from explorer.scene.palette import PALETTES, Palette
from explorer.words import AXES, TENSORS

__all__ = ["MOST_NUMBERED", "Setting"]

MOST_NUMBERED = 400
"""Beyond so many cells of one tensor the cells are drawn without their numbers, and the picture says so."""

# At most so many along an axis are drawn; the picture says which.
_TOKENS, _HEADS, _NUMBERS, _ROW = 16, 8, 12, 64
_EXAMPLE = "example_"
_TOKEN_AXES = ("token", "query_token", "key_token")


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

    @property
    def palette(self) -> Palette:
        """The colours of the theme."""
        return PALETTES[self.look.theme]

    @cached_property
    def colouring(self) -> Colouring:
        """What paints the cells."""
        return Colouring(self.trip, self.step, self.look.colour, self.palette)

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

    def drawn(self, axis: str, tensor: Tensor) -> tuple[int, ...]:
        """Which indices of an axis are drawn: the pinned one, or the first ones up to a limit.

        Parameters
        ----------
        axis : str
            An axis of `tensor`.
        tensor : Tensor

        Returns
        -------
        tuple of int
        """
        size = tensor.sizes[axis]
        config = self.trip.config
        if axis == "batch" and axis not in self.free:
            return (min(self.look.batch, size - 1),)
        if axis in _TOKEN_AXES and size == config.tokens:
            # The window follows the chosen token.
            start = max(0, min(self.followed_token - _TOKENS // 2, size - _TOKENS))
            return tuple(range(start, min(start + _TOKENS, size)))
        if axis == "head":
            return self._heads if self.look.head is None else (self.look.head,)
        if axis == "head_dim":
            return self._numbers
        if axis == "width":
            return self._row
        if axis == "wide" and size == 3 * config.width:
            return tuple(part * config.width + place for part in range(3) for place in self._row)
        return tuple(range(size))

    @property
    def _heads(self) -> tuple[int, ...]:
        return tuple(range(min(self.trip.config.heads, _HEADS)))

    @property
    def _numbers(self) -> tuple[int, ...]:
        room = min(_NUMBERS, _ROW // len(self._heads))
        return tuple(range(min(self.trip.config.head_dim, room)))

    @property
    def _row(self) -> tuple[int, ...]:
        """The places of a row: those of the heads and numbers that are drawn where it is divided."""
        head_dim = self.trip.config.head_dim
        return tuple(head * head_dim + number for head, number in product(self._heads, self._numbers))

    def left_out(self, tensors: Iterable[Tensor]) -> tuple[tuple[str, int, int, int], ...]:
        """List the axes of which not every place is drawn.

        Parameters
        ----------
        tensors : iterable of Tensor
            What is in the picture.

        Returns
        -------
        tuple of (axis, first drawn, last drawn, size)
        """
        config = self.trip.config
        named = {axis for tensor in tensors for axis in tensor.axes}
        if named & {"width", "wide"}:
            named |= {"head", "head_dim"}
        start = max(0, min(self.followed_token - _TOKENS // 2, config.tokens - _TOKENS))
        found = []
        if named & set(_TOKEN_AXES) and config.tokens > _TOKENS:
            found.append(("token", start, start + _TOKENS - 1, config.tokens))
        if "head" in named and self.look.head is None and config.heads > len(self._heads):
            found.append(("head", 0, self._heads[-1], config.heads))
        if "head_dim" in named and config.head_dim > len(self._numbers):
            found.append(("head_dim", 0, self._numbers[-1], config.head_dim))
        return tuple(found)

    def numbered(self, tensor: Tensor) -> bool:
        """Whether a tensor's numbers are printed in its cells.

        Parameters
        ----------
        tensor : Tensor

        Returns
        -------
        bool
        """
        return tensor.name.startswith(_EXAMPLE) or self._few

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
            drawn = tensor.values[np.ix_(*(self.drawn(axis, tensor) for axis in tensor.axes))]
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
        if tensor.name not in ("keep", "struck", "exponentials", "shares"):
            return False
        keep = self.trip["mask"]["keep"]
        return not keep.values[tuple(coords[axis] for axis in keep.axes)]

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
        return AXES[axis].short(self.look.words, index)

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
    def _few(self) -> bool:
        """Whether every tensor of the step has few enough cells: the grids of one picture keep one scale."""
        step = self.trip[self.step]
        together = (*step.inputs.values(), *step.tensors.values())
        return all(
            prod(len(self.drawn(axis, tensor)) for axis in tensor.axes) <= MOST_NUMBERED
            for tensor in together
            if not tensor.name.startswith(_EXAMPLE)
        )

    @cached_property
    def _longest(self) -> dict[int, str]:
        return {}
