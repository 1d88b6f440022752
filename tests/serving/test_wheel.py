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
    "explorer/serving/template/connection.js",
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
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"explorer"}
    assert not [name for name in names if name.endswith(".pyc") or "checkpoint" in name]


def test_an_installed_wheel_finds_its_own_notebooks_and_template(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    site = Path(sysconfig.get_path("purelib", vars={"base": str(tmp_path / "venv")}))
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", str(wheel)],
        check=True,
        timeout=240,
    )
    # What the wheel needs is borrowed from here; the checkout is not, or it would be found instead.
    borrowed = [path for path in sys.path if path.endswith("site-packages")]
    (site / "borrowed.pth").write_text("".join(f"{path}\n" for path in borrowed))
    script = (
        "import explorer, explorer.serving.server, explorer.serving.places as places; "
        "print(explorer.__file__, places.notebooks_folder(), places.TEMPLATE, sep='\\n'); "
        "assert (places.notebooks_folder() / 'explorer.ipynb').is_file(); "
        "assert (places.TEMPLATE / 'index.html.j2').is_file()"
    )
    ended = subprocess.run(
        [str(python), "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
    )
    assert ended.returncode == 0, ended.stderr
    package = site / "explorer"
    assert ended.stdout.split() == [
        str(package / "__init__.py"),
        str(package / "notebooks"),
        str(package / "serving" / "template"),
    ]


def test_the_checkout_falls_back_to_its_own_notebooks() -> None:
    assert notebooks_folder() == ROOT / "notebooks"
