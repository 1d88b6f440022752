"""Where a match, a score and a cell of the mask come from."""

from __future__ import annotations

from explorer.core.arithmetic import number
from explorer.core.operands import Cell, Told, products

__all__ = ["keep", "match", "score", "struck"]


def match(cell: Cell) -> Told:
    """Tell of a dot product: query by key, number by number."""
    dims = range(cell.trip.config.head_dim)
    asking, looked_at = cell.place["query_token"], cell.place["key_token"]
    operands, total = products(
        [cell.pick("reshelve", "query", "query", {"token": asking, "head_dim": d}) for d in dims],
        [cell.pick("inside_flip", "key", "key", {"token": looked_at, "head_dim": d}) for d in dims],
    )
    return operands, (f"match = {total} = {number(cell.value)}",)


def score(cell: Cell) -> Told:
    """Tell of a match, divided as the configuration says."""
    found, root_of = cell.pick("scores", "matches", "match"), cell.trip.config.root_of
    _, lines = match(Cell(cell.trip, found.place, found.value))
    if root_of is None:
        return (found,), (*lines, f"no scaling: score = match = {number(cell.value)}")
    return (found,), (*lines, f"score = {number(found.value)} / sqrt({root_of}) = {number(cell.value)}")


def keep(cell: Cell) -> Told:
    """Tell of a cell of the keep-table: every test, and a hand that overruled them."""
    by_hand = _by_hand(cell)
    tests = tuple(line for line, _ in _tests(cell))
    if by_hand is not None:
        return (), (*tests, by_hand)
    tests = tests or ("neither the causal rule nor the window is on",)
    return (), (*tests, "kept" if cell.value else "struck")


def struck(cell: Cell) -> Told:
    """Tell of a score after striking: it stays, or minus infinity stands in its place."""
    found, kept = cell.pick("scores", "scores", "score"), cell.pick("mask", "keep", "keep")
    by_hand = _by_hand(cell)
    if kept.value:
        _, lines = keep(Cell(cell.trip, kept.place, kept.value))
        tests = lines if by_hand is not None else lines[:-1]
        return (found, kept), (*tests, f"kept: {number(found.value)} stays as it is")
    failed = tuple(line for line, passed in _tests(cell) if not passed)
    why = (by_hand,) if by_hand is not None else failed
    return (kept,), (*why, f"struck: -inf in place of {number(found.value)}")


def _tests(cell: Cell) -> list[tuple[str, bool]]:
    """Write out the tests that were put to a cell of the score grid, each with whether it passed."""
    config, i, j = cell.trip.config, cell.place["query_token"], cell.place["key_token"]
    tests = []
    if config.causal:
        tests.append((f"j <= i: {j} <= {i}", j <= i))
    if config.window is not None:
        oldest = i - config.window + config.window_counts_self
        rule = "j >= i - W + 1" if config.window_counts_self else "j >= i - W"
        tests.append((f"{rule}: {j} >= {oldest}", j >= oldest))
    # A trip does not hold the caller's own table: where it alone strikes, neither the rules nor a hand have.
    if not cell.kept and all(passed for _, passed in tests) and _by_hand(cell) is None:
        tests.append(("the keep-table handed over:", False))
    return [(f"{test} {'yes' if passed else 'no'}", passed) for test, passed in tests]


def _by_hand(cell: Cell) -> str | None:
    """Say what a hand made of this cell, if one did."""
    place = (cell.place["query_token"], cell.place["key_token"])
    kept = {(i, j): kept for i, j, kept in cell.trip.config.by_hand}.get(place)
    return None if kept is None else f"set by hand: {'kept' if kept else 'struck'}"
