"""How each value is spelled in an address: short, readable, and checked to the last sign when read back."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, unquote

from explorer.core.edits import Edit
from explorer.core.place import Place
from explorer.core.steps import STEP_NAMES
from explorer.errors import ConfigError, listed

__all__ = [
    "axes", "by_hand", "choice", "count", "edits", "held", "keys", "labels", "names", "place", "switch",
]  # fmt: skip

Code = tuple[Callable[[Any], str], Callable[[str], Any]]
"""Writes a value, and reads it back; reading raises `ConfigError` that says what is expected."""

_AXES = {
    "batch": "b", "token": "t", "head": "h", "head_dim": "d", "query_token": "i", "key_token": "j",
    "channel": "c", "wide": "w", "width": "u",
}  # fmt: skip
_AXIS = {letter: axis for axis, letter in _AXES.items()}
_TENSORS = {
    "query": "q", "key": "k", "value": "v", "tokens": "x",
    "table.query": "tq", "table.key": "tk", "table.value": "tv",
}  # fmt: skip
_TENSOR = {letter: tensor for tensor, letter in _TENSORS.items()}
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?", re.ASCII)
_INDEX = re.compile(r"\d{1,6}", re.ASCII)


def _whole(text: str, expected: str) -> int:
    if not _INDEX.fullmatch(text):
        raise ConfigError(f"{expected} is expected, not {text[:40]!r}")
    return int(text)


def _pieces(text: str) -> list[str]:
    return text.split(",") if text else []


def count(*, none: bool = False) -> Code:
    """Spell a whole number, or ``none`` where that is legal.

    Examples
    --------
    >>> write, read = count(none=True)
    >>> write(None), read("3"), read("none")
    ('none', 3, None)
    """
    expected = "a whole number or none" if none else "a whole number"

    def read(text: str) -> int | None:
        return None if none and text == "none" else _whole(text, expected)

    return lambda value: "none" if value is None else str(value), read


def switch() -> Code:
    """Spell True as 1 and False as 0.

    Examples
    --------
    >>> write, read = switch()
    >>> write(False), read("1")
    ('0', True)
    """

    def read(text: str) -> bool:
        if text not in ("0", "1"):
            raise ConfigError(f"0 or 1 is expected, not {text[:40]!r}")
        return text == "1"

    return lambda value: str(int(value)), read


def choice(*choices: Any) -> Code:
    """Spell one of a few values by itself.

    Examples
    --------
    >>> write, read = choice("refuse", "nan")
    >>> read("nan")
    'nan'
    """
    known = {str(value): value for value in choices}

    def read(text: str) -> Any:
        if text not in known:
            raise ConfigError(f"{listed(list(known))} is expected, not {text[:40]!r}")
        return known[text]

    return str, read


def names(*choices: str) -> Code:
    """Spell some of a few names, with a comma between.

    Examples
    --------
    >>> write, read = names("sizes", "code")
    >>> read("code,sizes")
    ('code', 'sizes')
    """
    _, read_one = choice(*choices)
    return ",".join, lambda text: tuple(dict.fromkeys(read_one(piece) for piece in _pieces(text)))


def keys() -> Code:
    """Spell keys in a row, with a comma between; which of them there are is asked elsewhere.

    Examples
    --------
    >>> write, read = keys()
    >>> write(("reshelve", "glue")), read("reshelve,reshelve"), read("")
    ('reshelve,glue', ('reshelve', 'reshelve'), ())
    """

    def read_one(piece: str) -> str:
        if not re.fullmatch(r"[a-z0-9_]{1,60}", piece, re.ASCII):
            raise ConfigError(f"names are expected, with a comma between, not {piece[:40]!r}")
        return piece

    return ",".join, lambda text: tuple(read_one(piece) for piece in _pieces(text))


def labels() -> Code:
    """Spell names that somebody typed: a comma stands between them, and never in them.

    Examples
    --------
    >>> write, read = labels()
    >>> write(("The", "a,b")), read("The,a%2Cb")
    ('The,a%2Cb', ('The', 'a,b'))
    """
    return (
        lambda value: ",".join(quote(label, safe="") for label in value),
        lambda text: tuple(unquote(piece, errors="strict") for piece in _pieces(text)),
    )


def by_hand() -> Code:
    """Spell cells of the keep-table that were set by hand: ``asking.lookedat.kept``.

    Examples
    --------
    >>> write, read = by_hand()
    >>> write(((2, 0, True),)), read("2.0.1")
    ('2.0.1', ((2, 0, True),))
    """
    expected = "asking.lookedat.kept, as in 2.0.1,"

    def read_one(piece: str) -> tuple[int, int, bool]:
        parts = piece.split(".")
        if len(parts) != 3 or parts[2] not in ("0", "1"):
            raise ConfigError(f"{expected} is expected, not {piece[:40]!r}")
        return _whole(parts[0], expected), _whole(parts[1], expected), parts[2] == "1"

    return (
        lambda value: ",".join(f"{i}.{j}.{int(kept)}" for i, j, kept in value),
        lambda text: tuple(read_one(piece) for piece in _pieces(text)),
    )


def edits() -> Code:
    """Spell numbers that were typed over: tensor, book, row and column, then the number.

    Examples
    --------
    >>> write, read = edits()
    >>> write((Edit("query", 0, 1, 3, -2.5),))
    'q0.1.3:-2.5'
    >>> read("q0.1.3:-2.5")[0].value
    -2.5
    """
    expected = "a number typed over, as in q0.1.3:-2.5,"

    def write_one(edit: Edit) -> str:
        value = edit.value
        number = str(int(value)) if value == int(value) and abs(value) < 2**53 else repr(value)
        return f"{_TENSORS[edit.tensor]}{edit.batch}.{edit.row}.{edit.column}:{number}"

    def read_one(piece: str) -> Edit:
        found = re.fullmatch(r"([a-z]{1,2})(\d{1,6})\.(\d{1,6})\.(\d{1,6}):(.{1,40})", piece, re.ASCII)
        if not found or found[1] not in _TENSOR or not _NUMBER.fullmatch(found[5]):
            raise ConfigError(f"{expected} is expected, not {piece[:40]!r}")
        value = float(found[5])
        if not math.isfinite(value):
            raise ConfigError(f"a number that float64 can hold is expected, not {found[5]!r}")
        return Edit(_TENSOR[found[1]], int(found[2]), int(found[3]), int(found[4]), value)

    return (
        lambda value: ",".join(map(write_one, value)),
        lambda text: tuple(read_one(piece) for piece in _pieces(text)),
    )


def axes() -> Code:
    """Spell a pair of axes by their letters.

    Examples
    --------
    >>> write, read = axes()
    >>> write(("head", "token")), read("i,j"), write(None)
    ('h,t', ('query_token', 'key_token'), '')
    """

    def read(text: str) -> tuple[str, ...] | None:
        pieces = _pieces(text)
        if not pieces:
            return None
        if len(pieces) != 2 or not set(pieces) <= set(_AXIS) or pieces[0] == pieces[1]:
            raise ConfigError(f"two axes are expected, as in h,t: {listed(list(_AXIS))}, not {text[:40]!r}")
        return tuple(_AXIS[piece] for piece in pieces)

    return lambda value: ",".join(_AXES[axis] for axis in value or ()), read


def held() -> Code:
    """Spell where axes are held: the letter and the index.

    Examples
    --------
    >>> write, read = held()
    >>> write((("batch", 0), ("head", 1))), read("b0,h1")
    ('b0,h1', (('batch', 0), ('head', 1)))
    """
    return (
        lambda value: ",".join(f"{_AXES[axis]}{index}" for axis, index in value),
        lambda text: tuple(dict(_coordinate(piece) for piece in _pieces(text)).items()),
    )


def place() -> Code:
    """Spell one cell of one recorded tensor.

    Examples
    --------
    >>> write, read = place()
    >>> here = read("scores.matches.b0.h1.i2.j0")
    >>> here["key_token"], write(here), write(None)
    (0, 'scores.matches.b0.h1.i2.j0', '')
    """
    expected = "a cell, as in scores.matches.b0.h1.i2.j0,"

    def write(value: Place | None) -> str:
        if value is None:
            return ""
        return ".".join(
            [value.step, value.tensor, *(f"{_AXES[axis]}{index}" for axis, index in value.coords)]
        )

    def read(text: str) -> Place | None:
        if not text:
            return None
        step, tensor, *coords = [*text.split("."), "", ""][: max(2, text.count(".") + 1)]
        if step not in STEP_NAMES or not re.fullmatch(r"[a-z_]{1,20}", tensor, re.ASCII):
            raise ConfigError(f"{expected} is expected, not {text[:40]!r}")
        return Place(step, tensor, tuple(_coordinate(piece) for piece in coords))

    return write, read


def _coordinate(piece: str) -> tuple[str, int]:
    if piece[:1] not in _AXIS or not _INDEX.fullmatch(piece[1:]):
        raise ConfigError(f"an axis and an index are expected, as in h1, not {piece[:40]!r}")
    return _AXIS[piece[0]], int(piece[1:])
