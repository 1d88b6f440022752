"""What the README shows is true: its code prints what it says, its commands and links exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from explorer import cli

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
(PYTHON,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
PROMISED = re.findall(r"# prints (.*)", PYTHON)


def test_the_python_block_prints_what_it_says(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(PYTHON, "README.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == PROMISED
    assert (tmp_path / "two-flips.svg").stat().st_size > 0


def test_every_print_of_the_python_block_says_what_it_prints():
    assert len(PROMISED) == PYTHON.count("print(") > 5


def test_the_python_block_is_about_ten_lines():
    assert len([line for line in PYTHON.splitlines() if line.strip()]) <= 13


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\bmake ([a-z-]+)", README))))
def test_each_make_command_is_in_the_makefile(target):
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)\)", README))))
def test_each_link_leads_to_a_file_of_the_project(link):
    assert (ROOT / link).is_file()


@pytest.mark.parametrize("notebook", sorted(set(re.findall(r"`(\w+\.ipynb)`", README))))
def test_each_notebook_named_is_there(notebook):
    assert (ROOT / "notebooks" / notebook).is_file()


@pytest.mark.parametrize(
    "line",
    sorted(set(re.findall(r"`attention-shapes ((?:trip|export|turns|worksheet|lesson) [^`]+)`", README))),
)
def test_each_short_command_runs(line, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(shlex.split(line)) == 0
    assert capsys.readouterr().err == ""


def test_the_versions_it_needs_are_those_of_the_project_file():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (python,) = re.findall(r'requires-python = ">=([\d.]+)"', project)
    (numpy,) = re.findall(r'"numpy>=([\d.]+)"', project)
    assert f"Python {python} or newer" in README
    assert f"NumPy {numpy} or newer" in README
