"""Files and notebooks get the whole picture, with its text as text."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from base64 import b64decode
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.image import imread

import explorer as ex
from explorer.figures import figure, figure_two_flips

SVG = "{http://www.w3.org/2000/svg}"


def test_png_has_two_pixels_for_each_of_the_scenes(tmp_path: Path) -> None:
    drawn = figure(ex.trace(), "cut", heading=False)
    drawn.savefig(tmp_path / "step.png")
    pixels = imread(tmp_path / "step.png")
    assert pixels.shape[:2] == (2 * 520, 2 * 740)
    assert np.allclose(pixels[0, 0, :3], 1.0), "the corner is paper"


def test_the_paper_is_kept_in_the_dark(tmp_path: Path) -> None:
    figure(ex.trace(), "cut", theme="dark").savefig(tmp_path / "dark.png")
    corner = imread(tmp_path / "dark.png")[2, 2, :3]
    assert np.allclose(corner * 255, (0x14, 0x17, 0x1A), atol=1)


def test_svg_keeps_its_letters(tmp_path: Path) -> None:
    figure(ex.trace(), "mask").savefig(tmp_path / "step.svg")
    root = ET.parse(tmp_path / "step.svg").getroot()
    texts = ["".join(element.itertext()).strip() for element in root.iter(f"{SVG}text")]
    assert texts.count("-inf") == 8
    assert "1.41" in texts


def test_pdf_is_one(tmp_path: Path) -> None:
    figure_two_flips(ex.trace()).savefig(tmp_path / "flips.pdf")
    written = (tmp_path / "flips.pdf").read_bytes()
    assert written.startswith(b"%PDF")
    assert b"DejaVuSans-Bold" in written
    assert b"CIDFontType2" in written, "letters, not drawings of letters"


def test_the_same_picture_is_written_in_the_same_bytes() -> None:
    one, other = (figure(ex.trace(), "shares")._repr_svg_() for _ in range(2))
    assert one == other


@pytest.mark.parametrize(
    "setting", [{"savefig.bbox": "tight"}, {"savefig.dpi": 50}, {"font.family": "serif"}]
)
def test_settings_around_it_cut_nothing_off(setting: dict[str, object], tmp_path: Path) -> None:
    with mpl.rc_context(setting):
        figure(ex.trace(), "cut", heading=False).savefig(tmp_path / "step.png")
    tall, wide = imread(tmp_path / "step.png").shape[:2]
    assert wide / tall == pytest.approx(740 / 520, abs=0.01)


def test_a_notebook_shows_it_with_no_magic() -> None:
    text = figure(ex.trace(), "blend", heading=False)._repr_svg_()
    root = ET.fromstring(text.encode())
    assert root.get("viewBox") == "0 0 555 390", "in points: three quarters of 740 x 520"


def test_a_tight_box_is_still_the_whole_paper() -> None:
    drawn = figure(ex.trace(), "cut", heading=False)
    box = drawn.get_tightbbox()
    assert (box.x0, box.y0) == pytest.approx((0, 0), abs=0.01)
    assert (box.x1 * 96, box.y1 * 96) == pytest.approx((740, 520), abs=1)


def test_a_notebook_is_given_it_as_what_may_shrink_and_in_words() -> None:
    drawn = figure_two_flips(ex.trace(ex.Config(labels=("<b>", "y", "z"))))
    element = ET.fromstring(drawn._repr_html_().replace("></div>", "/></div>"))
    (image,) = element
    assert element.get("class") == "as-figure"
    assert image.get("style") == "max-width: 100%; height: auto"
    assert image.get("alt") == drawn.alt != ""
    kind, data = image.attrib["src"].split(",")
    assert (kind, b64decode(data).decode()) == ("data:image/svg+xml;base64", drawn._repr_svg_())
