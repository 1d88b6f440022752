"""The shape line, the outlines, the arithmetic and NumPy's own words."""

from __future__ import annotations

import re

import numpy as np
import pytest

import explorer as ex
from explorer.scene import Look, Scene, step_scene, two_flips_scene
from explorer.scene.display import Box, Fill, Stroke
from explorer.scene.palette import PALETTES
from explorer.scene.without import numpy_says
from explorer.words import FLIPS
from tests.scene.kit import PICTURES, labels, picture, random_trip, trip_of

SHAPE_LINES = {
    "pour": "( B 1, T 2, E 2 ) x ( E 2, N 2 ) -> ( B 1, T 2, N 2 )",
    "cut": "( B 2, T 5, 3C 36 ) -> ( B 2, T 5, C 12 ), ( B 2, T 5, C 12 ), ( B 2, T 5, C 12 )",
    "dividers": "( B 2, T 5, C 12 ) -> ( B 2, T 5, H 3, D 4 )",
    "reshelve": "( B 2, T 5, H 3, D 4 ) -> ( B 2, H 3, T 5, D 4 )",
    "inside_flip": "( B 2, H 3, T 5, D 4 ) -> ( B 2, H 3, D 4, T 5 )",
    "scores": "( B 2, H 3, T 5, D 4 ) x ( B 2, H 3, D 4, T 5 ) -> ( B 2, H 3, T 5, T 5 )",
    "mask": "( B 2, H 3, T 5, T 5 ), ( T 5, T 5 ) -> ( B 2, H 3, T 5, T 5 )",
    "shares": "( B 2, H 3, T 5, T 5 ) -> ( B 2, H 3, T 5, T 5 )",
    "blend": "( B 2, H 3, T 5, T 5 ) x ( B 2, H 3, T 5, D 4 ) -> ( B 2, H 3, T 5, D 4 )",
    "merge": "( B 2, H 3, T 5, D 4 ) -> ( B 2, T 5, H 3, D 4 ) -> ( B 2, T 5, C 12 )",
}


@pytest.mark.parametrize("step", ex.STEP_NAMES)
def test_the_shape_line(step: str) -> None:
    assert step_scene(trip_of((2, 5, 3, 4, 2)), step).shape_line == SHAPE_LINES[step]


@pytest.mark.parametrize(
    ("step", "over", "under"), [("reshelve", "token", "head"), ("inside_flip", "token", "head_dim"),
                                ("merge", "head", "token")],
)  # fmt: skip
def test_two_arcs_in_the_colours_of_the_axes_that_trade_places(step: str, over: str, under: str) -> None:
    scene = step_scene(ex.trace(), step, Look(heading=False))
    arcs = [m for m in scene.marks if isinstance(m, Stroke) and m.curved and m.points[0][1] < 92]
    upper, lower = [arc for arc in arcs if arc.colour != PALETTES["light"].ink]
    palette = PALETTES["light"]
    assert (upper.colour, lower.colour) == (palette.axis(over), palette.axis(under))
    assert upper.points[0][0] < upper.points[3][0]
    assert lower.points[0][0] > lower.points[3][0]
    assert upper.points[1][1] < upper.points[0][1]
    assert lower.points[1][1] > lower.points[0][1]


@pytest.mark.parametrize("step", ["pour", "cut", "dividers", "scores", "mask", "shares", "blend"])
def test_no_arc_where_nothing_trades_places(step: str) -> None:
    scene = step_scene(ex.trace(), step, Look(heading=False))
    colours = {PALETTES["light"].axis(axis) for axis in ("token", "head", "head_dim")}
    assert not [m for m in scene.marks if isinstance(m, Stroke) and m.curved and m.colour in colours]


def frames(scene: Scene) -> list[Box]:
    """The outlines drawn over cells."""
    return [mark for mark in scene.marks if isinstance(mark, Box) and not mark.fill and mark.radius == 3]


def framed(scene: Scene, box: Box, role: str) -> set[str]:
    """The cells of a role inside an outline."""
    return {
        cell.identity
        for cell in scene.cells(role)
        if box.x < cell.centre[0] < box.x + box.w and box.y < cell.centre[1] < box.y + box.h
    }


@pytest.mark.parametrize("step", ["reshelve", "inside_flip"])
def test_the_followed_row_is_outlined_before_and_after(step: str) -> None:
    scene = step_scene(random_trip(1, 1, 5, 3, 4), step, Look(token=3, head=2))
    before, after = frames(scene)
    row = {f"key:b0:t3:h2:d{i}" for i in range(4)}
    assert framed(scene, before, "before") == framed(scene, after, "after") == row
    assert before.w > before.h
    assert (after.w > after.h) == (step == "reshelve")


def test_an_arrow_follows_the_row_in_the_pencil_example() -> None:
    ink = PALETTES["light"].ink
    for step in ("reshelve", "inside_flip"):
        scene = step_scene(ex.trace(), step, Look(heading=False))
        heads = [m for m in scene.marks if isinstance(m, Fill) and m.colour == ink and m.points[0][1] > 92]
        assert len(heads) == 1


def test_a_match_is_outlined_with_its_row_and_its_column() -> None:
    scene = step_scene(random_trip(2, 1, 4, 2, 3), "scores", Look(token=1, head=1))
    inside = [
        {i for role in ("query", "key", "matches", "scores") for i in framed(scene, box, role)}
        for box in frames(scene)
    ]
    assert inside == [
        {f"query:b0:t1:h1:d{i}" for i in range(3)},
        {f"key:b0:t3:h1:d{i}" for i in range(3)},
        {"matches:b0:h1:i1:j3"},
        {"scores:b0:h1:i1:j3"},
    ]


def test_every_shelf_wears_the_colour_of_the_axis_that_owns_it() -> None:
    scene = step_scene(ex.trace(), "reshelve")
    colours = [box.stroke for box in scene.under if isinstance(box, Box)]
    palette = PALETTES["light"]
    assert colours == 3 * [palette.axis("token")] + 2 * [palette.axis("head")]


def test_the_worked_example_is_written_from_the_numbers() -> None:
    told = [label.text for label in labels(step_scene(ex.trace(), "pour"))]
    assert [text for text in told if "=" in text and "*" in text] == [
        "5*2 + 3*1 = 13", "5*1 + 3*3 = 14", "1*2 + 2*1 = 4",
    ]  # fmt: skip


@pytest.mark.parametrize("batch", [0, 1])
def test_a_real_pour_is_worked_out_for_the_book_that_is_drawn(batch: int) -> None:
    trip = ex.trace(ex.Config(batch=2, tokens=3, heads=3, source="poured"))
    told = [label.text for label in labels(step_scene(trip, "pour", Look(batch=batch)))]
    sums = [text.split(" = ") for text in told if "=" in text and "*" in text]
    wide = trip["pour"]["wide"].values[batch]
    assert [eval(left) for left, _ in sums] == [wide[0, 0], wide[0, 1], wide[1, 0]]
    assert [float(right) for _, right in sums] == [wide[0, 0], wide[0, 1], wide[1, 0]]


def test_without_the_stand_up_numpys_own_error_is_shown() -> None:
    trip = trip_of((1, 5, 2, 3, 2))
    with pytest.raises(ValueError, match="core dimension") as caught:
        np.matmul(np.ones((1, 2, 5, 3)), np.ones((1, 2, 5, 3)))
    told = " ".join(label.text for label in labels(step_scene(trip, "scores")))
    assert re.sub(r"\s+", " ", f"q @ k -> ValueError: {caught.value}") in told
    assert "a row of 3 numbers meets a column of 5. NumPy refuses." in told


def test_without_the_stand_up_it_would_run_where_the_sizes_tie() -> None:
    trip = random_trip(1, 1, 3, 2, 3)
    told = " ".join(label.text for label in labels(step_scene(trip, "scores")))
    assert "it would run, because D = T = 3. The answer would be wrong." in told
    assert "q @ k -> it runs: (1, 2, 3, 3)" in told


def test_it_is_not_called_wrong_where_it_is_right() -> None:
    lucky = trip_of((1, 1, 1, 1, 1))
    assert numpy_says(lucky) == ("it runs: (1, 1, 1, 1)", True)
    told = " ".join(label.text for label in labels(step_scene(lucky, "scores")))
    assert "because D = T = 1, and be right by accident." in told
    assert "wrong" not in told


def test_the_outlined_number_of_the_blend_is_worked_out() -> None:
    told = [label.text for label in labels(step_scene(ex.trace(), "blend"))]
    assert "Outlined, lens 0: 0.196*2 + 0.804*1 \u2248 1.196" in told
    own = ex.trace_qkv([[0.0], [0.0]], [[0.0], [0.0]], [[-3.0], [1.0]], heads=1)
    told = [label.text for label in labels(step_scene(own, "blend"))]
    assert "Outlined, lens 0: 0.500*(-3) + 0.500*1 = -1" in told


def test_every_row_of_shares_is_said_to_add_to_one() -> None:
    told = [label.text for label in labels(step_scene(random_trip(4, 1, 5, 2, 3), "shares"))]
    assert told.count("= 1") == 10


def test_a_shifted_row_shows_what_was_taken_off() -> None:
    big = ex.trace_qkv([[100.0], [2.0]], [[1.0], [1.0]], [[1.0], [2.0]], heads=1)
    scene = step_scene(big, "shares")
    assert [cell.text for cell in scene.cells("shift")] == ["100", "0"]
    assert not list(step_scene(ex.trace(), "shares").cells("shift"))


def test_the_merge_says_whether_the_block_was_copied() -> None:
    def foot(sizes: tuple[int, int, int, int, int]) -> str:
        return " ".join(label.text for label in labels(step_scene(trip_of(sizes), "merge")))

    assert "(96 bytes)" in foot((1, 3, 2, 2, 2))
    assert "nothing was copied" in foot((1, 3, 1, 2, 2))


@pytest.mark.parametrize("words", ["pencil", "standard", "both"])
def test_under_each_flip_stands_what_moved_and_what_did_not(words: str) -> None:
    told = " ".join(label.text for label in labels(two_flips_scene(ex.trace(), Look(words=words))))
    for flip in FLIPS.values():
        assert flip.moved_in(words) in told
        assert flip.stayed_in(words) in told


@pytest.mark.parametrize("name", PICTURES)
def test_the_text_equivalent_names_the_shapes_or_the_moves(name: str) -> None:
    trip = trip_of((2, 5, 3, 4, 2))
    alt = picture(trip, name).alt
    if name == "two_flips":
        assert "Moved:" in alt
        assert "Stayed:" in alt
    else:
        for tensor in trip[name].tensors.values():
            sizes = ", ".join(f"[A-Z0-9]+ {size}" for size in tensor.shape)
            assert re.search(rf"{tensor.name} \({sizes}\)", alt)
