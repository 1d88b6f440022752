"""Rows of the score grid: what the rules keep of one, what the record keeps of it, and how a rule is told."""

from __future__ import annotations

import numpy as np

from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.masks import keep_table
from explorer.core.questions.said import spans
from explorer.core.trace import Trace

__all__ = ["kept_of", "rules_of", "table_by"]


def kept_of(trip: Trace, batch: int) -> Array:
    """Find the keep-table of one batch item.

    Parameters
    ----------
    trip : Trace
    batch : int

    Returns
    -------
    ndarray of bool, axes (query_token, key_token)

    Examples
    --------
    >>> import explorer as ex
    >>> kept_of(ex.trace(), 0).astype(int).tolist()
    [[1, 0, 0], [1, 1, 0], [0, 1, 1]]
    """
    table = trip["mask"]["keep"].values
    return table if table.ndim == 2 else np.asarray(table[batch])


def table_by(config: Config) -> Array:
    """Make the keep-table that the rules of a config make, whatever a trip has besides.

    Parameters
    ----------
    config : Config

    Returns
    -------
    ndarray of bool, axes (query_token, key_token)

    Examples
    --------
    >>> table_by(Config(causal=False, window=1)).astype(int).tolist()
    [[1, 1, 1], [0, 1, 1], [0, 0, 1]]
    """
    return keep_table(
        config.tokens,
        causal=config.causal,
        window=config.window,
        window_counts_self=config.window_counts_self,
        by_hand=config.cells_by_hand,
        empty_rows="nan",  # the trip has been made: what it does not refuse is not refused here
    )


def rules_of(config: Config, row: int) -> str:
    """Say the rules that a row is struck by, cells set by hand included.

    Parameters
    ----------
    config : Config
    row : int
        The asking token.

    Returns
    -------
    str
        A sentence or two in pencil words.

    Examples
    --------
    >>> rules_of(Config(), 1)
    'Kept is what is not ahead (j <= i) and not stale (j >= i - W + 1, W = 2).'
    >>> rules_of(Config(window=None, causal=False, by_hand=((1, 2, False),)), 1)
    'There is no rule. By hand, token 2 is struck.'
    """
    rules = ["not ahead (j <= i)"] if config.causal else []
    if config.window is not None:
        behind = "i - W + 1" if config.window_counts_self else "i - W"
        rules.append(f"not stale (j >= {behind}, W = {config.window})")
    said = [f"Kept is what is {' and '.join(rules)}." if rules else "There is no rule."]
    hand = {j: kept for i, j, kept in config.cells_by_hand if i == row}
    for kept, done in ((True, "kept"), (False, "struck")):
        cells = [j for j, one in hand.items() if one is kept]
        if cells:
            said.append(f"By hand, {spans(cells)} {'is' if len(cells) == 1 else 'are'} {done}.")
    return " ".join(said)
