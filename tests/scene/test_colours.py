"""Every word and number can be read on what it stands on; the baked tables are matplotlib's."""

from __future__ import annotations

import itertools

import matplotlib as mpl
import pytest
from matplotlib.colors import to_hex
from matplotlib.font_manager import FontProperties, findfont, get_font

import explorer as ex
from explorer.scene import Look, step_scene
from explorer.scene.display import Label
from explorer.scene.lettering import advance
from explorer.scene.palette import PALETTES, contrast, ink_on, origin_fill
from explorer.scene.tables import CIVIDIS, RDBU_R, entry
from tests.scene.kit import PICTURES, picture, random_trip

READABLE = 4.5
THEMES = tuple(PALETTES)


@pytest.mark.parametrize("theme", THEMES)
def test_every_ink_can_be_read_on_paper_and_on_shelves(theme: str) -> None:
    palette = PALETTES[theme]
    inks = {"ink": palette.ink, "soft": palette.soft, "muted": palette.muted, "warn": palette.warn}
    for name, ink in {**inks, **palette.axes}.items():
        for ground in (palette.paper, palette.shelf):
            assert contrast(ink, ground) >= READABLE, (name, ground)


@pytest.mark.parametrize("theme", THEMES)
def test_the_axes_have_four_colours_and_a_token_has_one_in_every_role(theme: str) -> None:
    palette = PALETTES[theme]
    colours = [palette.axis(name) for name in ("batch", "token", "head", "head_dim", "width")]
    assert len(set(colours)) == 5
    assert palette.axis("query_token") == palette.axis("key_token") == palette.axis("token")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colour", ["origin", "value"])
@pytest.mark.parametrize("name", PICTURES)
def test_every_number_can_be_read_on_its_cell(name: str, colour: str, theme: str) -> None:
    look = Look(theme=theme, colour=colour)
    for trip in (random_trip(1, 1, 6, 3, 2), ex.trace(ex.Config(tokens=4, heads=8, head_dim=1))):
        for cell in picture(trip, name, look).cells():
            assert contrast(cell.fill, cell.ink) >= READABLE, cell.title


def test_the_better_ink_can_be_read_on_any_grey_at_all() -> None:
    for level in range(256):
        fill = f"#{level:02x}{level:02x}{level:02x}"
        assert contrast(fill, ink_on(fill)) >= READABLE


@pytest.mark.parametrize("theme", THEMES)
def test_origin_tells_eight_heads_and_ten_tokens_apart(theme: str) -> None:
    palette = PALETTES[theme]
    fills = {(h, t): origin_fill(h, t, 10, palette) for h, t in itertools.product(range(8), range(10))}
    assert len(set(fills.values())) == 80
    for head in range(8):
        steps = [contrast(fills[head, t], palette.shelf) for t in range(10)]
        assert steps == sorted(steps), "a later token is stronger"


def test_the_letters_of_the_shape_line_wear_their_axes_colours() -> None:
    palette = PALETTES["light"]
    letters = [
        (mark.text, mark.colour)
        for mark in step_scene(ex.trace(), "reshelve", Look(heading=False)).marks
        if isinstance(mark, Label) and mark.bold and mark.size > 20
    ]
    blue, orange, grey = palette.axis("token"), palette.axis("head"), palette.muted
    before = [("B", grey), ("T", blue), ("H", orange), ("D", grey)]
    assert letters == [*before, ("B", grey), ("H", orange), ("T", blue), ("D", grey)]


@pytest.mark.parametrize(("table", "name"), [(CIVIDIS, "cividis"), (RDBU_R, "RdBu_r")])
def test_the_baked_tables_are_matplotlibs(table: str, name: str) -> None:
    colours = mpl.colormaps[name]
    assert len(table) == 6 * colours.N
    assert [f"#{table[6 * i : 6 * i + 6]}" for i in range(colours.N)] == [
        to_hex(colours(i)) for i in range(colours.N)
    ]


def test_a_place_beyond_the_table_gets_its_last_colour() -> None:
    assert entry(CIVIDIS, -3.0) == entry(CIVIDIS, 0.0)
    assert entry(CIVIDIS, 1e9) == entry(CIVIDIS, 1.0)


@pytest.mark.parametrize(("bold", "mono"), [(False, False), (True, False), (False, True)])
def test_the_widths_of_letters_are_dejavus(bold: bool, mono: bool) -> None:
    face = FontProperties(family=f"DejaVu Sans{' Mono' if mono else ''}", weight="bold" if bold else "normal")
    font = get_font(findfont(face))
    font.set_size(1000, 72)
    for code in range(32, 127):
        wide = font.load_char(code).linearHoriAdvance / 65536
        assert advance(chr(code), 1000, bold=bold, mono=mono) == pytest.approx(wide, abs=1)
