"""Where the notebooks are found, and what `lab` copies."""

from __future__ import annotations

from pathlib import Path

import pytest

from explorer.errors import ExplorerError
from explorer.serving.lab import copy_notebooks
from explorer.serving.places import TEMPLATE, notebooks_folder


def notebook_in(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "explorer.ipynb").write_text("{}")
    return folder


def test_an_installed_package_has_its_own_notebooks(tmp_path: Path) -> None:
    inside = notebook_in(tmp_path / "explorer" / "notebooks")
    notebook_in(tmp_path / "notebooks")
    assert notebooks_folder(tmp_path / "explorer") == inside


def test_a_checkout_has_them_beside_the_package(tmp_path: Path) -> None:
    beside = notebook_in(tmp_path / "notebooks")
    assert notebooks_folder(tmp_path / "explorer") == beside


def test_missing_notebooks_are_told_with_both_places(tmp_path: Path) -> None:
    with pytest.raises(ExplorerError) as refused:
        notebooks_folder(tmp_path / "explorer")
    assert str(refused.value) == (
        f"The notebooks are missing: explorer.ipynb is neither in {tmp_path}/explorer/notebooks nor in "
        f"{tmp_path}/notebooks. Install the explorer again."
    )


def test_the_template_is_there() -> None:
    assert (TEMPLATE / "index.html.j2").is_file()


def test_a_copy_keeps_what_was_already_changed(tmp_path: Path) -> None:
    (tmp_path / "explorer.ipynb").write_text("mine")
    folder, kept = copy_notebooks(tmp_path)
    assert (folder, kept) == (tmp_path.resolve(), ["explorer.ipynb"])
    assert (tmp_path / "explorer.ipynb").read_text() == "mine"
    originals = sorted(path.name for path in notebooks_folder().iterdir() if path.is_file())
    assert "TEACHING.md" in originals
    assert sorted(path.name for path in tmp_path.iterdir()) == originals


def test_a_copy_makes_the_folder(tmp_path: Path) -> None:
    folder, kept = copy_notebooks(tmp_path / "deep" / "down")
    assert kept == []
    assert (folder / "explorer.ipynb").is_file()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ExplorerError, match=r"Cannot copy the notebooks to .*file/folder: Not a directory\."):
        copy_notebooks(tmp_path / "file" / "folder")
