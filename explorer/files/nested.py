"""Numbers as JSON: nested lists by name, ``{"query": [[1, 0], ...], "heads": 2, "labels": ["the", ...]}``."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from explorer.errors import FileError
from explorer.files.gather import Gathering
from explorer.files.limits import MOST_AXES, MOST_LINES, MOST_TEXT_NUMBERS
from explorer.files.pile import LABEL_NAMES, Pile, shown

__all__ = ["read_json"]


def read_json(text: str, name: str) -> Pile:
    """Read every nested list of numbers.

    Parameters
    ----------
    text : str
    name : str
        The file's name; a single list goes by it too, less its ending.

    Returns
    -------
    Pile

    Raises
    ------
    FileError
        If it is no JSON, is nested too deep, or a list of it holds text or rows of several lengths; the
        message says where.

    Examples
    --------
    >>> read_json('{"q": [[1, 2]], "k": [[3, 4]], "v": [[5, 6]], "heads": 2}', "layer.json").heads
    2
    """
    lists = text.count("[") + text.count("{") + text.count(":")  # an entry of a dictionary costs as much
    if lists > MOST_LINES or text.count(",") > MOST_TEXT_NUMBERS:
        raise FileError(
            f"Cannot open {name}: it has more than {MOST_LINES} lists or {MOST_TEXT_NUMBERS} numbers. "
            "Save it as .npz, which takes a tenth of the time, or save fewer tokens."
        )
    try:
        # Every number becomes a float: one too long for that becomes infinite, and is refused with its place.
        held = json.loads(text, parse_int=float, object_pairs_hook=lambda pairs: _once(pairs, name))
    except json.JSONDecodeError as error:
        raise FileError(
            f"Cannot open {name}: it is no JSON; line {error.lineno}, column {error.colno}: {error.msg}. "
            'Write {"query": [[1, 0], [0, 1]], "key": ..., "value": ...}.'
        ) from None
    except RecursionError:
        raise FileError(f"Cannot open {name}: its lists are nested too deep.") from None
    found = Gathering(name)
    if isinstance(held, dict):
        for key, value in held.items():
            _take(found, key, value)
    else:
        _take(found, name.rsplit(".", 1)[0] or name, held)
    return found.pile()


def _once(pairs: list[tuple[str, Any]], name: str) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) < len(pairs):
        twice = next(key for n, (key, _) in enumerate(pairs) if key in dict(pairs[:n]))
        raise FileError(
            f"Cannot open {name}: it holds {shown(twice)} twice, and which is meant can't be told. "
            "Give each name once."
        )
    return held


def _take(found: Gathering, key: str, value: Any) -> None:
    if isinstance(value, list) and value and all(isinstance(text, str) for text in value):
        if key.lower() in LABEL_NAMES:
            found.label(value)
        else:
            found.add(key, "it holds text, not numbers")
    elif isinstance(value, list):
        shape = _shape(value, f"{shown(key)} in {found.name}")
        found.add(key, np.array(value, dtype=np.float64).reshape(shape))
    elif isinstance(value, bool | float):
        found.add(key, np.array(value))
    else:
        found.add(key, f"it holds {_said(value)}, not lists of numbers")


def _shape(value: list[Any], where: str) -> tuple[int, ...]:
    """Find the shape of nested lists of floats, which all have to agree."""
    shape: list[int] = []
    level: Any = value
    while isinstance(level, list):
        shape.append(len(level))
        if len(shape) > MOST_AXES:
            raise FileError(f"Cannot use {where}: its lists are nested more than {MOST_AXES} deep.")
        level = level[0] if level else None
    _check(value, tuple(shape), (), where)
    return tuple(shape)


def _check(value: list[Any], shape: tuple[int, ...], place: tuple[int, ...], where: str) -> None:
    here = "".join(f"[{n}]" for n in place)
    if len(value) != shape[0]:
        raise FileError(
            f"Cannot use {where}: the list at {here} has {len(value)} entries where the first of its kind "
            f"has {shape[0]}. Give every row as many."
        )
    if len(shape) > 1:
        for n, inner in enumerate(value):
            if not isinstance(inner, list):
                raise _misplaced(inner, f"{here}[{n}]", where, "a list")
            _check(inner, shape[1:], (*place, n), where)
    elif set(map(type, value)) - {float}:
        n = next(n for n, number in enumerate(value) if type(number) is not float)
        raise _misplaced(value[n], f"{here}[{n}]", where, "a number")


def _misplaced(value: Any, here: str, where: str, expected: str) -> FileError:
    return FileError(f"Cannot use {where}: it holds {_said(value)} at {here}. Put {expected} there.")


def _said(value: Any) -> str:
    kinds: dict[type, str] = {dict: "a dictionary", list: "a list", float: "a number", type(None): "null"}
    if isinstance(value, str):
        return f"the text {shown(value)}"
    return kinds.get(type(value), str(value).lower())
