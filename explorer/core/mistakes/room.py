"""Whether there is room for what a wrong turn makes, asked before it is taken."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.config import Config
from explorer.core.memory import readable
from explorer.core.mistakes.record import WrongTurn
from explorer.errors import ConfigError

__all__ = ["check_room"]

_ALIKE = 5
"""Arrays of the size of the score grid that a trip holds at once."""


def check_room(config: Config, turns: Sequence[WrongTurn]) -> None:
    """Refuse wrong turns that would make an array too large for the budget, before anything is made.

    Parameters
    ----------
    config : Config
    turns : sequence of WrongTurn

    Raises
    ------
    ConfigError
        Names the turn, and what it would take.

    Examples
    --------
    >>> from explorer.core.mistakes import WRONG_TURNS
    >>> check_room(Config(), [WRONG_TURNS["np_dot"]])
    """
    for turn in turns:
        needed = turn.largest(config) * int(config.dtype.itemsize) if turn.largest else 0
        if needed * _ALIKE > config.budget:
            raise ConfigError(
                f"Cannot take the wrong turn {turn.key} at B{config.batch} T{config.tokens} H{config.heads}: "
                f"it makes an array of {readable(needed)}, {_ALIKE} times over, and the budget is "
                f"{readable(config.budget)}. Lower tokens, heads or batch, or raise budget."
            )
