"""Nothing overlaps, nothing is cut off, and the paper grows only when it has to."""

from __future__ import annotations

import itertools

import pytest

import explorer as ex
from explorer.scene import Look, Scene, step_scene
from explorer.scene.frame import HEIGHT, WIDTH
from explorer.scene.layout import Blank, Density, Node, fit
from explorer.scene.shape_line import HEIGHT as SHAPE_LINE
from tests.scene.kit import PICTURES, SIZES, TWO_FLIPS, cells, labels, picture, random_trip, trip_of


def clashes(scene: Scene) -> list[str]:
    """Whatever lies outside the paper or on something else."""
    texts, grid = list(labels(scene)), list(cells(scene))
    found = [
        f"{part.text!r} is cut off"
        for part in texts + grid
        if part.x < 0 or part.y < 0 or part.right > scene.width or part.bottom > scene.height
    ]
    found += [f"{a.text!r} on {b.text!r}" for a, b in itertools.combinations(texts, 2) if a.overlaps(b)]
    found += [f"{a.text!r} on {b.text}" for a, b in itertools.product(texts, grid) if a.overlaps(b)]
    found += [f"{a.text} on {b.text}" for a, b in itertools.combinations(grid, 2) if a.overlaps(b, 0.01)]
    return found


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_nothing_overlaps_or_is_cut_off(sizes: tuple[int, int, int, int, int], name: str) -> None:
    trip = trip_of(sizes)
    for words in ("pencil", "standard", "both"):
        assert clashes(picture(trip, name, Look(words=words))) == []


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_overlaps_where_the_cells_are_too_small_for_numbers(name: str) -> None:
    assert clashes(picture(trip_of((1, 20, 3, 4, 3)), name)) == []


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_overlaps_with_long_numbers_pinned_heads_or_a_real_pour(name: str) -> None:
    signed = random_trip(3, 2, 5, 3, 4, window=2)
    assert clashes(picture(signed, name, Look(decimals=4, batch=1))) == []
    assert clashes(picture(signed, name, Look(head=2, token=4, heading=False, theme="dark"))) == []
    poured = trip_of((2, 4, 3, 2, 2), source="poured")
    assert clashes(picture(poured, name, Look(batch=1, tensor="value"))) == []


@pytest.mark.parametrize("step", ex.STEP_NAMES)
@pytest.mark.parametrize("words", ["pencil", "standard", "both"])
def test_the_pencil_example_fits_the_page_with_large_cells(step: str, words: str) -> None:
    scene = step_scene(ex.trace(), step, Look(heading=False, words=words))
    strip = list(scene.cells("memory"))
    assert bool(strip) == (step in ("reshelve", "inside_flip"))
    assert scene.width == WIDTH
    assert scene.height == (pytest.approx(HEIGHT + 67) if strip else HEIGHT)
    assert min(cell.h for cell in scene.cells() if cell not in strip) >= 28
    assert min(cell.size for cell in scene.cells()) >= 10


@pytest.mark.parametrize("step", ex.STEP_NAMES)
def test_larger_pictures_grow_down_before_they_grow_across(step: str) -> None:
    scene = step_scene(trip_of((2, 8, 4, 4, 3)), step, Look(heading=False))
    assert scene.width <= 1.7 * WIDTH
    assert scene.height <= 2.8 * HEIGHT
    assert min(cell.size for cell in scene.cells()) >= 9


def test_the_shape_line_stands_still_when_the_step_changes() -> None:
    trip = ex.trace()
    scenes = [step_scene(trip, step, Look(heading=False)) for step in ex.STEP_NAMES]
    assert len({label.y for scene in scenes for label in labels(scene) if label.text == "("}) == 1
    for scene in scenes:
        assert min(cell.y for cell in scene.cells()) > 6 + SHAPE_LINE


@pytest.mark.parametrize("name", PICTURES)
def test_the_same_question_gives_the_same_picture(name: str) -> None:
    assert picture(ex.trace(), name) == picture(ex.trace(), name)


def test_fit_takes_the_largest_cells_then_grows_downwards() -> None:
    def square(density: Density) -> Node:
        return Blank(10 * density.cell, 10 * density.cell)

    assert fit((square,), 400, 400).width == 400
    assert fit((square,), 200, 1000).width == 200

    def tall(density: Density) -> Node:
        assert density.width <= 1.2 * 180
        return Blank(5 * density.cell, 10 * density.cell)

    grown = fit((tall,), 180, 100)
    assert (grown.width, grown.height) == (100, 200)


def test_fit_prefers_the_preferred_body_while_its_cells_are_large() -> None:
    def small(density: Density) -> Node:
        return Blank(density.cell, density.cell)

    def large(density: Density) -> Node:
        return Blank(5 * density.cell, density.cell)

    assert fit((small,), 150, 100, large).width == 5 * 30
    assert fit((small,), 100, 100, large).width == 44


def test_many_shelves_are_windowed_and_say_so() -> None:
    trip = trip_of((2, 40, 3, 20, 3))
    scene = step_scene(trip, "reshelve", Look(batch=1))
    told = " ".join(label.text for label in labels(scene))
    assert "Pinned: book 1 of 2." in told
    assert "Shelves drawn: T 0 to 5 of 40." in told
    assert "Drawn: D" not in told
    assert {dict(cell.coords)["token"] for cell in scene.cells("before")} == set(range(6))
    assert all(cell.text for cell in scene.cells())  # few enough for their numbers
    images = [panel.image for panel in scene.panels if panel.role == "after"]
    assert [image.shape for image in images] == [(40, 20)] * 3


def test_the_window_follows_the_chosen_token() -> None:
    scene = step_scene(trip_of((1, 40, 2, 2, 3)), "reshelve", Look(token=30))
    assert "Shelves drawn: T 22 to 37 of 40." in " ".join(label.text for label in labels(scene))
    assert {dict(cell.coords)["token"] for cell in scene.cells("before")} == set(range(22, 38))


def test_where_numbers_are_missing_it_is_said() -> None:
    scene = step_scene(trip_of((1, 16, 2, 2, 3)), "scores")
    told = " ".join(label.text for label in labels(scene))
    assert "More than 400 cells of a tensor: drawn without their numbers." in told
    assert {cell.text for cell in scene.cells()} == {""}


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_is_left_out_in_silence_at_the_sizes_of_the_page(name: str) -> None:
    told = " ".join(label.text for label in labels(picture(trip_of((2, 8, 4, 4, 3)), name)))
    assert "Drawn:" not in told
    assert "without their numbers" not in told
    assert "Pinned: book 0 of 2." in told


def test_a_huge_trip_is_still_drawn() -> None:
    trip = trip_of((1, 64, 9, 64, 5))
    for name in PICTURES:
        scene = picture(trip, name)
        assert len(list(scene.cells())) < 1000
        assert scene.panels
        assert name == TWO_FLIPS or scene.width < 2000
