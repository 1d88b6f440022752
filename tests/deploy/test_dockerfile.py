"""The Dockerfile, held against the project; and its commands, run here as far as they run without Docker."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from explorer.cli import build_parser
from explorer.serving.addresses import USUAL_PORT
from tests.conftest import PAGE
from tests.deploy.dockerfile import ROOT, Line, copied, is_sent, patterns, read, variables
from tests.deploy.nginx import free_port
from tests.servers import Visitor, wait_for
from tests.serving.test_wheel import NEEDED, site_of

LINES = read((ROOT / "Dockerfile").read_text())
IGNORED = patterns((ROOT / ".dockerignore").read_text())
DEFAULTS = variables(LINES)


def the(name: str, stage: int = 1) -> Line:
    """Find the only instruction of a kind."""
    (line,) = [line for line in LINES if (line.name, line.stage) == (name, stage)]
    return line


def test_its_python_is_the_one_that_all_tests_were_run_on() -> None:
    (version,) = re.findall(r"python=([\d.]+)", (ROOT / "environment.yml").read_text())
    assert [line.text for line in LINES if line.name == "ARG"] == [f"PYTHON={version}"]
    assert {line.text.split(" AS ")[0] for line in LINES if line.name == "FROM"} == {"python:${PYTHON}-slim"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["requires-python"] == f">={version}"


def test_it_copies_what_is_there_and_the_build_is_sent_nothing_else() -> None:
    assert all((ROOT / name).exists() for name in copied(LINES))
    assert IGNORED[0] == "*"
    assert sorted(line[1:] for line in IGNORED if line.startswith("!")) == sorted(copied(LINES))


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("explorer/core/trace.py", True),
        ("notebooks/explorer.ipynb", True),
        ("explorer/core/__pycache__/trace.cpython-311.pyc", False),
        ("notebooks/.ipynb_checkpoints/explorer.ipynb", False),
        (".git/config", False),
        (".venv/bin/python", False),
        (".env", False),
        ("tests/conftest.py", False),
        ("Dockerfile", False),
    ],
)
def test_the_build_is_sent_sources_alone(path: str, sent: bool) -> None:
    assert is_sent(path, IGNORED) is sent


def test_whoever_runs_in_it_is_not_root() -> None:
    (made,) = [line.text for line in LINES if line.name == "RUN" and "useradd" in line.text]
    user = the("USER").text
    assert made.split()[-1] == user
    assert user not in ("root", "0")
    after = LINES[LINES.index(the("USER")) :]
    assert {line.name for line in after} == {
        "USER",
        "WORKDIR",
        "ENV",
        "RUN",
        "EXPOSE",
        "HEALTHCHECK",
        "ENTRYPOINT",
    }


def test_it_holds_no_secret() -> None:
    names = [*DEFAULTS, *(line.text.split("=")[0] for line in LINES if line.name == "ARG")]
    assert not [name for name in names if re.search(r"token|secret|passw|key|user", name, re.IGNORECASE)]
    assert "." not in copied(LINES)


def test_its_port_is_one_and_the_same_everywhere() -> None:
    port = str(USUAL_PORT)
    assert the("EXPOSE").text == port
    assert f"http://127.0.0.1:{port}'" in the("HEALTHCHECK").text
    assert f"--port {port} " in the("ENTRYPOINT").text


def said_by(entrypoint: list[str], folder: Path, *arguments: str, **environment: str) -> list[str]:
    """Run the entrypoint with somebody in our command's place who writes down what he is told."""
    stand_in = folder / "attention-shapes"
    stand_in.write_text('#!/bin/sh\necho $$\nfor word in "$@"; do echo "$word"; done\n')
    stand_in.chmod(0o755)
    settings = {**DEFAULTS, "PATH": f"{folder}:{os.environ['PATH']}", **environment}
    process = subprocess.Popen([*entrypoint, *arguments], env=settings, stdout=subprocess.PIPE, text=True)
    number, *words = process.communicate(timeout=20)[0].splitlines()
    assert int(number) == process.pid  # no shell stays before it
    return words


def test_it_serves_a_class_on_every_address_and_opens_no_browser(tmp_path: Path) -> None:
    words = said_by(the("ENTRYPOINT").listed(), tmp_path)
    options = build_parser().parse_args(words)
    assert words[0] == "serve"
    assert (options.ip, options.port, options.open_browser) == ("0.0.0.0", USUAL_PORT, False)
    assert (options.learners, options.base_url, options.host) == (30, "/", [])


def test_places_path_and_names_are_told_by_the_environment_or_by_arguments(tmp_path: Path) -> None:
    by_name = {"LEARNERS": "12", "BASE_URL": "/a b", "PUBLIC_HOST": "one.example"}
    words = said_by(the("ENTRYPOINT").listed(), tmp_path, "--host", "two.example", "--verbose", **by_name)
    options = build_parser().parse_args(words)
    assert (options.learners, options.base_url) == (12, "/a b")
    assert options.host == ["one.example", "two.example"]
    assert options.verbose


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the first stage makes of what it is sent; what our package needs is borrowed from here."""
    folder = tmp_path_factory.mktemp("image")
    source = folder / "src"
    for name in copied(LINES):
        for path in [ROOT / name, *(ROOT / name).rglob("*")]:
            relative = path.relative_to(ROOT)
            if path.is_file() and is_sent(relative.as_posix(), IGNORED):
                (source / relative).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, source / relative)
    for command in there(the("RUN", stage=0).text, folder).split(" && "):
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        borrows = {"PIP_NO_DEPS": "1"} if " install " in command else {}
        environment = {**os.environ, "PATH": path, **borrows}
        subprocess.run(["sh", "-c", command], cwd=source, env=environment, check=True, timeout=240)
    borrowed = [path for path in sys.path if path.endswith("site-packages")]
    python = folder / "srv/explorer/bin/python"
    (site_of(python) / "borrowed.pth").write_text("".join(f"{path}\n" for path in borrowed))
    return folder


def there(text: str, folder: Path) -> str:
    """Put a folder in the place of the image's root."""
    return re.sub(r"(?<![\w*.])/(srv|dist)\b", rf"{folder}/\1", text)


class Running:
    """The entrypoint, run to its end."""

    def __init__(self, command: list[str], log: Path, cwd: Path, environment: dict[str, str]) -> None:
        with log.open("w") as out:
            self.process = subprocess.Popen(
                command, cwd=cwd, env=environment, stdout=out, stderr=subprocess.STDOUT
            )

        def address() -> str:
            assert self.process.poll() is None, log.read_text()
            found = re.search(PAGE, log.read_text())
            return found.group() if found else ""

        self.url = str(wait_for("an address", address))

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(30)


@pytest.mark.slow
def test_what_is_built_is_the_whole_package_with_its_licences(image: Path) -> None:
    (wheel,) = (image / "dist").glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert not set(NEEDED) - set(names)
    licences = {name.split("/licenses/")[1] for name in names if "/licenses/" in name}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert licences == set(project["license-files"])


@pytest.mark.slow
def test_what_is_built_serves_the_page_and_its_healthcheck_knows(
    image: Path, tmp_path: Path, jupyter_home: dict[str, str]
) -> None:
    port = str(free_port())
    environment = {
        **os.environ,
        **DEFAULTS,
        **jupyter_home,
        "PATH": there(DEFAULTS["PATH"], image).replace("$PATH", os.environ["PATH"]),
        "JUPYTER_PATH": str(Path(sys.prefix) / "share" / "jupyter"),
        "LEARNERS": "1",
        "BASE_URL": "deep/down",
    }

    def with_port(line: Line) -> list[str]:
        return [word.replace(str(USUAL_PORT), port) for word in line.listed()]

    def is_healthy() -> bool:
        check = with_port(the("HEALTHCHECK"))
        ended = subprocess.run(check, env=environment, cwd=tmp_path, stderr=subprocess.DEVNULL, check=False)
        return ended.returncode == 0

    assert not is_healthy()
    running = Running(with_port(the("ENTRYPOINT")), tmp_path / "log", tmp_path, environment)
    try:
        assert is_healthy()
        # It listens on every address, and so names its own; the test stays on the loopback.
        running.url = f"http://127.0.0.1:{port}/deep/down/"
        visitor = Visitor(running)
        visitor.open_page("?T=5")
        assert is_healthy()
        assert Visitor(running).ask("/deep/down/")[0] == 503
        assert is_healthy()
        assert visitor.say_goodbye() == 204
    finally:
        code = running.stop()
    assert code == 0
