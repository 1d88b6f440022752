"""Where one number comes from, one step back: its operands, its arithmetic as text, one sentence.

Operands are what the arithmetic reads. A struck cell is never read: it gives nothing and takes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.core.arithmetic import factor, listing, number, summed
from explorer.core.operands import Cell, Operand, products
from explorer.core.place import Place, coordinates, locate
from explorer.core.steps import QKV, SHIFT_BEYOND

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
        One step back, complete: in the step's inputs, or in earlier tensors of the same step.
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


_Told = tuple[tuple[Operand, ...], tuple[str, ...]]


def _begins(*lines: str) -> Callable[[Cell], _Told]:
    return lambda _: ((), lines)


def _poured(tokens: str, table: str) -> Callable[[Cell], _Told]:
    def tell(cell: Cell) -> _Told:
        channels = range(cell.trip["pour"][tokens].sizes["channel"])
        operands, total = products(
            [cell.pick("pour", tokens, "token", {"channel": c}) for c in channels],
            [cell.pick("pour", table, "coefficient", {"channel": c}) for c in channels],
        )
        return operands, (f"{cell.place.tensor} = {total} = {number(cell.value)}",)

    return tell


def _wide(cell: Cell) -> _Told:
    if not cell.trip.given:
        return _poured("tokens", "table")(cell)
    third, column = divmod(cell.place["wide"], cell.trip.config.width)
    return (), (f"handed over as column {column} of its {QKV[third]} row, not poured",)


def _moved_from(step: str, tensor: str | None = None) -> Callable[[Cell], _Told]:
    """Tell of a cell that only moved from `tensor` (the one of the same name if left out) of `step`."""

    def tell(cell: Cell) -> _Told:
        place, config = cell.place, cell.trip.config
        here = dict(place.coords)
        if place.step == "cut":
            here["wide"] = QKV.index(place.tensor) * config.width + here["width"]
        elif "width" in here:
            here["head"], here["head_dim"] = divmod(here["width"], config.head_dim)
        elif place.step == "dividers":
            here["width"] = here["head"] * config.head_dim + here["head_dim"]
        source = cell.pick(step, tensor or place.tensor, "moved", here)
        if cell.trip[place.step].moved[place.tensor] == "copy":
            how = "copied to bytes of its own"
        elif source.place.coords == place.coords:
            how = "the same place"
        elif place.step == "cut":
            how = "another name"
        elif "width" in {*dict(place.coords), *dict(source.place.coords)}:
            how = "its row read another way"
        else:
            how = "another place"
        where = coordinates(source.place, batch=config.batch)
        return (source,), (f"from {source.place.tensor}, {where}: the same number, {how}",)

    return tell


def _match(cell: Cell) -> _Told:
    dims = range(cell.trip.config.head_dim)
    asking, looked_at = cell.place["query_token"], cell.place["key_token"]
    operands, total = products(
        [cell.pick("reshelve", "query", "query", {"token": asking, "head_dim": d}) for d in dims],
        [cell.pick("inside_flip", "key", "key", {"token": looked_at, "head_dim": d}) for d in dims],
    )
    return operands, (f"match = {total} = {number(cell.value)}",)


def _score(cell: Cell) -> _Told:
    match = cell.pick("scores", "matches", "match")
    _, lines = _match(Cell(cell.trip, match.place, match.value))
    root = f"sqrt({cell.trip.config.head_dim})"
    return (match,), (*lines, f"score = {number(match.value)} / {root} = {number(cell.value)}")


def _tests(cell: Cell) -> list[tuple[str, bool]]:
    """Write out the tests that were put to a cell of the score grid, each with whether it passed."""
    config, i, j = cell.trip.config, cell.place["query_token"], cell.place["key_token"]
    tests = []
    if config.causal:
        tests.append((f"j <= i: {j} <= {i}", j <= i))
    if config.window is not None:
        oldest = i - config.window + 1
        tests.append((f"j >= i - W + 1: {j} >= {oldest}", j >= oldest))
    # A trip does not hold the caller's own table: where it alone strikes, the rules can't have.
    if not cell.kept and all(passed for _, passed in tests):
        tests.append(("the keep-table handed over:", False))
    return [(f"{test} {'yes' if passed else 'no'}", passed) for test, passed in tests]


def _keep(cell: Cell) -> _Told:
    tests = tuple(line for line, _ in _tests(cell)) or ("neither the causal rule nor the window is on",)
    return (), (*tests, "kept" if cell.value else "struck")


def _struck(cell: Cell) -> _Told:
    score, keep = cell.pick("scores", "scores", "score"), cell.pick("mask", "keep", "keep")
    if keep.value:
        _, lines = _keep(Cell(cell.trip, keep.place, keep.value))
        return (score, keep), (*lines[:-1], f"kept: {number(score.value)} stays as it is")
    failed = tuple(line for line, passed in _tests(cell) if not passed)
    return (keep,), (*failed, f"struck: -inf in place of {number(score.value)}")


def _shift(cell: Cell) -> _Told:
    scores = [cell.pick("mask", "struck", "kept score", {"key_token": j}) for j in cell.row]
    largest = max(score.value for score in scores)
    compared = f"max({listing([number(score.value) for score in scores])}) = " if len(scores) > 1 else ""
    near, far = number(-SHIFT_BEYOND), number(SHIFT_BEYOND)
    verdict = (
        f"beyond {far if largest > 0 else near}, so it is taken off the whole row: shift = {number(largest)}"
        if cell.value
        else f"between {near} and {far}, so nothing is taken off: shift = 0"
    )
    return tuple(scores), (f"largest kept score = {compared}{number(largest)}", verdict)


def _exponential(cell: Cell) -> _Told:
    score, shift = cell.pick("mask", "struck", "score"), cell.pick("shares", "shift", "shift")
    blown_up = f"e^{factor(score.value) if cell.kept else number(score.value)}"
    if cell.kept and shift.value:
        left = factor(score.value - shift.value)
        blown_up = f"e^({number(score.value)} - {factor(shift.value)}) = e^{left}"
    return (score, shift), (f"exponential = {blown_up} = {number(cell.value)}",)


def _total(cell: Cell) -> _Told:
    powers = [cell.pick("shares", "exponentials", "exponential", {"key_token": j}) for j in cell.row]
    parts = f"{summed([number(power.value) for power in powers])} = " if len(powers) > 1 else ""
    return tuple(powers), (f"total = {parts}{number(cell.value)}",)


def _share(cell: Cell) -> _Told:
    own, total = cell.pick("shares", "exponentials", "exponential"), cell.pick("shares", "totals", "total")
    row = [cell.pick("shares", "exponentials", "row", {"key_token": j}) for j in cell.row]
    others = tuple(operand for operand in row if operand.place != own.place)
    short = f"{number(own.value)} / {number(total.value)} = {number(cell.value)}"
    if len(row) > 1:
        parts = summed([number(operand.value) for operand in row])
        lines: tuple[str, ...] = (f"share = {number(own.value)} / ({parts}) = {short}",)
    else:
        lines = (f"share = {short}",)
        if cell.kept:
            lines += ("the one kept in its row takes it all, whatever its score",)
    if not cell.kept:
        lines += ("struck: it gives nothing and takes nothing",)
    return (own, *others, total), lines


def _blend(cell: Cell) -> _Told:
    row, asking = cell.row, cell.place["token"]
    operands, total = products(
        [cell.pick("shares", "shares", "share", {"query_token": asking, "key_token": j}) for j in row],
        [cell.pick("reshelve", "value", "value", {"token": j}) for j in row],
    )
    return operands, (f"blend = {total} = {number(cell.value)}",)


_TELL: Mapping[tuple[str, str], Callable[[Cell], _Told]] = {
    ("pour", "tokens"): _begins("a number of a raw token: the trip begins here"),
    ("pour", "table"): _begins("a coefficient of the one table: the trip begins here"),
    ("pour", "example_tokens"): _begins("a number of an example token"),
    ("pour", "example_table"): _begins("a coefficient of the example's table"),
    ("pour", "example_wide"): _poured("example_tokens", "example_table"),
    ("pour", "wide"): _wide,
    **{("cut", name): _moved_from("pour", "wide") for name in QKV},
    **{("dividers", name): _moved_from("cut") for name in QKV},
    **{("reshelve", name): _moved_from("dividers") for name in QKV},
    ("inside_flip", "key"): _moved_from("reshelve"),
    ("scores", "matches"): _match,
    ("scores", "scores"): _score,
    ("mask", "keep"): _keep,
    ("mask", "struck"): _struck,
    ("shares", "shift"): _shift,
    ("shares", "exponentials"): _exponential,
    ("shares", "totals"): _total,
    ("shares", "shares"): _share,
    ("blend", "blend"): _blend,
    ("merge", "reshelved"): _moved_from("blend", "blend"),
    ("merge", "block"): _moved_from("merge", "reshelved"),
    ("merge", "output"): _moved_from("merge", "block"),
}
