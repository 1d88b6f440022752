"""A worksheet as it lies on the desk: within its page, cells that a pencil can write in, and grey alone."""

from __future__ import annotations

import re

import numpy as np
import pytest

import explorer as ex
from explorer.exports.paper import PAPERS
from explorer.exports.worksheet import worksheet_pages
from explorer.scene.display import Label, Scene
from explorer.scene.lettering import advance
from explorer.scene.palette import contrast
from tests.exports.kit import SHEETS, cells, halves


@pytest.fixture(params=SHEETS)
def pages(request: pytest.FixtureRequest) -> tuple[Scene, ...]:
    config, seed = SHEETS[request.param]
    return worksheet_pages(config, seed=seed)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", SHEETS)
def test_nothing_leaves_the_page_or_lies_on_another(name: str, paper: str) -> None:
    config, seed = SHEETS[name]
    link = "x" * 3000
    for page in worksheet_pages(config, seed=seed, paper=paper, link=lambda _: link):
        assert (page.width, page.height) == (PAPERS[paper].width, PAPERS[paper].height)
        left, right, top, bottom = 40, page.width - 40, 40, page.height - 40
        boxes = [(cell.x, cell.y, cell.x + cell.w, cell.y + cell.h) for cell in page.cells()]
        for mark in page.marks:
            if isinstance(mark, Label):
                long = advance(mark.text, mark.size, bold=mark.bold, mono=mark.mono)
                start = mark.x - {"start": 0, "middle": long / 2, "end": long}[mark.anchor]
                boxes.append((start, mark.y - 0.7 * mark.size, start + long, mark.y))
        for x, y, end, low in boxes:
            assert left <= x + 0.01
            assert end <= right + 0.01
            assert top <= y + 0.01
            assert low <= bottom + 5
        spots = np.array(boxes)
        x, y, end, low = (spots[:, side] for side in range(4))
        over = np.minimum.outer(end, end) - np.maximum.outer(x, x)
        under = np.minimum.outer(low, low) - np.maximum.outer(y, y)
        overlap = np.triu((over > 0.5) & (under > 0.5), 1)
        assert not overlap.any(), [boxes[place] for place in np.argwhere(overlap)[0]]


def test_a_cell_is_large_enough_for_a_pencil(pages: tuple[Scene, ...]) -> None:
    millimetre = 96 / 25.4
    for cell in cells(halves(pages)[0]).values():
        if cell.text == "":
            assert cell.h > 7.5 * millimetre
            assert cell.w > (9 if cell.tensor in ("shares", "blend", "output", "struck") else 8) * millimetre


def test_it_prints_well_in_grey() -> None:
    for page in worksheet_pages(ex.Config(tokens=4), seed=3):
        assert page.paper == "#ffffff"
        inks = {cell.ink for cell in page.cells()} | {
            getattr(mark, "colour", "#000000") for mark in page.marks
        }
        greys = inks | {cell.fill for cell in page.cells()} | {cell.edge for cell in page.cells()}
        assert all(re.fullmatch(r"#(..)\1\1", grey) for grey in greys), "grey alone"
        for fill in {"#ffffff"} | {cell.fill for cell in page.cells()}:
            assert contrast(fill, "#ffffff") < 1.3, "a light fill costs little toner"
            assert all(contrast(ink, fill) >= 7 for ink in inks)
        assert all(contrast(cell.edge, cell.fill) >= 4.5 for cell in page.cells())
