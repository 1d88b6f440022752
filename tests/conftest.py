"""What any test may ask for: a home where nobody's settings are, and the served page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import Server, Visitor

PAGE = r"http://\S+/"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the quick tests first and the browser last: once Playwright has begun, its event loop goes on."""
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker("browser")
    items.sort(
        key=lambda item: (
            item.get_closest_marker("browser") is not None,
            bool(item.get_closest_marker("slow")),
        )
    )


@pytest.fixture(scope="session")
def jupyter_home(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Environment variables that hide the settings, profiles and caches of whoever runs the tests."""
    home = tmp_path_factory.mktemp("home")
    rooms = {
        "IPYTHONDIR": "ipython",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "MPLCONFIGDIR": "matplotlib",
    }
    for room in rooms.values():
        (home / room).mkdir()
    return {name: str(home / room) for name, room in rooms.items()} | {"PYTHONUNBUFFERED": "1"}


@pytest.fixture(scope="session")
def voila_server(tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]) -> Iterator[Server]:
    """The explorer's page, served as `attention-shapes serve` serves it: one server for the whole session."""
    folder: Path = tmp_path_factory.mktemp("voila")
    command = ("explorer", "serve", "--port", "0", "--no-browser")
    server = Server(command, log=folder / "voila.log", home=jupyter_home, address=PAGE)
    yield server
    server.stop()


@pytest.fixture
def visitor(voila_server: Server) -> Iterator[Visitor]:
    """Somebody with the page open and no browser, who leaves it in the end."""
    somebody = Visitor(voila_server)
    somebody.open_page()
    yield somebody
    if somebody.kernel_status() == 200:
        assert somebody.say_goodbye() == 204
