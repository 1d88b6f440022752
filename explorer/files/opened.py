"""From bytes to a pile of arrays: which format it is, told by the bytes first and by the name last."""

from __future__ import annotations

import codecs
import os
from pathlib import Path

from explorer.errors import FileError
from explorer.files.archives import ZIP_MAGICS, read_npz
from explorer.files.gather import Gathering
from explorer.files.limits import MOST_BYTES, MOST_TEXT_BYTES, size_said
from explorer.files.nested import read_json
from explorer.files.npy import NPY_MAGIC, read_npy
from explorer.files.pile import Pile, file_name, shown
from explorer.files.table_text import read_csv
from explorer.files.tensorfile import looks_like_safetensors, read_safetensors

__all__ = ["ENDINGS", "read_bytes", "read_path", "refuse_size"]

ENDINGS = (".npz", ".npy", ".safetensors", ".csv", ".tsv", ".txt", ".json")
"""What files that can be read are called."""

_TABLES = (".csv", ".tsv", ".txt")
_OTHERS = {
    b"\x80": "it looks like a pickled file, and opening one runs code",
    b"\x89HDF": "it is an HDF5 file",
    b"\x1f\x8b": "it is packed by gzip; unpack it first",
    b"%PDF": "it is a PDF",
    b"\x89PNG": "it is a picture",
    b"\xff\xd8\xff": "it is a picture",
    b"PAR1": "it is a Parquet file",
    b"GGUF": "it is a GGUF file",
}
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def read_bytes(data: bytes, name: str) -> Pile:
    r"""Read what a person uploaded. Nothing is run, nothing is written, nothing is interpreted.

    Parameters
    ----------
    data : bytes
        The whole file.
    name : str
        What it was called; its ending tells CSV, and what a single matrix is called.

    Returns
    -------
    Pile

    Raises
    ------
    FileError
        If it is empty, too large, of no known format, damaged, pickled, or holds no numbers.

    Examples
    --------
    >>> read_bytes(b"1,0,2\n0,1,1\n", "tokens.csv")
    <Pile 'tokens.csv': tokens (2, 3)>
    """
    data = bytes(data)
    name = file_name(name)
    refuse_size(len(data), name)
    if data.startswith(ZIP_MAGICS):
        return read_npz(data, name)
    if data.startswith(NPY_MAGIC):
        found = Gathering(name)
        found.add(_stem(name), read_npy(data, name))
        return found.pile()
    if looks_like_safetensors(data):
        return read_safetensors(data, name)
    ending = Path(name).suffix.lower()
    if ending in ENDINGS[:3]:
        raise FileError(
            f"Cannot open {name}: its first bytes, {data[:8]!r}, are not those of {ending[1:]}. "
            f"{_guessed(data)}Save it again as {ending[1:]}."
        )
    return _read_text(data, name, ending)


def read_path(path: str | os.PathLike[str]) -> Pile:
    """Read a file of this computer: for the command line and a notebook, never for a page that is served.

    Parameters
    ----------
    path : str or path-like

    Returns
    -------
    Pile

    Raises
    ------
    FileError
        If there is no such file, it can't be read, or as `read_bytes` does.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "tokens.csv"
    ...     _ = file.write_text("1,0,2")
    ...     read_path(file)
    <Pile 'tokens.csv': tokens (1, 3)>
    """
    try:
        file = Path(path)
        if not file.is_file():
            why = "it is a folder" if file.is_dir() else "it is a device or a pipe"
            why = why if file.exists() else "there is no such file"
            raise FileError(f"Cannot open {shown(path)}: {why}. Give the path of a file.")
        refuse_size(file.stat().st_size, file.name)  # before a byte of it is read
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)  # one that grows meanwhile is not followed
    except FileError:
        raise
    except (OSError, TypeError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise FileError(f"Cannot open {shown(path)}: {why}. Give the path of a file.") from None
    return read_bytes(data, file.name)


def refuse_size(size: int, name: str) -> None:
    """Refuse a file by its size alone; a page asks before it is sent.

    Parameters
    ----------
    size : int
        In bytes.
    name : str

    Raises
    ------
    FileError
        If there is nothing in it, or too much.

    Examples
    --------
    >>> refuse_size(12, "tokens.csv")
    """
    if size == 0:
        raise FileError(f"Cannot open {name}: there is nothing in it. Give a file with numbers.")
    if size > MOST_BYTES:
        raise FileError(
            f"Cannot open {name}: it is {size} bytes, and {MOST_BYTES} ({size_said(MOST_BYTES)}) are the "
            "most. Save fewer tokens, float32, or only the arrays that you want to see."
        )


def _read_text(data: bytes, name: str, ending: str) -> Pile:
    if len(data) > MOST_TEXT_BYTES:
        raise FileError(
            f"Cannot open {name}: it is {size_said(len(data))} of text, and "
            f"{size_said(MOST_TEXT_BYTES)} is the most. Save it as .npy or .npz: a third of the room."
        )
    text = _decoded(data, name)
    start = text.lstrip()[:1]
    if not start:
        raise FileError(f"Cannot open {name}: there is nothing in it but blanks. Give a file with numbers.")
    if start in "{[" or ending == ".json":
        return read_json(text, name)
    if ending in _TABLES:
        return read_csv(text, name)
    raise _unknown(data, name)


def _decoded(data: bytes, name: str) -> str:
    encoding = next((encoding for mark, encoding in _MARKS.items() if data.startswith(mark)), "")
    if not encoding and (b"\0" in data or _guessed(data)):
        raise _unknown(data, name)
    try:
        return data.decode(encoding or "utf-8")
    except UnicodeDecodeError:
        if encoding:
            raise _unknown(data, name) from None
        return data.decode("latin-1")  # digits are the same in all of them; only names of tokens can suffer


def _guessed(data: bytes) -> str:
    found = next((said for magic, said in _OTHERS.items() if data.startswith(magic)), "")
    return f"{found[0].upper()}{found[1:]}. " if found else ""


def _unknown(data: bytes, name: str) -> FileError:
    return FileError(
        f"Cannot open {name}: it is none of the formats that can be read. {_guessed(data)}"
        "Save your arrays as .npz, .npy, .safetensors, CSV or JSON, as in "
        "np.savez('mine.npz', query=q, key=k, value=v)."
    )


def _stem(name: str) -> str:
    return name.rsplit(".", 1)[0] or name
