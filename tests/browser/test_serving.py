"""What a visitor sees of the serving: a page that is ours, asks nobody else, and tells when it is dead."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.watch import Watch
from tests.servers import Server, Visitor, wait_for

OpenPage = Callable[..., Page]
BAR = "#connection"
PAPER = "getComputedStyle(document.body).backgroundColor"


def kernel_of(page: Page) -> str:
    return str(
        page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    )


def test_the_page_is_ours(voila_page: OpenPage) -> None:
    page = voila_page()
    expect(page).to_have_title("Attention Shapes Explorer")
    assert page.locator("html").get_attribute("lang") == "en"
    assert (
        page.locator("link[rel=icon][type='image/svg+xml']").count()
        == page.locator("link[rel=icon]").count()
        == 1
    )
    expect(page.locator(BAR)).to_have_count(1)
    expect(page.locator(BAR)).to_be_hidden()
    expect(page.locator("#loading")).to_have_count(0)


def test_the_page_links_nobody_else(voila_page: OpenPage) -> None:
    """`page` fails the test for any request elsewhere; here, for any link that would make one."""
    page = voila_page()
    elsewhere = page.evaluate(
        "[...document.querySelectorAll('link[href], script[src], img[src]')].map(e => e.href || e.src)"
        ".filter(u => u.startsWith('http') && new URL(u).host !== location.host)"
    )
    assert elsewhere == []


def test_a_script_in_the_address_does_not_run(voila_page: OpenPage) -> None:
    page = voila_page("?theme=%22%3E%3Cscript%3Ewindow.ran=1%3C/script%3E")
    assert page.evaluate("window.ran") is None


def test_the_page_opens_whole_with_the_network_cut(page: Page, voila_server: Server, watch: Watch) -> None:
    """The browser finds no host but this one, and is not asked to: scripts, sheets and icons are here."""
    hosts = set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    page.goto(voila_server.url, wait_until="commit")
    page.locator(".as-picture svg").wait_for()
    page.wait_for_load_state("networkidle")
    assert hosts - {""} == {urlsplit(voila_server.url).netloc}  # what lies in the page itself has no host
    watch.expect(r"example\.com|Content Security Policy|ERR_NAME_NOT_RESOLVED|Failed to (load|fetch)")
    reached = "fetch('http://example.com/').then(() => true, () => false)"
    assert page.evaluate(reached) is False


def test_who_wants_no_motion_gets_none(page: Page, voila_server: Server) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(voila_server.url, wait_until="commit")
    square = page.locator("#loading rect").first
    square.wait_for()
    assert square.evaluate("square => getComputedStyle(square).animationName") == "none"
    page.locator(".attention-shapes").wait_for()


@pytest.mark.parametrize(
    ("asked", "likes", "paper"),
    [
        ("", "dark", "dark"),
        ("", "light", "light"),
        ("?theme=dark", "light", "dark"),
        ("?theme=light", "dark", "light"),
    ],
)
def test_the_wait_is_as_light_or_dark_as_the_page(
    page: Page, voila_server: Server, asked: str, likes: str, paper: str
) -> None:
    page.emulate_media(color_scheme=likes)
    page.goto(voila_server.url + asked, wait_until="commit")
    page.locator("#loading rect").first.wait_for()
    while_waiting = page.evaluate(PAPER)
    page.locator(".as-picture svg").wait_for()
    expect(page.locator(".as-page")).to_have_css("color-scheme", {"dark": "dark", "light": "normal"}[paper])
    assert while_waiting == {"dark": "rgb(20, 23, 26)", "light": "rgb(255, 255, 255)"}[paper]


def test_a_bar_tells_when_the_kernel_died_and_offers_to_reload(
    voila_page: OpenPage, voila_server: Server, watch: Watch
) -> None:
    watch.expect(r"api/kernels/|404|WebSocket|[Kk]ernel")  # all about the kernel that is gone
    page = voila_page()
    voila_server.kernel(kernel_of(page)).kill()
    bar = page.locator(BAR)
    expect(bar).to_be_visible(timeout=30_000)
    expect(bar).to_contain_text("The session behind this page has ended")
    bar.get_by_role("button", name="Reload").click()
    page.locator(".attention-shapes").wait_for()
    expect(bar).to_be_hidden()


@pytest.mark.parametrize("has_beforeunload", [True, False])
def test_leaving_the_page_frees_its_kernel(page: Page, voila_server: Server, has_beforeunload: bool) -> None:
    if not has_beforeunload:  # as on a tablet
        silent = "window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation())"
        page.add_init_script(silent)
    page.goto(voila_server.url, wait_until="commit")
    page.locator(".as-picture svg").wait_for()
    visitor = Visitor(voila_server)
    visitor.kernel_id = kernel_of(page)
    assert visitor.kernel_status() == 200
    page.goto("about:blank")
    wait_for("the kernel to be freed", lambda: visitor.kernel_status() == 404)


def test_jupyterlab_opens_the_copy(lab_page: OpenPage) -> None:
    page = lab_page("explorer.ipynb")
    page.locator(".attention-shapes").wait_for()
    assert page.locator(".as-step.as-here").inner_text() == "1 pour"
