"""When something dies: the learner is told within ten seconds, the picture stays, a reload brings it back.

`make test-failures` runs them all; `make test` the quickest.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

import explorer as ex
from tests.browser.test_serving import kernel_of
from tests.browser.touching import expect_cells, go
from tests.browser.watch import Watch
from tests.browser.wire import Wire, wire_to
from tests.serving.classes import ServedClass, served

SOON = 10_000  # ms: what the learner may wait for a word
MINUTE = 65_000  # ms: the longest that the page's own code waits before it connects again
BAR = "#connection"
ASKED = "?T=5&step=scores"
NO_ANSWER = "the controls no longer answer. Reload to go on from here."
SHARES = "8 shares"
UNTIL = "The picture stays; until then the controls do not answer."
# What a browser has to say of a server, a kernel or a network that is gone.
NOISE = (
    r"api/|voila/api/shutdown|health|404|WebSocket|[Kk]ernel|[Cc]onnection|net::ERR_|Failed to|Canceled|fetch"
)
# Websockets that a test can close and keep closed.
GATE = """window.isShut = false;
window.gate = [];
window.shutGate = () => { isShut = true; gate.forEach((socket) => socket.close()); };
window.WebSocket = class extends WebSocket {
  constructor(...asked) {
    super(...asked);
    gate.push(this);
    if (isShut) this.close();
  }
};"""

slower = pytest.mark.skipif("FAILURES" not in os.environ, reason="slower: make test-failures runs it")


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]) -> Iterator[ServedClass]:
    """A class whose sessions last."""
    with served(tmp_path_factory.mktemp("patient"), jupyter_home) as it:
        yield it


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]) -> Iterator[ServedClass]:
    """A class whose sessions end early."""
    options = ("--abandoned-after", "2", "--idle-after", "6")
    with served(tmp_path_factory.mktemp("hasty"), jupyter_home, *options) as it:
        yield it


@pytest.fixture
def wire(patient: ServedClass) -> Iterator[Wire]:
    """A wire to it; asked for before `page`, it is there still when the page says goodbye."""
    with wire_to(patient.url) as it:
        yield it


def expect_asked(page: Page) -> None:
    """Expect the picture that the address asks for: its step, its sizes, its numbers."""
    expect_cells(page, ex.trace(ex.Config(tokens=5)), "scores")
    assert urlsplit(page.url).query == ASKED[1:]


def open_asked(page: Page, watch: Watch, url: str) -> None:
    watch.expect(NOISE)
    page.goto(url + ASKED, wait_until="commit")
    page.emulate_media(reduced_motion="reduce")
    page.locator(".as-picture svg").wait_for()
    expect_asked(page)
    expect(page.locator(BAR)).to_be_hidden()


def told(page: Page, *words: str, within: float = SOON) -> str:
    """Wait until the bar says so, all of it, with the picture there still; what it says then."""
    for word in words:
        expect(page.locator(BAR)).to_contain_text(word, timeout=within)
    expect(page.locator(BAR)).to_be_visible()
    expect_asked(page)
    return page.locator(f"{BAR} span").inner_text()


def next_step(page: Page) -> str:
    """Go on to the next step, which only a page that answers does; which that is."""
    go(page, "shares")
    expect(page.locator(".as-step-scores.as-here")).to_have_count(0)  # the ribbon follows the picture
    return page.locator(".as-step.as-here").inner_text()


def reloaded(page: Page) -> str:
    """Press Reload, see the same picture again, go on to the next step; which that is."""
    page.evaluate("window.isOld = true")
    page.locator(BAR).get_by_role("button", name="Reload").click()
    page.wait_for_function("!window.isOld && document.querySelector('.as-picture svg')")
    expect_asked(page)
    expect(page.locator(BAR)).to_be_hidden()
    return next_step(page)


def answering(page: Page) -> str:
    """Wait until the bar is gone by itself, go on to the next step; which that is."""
    expect(page.locator(BAR)).to_be_hidden(timeout=MINUTE)
    return next_step(page)


# A crash in some library; and what the system does to the largest process when memory runs out: SIGKILL too.
@pytest.mark.parametrize(
    "how",
    [
        pytest.param(signal.SIGSEGV, marks=slower, id="crashed"),
        pytest.param(signal.SIGKILL, id="out of memory"),
    ],
)
def test_a_kernel_that_dies(page: Page, watch: Watch, patient: ServedClass, how: signal.Signals) -> None:
    open_asked(page, watch, patient.url)
    patient.kernel(kernel_of(page)).send_signal(how)
    assert NO_ANSWER in told(page, "its process stopped, or ran out of memory.", NO_ANSWER)
    assert reloaded(page) == SHARES


@slower
def test_a_session_that_is_ended_because_nobody_moves_anything(
    page: Page, watch: Watch, hasty: ServedClass
) -> None:
    open_asked(page, watch, hasty.url)
    hasty.wait_until(taken=0)
    assert NO_ANSWER in told(page, "nothing was moved for too long.", NO_ANSWER)
    assert reloaded(page) == SHARES


@slower
def test_a_server_that_is_stopped_and_started_again(
    page: Page, watch: Watch, tmp_path: Path, jupyter_home: dict[str, str]
) -> None:
    with served(tmp_path, jupyter_home) as server:
        open_asked(page, watch, server.url)
        port = str(urlsplit(server.url).port)
    assert UNTIL in told(page, "The server cannot be reached. Trying again by itself…", UNTIL)
    expect(page.locator(BAR).get_by_role("button")).to_have_count(0)  # it would lose the picture
    with served(tmp_path, jupyter_home, "--port", port) as server:
        assert urlsplit(server.url).port == int(port)
        assert NO_ANSWER in told(page, "the server was started again", NO_ANSWER)
        assert reloaded(page) == SHARES


@slower
def test_a_connection_that_is_cut_for_a_moment(wire: Wire, page: Page, watch: Watch) -> None:
    open_asked(page, watch, wire.url)
    wire.cut()
    assert UNTIL in told(page, "The server cannot be reached. Trying again by itself…", UNTIL)
    wire.mend()
    assert answering(page) == SHARES


@slower
def test_a_network_that_swallows_everything(wire: Wire, page: Page, watch: Watch) -> None:
    open_asked(page, watch, wire.url)
    wire.swallow()
    assert UNTIL in told(page, "The server cannot be reached. Trying again by itself…", UNTIL)
    wire.mend()
    assert answering(page) == SHARES


def test_a_websocket_that_is_cut_alone(page: Page, watch: Watch, patient: ServedClass) -> None:
    """As by a proxy that lets pages through and no websocket: the server answers, the controls don't."""
    page.add_init_script(GATE)
    open_asked(page, watch, patient.url)
    page.evaluate("shutGate()")
    assert UNTIL in told(page, "The connection was lost. Connecting again by itself, within a minute…", UNTIL)
    page.evaluate("isShut = false")
    assert answering(page) == SHARES


def lay_to_rest(page: Page, *, wakes: bool) -> None:
    """Do to a page what closing a laptop's lid does: its programs stand still, and no network is there."""
    cdp = page.context.new_cdp_session(page)
    page.context.set_offline(not wakes)
    cdp.send("Page.setWebLifecycleState", {"state": "active" if wakes else "frozen"})


@slower
def test_a_laptop_that_sleeps_for_a_moment(wire: Wire, page: Page, watch: Watch) -> None:
    open_asked(page, watch, wire.url)
    wire.cut()
    lay_to_rest(page, wakes=False)
    wire.mend()
    lay_to_rest(page, wakes=True)
    expect_asked(page)
    assert answering(page) == SHARES


@slower
def test_a_laptop_that_sleeps_for_so_long_that_its_session_is_over(
    page: Page, watch: Watch, hasty: ServedClass
) -> None:
    with wire_to(hasty.url) as wire:
        open_asked(page, watch, wire.url)
        wire.cut()
        lay_to_rest(page, wakes=False)
        hasty.wait_until(taken=0)
        wire.mend()
        lay_to_rest(page, wakes=True)
        assert NO_ANSWER in told(
            page, "the page was not connected for too long (asleep, or off the network).", NO_ANSWER
        )
        assert reloaded(page) == SHARES


@slower
def test_a_computer_off_the_network(page: Page, watch: Watch, patient: ServedClass) -> None:
    open_asked(page, watch, patient.url)
    page.context.set_offline(True)
    assert UNTIL in told(page, "This computer is off the network. Trying again by itself…", UNTIL)
    page.context.set_offline(False)
    assert answering(page) == SHARES
