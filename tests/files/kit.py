"""Files made for the tests: sound ones, and ones that lie."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save

import explorer as ex
from explorer.core.numbers import Numbers
from explorer.files import Pile, guess, numbers_from, read_bytes
from tests.core.kit import generic

Q, K, V = (generic(1, 2, 3, 4, seed=seed) for seed in range(3))  # (batch, head, token, head_dim)
X, TABLE, BIAS = generic(3, 5, seed=3), generic(5, 12, seed=4), generic(12, seed=5)


def pile(**shapes: tuple[int, ...] | np.ndarray) -> Pile:
    """Arrays of these shapes, no two alike."""
    arrays = {
        name.replace("__", "."): generic(*one, seed=n) if isinstance(one, tuple) else one
        for n, (name, one) in enumerate(shapes.items())
    }
    return Pile("layer.npz", arrays)


def npz(**arrays: Any) -> bytes:
    """An archive as NumPy writes it."""
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def packed(**arrays: Any) -> bytes:
    """The same, deflated."""
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def npy(array: Any) -> bytes:
    """One array as NumPy writes it, pickled if it is of objects."""
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def header(text: str, body: bytes = b"", version: int = 1) -> bytes:
    """An .npy whose header says whatever it likes."""
    length = struct.pack("<H" if version == 1 else "<I", len(text))
    return b"\x93NUMPY" + bytes([version, 0]) + length + text.encode() + body


def lie(descr: str, shape: tuple[int, ...], body: bytes = b"") -> bytes:
    """An .npy that promises any shape."""
    return header(repr({"descr": descr, "fortran_order": False, "shape": shape}), body)


def zipped(members: Iterable[tuple[str, bytes]], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of any members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return file.getvalue()


def tensors(told: dict[str, Any] | bytes, body: bytes = b"") -> bytes:
    """A safetensors file whose header says whatever it likes."""
    head = told if isinstance(told, bytes) else json.dumps(told).encode()
    return struct.pack("<Q", len(head)) + head + body


def taken(data: bytes, name: str, **answers: Any) -> Numbers:
    """From bytes to Numbers, as the page does."""
    pile = read_bytes(data, name)
    return numbers_from(pile, guess(pile, answers))


def refusal(call: Callable[[], object], kind: type[ex.ExplorerError] | None = None) -> str:
    """The whole message of a refusal."""
    with pytest.raises(ex.ExplorerError) as caught:
        call()
    assert kind is None or type(caught.value) is kind, f"{type(caught.value).__name__}: {caught.value}"
    return str(caught.value)


def said_of(data: bytes, name: str) -> str:
    """The whole message by which a file is refused, FileError and no other."""
    return refusal(lambda: read_bytes(data, name), ex.errors.FileError)


FORMATS: dict[str, tuple[bytes, str]] = {
    "npz": (npz(q=Q, k=K, v=V, labels=np.array(["a", "b", "c"])), "layer.npz"),
    "packed npz": (packed(x=X, table=TABLE, bias=BIAS, heads=np.array(2)), "layer.npz"),
    "npy": (npy(TABLE), "qkv.npy"),
    "safetensors": (save({"x": X, "in_proj_weight": TABLE.T.copy(), "in_proj_bias": BIAS}), "m.safetensors"),
    "csv": (b"token,a,b,c\nthe,1,2.5,3\ncat,4,5e3,-6\n", "qkv.csv"),
    "json": (json.dumps({"q": Q.tolist(), "k": K.tolist(), "v": V.tolist()}).encode(), "layer.json"),
}
