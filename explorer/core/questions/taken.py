"""What each way through a step leaves, the right one and every wrong turn: each is really run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.core.arithmetic import number
from explorer.core.coding import code_of
from explorer.core.grid import Array
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.journey import Journey
from explorer.core.mistakes.running import VARIABLES, run
from explorer.core.mistakes.verdict import alike
from explorer.core.steps import STEP_NAMES
from explorer.core.trace import Trace

__all__ = ["MOST_LINES", "Taken", "ways_of"]

MOST_LINES = 4
"""So many lines, of code or of numbers, are shown or told."""

_MOST_NUMBERS = 10**6  # a wrong turn whose largest array holds more is not run
_COLUMNS = 6
_CLEAR = 1e-2  # a part by which two numbers must differ, for a learner to see that they do


@dataclass(frozen=True, eq=False)
class Taken:
    """What one way through a step leaves: its code, and its last tensor, or what NumPy said.

    Attributes
    ----------
    code : str
        Its lines, without the remarks that would give it away.
    variable : str
        What the tensor is called in them.
    result : Array or None
        None where NumPy refuses.
    shown : str
        What there is room to show of it; or what NumPy said.

    Examples
    --------
    >>> import explorer as ex
    >>> right = ways_of(ex.trace(), "inside_flip")[""]
    >>> right.shown.splitlines()[0], right.part.shape
    ('k.shape: (1, 2, 2, 3)', (2, 3))
    """

    code: str
    variable: str
    result: Array | None
    shown: str

    @property
    def part(self) -> Array:
        """What is shown of the tensor: of its first grid, the first rows and columns; nothing of none."""
        return np.empty((0, 0)) if self.result is None else _part(self.result)

    def differs(self, other: Taken) -> bool:
        """Whether the two come to different things, even where there is no room to show it.

        Parameters
        ----------
        other : Taken

        Returns
        -------
        bool
        """
        if self.result is None or other.result is None:
            return self.shown != other.shown
        same = self.result.shape == other.result.shape and alike(other.result, self.result).all()
        return not same

    def unlike(self, other: Taken) -> Array:
        """Mark the numbers that are shown and differ by more than a last digit.

        Parameters
        ----------
        other : Taken
            Of a tensor of the same shape.

        Returns
        -------
        ndarray of bool, the shape of `part`
        """
        return ~np.isclose(self.part, other.part, rtol=_CLEAR, equal_nan=True)

    def is_apart(self, other: Taken, way: str) -> bool:
        """Whether what is shown of the two differs: else both would be right.

        Parameters
        ----------
        other : Taken
        way : {"code", "result"}

        Returns
        -------
        bool
        """
        if way == "code":
            return self.code != other.code
        if self.result is None or other.result is None:
            return self.shown != other.shown
        return self.result.shape != other.result.shape or bool(self.unlike(other).any())


def ways_of(trip: Trace, step: str) -> dict[str, Taken]:
    """Take a step rightly, and by every wrong turn that begins there.

    Parameters
    ----------
    trip : Trace
    step : str

    Returns
    -------
    dict of str to Taken
        By the key of the wrong turn; the right way's is empty.

    Examples
    --------
    >>> import explorer as ex
    >>> sorted(ways_of(ex.trace(), "blend"))
    ['', 'shares_averaged']
    """
    found = {"": _take(trip, step, code_of(trip, step))}
    for key, turn in WRONG_TURNS.items():
        fits = turn.largest is None or turn.largest(trip.config) <= _MOST_NUMBERS
        if turn.step == step and fits:
            found[key] = _take(trip, step, turn.lines[step](code_of(trip, step)))
    return found


def _take(trip: Trace, step: str, code: str) -> Taken:
    names: dict[str, Any] = Journey(trip, STEP_NAMES.index(step)).namespace
    refusal, _ = run(step, code, names)
    variable = _shown_variable(step)
    plain = "\n".join(line.split("  #")[0] for line in code.splitlines() if not line.startswith("#"))
    if refusal is not None:
        said = f"NumPy refuses {refusal.line}: {refusal.message.strip()}"
        return Taken(plain, variable, None, said)
    result = np.asarray(names[variable])
    return Taken(plain, variable, result, _shown(variable, result))


def _shown_variable(step: str) -> str:
    own = list(VARIABLES[step])
    return "k" if "k" in own else own[-1]


def _shown(variable: str, result: Array) -> str:
    """Write the shape, and the first grid: the last two counters, all others pinned at 0."""
    rows = [" ".join(number(one.item()) for one in row) for row in _part(result)]
    more = ["..."] if result.shape[-2] > MOST_LINES or result.shape[-1] > _COLUMNS else []
    pins = ", ".join(["0"] * (result.ndim - 2))
    return "\n".join([f"{variable}.shape: {result.shape}", f"{variable}[{pins}]:", *rows, *more])


def _part(result: Array) -> Array:
    grid: Array = result[(0,) * (result.ndim - 2)][:MOST_LINES, :_COLUMNS]
    return grid
