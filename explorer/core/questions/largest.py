"""Which share of a row is the largest: told from its scores and from what is kept."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from explorer.core.arithmetic import number
from explorer.core.grid import Array
from explorer.core.place import place_in
from explorer.core.questions.lots import Lots
from explorer.core.questions.record import Choice, Question, build
from explorer.core.questions.rows import kept_of
from explorer.core.questions.said import Said, and_then, spans
from explorer.core.trace import Trace
from explorer.words import in_words

__all__ = ["largest"]

_CLEAR = 1e-3
"""Two shares nearer to each other than this are a tie: nobody can choose."""
_SHOWN = 8


def largest(trip: Trace, lots: Lots) -> Iterator[Question]:
    """Ask which token gets the largest share of a row.

    Parameters
    ----------
    trip : Trace
    lots : Lots

    Yields
    ------
    Question
    """
    config = trip.config
    for book, lens, row in lots.indices((config.batch, config.heads, config.tokens), 64):
        question = _row(trip, (book, lens, row), lots)
        if question is not None:
            yield question


def _row(trip: Trace, place: tuple[int, int, int], lots: Lots) -> Question | None:
    book, lens, row = place
    shares = trip["shares"]["shares"].values[book, lens]
    kept = kept_of(trip, book)[row]
    order = np.argsort(-np.where(np.isnan(shares[row]), -1, shares[row]), kind="stable")
    first = int(order[0])
    clear = len(order) > 1 and shares[row, first] - shares[row, order[1]] > _CLEAR
    if not kept.any() or not clear:
        return None
    scores = trip["scores"]["scores"].values[book, lens]
    wrongs = _wrongs(trip, place, scores, shares, kept)
    truth = (
        f"Kept {'is' if kept.sum() == 1 else 'are'} {spans(np.flatnonzero(kept))}; among "
        f"{'it' if kept.sum() == 1 else 'them'} token {first} has the largest score, "
        f"{number(scores[row, first].item())}, and its share is {number(shares[row, first].item())}."
    )
    right = Choice(Said.plain(f"token {first}"), first, and_then(truth))
    choices = [
        Choice(Said.plain(f"token {token}"), token, and_then(told, truth), mixed)
        for token, mixed, told in wrongs
    ]
    listed = range(trip.config.tokens)
    if len(listed) > _SHOWN:  # the scores of what can be chosen are enough to choose by
        listed = sorted({first, *(token for token, _, _ in wrongs)})  # type: ignore[assignment]
    told = ", ".join(f"{number(scores[row, token].item())} for token {token}" for token in listed)
    where = f" in book {book}, lens {lens}" if trip.config.batch > 1 else f" in lens {lens}"

    def say(words: str) -> str:
        return in_words(
            f"Token {row} asks{where}. The scores of its row, before anything is struck: {told}. "
            f"The keep-table keeps {spans(np.flatnonzero(kept))}. Which token gets the largest share?",
            words,
        )

    coords = {"batch": book, "head": lens, "query_token": row, "key_token": first}
    at = place_in("scores", trip["scores"]["scores"], coords)
    question = ("largest", "shares", f"largest:{book}:{lens}:{row}")
    return build(question, Said.by(say), right, choices, lots, place=at, row=at.coords[:-1])


def _wrongs(
    trip: Trace, place: tuple[int, int, int], scores: Array, shares: Array, kept: Array
) -> list[tuple[int, str, str]]:
    """Find what others would answer: a token, what is mixed up, and how it is told."""
    book, lens, row = place
    found = []
    top = int(scores[row].argmax())
    if not kept[top]:
        found.append(
            (top, "struck_score", f"Token {top} has the largest score, but it is struck: its share is 0.")
        )
    low = int(np.where(kept, scores[row], np.inf).argmin())
    found.append(
        (low, "lowest_score", f"Token {low} has the lowest score of those kept: e to it is smallest.")
    )
    column = np.nan_to_num(shares[:, row], nan=-1)
    asker = int(column.argmax())
    found.append(
        (asker, "column_for_row", f"That reads column {row}: token {asker} looks at token {row} most.")
    )
    struck = trip["mask"]["struck"].values[book, lens]
    with np.errstate(all="ignore"):
        powers = np.exp(struck - np.where(np.isinf(peak := struck.max(axis=0)), 0, peak))
        down = np.nan_to_num(powers / powers.sum(axis=0), nan=-1)
    split = int(down[row].argmax())
    found.append(
        (split, "split_by_column", f"That splits each column into shares: token {split} would lead.")
    )
    found.append((row, "itself_always", "That is the asking token itself. Matches decide, not who asks."))
    for other in range(trip.config.heads):
        shares_there = np.nan_to_num(trip["shares"]["shares"].values[book, other, row], nan=-1)
        if other != lens:
            token = int(shares_there.argmax())
            found.append(
                (token, "other_lens", f"That is the largest share of lens {other}, not of lens {lens}.")
            )
    return found
