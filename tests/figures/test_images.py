"""A grid that is one image, by both writers: the same rectangle, the same colours, the same name."""

from __future__ import annotations

import base64
import xml.etree.ElementTree as ET
from io import BytesIO

import matplotlib.image
import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import AxesImage

import explorer as ex
from explorer.figures import draw, figure
from explorer.figures.embedded import embedded_svg
from explorer.scene import Look
from explorer.stage import to_svg
from tests.scene.kit import PICTURES, picture, random_trip

SVG = "{http://www.w3.org/2000/svg}"
TRIP = random_trip(13, 1, 30, 3, 12, window=6)


def written(svg: str, prefix: str) -> dict[str, tuple[list[float], np.ndarray]]:
    """The images of an SVG text: rectangle and colours, by name."""
    found = {}
    for group in ET.fromstring(svg).iter(f"{SVG}g"):
        image = group.find(f"{SVG}image")
        if image is not None:
            assert image.get("preserveAspectRatio") == "none"
            png = base64.b64decode(image.get("href").removeprefix("data:image/png;base64,"))
            colours = matplotlib.image.imread(BytesIO(png), format="png")[..., :3] * 255
            assert colours.shape[:2] == (int(group.get("data-rows")), int(group.get("data-cols")))
            place = [float(image.get(name)) for name in ("x", "y", "width", "height")]
            found[group.get("id").removeprefix(prefix)] = place, colours.round().astype(np.uint8)
    return found


def drawn(picture_: Figure) -> dict[str, tuple[list[float], np.ndarray]]:
    """The images of a figure: rectangle and colours, by name."""
    found = {}
    for artist in picture_.axes[0].get_images():
        assert isinstance(artist, AxesImage)
        left, right, bottom, top = artist.get_extent()
        found[artist.get_gid()] = [left, top, right - left, bottom - top], np.asarray(artist.get_array())
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PICTURES)
def test_both_writers_draw_every_image_as_the_scene_says(name: str, theme: str) -> None:
    scene = picture(TRIP, name, Look(theme=theme))
    wanted = {
        f"{panel.role}/@{number}": panel.image
        for number, panel in enumerate(scene.panels)
        if panel.image is not None
    }
    assert wanted
    by_svg, by_figure = written(to_svg(scene, "p-"), "p-"), drawn(draw(scene))
    assert list(by_svg) == list(by_figure) == list(wanted)
    for key, image in wanted.items():
        for place, colours in (by_svg[key], by_figure[key]):
            assert place == pytest.approx([image.x, image.y, image.w, image.h], abs=0.006)
            assert np.array_equal(colours, image.colours)


def test_an_image_says_what_it_shows() -> None:
    scene = picture(TRIP, "scores", Look(words="standard"))
    titles = [
        group.findtext(f"{SVG}title")
        for group in ET.fromstring(to_svg(scene)).iter(f"{SVG}g")
        if group.get("data-rows")
    ]
    assert titles == [panel.image.title for panel in scene.panels]
    assert titles[2] == (
        "dot products of queries and keys, batch 0, head 0: 30 rows from query 0 to query 29, "
        "30 columns from key 0 to key 29, one image"
    )


def test_only_cells_as_large_as_a_dot_are_kept_sharp() -> None:
    """A band two cells wide would have gaps, were every other cell left out."""
    for tokens, sharp in ((40, True), (600, False)):
        scene = picture(ex.trace(ex.Config(tokens=tokens, heads=1, window=2)), "mask")
        assert ("image-rendering:pixelated" in to_svg(scene)) == sharp
        assert {image.get_interpolation() for image in draw(scene).axes[0].get_images()} == {
            "nearest" if sharp else "hanning"
        }
    buffer = BytesIO()
    draw(scene).savefig(buffer, format="png", dpi=96)
    page = matplotlib.image.imread(BytesIO(buffer.getvalue()))[..., :3]
    (image,) = [panel.image for panel in scene.panels if panel.role == "keep"]
    left, top, side = round(image.x), round(image.y), round(image.w)
    inside = page[top : top + side, left : left + side].min(axis=2)  # dark where something is kept
    assert all(inside[i, i] < 0.97 for i in range(5, side - 5))


@pytest.mark.parametrize("step", ex.STEP_NAMES)
def test_a_long_trip_has_a_figure(step: str) -> None:
    trip = ex.trace(ex.Config(tokens=512, heads=2, head_dim=4))
    buffer = BytesIO()
    made = figure(trip, step)
    made.savefig(buffer, format="png", dpi=48)
    assert buffer.tell() > 5000
    assert len(made.axes[0].patches) < 600
    assert made.axes[0].get_images()


def test_an_image_stands_in_a_page_too() -> None:
    scene = picture(TRIP, "mask")
    text = embedded_svg(draw(scene), scene, prefix="as7-")
    root = ET.fromstring(text)
    names = [image.get("id") for image in root.iter(f"{SVG}image")]
    assert names == [f"as7-{panel.role}/@{number}" for number, panel in enumerate(scene.panels)]
