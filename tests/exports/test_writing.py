"""A file is there whole or not at all, and the disk's own word is passed on."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from explorer.errors import ExplorerError
from explorer.exports.writing import check_name, written_whole

FULL = Path("/dev/full")


def written(path: Path, data: bytes = b"new") -> None:
    with written_whole(path) as file:
        file.write(data)


def refusal(path: Path) -> str:
    with pytest.raises(ExplorerError) as refused:
        written(path)
    return str(refused.value)


def test_a_file_is_written_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    written(tmp_path / "a.npz")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.npz", b"new")]


def test_until_it_is_whole_the_file_from_before_is_there(tmp_path: Path) -> None:
    place = tmp_path / "a.npz"
    place.write_bytes(b"old")
    with written_whole(place) as file:
        file.write(b"new, half of")
        file.flush()
        assert place.read_bytes() == b"old"
    assert place.read_bytes() == b"new, half of"


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_what_breaks_off_leaves_the_file_from_before_and_no_other(tmp_path: Path, error: type) -> None:
    place = tmp_path / "a.npz"
    place.write_bytes(b"old")

    def broken_off() -> None:
        with written_whole(place) as file:
            file.write(b"new")
            raise error

    with pytest.raises(error):
        broken_off()
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.npz", b"old")]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    place = tmp_path / "no" / "a.npz"
    assert refusal(place) == f"Cannot write {place}: there is no folder {place.parent}. Make it first"


def test_a_folder_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.npz").mkdir()
    assert refusal(tmp_path / "a.npz") == f"Cannot write {tmp_path / 'a.npz'}: Is a directory"
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz"]


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_told_and_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.npz").symlink_to(FULL)
    assert refusal(tmp_path / "a.npz") == (
        f"Cannot write {tmp_path / 'a.npz'}: No space left on device. Make room, or write it elsewhere"
    )
    assert FULL.is_char_device()


def test_a_disk_that_fills_up_on_the_way_leaves_the_file_from_before(tmp_path: Path) -> None:
    script = """
import resource, sys
from explorer.errors import ExplorerError
from explorer.exports.writing import written_whole
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    with written_whole(sys.argv[1]) as file:
        file.write(bytes(5000))
except ExplorerError as error:
    print(error)
"""
    pytest.importorskip("resource")
    place = tmp_path / "a.npz"
    place.write_bytes(b"old")
    ended = subprocess.run(
        [sys.executable, "-c", script, str(place)], capture_output=True, text=True, check=False
    )
    assert ended.stdout == f"Cannot write {place}: File too large. Make room, or write it elsewhere\n"
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.npz", b"old")]


@pytest.mark.skipif(os.name != "posix", reason="rights are other things elsewhere")
def test_no_right_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Root may write anywhere: the disk's answer is put in its mouth.
    opened = Path.open

    def refused(self: Path, *arguments: object, **named: object) -> object:
        if self.suffix == ".part":
            raise PermissionError(13, "Permission denied")
        return opened(self, *arguments, **named)

    monkeypatch.setattr(Path, "open", refused)
    place = tmp_path / "a.npz"
    assert refusal(place) == (
        f"Cannot write {place}: Permission denied. Choose a folder that you may write in"
    )


def test_a_link_stays_a_link_to_the_new_file(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "a.npz").symlink_to(tmp_path / "real")
    written(tmp_path / "a.npz")
    assert (tmp_path / "a.npz").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


@pytest.mark.skipif(os.name != "posix", reason="rights are other things elsewhere")
def test_rights_are_those_of_the_file_from_before_or_those_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "a.npz").write_bytes(b"old")
    (tmp_path / "a.npz").chmod(0o640)
    (tmp_path / "any").touch()
    written(tmp_path / "a.npz")
    written(tmp_path / "b.npz")
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes["a.npz"] == 0o640
    assert modes["b.npz"] == modes["any"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_is_written_to_as_it_is(tmp_path: Path) -> None:
    pipe, read = tmp_path / "a.npz", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    written(pipe)
    reader.join(30)
    assert (read, pipe.is_fifo()) == ([b"new"], True)


def test_a_name_with_another_ending_is_refused() -> None:
    with pytest.raises(ExplorerError) as refused:
        check_name(Path("a.gif"), ("png", "svg", "pdf"))
    assert str(refused.value) == "Cannot write a.gif: its name must end in .png, .svg or .pdf"
