"""The command line with numbers of one's own: from a file to the printed trip, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

import explorer as ex
from explorer.cli import main
from explorer.core.numbers import Numbers
from explorer.printout import trip_lines

ROWS = {
    "q": np.array([[1, 0, 0, 2, 1, 1], [0, 1, 1, 0, 2, 0], [1, 1, 0, 0, 0, 3]]),
    "k": np.array([[0, 1, 2, 1, 0, 0], [1, 1, 0, 1, 1, 0], [2, 0, 1, 0, 1, 1]]),
    "v": np.array([[2, 0, 1, 3, 1, 0], [0, 2, 1, 0, 0, 1], [1, 1, 1, 1, 2, 2]]),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with the rows as one .npz and three CSVs, and heads of two orders as another .npz."""
    monkeypatch.chdir(tmp_path)
    np.savez("rows.npz", **ROWS)
    for name, rows in ROWS.items():
        np.savetxt(f"{name}.csv", rows, delimiter=",", fmt="%d")
    np.savez("four.npz", **{name: rows.reshape(1, 3, 3, 2) for name, rows in ROWS.items()})
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["trip", *arguments]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out.splitlines()


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["trip", *arguments]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    return said.err.removeprefix("attention-shapes: ").removesuffix("\n")


def trip(name: str, heads: int = 1, **changes: object) -> list[str]:
    numbers = Numbers.of(query=ROWS["q"], key=ROWS["k"], value=ROWS["v"], name=name, heads=heads)
    return list(trip_lines(ex.trace(ex.Config.of(numbers, **changes))))


@pytest.mark.usefixtures("folder")
def test_what_is_not_said_follows_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "--numbers", "rows.npz") == trip("rows.npz")


@pytest.mark.usefixtures("folder")
def test_several_tables_are_one_trip(capsys: pytest.CaptureFixture[str]) -> None:
    tables = ["--numbers", "q.csv", "k.csv", "v.csv"]
    assert printed(capsys, *tables) == trip("q.csv, k.csv and v.csv")
    assert printed(capsys, *tables, "--heads", "2") == trip("q.csv, k.csv and v.csv", heads=2)


@pytest.mark.usefixtures("folder")
def test_heads_divide_the_rows_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "--numbers", "rows.npz", "--heads", "3") == trip("rows.npz", heads=3)


@pytest.mark.usefixtures("folder")
def test_smaller_sizes_take_the_first_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ["--tokens", "2", "--heads", "2", "--head-dim", "2", "--window", "1", "--no-causal"]
    config = {"tokens": 2, "heads": 2, "head_dim": 2, "window": 1, "causal": False}
    assert printed(capsys, "--numbers", "rows.npz", *sizes) == trip("rows.npz", **config)


@pytest.mark.usefixtures("folder")
def test_a_question_is_answered_by_a_reading(capsys: pytest.CaptureFixture[str]) -> None:
    question = "Cannot tell how to read four.npz. In which order are the axes of (1, 3, 3, 2)? order: "
    assert refused(capsys, "--numbers", "four.npz").startswith(question)
    said = ["--numbers", "four.npz", "--reading", "order=batch token head head_dim"]
    assert printed(capsys, *said) == trip("four.npz", heads=3)
    said[-1] = "order=batch head token head_dim"
    assert printed(capsys, *said) != trip("four.npz", heads=3)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["--reading", "foo=bar"],
            (
                "Cannot use --reading foo=bar: it says how a file is read, and there is none. "
                "Give one, --numbers FILE, or leave --reading out."
            ),
        ),
        (
            ["--numbers", "rows.npz", "--reading", "foo=bar"],
            (
                "Cannot answer 'foo': nothing is asked by that name. Choose among kind, query, key, value, "
                "tokens, table, bias, wide, all, order, table_order and heads."
            ),
        ),
        (
            ["--numbers", "rows.npz", "--heads", "4"],
            "Cannot read rows.npz with heads=4: choose 1, 2, 3 or 6.",
        ),
        (
            ["--numbers", "rows.npz", "--heads", "4", "--head-dim", "1"],
            "Cannot read rows.npz with heads=4: choose 1, 2, 3 or 6.",
        ),
        (
            ["--numbers", "rows.npz", "--head-dim", "9"],
            (
                "Cannot make a Config with heads=1 and head_dim=9: that is a row of 9 numbers, and the "
                "numbers of rows.npz have rows of 6. Choose heads x head_dim of 6 or less."
            ),
        ),
        (
            ["--numbers", "rows.npz", "--tokens", "9"],
            "Cannot make a Config with tokens=9: the numbers of rows.npz hold 3. Choose 1 to 3.",
        ),
        (["--numbers", "."], "Cannot open '.': it is a folder. Give the path of a file."),
        (["--numbers", "no.npz"], "Cannot open 'no.npz': there is no such file. Give the path of a file."),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    assert refused(capsys, *arguments) == told


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
def test_a_pipe_is_refused_and_not_waited_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(folder / "pipe.npz")
    assert refused(capsys, "--numbers", "pipe.npz") == (
        "Cannot open 'pipe.npz': it is a device or a pipe. Give the path of a file."
    )
