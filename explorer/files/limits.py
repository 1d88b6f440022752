"""How much a file may hold: a visitor's file is read in the server's memory, and these bound it."""

from __future__ import annotations

__all__ = [
    "MEBIBYTE",
    "MOST_AXES",
    "MOST_BYTES",
    "MOST_HEADER",
    "MOST_LINES",
    "MOST_NUMBERS",
    "MOST_TENSORS",
    "MOST_TEXT_BYTES",
    "MOST_TEXT_NUMBERS",
    "MOST_UNPACKED",
    "size_said",
]

MEBIBYTE = 2**20

MOST_BYTES = 64 * MEBIBYTE
"""A file's own size. Query, key and value of 512 tokens x 1024 numbers are 12 MiB in float64."""
MOST_UNPACKED = 128 * MEBIBYTE
"""What all members of an archive may come to, once unpacked."""
MOST_NUMBERS = 2**25
"""Numbers that the arrays in use may hold together: 256 MiB in float64, whatever they took in the file."""
MOST_TENSORS = 2048
"""Arrays in one file."""
MOST_AXES = 8
"""Axes of one array; none of more than four can be used."""
MOST_HEADER = MEBIBYTE
"""Bytes of a header: an .npy's is some hundred, a safetensors' some hundred for each tensor."""
MOST_TEXT_BYTES = 48 * MEBIBYTE
"""A text file's size: as text a number takes three times its bytes, and while it is read ten times."""
MOST_TEXT_NUMBERS = 2**22
"""Numbers in a text file."""
MOST_LINES = 2**18
"""Lines of a table, or lists in a JSON file: an empty list of two bytes takes 64 in memory."""


def size_said(count: int) -> str:
    """Write a number of bytes for a person.

    Parameters
    ----------
    count : int

    Returns
    -------
    str

    Examples
    --------
    >>> size_said(MOST_BYTES), size_said(1536), size_said(1)
    ('64 MiB', '1.5 KiB', '1 byte')
    """
    for unit, name in ((2**30, "GiB"), (MEBIBYTE, "MiB"), (2**10, "KiB")):
        if count >= unit:
            return f"{count / unit:.1f}".removesuffix(".0") + f" {name}"
    return f"{count} {'byte' if count == 1 else 'bytes'}"
