"""`attention-shapes export trip` and `export trace`; the pictures have their tests in test_cli.py."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from pypdf import PdfReader

import explorer as ex
from explorer.cli import main

SIZES = ["--tokens", "4", "--heads", "1", "--window", "3"]
CONFIG = ex.Config(tokens=4, heads=1, window=3)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    return shown.err


def test_the_trip_is_written_with_the_choices_of_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "trip.pdf"
    look = ["--words", "standard", "--theme", "dark", "--pin-head", "0", "--paper", "letter"]
    assert main(["export", "trip", str(path), *SIZES, *look]) == 0
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == (f"{path}\n", "")
    pages = PdfReader(path).pages
    assert len(pages) == 11
    assert round(pages[0].mediabox.width) == 792
    title = " ".join(pages[0].extract_text().split())
    assert "T = 4 (sequence length), H = 1 (heads)" in title


def test_the_trip_is_on_a4_unless_said_otherwise(tmp_path: Path) -> None:
    assert main(["export", "trip", str(tmp_path / "trip.pdf")]) == 0
    assert round(PdfReader(tmp_path / "trip.pdf").pages[0].mediabox.width) == 842


def test_the_trace_is_written_as_npz_or_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = ex.trace(CONFIG).output.values
    assert main(["export", "trace", str(tmp_path / "trip.npz"), *SIZES]) == 0
    assert main(["export", "trace", str(tmp_path / "trip.JSON"), *SIZES]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'trip.npz'}\n{tmp_path / 'trip.JSON'}\n"
    with np.load(tmp_path / "trip.npz", allow_pickle=False) as file:
        np.testing.assert_array_equal(file["merge.output"], output)
    told = json.loads((tmp_path / "trip.JSON").read_text())
    assert told["steps"][-1]["tensors"]["output"]["values"] == output.tolist()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["trip", "a.png"], "Cannot write a.png: its name must end in .pdf."),
        (["trace", "a.pdf"], "Cannot write a.pdf: its name must end in .npz or .json."),
        (["trace", "no/a.npz"], "Cannot write no/a.npz: there is no folder no. Make it first."),
        (["trip", "no/a.pdf"], "Cannot write no/a.pdf: there is no folder no. Make it first."),
        (
            ["trace", "a.npz", "--pin-head", "0"],
            (
                "Cannot use --pin-head for the trace: it is a choice about pictures, and the file holds "
                "every number. Leave it out."
            ),
        ),
        (
            ["merge", "a.pdf", "--paper", "a4"],
            "Cannot use --paper for merge: only the whole trip is printed on pages. Leave it out.",
        ),
        (
            ["trip", "a.pdf", "--pin-head", "9"],
            "Cannot draw head 9: this trip has 2, counted from 0. Choose a whole number from 0 to 1.",
        ),
    ],
)
def test_what_cannot_be_written_is_told_in_one_line(
    arguments: list[str],
    told: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(capsys, "export", *arguments) == f"attention-shapes: {told}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize(
    ("what", "kind"), [("trip", "pdf"), ("trace", "json"), ("cut", "png"), ("cut", "svg")]
)
def test_a_full_disk_is_told(
    what: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"a.{kind}"
    path.symlink_to("/dev/full")
    assert refused(capsys, "export", what, str(path)) == (
        f"attention-shapes: Cannot write {path}: No space left on device. Make room, or write it elsewhere.\n"
    )
