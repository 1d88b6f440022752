"""What waits until the picture is on the screen: told once, as things are by then, never after the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator

import ipywidgets as widgets
import pytest
from traitlets import HasTraits

import explorer as ex
from explorer.app import Explorer
from explorer.panels import soon
from explorer.panels.soon import Soon

PATIENCE = 60  # seconds, on a busy machine
Sent = list[tuple[widgets.Widget, str, object]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Every trait that is sent to the browser, by widget and name."""
    found: Sent = []

    def spy(widget: widgets.Widget, message: dict[str, dict[str, object]], buffers: object = None) -> None:
        if message["method"] == "update":
            found.extend((widget, name, value) for name, value in message["state"].items())

    monkeypatch.setattr(widgets.Widget, "_send", spy)
    return found


@pytest.fixture
def page() -> Iterator[Explorer]:
    made = ex.build()
    yield made
    made.close()


def from_browser(widget: widgets.Widget, value: object) -> None:
    """Let a person's change arrive as the browser sends it."""
    widget.set_state({"value": value})


async def until(holder: HasTraits, name: str, value: object) -> None:
    """Wait until a trait has a value."""
    there = asyncio.Event()
    holder.observe(lambda change: change["new"] == value and there.set(), name)
    if getattr(holder, name) != value:
        await asyncio.wait_for(there.wait(), PATIENCE)


async def all_told() -> None:
    """Wait until all that was asked for before this has been called."""
    rung = asyncio.Event()
    Soon(rung.set).ask()
    await asyncio.wait_for(rung.wait(), PATIENCE)


def in_a_loop(play: Callable[[], Coroutine[None, None, None]]) -> None:
    asyncio.run(play())


def test_the_picture_is_drawn_at_once_and_the_rest_soon(page: Explorer) -> None:
    async def play() -> None:
        before = page.story.text.value, page.picture.stage.frame, page.sizes.width.value
        page.state.config = page.state.config.replace(heads=3)
        after = page.story.text.value, page.picture.stage.frame, page.sizes.width.value
        assert [old == new for old, new in zip(before, after, strict=True)] == [True, False, True]
        await until(page.sizes.sliders["heads"], "value", 3)
        assert page.sizes.width.value.endswith("3 × 2 = <b>6</b>")

    in_a_loop(play)


def test_plain_python_reads_what_it_wrote(page: Explorer) -> None:
    page.state.config = page.state.config.replace(heads=3)
    assert page.sizes.sliders["heads"].value == 3


def test_several_changes_meanwhile_are_told_once(page: Explorer, sent: Sent) -> None:
    async def play() -> None:
        page.state.config = page.state.config.replace(tokens=4)
        page.state.config = page.state.config.replace(tokens=5)
        page.state.selection = page.state.selection.replace(head=1)
        await all_told()

    in_a_loop(play)
    assert [value for widget, _, value in sent if widget is page.sizes.sliders["tokens"]] == [5]
    said = [value for widget, name, value in sent if widget is page.companion.root and name == "say"]
    assert said == [page.state.changes.text]


def test_a_slider_that_is_dragged_on_is_not_pulled_back(page: Explorer, sent: Sent) -> None:
    slider = page.sizes.sliders["tokens"]

    async def play() -> None:
        from_browser(slider, 4)
        from_browser(slider, 5)
        await until(page.sizes.numbers["tokens"], "value", "5")
        from_browser(slider, 6)
        await until(page.sizes.numbers["tokens"], "value", "6")

    in_a_loop(play)
    assert [(name, value) for widget, name, value in sent if widget is slider] == []
    assert page.state.config.tokens == slider.value == 6


def test_who_goes_on_asking_is_answered_meanwhile() -> None:
    asked = []

    async def play() -> None:
        rung = asyncio.Event()
        kept_on = Soon(rung.set)
        async with asyncio.timeout(PATIENCE):
            while not rung.is_set():
                kept_on.ask()
                asked.append(rung.is_set())
                await asyncio.sleep(0)  # no time: lets the loop do what else there is

    in_a_loop(play)
    assert len(asked) > 1
    assert not any(asked)


def test_what_is_refused_is_said_at_once_and_put_back_soon(page: Explorer) -> None:
    box = page.sizes.numbers["tokens"]

    async def play() -> None:
        from_browser(box, "99")
        assert "Cannot show T = 99 on this page" in page.picture.problem.value
        await until(box, "value", "3")

    in_a_loop(play)
    assert page.state.config.tokens == 3


def test_what_is_taken_back_meanwhile_is_never_shown(page: Explorer, sent: Sent) -> None:
    async def play() -> None:
        page.state.config = page.state.config.replace(tokens=5)
        page.state.undo()
        await all_told()
        assert not [value for widget, _, value in sent if widget is page.sizes.sliders["tokens"]]
        page.state.redo()
        await all_told()

    in_a_loop(play)
    assert (page.state.config.tokens, page.sizes.sliders["tokens"].value) == (5, 5)
    assert (page.state.can_undo, page.state.can_redo) == (True, False)


def test_a_closed_page_is_told_nothing_more(page: Explorer) -> None:
    async def play() -> None:
        page.state.config = page.state.config.replace(tokens=5)
        page.close()
        await all_told()

    in_a_loop(play)
    assert page.sizes.sliders["tokens"].value == 3


def test_a_loop_that_ended_too_soon_holds_nothing_up(page: Explorer) -> None:
    async def play() -> None:
        page.state.config = page.state.config.replace(tokens=4)

    in_a_loop(play)
    assert page.sizes.sliders["tokens"].value == 3

    async def play_again() -> None:
        page.state.config = page.state.config.replace(tokens=5)
        await all_told()

    in_a_loop(play_again)
    assert page.sizes.sliders["tokens"].value == 5
    in_a_loop(play)
    page.state.config = page.state.config.replace(tokens=6)
    assert page.sizes.sliders["tokens"].value == 6


def test_what_breaks_later_is_told_all_the_same(page: Explorer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.panels.share.write_address", lambda *_: 1 / 0)
    raised: list[object] = []

    async def play() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, what: raised.append(what["exception"]))
        page.state.config = page.state.config.replace(tokens=4)
        await all_told()

    in_a_loop(play)
    assert [type(error) for error in raised] == [ZeroDivisionError]
    assert page.picture.problem.value == (
        '<p role="alert">Something broke, and it is not your doing: ZeroDivisionError: division by zero</p>'
    )


def test_a_moment_is_short() -> None:
    assert 1 / 60 < soon.MOMENT < 0.1  # a frame; what a person takes for at once
