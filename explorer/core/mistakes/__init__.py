"""The wrong turns: mistakes that run in a step's place, and what tells them from the right way.

record, and a file for each family
    `WRONG_TURNS`: what each mistake does to the code of a step, why people take it, and the way back.
running, naming, journey, taking
    Lines run as in a script of one's own, axes named by what the arrays show, and all of it recorded.
origins, verdict, repairs, telling
    Where each number really came from, what a wrong trip came to, what mends it, and all that in sentences.
meter, surprise
    Which wrong turns NumPy would take without a word at given sizes; one of them to be found out.
check and what it is made of
    Which wrong turn a function of a learner's own takes.
sandbox, orders, equivalences
    The moves by themselves, in any order; and different ways that come to the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from explorer.core.mistakes import flips, masks, merging, scores, shares, spellings, wide_row
from explorer.core.mistakes.record import WrongTurn

__all__ = ["WRONG_TURNS"]

_FAMILIES = (flips, spellings, merging, wide_row, scores, masks, shares)

WRONG_TURNS: Mapping[str, WrongTurn] = MappingProxyType(
    {turn.key: turn for family in _FAMILIES for turn in family.TURNS}
)
"""Every wrong turn by its key; the two flips' and the merge's first."""
