"""matplotlib's SVG in a page: two pictures share no id, and every reference finds its own."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import explorer as ex
from explorer.figures import draw
from explorer.figures.embedded import embedded_svg
from explorer.scene import step_scene

SVG = "{http://www.w3.org/2000/svg}"


def embedded(prefix: str) -> str:
    """The same picture, with ids that begin as asked."""
    scene = step_scene(ex.trace(), "mask")
    return embedded_svg(draw(scene), scene, prefix=prefix)


def test_two_pictures_share_no_id_and_keep_their_references() -> None:
    one, other = (embedded(prefix) for prefix in ("one-", "other-"))
    found = [re.findall(r'\bid="([^"]*)"', text) for text in (one, other)]
    for text, names in zip((one, other), found, strict=True):
        assert len(names) == len(set(names)) > 45
        references = re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', text)
        assert {a or b for a, b in references} <= set(names)
    assert not set(found[0]) & set(found[1])


def test_it_fills_its_room_and_tells_what_it_shows() -> None:
    root = ET.fromstring(embedded("one-"))
    assert (root.tag, root.get("width"), root.get("height"), root.get("role")) == (
        f"{SVG}svg",
        "100%",
        None,
        "img",
    )
    scene = step_scene(ex.trace(), "mask")
    assert root.findtext(f"{SVG}title") == scene.title
    assert root.findtext(f"{SVG}desc") == scene.alt
    texts = ["".join(element.itertext()).strip() for element in root.iter(f"{SVG}text")]
    assert texts.count("-inf") == 8
