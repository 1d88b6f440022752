"""Attention written a second time, in plain loops over lists, to hold the engine against.

No NumPy and nothing of the engine is used here: `math.exp`, `math.sqrt`, `+`, `*` and `range` alone.
Every intermediate is kept under the same step and tensor names that the engine records, as nested lists.
"""

from __future__ import annotations

import math
from typing import Any

Nested = list[Any]
Record = dict[str, dict[str, Nested]]

MINUS_INF = float("-inf")
CALM = 30.0


def allowed(i: int, j: int, *, causal: bool, window: int | None, counts_self: bool = True) -> bool:
    """Whether token i may look at token j, by the two rules alone."""
    if causal and j > i:
        return False
    if window is None or j >= i:
        return True
    behind = i - j  # how many steps back
    return behind <= window - 1 if counts_self else behind <= window


def keep_table(
    books: int,
    tokens: int,
    *,
    causal: bool,
    window: int | None,
    keep: Nested | None = None,
    counts_self: bool = True,
    by_hand: Nested | tuple[Any, ...] = (),
) -> Nested:
    """The keep-table of every book, [book][asking token][token looked at]."""
    hands = {(i, j): kept for i, j, kept in by_hand}
    table = []
    for b in range(books):
        rows = []
        for i in range(tokens):
            row = []
            for j in range(tokens):
                kept = allowed(i, j, causal=causal, window=window, counts_self=counts_self)
                if keep is not None:
                    callers = keep[b][i][j] if isinstance(keep[0][0], list) else keep[i][j]
                    kept = kept and bool(callers)
                row.append(hands.get((i, j), kept))
            rows.append(row)
        table.append(rows)
    return table


def divide(rows: Nested, heads: int) -> Nested:
    """[book][token][column] -> [book][token][head][number]."""
    size = len(rows[0][0]) // heads
    return [
        [[[row[h * size + d] for d in range(size)] for h in range(heads)] for row in book] for book in rows
    ]


def trade(grids: Nested) -> Nested:
    """Swap the second and the third counter: [book][x][y][number] -> [book][y][x][number]."""
    return [[[book[x][y] for x in range(len(book))] for y in range(len(book[0]))] for book in grids]


def stand_up(grids: Nested) -> Nested:
    """Swap the last two counters: [book][head][x][y] -> [book][head][y][x]."""
    return [
        [[[grid[x][y] for x in range(len(grid))] for y in range(len(grid[0]))] for grid in book]
        for book in grids
    ]


def share_row(struck: list[float], policy: str) -> tuple[float, list[float], float, list[float]]:
    """One row's shift, exponentials, total and shares; `policy` is for a row of minus infinities alone."""
    largest = max(struck)
    if largest == MINUS_INF:
        count = len(struck)
        if policy == "uniform":
            return 0.0, [1.0] * count, float(count), [1.0 / count] * count
        return 0.0, [0.0] * count, 0.0, [0.0 if policy == "zero" else math.nan] * count
    shift = largest if abs(largest) > CALM else 0.0
    powers = [0.0 if score == MINUS_INF else math.exp(score - shift) for score in struck]
    total = 0.0
    for power in powers:
        total += power
    return shift, powers, total, [power / total for power in powers]


def trip(
    query: Nested,
    key: Nested,
    value: Nested,
    *,
    heads: int,
    window: int | None = None,
    causal: bool = True,
    keep: Nested | None = None,
    counts_self: bool = True,
    by_hand: Nested | tuple[Any, ...] = (),
    scale: str = "head_dim",
    empty_rows: str = "refuse",
) -> Record:
    """Take (book, token, width) lists through attention; every intermediate by step and name."""
    books, tokens, width = len(query), len(query[0]), len(query[0][0])
    size = width // heads
    record: Record = {}
    record["pour"] = {
        "wide": [[query[b][t] + key[b][t] + value[b][t] for t in range(tokens)] for b in range(books)]
    }
    record["cut"] = {"query": query, "key": key, "value": value}
    record["dividers"] = {name: divide(rows, heads) for name, rows in record["cut"].items()}
    record["reshelve"] = {name: trade(grids) for name, grids in record["dividers"].items()}
    record["inside_flip"] = {"key": stand_up(record["reshelve"]["key"])}

    asking, standing, giving = (
        record["reshelve"]["query"],
        record["inside_flip"]["key"],
        record["reshelve"]["value"],
    )
    table = keep_table(
        books, tokens, causal=causal, window=window, keep=keep, counts_self=counts_self, by_hand=by_hand
    )
    divisor = {"head_dim": math.sqrt(size), "width": math.sqrt(width), "none": 1.0}[scale]
    names = ("matches", "scores", "struck", "exponentials", "shares", "totals", "shift", "blend")
    every: dict[str, Nested] = {name: [[[] for _ in range(heads)] for _ in range(books)] for name in names}
    for b in range(books):
        for h in range(heads):
            for i in range(tokens):
                matches = []
                for j in range(tokens):
                    total = 0.0
                    for d in range(size):
                        total += asking[b][h][i][d] * standing[b][h][d][j]
                    matches.append(total)
                scores = [match / divisor for match in matches]
                struck = [scores[j] if table[b][i][j] else MINUS_INF for j in range(tokens)]
                shift, powers, total, shares = share_row(struck, empty_rows)
                mixed = []
                for d in range(size):
                    number = 0.0
                    for j in range(tokens):
                        number += shares[j] * giving[b][h][j][d]
                    mixed.append(number)
                row = (matches, scores, struck, powers, shares, total, shift, mixed)
                for name, found in zip(names, row, strict=True):
                    every[name][b][h].append(found)
    record["scores"] = {name: every[name] for name in ("matches", "scores")}
    record["mask"] = {"keep": table, "struck": every["struck"]}
    record["shares"] = {name: every[name] for name in ("exponentials", "totals", "shift", "shares")}
    record["blend"] = {"blend": every["blend"]}
    back = trade(every["blend"])
    output = [[[number for row in token for number in row] for token in book] for book in back]
    record["merge"] = {"reshelved": back, "block": back, "output": output}
    return record


def cut_to_size(rows: Nested, books: int, tokens: int, width: int) -> Nested:
    """The first books, their first tokens, the first numbers of each row."""
    return [[list(row[:width]) for row in book[:tokens]] for book in rows[:books]]


def third_to_size(row: Nested, width: int) -> Nested:
    """Of a wide row, the first numbers of each of its three parts."""
    whole = len(row) // 3
    return [row[third * whole + place] for third in range(3) for place in range(width)]


def type_over(start: dict[str, Nested], width: int, edits: Nested | tuple[Any, ...]) -> None:
    """Put numbers where a hand typed them; one that falls outside, or on what is not there, does nothing."""
    for tensor, book, row, column, value in edits:
        name, part = tensor.split(".") if "." in tensor else (tensor, None)
        if name not in start:
            continue
        if part is not None:
            if row < len(start[name]) and column < width:
                start[name][row][("query", "key", "value").index(part) * width + column] = value
        elif book < len(start[name]) and row < len(start[name][0]) and column < len(start[name][0][0]):
            start[name][book][row][column] = value


def pour(tokens: Nested, table: Nested, bias: Nested | None = None) -> Nested:
    """Every token through the one table, and the bias added."""
    wide = []
    for book in tokens:
        rows = []
        for token in book:
            row = []
            for column in range(len(table[0])):
                total = 0.0
                for c, number in enumerate(token):
                    total += number * table[c][column]
                row.append(total + (bias[column] if bias is not None else 0.0))
            rows.append(row)
        wide.append(rows)
    return wide
