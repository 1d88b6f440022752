"""What a trip starts from: made-up numbers or somebody's own, cut to size, with what was typed over them."""

from __future__ import annotations

import numpy as np

from explorer.core import sources
from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.core.numbers import Numbers
from explorer.errors import DataError

__all__ = ["QKV", "start_of"]

QKV = ("query", "key", "value")


def start_of(config: Config) -> dict[str, Array]:
    """Make the arrays that the pour begins with.

    Parameters
    ----------
    config : Config

    Returns
    -------
    dict of str to ndarray, of ``config.dtype``
        Either query, key and value, axes (batch, token, width), which nothing pours; or tokens, axes
        (batch, token, channel), with table, axes (channel, wide), and bias, axes (wide,), where there is one.
        Nobody else holds them.

    Raises
    ------
    DataError
        If numbers handed over do not fit into ``config.dtype``.

    Examples
    --------
    >>> from explorer.core.edits import Edit
    >>> config = Config(source="poured", edits=(Edit("table.key", 0, 1, 3, -8),))
    >>> {name: array.shape for name, array in start_of(config).items()}
    {'tokens': (1, 3, 2), 'table': (2, 12)}
    >>> start_of(config)["table"][1, 4:8].tolist()[-1]
    -8.0
    """
    batch, tokens, width, dtype = config.batch, config.tokens, config.width, config.dtype
    if config.numbers is not None:
        start = _own(config, config.numbers)
    elif config.source == "poured":
        start = {
            "tokens": sources.poured_tokens(batch, tokens).astype(dtype),
            "table": sources.poured_table(width).astype(dtype),
        }
    else:
        start = {name: sources.made_up(name, batch, tokens, width).astype(dtype) for name in QKV}
    _type_over(start, config)
    return start


def _own(config: Config, numbers: Numbers) -> dict[str, Array]:
    """Take the first batch items, tokens and columns of what was handed over."""
    start = {}
    for name, array in numbers.arrays.items():
        if name in QKV:
            part = array[: config.batch, : config.tokens, : config.width]
        elif name == "tokens":
            part = array[: config.batch, : config.tokens]
        else:  # table and bias: the first columns of each third
            thirds = np.split(array, 3, axis=-1)
            part = np.concatenate([third[..., : config.width] for third in thirds], axis=-1)
        with np.errstate(over="ignore"):  # told below, with the place
            start[name] = part.astype(config.dtype)
        _refuse_too_large(name, part, start[name])
    return start


def _refuse_too_large(name: str, own: Array, settled: Array) -> None:
    bad = np.argwhere(~np.isfinite(settled))
    if len(bad):
        place = tuple(int(i) for i in bad[0])
        raise DataError(
            f"Cannot use {name} in {settled.dtype}: it holds {own[place]} at {place}, "
            f"and {settled.dtype} goes up to {np.finfo(settled.dtype).max:.2g}. Choose float64."
        )


def _type_over(start: dict[str, Array], config: Config) -> None:
    for edit in config.edits:
        tensor, _, part = edit.tensor.partition(".")
        if tensor not in start:
            continue  # another source's: it waits
        target, place = start[tensor], (edit.batch, edit.row, edit.column)
        if part:
            third = QKV.index(part) * config.width
            target = target[np.newaxis, :, third : third + config.width]
        if all(i < size for i, size in zip(place, target.shape, strict=True)):
            target[place] = edit.value
