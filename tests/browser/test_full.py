"""The page that somebody sees who finds every place taken."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

import explorer as ex
from tests.browser.touching import expect_cells
from tests.browser.watch import Watch
from tests.servers import Visitor
from tests.serving.classes import ServedClass, served

FULL = r"503"
# The contrast of each text with what is behind it, by the formula of WCAG.
CONTRAST = """() => {
  const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (color) => numbers(color).slice(0, 3)
    .map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    const color = getComputedStyle(element).backgroundColor;
    return numbers(color)[3] === 0 ? behind(element.parentElement) : color;
  };
  return [...document.querySelectorAll('h1, p, a, button')].map((element) => {
    const [a, b] = [light(getComputedStyle(element).color), light(behind(element))].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  });
}"""


@pytest.fixture(scope="module")
def one_place(
    tmp_path_factory: pytest.TempPathFactory, jupyter_home: dict[str, str]
) -> Iterator[ServedClass]:
    """A class of one, under a path."""
    with served(tmp_path_factory.mktemp("one"), jupyter_home, "--learners", "1", "--base-url", "/a/b") as it:
        yield it


@pytest.fixture
def learner(one_place: ServedClass) -> Iterator[Visitor]:
    """Whoever has the place."""
    one_place.wait_until(taken=0)
    somebody = Visitor(one_place)
    somebody.open_page()
    yield somebody
    if somebody.kernel_status() == 200:
        assert somebody.say_goodbye() == 204


def test_who_waits_is_let_in_by_itself_and_sees_what_was_asked_for(
    page: Page, watch: Watch, one_place: ServedClass, learner: Visitor
) -> None:
    watch.expect(FULL)
    page.goto(f"{one_place.url}?T=5&step=scores")
    expect(page).to_have_title("The class is full: Attention Shapes Explorer")
    expect(page.get_by_role("heading", name="The class is full")).to_be_visible()
    page.evaluate("look()")  # what it does of itself every quarter of a minute
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^Still full at .+\.$"))
    assert learner.say_goodbye() == 204
    page.locator(".as-picture svg").wait_for()  # nobody touches anything
    expect_cells(page, ex.trace(ex.Config(tokens=5)), "scores")


def test_a_button_tries_again_at_once(
    page: Page, watch: Watch, one_place: ServedClass, learner: Visitor
) -> None:
    watch.expect(FULL)
    page.goto(f"{one_place.url}?T=4")
    again = page.get_by_role("button", name="Try again")
    with page.expect_response(lambda answer: answer.status == 503):
        again.click()
    assert learner.say_goodbye() == 204
    again.click()
    page.locator(".as-picture svg").wait_for()
    assert page.url.endswith("/a/b/?T=4")


def test_the_lesson_opens_without_a_place(
    page: Page, watch: Watch, one_place: ServedClass, learner: Visitor
) -> None:
    watch.expect(FULL)
    page.goto(one_place.url)
    page.get_by_role("link", name="open the lesson").click()
    page.locator("svg").first.wait_for()
    expect(page).to_have_url(re.compile(r"/a/b/lesson(#|$)"))
    assert one_place.state()["taken"] == 1
    page.keyboard.press("ArrowRight")  # its script runs under the server's rules for scripts
    expect(page).to_have_url(re.compile(r"/a/b/lesson#.*step=cut"))


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_in_light_and_dark_on_every_screen(
    page: Page, watch: Watch, one_place: ServedClass, learner: Visitor, scheme: str, width: int
) -> None:
    watch.expect(FULL)
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(one_place.url)
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 23, 26)"}[scheme]
    assert min(page.evaluate(CONTRAST)) >= 4.5
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_server_that_is_gone_is_told_of(
    page: Page, watch: Watch, one_place: ServedClass, learner: Visitor
) -> None:
    watch.expect(FULL)
    watch.expect(r"health|Failed to load|ERR_")
    page.goto(one_place.url)
    page.route("**/health", lambda route: route.abort())
    page.evaluate("look()")
    expect(page.get_by_role("status")).to_have_text("The server cannot be reached. Trying again…")
