"""A page's state as a file to keep: its address, and the numbers that no address can hold.

The file is JSON. Arrays are the base64 of their bytes, so that they come back to the last bit.
"""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any

import numpy as np

from explorer.core.numbers import Numbers
from explorer.errors import DataError, ExplorerError
from explorer.panels.address import Arrival, read_address, write_address
from explorer.panels.history import Moment
from explorer.presets import preset_of

__all__ = ["FILE_NAME", "is_session", "open_session", "save_session"]

FILE_NAME = "attention-shapes-session.json"
_MARK = "attention-shapes session"
_DTYPES = ("float32", "float64")
_LONGEST = 1_000_000  # signs of a session's address: 10,000 numbers typed over take a quarter of it
_BROKEN = (
    ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, binascii.Error,
)  # fmt: skip


def save_session(moment: Moment, start: Moment) -> str:
    """Write a moment as the text of a session file.

    Parameters
    ----------
    moment : Moment
    start : Moment
        What the page shows without a query string.

    Returns
    -------
    str
        JSON.

    Examples
    --------
    >>> from explorer.core.config import Config
    >>> from explorer.panels.records import Selection
    >>> from explorer.panels.view import View
    >>> start = Moment.of(Config(), Selection(), View())
    >>> moment = Moment.of(Config(tokens=5), Selection(), View())
    >>> json.loads(save_session(moment, start))["address"]
    'T=5'
    """
    told: dict[str, Any] = {"format": _MARK, "version": 1}
    numbers = moment.config.numbers
    carried = numbers is not None and numbers != start.config.numbers and not preset_of(numbers)
    # With its own numbers put back first, the rest differs from a start that has them too.
    base = _with_numbers(start, numbers) if carried and numbers else start
    told["address"] = write_address(moment, base, longest=None)
    if carried and numbers:
        told["numbers"] = {
            "name": numbers.name,
            "heads": numbers.heads,
            "labels": list(numbers.labels),
            "causal": numbers.causal,
            "arrays": {name: _packed(array) for name, array in numbers.arrays.items()},
        }
    return json.dumps(told, indent=1)


def is_session(data: bytes) -> bool:
    """Whether a file looks like one of ours, before anything in it is read.

    Parameters
    ----------
    data : bytes

    Returns
    -------
    bool

    Examples
    --------
    >>> is_session(b'{"format": "attention-shapes session"}'), is_session(b'{"query": [[1]]}')
    (True, False)
    """
    return data.lstrip()[:1] == b"{" and _MARK.encode() in data[:200]


def open_session(data: bytes, start: Moment) -> Arrival:
    """Read a session file, whoever wrote it.

    Parameters
    ----------
    data : bytes
    start : Moment
        What the page shows without a query string.

    Returns
    -------
    Arrival

    Raises
    ------
    DataError
        If it is no session file, or one that was changed by hand and does not fit any more.

    Examples
    --------
    >>> from explorer.core.config import Config
    >>> from explorer.panels.records import Selection
    >>> from explorer.panels.view import View
    >>> start = Moment.of(Config(), Selection(), View())
    >>> saved = save_session(Moment.of(Config(tokens=5), Selection(), View()), start)
    >>> open_session(saved.encode(), start).moment.config.tokens
    5
    """
    try:
        told = json.loads(data.decode("utf-8"))
        address, numbers = str(told["address"]), told.get("numbers")
        if told["format"] != _MARK or told["version"] != 1:
            raise DataError(f"{told['format']!r:.40}, version {told['version']!r:.10}")
        base = _with_numbers(start, _unpacked(numbers)) if numbers else start
    except ExplorerError as error:
        raise DataError(f"Cannot open this session file: {error}") from error
    except _BROKEN as error:
        raise DataError(
            "Cannot open this file as a session: it is not as this page saved it. Save the session anew, or "
            "open numbers of your own as npz, npy, safetensors, CSV or JSON."
        ) from error
    return read_address(address, base, longest=_LONGEST)


def _with_numbers(start: Moment, numbers: Numbers) -> Moment:
    return Moment(type(start.config).of(numbers), start.selection, start.view)


def _packed(array: Any) -> dict[str, Any]:
    text = base64.b64encode(np.ascontiguousarray(array).tobytes()).decode("ascii")
    return {"dtype": array.dtype.name, "shape": list(array.shape), "base64": text}


def _unpacked(told: Any) -> Numbers:
    arrays = {}
    for name, packed in told["arrays"].items():
        if packed["dtype"] not in _DTYPES:
            raise DataError(f"{name} is {packed['dtype']!r:.20}, not float32 or float64.")
        flat = np.frombuffer(base64.b64decode(packed["base64"], validate=True), packed["dtype"])
        arrays[str(name)] = flat.reshape([int(size) for size in packed["shape"]])
    return Numbers(
        arrays,
        heads=told["heads"],
        labels=tuple(told["labels"]),
        name=told["name"],
        causal=told["causal"],
    )
