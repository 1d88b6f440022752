"""The links that the teacher's notes give are understood by the page."""

from __future__ import annotations

import re

from explorer.app import build
from tests.notebooks.opened import FOLDER

NOTES = (FOLDER / "TEACHING.md").read_text()


def test_each_link_of_the_notes_opens_what_it_says() -> None:
    links = re.findall(r"`\?([^`]+)`", NOTES)
    assert links == [
        "type=large",
        "type=large&hide=presets,undo,share,theme",
        "place=predict&quiz=7,10",
        "place=predict&quiz=7,5,flips",
    ]
    for link in links:
        page = build(address=link)
        assert page.state.problem is None, link
        assert page.header.large.value is ("type=large" in link)
