"""The PNG writer, read back by hand and by matplotlib."""

from __future__ import annotations

import base64
import struct
import zlib
from io import BytesIO

import matplotlib.image
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from explorer.stage.png import as_png, png_address


def chunks(png: bytes) -> dict[bytes, bytes]:
    """Read a file's parts; each one's checksum has to be right."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    found, at = {}, 8
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        name, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        (checksum,) = struct.unpack(">I", png[at + 8 + size : at + 12 + size])
        assert checksum == zlib.crc32(name + body)
        found[name] = body
        at += 12 + size
    return found


def read(png: bytes) -> np.ndarray:
    """Read the colours by matplotlib: axes (row, column, channel)."""
    return (matplotlib.image.imread(BytesIO(png), format="png")[..., :3] * 255).round().astype(np.uint8)


COLOURS = arrays(np.uint8, st.tuples(st.integers(1, 30), st.just(3)))


@given(COLOURS, st.data())
def test_what_is_written_is_read(palette: np.ndarray, data: st.DataObject) -> None:
    shape = data.draw(st.tuples(st.integers(1, 12), st.integers(1, 12)))
    index = data.draw(arrays(np.uint16, shape, elements=st.integers(0, len(palette) - 1)))
    assert np.array_equal(read(as_png(index, palette)), palette[index])


@pytest.mark.parametrize(("count", "kind"), [(1, 3), (2, 3), (256, 3), (257, 2), (5000, 2)])
def test_up_to_256_colours_are_a_palette(count: int, kind: int) -> None:
    # All different; an entry that stands twice is one colour.
    colours = np.array([[n // 256, n % 256, 7] for n in range(count)], dtype=np.uint8)
    palette = np.concatenate([colours, colours])
    index = np.arange(2 * count, dtype=np.uint16).reshape(2, count)
    parts = chunks(as_png(index, palette))
    assert struct.unpack(">IIBBBBB", parts[b"IHDR"]) == (count, 2, 8, kind, 0, 0, 0)
    assert len(parts.get(b"PLTE", b"")) == (3 * count if kind == 3 else 0)
    assert np.array_equal(read(as_png(index, palette)), palette[index])


def test_entries_that_nobody_uses_take_no_room() -> None:
    palette = np.arange(3 * 400, dtype=np.uint8).reshape(400, 3)
    parts = chunks(as_png(np.array([[399, 0]], dtype=np.uint16), palette))
    assert len(parts[b"PLTE"]) == 6


def test_a_large_index_does_not_wrap() -> None:
    palette = np.zeros((70_000, 3), dtype=np.uint8)
    palette[69_999] = 255
    assert np.array_equal(read(as_png(np.array([[69_999, 4463]], dtype=np.uint32), palette)),
                          [[[255] * 3, [0] * 3]])  # fmt: skip


def test_an_address_holds_the_file() -> None:
    index, palette = np.zeros((3, 5), np.uint16), np.array([[1, 2, 3]], np.uint8)
    head, _, body = png_address(index, palette).partition(",")
    assert head == "data:image/png;base64"
    assert base64.b64decode(body) == as_png(index, palette)
