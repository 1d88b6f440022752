"""matplotlib's figure of a scene: every artist where the scene says, and no trace left outside it."""

from __future__ import annotations

import subprocess
import sys

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle
from matplotlib.text import Text

import explorer as ex
from explorer.errors import ConfigError, UnknownNameError
from explorer.figures import draw, figure, figure_two_flips
from explorer.scene import Look, Scene
from explorer.scene.display import Box, Label
from tests.scene.kit import PICTURES, picture, random_trip

TRIP = random_trip(5, 2, 5, 3, 4, window=2)


def cells_drawn(drawn: Figure) -> dict[str, Rectangle]:
    """The rectangles of cells by their names."""
    return {
        patch.get_gid(): patch
        for patch in drawn.axes[0].patches
        if isinstance(patch, Rectangle) and "/" in (patch.get_gid() or "")
    }


def numbers_drawn(drawn: Figure) -> dict[str, Text]:
    """The numbers by the names of their cells."""
    return {
        text.get_gid().removesuffix("/text"): text
        for text in drawn.axes[0].texts
        if (text.get_gid() or "").endswith("/text")
    }


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PICTURES)
def test_every_cell_is_drawn_as_the_scene_says(name: str, theme: str) -> None:
    scene = picture(TRIP, name, Look(theme=theme))
    drawn = draw(scene)
    rectangles, numbers = cells_drawn(drawn), numbers_drawn(drawn)
    cells = {f"{panel.role}/{cell.identity}": cell for panel in scene.panels for cell in panel.cells}
    assert set(rectangles) == set(numbers) == set(cells)
    for key, cell in cells.items():
        rectangle, number = rectangles[key], numbers[key]
        assert (*rectangle.get_xy(), rectangle.get_width(), rectangle.get_height()) == pytest.approx(
            (cell.x, cell.y, cell.w, cell.h)
        )
        assert to_hex(rectangle.get_facecolor()) == cell.fill
        assert (number.get_text(), to_hex(number.get_color())) == (cell.text, cell.ink)
        assert number.get_position() == pytest.approx(cell.text_at)


@pytest.mark.parametrize("name", PICTURES)
def test_every_label_and_shelf_is_drawn(name: str) -> None:
    scene = picture(TRIP, name)
    drawn = draw(scene)
    labels = [mark for mark in scene.marks if isinstance(mark, Label)]
    texts = [text for text in drawn.axes[0].texts if not text.get_gid()]
    assert [text.get_text() for text in texts] == [label.text for label in labels]
    for text, label in zip(texts, labels, strict=True):
        assert text.get_position() == pytest.approx((label.x, label.y))
        assert text.get_rotation() % 360 == -label.turn % 360
        assert to_hex(text.get_color()) == label.colour
    boxes = [mark for mark in (*scene.under, *scene.marks) if isinstance(mark, Box)]
    patches = [patch for patch in drawn.axes[0].patches if isinstance(patch, FancyBboxPatch)]
    assert [to_hex(patch.get_edgecolor()) for patch in patches] == [box.stroke for box in boxes]


def test_struck_cells_are_hatched_with_the_scenes_own_lines() -> None:
    scene = picture(TRIP, "mask")
    drawn = draw(scene)
    hatched = [c for c in drawn.axes[0].collections if isinstance(c, LineCollection)]
    struck = [cell for cell in scene.cells() if cell.hatch]
    assert struck
    for lines, cell in zip(hatched, struck, strict=True):
        assert np.allclose(np.array(lines.get_segments()).reshape(-1, 4), cell.hatch)


@pytest.mark.parametrize("name", PICTURES)
def test_no_text_that_is_drawn_is_wider_than_its_room(name: str) -> None:
    scene = picture(TRIP, name)
    drawn = draw(scene)
    renderer = FigureCanvasAgg(drawn).get_renderer()
    pixels = drawn.dpi / 96
    rectangles = cells_drawn(drawn)
    for key, number in numbers_drawn(drawn).items():
        assert number.get_window_extent(renderer).width / pixels < rectangles[key].get_width(), key
    for text in drawn.axes[0].texts:
        box = text.get_window_extent(renderer)
        assert -1 <= box.x0 / pixels <= box.x1 / pixels <= scene.width + 1, text.get_text()
        assert -1 <= box.y0 / pixels <= box.y1 / pixels <= scene.height + 1, text.get_text()


def test_one_axes_covers_the_paper_with_no_tick_and_no_layout_engine() -> None:
    scene = picture(TRIP, "cut")
    drawn = draw(scene)
    (axes,) = drawn.axes
    assert axes.get_position().bounds == (0, 0, 1, 1)
    assert axes.get_xlim() == (0, scene.width)
    assert axes.get_ylim() == (scene.height, 0), "y runs down"
    assert not axes.axison
    assert drawn.get_layout_engine() is None
    assert tuple(drawn.get_size_inches() * 96) == pytest.approx((scene.width, scene.height))


def test_a_dollar_sign_is_not_a_formula() -> None:
    scene = picture(TRIP, "cut")
    label = Label(10, 20, "$x$ 5$", 12, "#000000")
    odd = Scene(**{**vars(scene), "marks": (label,)})
    (text,) = [text for text in draw(odd).axes[0].texts if not text.get_gid()]
    assert text.get_text() == "$x$ 5$"
    assert not text.get_parse_math()


def test_drawing_changes_no_global_setting() -> None:
    before = dict(mpl.rcParams)
    figure(TRIP, "shares")._repr_svg_()
    assert dict(mpl.rcParams) == before


ALONE = """
import sys
import explorer as ex, explorer.scene, explorer.figures, explorer.stage.svg
trip = ex.trace()
explorer.stage.svg.to_svg(explorer.scene.step_scene(trip, "shares"))
assert "matplotlib" not in sys.modules, "the scene and the SVG need no matplotlib"
for step in ex.STEP_NAMES:
    ex.figure(trip, step)
ex.figure_two_flips(trip)
assert "matplotlib" in sys.modules
assert "matplotlib.pyplot" not in sys.modules, "pyplot was imported"
"""


def test_matplotlib_comes_late_and_pyplot_never() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_figure_takes_a_look_and_changes_to_it() -> None:
    light = figure(ex.trace(), "reshelve", Look(theme="light"))
    dark = figure(ex.trace(), "reshelve", Look(theme="light"), theme="dark")
    assert to_hex(light.get_facecolor()) == "#ffffff"
    assert to_hex(dark.get_facecolor()) == "#14171a"


def test_figures_refuse_what_they_cannot_draw() -> None:
    with pytest.raises(ConfigError, match="no such field"):
        figure(ex.trace(), "cut", colours="value")
    with pytest.raises(ConfigError, match="counted from 0"):
        figure_two_flips(ex.trace(), head=5)
    with pytest.raises(UnknownNameError, match="flip"):
        figure(ex.trace(), "flip")


def test_the_two_flips_show_the_same_keys_four_times() -> None:
    names = cells_drawn(figure_two_flips(ex.trace()))
    by_role: dict[str, set[str]] = {}
    for name in names:
        role, identity = name.split("/")
        by_role.setdefault(role, set()).add(identity)
    assert set(by_role) == {
        f"{step}-{when}" for step in ("reshelve", "inside_flip") for when in ("before", "after")
    }
    assert len({frozenset(identities) for identities in by_role.values()}) == 1
    assert len(by_role["reshelve-before"]) == 12
