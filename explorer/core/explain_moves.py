"""Where a number of the pour comes from, and one that only moved."""

from __future__ import annotations

from collections.abc import Callable

from explorer.core.arithmetic import factor, number
from explorer.core.operands import Cell, Told, products
from explorer.core.place import coordinates
from explorer.core.start import QKV

__all__ = ["example", "moved_from", "poured", "raw", "wide"]


def example(line: str) -> Callable[[Cell], Told]:
    """Tell of a number of the worked example with one line, the same for all."""
    return lambda _: ((), (line,))


def raw(told: str) -> Callable[[Cell], Told]:
    """Tell of a number that the pour begins with; `told` says what it is."""

    def tell(cell: Cell) -> Told:
        numbers = cell.trip.config.numbers
        of = f" of {numbers.name}" if numbers is not None and numbers.name else ""
        what = "typed by hand" if _is_typed(cell) else f"{told}{of}"
        return (), (f"{what}: the trip begins here",)

    return tell


def poured(tokens: str, table: str) -> Callable[[Cell], Told]:
    """Tell of a sum of products, and of the bias where one is added."""

    def tell(cell: Cell) -> Told:
        pour = cell.trip["pour"]
        channels = range(pour[tokens].sizes["channel"])
        operands, total = products(
            [cell.pick("pour", tokens, "token", {"channel": c}) for c in channels],
            [cell.pick("pour", table, "coefficient", {"channel": c}) for c in channels],
        )
        if tokens == "tokens" and "bias" in pour:
            bias = cell.pick("pour", "bias", "bias")
            # Beside the sum, not in it: a long sum leaves terms out, and never this one.
            operands, total = (*operands, bias), f"{total} + {factor(bias.value)}"
        return operands, (f"{cell.place.tensor} = {total} = {number(cell.value)}",)

    return tell


def wide(cell: Cell) -> Told:
    """Tell of a number of a wide row: poured, or handed over as it is."""
    if not cell.trip.given:
        return poured("tokens", "table")(cell)
    third, column = divmod(cell.place["wide"], cell.trip.config.width)
    numbers = cell.trip.config.numbers
    how = f"handed over in {numbers.name}" if numbers is not None and numbers.name else "handed over"
    how = "typed by hand" if _is_typed(cell) else how
    return (), (f"{how} as column {column} of its {QKV[third]} row, not poured",)


def _is_typed(cell: Cell) -> bool:
    """Whether an edit put the number of this cell there."""
    here, width = dict(cell.place.coords), cell.trip.config.width
    column, part = here.get("width", here.get("channel", 0)), cell.place.tensor
    row = here.get("token", 0)
    if "wide" in here:
        third, column = divmod(here["wide"], width)
        part = QKV[third]
        if cell.place.tensor == "table":
            part, row = f"table.{part}", here["channel"]
    if cell.place.tensor == "bias":
        return False
    place = (part, here.get("batch", 0), row, column)
    return any(edit[:4] == place for edit in cell.trip.config.edits)


def moved_from(step: str, tensor: str | None = None) -> Callable[[Cell], Told]:
    """Tell of a cell that only moved from `tensor` (the one of the same name if left out) of `step`."""

    def tell(cell: Cell) -> Told:
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
