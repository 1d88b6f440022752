"""Which cells are struck in one row: by the rules, and by what the rules are taken for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from explorer.core.coding import code_of
from explorer.core.grid import Array
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.running import run, sizes_of
from explorer.core.questions.lots import Lots
from explorer.core.questions.record import Choice, Question, build
from explorer.core.questions.rows import kept_of, rules_of, table_by
from explorer.core.questions.said import Said, and_then, spans
from explorer.core.trace import Trace
from explorer.words import in_words

__all__ = ["striking"]

_TURNS = {
    "keep_swapped": "keep_swapped",
    "window_off_by_one": "window_off_by_one",
    "diagonal_one_short": "itself_struck",
    "diagonal_one_far": "next_kept",
    "window_both_sides": "window_both_sides",
    "table_turned": "table_turned",
    "mask_left_out": "nothing_struck",
}
"""The wrong turns of the mask that a person makes with a pencil too, and what each goes by here."""


def striking(trip: Trace, lots: Lots) -> Iterator[Question]:
    """Ask which tokens looked at are struck in a row.

    Parameters
    ----------
    trip : Trace
    lots : Lots

    Yields
    ------
    Question
    """
    rules, struck = table_by(trip.config), _struck_by_turns(trip)
    books = trip.config.batch if "batch" in trip["mask"]["keep"].axes else 1
    for book, row in lots.indices((books, trip.config.tokens), 64):
        kept = kept_of(trip, book)
        # A keep-table of one's own is not told by a rule: only rows that it leaves alone can be predicted.
        if np.array_equal(kept[row], rules[row]):
            question = _row(trip, kept, struck, (book, row), lots)
            if question is not None:
                yield question


def _struck_by_turns(trip: Trace) -> dict[str, Array]:
    """Run each wrong way on a grid of zeros: it strikes the same cells as on any other."""
    tokens, found = trip.config.tokens, {}
    plain = code_of(trip, "mask").replace("keep & own_keep", "keep")
    for key, mixed in _TURNS.items():
        code = WRONG_TURNS[key].lines["mask"](plain)
        names: dict[str, Any] = {
            "np": np,
            **sizes_of(trip.config),
            "scores": np.zeros((1, 1, tokens, tokens)),
        }
        refused, _ = run("mask", code, names)
        if refused is None:
            found[mixed] = np.asarray(names["struck"])[0, 0] == -np.inf
    return found


def _row(
    trip: Trace, kept: Array, struck: dict[str, Array], place: tuple[int, int], lots: Lots
) -> Question | None:
    config, (_, row) = trip.config, place
    cells = np.flatnonzero(~kept[row])
    truth = f"In row {row}: struck {spans(cells)}, kept {spans(np.flatnonzero(kept[row]))}."
    right = Choice(_said(cells), tuple(cells.tolist()), and_then(truth, rules_of(config, row)))
    wrongs = []

    def take(row_of: Array, mixed: str, told: str) -> None:
        found = np.flatnonzero(row_of)
        wrongs.append(Choice(_said(found), tuple(found.tolist()), and_then(told, truth), mixed))

    for mixed in ("keep_swapped", "window_off_by_one"):
        if mixed in struck:
            take(struck[mixed][row], mixed, _TOLD[mixed])
    take(~kept[:, row], "column_for_row", f"That is column {row}: who may not look at token {row}.")
    for mixed, one in struck.items():
        take(one[row], mixed, _TOLD[mixed])
    if config.window is not None:
        take(~table_by(config.replace(window=None))[row], "window_forgotten", "That leaves the window out.")
    causal = ~table_by(config.replace(causal=not config.causal))[row]
    if config.causal:
        take(causal, "causal_forgotten", "That leaves out that a token may not look ahead.")
    else:
        take(causal, "causal_believed", "Looking ahead is allowed in this trip.")

    def say(words: str) -> str:
        rules = rules_of(config, row)
        return in_words(f"Token {row} asks, and there are {config.tokens} tokens. {rules} "
                        "Which tokens looked at are struck in its row?", words)  # fmt: skip

    book = f"{''.join('01'[int(one)] for one in kept[row])}" if config.cells_by_hand else ""
    question = ("struck", "mask", f"struck:{row}:{book}")
    at = tuple(zip(("batch", "query_token"), place, strict=True))
    return build(question, Said.by(say), right, wrongs, lots, row=at)


_TOLD = {
    "keep_swapped": "Those are the ones that are kept.",
    "window_off_by_one": (
        "That is the window off by one. Whether it counts the asking token itself is a part of the rule."
    ),
    "itself_struck": "That strikes the asking token itself, or one more. It may look at itself: j <= i.",
    "next_kept": "That keeps the token after it. What is ahead is struck.",
    "window_both_sides": "That takes the window to both sides of the token.",
    "table_turned": "That reads the cells set by hand by column first: row and column are traded.",
    "nothing_struck": "That is a row with nothing struck, as if there were no keep-table.",
}


def _said(cells: Array) -> Said:
    return Said.plain(spans(cells.tolist()))
