"""A file that is there whole or not at all, and an error that says what the disk said."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EDQUOT, EFBIG, ENOSPC, EPERM, EROFS
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from explorer.errors import ExplorerError, listed

__all__ = ["check_name", "check_place", "written_whole"]

_MEND = {
    **dict.fromkeys((ENOSPC, EDQUOT, EFBIG), "Make room, or write it elsewhere"),
    **dict.fromkeys((EACCES, EPERM, EROFS), "Choose a folder that you may write in"),
}


def check_name(path: Path, kinds: tuple[str, ...]) -> str:
    """Read from a file's name what is to be written into it.

    Parameters
    ----------
    path : Path
    kinds : tuple of str
        The endings that are legal, without the dot.

    Returns
    -------
    str
        The one it has, in small letters.

    Raises
    ------
    ExplorerError
        If it has none of them.

    Examples
    --------
    >>> check_name(Path("trace.NPZ"), ("npz", "json"))
    'npz'
    """
    kind = path.suffix.removeprefix(".").lower()
    if kind not in kinds:
        raise ExplorerError(f"Cannot write {path}: its name must end in {listed(f'.{one}' for one in kinds)}")
    return kind


def check_place(path: Path) -> None:
    """Refuse a folder that is not there, before any work is done.

    Parameters
    ----------
    path : Path
        The file that is to be written.

    Raises
    ------
    ExplorerError

    Examples
    --------
    >>> check_place(Path("trip.pdf"))
    """
    if not path.parent.is_dir():
        raise ExplorerError(f"Cannot write {path}: there is no folder {path.parent}. Make it first")


@contextmanager
def written_whole(path: str | Path) -> Iterator[BinaryIO]:
    """Write a file beside its place, and put it there when it is whole.

    Parameters
    ----------
    path : str or Path
        Where to. What is there already stays as it is until the new file is whole. A link is followed; what
        is no file, as ``/dev/stdout``, is written to as it is.

    Yields
    ------
    file object
        For bytes; one can go back in it.

    Raises
    ------
    ExplorerError
        If the disk says no: no such folder, no right, no room. Nothing half-written is left.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with written_whole(Path(folder, "three.txt")) as file:
    ...         _ = file.write(b"1 2 3")
    ...     Path(folder, "three.txt").read_bytes()
    b'1 2 3'
    """
    asked = Path(path)
    check_place(asked)
    try:
        place = Path(os.path.realpath(asked))
        mode = place.stat().st_mode if place.exists() else None
        if mode is None or stat.S_ISREG(mode):
            with _beside(place, mode) as file:
                yield file
        else:
            whole = BytesIO()
            with place.open("wb") as device:  # of a folder this says what is wrong
                yield whole
                device.write(whole.getvalue())
    except OSError as error:
        mend = _MEND.get(error.errno or 0, "")
        said = error.strerror or str(error)
        raise ExplorerError(f"Cannot write {asked}: {said}{f'. {mend}' if mend else ''}") from error


@contextmanager
def _beside(place: Path, mode: int | None) -> Iterator[BinaryIO]:
    # In the same folder: only there can it take the other's place in one move.
    draft = place.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with draft.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())  # some disks say only now that they are full
        if mode is not None:
            draft.chmod(stat.S_IMODE(mode))
        draft.replace(place)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
