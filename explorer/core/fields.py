"""What a field of a frozen record may be: a count, a choice, a dtype, names; each check settles the value."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Mapping
from typing import Any

import numpy as np

from explorer.core.asked import shown
from explorer.core.numbers import LABEL_LENGTH, MOST_LABELS
from explorer.errors import ConfigError, listed

__all__ = ["DTYPES", "choice", "count", "dtype_of", "index", "names", "refuse_unknown_fields"]

DTYPES: tuple[Any, ...] = (np.dtype(np.float32), np.dtype(np.float64))

_DIGITS = 300
_BEYOND = 10**_DIGITS  # a message can still write out the product of several smaller ones


def refuse_unknown_fields(record: Any, changes: Mapping[str, Any]) -> None:
    """Refuse to change what a record does not have, and say what it has.

    Parameters
    ----------
    record : dataclass instance
    changes : mapping
        New values by field.

    Raises
    ------
    ConfigError
        If a name is no field of the record.

    Examples
    --------
    >>> import explorer as ex
    >>> refuse_unknown_fields(ex.Config(), {"tokens": 5})
    """
    fields = [field.name for field in dataclasses.fields(record)]
    unknown = [name for name in changes if name not in fields]
    if unknown:
        raise ConfigError(
            f"Cannot change {listed(unknown, 'and')} of a {type(record).__name__}: it has no such field. "
            f"Choose among {listed(fields, 'and')}."
        )


def index(value: object) -> int | None:
    """Read a whole number of 0 or more.

    Parameters
    ----------
    value : object

    Returns
    -------
    int or None
        None where it is none; True and False are none, nor is what has more than 300 digits.

    Examples
    --------
    >>> index(np.int64(3)), index(-1), index(True), index(2.0)
    (3, None, None, None)
    """
    try:
        whole = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
    return whole if not isinstance(value, bool | np.bool_) and 0 <= whole < _BEYOND else None


def count(field: str, value: object, expected: str) -> int:
    """Settle a whole number of 1 or more.

    Parameters
    ----------
    field : str
    value : object
    expected : str
        What the field is, for the message.

    Returns
    -------
    int

    Raises
    ------
    ConfigError
        If it is none.

    Examples
    --------
    >>> count("tokens", 3, "a count")
    3
    """
    whole = index(value)
    if not whole:
        most = f", and of at most {_DIGITS} digits" if type(value) is int and value > 0 else ""
        raise ConfigError(f"Cannot make a Config with {field}={shown(value)}: {field} is {expected}{most}.")
    return whole


def choice(field: str, value: Any, choices: tuple[Any, ...], offered: tuple[Any, ...] = ()) -> None:
    """Refuse what is not one of the choices, of the same type.

    Parameters
    ----------
    field : str
    value : object
    choices : tuple
        What is legal.
    offered : tuple
        What the message offers, if that is less.

    Raises
    ------
    ConfigError
        If it is none of them.

    Examples
    --------
    >>> choice("scale", "width", ("head_dim", "width", "none"))
    """
    if not any(type(value) in (type(legal), np.bool_) and value == legal for legal in choices):
        legal = listed(map(repr, offered or choices))
        raise ConfigError(f"Cannot make a Config with {field}={shown(value)}: choose {legal}.")


def dtype_of(value: Any) -> np.dtype[Any]:
    """Settle what the arithmetic is done in.

    Parameters
    ----------
    value : dtype-like

    Returns
    -------
    numpy.dtype
        float32 or float64.

    Raises
    ------
    ConfigError
        If it is neither.

    Examples
    --------
    >>> dtype_of("float32")
    dtype('float32')
    """
    dtype: np.dtype[Any] | None
    try:
        dtype = np.dtype(value)
    except (TypeError, ValueError, SyntaxError, OverflowError):  # NumPy reads some texts as code
        dtype = None
    # NumPy takes None for float64, in np.dtype and in ==: a forgotten value must not pass for a choice.
    if value is None or dtype is None or dtype not in DTYPES:
        raise ConfigError(f"Cannot make a Config with dtype={shown(value)}: choose {listed(DTYPES)}.")
    return dtype


def names(labels: Any) -> tuple[str, ...]:
    """Settle the names of tokens.

    Parameters
    ----------
    labels : list or tuple of str

    Returns
    -------
    tuple of str

    Raises
    ------
    ConfigError
        If it is no list of texts, or one of them is too long or cannot be printed.

    Examples
    --------
    >>> names(["the", "cat"])
    ('the', 'cat')
    """
    if not isinstance(labels, list | tuple) or not all(isinstance(label, str) for label in labels):
        raise ConfigError(
            f"Cannot make a Config with labels={shown(labels)}: give a list of texts, one for each token."
        )
    if len(labels) > MOST_LABELS:
        raise ConfigError(
            f"Cannot keep {len(labels)} labels: {MOST_LABELS} at most. Leave the last ones out."
        )
    for place, label in enumerate(labels):
        if len(label) > LABEL_LENGTH or not label.isprintable():
            raise ConfigError(
                f"Cannot name token {place} {label!r:.60}: a label is printable text of at most "
                f"{LABEL_LENGTH} characters."
            )
    return tuple(map(str, labels))
