"""docs/deploy.md, the systemd unit and Binder's badges, held against the project that they speak of."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from jupyter_server.services.kernels.kernelmanager import MappingKernelManager

from explorer.cli import build_parser
from explorer.serving.places import TEMPLATE
from explorer.serving.plan import Plan
from tests.deploy.dockerfile import read, variables
from tests.deploy.nginx import DEPLOY, NAME, PATH, PORTS

ROOT = Path(__file__).parents[2]
DOC = ROOT / "docs" / "deploy.md"
TEXT = DOC.read_text()
UNIT = DEPLOY / "attention-shapes@.service"
BADGES = re.findall(r"\[!\[(.+?)\]\((\S+?)\)\]\((\S+?)\)", TEXT)

# What a session and the server take, in MB, and how many more sessions than places there may be.
EACH, MORE = 110, 2


def commands(text: str) -> list[list[str]]:
    """Find the lines that run our command line, without what stands before their options."""
    found = re.findall(r"^(?:#\s+|ExecStart=\S*/)?attention-shapes (\S.*)$", text, re.MULTILINE)
    found += [
        f"serve {rest}" for rest in re.findall(r"docker run.* attention-shapes(.*)$", text, re.MULTILINE)
    ]
    return [shlex.split(line.replace("%i", "8866")) for line in found]


def test_what_it_points_to_is_there() -> None:
    anchors = {
        re.sub(r"[^\w -]", "", title).lower().replace(" ", "-")
        for title in re.findall(r"^##? (.+)$", TEXT, re.MULTILINE)
    }
    links = [link for link in re.findall(r"\]\((\S+?)\)", TEXT) if not link.startswith("https:")]
    assert len(links) >= 8
    for link in links:
        if link.startswith("#"):
            assert link[1:] in anchors
        else:
            assert (DOC.parent / link).is_file(), link


@pytest.mark.parametrize(
    "path", [DOC, ROOT / "Dockerfile", *sorted(DEPLOY.glob("nginx-*")), UNIT], ids=lambda path: path.name
)
def test_its_commands_are_ones_that_we_understand(path: Path) -> None:
    lines = commands(path.read_text())
    assert lines
    for words in lines:
        build_parser().parse_args(words)


def unit() -> configparser.SectionProxy:
    reader = configparser.RawConfigParser(strict=False)
    reader.optionxform = str
    reader.read_string(UNIT.read_text())
    return reader["Service"]


def test_the_unit_starts_the_server_that_nginx_looks_for() -> None:
    (words,) = commands(UNIT.read_text())
    options = build_parser().parse_args(words)
    assert "--port %i" in unit()["ExecStart"]
    assert options.port == PORTS[0]
    assert (options.ip, options.open_browser) == ("127.0.0.1", False)
    assert (options.base_url, options.host) == (PATH, [NAME])
    for path in DEPLOY.glob("nginx-*"):
        (behind,) = commands(path.read_text())
        server = build_parser().parse_args(behind)
        assert (server.base_url, server.host) == (options.base_url, options.host)
        assert (server.port, server.learners) == (options.port, options.learners)


def test_the_unit_leaves_room_for_its_learners_and_has_no_rights() -> None:
    (words,) = commands(UNIT.read_text())
    learners = build_parser().parse_args(words).learners
    gigabytes = int(unit()["MemoryMax"].removesuffix("G"))
    assert gigabytes * 1000 > 2 * EACH * (Plan(learners=learners).sizes.places + MORE + 1)
    assert unit()["OOMPolicy"] == "continue"  # one session too large must not end the class
    assert unit()["DynamicUser"] == unit()["NoNewPrivileges"] == "yes"
    assert unit()["ProtectSystem"] == "strict"
    assert unit()["CapabilityBoundingSet"] == ""


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here to read the unit")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    """With a program that is there in the place of the one that is to be."""
    text = re.sub(r"(?<=ExecStart=)\S+", sys.executable, UNIT.read_text())
    instance = tmp_path / "attention-shapes@8866.service"
    instance.write_text(text)
    command = ["systemd-analyze", "verify", "--man=no", str(instance)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    ours = [line for line in ended.stderr.splitlines() if "attention-shapes" in line]
    assert (ours, ended.returncode) == ([], 0), ended.stderr


def test_docker_and_unit_serve_classes_of_one_size() -> None:
    (words,) = commands(UNIT.read_text())
    image = variables(read((ROOT / "Dockerfile").read_text()))
    assert int(image["LEARNERS"]) == build_parser().parse_args(words).learners
    options = set(re.findall(r"-e (\w+)=", TEXT))
    assert options <= image.keys()


def test_binder_has_a_badge_for_the_page_and_one_for_jupyterlab() -> None:
    rooms = {}
    for _, picture, link in BADGES:
        assert picture == "https://mybinder.org/badge_logo.svg"
        address = urlsplit(link)
        assert (
            f"{address.scheme}://{address.netloc}{address.path}"
            == "https://mybinder.org/v2/gh/OWNER/REPO/HEAD"
        )
        (path,) = parse_qs(address.query)["urlpath"]
        room, _, notebook = path.partition("/notebooks/")
        assert (ROOT / "notebooks" / notebook).is_file()
        rooms[room] = notebook
    assert rooms == {"voila/render": "explorer.ipynb", "lab/tree": "walkthrough.ipynb"}


def test_binder_finds_what_the_badges_open() -> None:
    names = re.findall(r"^ +- ([\w.-]+)", (ROOT / "environment.yml").read_text(), re.MULTILINE)
    assert {"python", "voila", "jupyterlab", "pip"} <= set(names)
    assert re.search(r"^ +- -e \.$", (ROOT / "environment.yml").read_text(), re.MULTILINE)


def test_installing_puts_our_template_where_the_notebook_asks_a_plain_voila_for_it() -> None:
    asked = json.loads((ROOT / "notebooks" / "explorer.ipynb").read_text())["metadata"]["voila"]["template"]
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    put = {ROOT / ours: place for ours, place in wheel["shared-data"].items()}
    assert put == {TEMPLATE: f"share/jupyter/voila/templates/{asked}"}
    # Without it, Voila would look for what ours does not have in nbconvert's templates, not in its own.
    assert json.loads((TEMPLATE / "conf.json").read_text()) == {"base_template": "lab"}


def test_a_hub_opens_notebooks_that_its_image_has(tmp_path: Path) -> None:
    (line,) = re.findall(r'^RUN python -c "(.+)"$', TEXT, re.MULTILINE)
    subprocess.run([sys.executable, "-c", line], cwd=tmp_path, check=True)
    opened = re.findall(r"/(?:lab/tree|voila/render)/(notebooks/\S+\.ipynb)$", TEXT, re.MULTILINE)
    opened += re.findall(r"defaultUrl: /lab/tree/(\S+)", TEXT)
    assert len(opened) == 2
    for notebook in opened:
        assert (tmp_path / notebook).is_file()


def test_what_a_hub_is_told_about_idle_kernels_is_what_jupyter_knows() -> None:
    (told,) = re.findall(r"data: \{MappingKernelManager: \{(.+)\}\}", TEXT)
    settings = dict(pair.split(": ") for pair in told.split(", "))
    assert settings["cull_connected"] == "true"
    assert settings.keys() <= MappingKernelManager.class_traits(config=True).keys()
