"""Finding tokens, the table they are poured through, and its bias."""

from __future__ import annotations

from collections.abc import Callable

from explorer.errors import ShapeError, listed
from explorer.files.pile import Pile, shown
from explorer.files.reading import Asking
from explorer.files.roles import called, stem_of
from explorer.files.shapes import flat, rows_like, table_orders, tables_by_shape

__all__ = ["find_bias", "find_table_order", "find_tokens_and_table"]

Said = Callable[[str], str]
"""How an array is shown among the choices."""


def find_tokens_and_table(pile: Pile, asking: Asking, said: Said) -> dict[str, str]:
    """Find which array is the table, and which the tokens that fit it.

    Parameters
    ----------
    pile : Pile
    asking : Asking
    said : callable
        How an array is shown.

    Returns
    -------
    dict of str to str
        The names of ``tokens`` and ``table``.

    Raises
    ------
    ShapeError
        If no tokens fit the table.

    Examples
    --------
    >>> import numpy as np
    >>> pile = Pile("x.npz", {"x": np.ones((5, 2)), "qkv.weight": np.ones((9, 2))})
    >>> find_tokens_and_table(pile, Asking("x.npz", {}), str)
    {'tokens': 'x', 'table': 'qkv.weight'}
    """
    matrices = flat(pile, 2)
    tables = called("table", matrices) or tables_by_shape(pile)
    table = asking.ask(
        "table",
        "Which array is the table?",
        {name: said(name) for name in tables},
        legal=tuple(matrices),
    )
    shape = pile.arrays[table].shape
    others = [name for name in rows_like(pile, most_axes=3) if name != table]
    fitting = [name for name in others if table_orders(pile.arrays[name].shape[-1], shape)]
    named = called("tokens", others)
    if not fitting:
        raise _nothing_fits(pile, table, named)
    choices = [name for name in named if name in fitting] or fitting
    tokens = asking.ask(
        "tokens",
        "Which array holds the tokens?",
        {name: said(name) for name in choices},
        legal=tuple(fitting),
    )
    if named and tokens not in named and "tokens" not in asking.answers:
        raise _nothing_fits(pile, table, named)
    return {"tokens": tokens, "table": table}


def find_table_order(pile: Pile, asking: Asking, names: dict[str, str]) -> str:
    """Find which axis of the table the channels are; asked where the sizes tie.

    Parameters
    ----------
    pile : Pile
    asking : Asking
    names : dict of str to str
        Of tokens and table.

    Returns
    -------
    {"channel wide", "wide channel"}

    Examples
    --------
    >>> import numpy as np
    >>> pile = Pile("x.npz", {"x": np.ones((5, 3)), "qkv.weight": np.ones((3, 3))})
    >>> asking = Asking("x.npz", {})
    >>> find_table_order(pile, asking, {"tokens": "x", "table": "qkv.weight"}), asking.questions[0].safe
    ('wide channel', False)
    """
    table = names["table"]
    orders = table_orders(pile.arrays[names["tokens"]].shape[-1], pile.arrays[table].shape)
    # PyTorch's Linear keeps (wide, channel); GPT-2's c_attn and tables made by hand do not.
    turned = table.lower().endswith((".weight", "in_proj_weight")) and "c_attn" not in table.lower()
    return str(
        asking.ask(
            "table_order",
            "Which way round is the table?",
            {
                order: {
                    "channel wide": "(channel, wide): a column for each number of the wide row",
                    "wide channel": "(wide, channel): a row for each, as PyTorch keeps it",
                }[order]
                for order in orders
            },
            likeliest="wide channel" if turned else "channel wide",
        )
    )


def find_bias(pile: Pile, asking: Asking, table: str, said: Said) -> str | None:
    """Find what is added to each wide row, if anything.

    Parameters
    ----------
    pile : Pile
    asking : Asking
    table : str
        Its name: in a model the bias stands beside it.
    said : callable

    Returns
    -------
    str or None

    Examples
    --------
    >>> import numpy as np
    >>> pile = Pile("x", {"h.0.qkv.bias": np.ones(6), "h.1.qkv.bias": np.ones(6)})
    >>> find_bias(pile, Asking("x", {}), "h.0.qkv.weight", str)
    'h.0.qkv.bias'
    """
    lines = flat(pile, 1)
    named = called("bias", lines)
    stem = stem_of("table", table)
    beside = [name for name in named if stem_of("bias", name) == stem]
    candidates = beside or [name for name in named if not stem]
    choices: dict[str | None, str] = {name: said(name) for name in candidates}
    if len(candidates) != 1:
        choices[None] = "none"
    found = asking.ask(
        "bias",
        "Which array is the table's bias?",
        choices,
        legal=(None, *(name for name in lines if name not in candidates)),
    )
    return None if found is None else str(found)


def _nothing_fits(pile: Pile, table: str, named: list[str]) -> ShapeError:
    shape = pile.arrays[table].shape
    rows = [name for name in named or rows_like(pile, most_axes=3) if name != table][:8]
    found = listed([f"{shown(name)} {pile.arrays[name].shape}" for name in rows], "and") or "none"
    return ShapeError(
        f"Cannot pour tokens of {pile.name} through the table {shown(table)} of shape {shape}: it has to be "
        "(channel, 3C), or (3C, channel) as PyTorch keeps it, for tokens whose last axis is channel. "
        f"The tokens there: {found}."
    )
