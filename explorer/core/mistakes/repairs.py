"""What people write to mend a wrong turn, and what each of it really comes to: found by running it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from explorer.core.config import Config
from explorer.core.mistakes.record import Kind, Repair, WrongTurn
from explorer.core.mistakes.taking import WrongTrace, take
from explorer.core.mistakes.verdict import Verdict, compare
from explorer.core.trace import Trace, trace

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
    elsewhere : frozenset of {"refused", "other shape", "wrong contents", "hidden by a tie", "same"}
        What it comes to in the trips in which the wrong turn does harm, which may not be the one at hand.
    """

    repair: Repair
    verdict: Verdict
    elsewhere: frozenset[Kind]

    @property
    def mark(self) -> Mark:
        """Whether it is right, runs but is wrong, or is refused too.

        It is right if the right numbers come out here, at sizes that hide nothing, and wherever the wrong
        turn does harm.
        """
        if self.verdict.kind == "same" and not self.elsewhere <= {"same"}:
            return "runs but wrong"
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
    if way.config.empty_rows in ("zero", "uniform"):
        # What becomes of an empty row is the trip's to say, and no repair of the shares writes it.
        way = trace(way.config.replace(empty_rows="nan"), keep=way["mask"]["keep"].values)
    return tuple(
        Judged(repair, compare(way, take(way, [_as_turn(turn, repair)])), _where_it_shows(turn, repair))
        for repair in turn.repairs
    )


@lru_cache(maxsize=1024)  # the trips are the claims' own, whatever the trip at hand
def _where_it_shows(turn: WrongTurn, repair: Repair) -> frozenset[Kind]:
    """Run a repair in the trips in which its wrong turn is said to do harm."""
    found: set[Kind] = set()
    for claim in turn.claims:
        if claim.step or claim.kind in ("same", "hidden by a tie"):
            continue
        right = trace(Config(**claim.changes), keep=claim.keep)
        found.add(compare(right, take(right, [_as_turn(turn, repair)])).kind)
    return frozenset(found)


def _as_turn(turn: WrongTurn, repair: Repair) -> WrongTurn:
    def change(right: str) -> str:
        # A repair of the product is written for the usual scale; the trip's own scale is not what it mends.
        return repair.code.replace(_USUAL_SCALE, right.splitlines()[-1].split("  #")[0])

    return WrongTurn("repair", repair.says, repair.says, lines={turn.step: change})
