"""A real Chromium on the real Voila and the real JupyterLab.

`page`        an empty page; what it complains about fails the test in the end
`watch`       what the page complained about; `watch.expect(pattern)` forgives what belongs to the test
`voila_page`  call it, with an address's query or none, to open the explorer as `attention-shapes serve` does
`lab_page`    call it with a notebook's name to open it in JupyterLab, on a copy, and run every cell

One server of each kind and one browser serve the whole session; each test has its own page and kernel. When a
test fails, test-artefacts/ has the page's picture.
"""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import find
from tests.browser.watch import Watch
from tests.servers import PATIENCE, Server, wait_for

ARTEFACTS = Path(__file__).parents[2] / "test-artefacts"
SWITCHES = (
    "--no-sandbox",  # containers run as root
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--no-first-run",
    # No other host has an address. Intercepting requests instead would swallow a page's goodbye.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)
FAILED = pytest.StashKey[bool]()
WATCH = pytest.StashKey[Watch]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Remember whether a test failed, for the fixture that takes the picture."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for the whole session."""
    path = find()
    if path is None:
        pytest.skip("no Chromium here: install it, or name it in $CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """An empty page of 1280 x 800, with nothing remembered from another test."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, device_scale_factor=1)
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page_watch = Watch(page)
    request.node.stash[WATCH] = page_watch
    yield page
    if request.node.stash.get(FAILED, False):
        ARTEFACTS.mkdir(exist_ok=True)
        name = re.sub(r"\W+", "-", request.node.name).strip("-")
        page.screenshot(path=ARTEFACTS / f"{name}.png")
    heard = page_watch.complaints()
    page.goto("about:blank")  # a page says goodbye to its kernel when it is left, not when it is closed
    context.close()
    assert not heard, "\n".join(["the page complained:", *heard])


@pytest.fixture
def watch(page: Page, request: pytest.FixtureRequest) -> Watch:
    """What this test's page complained about."""
    return request.node.stash[WATCH]


@pytest.fixture
def voila_page(page: Page, voila_server: Server) -> Callable[[str], Page]:
    """Open the explorer in Voila, and wait until it can be used."""

    def open_it(query: str = "") -> Page:
        # "commit": Voila's page counts as loaded only when every cell has run.
        page.goto(voila_server.url + query, wait_until="commit")
        page.locator(".attention-shapes").wait_for()
        return page

    return open_it


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]) -> Iterator[Server]:
    """JupyterLab as `attention-shapes lab` opens it, on a copy of the notebooks."""
    folder = tmp_path_factory.mktemp("lab")
    settings = Path(jupyter_home["JUPYTERLAB_SETTINGS_DIR"]) / "@jupyterlab"
    for plugin, values in {
        "apputils-extension/notification": {
            "fetchNews": "false",
            "checkForUpdates": False,
            "doNotDisturbMode": True,
        },
        "docmanager-extension/plugin": {"autosave": False},
    }.items():
        path = settings / f"{plugin}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))
    server = Server(
        ("explorer", "lab", str(folder / "copy"), "--no-browser"),
        log=folder / "lab.log",
        home=jupyter_home,
        address=r"http://127\S+/lab\?token=\w+",
    )
    yield server
    server.stop()


@pytest.fixture
def lab_page(page: Page, lab_server: Server) -> Callable[[str], Page]:
    """Open a notebook in JupyterLab and run all its cells."""
    address = urlsplit(lab_server.url)
    token = parse_qs(address.query)["token"][0]
    base = f"{address.scheme}://{address.netloc}"

    def is_ready(notebook: str) -> bool:
        # Run All before there is a kernel opens a dialog, and the toolbar says "idle" too early.
        with urllib.request.urlopen(f"{base}/api/sessions?token={token}", timeout=PATIENCE) as answer:
            kernels = [session["kernel"] for session in json.load(answer) if session["path"] == notebook]
        return any(kernel["execution_state"] == "idle" and kernel["connections"] for kernel in kernels)

    def open_it(notebook: str) -> Page:
        page.goto(f"{base}/lab/tree/{notebook}?reset&token={token}", wait_until="commit")
        page.locator(".jp-NotebookPanel .jp-Notebook").wait_for()
        wait_for("the notebook's kernel", lambda: is_ready(notebook))
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        return page

    return open_it
