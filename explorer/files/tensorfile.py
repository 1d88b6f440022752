"""A model's weights, ``.safetensors``: a JSON header and raw numbers after it, checked by its own library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from explorer.core.grid import Array
from explorer.errors import FileError
from explorer.files.gather import Gathering
from explorer.files.limits import MOST_AXES, MOST_HEADER, size_said
from explorer.files.pile import Pile, shown

__all__ = ["looks_like_safetensors", "read_safetensors"]

_KINDS = {
    "F64": "<f8",
    "F32": "<f4",
    "F16": "<f2",
    "I64": "<i8",
    "I32": "<i4",
    "I16": "<i2",
    "I8": "<i1",
    "U64": "<u8",
    "U32": "<u4",
    "U16": "<u2",
    "U8": "<u1",
    "BOOL": "|b1",
}


def looks_like_safetensors(data: bytes) -> bool:
    r"""Tell by the first nine bytes: the header's length, less than any text would spell, and its brace.

    Parameters
    ----------
    data : bytes

    Returns
    -------
    bool

    Examples
    --------
    >>> looks_like_safetensors(b"\x02\0\0\0\0\0\0\0{}"), looks_like_safetensors(b"[[1, 2]]{")
    (True, False)
    """
    return data[8:9] == b"{" and int.from_bytes(data[:8], "little") < 2**48


def read_safetensors(data: bytes, name: str) -> Pile:
    """Read every tensor.

    Parameters
    ----------
    data : bytes
    name : str
        The file's name.

    Returns
    -------
    Pile
        bfloat16 and float16 are float32 in it, and its notes say so.

    Raises
    ------
    FileError
        If it is damaged, or holds no tensor that can be used.

    Examples
    --------
    >>> import numpy as np
    >>> from safetensors.numpy import save
    >>> read_safetensors(save({"x": np.ones((2, 3))}), "layer.safetensors")
    <Pile 'layer.safetensors': x (2, 3)>
    """
    # Imported here, so that every other format opens without it.
    from safetensors import SafetensorError, deserialize

    opened: Callable[[bytes], list[tuple[str, Any]]] = deserialize  # the library gives it no types
    header = int.from_bytes(data[:8], "little")
    if header > MOST_HEADER:
        raise FileError(
            f"Cannot open {name}: its header promises to be {size_said(header)} long, and "
            f"{size_said(MOST_HEADER)} is the most. It is damaged, or no safetensors file."
        )
    try:
        tensors = opened(data)
    except SafetensorError as error:
        raise FileError(
            f"Cannot open {name}: it is no sound safetensors file ({error!s:.120}). It was cut short "
            "or is damaged; save it again."
        ) from None
    found = Gathering(name)
    for tensor, told in sorted(tensors, key=lambda item: item[0]):
        found.add(tensor, _array(told["dtype"], told["shape"], told["data"]))
        if told["dtype"] == "BF16":
            found.note(f"{shown(tensor)} was bfloat16 and is computed in float32.")
    return found.pile()


def _array(kind: str, shape: list[int], raw: bytes) -> Array | str:
    if kind not in _KINDS and kind != "BF16":
        return f"its numbers are {kind}, which NumPy does not have; save them as float32"
    if len(raw) == 0:
        return f"there is nothing in it, its shape is {tuple(shape)}"
    if len(shape) > MOST_AXES:
        return f"it has {len(shape)} axes"
    if kind == "BF16":
        # A bfloat16 is the upper half of a float32: the lower half is zeros.
        wide = np.frombuffer(raw, dtype="<u2").astype(np.uint32) << np.uint32(16)
        return wide.view(np.float32).reshape(shape)
    return np.frombuffer(raw, dtype=_KINDS[kind]).reshape(shape)
