"""Rules of the house that no single module can hold: files, imports, names of packages."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.floors import floors

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "explorer"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
MOST_LINES = 300
SOURCES = (".py", ".js", ".css", ".j2", ".html")

# The rooms of the house, lowest first. A room may use those before it; rooms of one row share nothing.
FLOORS = [
    {"errors"},
    {"words"},
    {"core"},
    {"files", "presets"},
    {"scene"},
    {"figures", "stage"},
    {"exports"},
    {"panels"},
    {"app"},
    {"checking", "cli_progress", "cli_trip", "printout", "serving"},
    {"cli_check", "cli_export"},
    {"cli_lesson", "cli_serve", "cli_turns", "cli_worksheet"},
    {"cli"},
    {"__main__"},
]


def files() -> list[Path]:
    """List what belongs to the project: what git knows or would take, or everything where there is no git."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    names = listed.stdout.split("\0") if listed.returncode == 0 else []
    found = [ROOT / name for name in names if name] or [
        p for p in PACKAGE.rglob("*") if "__pycache__" not in p.parts
    ]
    return [path for path in found if path.is_file()]


def texts() -> Iterator[tuple[Path, str]]:
    """Read every file that is text."""
    for path in files():
        try:
            yield path, path.read_text()
        except UnicodeDecodeError:
            continue


def room(name: str) -> str:
    """Name the room that a module lives in: `explorer.core.trace` is of `core`, `explorer` of none."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


def imports(path: Path) -> Iterator[str]:
    """List what a module imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            # `from explorer import words` imports a room; `from explorer.words import STEPS` a name in one.
            yield from (
                f"{node.module}.{alias.name}" if node.module == "explorer" else node.module
                for alias in node.names
            )


MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
RANK = {name: rank for rank, names in enumerate(FLOORS) for name in names}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_one_way(path: Path) -> None:
    here = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    assert here in RANK, f"{here} has no place in the house: add it to FLOORS"
    used = {room(name) for name in imports(path) if name.split(".")[0] == "explorer"} & RANK.keys()
    upward = {name for name in used if name != here and RANK[name] >= RANK[here]}
    assert not upward


def test_the_package_itself_imports_only_the_engine_at_once() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text())
    at_once = [node.module for node in tree.body if isinstance(node, ast.ImportFrom)]
    assert {room(name) for name in at_once if name.startswith("explorer")} <= {"core", "errors"}


def test_import_explorer_needs_numpy_alone() -> None:
    script = """
import sys

class Nobody:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in {"explorer", "numpy"} | sys.stdlib_module_names:
            raise ImportError("not here: " + name)

before = set(sys.modules)
sys.meta_path.insert(0, Nobody())
import explorer
explorer.trace()
new = {name.split(".")[0] for name in set(sys.modules) - before}
print(sorted(new - set(sys.stdlib_module_names)))
"""
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ended.stdout, ended.returncode) == ("['explorer', 'numpy']\n", 0), ended.stderr


def test_no_pyplot_anywhere() -> None:
    users = [str(path) for path in MODULES if "matplotlib.pyplot" in imports(path)]
    users += [path.name for path in NOTEBOOKS if "pyplot" in path.read_text()]
    assert users == []


def test_files_stay_short() -> None:
    long = {
        str(path.relative_to(ROOT)): text.count("\n")
        for path, text in texts()
        if path.suffix in SOURCES and text.count("\n") > MOST_LINES
    }
    assert not long


def test_no_registry_and_no_lock_is_named() -> None:
    hosts = "|".join(
        ["pypi" + r"\.org", "files.python" + "hosted", r"registry\.npm" + "js", "conda" + r"\.anaconda"]
    )
    found = [str(path.relative_to(ROOT)) for path, text in texts() if re.search(hosts, text)]
    locks = [
        path.name for path in files() if re.fullmatch(r".*\.lock|.*-lock\.\w+|pylock.*\.toml", path.name)
    ]
    assert (found, locks) == ([], [])


def test_no_file_names_the_machine_it_was_written_on() -> None:
    folders = "|".join(["/ho" + r"me/\w", "/ro" + "ot/", "/wo" + "rk/", "/opt" + "/", r"[A-Z]:\\\\Users"])
    found = [
        str(path.relative_to(ROOT)) for path, text in texts() if re.search(rf"(?<![\w.]){folders}", text)
    ]
    assert found == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks_are_thin_and_empty(path: Path) -> None:
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    assert cells
    for cell in cells:
        assert cell["outputs"] == []
        assert cell["execution_count"] is None
        tree = ast.parse("".join(line for line in cell["source"] if not line.startswith("%")))
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        if path.stem not in ("exercises", "solutions"):  # what these define is held in tests/notebooks
            assert not [node for node in ast.walk(tree) if isinstance(node, kinds)]


def test_the_served_notebook_has_three_cells() -> None:
    cells = json.loads((ROOT / "notebooks" / "explorer.ipynb").read_text())["cells"]
    assert ["".join(cell["source"]) for cell in cells] == [
        "# Attention Shapes Explorer",
        "import explorer",
        "explorer.build(address=explorer.query_string())",
    ]


CONDA_NAMES = {
    "jupyter-server": "jupyter_server",
    "matplotlib": "matplotlib-base",
}


def test_the_conda_environment_is_the_projects_list() -> None:
    floor = PROJECT["requires-python"].removeprefix(">=")
    wanted = {"pip", f"python={floor}"}  # Binder's builder reads one version, and no range
    for requirement in PROJECT["dependencies"]:
        name = re.match(r"[\w-]+", requirement).group()
        wanted.add(CONDA_NAMES.get(name, name) + requirement.removeprefix(name))
    text = (ROOT / "environment.yml").read_text().split("dependencies:")[1]
    lines = [line for line in text.splitlines() if line.startswith("  - ")]
    listed = [line.removeprefix("  - ").split(" #")[0] for line in lines]
    assert listed[-1] == "pip:"
    assert len(listed) == len(set(listed))
    assert set(listed[:-1]) == wanted
    assert text.rstrip().endswith("- pip:\n      - -e .")


def test_what_the_code_imports_is_declared() -> None:
    declared = {re.match(r"[\w-]+", line).group().replace("-", "_") for line in PROJECT["dependencies"]}
    used = {name.split(".")[0] for path in [*MODULES, PACKAGE / "__init__.py"] for name in imports(path)}
    outside = used - {"explorer"} - set(sys.stdlib_module_names)
    assert outside <= declared
    # ipykernel runs the notebook's kernel; it is imported by no module of ours.
    assert declared - outside <= {"ipykernel"}


def test_what_the_tests_import_is_declared() -> None:
    lines = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"]]
    declared = {re.match(r"[\w-]+", line).group().replace("-", "_") for line in lines}
    used = {name.split(".")[0].lower() for path in (ROOT / "tests").rglob("*.py") for name in imports(path)}
    outside = used - {"benchmarks", "explorer", "tests", "websocket"} - set(sys.stdlib_module_names)
    assert outside - {"torch"} <= declared  # torch is asked where it is installed, and never needed
    assert "websocket_client" in declared


def test_every_requirement_has_a_floor() -> None:
    for requirements in (PROJECT["dependencies"], PROJECT["optional-dependencies"]["test"]):
        assert len(floors(requirements)) == len(requirements)


def test_the_make_targets_that_ci_runs_are_there() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    assert [line for line in script.splitlines() if line.startswith("make")] == ["make check", "make test"]
    help_text = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in ("app", "check", "help", "lab", "test", "test-fast", "test-floor"):
        assert re.search(rf"^  make {target} ", help_text, re.MULTILINE), target
