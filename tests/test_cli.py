"""The command line: what it prints, what it writes, how it refuses."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import explorer
from explorer import words
from explorer.cli import main
from explorer.printout import trip_lines

ROOT = Path(__file__).parents[1]


def run(*arguments: str, **kwargs: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "explorer", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, **kwargs)


def test_the_version_is_the_projects() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert run("--version").stdout == f"attention-shapes {project['version']}\n"
    assert explorer.__version__ == project["version"]


def test_no_command_shows_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    for command in ("serve", "lab", "trip", "export", "check", "turns", "worksheet", "lesson"):
        assert command in shown


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["dance"], "invalid choice: 'dance'"),
        (["trip", "--tokens", "two"], "argument --tokens: invalid int value: 'two'"),
        (["trip", "--tok", "2"], "unrecognized arguments: --tok 2"),
        (["trip", "--window", "2", "--no-window"], "not allowed with argument"),
        (["trip", "--tokens", "0"], "Cannot make a Config with tokens=0"),
        (["trip", "--heads", "-1"], "Cannot make a Config with heads=-1"),
        (["trip", "--tokens", "1000000"], "tokens"),
        (["trip", "--heads", "9" * 4000], f"Cannot make a Config with heads={'9' * 60}: heads is a count"),
        (["export", "jump", "a.png"], "argument step: invalid choice: 'jump'"),
        (["export", "merge", "a.gif"], "Cannot write a.gif: its name must end in .png, .svg or .pdf."),
        (["export", "merge", "nowhere/a.png"], "Cannot write nowhere/a.png: there is no folder nowhere."),
        (["export", "merge", "a.png", "--pin-head", "9"], "head"),
        (["serve", "--port", "x"], "argument --port: invalid int value: 'x'"),
        (["serve", "--port", "99999", "--no-browser"], "Cannot listen on port 99999: ports are 0 to 65535."),
        (
            ["serve", "--ip", "nobody.invalid", "--no-browser"],
            "Cannot listen on nobody.invalid: this computer has no such address",
        ),
        (["lab", "/dev/null/copy", "--no-browser"], "Cannot copy the notebooks to /dev/null/copy"),
    ],
)
def test_bad_arguments_are_told_in_one_line(tmp_path: Path, arguments: list[str], complaint: str) -> None:
    ended = run(*arguments, cwd=tmp_path)
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.startswith("attention-shapes")
    assert complaint in ended.stderr
    assert ended.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["serve", "lab"])
def test_a_port_in_use_is_told(command: str) -> None:
    from explorer.serving.server import open_port

    (taken,) = open_port("127.0.0.1", 0)
    port = taken.getsockname()[1]
    with taken:
        ended = run(command, "--no-browser", "--port", str(port))
    assert ended.returncode == 2
    assert ended.stderr == (
        f"attention-shapes: Cannot listen on port {port} of 127.0.0.1: Address already in use. "
        "Choose another, or leave --port out.\n"
    )


@pytest.mark.parametrize("command", ["serve", "lab"])
@pytest.mark.parametrize("ip", ["203.0.113.9", "no.such.name.invalid"])
def test_an_address_that_is_not_this_computers_is_told(command: str, ip: str) -> None:
    ended = run(command, "--no-browser", "--ip", ip)
    assert ended.returncode == 2
    assert ended.stderr == (
        f"attention-shapes: Cannot listen on {ip}: this computer has no such address. 0.0.0.0 stands for "
        "all that it has; without --ip it is 127.0.0.1, for this computer alone.\n"
    )
    assert ended.stdout == ""


def test_trip_prints_every_step_tensor_and_number(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ["--tokens", "5", "--heads", "3", "--head-dim", "4", "--window", "2", "--batch", "2"]
    assert main(["trip", *sizes]) == 0
    printed = capsys.readouterr().out
    trip = explorer.trace(explorer.Config(tokens=5, heads=3, head_dim=4, window=2, batch=2))
    # Every array is printed in full, so the numbers of the print are the numbers of the whole trip, in order.
    arrays = [line for line in printed.splitlines() if re.match(r"      \[|       +\[", line)]
    numbers = re.findall(r"-inf|-?\d+(?:\.\d*)?(?:e[+-]\d+)?", " ".join(arrays))
    expected = [
        value for step in trip.steps for tensor in step.tensors.values() for value in tensor.values.flat
    ]
    assert len(numbers) == len(expected)
    assert [float(number) for number in numbers] == pytest.approx([float(v) for v in expected], abs=1e-4)
    for number, step in enumerate(trip.steps, start=1):
        assert f"{number}. {words.STEPS[step.name].say()}" in printed
        for name, tensor in step.tensors.items():
            shape = ", ".join(f"{axis} {size}" for axis, size in tensor.sizes.items())
            assert f"-> {name} ({shape})   {words.TENSORS[name].say()}" in printed
        for name in step.inputs:
            assert f"<- {name} (" in printed
    assert "..." not in printed


def test_trip_leaves_no_large_array_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trip", "--tokens", "40", "--heads", "8", "--head-dim", "8"]) == 0
    assert "..." not in capsys.readouterr().out


def test_trip_tells_what_moved_and_what_was_swapped() -> None:
    lines = list(trip_lines(explorer.trace(), "standard"))
    assert sum("axis traded places" in line for line in lines) == 3
    where = lines.index("   -> block (batch 1, token 3, head 2, head_dim 2)   contiguous copy")
    assert lines[where + 1].startswith("      a copy: the same numbers, written out once more; strides (")


def test_the_masks_can_be_switched_off(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trip", "--no-causal", "--no-window", "--words", "pencil"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("T 3, H 2, D 2, B 1, C 4\n")
    assert words.NO_MASK["pencil"] in printed
    assert "-inf" not in printed


def test_poured_tokens_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trip", "--source", "poured"]) == 0
    printed = capsys.readouterr().out
    assert "-> table (channel 2, wide 12)" in printed
    assert words.POURED_NOTE in printed


def test_a_reader_that_leaves_early_sees_no_traceback() -> None:
    command = [sys.executable, "-m", "explorer", "trip", "--tokens", "60", "--window", "60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "T 60, H 2, D 2, W 60, B 1, C 4\n"
        process.stdout.close()
        complaint = process.stderr.read()
        assert process.wait(30) == 0
    assert complaint == ""


def test_a_label_that_the_terminal_has_no_letters_for_is_escaped() -> None:
    ended = run("trip", "--labels", "\u05e9", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "\nTokens: \\u05e9\n" in ended.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize(
    "arguments",
    [[], ["trip", "--tokens", "1", "--words", "pencil"], ["trip", "--tokens", "60"]],
    ids=["the help", "what fits into the buffer", "what does not"],
)
def test_a_full_disk_is_told(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "explorer", *arguments]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            command, env=buffered, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
    assert (ended.returncode, ended.stderr) == (
        2,
        "attention-shapes: Cannot print: No space left on device. Make room, or send the output elsewhere.\n",
    )


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("PDF", b"%PDF")])
def test_export_writes_the_format_that_the_name_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str, start: bytes
) -> None:
    path = tmp_path / f"step.{ending}"
    assert main(["export", "reshelve", str(path), "--tokens", "2", "--theme", "dark"]) == 0
    assert path.read_bytes().startswith(start)
    assert capsys.readouterr().out == f"{path}\n"


def test_export_hands_the_choices_to_the_picture(tmp_path: Path) -> None:
    pencil, standard = tmp_path / "pencil.svg", tmp_path / "standard.svg"
    choices = [
        "--tensor",
        "value",
        "--colour",
        "value",
        "--pin-head",
        "1",
        "--pin-batch",
        "1",
        "--batch",
        "2",
    ]
    assert main(["export", "two_flips", str(pencil), "--words", "pencil", *choices[2:]]) == 0
    assert main(["export", "two_flips", str(standard), "--words", "standard", *choices[2:]]) == 0
    assert pencil.read_bytes() != standard.read_bytes()
    assert main(["export", "reshelve", str(pencil), *choices]) == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    ended = run("export", "merge", str(tmp_path / "a.png"))
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert "Permission denied" in ended.stderr


def test_a_file_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.png").mkdir()
    ended = run("export", "merge", str(tmp_path / "a.png"))
    assert (ended.returncode, ended.stderr) == (
        2,
        f"attention-shapes: Cannot write {tmp_path}/a.png: Is a directory.\n",
    )


def test_every_size_has_its_word_in_the_help() -> None:
    shown = re.sub(r"\s+", " ", run("trip", "--help").stdout)
    for name in ("tokens", "heads", "head_dim", "window", "batch"):
        assert words.SIZES[name].say() in shown


def test_the_defaults_are_the_pencil_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trip"]) == 0
    assert capsys.readouterr().out.splitlines() == list(trip_lines(explorer.trace()))
