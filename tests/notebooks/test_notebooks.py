"""Every notebook runs from top to bottom, is kept without outputs, and leaves the work to the package."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import nbformat
import pytest
from IPython.core.inputtransformer2 import TransformerManager
from nbclient import NotebookClient

import explorer as ex

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def run(path: Path, folder: Path) -> nbformat.NotebookNode:
    """Execute a notebook in an empty folder, in a kernel that finds this checkout; return it with outputs."""
    notebook = read(path)
    found = os.pathsep.join(part for part in (str(ROOT), os.environ.get("PYTHONPATH")) if part)
    client = NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    client.execute(env={**os.environ, "PYTHONPATH": found})
    return notebook


def code_of(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_the_notebooks_are_there():
    assert {"explorer", "walkthrough"} <= {path.stem for path in NOTEBOOKS}


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """Each notebook's executed copy, run when first asked for."""
    done = {}

    def ask(path):
        if path not in done:
            done[path] = run(path, tmp_path_factory.mktemp(path.stem))
        return done[path]

    return ask


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
def test_it_defines_nothing_and_its_cells_are_short(path):
    for cell in code_of(read(path)):
        tree = ast.parse(TransformerManager().transform_cell(cell.source))
        defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
        assert not [node for node in ast.walk(tree) if isinstance(node, defined)], cell.source
        assert len(cell.source.splitlines()) <= 8, cell.source


# --- The walk ---------------------------------------------------------------------------------------------

WALK = FOLDER / "walkthrough.ipynb"
TWO_FLIPS = "ex.figure_two_flips(trip)"
FIGURES = {f'ex.figure(trip, "{name}")': name for name in ex.STEP_NAMES} | {TWO_FLIPS: "two_flips"}


def figure_in(cell: nbformat.NotebookNode) -> str | None:
    return FIGURES.get(cell.source.splitlines()[-1]) if cell.cell_type == "code" else None


def printed(notebook: nbformat.NotebookNode, source_part: str) -> str:
    """What the one code cell that holds this text printed."""
    (cell,) = [cell for cell in code_of(notebook) if source_part in cell.source]
    return "".join(out.text for out in cell.outputs if out.get("name") == "stdout")


def test_the_walk_draws_every_step_in_order_and_both_flips_after_the_second_of_them():
    drawn = [name for cell in read(WALK).cells if (name := figure_in(cell))]
    after = ex.STEP_NAMES.index("inside_flip") + 1
    assert drawn == [*ex.STEP_NAMES[:after], "two_flips", *ex.STEP_NAMES[after:]]


def test_the_walk_asks_before_every_picture_and_says_afterwards():
    cells = read(WALK).cells
    for place, cell in enumerate(cells):
        if figure_in(cell):
            assert "**Ask.**" in cells[place - 1].source
            assert "?" in cells[place - 1].source.split("**Ask.**")[1]
            later = next(c for c in cells[place + 1 :] if c.cell_type == "markdown")
            assert later.source.startswith("**Say.**")


def test_the_walk_shows_every_figure_as_a_picture(executed):
    for cell in code_of(executed(WALK)):
        if figure_in(cell):
            shown = [
                out.data for out in cell.outputs if out.output_type in ("display_data", "execute_result")
            ]
            assert len(shown) == 1, cell.source
            assert "image/svg+xml" in shown[0], cell.source


def test_the_walk_pours_13_copies_nothing_and_meets_numpys_refusal(executed):
    walk = executed(WALK)
    assert printed(walk, "ex.trace()") == "<Trace B1 T3 H2 D2 W2, 10 steps>\n"
    assert "comes out first: 13.0\n" in printed(walk, "comes out first")
    assert "shares the memory of the cut: True\n" in printed(walk, "shares_memory_with")
    assert "NumPy: matmul: " in printed(walk, "query @ key")
    assert "(1, 2, 3, 3)" in printed(walk, "by_accident")
    assert "[1.196 0.804 0.67  2.009]" in printed(walk, "trip.output")


def test_the_walk_by_accident_is_wrong_and_not_merely_the_same(executed):
    lying, standing = printed(executed(WALK), "by_accident").split("keys standing")
    assert lying.split(":\n")[-1].split("lens")[0].split() != standing.split(":\n")[-1].split()


def test_the_walk_prints_each_steps_shapes_at_the_larger_sizes(executed):
    lines = printed(executed(WALK), "larger = ").splitlines()
    larger = ex.trace(ex.Config(batch=2, tokens=5, heads=3, head_dim=4, window=2))
    assert len(lines) == len(larger.steps)
    for line, step in zip(lines, larger.steps, strict=True):
        assert line.split(maxsplit=1) == [step.name, " ".join(str(t.shape) for t in step.tensors.values())]
