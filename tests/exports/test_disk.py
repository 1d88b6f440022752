"""A disk that says no, at once or on the way: every export tells it, and the file from before is kept."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from pathlib import Path

import matplotlib as mpl
import pytest

import explorer as ex
from explorer.cli import main
from explorer.exports.binding import bind, binding
from explorer.scene.steps import step_scene

EXPORTS = {
    "png": ("export", "cut", "a.png"),
    "svg": ("export", "cut", "a.svg"),
    "pdf": ("export", "cut", "a.pdf"),
    "two flips": ("export", "two_flips", "a.pdf"),
    "trip": ("export", "trip", "a.pdf"),
    "npz": ("export", "trace", "a.npz"),
    "json": ("export", "trace", "a.json"),
    "worksheet": ("worksheet", "a.pdf"),
    "lesson": ("lesson", "a.html"),
}
SMALL = ("--tokens", "1", "--heads", "1", "--head-dim", "1")  # soon drawn
each_export = pytest.mark.parametrize("arguments", EXPORTS.values(), ids=EXPORTS)


def refused(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> str:
    assert main([*arguments, *SMALL]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    return shown.err


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@each_export
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_told(
    arguments: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = arguments[-1]
    (folder / name).symlink_to("/dev/full")
    assert refused(arguments, capsys) == (
        f"attention-shapes: Cannot write {name}: No space left on device. Make room, or write it elsewhere.\n"
    )


@each_export
def test_no_right_to_write_is_told(
    arguments: tuple[str, ...],
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = Path.open

    def guarded(self: Path, *more: object, **named: object) -> object:
        if self.suffix == ".part":  # root may write anywhere: the disk's answer is put in its mouth
            raise PermissionError(13, "Permission denied")
        return opened(self, *more, **named)

    monkeypatch.setattr(Path, "open", guarded)
    name = arguments[-1]
    (folder / name).write_bytes(b"old")
    assert refused(arguments, capsys) == (
        f"attention-shapes: Cannot write {name}: Permission denied. Choose a folder that you may write in.\n"
    )
    assert [(path.name, path.read_bytes()) for path in folder.iterdir()] == [(name, b"old")]


@each_export
def test_a_disk_that_fills_up_on_the_way_is_told_and_the_file_from_before_is_still_there(
    arguments: tuple[str, ...], folder: Path
) -> None:
    pytest.importorskip("resource")
    script = """
import resource, sys
from explorer.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
sys.exit(main(sys.argv[1:]))
"""
    name = arguments[-1]
    (folder / name).write_bytes(b"old")
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.stdout, done.returncode) == (
        f"attention-shapes: Cannot write {name}: File too large. Make room, or write it elsewhere.\n", "", 2,
    )  # fmt: skip
    assert [(path.name, path.read_bytes()) for path in folder.iterdir()] == [(name, b"old")]


# pages one by one


def test_a_page_at_a_time_is_the_same_file_as_all_at_once_and_holds_no_setting_meanwhile(
    folder: Path,
) -> None:
    file, before = BytesIO(), dict(mpl.rcParams)
    counted = []
    pages = [step_scene(ex.trace(), step) for step in ("cut", "mask")]
    for count in binding(pages, file, title="A trip"):
        counted.append(count)
        assert dict(mpl.rcParams) == before
    assert counted == [1, 2]
    assert bind(pages, folder / "a.pdf", title="A trip") == 2
    assert file.getvalue() == (folder / "a.pdf").read_bytes()
    assert b"CIDFontType2" in file.getvalue()


def test_what_goes_wrong_in_a_page_is_what_is_heard(folder: Path) -> None:
    def pages() -> object:
        yield step_scene(ex.trace(), "cut")
        raise KeyError("a page")

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    for after, error in ((None, KeyError), (stop, KeyboardInterrupt)):
        with pytest.raises(error):
            bind(pages(), "a.pdf", title="A trip", after=after)
        assert list(folder.iterdir()) == []


class Narrow(BytesIO):
    """A disk with room for a thousand bytes, that says so each time it is asked."""

    def write(self, data: bytes) -> int:
        if self.tell() + len(data) > 1000:
            raise OSError(28, "No space left on device")
        return super().write(data)


def test_a_disk_that_says_no_is_what_is_heard_whatever_ending_a_pdf_comes_to() -> None:
    pages = [step_scene(ex.trace(), "cut")] * 2
    with pytest.raises(OSError, match="No space left on device"):
        list(binding(pages, Narrow(), title="A trip"))
