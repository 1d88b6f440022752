"""Taking things home in a real browser: each file is downloaded, opened and held against the engine's own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Download, Locator, Page, expect
from pypdf import PdfReader

import explorer as ex
from tests.browser.lessons import opener
from tests.browser.test_for_everyone import overflow
from tests.browser.test_names import SMALL, nameless
from tests.browser.touching import expect_cells, go
from tests.browser.wrong import READABLE
from tests.exports.kit import texts, tight
from tests.servers import wait_for

OpenPage = Callable[..., Page]
CONFIG = ex.Config(tokens=4, head_dim=3)
HERE = "?T=4&D=3&step=mask&place=export"
CARDS = ("Picture", "The whole trip", "The numbers", "Worksheet", "Lesson to carry")


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name=name, exact=True)


def taken(page: Page, name: str, button: str, folder: Path) -> Path:
    """Press a button, keep the file that comes of it, and see that the page says so."""
    with page.expect_download() as download:
        card(page, name).get_by_role("button", name=button, exact=True).click()
    return kept(page, name, download.value, folder)


def kept(page: Page, name: str, download: Download, folder: Path) -> Path:
    path = folder / download.suggested_filename
    download.save_as(path)
    said = f"Made: {path.name}, {path.stat().st_size / 1000:,.1f} kB."
    expect(card(page, name).get_by_role("status")).to_have_text(said)
    expect(card(page, name).get_by_role("button", name="Stop")).to_be_hidden()
    return path


def open_here(voila_page: OpenPage, query: str = HERE) -> Page:
    page = voila_page(query)
    card(page, "Lesson to carry").wait_for()
    return page


def test_pictures_numbers_and_pages_are_downloaded_and_hold_what_the_page_shows(
    voila_page: OpenPage, tmp_path: Path
) -> None:
    page, trip = open_here(voila_page), ex.trace(CONFIG)
    png, svg, pdf = (taken(page, "Picture", kind, tmp_path) for kind in ("PNG", "SVG", "PDF"))
    assert png.name == "attention-shapes-mask.png"
    assert png.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    struck = int(np.isneginf(trip["mask"]["struck"].values).sum())
    assert svg.read_text().count(">-inf</text>") >= struck
    assert len(PdfReader(pdf).pages) == 1

    with np.load(taken(page, "The numbers", "NPZ", tmp_path), allow_pickle=False) as file:
        np.testing.assert_array_equal(file["merge.output"], trip.output.values)
        assert file["merge.output.axes"].tolist() == list(trip.output.axes)
    told = json.loads(taken(page, "The numbers", "JSON", tmp_path).read_text())
    assert told["steps"][-1]["tensors"]["output"]["values"] == trip.output.values.tolist()

    card(page, "The whole trip").get_by_label("Paper").select_option("Letter")
    pages = texts(taken(page, "The whole trip", "PDF", tmp_path))
    assert len(pages) == 11
    assert all("B 1, T 4, H 2, D 3, W 2" in text for text in pages)

    card(page, "Worksheet").get_by_label("Seed").fill("7")
    card(page, "Worksheet").get_by_label("Seed").press("Tab")
    sheet = texts(taken(page, "Worksheet", "PDF", tmp_path))
    assert "T 4, H 2, D 3, W 2, seed 7" in sheet[0]
    assert "?T=4&D=3&edits=" in tight(sheet[0])
    assert any("Attention by hand: answers" in text for text in sheet[1:])


def test_a_lesson_goes_from_the_page_to_a_reader_without_a_network(
    voila_page: OpenPage, tmp_path: Path
) -> None:
    page = open_here(voila_page, f"{HERE}&turns=merge_without_reshelve")
    lesson = card(page, "Lesson to carry")
    expect(lesson.locator("option:checked")).to_have_count(1)
    lesson.get_by_label("Other sizes too").fill("T2")
    lesson.get_by_label("Other sizes too").press("Tab")
    path = taken(page, "Lesson to carry", "HTML", tmp_path)
    assert path.name == "attention-shapes-lesson-T4-H2-D3-and-1-more.html"
    page.goto("about:blank")
    reader = opener(page, tmp_path)(file=path.name)
    for step in ("reshelve", "scores", "merge"):
        go(reader, step)
        expect_cells(reader, ex.trace(CONFIG), step)
    reader.get_by_role("button", name="Wrong turns").click()
    expect(reader.locator(".attention-shapes")).to_contain_text("dividers pulled out before the shelves")


def test_a_link_saves_it_once_more(voila_page: OpenPage, tmp_path: Path) -> None:
    page = open_here(voila_page)
    again = card(page, "The numbers").get_by_role("link", name="Save it again")
    expect(again).to_be_hidden()
    first = taken(page, "The numbers", "JSON", tmp_path).read_bytes()
    with page.expect_download() as download:
        again.click()
    assert download.value.suggested_filename == "attention-shapes-numbers-T4-H2-D3.json"
    assert Path(download.value.path()).read_bytes() == first


def test_while_a_trip_is_drawn_the_page_is_used_and_a_key_stops_it(voila_page: OpenPage) -> None:
    page = open_here(voila_page, "?T=8&H=4&D=6&B=3&step=scores&place=export")
    downloads: list[Download] = []
    page.on("download", lambda download: downloads.append(download))
    trip = card(page, "The whole trip")
    button, stop = trip.get_by_role("button", name="PDF"), trip.get_by_role("button", name="Stop")
    button.focus()
    page.keyboard.press("Enter")
    expect(stop).to_be_focused()  # what was pressed can't be pressed now
    expect(trip.get_by_role("status")).to_have_text("Making the whole trip as PDF")
    expect(trip.get_by_role("progressbar")).to_be_visible()
    for name in CARDS:
        for each in card(page, name).locator(".jupyter-button").all():
            expect(each).to_be_disabled()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".as-step-mask")).to_have_attribute("aria-current", "step")
    wait_for("progress", lambda: trip.get_by_role("progressbar").evaluate("(bar) => bar.value >= 2"))
    expect(stop).to_be_focused()
    page.keyboard.press("Enter")
    expect(trip.get_by_role("status")).to_have_text("Stopped. Nothing was made.")
    expect(button).to_be_focused()
    expect(button).to_be_enabled()
    assert downloads == []


def test_how_large_a_lesson_will_be_and_how_long_it_takes_is_told_while_it_is_made(
    voila_page: OpenPage,
) -> None:
    page = open_here(voila_page, "?T=8&H=4&D=4&turns=flip_forgotten,key_t&place=export")
    lesson = card(page, "Lesson to carry")
    left, status = lesson.locator(".as-delivery-left"), lesson.get_by_role("status")
    lesson.get_by_role("button", name="HTML").focus()
    page.keyboard.press("Enter")
    foretold = re.compile(r"^Making the lesson as HTML: about [\d.]+ [kM]B, about \d+ (s|min) in all$")
    expect(status).to_have_text(foretold, timeout=60_000)
    expect(left).to_have_text(re.compile(r"^\d+ (s|min) left$"))
    expect(status).to_be_in_viewport(ratio=1)
    lesson.get_by_role("button", name="Stop").click()
    expect(status).to_have_text("Stopped. Nothing was made.")
    expect(left).to_be_hidden()


def test_what_is_refused_is_told_beside_its_button_and_nothing_is_lost(
    voila_page: OpenPage, tmp_path: Path
) -> None:
    page = open_here(voila_page)
    lesson = card(page, "Lesson to carry")
    sizes = lesson.get_by_label("Other sizes too")
    sizes.fill("T9 <b>")
    lesson.get_by_role("button", name="HTML").click()
    alert = lesson.get_by_role("alert")
    expect(alert).to_have_text(re.compile(r"^Cannot read the sizes 'T9 <b>': write them as 'T5 H3 D4'"))
    expect(alert).to_be_in_viewport(ratio=1)
    expect(sizes).to_have_value("T9 <b>")
    expect(page.locator(".as-problem [role=alert]")).to_have_count(0)
    sizes.fill("")
    taken(page, "Lesson to carry", "HTML", tmp_path)
    expect(alert).to_have_text("")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_everything_has_a_name_can_be_hit_and_be_read_on_a_phone_too(
    voila_page: OpenPage, tmp_path: Path, dark: bool
) -> None:
    page = open_here(voila_page, f"{HERE}&turns=qkv_order&theme={'dark' if dark else 'light'}")
    taken(page, "The numbers", "NPZ", tmp_path)
    card(page, "Worksheet").get_by_label("Seed").fill("3")
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 800})
        expect(card(page, "Picture")).to_be_visible()
        wait_for("names for all", lambda: nameless(page) == [], patience=10)
        assert page.evaluate(SMALL) == []
        assert overflow(page)[0] == 0
        assert page.evaluate(READABLE) == []
    assert [each.get_attribute("aria-label") for each in page.locator(".as-take").all()] == list(CARDS)


def test_in_a_notebook_files_are_downloaded_too(lab_page: OpenPage, tmp_path: Path) -> None:
    page = lab_page("explorer.ipynb")
    page.locator(".as-places").get_by_role("button", name="Export").click()
    card(page, "Lesson to carry").wait_for()
    with np.load(taken(page, "The numbers", "NPZ", tmp_path), allow_pickle=False) as file:
        np.testing.assert_array_equal(file["merge.output"], ex.trace().output.values)
    assert len(PdfReader(taken(page, "Picture", "PDF", tmp_path)).pages) == 1
    sizes = card(page, "Lesson to carry").get_by_label("Other sizes too")
    sizes.press_sequentially("T2 b a x")  # letters that are JupyterLab's shortcuts
    expect(sizes).to_have_value("T2 b a x")
    expect(page.locator(".jp-NotebookPanel .jp-Cell")).to_have_count(
        len(json.loads((Path(__file__).parents[2] / "notebooks" / "explorer.ipynb").read_text())["cells"])
    )
