"""What a step is handed, what belongs in its place, and what a wrong turn makes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from explorer.core.asked import shown
from explorer.core.coding import codes_of
from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.mistakes.alike import generic
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.running import Refusal, attempt, changed, sizes_of
from explorer.core.steps import STEP_NAMES
from explorer.errors import UnknownNameError, listed
from explorer.words import code_for

__all__ = ["FIRST_SIZES", "HANDED", "LEFT", "MORE_SIZES", "Task", "set_task"]

HANDED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "pour": ("tokens", "table"),
        "cut": ("wide", "H"),
        "dividers": ("q", "k", "v", "H"),
        "reshelve": ("q", "k", "v"),
        "inside_flip": ("k",),
        "scores": ("q", "k"),
        "mask": ("scores", "W"),
        "shares": ("struck",),
        "blend": ("shares", "v"),
        "merge": ("blend",),
    }
)
"""What the function of each step is handed, in this order; a capital letter is a number."""

LEFT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "pour": ("wide",),
        "cut": ("q", "k", "v"),
        "dividers": ("q", "k", "v"),
        "reshelve": ("q", "k", "v"),
        "inside_flip": ("k",),
        "scores": ("scores",),
        "mask": ("struck",),
        "shares": ("shares",),
        "blend": ("blend",),
        "merge": ("out",),
    }
)
"""What it gives back."""

FIRST_SIZES = (2, 5, 3, 4, 2)
"""B, T, H, D and W: sizes that all differ, but for W, so that nothing hides behind a tie."""

MORE_SIZES = ((5, 7, 2, 6, 3), (3, 4, 2, 5, 3), (1, 3, 4, 2, 2), (2, 1, 3, 4, 1), (2, 4, 1, 3, 3))
"""What holds at `FIRST_SIZES` must hold here too. The first two hide nothing either; then one of each."""

_CHANNELS = 8
_LARGE = 32.0


@dataclass(frozen=True, eq=False)
class Task:
    """One step, to be taken with the numbers at hand.

    Attributes
    ----------
    step : str
    config : Config
        The sizes and rules.
    names : mapping of str to object
        What stood there before the step: sizes by letter, arrays by variable.
    code : str
        The right lines.
    right : tuple of ndarray
        What belongs there afterwards, in the order of `LEFT`.
    """

    step: str
    config: Config
    names: Mapping[str, Any]
    code: str
    right: tuple[Array, ...]

    def handed(self) -> list[Any]:
        """Give what the step's function is handed; arrays are copies, laid in memory as they were."""
        return [
            value.copy(order="K") if isinstance(value, np.ndarray) else value
            for value in (self.names[name] for name in HANDED[self.step])
        ]

    def taken(self, turns: Sequence[WrongTurn]) -> tuple[Array, ...] | Refusal:
        """Take the step with wrong turns, and give what it leaves.

        Parameters
        ----------
        turns : sequence of WrongTurn
            Each changes this step.

        Returns
        -------
        tuple of ndarray, or Refusal
        """
        codes = {**dict.fromkeys(STEP_NAMES, ""), self.step: self.code}
        own = dict(self.names)
        with np.errstate(all="ignore"):
            refusal, _ = attempt(self.step, changed(codes, turns)[self.step], own)
        return refusal or tuple(np.asarray(own[name]) for name in LEFT[self.step])


def set_task(step: str, sizes: tuple[int, ...] = FIRST_SIZES, *, seed: int = 0, large: bool = False) -> Task:
    """Set a task: numbers that have nothing in common, gone the right way up to a step.

    Parameters
    ----------
    step : str
        ``"pour"`` ... ``"merge"``.
    sizes : tuple of int
        B, T, H, D and W.
    seed : int
        Draws the numbers.
    large : bool
        Whether scores come to thousands, so that each row's largest has to be taken off first.

    Returns
    -------
    Task

    Raises
    ------
    UnknownNameError
        If there is no such step.

    Examples
    --------
    >>> task = set_task("reshelve")
    >>> [array.shape for array in task.handed()], [array.shape for array in task.right]
    ([(2, 5, 3, 4), (2, 5, 3, 4), (2, 5, 3, 4)], [(2, 3, 5, 4), (2, 3, 5, 4), (2, 3, 5, 4)])
    """
    if step not in STEP_NAMES:
        raise UnknownNameError(f"Cannot check step {shown(step)}: choose {listed(STEP_NAMES)}.")
    batch, tokens, heads, head_dim, window = sizes
    config = Config(batch=batch, tokens=tokens, heads=heads, head_dim=head_dim, window=window)
    rows = generic(config, seed)
    if large:
        rows[:2] *= _LARGE
    names: dict[str, Any] = {"np": np, **sizes_of(config), **dict(zip("qkv", rows, strict=True))}
    codes = dict(codes_of(config))
    codes["shares"] = code_for("shares", "numpy", shifted=large)
    if step == "pour":
        codes["pour"] = code_for("pour", "numpy")
        rng = np.random.default_rng(seed)
        names["tokens"] = rng.standard_normal((batch, tokens, _CHANNELS))
        names["table"] = rng.standard_normal((_CHANNELS, 3 * config.width))
    for before in STEP_NAMES[: STEP_NAMES.index(step)]:
        attempt(before, codes[before], names)
    task = Task(step, config, MappingProxyType(dict(names)), codes[step], ())
    right = task.taken(())
    assert not isinstance(right, Refusal)  # the lines are right, and the sizes fit
    return Task(step, config, task.names, task.code, right)
