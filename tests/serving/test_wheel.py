"""What is installed is what is needed: a wheel carries notebooks and template, a checkout finds its own."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from explorer.serving.places import notebooks_folder
from tests.conftest import PAGE
from tests.servers import Server, Visitor

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
NEEDED = (
    "explorer/notebooks/explorer.ipynb",
    "explorer/panels/browser.js",
    "explorer/panels/companion.js",
    "explorer/exports/lesson/lesson.css",
    "explorer/exports/lesson/lesson.js",
    "explorer/exports/lesson/page.html",
    "explorer/panels/file_picker.css",
    "explorer/panels/file_picker.js",
    "explorer/panels/page.css",
    "explorer/panels/wrong_turns.css",
    "explorer/presets/LICENSE-Apache-2.0.txt",
    "explorer/presets/NOTICE.txt",
    "explorer/presets/layer.json",
    "explorer/presets/layer.npz",
    "explorer/serving/template/conf.json",
    "explorer/serving/template/connection.js",
    "explorer/serving/template/full.html",
    "explorer/serving/template/index.html.j2",
    "explorer/serving/template/loading.html.j2",
    "explorer/serving/template/page.css",
    "explorer/serving/template/page.html",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(command, check=True, timeout=240)
    return next(folder.glob("*.whl"))


def test_the_wheel_carries_everything_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert not set(NEEDED) - set(names)
    notebooks = {f"explorer/notebooks/{path.name}" for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert notebooks <= set(names)
    shared = {name for name in names if ".data/data/" in name}
    theirs = {name.partition(".data/data/")[2].rpartition("/")[0] for name in shared}
    assert theirs == {"share/jupyter/voila/templates/attention-shapes"}
    ours = [name for name in names if name not in shared and ".dist-info" not in name]
    assert {name.split("/")[0] for name in ours} == {"explorer"}
    assert not [name for name in names if name.endswith(".pyc") or "checkpoint" in name]


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own with the wheel in it; its Python."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", str(wheel)],
        check=True,
        timeout=240,
    )
    # What the wheel needs is borrowed from here; the checkout is not, or it would be found instead.
    borrowed = [path for path in sys.path if path.endswith("site-packages")]
    (site_of(python) / "borrowed.pth").write_text("".join(f"{path}\n" for path in borrowed))
    return python


def site_of(python: Path) -> Path:
    return Path(sysconfig.get_path("purelib", vars={"base": str(python.parents[1])}))


def test_an_installed_wheel_finds_its_own_notebooks_and_template(installed: Path, tmp_path: Path) -> None:
    script = (
        "import explorer, explorer.serving.server, explorer.serving.places as places; "
        "print(explorer.__file__, places.notebooks_folder(), places.TEMPLATE, sep='\\n'); "
        "assert (places.notebooks_folder() / 'explorer.ipynb').is_file(); "
        "assert (places.TEMPLATE / 'index.html.j2').is_file()"
    )
    ended = subprocess.run(
        [str(installed), "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
    )
    assert ended.returncode == 0, ended.stderr
    package = site_of(installed) / "explorer"
    assert ended.stdout.split() == [
        str(package / "__init__.py"),
        str(package / "notebooks"),
        str(package / "serving" / "template"),
    ]


def test_an_installed_wheel_serves_the_page_and_the_lesson(
    installed: Path, tmp_path: Path, jupyter_home: dict[str, str]
) -> None:
    """What Jupyter's packages put beside Python is borrowed too."""
    home = {**jupyter_home, "JUPYTER_PATH": str(Path(sys.prefix) / "share" / "jupyter")}
    command = ("explorer", "serve", "--port", "0", "--no-browser", "--learners", "1")
    server = Server(command, log=tmp_path / "log", home=home, address=PAGE, python=installed)
    try:
        visitor = Visitor(server)
        page = visitor.open_page("?T=5")
        assert "<title>Attention Shapes Explorer</title>" in page
        assert "application/vnd.jupyter.widget-view+json" in page
        kernel = server.kernel(visitor.kernel_id)
        assert Path(kernel.cmdline()[0]).parent == installed.parent
        assert kernel.cwd() == str(site_of(installed) / "explorer" / "notebooks")
        assert Visitor(server).ask("/")[0] == 503
        assert visitor.ask("/lesson")[0] == 200
        assert visitor.say_goodbye() == 204
    finally:
        assert server.stop() == 0


def test_the_checkout_falls_back_to_its_own_notebooks() -> None:
    assert notebooks_folder() == ROOT / "notebooks"
