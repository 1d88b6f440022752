"""In which order a file's axes come, and how each order becomes rows: (batch, token, width)."""

from __future__ import annotations

import numpy as np

from explorer.core.grid import Array
from explorer.errors import DataError

__all__ = ["as_rows", "axes_of", "legal_orders", "refuse_endless", "sizes_of"]

_BY_AXES = {
    2: ("token width",),
    3: ("batch token width", "token batch width", "head token head_dim", "token head head_dim"),
    4: ("batch head token head_dim", "batch token head head_dim"),
}
_LAST = {"tokens": "channel", "wide": "wide"}  # what a row's own axis is called, where it is not the width


def legal_orders(role: str, ndim: int) -> tuple[str, ...]:
    """List the orders that an array of so many axes may have, the likeliest first.

    Parameters
    ----------
    role : str
        "query", "key", "value" or "all"; "tokens" and "wide" have no heads yet.
    ndim : int

    Returns
    -------
    tuple of str
        Axis names, divided by blanks. Empty if there is none.

    Examples
    --------
    >>> legal_orders("query", 4)
    ('batch head token head_dim', 'batch token head head_dim')
    >>> legal_orders("tokens", 3)
    ('batch token channel', 'token batch channel')
    """
    orders = _BY_AXES.get(ndim, ())
    if role in _LAST:
        return tuple(order.replace("width", _LAST[role]) for order in orders if "head" not in order)
    return orders


def axes_of(order: str) -> tuple[str, ...]:
    """Give an order's axis names.

    Parameters
    ----------
    order : str

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> axes_of("token width")
    ('token', 'width')
    """
    return tuple(order.split())


def sizes_of(array: Array, order: str) -> dict[str, int]:
    """Give an array's sizes by the names of an order.

    Parameters
    ----------
    array : ndarray
    order : str

    Returns
    -------
    dict of str to int

    Examples
    --------
    >>> sizes_of(np.ones((1, 2, 3, 4)), "batch head token head_dim")
    {'batch': 1, 'head': 2, 'token': 3, 'head_dim': 4}
    """
    return dict(zip(axes_of(order), array.shape, strict=True))


def as_rows(array: Array, order: str, *, called: str, checked: bool = True) -> Array:
    """Bring an array into rows: shelves in order, the heads of a token side by side.

    Parameters
    ----------
    array : ndarray, axes as `order` says
    order : str
    called : str
        What to call it in a message.
    checked : bool
        Whether NaN and infinity are refused.

    Returns
    -------
    ndarray, axes (batch, token, width)
        A view where it can be one.

    Raises
    ------
    DataError
        If it holds NaN or infinity; the message says where, by the file's own axes.

    Examples
    --------
    >>> heads_apart = np.arange(6).reshape(1, 2, 3, 1)
    >>> as_rows(heads_apart, "batch head token head_dim", called="q").tolist()
    [[[0, 3], [1, 4], [2, 5]]]
    """
    axes = axes_of(order)
    if checked:
        refuse_endless(array, axes, called)
    wanted = [name for name in ("batch", "token", "head", axes[-1]) if name in axes]
    shelved = array.transpose([axes.index(name) for name in wanted])
    if "batch" not in axes:
        shelved = shelved[np.newaxis]
    batch, tokens = shelved.shape[:2]
    return shelved.reshape(batch, tokens, -1)


def refuse_endless(array: Array, axes: tuple[str, ...], called: str) -> None:
    """Refuse NaN and infinity, and say where.

    Parameters
    ----------
    array : ndarray
    axes : tuple of str
    called : str

    Raises
    ------
    DataError

    Examples
    --------
    >>> refuse_endless(np.ones((2, 3)), ("token", "width"), "q")
    """
    if array.dtype.kind != "f" or np.isfinite(array).all():
        return
    bad = np.argwhere(~np.isfinite(array))
    place = tuple(int(n) for n in bad[0])
    where = ", ".join(f"{axis} {n}" for axis, n in zip(axes, place, strict=True))
    more = "" if len(bad) == 1 else f" and {len(bad) - 1} more"
    raise DataError(
        f"Cannot use {called}: it holds {array[place]} at {where}{more}. "
        "Every entry must be a finite number; put one there."
    )
