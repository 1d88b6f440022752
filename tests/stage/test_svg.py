"""The SVG text: well formed, fit to stand beside another, and the same picture as matplotlib's."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter

import pytest

import explorer as ex
from explorer.scene import Look, Scene
from explorer.scene.display import Label
from explorer.stage import to_svg
from tests.scene.kit import PICTURES, picture, random_trip

SVG = "{http://www.w3.org/2000/svg}"
TRIP = random_trip(5, 2, 5, 3, 4, window=2)


def parsed(scene: Scene, prefix: str = "") -> ET.Element:
    """The element, parsed as XML."""
    return ET.fromstring(to_svg(scene, prefix))


def ids(root: ET.Element) -> list[str]:
    """Every id in the element."""
    return [element.get("id", "") for element in root.iter() if element.get("id")]


@pytest.mark.parametrize("name", PICTURES)
def test_every_cell_stands_where_the_scene_says(name: str) -> None:
    scene = picture(TRIP, name, Look(theme="dark"))
    groups = {group.get("id"): group for group in parsed(scene, "p-").iter(f"{SVG}g")}
    for panel in scene.panels:
        for cell in panel.cells:
            group = groups[f"p-{panel.role}/{cell.identity}"]
            rectangle, number = group.find(f"{SVG}rect"), group.find(f"{SVG}text")
            assert rectangle is not None
            assert number is not None
            place = [float(rectangle.get(key, "")) for key in ("x", "y", "width", "height")]
            assert place == pytest.approx([cell.x, cell.y, cell.w, cell.h], abs=0.006)
            assert (rectangle.get("fill"), number.get("fill"), number.text) == (
                cell.fill,
                cell.ink,
                cell.text,
            )
            at = (float(number.get("x", "")), float(number.get("y", "")))
            assert at == pytest.approx(cell.text_at, abs=0.006)
            assert group.findtext(f"{SVG}title") == cell.title
            assert (group.find(f"{SVG}path") is not None) == cell.struck


@pytest.mark.parametrize("name", PICTURES)
def test_every_label_is_written(name: str) -> None:
    scene = picture(TRIP, name)
    root = parsed(scene)
    written = [element.text for element in root.findall(f"{SVG}text")]
    assert written == [mark.text for mark in scene.marks if isinstance(mark, Label)]


def test_ids_are_unique_even_for_two_pictures_on_one_page() -> None:
    found = [
        name
        for number, picture_name in enumerate((*PICTURES, *PICTURES))
        for name in ids(parsed(picture(TRIP, picture_name), f"{number}-"))
    ]
    assert [name for name, count in Counter(found).items() if count > 1] == []


def test_it_is_an_image_with_a_name_and_a_text_equivalent() -> None:
    scene = picture(TRIP, "inside_flip")
    root = parsed(scene, "p-")
    assert (root.get("role"), root.get("width"), root.get("height")) == ("img", "100%", None)
    assert root.get("viewBox") == f"0 0 {scene.width:g} {scene.height:g}"
    assert root.get("aria-labelledby") == "p-title p-desc"
    assert root.findtext(f"{SVG}title") == scene.title
    assert root.findtext(f"{SVG}desc") == scene.alt


def test_what_is_printed_is_escaped() -> None:
    scene = picture(ex.trace(), "cut")
    odd = Scene(**{**vars(scene), "title": "<b>&", "marks": (Label(1, 2, '<script>"&', 12, "#000000"),)})
    text = to_svg(odd, 'a"b-')
    assert "<script>" not in text
    root = ET.fromstring(text)
    assert root.findtext(f"{SVG}title") == "<b>&"
    assert [element.text for element in root.findall(f"{SVG}text")] == ['<script>"&']


def test_a_picture_of_the_pencil_example_is_small() -> None:
    for name in ex.STEP_NAMES:
        assert len(to_svg(picture(ex.trace(), name, Look(heading=False)))) < 40_000


def test_no_number_is_written_as_nan() -> None:
    for name in PICTURES:
        text = to_svg(picture(TRIP, name))
        assert "nan" not in text
        assert '"inf' not in text
