"""Files made to do harm, sent the way the page sends files: the kernel refuses each and says why."""

from __future__ import annotations

import io
import json
import pickle
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from explorer.files.limits import MEBIBYTE, MOST_BYTES
from explorer.panels.file_picker import PIECE
from tests.files.kit import header, lie, tensors, zipped
from tests.serving.attacks.pages import Page

pytestmark = pytest.mark.slow


def picker_of(page: Page) -> str:
    """Find what takes files: the one widget that has a largest size."""
    return next(id_ for id_, state in page.widgets().items() if "most_bytes" in state)


def upload(page: Page, picker: str, name: str, data: bytes) -> str:
    """Send a file piece by piece, as it is asked for; what the page says of it in the end."""
    start = {"kind": "start", "id": "f", "name": name, "size": len(data)}
    done = page.tell(picker, method="custom", content=start)
    at, said = 0, ""
    while True:
        last = ""
        for heard in page.heard_until(done):
            if heard.kind == "comm_msg" and heard.content["comm_id"] == picker:
                told = heard.content["data"]
                last = told.get("content", {}).get("kind", last)
                said = told.get("content", {}).get("why", "") or told.get("state", {}).get("said", "") or said
        if last != "send":
            return said
        piece = data[at : at + PIECE]
        content = {"kind": "chunk", "id": "f", "from": at}
        done = page.tell(picker, method="custom", content=content, buffers=(piece,))
        at += len(piece)


class Touch:
    """Pickled, it makes a file when it is opened."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return (Path.touch, (self.path,))


BOMB = lie("|i1", (2**28,), b"")


def bomb() -> bytes:
    """An archive of a quarter of a megabyte that unpacks to a quarter of a gigabyte."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("q.npy", "w") as member:
        member.write(BOMB)
        for _ in range(256):
            member.write(bytes(MEBIBYTE))
    return file.getvalue()


SPAN = {"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 2**40]}}
HOSTILE: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "a zip bomb": ("a.npz", bomb, "(128 MiB) are the most"),
    "a bomb that says it is small": (
        "a.npz",
        lambda: bomb().replace(struct.pack("<I", 2**28 + len(BOMB)), struct.pack("<I", 1000)),
        "it begins as a zip archive and is damaged or cut short",
    ),
    "a header of four gigabytes": (
        "q.npy",
        lambda: b"\x93NUMPY\x02\x00" + struct.pack("<I", 2**32 - 1) + b"{",
        "its header promises to be",
    ),
    "a header that is nested": ("q.npy", lambda: header("[" * 9000), "its header is not a dictionary"),
    "more numbers than there are": (
        "q.npy",
        lambda: lie("<f8", (2**62, 2**62), bytes(64)),
        "its header promises",
    ),
    "offsets that lie": ("m.safetensors", lambda: tensors(SPAN, bytes(8)), "it is no sound safetensors file"),
    "a safetensors header of a gigabyte": (
        "m.safetensors",
        lambda: struct.pack("<Q", 10**9) + b"{}",
        "its header promises to be 953.7 MiB long, and 1 MiB is the most",
    ),
    "deep JSON": ("a.json", lambda: b'{"q": ' + b"[" * 10**6, "Cannot open a.json:"),
    "lists without end": (
        "a.json",
        lambda: b'{"q": [' + b"[]," * 10**6 + b"[]]}",
        "Cannot open a.json:",
    ),
    "one long number": ("a.json", lambda: b'{"q": [[' + b"9" * 10**6 + b"]]}", "a.json"),
    "a table of commas": ("a.csv", lambda: b"," * (8 * MEBIBYTE), "a.csv"),
    "a table of empty lines": ("a.csv", lambda: b"\n" * (4 * MEBIBYTE), "a.csv"),
    "a table of one row": ("a.csv", lambda: b"1," * (4 * MEBIBYTE), "a.csv"),
    "a session that nests": ("s.json", lambda: b'{"attention-shapes": ' * 5000, "s.json"),
    "no file of numbers": ("a.npz", lambda: bytes(range(256)) * 100, "Cannot open a.npz"),
}


def test_files_that_harm_are_refused_with_a_reason_in_bounded_memory(page: Page) -> None:
    picker = picker_of(page)
    before, sizes = page.memory(), page.sizes()
    for what, (name, make, why) in HOSTILE.items():
        said = upload(page, picker, name, make())
        assert why in said, (what, said)
        assert page.memory() - before < 192 * MEBIBYTE, what
    assert page.sizes() == sizes


def test_nothing_pickled_is_run_by_the_page(page: Page, tmp_path: Path) -> None:
    trap, picker = tmp_path / "run", picker_of(page)
    bare = pickle.dumps(Touch(trap))
    for name, data in (("q.npy", bare), ("q.npz", bare), ("model.npz", zipped([("archive/data.pkl", bare)]))):
        assert name in upload(page, picker, name, data)
    objects = header("{'descr': '|O', 'fortran_order': False, 'shape': (1, 1)}", bare)
    assert "it holds pickled objects, and opening those runs code" in upload(page, picker, "q.npy", objects)
    assert not trap.exists()


def test_a_file_of_a_gigabyte_is_refused_before_a_byte_of_it_comes(page: Page) -> None:
    picker = picker_of(page)
    before = page.memory()
    for size in (10**9, MOST_BYTES + 1, 2**63, 10**400):
        start = {"kind": "start", "id": "f", "name": "a.npz", "size": size}
        came = page.heard_until(page.tell(picker, method="custom", content=start))
        told = [heard.content["data"]["content"] for heard in came if heard.kind == "comm_msg"]
        why = f"Too large: at most {MOST_BYTES:,} bytes, and nothing was kept."
        assert told == [{"kind": "refused", "id": "f", "why": why}]
    assert page.memory() - before < 8 * MEBIBYTE


OTHERWISE: dict[str, tuple[int, int, tuple[bytes, ...]]] = {
    "a longer piece than was asked for": (MOST_BYTES, 0, (bytes(PIECE + 1),)),
    "a longer piece than the file": (3, 0, (bytes(PIECE),)),
    "a shorter piece": (MOST_BYTES, 0, (bytes(PIECE - 1),)),
    "no piece": (MOST_BYTES, 0, ()),
    "two pieces": (MOST_BYTES, 0, (bytes(PIECE), bytes(PIECE))),
    "a piece from before the file": (MOST_BYTES, -1, (bytes(PIECE),)),
    "a piece from further on": (MOST_BYTES, PIECE, (bytes(PIECE),)),
}


def test_a_file_that_is_sent_otherwise_than_asked_is_not_kept(page: Page) -> None:
    picker, before = picker_of(page), page.memory()
    why = "The bytes did not come as they were asked for. Pick the file again."
    for what, (size, at, pieces) in OTHERWISE.items():
        for _ in range(8):
            start = {"kind": "start", "id": "f", "name": "a.npz", "size": size}
            page.heard_until(page.tell(picker, method="custom", content=start))
            chunk = {"kind": "chunk", "id": "f", "from": at}
            came = page.heard_until(page.tell(picker, method="custom", content=chunk, buffers=pieces))
            told = [heard.content["data"] for heard in came if heard.kind == "comm_msg"]
            refused = {"kind": "refused", "id": "f", "why": why}
            assert told == [{"method": "custom", "content": refused}], what
    assert page.memory() - before < 16 * MEBIBYTE


def test_a_hostile_name_comes_back_as_text(page: Page) -> None:
    picker = picker_of(page)
    names = ("<script>alert(1)</script>.npz", "../../etc/passwd", "a\u202ezpn.exe", "x" * 100_000, "\x00\n")
    for name in names:
        said = upload(page, picker, name, b"nothing")
        assert "/etc" not in said
        assert "\u202e" not in said
        assert "\x00" not in said
        assert len(said) < 1000
        assert json.dumps(said)
