"""Who may look at whom: the keep-table, from two rules, a table of one's own, and cells set by hand."""

from __future__ import annotations

import numpy as np

from explorer.core.grid import Array
from explorer.errors import MaskError, listed

__all__ = ["keep_table", "nothing_kept"]


def keep_table(
    tokens: int,
    *,
    batch: int = 1,
    causal: bool = True,
    window: int | None = None,
    window_counts_self: bool = True,
    keep: object = None,
    by_hand: tuple[tuple[int, int, bool], ...] = (),
    empty_rows: str = "refuse",
) -> Array:
    """Make the table that is True where the asking token keeps the token looked at.

    Parameters
    ----------
    tokens : int
        T, asking and looked at alike.
    batch : int
        B, for a `keep` that differs from one batch item to the next.
    causal : bool
        Keep ``j <= i``: not ahead.
    window : int or None
        Keep ``j >= i - window + 1``: not stale. The token itself is counted in the window.
    window_counts_self : bool
        False for the other convention, ``j >= i - window``: so many tokens before it, and the token itself.
    keep : array-like of bool, axes (query_token, key_token) or (batch, query_token, key_token), optional
        Narrows further: a cell is kept when this table and both rules keep it.
    by_hand : tuple of (query_token, key_token, kept)
        Cells set over all of these; those outside the table are left aside.
    empty_rows : {"refuse", "nan", "zero", "uniform"}
        Whether a row that keeps nothing is refused here, or left to the shares.

    Returns
    -------
    ndarray of bool, axes (query_token, key_token), or (batch, query_token, key_token) if `keep` has three

    Raises
    ------
    MaskError
        If `keep` is not such a table, or a row keeps nothing and such rows are refused.

    Examples
    --------
    >>> keep_table(3, window=2).astype(int).tolist()
    [[1, 0, 0], [1, 1, 0], [0, 1, 1]]
    >>> keep_table(3, window=2, by_hand=((0, 2, True), (2, 1, False))).astype(int).tolist()
    [[1, 0, 1], [1, 1, 0], [0, 0, 1]]
    """
    asking, looked_at = np.ogrid[:tokens, :tokens]
    table = np.ones((tokens, tokens), dtype=bool)
    if causal:
        table &= looked_at <= asking
    if window is not None:
        table &= looked_at >= asking - min(window, tokens) + window_counts_self
    if keep is not None:
        table = table & _own_table(keep, tokens, batch)
    awake = [(i, j, kept) for i, j, kept in by_hand if max(i, j) < tokens]
    for i, j, kept in awake:
        table[..., i, j] = kept
    rules = {
        "the causal rule": causal,
        "the window": window is not None,
        "keep": keep is not None,
        "by_hand": bool(awake),
    }
    if empty_rows == "refuse":
        _refuse_empty_rows(table, [rule for rule, is_on in rules.items() if is_on])
    return table


def nothing_kept(table: Array) -> Array:
    """Find the rows that keep nothing.

    Parameters
    ----------
    table : ndarray of bool, axes (query_token, key_token), or (batch, query_token, key_token)

    Returns
    -------
    ndarray of bool, axes (query_token,), or (batch, query_token)

    Examples
    --------
    >>> nothing_kept(np.array([[True, False], [False, False]])).tolist()
    [False, True]
    """
    something: Array = np.any(table, axis=-1)
    return ~something


def _own_table(keep: object, tokens: int, batch: int) -> Array:
    if np.ma.isMaskedArray(keep):
        raise MaskError(
            "Cannot use keep: it is a masked array, which says twice what is struck. Fill it first."
        )
    try:
        table = np.asarray(keep)
    except ValueError as error:
        raise MaskError(
            "Cannot use keep: its rows are not all of the same length. "
            f"Give {tokens} rows of {tokens}, one for each asking token."
        ) from error
    shapes = [(tokens, tokens), (batch, tokens, tokens)]
    if table.shape not in shapes:
        raise MaskError(
            f"Cannot use keep of shape {table.shape}: "
            "it says for each asking token which tokens it may look at. "
            f"Give {shapes[0]}, or {shapes[1]} where batch items differ."
        )
    if table.dtype != bool and not (table.dtype.kind in "iu" and np.isin(table, (0, 1)).all()):
        raise MaskError(
            f"Cannot use keep of {table.dtype}: a cell is kept (True or 1) or struck (False or 0). "
            "Compare first, as in scores_mask == 0 for a table of 0 and -inf."
        )
    return table.astype(bool)


def _refuse_empty_rows(table: Array, rules: list[str]) -> None:
    empty = np.argwhere(nothing_kept(table))
    if len(empty) == 0:
        return
    *book, row = (int(i) for i in empty[0])
    where = f"token {row}" + (f" of batch item {book[0]}" if book else "")
    by_hand = "by_hand" in rules
    others = "" if len(empty) == 1 else f" ({len(empty)} such rows in all)"
    raise MaskError(
        f"Cannot share out the row of {where}: {listed(rules, 'and')} "
        f"{'strikes' if len(rules) == 1 else 'strike'} every cell of it, and a share of nothing is 0 / 0"
        f"{others}. Keep one cell or more in each row; the token itself, cell ({row}, {row}), is usual."
        # Only a Config can strike by hand, and it can say this too.
        + (" Or say what such a row becomes: empty_rows='nan', 'zero' or 'uniform'." if by_hand else "")
    )
