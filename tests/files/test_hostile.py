"""Files that lie, and bombs: refused in our own words, in bounded memory, and nothing is run."""

from __future__ import annotations

import pickle
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from explorer.files import read_bytes
from explorer.files.limits import MEBIBYTE, MOST_BYTES, MOST_TENSORS, MOST_UNPACKED
from tests.files.kit import header, lie, npy, npz, said_of, tensors, zipped

ROW = lie("<f8", (1, 2), bytes(16))


class Touch:
    """Pickled, it makes a file when it is opened."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return (Path.touch, (self.path,))


def test_nothing_pickled_is_ever_run(tmp_path: Path) -> None:
    trap = tmp_path / "run"
    objects = np.array([[Touch(trap)]], dtype=object)
    assert said_of(npz(q=objects), "a.npz") == (
        "Cannot open 'q' in a.npz: it holds pickled objects, and opening those runs code. "
        "Save plain numbers: np.save('file.npy', np.asarray(values, dtype=float))."
    )
    assert said_of(npy(objects), "q.npy").startswith("Cannot open q.npy: it holds pickled objects")
    bare = pickle.dumps(Touch(trap))
    assert said_of(bare, "q.npy") == (
        f"Cannot open q.npy: its first bytes, {bare[:8]!r}, are not those of npy. "
        "It looks like a pickled file, and opening one runs code. Save it again as npy."
    )
    assert "It looks like a pickled file, and opening one runs code." in said_of(bare, "q.pkl")
    assert said_of(zipped([("archive/data.pkl", bare)]), "model.pt") == (
        "Cannot open model.pt: it is a zip archive without .npy members. It looks like PyTorch's own pickled "
        "format, and opening that runs code: save the tensors with safetensors or np.savez."
    )
    text = f"__import__('pathlib').Path({str(trap)!r}).touch()"
    assert said_of(header(text), "q.npy") == (
        "Cannot open q.npy: its header is not a dictionary. "
        "It is damaged, or no .npy file; save it again with np.save."
    )
    assert not trap.exists()


LIES = {
    "more than there is": (
        lie("<f8", (10**12,), bytes(64)),
        "its header promises 1000000000000 entries of 8 bytes, as (1000000000000,), and 64 bytes follow",
    ),
    "past every counter": (
        lie("<f8", (2**62, 2**62), bytes(64)),
        f"its header promises {2**124} entries of 8 bytes, as ({2**62}, {2**62}), and 64 bytes follow",
    ),
    "less than there is": (
        lie("<f8", (2,), bytes(24)),
        "its header promises 2 entries of 8 bytes, as (2,), and 24 bytes follow",
    ),
    "text past every counter": (
        lie("<U999999999", (1,), bytes(8)),
        "its header promises 1 entries of 3999999996 bytes, as (1,), and 8 bytes follow",
    ),
    "less than nothing": (lie("<f8", (-1, 2), bytes(16)), "it says that its shape is '(-1, 2)'"),
    "true": (lie("<f8", (True, 2), bytes(16)), "it says that its shape is '(True, 2)'"),
    "no kind": (lie("<q9", (1, 2), bytes(16)), "it says that its numbers are '<q9'"),
    "no size": (lie("<f3", (1, 2), bytes(16)), "are of a size this computer may not know"),
    "many axes": (lie("<f8", (1,) * 70, bytes(8)), "it has 70 axes; at most 8 can be read"),
    "no shape": (
        header("{'descr': '<f8', 'shape': (1, 2)}", bytes(16)),
        "does not tell descr, fortran_order and",
    ),
    "no end": (b"\x93NUMPY\x01\x00\xff\xff" + bytes(99), "its header promises to be 65535 bytes long"),
    "no version": (b"\x93NUMPY\x09\x00\x00\x00" + bytes(99), "its first bytes are cut short or of no known"),
    "nested": (header("[" * 9000), "its header is not a dictionary"),
    "negated": (header("-" * 9000), "its header is not a dictionary"),
    "summed": (header("+".join("1" * 4500)), "its header is not a dictionary"),
    "digits": (
        header("{'descr': '<f8', 'fortran_order': False, 'shape': (" + "9" * 5000 + ",)}"),
        "not a dict",
    ),
}


@pytest.mark.parametrize("lied", LIES)
def test_a_header_is_not_believed(lied: str) -> None:
    data, why = LIES[lied]
    assert why in said_of(data, "q.npy")
    assert why in said_of(zipped([("q.npy", data)]), "q.npz")


def offsets(*told: tuple[list[int], list[int]]) -> bytes:
    spans = {f"t{n}": {"dtype": "F32", "shape": s, "data_offsets": o} for n, (s, o) in enumerate(told)}
    return tensors(spans, bytes(max(end for _, (_, end) in told)))


UNSOUND = {
    "a header past the end": struct.pack("<Q", 500) + b'{"a"',
    "overlapping": offsets(([2], [0, 8]), ([2], [4, 12])),
    "with a hole": offsets(([2], [0, 8]), ([2], [12, 20])),
    "a huge shape": offsets(([2**40, 2**40], [0, 8])),
    "a shape for other bytes": offsets(([3], [0, 8])),
    "offsets turned round": offsets(([2], [8, 0])),
    "nested deep": tensors(b'{"a":' + b"[" * 100_000),
    "no json": tensors(b"{]"),
    "an unknown kind": tensors({"a": {"dtype": "X9", "shape": [1], "data_offsets": [0, 4]}}, bytes(4)),
}


@pytest.mark.parametrize("unsound", UNSOUND)
def test_an_unsound_safetensors_file_is_refused(unsound: str) -> None:
    said = said_of(UNSOUND[unsound], "m.safetensors")
    assert said.startswith("Cannot open m.safetensors: it is no sound safetensors file (")
    assert said.endswith("). It was cut short or is damaged; save it again.")


def test_a_long_safetensors_header_is_refused_before_it_is_read() -> None:
    assert said_of(struct.pack("<Q", 10**9) + b"{}", "m.safetensors") == (
        "Cannot open m.safetensors: its header promises to be 953.7 MiB long, and 1 MiB is the most. "
        "It is damaged, or no safetensors file."
    )


def test_a_kind_that_numpy_has_not_is_put_aside() -> None:
    assert said_of(
        tensors({"a": {"dtype": "F8_E4M3", "shape": [2, 2], "data_offsets": [0, 4]}}, bytes(4)),
        "m.safetensors",
    ) == (
        "Cannot find numbers in m.safetensors. 'a': its numbers are F8_E4M3, which NumPy does not have; "
        "save them as float32. Give query, key and value, or tokens and a table, as arrays of real numbers."
    )


HALF = MOST_UNPACKED // 2 + 1


def zeros() -> bytes:
    """An array that takes a little more than half of what may be unpacked."""
    return lie("|i1", (HALF,), bytes(HALF))


def claims(member: bytes, size: int) -> bytes:
    """An archive of one member that says it is of another size, before it and in the directory."""
    return zipped([("q.npy", member)]).replace(struct.pack("<I", len(member)), struct.pack("<I", size))


BOMBS: dict[str, tuple[Callable[[], bytes], str]] = {
    "two that come to too much": (
        lambda: zipped([("q.npy", zeros()), ("k.npy", zeros())]),
        f"it would unpack to {2 * len(zeros())} bytes, and {MOST_UNPACKED} (128 MiB) are the most",
    ),
    "one that says it is small": (
        lambda: claims(zeros(), 1000),
        "it begins as a zip archive and is damaged or cut short",
    ),
    "one that says it is large": (
        lambda: claims(ROW, MOST_UNPACKED - 1),
        f"it promises {MOST_UNPACKED - 1} bytes and holds {len(ROW)}",
    ),
    "packed by lzma": (
        lambda: zipped([("q.npy", ROW)], zipfile.ZIP_LZMA),
        "it is packed in a way that NumPy does not use",
    ),
    "many members": (
        lambda: zipped([(f"{n}.npy", b"") for n in range(MOST_TENSORS + 1)]),
        f"it holds more than {MOST_TENSORS} members",
    ),
    "an archive in an archive": (
        lambda: zipped([("q.npy", zipped([("q.npy", zeros())]))]),
        "'q': it is not an array",
    ),
    "no array": (lambda: zipped([("readme.txt", b"hello")]), "it is a zip archive without .npy members"),
    "nothing": (lambda: zipped([]), "it is a zip archive without .npy members"),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_refused_in_little_memory(bomb: str) -> None:
    make, why = BOMBS[bomb]
    data = make()
    tracemalloc.start()
    said = said_of(data, "a.npz")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert why in said
    assert most < 8 * MEBIBYTE + 2 * len(data)


def test_the_largest_archive_that_is_taken_is_held_once_and_no_more() -> None:
    data = zipped([("q.npy", zeros())])
    tracemalloc.start()
    pile = read_bytes(data, "a.npz")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert pile.arrays["q"].nbytes == HALF
    assert most < 1.5 * HALF


def test_two_of_one_name_are_refused() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zipped([("q.npy", ROW), ("q.npy", ROW)])
    assert said_of(data, "a.npz") == (
        "Cannot open a.npz: it holds 'q' twice, and which is meant can't be told. "
        "Save it again with one of each name."
    )


def test_a_path_for_a_name_is_a_name_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    data = zipped([(f"../../{name}.npy", ROW) for name in ("q", "/etc/k", "..\\v")])
    assert list(read_bytes(data, "../../evil.npz").arrays) == ["../../q", "../..//etc/k", "../../..\\v"]
    assert read_bytes(data, "../../evil.npz").name == "evil.npz"
    assert list(tmp_path.iterdir()) == []


def test_a_locked_archive_is_refused() -> None:
    data = bytearray(zipped([("q.npy", ROW)]))
    at = data.index(b"PK\x01\x02") + 8
    data[at] |= 1
    assert said_of(bytes(data), "a.npz") == (
        "Cannot open 'q' in a.npz: it is locked by a password. Save it again without one."
    )


@pytest.mark.parametrize("name", ["x.npz", "x.npy", "x.safetensors", "x.csv", "x.json"])
def test_nothing_and_too_much_are_refused_by_size_alone(name: str) -> None:
    assert said_of(b"", name) == f"Cannot open {name}: there is nothing in it. Give a file with numbers."
    assert said_of(bytes(MOST_BYTES + 1), name) == (
        f"Cannot open {name}: it is 67108865 bytes, and 67108864 (64 MiB) are the most. "
        "Save fewer tokens, float32, or only the arrays that you want to see."
    )


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (b"\x89HDF\r\n", "It is an HDF5 file. "),
        (b"\x1f\x8b\x08", "It is packed by gzip; unpack it first. "),
        (b"%PDF-1.7", "It is a PDF. "),
        (b"\x89PNG\r\n", "It is a picture. "),
        (b"GGUF\3\0", "It is a GGUF file. "),
        (b"hello", ""),
        (b"\0\1\2", ""),
    ],
)
def test_another_format_is_named_where_it_is_known(start: bytes, said: str) -> None:
    assert said_of(start + b"rest", "mine.data") == (
        f"Cannot open mine.data: it is none of the formats that can be read. {said}Save your arrays as "
        ".npz, .npy, .safetensors, CSV or JSON, as in np.savez('mine.npz', query=q, key=k, value=v)."
    )
