"""The code of each step of a trip, as that very trip runs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.masks import keep_table
from explorer.core.steps import STEP_NAMES
from explorer.words import code_for

if TYPE_CHECKING:
    from explorer.core.trace import Trace

__all__ = ["code_of", "codes_of", "own_keep"]


def own_keep(trip: Trace) -> Array | None:
    """Find the keep-table of one's own that narrows the rules of a trip's config.

    Parameters
    ----------
    trip : Trace

    Returns
    -------
    ndarray of bool, axes (query_token, key_token) or (batch, 1, query_token, key_token), or None
        Laid so that it can be used with a score grid; None where the rules alone make that very table.

    Examples
    --------
    >>> import explorer as ex
    >>> own_keep(ex.trace()) is None
    True
    >>> own_keep(ex.trace(keep=[[1, 0, 0], [0, 1, 0], [0, 0, 1]])).astype(int).tolist()
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    """
    config, table = trip.config, trip["mask"]["keep"].values
    rules = keep_table(
        config.tokens,
        causal=config.causal,
        window=config.window,
        window_counts_self=config.window_counts_self,
        by_hand=config.cells_by_hand,
        empty_rows="nan",  # the trip has been made: what it does not refuse is not refused here
    )
    if np.array_equal(rules, table):  # one table for all batch items, as rules make it
        return None
    return table if table.ndim == 2 else table[:, np.newaxis]


def code_of(trip: Trace, step: str, dialect: str = "numpy", *, every_cell: bool = True) -> str:
    """Write one step of a trip as code.

    Parameters
    ----------
    trip : Trace
    step : str
    dialect : {"numpy", "pytorch", "einops"}
    every_cell : bool
        Whether all cells set by hand are written, so that the code can be run; else the last of many are
        only counted, so that it can be read.

    Returns
    -------
    str

    Raises
    ------
    UnknownNameError
        If there is no such step or dialect.

    Examples
    --------
    >>> import explorer as ex
    >>> code_of(ex.trace(), "inside_flip", "pytorch")
    'k = k.transpose(-2, -1)  # (B, H, D, T)'
    """
    return _code(
        trip.config,
        step,
        dialect,
        given=trip.given,
        shifted=bool(trip["shares"]["shift"].values.any()),
        bias="bias" in trip["pour"],
        narrowed=step == "mask" and own_keep(trip) is not None,
        every_cell=every_cell,
    )


def codes_of(config: Config, *, narrowed: bool = False) -> Mapping[str, str]:
    """Write the NumPy lines of every step, where query, key and value are handed over and scores are small.

    Parameters
    ----------
    config : Config
    narrowed : bool
        Whether a keep-table of one's own narrows the rules.

    Returns
    -------
    mapping of str to str

    Examples
    --------
    >>> codes_of(Config())["scores"].splitlines()[1]
    'scores = matches / D**0.5'
    """
    return {
        step: _code(config, step, "numpy", given=True, shifted=False, bias=False, narrowed=narrowed)
        for step in STEP_NAMES
    }


def _code(
    config: Config,
    step: str,
    dialect: str,
    *,
    given: bool,
    shifted: bool,
    bias: bool,
    narrowed: bool,
    every_cell: bool = True,
) -> str:
    return code_for(
        step,
        dialect,
        causal=config.causal,
        window=config.window is not None,
        given=given,
        own_keep=narrowed,
        shifted=shifted,
        bias=bias,
        scale=config.scale,
        window_counts_self=config.window_counts_self,
        by_hand=config.cells_by_hand,
        empty_rows=config.empty_rows,
        every_cell=every_cell,
    )
