"""Where each number of a tensor that only moved really came from, right way or wrong.

The very lines that moved the numbers are run once more on labels: whole numbers, each a different one. So it
is the arrays that tell, also where two sizes are equal or two numbers alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from explorer.core.coding import code_of
from explorer.core.config import Config
from explorer.core.grid import Array, frozen
from explorer.core.mistakes.running import VARIABLES, run, sizes_of
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import Trace

__all__ = ["Origins", "origins"]

_MOVING = STEP_NAMES[STEP_NAMES.index("cut") : STEP_NAMES.index("inside_flip") + 1]


@dataclass(frozen=True, eq=False)
class Origins:
    """The source of each cell of one tensor.

    Attributes
    ----------
    source : {"wide", "blend"}
        The tensor that the numbers were in before they moved.
    index : ndarray of int, axes as the tensor
        The place in the source, counted through in its order.
    shape : tuple of int
        The source's sizes.
    config : Config
    """

    source: Literal["wide", "blend"]
    index: Array
    shape: tuple[int, ...]
    config: Config

    def coords(self, *where: int) -> Mapping[str, Any]:
        """Say by name where the number in one cell came from.

        Parameters
        ----------
        *where : int
            What to index the tensor with.

        Returns
        -------
        mapping of str to int or str
            batch, token, head and head_dim; for "wide", part too: "query", "key" or "value". Empty where
            the source has not the shape that these names mean.

        Examples
        --------
        >>> import explorer as ex
        >>> origins(ex.trace(), "inside_flip", "key").coords(0, 1, 0, 2)
        {'part': 'key', 'batch': 0, 'token': 2, 'head': 1, 'head_dim': 0}
        """
        found = [int(i) for i in np.unravel_index(self.index[where], self.shape)]
        heads, head_dim = self.config.heads, self.config.head_dim
        if self.source == "blend":
            names = ("batch", "head", "token", "head_dim")
            return dict(zip(names, found, strict=True)) if len(found) == len(names) else {}
        batch, token, wide = found
        third, column = divmod(wide, heads * head_dim)
        part = ("query", "key", "value")[third]
        return {
            "part": part,
            "batch": batch,
            "token": token,
            "head": column // head_dim,
            "head_dim": column % head_dim,
        }


def origins(trip: Trace, step: str, tensor: str) -> Origins | None:
    """Find where the numbers of a tensor came from, if all that was done to them is move.

    Parameters
    ----------
    trip : Trace
        Right or wrong.
    step, tensor : str

    Returns
    -------
    Origins or None
        From cut to inside_flip they are places in the wide row; in merge, places in the blend. None where
        numbers were worked out, or NumPy refused the step.

    Raises
    ------
    UnknownNameError
        If the trip has no such step, or no such tensor in it.

    Examples
    --------
    >>> import explorer as ex
    >>> right, wrong = ex.trace(), ex.trace(wrong_turns=["split_by_reshape"])
    >>> found = [origins(trip, "reshelve", "key").index for trip in (right, wrong)]
    >>> int((found[0] == found[1]).sum())
    4
    """
    made = trip[step][tensor]
    codes = trip.code if isinstance(trip, WrongTrace) else {name: code_of(trip, name) for name in STEP_NAMES}
    namespace: dict[str, Any] = {"np": np, **sizes_of(trip.config)}
    if step in _MOVING:
        source, name = trip["pour"]["wide"], "wide"
        steps: tuple[str, ...] = _MOVING[: _MOVING.index(step) + 1]
    elif step == "merge":
        source, name = trip["blend"]["blend"], "blend"
        steps = ("merge",)
    else:
        return None
    namespace[name] = np.arange(source.values.size).reshape(source.shape)
    for one in steps:
        refusal, _ = run(one, codes[one], namespace)
        if refusal is not None:
            return None
    variables = {name: variable for own in VARIABLES.values() for variable, name in own.items()}
    index = np.asarray(namespace[variables[tensor]])
    if index.shape != made.shape or index.dtype.kind != "i":
        return None  # something was worked out on the way after all
    return Origins("blend" if name == "blend" else "wide", frozen(index), source.shape, trip.config)
