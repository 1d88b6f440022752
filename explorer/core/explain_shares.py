"""Where the numbers of the split and the blend come from, those of a row with nothing kept among them."""

from __future__ import annotations

from explorer.core.arithmetic import factor, listing, number, summed
from explorer.core.operands import Cell, Told, products
from explorer.core.steps import SHIFT_BEYOND

__all__ = ["blend", "exponential", "share", "shift", "total"]

_NOTHING = "nothing is kept in this row"


def shift(cell: Cell) -> Told:
    """Tell of what was taken off a whole row, or why nothing was."""
    if cell.is_empty:
        return cell.decided_by, (f"{_NOTHING}, so nothing is taken off: shift = 0",)
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


def exponential(cell: Cell) -> Told:
    """Tell of a score blown up by e."""
    if cell.is_empty and cell.sharing:
        return cell.decided_by, (f"{_NOTHING}, so every token counts alike: exponential = e^0 = 1",)
    score, off = cell.pick("mask", "struck", "score"), cell.pick("shares", "shift", "shift")
    blown_up = f"e^{factor(score.value) if cell.kept else number(score.value)}"
    if cell.kept and off.value:
        left = factor(score.value - off.value)
        blown_up = f"e^({number(score.value)} - {factor(off.value)}) = e^{left}"
    return (score, off), (f"exponential = {blown_up} = {number(cell.value)}",)


def total(cell: Cell) -> Told:
    """Tell of what a row adds up to."""
    if not cell.sharing:
        return cell.decided_by, (f"{_NOTHING}: total = 0",)
    powers = [cell.pick("shares", "exponentials", "exponential", {"key_token": j}) for j in cell.sharing]
    parts = f"{summed([number(power.value) for power in powers])} = " if len(powers) > 1 else ""
    return tuple(powers), (f"total = {parts}{number(cell.value)}",)


def share(cell: Cell) -> Told:
    """Tell of one token's part of a row's whole."""
    sharing = cell.sharing
    own, of = cell.pick("shares", "exponentials", "exponential"), cell.pick("shares", "totals", "total")
    if not sharing:
        return _share_of_nothing(cell)
    row = [cell.pick("shares", "exponentials", "row", {"key_token": j}) for j in sharing]
    others = tuple(operand for operand in row if operand.place != own.place)
    short = f"{number(own.value)} / {number(of.value)} = {number(cell.value)}"
    if len(row) > 1:
        parts = summed([number(operand.value) for operand in row])
        lines: tuple[str, ...] = (f"share = {number(own.value)} / ({parts}) = {short}",)
    else:
        lines = (f"share = {short}",)
        if cell.kept:
            lines += ("the one kept in its row takes it all, whatever its score",)
    if cell.is_empty:
        lines += (f"{_NOTHING}: every token gets the same share, later ones too",)
    elif not cell.kept:
        lines += ("struck: it gives nothing and takes nothing",)
    return (own, *others, of), lines


def _share_of_nothing(cell: Cell) -> Told:
    if cell.trip.config.empty_rows == "zero":
        return cell.decided_by, (f"{_NOTHING}, and a share of nothing is set to 0",)
    own, of = cell.pick("shares", "exponentials", "exponential"), cell.pick("shares", "totals", "total")
    divided = f"{number(own.value)} / {number(of.value)} = {number(cell.value)}"
    return (own, of), (f"share = {divided}", f"{_NOTHING}, and 0 / 0 is not a number")


def blend(cell: Cell) -> Told:
    """Tell of a number mixed from the value rows."""
    if not cell.sharing:
        set_to = (
            "0, so the blend is 0" if cell.trip.config.empty_rows == "zero" else "nan, and so is the blend"
        )
        asking = {"query_token": cell.place["token"]}
        tokens = range(cell.trip.config.tokens)
        shares = [cell.pick("shares", "shares", "share", {**asking, "key_token": j}) for j in tokens]
        return tuple(shares), (f"{_NOTHING}: every share is {set_to}",)
    row, asked = cell.sharing, cell.place["token"]
    operands, mixed = products(
        [cell.pick("shares", "shares", "share", {"query_token": asked, "key_token": j}) for j in row],
        [cell.pick("reshelve", "value", "value", {"token": j}) for j in row],
    )
    return operands, (f"blend = {mixed} = {number(cell.value)}",)
