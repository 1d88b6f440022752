"""One array in NumPy's own format, ``.npy``: read without NumPy's loader, so that a header is never believed.

The header is a dictionary's literal: the kind of number, the order in memory, the shape. Nothing is taken
from it but those three, each held against what may be and against the bytes that are really there.
"""

from __future__ import annotations

import ast
import math
import re
from typing import Any

import numpy as np

from explorer.core.grid import Array
from explorer.errors import FileError
from explorer.files.limits import MOST_AXES
from explorer.files.pile import shown

__all__ = ["NPY_MAGIC", "read_npy"]

NPY_MAGIC = b"\x93NUMPY"
_MOST_LITERAL = 10_000  # characters of a header; NumPy itself refuses longer ones
_SIZES = {"i": (1, 2, 4, 8), "u": (1, 2, 4, 8), "f": (2, 4, 8), "b": (1,)}
_UNUSABLE = {
    "c": "it holds complex numbers, not real ones",
    "S": "it holds bytes of text, not numbers",
    "a": "it holds bytes of text, not numbers",
    "V": "it holds raw bytes, not numbers",
    "M": "it holds dates, not numbers",
    "m": "it holds spans of time, not numbers",
    "f": "its floating numbers are of a size this computer may not know; save them as float64",
}


def read_npy(data: bytes | bytearray, where: str) -> Array | str:
    """Read one array.

    Parameters
    ----------
    data : bytes or bytearray
        All of it, from the magic bytes on.
    where : str
        What it is, for the messages: "layer.npy", or "'q' in layer.npz".

    Returns
    -------
    ndarray or str
        Whole, floating, True or False, or text; a view of `data`, in the file's own byte order. A str tells
        why it is none of these.

    Raises
    ------
    FileError
        If it is damaged, lies about its size, or is pickled.

    Examples
    --------
    >>> import io
    >>> saved = io.BytesIO()
    >>> np.save(saved, np.eye(2))
    >>> read_npy(saved.getvalue(), "eye.npy").tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    header, start = _header(data, where)
    descr, fortran, shape = header["descr"], header["fortran_order"], header["shape"]
    if isinstance(descr, list):
        return "it is a table of several fields; save each field as an array of its own"
    told = re.fullmatch(r"([<>=|]?)([A-Za-z?])(\d{0,9})(\[\w+\])?", descr) if isinstance(descr, str) else None
    if told is None:
        raise _damaged(where, f"it says that its numbers are {shown(descr)}")
    order, letter, digits, _ = told.groups()
    kind, size = ("b", 1) if letter == "?" else (letter, int(digits or 0))
    if kind == "O":
        raise FileError(
            f"Cannot open {where}: it holds pickled objects, and opening those runs code. "
            "Save plain numbers: np.save('file.npy', np.asarray(values, dtype=float))."
        )
    if size not in _SIZES.get(kind, ()) and kind != "U":
        if kind in _UNUSABLE:
            return _UNUSABLE[kind]
        raise _damaged(where, f"it says that its numbers are {shown(descr)}")
    _check_shape(shape, where)
    count, each = math.prod(shape), size * (4 if kind == "U" else 1)
    there = len(data) - start
    if count * each != there:
        raise FileError(
            f"Cannot open {where}: its header promises {count} entries of {each} bytes, as {shape}, "
            f"and {there} bytes follow. It was cut short, or holds more than one array; save it again, "
            "several arrays with np.savez."
        )
    if count == 0 or each == 0:
        return f"there is nothing in it, its shape is {shape}"
    dtype = np.dtype(f"{order if order in '<>' else '<'}{kind}{size}")
    flat: Array = np.frombuffer(data, dtype=dtype, count=count, offset=start)
    return flat.reshape(shape, order="F" if fortran else "C")


def _header(data: bytes | bytearray, where: str) -> tuple[dict[str, Any], int]:
    """Read the literal, and say where the numbers start."""
    version = data[6:8]
    if len(data) < 12 or version not in (b"\x01\x00", b"\x02\x00", b"\x03\x00"):
        raise _damaged(where, "its first bytes are cut short or of no known version")
    wide = 2 if version[0] == 1 else 4
    start = 8 + wide
    length = int.from_bytes(data[8:start], "little")
    if length > min(_MOST_LITERAL, len(data) - start):
        raise _damaged(where, f"its header promises to be {length} bytes long")
    try:
        header = ast.literal_eval(data[start : start + length].decode("utf-8").strip())
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        raise _damaged(where, "its header is not a dictionary") from None
    expected = {"descr", "fortran_order", "shape"}
    if not isinstance(header, dict) or set(header) != expected or type(header["fortran_order"]) is not bool:
        raise _damaged(where, "its header does not tell descr, fortran_order and shape")
    return header, start + length


def _check_shape(shape: object, where: str) -> None:
    if not isinstance(shape, tuple) or not all(type(size) is int and 0 <= size < 2**63 for size in shape):
        raise _damaged(where, f"it says that its shape is {shown(shape)}")
    if len(shape) > MOST_AXES:
        raise FileError(f"Cannot open {where}: it has {len(shape)} axes; at most {MOST_AXES} can be read.")


def _damaged(where: str, why: str) -> FileError:
    return FileError(
        f"Cannot open {where}: {why}. It is damaged, or no .npy file; save it again with np.save."
    )
