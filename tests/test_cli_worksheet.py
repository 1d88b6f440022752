"""`attention-shapes worksheet`: what it writes, and that its link opens the very numbers that are printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader

import explorer as ex
from explorer.cli import main
from explorer.exports.worksheet_numbers import drawn
from explorer.panels.address import LONGEST, read_address
from explorer.panels.export_link import link_of
from explorer.panels.history import Moment
from explorer.panels.records import Selection
from explorer.panels.view import View

START = Moment.of(ex.Config(), Selection(), View())


def text_of(path: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(path).pages)


def test_it_writes_a_pdf_with_the_choices(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sheet.pdf"
    options = ["--tokens", "4", "--no-window", "--seed", "9", "--paper", "letter", "--words", "pencil"]
    assert main(["worksheet", str(path), *options]) == 0
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == (f"{path}\n", "")
    assert round(PdfReader(path).pages[0].mediabox.width) == 612
    text = text_of(path)
    assert "T 4, H 2, D 2, seed 9" in text
    assert "attention weights" not in text
    link = link_of(drawn(ex.Config(tokens=4, window=None), 9))
    assert f"?{link}" in "".join(text.split())


def test_with_no_option_it_is_the_pencil_example_in_both_words(tmp_path: Path) -> None:
    assert main(["worksheet", str(tmp_path / "sheet.pdf")]) == 0
    text = " ".join(text_of(tmp_path / "sheet.pdf").split())
    assert "T 3, H 2, D 2, W 2, seed 0" in text
    assert "8. split into shares (softmax)" in text
    assert "The page opens on these very numbers." in text


@pytest.mark.parametrize("source", ["pencil", "poured"])
@pytest.mark.parametrize("sizes", [{}, {"tokens": 6, "heads": 4, "head_dim": 4, "window": None}])
def test_the_link_opens_the_very_numbers_that_are_printed(source: str, sizes: dict[str, int]) -> None:
    config = drawn(ex.Config(source=source, labels=("a,b", "Ö"), scale="none", **sizes), 11)
    link = link_of(config)
    arrival = read_address(link, START)
    assert arrival.notices == ()
    assert arrival.moment.config == config
    assert len(link) < LONGEST / 2


def test_numbers_of_ones_own_are_printed_with_no_link(tmp_path: Path) -> None:
    (tmp_path / "q.csv").write_text("1,0\n0,2\n")
    (tmp_path / "k.csv").write_text("1,1\n0,1\n")
    (tmp_path / "v.csv").write_text("3,0\n0,5\n")
    files = [str(tmp_path / f"{name}.csv") for name in "qkv"]
    assert main(["worksheet", str(tmp_path / "sheet.pdf"), "--heads", "1", "--numbers", *files]) == 0
    assert "very numbers" not in text_of(tmp_path / "sheet.pdf")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["a.txt"], "Cannot write a.txt: its name must end in .pdf."),
        (["no/a.pdf"], "Cannot write no/a.pdf: there is no folder no. Make it first."),
        (
            ["a.pdf", "--tokens", "7", "--batch", "2"],
            (
                "Cannot make a worksheet of T = 7 and B = 2: that is too much for a pencil. "
                "Choose at most T 6, H 4, D 4 and B 1."
            ),
        ),
        (
            ["a.pdf", "--seed", "-3"],
            (
                "Cannot draw numbers by seed -3: a seed is a whole number from 0 to 4294967295. "
                "0 keeps the trip's own numbers."
            ),
        ),
    ],
)
def test_what_cannot_be_printed_is_told_in_one_line(
    arguments: list[str],
    told: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["worksheet", *arguments]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", f"attention-shapes: {told}\n")
    assert list(tmp_path.iterdir()) == []
