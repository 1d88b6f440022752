"""Where one number comes from, one step back: its operands, its arithmetic as text, one sentence.

Operands are what the arithmetic reads. A struck cell is never read: it gives nothing and takes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.core import explain_moves as moves
from explorer.core import explain_scores as scores
from explorer.core import explain_shares as shares
from explorer.core.arithmetic import number
from explorer.core.operands import Cell, Operand, Told
from explorer.core.place import Place, coordinates, locate
from explorer.core.start import QKV

if TYPE_CHECKING:
    from explorer.core.trace import Trace

__all__ = ["Explanation", "Operand", "explain"]


@dataclass(frozen=True)
class Explanation:
    """How one number came to be.

    Attributes
    ----------
    place : Place
    value : float or bool
        Exact, as recorded; a bool in the keep-table.
    operands : tuple of Operand
        One step back, complete: in the step's inputs, or in earlier tensors of the same step; the row's cells
        of the keep-table, where they alone decide.
    lines : tuple of str
        The arithmetic. A sum of more than six terms says how many it leaves out.
    text : str
        One sentence, for a screen reader.

    Examples
    --------
    >>> import explorer as ex
    >>> touched = ex.trace().explain("shares", "shares", batch=0, head=0, query_token=1, key_token=0)
    >>> touched.lines
    ('share = 1 / (1 + 4.113) = 1 / 5.113 = 0.1956',)
    >>> touched.text
    'shares at head 0, query_token 1, key_token 0 is 0.1956: share = 1 / (1 + 4.113) = 1 / 5.113 = 0.1956.'
    """

    place: Place
    value: float | bool
    operands: tuple[Operand, ...]
    lines: tuple[str, ...]
    text: str


def explain(trip: Trace, step: str, tensor: str, **coords: int) -> Explanation:
    """Say how one recorded number came to be.

    Parameters
    ----------
    trip : Trace
    step, tensor : str
        Which step recorded it, and under which name.
    **coords : int
        An index for every axis, by name, counted from 0.

    Returns
    -------
    Explanation

    Raises
    ------
    UnknownNameError
        If there is no such step, or no such tensor in it.
    AxisNameError
        If an axis is missing or unknown.
    ShapeError
        If an index is out of range.

    Examples
    --------
    >>> import explorer as ex
    >>> explain(ex.trace(), "scores", "scores", batch=0, head=0, query_token=2, key_token=1).lines
    ('match = 1*0 + 1*2 = 2', 'score = 2 / sqrt(2) = 1.414')
    """
    place = locate(trip, step, tensor, coords)
    value: float | bool = trip[step][tensor].values[place.index].item()
    cell = Cell(trip, place, value)
    operands, lines = _TELL[step, tensor](cell)
    where = coordinates(place, batch=trip.config.batch)
    text = f"{tensor} at {where} is {number(value)}: {'; '.join(lines)}."
    return Explanation(place, value, operands, lines, text)


_TELL: Mapping[tuple[str, str], Callable[[Cell], Told]] = {
    ("pour", "tokens"): moves.raw("a number of a raw token"),
    ("pour", "table"): moves.raw("a coefficient of the one table"),
    ("pour", "bias"): moves.raw("a number added to every token's sum"),
    ("pour", "example_tokens"): moves.example("a number of an example token"),
    ("pour", "example_table"): moves.example("a coefficient of the example's table"),
    ("pour", "example_wide"): moves.poured("example_tokens", "example_table"),
    ("pour", "wide"): moves.wide,
    **{("cut", name): moves.moved_from("pour", "wide") for name in QKV},
    **{("dividers", name): moves.moved_from("cut") for name in QKV},
    **{("reshelve", name): moves.moved_from("dividers") for name in QKV},
    ("inside_flip", "key"): moves.moved_from("reshelve"),
    ("scores", "matches"): scores.match,
    ("scores", "scores"): scores.score,
    ("mask", "keep"): scores.keep,
    ("mask", "struck"): scores.struck,
    ("shares", "shift"): shares.shift,
    ("shares", "exponentials"): shares.exponential,
    ("shares", "totals"): shares.total,
    ("shares", "shares"): shares.share,
    ("blend", "blend"): shares.blend,
    ("merge", "reshelved"): moves.moved_from("blend", "blend"),
    ("merge", "block"): moves.moved_from("merge", "reshelved"),
    ("merge", "output"): moves.moved_from("merge", "block"),
}
