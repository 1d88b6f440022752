"""NumPy's archive, ``.npz``: a zip of ``.npy`` files, never unpacked further than it declares."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from explorer.core.grid import Array
from explorer.errors import FileError
from explorer.files.gather import Gathering
from explorer.files.limits import MOST_TENSORS, MOST_UNPACKED, size_said
from explorer.files.npy import NPY_MAGIC, read_npy
from explorer.files.pile import Pile, shown

__all__ = ["ZIP_MAGICS", "read_npz"]

ZIP_MAGICS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_DIRECTORY_ENTRY = b"PK\x01\x02"
_PIECE = 2**20
_METHODS = (
    zipfile.ZIP_STORED,
    zipfile.ZIP_DEFLATED,
)  # what NumPy writes; others may ask for gigabytes to unpack


# What zipfile and zlib say of damage; they name no common kind.
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)


def read_npz(data: bytes, name: str) -> Pile:
    """Read every array of an archive.

    Parameters
    ----------
    data : bytes
    name : str
        The file's name.

    Returns
    -------
    Pile

    Raises
    ------
    FileError
        If it is damaged, would unpack past the limit, holds a pickled array, two of one name, or no array.

    Examples
    --------
    >>> import numpy as np
    >>> saved = io.BytesIO()
    >>> np.savez(saved, q=np.ones((2, 4)), k=np.ones((2, 4)))
    >>> read_npz(saved.getvalue(), "layer.npz")
    <Pile 'layer.npz': q (2, 4), k (2, 4)>
    """
    # The directory is read whole, a record for each entry, before anything can be asked: so count them first.
    if data.count(_DIRECTORY_ENTRY) > MOST_TENSORS:
        raise FileError(
            f"Cannot open {name}: it holds more than {MOST_TENSORS} members. "
            "Save the arrays that you want to see in a file of their own."
        )
    found = Gathering(name)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if not member.filename.endswith("/")]
            _refuse_too_much(members, name)
            for member in members:
                _read_member(archive, member, found)
    except FileError:
        raise
    except _DAMAGE:
        raise _damaged(name) from None
    return found.pile()


def _refuse_too_much(members: list[zipfile.ZipInfo], name: str) -> None:
    if not any(member.filename.endswith(".npy") for member in members):
        hint = (
            "It looks like PyTorch's own pickled format, and opening that runs code: save the tensors with "
            "safetensors or np.savez."
            if any(member.filename.endswith(".pkl") for member in members)
            else "Save arrays with np.savez('file.npz', query=q, key=k, value=v)."
        )
        raise FileError(f"Cannot open {name}: it is a zip archive without .npy members. {hint}")
    unpacked = sum(member.file_size for member in members)
    if unpacked > MOST_UNPACKED:
        raise FileError(
            f"Cannot open {name}: it would unpack to {unpacked} bytes, and {MOST_UNPACKED} "
            f"({size_said(MOST_UNPACKED)}) are the most. Save fewer tokens, or fewer arrays."
        )


def _read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, found: Gathering) -> None:
    array = member.filename.removesuffix(".npy")
    where = f"{shown(array)} in {found.name}"
    if member.flag_bits & 1:
        raise FileError(f"Cannot open {where}: it is locked by a password. Save it again without one.")
    if member.compress_type not in _METHODS:
        raise FileError(
            f"Cannot open {where}: it is packed in a way that NumPy does not use. "
            "Save it again with np.savez or np.savez_compressed."
        )
    raw = bytearray()
    with archive.open(member) as packed:
        # It gives out no more than it declares, and checks what it gave out against its checksum at the end;
        # bit by bit, for all at once it would hold twice.
        while piece := packed.read(_PIECE):
            raw += piece
    if len(raw) != member.file_size:
        raise FileError(
            f"Cannot open {where}: it promises {member.file_size} bytes and holds {len(raw)}. "
            "It is damaged; save it again."
        )
    read: Array | str = read_npy(raw, where) if raw.startswith(NPY_MAGIC) else "it is not an array"
    found.add(array, read)


def _damaged(name: str) -> FileError:
    return FileError(
        f"Cannot open {name}: it begins as a zip archive and is damaged or cut short. "
        "Save it again with np.savez."
    )
