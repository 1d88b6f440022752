"""What shapes alone allow: which arrays can be rows, which of one shape, which a table for which tokens."""

from __future__ import annotations

from collections import Counter

from explorer.files.pile import Pile

__all__ = ["alike", "flat", "kinds_by_shape", "rows_like", "table_orders", "tables_by_shape"]


def rows_like(pile: Pile, *, most_axes: int = 4) -> list[str]:
    """List the arrays that can be rows of tokens: of two axes or more.

    Parameters
    ----------
    pile : Pile
    most_axes : int
        4, or 3 where there are no heads yet.

    Returns
    -------
    list of str

    Examples
    --------
    >>> import numpy as np
    >>> rows_like(Pile("x", {"a": np.ones(3), "b": np.ones((3, 4))}))
    ['b']
    """
    return [name for name, array in pile.arrays.items() if 2 <= array.ndim <= most_axes]


def flat(pile: Pile, ndim: int) -> list[str]:
    """List the arrays of exactly so many axes.

    Parameters
    ----------
    pile : Pile
    ndim : int

    Returns
    -------
    list of str

    Examples
    --------
    >>> import numpy as np
    >>> flat(Pile("x", {"a": np.ones(3), "b": np.ones((3, 4))}), 1)
    ['a']
    """
    return [name for name, array in pile.arrays.items() if array.ndim == ndim]


def alike(pile: Pile) -> list[str]:
    """List the arrays whose shape two others share: query, key and value may be among them.

    Parameters
    ----------
    pile : Pile

    Returns
    -------
    list of str

    Examples
    --------
    >>> import numpy as np
    >>> ones = np.ones((2, 4))
    >>> alike(Pile("x", {"a": ones, "b": ones, "c": ones, "d": np.ones((4, 4))}))
    ['a', 'b', 'c']
    """
    rows = rows_like(pile)
    shared = Counter(pile.arrays[name].shape for name in rows)
    return [name for name in rows if shared[pile.arrays[name].shape] >= 3]


def table_orders(channels: int, shape: tuple[int, ...]) -> list[str]:
    """List the orders in which an array can be a table for tokens of so many channels.

    Parameters
    ----------
    channels : int
    shape : tuple of int
        The array's.

    Returns
    -------
    list of str
        "channel wide", "wide channel" (PyTorch's own), both where the sizes tie, or none.

    Examples
    --------
    >>> table_orders(2, (2, 6)), table_orders(2, (6, 2)), table_orders(6, (6, 6)), table_orders(2, (2, 7))
    (['channel wide'], ['wide channel'], ['channel wide', 'wide channel'], [])
    """
    if len(shape) != 2:
        return []
    turned = (("channel wide", shape), ("wide channel", shape[::-1]))
    return [order for order, (down, across) in turned if down == channels and across % 3 == 0]


def tables_by_shape(pile: Pile) -> list[str]:
    """List the arrays that can be a table for some other array's tokens.

    Parameters
    ----------
    pile : Pile

    Returns
    -------
    list of str

    Examples
    --------
    >>> import numpy as np
    >>> tables_by_shape(Pile("x", {"a": np.ones((5, 2)), "b": np.ones((2, 9))}))
    ['b']
    """
    rows = {name: pile.arrays[name].shape[-1] for name in rows_like(pile, most_axes=3)}
    ending = Counter(rows.values())
    found = []
    for name in flat(pile, 2):
        shape = pile.arrays[name].shape
        # Itself does not count among the tokens that it could be a table for.
        others = {last for last in shape if ending[last] - (rows[name] == last) > 0}
        if any(table_orders(channels, shape) for channels in others):
            found.append(name)
    return found


def kinds_by_shape(pile: Pile) -> list[str]:
    """List the ways in which a pile can be read, whatever its arrays are called.

    Parameters
    ----------
    pile : Pile

    Returns
    -------
    list of str
        Among "rows", "poured", "wide" and "same".

    Examples
    --------
    >>> import numpy as np
    >>> kinds_by_shape(Pile("x", {"a": np.ones((5, 6))}))
    ['wide', 'same']
    """
    allowed = {
        "rows": bool(alike(pile)),
        "poured": bool(tables_by_shape(pile)),
        "wide": any(pile.arrays[name].shape[-1] % 3 == 0 for name in rows_like(pile, most_axes=3)),
        "same": bool(rows_like(pile)),
    }
    return [kind for kind, possible in allowed.items() if possible]
