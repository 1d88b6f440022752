"""What the explorer refuses, and how it says so.

Every message tells what was asked, what was expected, the legal choices and how to mend it. All kinds are
`ExplorerError`, a `ValueError`: the page and the command line catch that one class at their boundary and
nothing else, so that a real bug is never mistaken for a wrong input.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "AxisNameError",
    "ConfigError",
    "DataError",
    "ExplorerError",
    "FileError",
    "MaskError",
    "ShapeError",
    "UnknownNameError",
]


class ExplorerError(ValueError):
    """Anything the explorer refuses; the message says how to mend it.

    Examples
    --------
    >>> import explorer as ex
    >>> try:
    ...     ex.Config(tokens=0)
    ... except ex.ExplorerError as error:
    ...     print(error)
    Cannot make a Config with tokens=0: tokens is a count, a whole number of 1 or more.
    """


class AxisNameError(ExplorerError):
    """Axis names are missing, unknown, or do not fit each other, whatever the sizes say."""


class ShapeError(ExplorerError):
    """Sizes or the number of axes do not fit."""


class ConfigError(ExplorerError):
    """A setting is not one of the legal choices, or asks for more memory than the budget."""


class DataError(ExplorerError):
    """Numbers that cannot be computed with: NaN, infinity, text, objects, nothing at all."""


class FileError(DataError):
    """A file that numbers can't be read from: unknown, damaged, empty, too large, pickled."""


class MaskError(ExplorerError):
    """A keep-table that cannot be used, or a row of it in which nothing is kept."""


class UnknownNameError(ExplorerError):
    """There is no step, or no tensor in that step, of the name asked for."""


def listed(choices: Iterable[object], last: str = "or") -> str:
    """Write choices as a sentence does: ``1, 2 or 4``.

    Parameters
    ----------
    choices : iterable of object
        What to list, in order; each is written by ``str``.
    last : str
        The word before the last choice.

    Returns
    -------
    str

    Examples
    --------
    >>> listed([1, 2, 4])
    '1, 2 or 4'
    >>> listed(["token"])
    'token'
    """
    words = [str(choice) for choice in choices]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
