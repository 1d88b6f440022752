"""Every notebook runs from top to bottom, is kept without outputs, and leaves the work to the package."""

from __future__ import annotations

import ast
import re
from urllib.parse import parse_qsl

import nbformat
import pytest
from IPython.core.inputtransformer2 import TransformerManager

import explorer as ex
from explorer.panels.address import write_address
from tests.notebooks.opened import FOLDER, code_of, read

LESSONS = ("two_flips", "what_if", "wrong_turns")
PRACTICE = ("exercises", "solutions")
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def test_the_notebooks_are_there():
    assert {path.stem for path in NOTEBOOKS} == {"explorer", "walkthrough", *LESSONS, *PRACTICE}


@each_notebook
def test_it_runs_from_top_to_bottom_and_complains_of_nothing(path, executed):
    for cell in code_of(executed(path)):
        assert cell.execution_count is not None
        complaints = [out.text for out in cell.outputs if out.get("name") == "stderr"]
        assert not complaints, cell.source


@each_notebook
def test_it_is_kept_without_outputs(path):
    nbformat.validate(read(path))
    for cell in code_of(read(path)):
        assert cell.outputs == []
        assert cell.execution_count is None
    assert "widgets" not in read(path).metadata


@each_notebook
def test_it_defines_nothing_but_what_is_practised_and_its_cells_are_short(path):
    named = []
    for cell in code_of(read(path)):
        tree = ast.parse(TransformerManager().transform_cell(cell.source))
        defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
        named += [getattr(node, "name", "lambda") for node in ast.walk(tree) if isinstance(node, defined)]
        assert len(cell.source.splitlines()) <= 8, cell.source
    assert named == ([*ex.STEP_NAMES, "attention"] if path.stem in PRACTICE else [])


@each_notebook
def test_it_begins_with_a_heading_and_its_links_lead_somewhere(path):
    prose = [cell.source for cell in read(path).cells if cell.cell_type == "markdown"]
    assert prose[0].startswith("# ")
    assert sum(bool(re.match("# ", text)) for text in prose) == 1
    for target in re.findall(r"\]\(([^)]+)\)", "\n".join(prose)):
        assert (path.parent / target).is_file(), target


@pytest.mark.parametrize("stem", [*LESSONS, *PRACTICE])
def test_it_ends_with_where_to_go_next(stem):
    last = read(FOLDER / f"{stem}.ipynb").cells[-1]
    heading, *rest = last.source[last.source.index("## ") :].splitlines()
    assert heading == "## Where to go next"
    linked = re.findall(r"^- \[(.+)\]\((.+)\): .+[.]", "\n".join(rest), re.MULTILINE)
    assert len(linked) == 3
    assert all(name == target != f"{stem}.ipynb" for name, target in linked)


def test_every_notebook_is_reached_from_another():
    prose = {path.stem: "\n".join(cell.source for cell in read(path).cells) for path in NOTEBOOKS}
    for stem in prose:
        assert any(f"{stem}.ipynb" in text for other, text in prose.items() if other != stem), stem


@pytest.mark.parametrize("stem", LESSONS)
def test_a_lesson_is_short_and_asks_before_it_answers(stem):
    cells = read(FOLDER / f"{stem}.ipynb").cells
    assert 10 <= len(cells) <= 20
    asked = [i for i, cell in enumerate(cells) if "**Ask.**" in cell.source]
    for i, cell in enumerate(cells):
        if cell.cell_type == "markdown" and i in asked:
            assert "?" in cell.source.split("**Ask.**")[-1], cell.source
            assert cells[i + 1].cell_type == "code", cell.source
        if cell.cell_type == "code" and i > asked[0]:
            before = next(one for one in reversed(cells[:i]) if one.cell_type == "markdown")
            assert "**Ask.**" in before.source, cell.source
    answered = [cell.source for cell in cells[asked[0] + 1 :] if cell.cell_type == "markdown"]
    assert all(text.startswith(("**Say.**", "## ")) for text in answered)


@each_notebook
def test_the_pages_it_opens_are_at_the_addresses_it_says(path):
    for address in re.findall(
        r'ex\.build\(address="([^"]*)"\)', "\n".join(c.source for c in read(path).cells)
    ):
        state = ex.build(address=address).state
        assert dict(parse_qsl(write_address(state.moment, state.start))) == dict(parse_qsl(address))
