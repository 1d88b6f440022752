"""Large grids are images: numbers, colours and names as cells would have them, nothing left out unsaid."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest

import explorer as ex
from explorer.core.tensor import Tensor
from explorer.scene import Look, Scene, step_scene, two_flips_scene
from explorer.scene.canvas import Rect
from explorer.scene.display import Panel
from explorer.scene.edges import named_places
from explorer.scene.extents import LONG, LONGEST, MOST_CELLS
from explorer.scene.identity import origin_of, owners
from explorer.scene.palette import PALETTES
from explorer.scene.pinned import Pinning, pinned_scene
from explorer.scene.setting import Setting
from explorer.scene.shortfall import AS_IMAGE
from tests.scene.kit import PICTURES, TWO_FLIPS, cells, labels, picture, random_trip, trip_of
from tests.scene.test_cells import tensor_of
from tests.scene.test_layout import clashes

# Sizes pairwise different, more of each than a row of cells may have.
LARGE = random_trip(11, 2, 40, 3, 26, window=9)


def images(scene: Scene) -> list[Panel]:
    """The panels that are images."""
    return [panel for panel in scene.panels if panel.image is not None]


def shown(trip: ex.Trace, name: str, panel: Panel) -> Tensor:
    """The recorded tensor that a panel shows."""
    return tensor_of(trip, name, panel.image.cell(0, 0), panel.role)


def told(scene: Scene) -> str:
    """All that is printed, as one line."""
    return " ".join(label.text for label in labels(scene))


# which grids


@pytest.mark.parametrize(
    ("tokens", "is_image"), [(17, False), (18, True)], ids=["17 x 17 = 289", "18 x 18 = 324"]
)
def test_more_than_300_cells_are_an_image(tokens: int, is_image: bool) -> None:
    for panel in step_scene(trip_of((1, tokens, 2, 2, 3)), "mask").panels:
        rows, columns = panel.shape
        assert (rows * columns > MOST_CELLS) == is_image == (panel.image is not None)
        assert len(panel.cells) == (0 if is_image else rows * columns)
        assert (AS_IMAGE in told(step_scene(trip_of((1, tokens, 2, 2, 3)), "mask"))) == is_image


@pytest.mark.parametrize(("tokens", "is_image"), [(LONG, False), (LONG + 1, True)])
def test_so_is_a_long_grid_of_fewer_cells(tokens: int, is_image: bool) -> None:
    after = [p for p in step_scene(trip_of((1, tokens, 2, 2, 3)), "reshelve").panels if p.role == "after"]
    assert [panel.shape for panel in after] == [(tokens, 2)] * 2
    assert {panel.image is not None for panel in after} == {is_image}


@pytest.mark.parametrize("name", PICTURES)
def test_an_image_shows_the_whole_of_both_axes(name: str) -> None:
    for panel in images(picture(LARGE, name)):
        sizes, parts = shown(LARGE, name, panel).sizes, 3 if name == "cut" and panel.role == "before" else 1
        for axes, count in zip((panel.rows, panel.cols), panel.shape, strict=True):
            assert count * (parts if axes == ("wide",) else 1) == np.prod([sizes[axis] for axis in axes])


def test_beyond_1024_the_stretch_around_the_chosen_token_is_drawn_and_told() -> None:
    trip = ex.trace(ex.Config(tokens=LONGEST + 76, heads=1, head_dim=1, dtype="float32"))
    for token, (first, last) in {None: (0, 1023), 900: (76, 1099)}.items():
        scene = step_scene(trip, "mask", Look(token=token))
        (keep,) = [panel for panel in images(scene) if panel.role == "keep"]
        corners = keep.image.cell(0, 0).coords, keep.image.cell(1023, 1023).coords
        assert [dict(coords)["query_token"] for coords in corners] == [first, last]
        for text in (told(scene), scene.alt):
            assert f"Drawn: T {first} to {last} of 1100." in text


def test_of_a_row_beyond_1024_the_same_places_are_drawn_divided_or_not() -> None:
    trip = trip_of((1, 2, 3, 600, 2))
    for step in ("cut", "dividers", "merge"):
        scene = step_scene(trip, step)
        widths = {panel.shape[1] for panel in images(scene) if panel.cols != ("head_dim",)}
        assert widths == {600}
        assert "Drawn: C 0 to 599 of 1800." in told(scene)
    assert "Drawn: H 0 of 3." in told(step_scene(trip, "dividers"))
    assert "Drawn" not in told(step_scene(trip, "reshelve"))


# what they show


@pytest.mark.parametrize("colour", ["origin", "value"])
@pytest.mark.parametrize("name", PICTURES)
def test_every_colour_is_the_one_its_cell_would_have(name: str, colour: str) -> None:
    look = Look(theme="dark", colour=colour, batch=1)
    setting, palette = Setting(LARGE, "cut", look), PALETTES["dark"]
    seen = 0
    for panel in images(picture(LARGE, name, look)):
        image, tensor = panel.image, shown(LARGE, name, panel)
        fill = setting.colouring.painter(tensor)
        hexes = np.array([f"#{r:02x}{g:02x}{b:02x}" for r, g, b in image.palette.tolist()])[image.index]
        for (i, j), drawn in np.ndenumerate(hexes):
            if (i + j) % 7:  # every diagonal of seven: rows, columns and bands all have some
                continue
            cell = image.cell(i, j)
            origin = origin_of(tensor.name, dict(cell.coords), heads=3, head_dim=26)
            if tensor.name == "keep":
                wanted = palette.paper if cell.struck else palette.muted
            elif tensor.name == "totals":
                wanted = setting.colouring.range_of(tensor).fill(cell.value)
            else:
                wanted = palette.paper if cell.struck else fill(cell.value, origin)
            assert drawn == cell.fill == wanted, (panel.role, cell.coords)
            seen += 1
        assert np.array_equal(image.colours, image.palette[image.index])
    assert seen > 100


@pytest.mark.parametrize("name", PICTURES)
def test_every_number_is_the_engines_under_its_own_name(name: str) -> None:
    for panel in images(picture(LARGE, name)):
        image, tensor = panel.image, shown(LARGE, name, panel)
        ends = [sorted({0, 1, count // 2, count - 1}) for count in panel.shape]
        for i, j in itertools.product(*ends):
            if i >= panel.shape[0] or j >= panel.shape[1]:
                continue
            cell = image.cell(i, j)
            number = float(tensor.at(**dict(cell.coords)))
            assert cell.value == number == float(image.values[i, j])
            assert cell.text == ("-inf" if np.isneginf(number) else cell.text)
            assert float(cell.text) == pytest.approx(number, abs=0.0051) or np.isneginf(number)
            assert cell.identity == origin_of(tensor.name, dict(cell.coords), heads=3, head_dim=26).identity
            assert all(re.search(rf"\b{index}\b", cell.title) for _, index in cell.coords)
            assert image.locate(dict(cell.coords)) == (i, j)
            assert image.rect(dict(cell.coords)) == Rect(cell.x, cell.y, cell.w, cell.h)


def test_rows_run_down_and_columns_across() -> None:
    (panel,) = [
        p for p in images(step_scene(LARGE, "inside_flip")) if p.role == "after" and p.pins[1][1] == 1
    ]
    image, flipped = panel.image, LARGE["inside_flip"]["key"]
    assert np.array_equal(image.values, flipped.grid("head_dim", "token", batch=0, head=1).values)
    assert image.rect({"token": 7}) == Rect(image.x + 7 * image.w / 40, image.y, image.w / 40, image.h)
    top = image.rect({"head_dim": 0, "head": 1})
    assert (top.x, top.y, top.w, top.h) == (image.x, image.y, image.w, pytest.approx(image.h / 26))
    assert [cell.coords[3] for cell in image.cells({"head_dim": 25})] == [("token", t) for t in range(40)]
    for nowhere in ({"head": 0}, {"token": 40}, {"key_token": 1}, {"batch": 1}):
        assert image.rect(nowhere) is None
        assert list(image.cells(nowhere)) == []
    assert image.locate({"batch": 0, "head": 1, "token": 3}) is None  # a whole column
    for row, column in ((-1, 0), (0, 40), (26, 0)):
        with pytest.raises(IndexError):
            image.cell(row, column)


def test_heads_and_tokens_of_many_are_those_of_one() -> None:
    for step in LARGE.steps:
        for tensor in (*step.inputs.values(), *step.tensors.values()):
            last = {axis: size - 1 for axis, size in tensor.sizes.items()}
            for coords in (dict.fromkeys(last, 0), last):
                origin = origin_of(tensor.name, coords, heads=3, head_dim=26)
                assert owners(tensor.name, coords, heads=3, head_dim=26) == (origin.head, origin.token)


def test_what_is_not_a_number_has_the_papers_colour() -> None:
    """A row with nothing kept is 0 / 0 where the reader wants it so, and so is what is blended by it."""
    config = ex.Config(tokens=40, empty_rows="nan", by_hand=tuple((3, j, False) for j in range(40)))
    for step in ("shares", "blend"):
        panel = next(panel for panel in images(step_scene(ex.trace(config), step)) if panel.role == step)
        assert set(map(tuple, panel.image.colours[3].tolist())) == {(255, 255, 255)}
        assert panel.image.cell(3, 0).text == "nan"


# where they stand


@pytest.mark.parametrize("sizes", [(1, 20, 2, 4, 3), (1, 64, 2, 8, 3), (1, 300, 1, 2, 3), (1, 12, 1, 70, 3)])
def test_the_grids_of_a_product_line_up(sizes: tuple[int, int, int, int, int]) -> None:
    def spread(scene: Scene, role: str, side: int) -> tuple[float, float]:
        parts = [part for panel in scene.panels if panel.role == role and dict(panel.pins).get("head", 0) == 0
                 for part in panel.cells or (panel.image,)]  # fmt: skip
        low = min(part.y if side else part.x for part in parts)
        high = max(part.y + part.h if side else part.x + part.w for part in parts)
        return low, high

    for source in ("pencil", "poured"):
        trip = trip_of(sizes, source=source)
        scores, blend = step_scene(trip, "scores"), step_scene(trip, "blend")
        assert spread(scores, "query", 1) == pytest.approx(spread(scores, "matches", 1))
        assert spread(scores, "key", 0) == pytest.approx(spread(scores, "matches", 0))
        assert spread(blend, "shares", 1) == pytest.approx(spread(blend, "blend", 1))
        assert spread(blend, "value", 0) == pytest.approx(spread(blend, "blend", 0))
    pour = step_scene(trip, "pour")
    assert spread(pour, "table", 0) == pytest.approx(spread(pour, "wide", 0))
    assert spread(pour, "tokens", 1) == pytest.approx(spread(pour, "wide", 1))


HUGE = [(1, 64, 2, 8, 2), (1, 512, 4, 16, 2), (2, 40, 3, 26, 3), (1, 30, 1, 1, 9), (1, 3, 16, 64, 2)]


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("sizes", HUGE, ids=str)
def test_nothing_overlaps_and_an_image_can_be_seen(sizes: tuple[int, int, int, int, int], name: str) -> None:
    for source, words in (("pencil", "both"), ("poured", "pencil")):
        scene = picture(trip_of(sizes, source=source), name, Look(words=words))
        assert clashes(scene) == []
        for panel in images(scene):
            rows, columns = panel.shape
            assert panel.image.h >= min(40, 6 * rows)
            assert panel.image.w >= min(40, 6 * columns)
        assert len(list(scene.cells())) < 600


@pytest.mark.parametrize("name", [name for name in PICTURES if name != "pour"])
def test_the_edges_name_the_first_and_the_last(name: str) -> None:
    words = told(picture(trip_of((1, 64, 2, 8, 2)), name)).split()
    assert {"T0", "T63"} <= set(words)
    assert len({word for word in words if re.fullmatch(r"T\d0", word)}) >= 3


def test_the_corner_of_an_image_is_where_its_labels_say() -> None:
    scene = step_scene(trip_of((1, 64, 1, 8, 2)), "scores")
    (panel,) = [panel for panel in images(scene) if panel.role == "scores"]
    image, printed = panel.image, list(labels(scene))
    for text, row in (("T0", 0), ("T30", 30), ("T63", 63)):
        middles = [
            (mark.y + mark.bottom) / 2 for mark in printed if mark.text == text and mark.right < image.x
        ]
        assert min(abs(middle - image.slice(row, 0, row, 0).centre[1]) for middle in middles) < 1
    above = [mark for mark in printed if 0 < image.y - mark.bottom < 12 and mark.text.startswith("T")]
    over = [mark for mark in above if mark.right > image.x]
    assert [mark.text for mark in over] == ["T0", "T20", "T40", "T63"]
    assert over[0].x == pytest.approx(image.x)  # in from the corner
    assert over[-1].right == pytest.approx(image.x + image.w)
    assert (over[2].x + over[2].right) / 2 == pytest.approx(image.slice(0, 40, 0, 40).centre[0])


def test_where_a_count_leaps_its_round_numbers_keep_their_distance() -> None:
    counted = np.r_[0:995, 3000:3995]
    named = named_places(counted, 0.3, 30.0)
    assert [int(counted[place]) for place in named][:3] == [0, 100, 200]
    assert np.diff(named).min() * 0.3 >= 30


# what is said


def test_what_is_missing_is_on_the_paper_and_in_the_text_equivalent() -> None:
    for scene in (step_scene(LARGE, "mask"), two_flips_scene(LARGE)):
        words = re.sub(r"\s+", " ", told(scene))
        assert AS_IMAGE in words
        assert AS_IMAGE in scene.alt
    assert "Struck cells have the paper's colour there." in told(step_scene(LARGE, "mask"))
    assert "Struck cells" not in told(step_scene(LARGE, "scores"))
    fine, coarse = (trip_of((1, tokens, 1, 2, 2)) for tokens in (512, 40))
    mixed = "Where cells are finer than a dot of the paper, neighbours' colours mix in it."
    assert mixed in re.sub(r"\s+", " ", told(step_scene(fine, "mask")))
    assert mixed not in re.sub(r"\s+", " ", told(step_scene(coarse, "mask")))


def test_a_pinned_picture_does_not_call_pins_a_shortfall() -> None:
    pinning = Pinning("query", ("batch", "token"), (("head", 2), ("head_dim", 1)))
    scene = pinned_scene(LARGE, "reshelve", pinning)
    assert [panel.shape for panel in images(scene)] == [(2, 40), (2, 40)]
    assert "rawn" not in told(scene)
    assert AS_IMAGE in told(scene)


@pytest.mark.parametrize("name", PICTURES)
def test_the_sizes_of_the_sliders_leave_nothing_out(name: str) -> None:
    scene = picture(trip_of((3, 8, 4, 6, 3)), name)
    assert "rawn:" not in told(scene)
    shown_of = {panel.role for panel in images(scene)}
    assert shown_of == ({"wide"} if name == "pour" else {"before"} if name == "cut" else set())


def test_every_cell_and_image_is_counted_once() -> None:
    for name in PICTURES:
        scene = picture(LARGE, name)
        whole = sum(rows * columns for rows, columns in (panel.shape for panel in scene.panels))
        assert whole == len(list(scene.cells())) + sum(panel.image.index.size for panel in images(scene))
        assert len(list(cells(scene))) == len(list(scene.cells())) + len(images(scene))
        assert name == TWO_FLIPS or scene.step == name
