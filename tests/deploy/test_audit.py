"""The audit of what the page runs on: what it asks about, and that no silence passes for a good answer."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
CLEAN = {"name": "voila", "version": "0.5.13", "vulns": []}
BAD = {"name": "tornado", "version": "6.4", "vulns": [{"id": "X-1", "fix_versions": ["6.5"]}]}
MISSED = {"name": "jinja2", "skip_reason": "not found"}
WITHDRAWN = {"is_yanked": True, "metadata": {"name": "jinja2", "version": "3.1.6"}}
KEPT = {"is_yanked": False, "metadata": {"name": "voila", "version": "0.5.13"}}

Run = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", ROOT / "deploy" / "audit.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_asks_about_all_that_the_page_runs_on_and_about_no_tool_of_ours(audit: ModuleType) -> None:
    packages = audit.needed(audit.PROJECT)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["name"] == audit.PROJECT
    direct = {re.match(r"[\w-]+", requirement).group() for requirement in project["dependencies"]}
    assert direct <= packages.keys()
    assert {"jinja2", "jupyter-client", "pyzmq", "pillow"} <= packages.keys()  # what those need
    assert {"fqdn", "webcolors"} <= packages.keys()  # what is needed for an extra that is asked for
    assert not {"pytest", "hypothesis", "playwright", "mypy", "ruff", "einops"} & packages.keys()
    assert audit.PROJECT not in packages


@pytest.fixture
def audited(audit: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Audit two packages, with every answer made up: the exit code and what is said."""

    def run_it(
        answer: object,
        *,
        report: object = ({**KEPT}, {**KEPT}),
        check: int = 0,
    ) -> tuple[int, list[str]]:
        def run(*command: str) -> subprocess.CompletedProcess[str]:
            if "check" in command:
                return subprocess.CompletedProcess(command, check, "a needs b\n" if check else "", "")
            if "install" in command:
                if report is None:
                    return subprocess.CompletedProcess(command, 1, "", "much\nnobody answers\n")
                path = Path(command[command.index("--report") + 1])
                path.write_text(json.dumps({"install": report}))
                return subprocess.CompletedProcess(command, 0, "", "")
            if isinstance(answer, OSError):
                raise answer
            if isinstance(answer, str):
                return subprocess.CompletedProcess(command, 1, answer, "much\nno route\n")
            return subprocess.CompletedProcess(command, 0, json.dumps({"dependencies": answer}), "all well\n")

        monkeypatch.setattr(audit, "run", run)
        monkeypatch.setattr(audit, "needed", lambda _: {"jinja2": "3.1.6", "voila": "0.5.13"})
        code = audit.main([])
        return code, capsys.readouterr().out.splitlines()[1:]

    return run_it


WELL = ["1. fit together: yes", "2. withdrawn versions: 0 of 2"]
NOT_ALL = "Nothing was found, but not everything could be asked: this is no clean bill of health."
SEE = "Something was found: see above."


def test_nothing_found_where_all_were_asked_about_is_good(audited: Run) -> None:
    assert audited([CLEAN, CLEAN]) == (
        0,
        [*WELL, "3. known advisories: in 0 of the 2 packages that were asked about", "Nothing was found."],
    )


@pytest.mark.parametrize(
    ("answer", "lines"),
    [
        (
            [CLEAN, MISSED],
            [
                "3. known advisories: in 0 of the 1 packages that were asked about",
                "   not known of 1 of 2: the advisory database gave no answer about them",
            ],
        ),
        (
            [],
            [
                "3. known advisories: in 0 of the 0 packages that were asked about",
                "   not known of 2 of 2: the advisory database gave no answer about them",
            ],
        ),
        ("no json", ["3. known advisories: not known, pip-audit could not ask", "   no route"]),
        (
            FileNotFoundError(2, "No such file", "pip-audit"),
            [
                "3. known advisories: not known, pip-audit could not ask",
                "   [Errno 2] No such file: 'pip-audit'",
            ],
        ),
    ],
)
def test_what_could_not_be_asked_is_not_taken_for_well(
    audited: Run, answer: object, lines: list[str]
) -> None:
    assert audited(answer) == (3, [*WELL, *lines, NOT_ALL])


def test_an_index_that_gives_no_answer_is_not_taken_for_well(audited: Run) -> None:
    code, lines = audited([CLEAN, CLEAN], report=None)
    assert (code, lines[-1]) == (3, NOT_ALL)
    assert lines[1:3] == [
        "2. withdrawn versions: not known, the package index could not be asked",
        "   nobody answers",
    ]


def test_an_advisory_is_told_with_what_mends_it(audited: Run) -> None:
    code, lines = audited([BAD, MISSED])
    assert (code, lines[-1]) == (1, SEE)
    assert lines[2:4] == [
        "3. known advisories: in 1 of the 1 packages that were asked about",
        "   tornado 6.4: X-1, mended in 6.5",
    ]


def test_a_withdrawn_version_is_told(audited: Run) -> None:
    code, lines = audited([CLEAN, CLEAN], report=(KEPT, WITHDRAWN))
    assert (code, lines[-1]) == (1, SEE)
    assert lines[1:3] == ["2. withdrawn versions: 1 of 2", "   jinja2 3.1.6"]


def test_packages_that_do_not_fit_are_told(audited: Run) -> None:
    code, lines = audited([CLEAN, CLEAN], check=1)
    assert (code, lines[-1]) == (1, SEE)
    assert lines[:2] == ["1. fit together: no", "   a needs b"]
