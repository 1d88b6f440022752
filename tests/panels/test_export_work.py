"""While a file is made the page lives on, shows how far it is and can stop it; what goes wrong is told."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import Any

import matplotlib as mpl
import pytest

import explorer as ex
from explorer.app import Explorer
from explorer.errors import ExplorerError
from explorer.panels import export, export_files
from explorer.panels.export_delivery import Delivery
from explorer.panels.export_work import MOST_BYTES, Made, Room
from tests.panels.taking import Files, able, buttons, cards, open_page, texts

PATIENCE = 60  # seconds, on a busy machine
BROKEN = "Nothing was made: something broke, and it is not your doing."


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> Files:
    """Every file that was handed to the browser."""
    found: Files = []
    monkeypatch.setattr(
        Delivery, "send", lambda _, told, data: found.append((told["name"], told["type"], bytes(data[0])))
    )
    return found


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, PATIENCE))


async def until(delivery: Delivery, holds: Callable[[dict[str, Any]], bool]) -> None:
    """Wait until a card shows what is waited for."""
    there = asyncio.Event()

    def look(_: object = None) -> None:
        if holds(delivery.shown):
            there.set()

    delivery.observe(look, "shown")
    look()
    await there.wait()
    delivery.unobserve(look, "shown")


def is_over(shown: dict[str, Any]) -> bool:
    return not shown["working"]


# slices


def test_a_page_that_is_being_used_goes_on_while_pages_are_drawn(handed: Files) -> None:
    async def use_it() -> None:
        page = open_page()
        card, shown = cards(page).trip, []
        card.delivery.observe(lambda change: shown.append(change["new"]), "shown")
        card.buttons["pdf"].click()
        assert able(page) == {False}
        assert (card.delivery.shown["working"], handed) == ("Making the whole trip as PDF", [])
        page.sizes.sliders["tokens"].value = 6  # something else is done meanwhile
        await until(card.delivery, lambda shown: shown["done"] == 3)
        page.sizes.sliders["tokens"].value = 5
        assert page.state.trip.config.tokens == 5
        assert mpl.rcParams["pdf.fonttype"] == 3  # and nobody else's settings are held
        await until(card.delivery, is_over)
        told = [(each["done"], each["of"]) for each in shown if each["working"]]
        assert told == [(0, 1), (0, 11), *((done, 11) for done in range(1, 12))]
        assert able(page) == {True}

    run(use_it())
    ((name, _, data),) = handed
    # The file is of what was shown when the button was pressed.
    assert name == "attention-shapes-trip-T3-H2-D2.pdf"
    assert ["B 1, T 3, H 2, D 2, W 2" in text for text in texts(data)] == [True] * 11


def test_of_a_lesson_it_is_told_how_large_it_will_be_and_once_a_part_is_made_what_is_left(
    handed: Files,
) -> None:
    page, told = open_page(), []
    card = cards(page).lesson
    cards(page).turns.value = ("merge_without_reshelve",)
    card.delivery.observe(lambda change: told.append(change["new"]), "shown")
    card.buttons["html"].click()
    ((_, _, data),) = handed
    at_work = [shown for shown in told if shown["working"]]
    assert (at_work[0]["about"], at_work[0]["left"], at_work[1]["left"]) == ("", "", "")
    assert re.fullmatch(r"roughly \d+ kB", at_work[1]["about"])
    known = [shown for shown in at_work if re.match(r"about .*, about ", shown["about"])]
    assert known
    for shown in known:
        said = re.fullmatch(r"about (\d+) kB, about \d+ (s|min) in all", shown["about"])
        assert said
        assert 0.6 < int(said[1]) * 1000 / len(data) < 1.6
        assert re.fullmatch(r"\d+ (s|min) left", shown["left"])
    assert (told[-1]["about"], told[-1]["left"]) == ("", "")


@pytest.mark.parametrize(("name", "kind"), [("trip", "pdf"), ("lesson", "html")])
def test_stop_ends_it_and_nothing_is_handed_over(handed: Files, name: str, kind: str) -> None:
    async def use_it() -> None:
        page = open_page()
        card = getattr(cards(page), name)
        card.buttons[kind].click()
        await until(card.delivery, lambda shown: shown["done"] > 0)
        others = cards(page).numbers.delivery
        others._handle_custom_msg({"kind": "stop"}, [])  # not its own Stop
        assert (able(page), others.shown["said"]) == ({False}, "")
        for unknown in ("stop", {"kind": "go"}, None):
            card.delivery._handle_custom_msg(unknown, [])
        assert card.delivery.shown["working"]
        card.delivery._handle_custom_msg({"kind": "stop"}, [])
        assert card.delivery.shown["said"] == "Stopped. Nothing was made."
        assert able(page) == {True}
        cards(page).numbers.buttons["json"].click()  # and the next thing can be made
        await until(others, is_over)

    run(use_it())
    assert [name for name, _, _ in handed] == ["attention-shapes-numbers-T3-H2-D2.json"]
    assert no_thread_goes_on()


def no_thread_goes_on() -> bool:
    """Wait for the threads that make files: each ends when it next tells how far it is."""
    threads = [thread for thread in threading.enumerate() if thread.name == "export"]
    for thread in threads:
        thread.join(PATIENCE)
    return not any(thread.is_alive() for thread in threads)


def test_one_thing_is_made_at_a_time(handed: Files) -> None:
    async def use_it() -> None:
        page = open_page()
        cards(page).worksheet.buttons["pdf"].click()
        for card, kind, button in buttons(page):  # a button that is greyed can still be sent for
            if (card.key, kind) != ("worksheet", "pdf"):
                button.click()
        await until(cards(page).worksheet.delivery, is_over)
        assert [card.delivery.shown["said"][:5] for card in cards(page).all] == ["", "", "", "Made:", ""]

    run(use_it())
    assert len(handed) == 1


def test_a_page_that_is_closed_makes_no_more_of_it(handed: Files) -> None:
    async def use_it() -> None:
        page = open_page()
        cards(page).lesson.buttons["html"].click()
        await until(cards(page).lesson.delivery, lambda shown: shown["done"] > 0)
        page.close()
        assert no_thread_goes_on()

    run(use_it())
    assert handed == []


def test_the_browser_can_set_nothing() -> None:
    delivery = Delivery(name="Picture")
    before = delivery.shown
    delivery.set_state({"shown": {"working": "<b>"}, "name": "x"})
    assert (delivery.shown, delivery.name) == (before, "Picture")


# what goes wrong


def shown(page: Explorer, name: str) -> dict[str, Any]:
    assert able(page) == {True}
    return getattr(cards(page), name).delivery.shown


@pytest.mark.parametrize(("config", "size"), [(ex.Config(tokens=7), "T = 7"), (ex.Config(batch=2), "B = 2")])
def test_a_worksheet_too_large_for_a_pencil_is_refused_beside_its_button(
    handed: Files, config: ex.Config, size: str
) -> None:
    page = open_page(config=config)
    before = page.state.moment
    cards(page).worksheet.buttons["pdf"].click()
    assert shown(page, "worksheet")["refused"] == (
        f"Cannot make a worksheet of {size}: that is too much for a pencil. "
        "Choose at most T 6, H 4, D 4 and B 1."
    )
    assert (page.state.problem, page.state.moment, handed) == (None, before, [])


@pytest.mark.parametrize(
    ("sizes", "told"),
    [
        (
            "T3; three",
            "Cannot read the sizes ' three': write them as 'T5 H3 D4', each of T, H, D, W, B once at most",
        ),
        ("T9", "Cannot show T = 9 on this page: choose a whole number from 1 to 8."),
        ("T3 H2" + "; T3" * 100, "Cannot read 405 signs of sizes: write 400 at most."),
        (
            "T5; T5",
            (
                "Cannot make a portable lesson of two trips of T 5, H 2, D 2, W 2: a reader could not tell "
                "them apart. Give each sizes of its own."
            ),
        ),
    ],
)
def test_sizes_that_cannot_be_had_are_refused_beside_the_button(handed: Files, sizes: str, told: str) -> None:
    page = open_page()
    cards(page).sizes.value = sizes
    cards(page).lesson.buttons["html"].click()
    assert shown(page, "lesson") == {
        "working": "",
        "done": 0,
        "of": 1,
        "about": "",
        "left": "",
        "said": "",
        "refused": told,
    }
    assert (page.state.problem, cards(page).sizes.value, handed) == (None, sizes, [])
    cards(page).sizes.value = ""
    cards(page).lesson.buttons["html"].click()
    assert (shown(page, "lesson")["refused"], len(handed)) == ("", 1)


@pytest.mark.parametrize("early", [True, False])
def test_a_bug_is_told_where_bugs_are_told(
    monkeypatch: pytest.MonkeyPatch, handed: Files, early: bool
) -> None:
    def broken(*_: object) -> Iterator[tuple[int, int]]:
        if early:
            raise RuntimeError("oops")

        def slices() -> Iterator[tuple[int, int]]:
            yield 0, 1
            raise RuntimeError("oops")

        return slices()

    monkeypatch.setattr(export, "numbers", broken)
    page = open_page()
    cards(page).numbers.buttons["npz"].click()
    assert (page.state.problem.text, page.state.problem.is_bug) == ("RuntimeError: oops", True)
    assert (shown(page, "numbers")["refused"], handed) == (BROKEN, [])


@pytest.mark.parametrize(
    ("name", "kind"),
    [("picture", "png"), ("picture", "svg"), ("picture", "pdf"), ("trip", "pdf"), ("numbers", "npz"),
     ("numbers", "json"), ("worksheet", "pdf"), ("lesson", "html")],
)  # fmt: skip
def test_a_file_too_large_to_hand_over_is_refused_and_says_what_else_there_is(
    monkeypatch: pytest.MonkeyPatch, handed: Files, name: str, kind: str
) -> None:
    monkeypatch.setattr(export_files, "Room", partial(Room, most=2000))
    page = open_page()
    getattr(cards(page), name).buttons[kind].click()
    refused = shown(page, name)["refused"]
    assert refused.startswith("Cannot hand attention-shapes-")
    assert refused.partition(" to the browser: ")[2] == (
        "it is larger than 0.002 MB, the most there can be of a download from this page. Write it on your "
        "own machine, with Python or the command attention-shapes, or choose fewer or smaller sizes."
    )
    assert (page.state.problem, handed) == (None, [])


def test_the_limit_is_one_that_a_browser_bears() -> None:
    file = Room("a.json")
    file.write(bytes(MOST_BYTES))
    with pytest.raises(ExplorerError) as refused:
        file.write(b"1")
    assert "larger than 32 MB" in str(refused.value)


def test_a_size_is_said_in_kb_and_the_bytes_are_sent_with_their_name(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[object] = []
    monkeypatch.setattr(Delivery, "send", lambda _, *told: sent.append(told))
    delivery = Delivery(name="The numbers")
    for _ in range(2):
        delivery.hand(Made("a.npz", "application/octet-stream", bytes(1_234_567)))
    assert delivery.shown["said"] == "Made: a.npz, 1,234.6 kB."
    kind = {"kind": "file", "name": "a.npz", "type": "application/octet-stream"}
    # Each has a number of its own: the same file, made twice, is saved twice.
    assert sent == [({**kind, "id": number}, [bytes(1_234_567)]) for number in (1, 2)]
