"""What can be taken home from the page: each file opened, and held against the engine's own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

import explorer as ex
from explorer.app import Explorer
from explorer.exports.lesson import lesson_html
from explorer.exports.trip_pdf import trip_pdf
from explorer.exports.worksheet import worksheet
from explorer.figures import figure, figure_two_flips
from explorer.panels.export_delivery import Delivery
from explorer.panels.export_link import link_of
from explorer.panels.export_scenes import PICTURES
from explorer.panels.state import ExplorerState
from explorer.scene.look import Look
from tests.exports.kit import tight
from tests.exports.lesson_kit import meta_of, trips_of
from tests.panels.said import plain
from tests.panels.taking import Files, able, buttons, cards, open_page, texts

WRONG = "turns=merge_without_reshelve"
CONFIG = ex.Config(tokens=4, heads=3, head_dim=2, batch=2)
SIZES = "T=4&H=3&B=2"


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> Files:
    """Every file that was handed to the browser: name, kind, bytes."""
    found: Files = []

    def send(_: Delivery, content: dict[str, str], buffers: list[bytes]) -> None:
        found.append((content["name"], content["type"], bytes(buffers[0])))

    monkeypatch.setattr(Delivery, "send", send)
    return found


Take = Callable[..., tuple[str, str, bytes]]


@pytest.fixture
def take(handed: Files, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Take:
    """Press a button, and give the one file that comes of it; none is left where the kernel is."""
    here = tmp_path_factory.mktemp("kernel")
    monkeypatch.chdir(here)
    monkeypatch.setattr(tempfile, "tempdir", str(here))

    def press(page: Explorer, card: str, kind: str) -> tuple[str, str, bytes]:
        handed.clear()
        found = getattr(cards(page), card)
        found.buttons[kind].click()
        assert page.state.problem is None
        assert found.delivery.shown["refused"] == ""
        (file,) = handed
        assert found.delivery.shown["said"] == f"Made: {file[0]}, {len(file[2]) / 1000:,.1f} kB."
        assert able(page) == {True}
        assert list(here.iterdir()) == []
        return file

    return press


def written(figure_of: object) -> str:
    """Write a figure as an SVG without its date."""
    text = BytesIO()
    figure_of.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue().decode()


# coming here


def test_who_never_comes_here_waits_for_none_of_it() -> None:
    page = ex.build()
    assert page.export.cards is None
    page.places.places.value = "two_flips"
    assert page.export.root.children == ()
    page.places.places.value = "export"
    assert [card.key for card in cards(page).all] == ["picture", "trip", "numbers", "worksheet", "lesson"]
    built = page.export.cards
    page.places.places.value = "walk"
    page.places.places.value = "export"
    assert page.export.cards is built


def test_coming_here_imports_nothing_that_draws_and_a_button_does() -> None:
    script = """
import sys, explorer
page = explorer.build(address="place=export")
cards = page.export.cards
print("matplotlib" in sys.modules, "explorer.exports.lesson" in sys.modules)
cards.numbers.buttons["npz"].click()
cards.lesson.buttons["html"].click()
print(cards.lesson.delivery.shown["said"][:5], "matplotlib" in sys.modules)
cards.picture.buttons["svg"].click()
print(cards.picture.delivery.shown["said"][:5], "matplotlib" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "False False\nMade: False\nMade: True\n", done.stderr


def test_every_card_says_what_it_is_for_and_every_button_what_it_makes() -> None:
    page = open_page()
    for card in cards(page).all:
        told, *_ = card.root.children
        assert len(plain(told.value)) > 60
        assert card.delivery.name in plain(told.value)
    assert {button.tooltip for _, _, button in buttons(page)} == {
        "Picture as PNG", "Picture as SVG", "Picture as PDF", "The whole trip as PDF", "The numbers as NPZ",
        "The numbers as JSON", "Worksheet as PDF", "Lesson to carry as HTML",
    }  # fmt: skip


# pictures


@pytest.mark.parametrize(
    ("kind", "begins"), [("png", b"\x89PNG\r\n\x1a\n"), ("svg", b"<?xml"), ("pdf", b"%PDF-")]
)
def test_the_step_at_hand_is_one_picture_in_any_of_three_kinds(take: Take, kind: str, begins: bytes) -> None:
    name, media, data = take(open_page("step=reshelve"), "picture", kind)
    assert name == f"attention-shapes-reshelve.{kind}"
    assert media == {"png": "image/png", "svg": "image/svg+xml", "pdf": "application/pdf"}[kind]
    assert data.startswith(begins)


def test_a_picture_has_the_words_colours_theme_pins_and_decimals_of_the_page(take: Take) -> None:
    page = open_page(f"{SIZES}&step=scores")
    page.state.view = page.state.view.replace(words="pencil", theme="dark", colour="origin", decimals=1)
    page.state.selection = page.state.selection.replace(batch=1, head=2)
    look = Look(words="pencil", theme="dark", colour="origin", decimals=1, batch=1, head=2)
    _, _, data = take(page, "picture", "svg")
    assert data.decode() == written(figure(ex.trace(CONFIG), "scores", look))


def test_the_next_picture_is_of_the_next_step(take: Take) -> None:
    page = open_page("step=cut")
    page.companion.on_message({"kind": "step", "by": 1})
    assert page.state.selection.place == "export"
    assert cards(page).which.label == "This step: 3 dividers"
    assert take(page, "picture", "svg")[2].decode() == written(figure(ex.trace(), "dividers"))


@pytest.mark.parametrize("which", [name for name in PICTURES if name != "step"])
def test_what_the_other_places_show_can_be_taken_too(take: Take, which: str) -> None:
    page = open_page(f"{SIZES}&step=blend&moves=dividers,reshelve")
    cards(page).which.value = which
    name, _, data = take(page, "picture", "svg")
    assert name == f"attention-shapes-{which}.svg"
    elsewhere = ExplorerState(address=f"{SIZES}&step=blend&moves=dividers,reshelve&place={which}")
    shown = sorted(cell.text for cell in elsewhere.scene.cells() if re.fullmatch(r"-?[\d.]+", cell.text))
    assert len(shown) > 8
    in_cells = re.findall(r'/text">(?:(?!</g>).)*?>(-?[\d.]+)</text>', data.decode(), re.DOTALL)
    assert sorted(in_cells) == shown


def test_both_flips_are_drawn_as_notebooks_have_them(take: Take) -> None:
    page = open_page("step=merge")
    cards(page).which.value = "two_flips"
    assert take(page, "picture", "svg")[2].decode() == written(figure_two_flips(ex.trace()))


# right and wrong


def test_wrong_turns_of_the_page_are_offered_beside_the_right_way(take: Take) -> None:
    page = open_page(f"step=merge&{WRONG}")
    way = cards(page).way
    assert way.layout.display == ""
    assert [value for _, value in way.options] == ["right", "wrong"]
    assert way.value == "wrong"
    wrong = ex.trace(wrong_turns=["merge_without_reshelve"])
    rows = [f"{value:.2f}" if value % 1 else f"{value:.0f}" for value in wrong.output.values[0, 1]]
    assert " ".join(rows) in texts(take(page, "picture", "pdf")[2])[0]
    name, _, data = take(page, "numbers", "json")
    assert name == "attention-shapes-numbers-T3-H2-D2-wrong.json"
    assert json.loads(data)["wrong_turns"] == ["merge_without_reshelve"]
    assert json.loads(data)["steps"][-1]["tensors"]["output"]["values"] == wrong.output.values.tolist()
    said = f"Wrong turns: {ex.WRONG_TURNS['merge_without_reshelve'].say('both')}."
    assert tight(said) in tight(texts(take(page, "trip", "pdf")[2])[0])
    way.value = "right"
    assert "wrong_turns" not in json.loads(take(page, "numbers", "json")[2])
    assert take(page, "picture", "svg")[2].decode() == written(figure(ex.trace(), "merge"))


def test_a_trip_that_numpy_refused_is_taken_as_far_as_it_went(take: Take) -> None:
    page = open_page("step=scores&turns=flip_forgotten")
    told = json.loads(take(page, "numbers", "json")[2])
    assert told["refusal"]["step"] == "scores"
    assert len(texts(take(page, "trip", "pdf")[2])) == 11


def test_without_wrong_turns_there_is_nothing_to_choose() -> None:
    page = open_page()
    assert cards(page).way.layout.display == "none"
    page.state.selection = page.state.selection.replace(turns=("qkv_order",))
    assert (cards(page).way.layout.display, cards(page).way.value) == ("", "wrong")
    page.state.selection = page.state.selection.replace(turns=())
    assert (cards(page).way.layout.display, cards(page).way.value) == ("none", "right")


def test_a_hidden_wrong_turn_is_not_given_away(take: Take) -> None:
    page = open_page("step=merge&surprise=17")
    assert page.state.hidden is not None
    assert cards(page).way.layout.display == "none"
    assert cards(page).turns.value == ()
    assert "wrong_turns" not in json.loads(take(page, "numbers", "json")[2])
    assert take(page, "picture", "svg")[2].decode() == written(figure(ex.trace(), "merge"))


# the whole trip, the numbers


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_whole_trip_is_the_one_of_the_command_line_on_light_paper(
    take: Take, paper: str, tmp_path: Path
) -> None:
    page = open_page(f"{SIZES}&step=merge&words=standard&theme=dark&head=1")
    cards(page).paper.value = paper
    name, media, data = take(page, "trip", "pdf")
    assert (name, media) == ("attention-shapes-trip-T4-H3-D2.pdf", "application/pdf")
    trip_pdf(ex.trace(CONFIG), tmp_path / "trip.pdf", paper=paper, words="standard", head=1)
    assert data == (tmp_path / "trip.pdf").read_bytes()
    assert len(texts(data)) == 11


def test_the_numbers_open_with_plain_numpy_and_are_the_engines(take: Take) -> None:
    page = open_page(SIZES)
    name, media, data = take(page, "numbers", "npz")
    assert (name, media) == ("attention-shapes-numbers-T4-H3-D2.npz", "application/octet-stream")
    with np.load(BytesIO(data), allow_pickle=False) as file:
        for step in ex.trace(CONFIG).steps:
            for tensor, recorded in step.tensors.items():
                np.testing.assert_array_equal(file[f"{step.name}.{tensor}"], recorded.values)
    _, media, data = take(page, "numbers", "json")
    assert media == "application/json"
    assert [step["name"] for step in json.loads(data)["steps"]] == list(ex.STEP_NAMES)


# the worksheet, the lesson


def test_the_worksheet_has_its_seed_its_paper_its_answers_and_its_link(take: Take, tmp_path: Path) -> None:
    page = open_page("T=4&words=pencil")
    cards(page).seed.value, cards(page).sheet_paper.value = 7, "letter"
    name, _, data = take(page, "worksheet", "pdf")
    assert name == "attention-shapes-worksheet-T4-H2-D2-seed7.pdf"
    config = ex.Config(tokens=4)
    count = worksheet(config, tmp_path / "a.pdf", seed=7, paper="letter", words="pencil", link=link_of)
    assert data == (tmp_path / "a.pdf").read_bytes()
    pages = texts(data)
    assert len(pages) == count
    assert tight("put this behind its address:") in tight(pages[0])
    assert "?T=4&edits=" in tight(pages[0])
    assert [tight("Attention by hand: answers") in tight(text) for text in pages].count(True) == 1


def test_the_lesson_has_the_trip_at_hand_the_chosen_wrong_turns_and_other_sizes(take: Take) -> None:
    page = open_page(f"{WRONG}&words=pencil&theme=dark")
    assert cards(page).turns.value == ("merge_without_reshelve",)
    cards(page).turns.value = ("qkv_order", "merge_without_reshelve")
    cards(page).sizes.value = "T2 H1; T3 H2 D2"
    name, media, data = take(page, "lesson", "html")
    assert (name, media) == ("attention-shapes-lesson-T3-H2-D2-and-1-more.html", "text/html")
    trips = [ex.trace(), ex.trace(ex.Config(tokens=2, heads=1))]
    turns = cards(page).turns.value
    assert data.decode() == lesson_html(trips, turns=turns, words="pencil", theme="dark")
    assert meta_of(data.decode())["turns"] == list(turns)
    assert len(trips_of(data.decode())) == 2


def test_other_wrong_turns_on_the_page_are_those_of_the_lesson_unless_it_has_its_own(take: Take) -> None:
    page = open_page(WRONG)
    cards(page).turns.value = ("qkv_order",)
    page.state.view = page.state.view.replace(words="pencil")  # nothing that asks for others
    assert cards(page).turns.value == ("qkv_order",)
    page.state.selection = page.state.selection.replace(turns=("flip_forgotten",))
    assert cards(page).turns.value == ("flip_forgotten",)
    labels = [label for label, _ in cards(page).turns.options]
    assert len(labels) == len(ex.WRONG_TURNS)
    assert "10 merge: dividers pulled out before the shelves traded back" in labels
