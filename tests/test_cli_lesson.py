"""`attention-shapes lesson`: which trips, what is told, what is refused."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

import explorer as ex
from explorer.cli_lesson import add_lesson, lesson_lines, sized
from tests.exports.lesson_kit import meta_of, trips_of


def run(*arguments: str) -> list[str]:
    parser = argparse.ArgumentParser()
    add_lesson(parser.add_subparsers())
    return list(lesson_lines(parser.parse_args(["lesson", *arguments])))


def test_it_writes_the_trip_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "out.html"
    said = run(str(path), "--tokens", "4", "--no-window", "--words", "pencil", "--theme", "dark")
    assert said[0] == str(path)
    kilobytes = f"{path.stat().st_size / 1000:,.0f} kB"
    assert said[1] == (
        f"{kilobytes}, all in one file: it opens with no network in Chrome or Edge 92, Firefox 113, Safari "
        "16.4, or later."
    )
    meta = meta_of(path.read_text())
    assert (meta["sizes"], meta["words"], meta["theme"]) == (["T 4, H 2, D 2, no window"], "pencil", "dark")


def test_several_sizes_follow_the_trip_in_what_they_do_not_say(tmp_path: Path) -> None:
    path = tmp_path / "out.html"
    run(str(path), "--heads", "1", "--no-causal", "--sizes", "T2", "D1 W1", "--turns", "flip_forgotten")
    page = path.read_text()
    sizes = ["T 2, H 1, D 2, W 2, looking ahead", "T 3, H 1, D 1, W 1, looking ahead"]
    assert meta_of(page)["sizes"] == sizes
    assert [trip["turns"][0]["key"] for trip in trips_of(page)] == ["flip_forgotten"] * 2


@pytest.mark.parametrize("text", ["T5 H3 D4 W2 B2", "t5,h3;d4 w=2 B = 2", "B2W2D4H3T5"])
def test_sizes_are_read_as_people_write_them(text: str) -> None:
    assert sized(ex.Config(), text) == ex.Config(tokens=5, heads=3, head_dim=4, window=2, batch=2)


@pytest.mark.parametrize("text", ["", "five", "T5 T6", "5 3 4", "T5 X2", "T-1", "T1.5", "T9999999999"])
def test_what_are_no_sizes_is_refused(text: str) -> None:
    with pytest.raises(ex.ConfigError) as refused:
        sized(ex.Config(), text)
    assert str(refused.value) == (
        f"Cannot read the sizes {text!r}: write them as 'T5 H3 D4', each of T, H, D, W, B once at most"
    )


def test_a_trip_that_there_is_not_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "out.html"
    with pytest.raises(ex.ConfigError, match="Cannot make a Config with tokens=0"):
        run(str(path), "--sizes", "T0")
    assert not path.exists()


def test_who_waits_at_a_terminal_is_told_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "out.html")
    run(path)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    run(path)
    shown = capsys.readouterr().err
    assert re.match(r"\r0 of (\d+): roughly \d+ kB\033\[K(\r\d+ of \1[^\r]*\033\[K){10,}", shown)
    assert re.search(r"of \d+: about \d+ kB, about \d+ (s|min) in all; \d+ (s|min) left\033", shown)
    assert shown.endswith("\r\033[K")
