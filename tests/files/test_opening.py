"""A path in, Numbers out; what has to be asked is listed; and only those who may read the disk do."""

from __future__ import annotations

import ast
import time
from pathlib import Path

import numpy as np
import pytest

import explorer as ex
from explorer.errors import DataError, FileError
from explorer.files import open_numbers, read_path
from explorer.files.limits import MOST_BYTES, MOST_NUMBERS
from tests.core.kit import generic
from tests.files.kit import FORMATS, TABLE, K, Q, V, X, npz, refusal

PACKAGE = Path(ex.__file__).parent
HEADS = {"npz": 2, "packed npz": 2, "npy": 1, "safetensors": 2, "csv": 1, "json": 2}


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_opens_from_a_path_and_goes_on_a_trip(form: str, tmp_path: Path) -> None:
    data, name = FORMATS[form]
    (tmp_path / name).write_bytes(data)
    numbers = open_numbers(tmp_path / name, heads=HEADS[form])
    trip = ex.trace(ex.Config.of(numbers))
    assert numbers.name == name
    assert trip.output.shape == (numbers.batch, numbers.tokens, numbers.width)
    assert open_numbers(str(tmp_path / name), heads=HEADS[form]) == numbers


def test_several_paths_are_one_set_of_numbers(tmp_path: Path) -> None:
    for name, array in (("q", Q), ("k", K), ("v", V)):
        np.savetxt(tmp_path / f"{name}.csv", array[0, 0])
    numbers = open_numbers([tmp_path / f"{name}.csv" for name in "qkv"])
    assert numbers.name == "q.csv, k.csv and v.csv"
    assert (numbers.arrays["value"] == V[:, 0]).all()


def test_what_the_caller_says_is_over_what_the_file_says(tmp_path: Path) -> None:
    rows = {name: np.ones((3, 4)) for name in "qkv"}
    file = tmp_path / "a.npz"
    file.write_bytes(npz(**rows, heads=np.array(2), labels=np.array(["a", "b", "c"]), causal=np.array(False)))
    assert (open_numbers(file).heads, open_numbers(file).labels, open_numbers(file).causal) == (
        2,
        ("a", "b", "c"),
        False,
    )
    numbers = open_numbers(file, heads=4, labels=["x", "y"], causal=True)
    assert (numbers.heads, numbers.labels, numbers.causal) == (4, ("x", "y"), True)


def test_what_cannot_be_told_is_listed_with_its_answers(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    square = {name: generic(1, 3, 3, 2, seed=n) for n, name in enumerate("qkv")}
    file.write_bytes(npz(**square))
    assert refusal(lambda: open_numbers(file), DataError) == (
        "Cannot tell how to read a.npz. In which order are the axes of (1, 3, 3, 2)? "
        "order: 'batch head token head_dim', 'batch token head head_dim'. "
        "Say it, as in reading={'order': 'batch head token head_dim'}."
    )
    numbers = open_numbers(file, reading={"order": "batch token head head_dim"})
    assert (numbers.arrays["query"] == square["q"].reshape(1, 3, 6)).all()


def test_every_open_question_is_listed(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    file.write_bytes(npz(a=X, b=TABLE))
    assert refusal(lambda: open_numbers(file), DataError) == (
        "Cannot tell how to read a.npz. What is in it? kind: 'poured', 'wide', 'same'. "
        "Say it, as in reading={'kind': 'poured'}."
    )
    assert open_numbers(file, reading={"kind": "poured"}).poured


def test_a_path_to_nothing_is_refused(tmp_path: Path) -> None:
    missing = tmp_path / "no.npz"
    for path in (missing, tmp_path, "\0", ""):
        said = refusal(lambda path=path: open_numbers(path), FileError)  # type: ignore[misc]
        assert said.startswith("Cannot open ")
        assert said.endswith("Give the path of a file.")
    assert refusal(lambda: read_path(missing), FileError) == (
        f"Cannot open {str(missing)!r}: there is no such file. Give the path of a file."
    )
    assert refusal(lambda: open_numbers([]), FileError) == (
        "Cannot read numbers from no file: give one or more."
    )


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "large.npy"
    with file.open("wb") as large:
        large.truncate(MOST_BYTES + 1)
    monkeypatch.setattr(Path, "open", lambda *_, **__: pytest.fail("it was opened"))
    assert "it is 67108865 bytes, and 67108864 (64 MiB) are the most" in refusal(lambda: read_path(file))


def test_a_file_that_may_not_be_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    file = tmp_path / "a.npz"
    file.write_bytes(b"x")
    monkeypatch.setattr(Path, "open", locked)
    assert refusal(lambda: read_path(file), FileError) == (
        f"Cannot open {str(file)!r}: Permission denied. Give the path of a file."
    )


def test_more_labels_than_can_be_shown_are_cut_and_more_than_tokens_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    file.write_bytes(npz(**{name: np.ones((600, 2)) for name in "qkv"}))
    assert open_numbers(file, labels=[str(n) for n in range(600)]).labels == tuple(map(str, range(512)))
    assert refusal(lambda: open_numbers(file, labels=["x"] * 601), DataError) == (
        "Cannot name 600 tokens by 601 labels: give at most 512, one for each of the first tokens."
    )
    assert refusal(lambda: open_numbers(file, labels="the"), DataError) == (  # type: ignore[arg-type]
        "Cannot name tokens by 'the': give a list of texts, one for each token."
    )


def test_small_numbers_that_would_grow_too_many_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    np.savez_compressed(file, qkv=np.zeros((MOST_NUMBERS // 1024 + 1, 1024 * 3), np.int8))
    assert refusal(lambda: open_numbers(file), FileError) == (
        f"Cannot take {(MOST_NUMBERS // 1024 + 1) * 3072} numbers from a.npz: {MOST_NUMBERS} are the most. "
        "Save fewer tokens."
    )


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("poured", [False, True])
def test_512_tokens_of_1024_numbers_open_within_two_seconds(dtype: str, poured: bool, tmp_path: Path) -> None:
    rows = {name: generic(512, 1024, seed=n).astype(dtype) for n, name in enumerate("qkv")}
    pour = {"x": rows["q"], "table": generic(1024, 3072).astype(dtype)}
    file = tmp_path / "a.npz"
    file.write_bytes(npz(**(pour if poured else rows)))
    # The clock of this process and not the wall's: others may be at work on the same computer.
    start = time.process_time()
    trip = ex.trace(ex.Config.of(open_numbers(file, heads=16)))
    assert time.process_time() - start < 2 * 2  # of two cores
    assert trip.output.shape == (1, 512, 1024)


def imported(path: Path) -> set[str]:
    """Every name that a module imports, wherever in it."""
    return {
        alias.name
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }


@pytest.mark.parametrize("room", ["panels", "serving", "stage", "scene", "figures", "core"])
def test_the_page_cannot_read_the_servers_disk(room: str) -> None:
    modules = [*(PACKAGE / room).rglob("*.py"), PACKAGE / "app.py"]
    assert len(modules) > 1
    assert {m.name for m in modules if {"open_numbers", "read_path"} & imported(m)} == set()


def test_the_safetensors_library_is_not_needed_for_the_rest() -> None:
    users = {
        path.name
        for path in (PACKAGE / "files").glob("*.py")
        if "safetensors"
        in {n.module for n in ast.parse(path.read_text()).body if isinstance(n, ast.ImportFrom)}
    }
    assert users == set()
