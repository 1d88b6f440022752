"""What people write to mend a wrong turn, and what each of it really comes to: found by running it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from explorer.core.mistakes.record import Kind, Repair, WrongTurn
from explorer.core.mistakes.taking import WrongTrace, take
from explorer.core.mistakes.verdict import Verdict, compare
from explorer.core.trace import Trace

__all__ = ["Judged", "judged"]

Mark = Literal["right", "runs but wrong", "refused too"]
_USUAL_SCALE = "scores = matches / D**0.5"
_MARKS: dict[Kind, Mark] = {"same": "right", "refused": "refused too"}


@dataclass(frozen=True, eq=False)
class Judged:
    """A repair, and what came of it.

    Attributes
    ----------
    repair : Repair
    verdict : Verdict
        Of the trip with the repair in the place of its step, every other step being right.
    """

    repair: Repair
    verdict: Verdict

    @property
    def mark(self) -> Mark:
        """Whether it is right, runs but is wrong, or is refused too.

        It is right if the same comes out here and at sizes that hide nothing.
        """
        return _MARKS.get(self.verdict.kind, "runs but wrong")


def judged(right: Trace, turn: WrongTurn) -> tuple[Judged, ...]:
    """Run every repair of a wrong turn.

    Parameters
    ----------
    right : Trace
        The right trip; of a wrong one, its right one.
    turn : WrongTurn

    Returns
    -------
    tuple of Judged
        In the order of ``turn.repairs``.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.core.mistakes import WRONG_TURNS
    >>> [one.mark for one in judged(ex.trace(), WRONG_TURNS["flip_forgotten"])]
    ['right', 'runs but wrong', 'runs but wrong']
    """
    way = right.right if isinstance(right, WrongTrace) else right
    return tuple(Judged(repair, compare(way, take(way, [_as_turn(turn, repair)]))) for repair in turn.repairs)


def _as_turn(turn: WrongTurn, repair: Repair) -> WrongTurn:
    def change(right: str) -> str:
        # A repair of the product is written for the usual scale; the trip's own scale is not what it mends.
        return repair.code.replace(_USUAL_SCALE, right.splitlines()[-1].split("  #")[0])

    return WrongTurn("repair", repair.says, repair.says, lines={turn.step: change})
