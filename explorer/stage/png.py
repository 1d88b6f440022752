"""A PNG file from colours, by the standard library alone: the page's kernel needs no picture library."""

from __future__ import annotations

import base64
import struct
import zlib

import numpy as np
import numpy.typing as npt

__all__ = ["as_png", "png_address"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TRUECOLOUR, _BY_PALETTE = 2, 3
_MOST_COLOURS = 256
# Grids are compressed within a step: to be quick matters more than the last bytes.
_LEVEL = 1


def as_png(index: npt.NDArray[np.unsignedinteger], palette: npt.NDArray[np.uint8]) -> bytes:
    """Write an image whose colours come from a palette.

    Parameters
    ----------
    index : ndarray of unsigned int, axes (row, column)
        For each dot, which entry of `palette` is its colour.
    palette : ndarray of uint8, axes (entry, channel)
        Red, green and blue; any number of entries.

    Returns
    -------
    bytes
        One dot for each entry of `index`; with a palette of its own where 256 colours are enough.

    Examples
    --------
    >>> as_png(np.zeros((2, 3), np.uint16), np.array([[255, 0, 16]], np.uint8))[1:4]
    b'PNG'
    """
    used = np.flatnonzero(np.bincount(index.ravel(), minlength=len(palette)))
    red, green, blue = palette[used].astype(np.uint32).T
    colours, which = np.unique(red << 16 | green << 8 | blue, return_inverse=True)
    if len(colours) > _MOST_COLOURS:
        return _file(palette[index], _TRUECOLOUR, b"")
    place = np.zeros(len(palette), dtype=np.uint8)
    place[used] = which.ravel()
    table = b"".join(struct.pack(">I", colour)[1:] for colour in colours.tolist())
    return _file(place[index][..., np.newaxis], _BY_PALETTE, _chunk(b"PLTE", table))


def png_address(index: npt.NDArray[np.unsignedinteger], palette: npt.NDArray[np.uint8]) -> str:
    """Write an image into an address that a page shows without asking anybody for it.

    Parameters
    ----------
    index, palette : ndarray
        As `as_png` takes them.

    Returns
    -------
    str

    Examples
    --------
    >>> png_address(np.zeros((2, 3), np.uint16), np.array([[255, 0, 16]], np.uint8))[:30]
    'data:image/png;base64,iVBORw0K'
    """
    return f"data:image/png;base64,{base64.b64encode(as_png(index, palette)).decode()}"


def _file(dots: npt.NDArray[np.uint8], kind: int, palette: bytes) -> bytes:
    """Put the parts of a file together: dots have axes (row, column, byte)."""
    rows, columns, _ = dots.shape
    lines = np.zeros((rows, 1 + dots[0].size), dtype=np.uint8)  # each line begins with a 0: it has no filter
    lines[:, 1:] = dots.reshape(rows, -1)
    header = struct.pack(">IIBBBBB", columns, rows, 8, kind, 0, 0, 0)
    body = zlib.compress(lines.tobytes(), _LEVEL)
    return _SIGNATURE + _chunk(b"IHDR", header) + palette + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
