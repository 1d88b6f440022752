"""Right and wrong side by side: each mark stands on what is out of place, and nowhere else."""

from __future__ import annotations

import re

import numpy as np
import pytest

import explorer as ex
from explorer.core.mistakes.origins import origins
from explorer.core.mistakes.record import WrongTurn, whole
from explorer.core.mistakes.verdict import alike
from explorer.scene import Look
from explorer.scene.as_text import markdown, numpy_literal
from explorer.scene.display import Label
from explorer.scene.palette import PALETTES, contrast, origin_fill
from explorer.scene.wrong_turn import wrong_turn_scene
from tests.scene.wrong_kit import (
    DISTINCT,
    MOVED,
    PENCIL,
    WORKED_OUT,
    covers,
    drawn,
    framed,
    frames,
    taken,
    told,
)


@pytest.mark.parametrize("config", [PENCIL, DISTINCT], ids=["pencil", "distinct"])
@pytest.mark.parametrize("colour", ["auto", "value"])
@pytest.mark.parametrize(("turn", "step", "tensor"), MOVED)
def test_just_the_cells_that_are_out_of_place_are_framed(
    turn: str, step: str, tensor: str, colour: str, config: ex.Config
) -> None:
    wrong = taken(turn, config)
    tensor_look = tensor if tensor != "output" else "key"
    scene = drawn(turn, step, config, tensor=tensor_look, colour=colour)
    here, there = (origins(trip, step, tensor).index for trip in (wrong.right, wrong))
    out_of_place = {tuple(at) for at in np.argwhere(here != there).tolist() if at[0] == 0}
    assert out_of_place
    assert framed(scene, "wrong") == out_of_place
    assert framed(scene, "right") == set()


@pytest.mark.parametrize("config", [PENCIL, DISTINCT], ids=["pencil", "distinct"])
@pytest.mark.parametrize(("turn", "step", "tensor"), WORKED_OUT)
def test_what_was_worked_out_or_went_wrong_before_it_moved_is_framed_where_it_differs(
    turn: str, step: str, tensor: str, config: ex.Config
) -> None:
    wrong = taken(turn, config)
    same = alike(wrong.right[step][tensor].values, wrong[step][tensor].values)
    differ = {tuple(at) for at in np.argwhere(~same).tolist() if at[0] == 0}
    assert differ
    scene = drawn(turn, step, config)
    assert framed(scene, "wrong") == differ
    assert framed(scene, "right") == set()


def test_it_is_said_when_numbers_in_their_place_went_wrong_before() -> None:
    both, merged = drawn("split_and_merge_by_reshape", "merge"), drawn("merge_without_reshelve", "merge")
    assert "Of those in their right place, 1 went wrong before: they hold another number." in told(both)
    assert "went wrong before" not in told(merged)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("turn", "step", "tensor"), [row for row in MOVED if row[0] != "wide_row_interleaved"]
)
def test_a_number_has_the_colour_of_where_it_really_came_from(
    turn: str, step: str, tensor: str, theme: str
) -> None:
    scene = drawn(turn, step, DISTINCT, theme=theme, tensor=tensor if tensor != "output" else "key")
    right = {cell.identity: (cell.fill, cell.text) for cell in scene.cells("right")}
    wrong = [(cell.identity, (cell.fill, cell.text)) for cell in scene.cells("wrong")]
    shared = [(name, seen) for name, seen in wrong if name in right]
    assert shared
    assert all(right[name] == seen for name, seen in shared)
    for name, (fill, _) in wrong:
        at = dict(re.findall(r"([th])(\d+)", name.split(":", 1)[1]))
        assert fill == origin_fill(int(at["h"]), int(at["t"]), 5, PALETTES[theme])


def test_a_title_says_where_a_number_comes_from_and_which_belongs_there() -> None:
    cells = list(drawn("split_by_reshape", "reshelve", words="pencil").cells("wrong"))
    assert cells[0].title == "HAVE, book 0, lens 0, token 0, number 0: 1"
    assert cells[2].title == (
        "HAVE, book 0, lens 0, token 1, number 0: 1, comes from lens 1, token 0, number 0; here belongs 0"
    )


def test_shelves_are_laid_row_by_row() -> None:
    scene = drawn("dividers_dh", "dividers", ex.Config(tokens=5, heads=5))
    corners = [(panel.cells[0].y, panel.cells[0].x) for panel in scene.panels if panel.role == "wrong"]
    assert len(corners) == 5
    assert len({x for _, x in corners}) > 1
    assert corners == sorted(corners)


def test_lenses_on_the_other_side_of_a_product_are_called_so_where_labels_are_letters() -> None:
    text = told(drawn("np_dot", "scores", DISTINCT, words="pencil"))
    assert "looked-at lens 1" in text


def test_a_title_names_the_part_and_the_book_where_they_differ() -> None:
    cut = next(iter(drawn("wide_row_interleaved", "cut", words="standard", tensor="value").cells("wrong")))
    assert cut.title.endswith(": 1, comes from key, head 0, token 0, dim 0; here belongs 2, of value")
    assert "On the wrong way numbers of WANT (query) and GIVE (value) stand here." in told(
        drawn("wide_row_interleaved", "cut")
    )
    merged = drawn("merge_without_reshelve", "merge", DISTINCT, words="pencil")
    assert any("comes from book 0, lens 0, token 1" in cell.title for cell in merged.cells("wrong"))


def test_titles_of_worked_out_numbers_say_what_the_other_way_has() -> None:
    scene = drawn("softmax_over_askers", "shares", words="pencil")
    wrong, right = next(iter(scene.cells("wrong"))), next(iter(scene.cells("right")))
    assert wrong.title == (
        "shares, book 0, lens 0, asking token 0, looked-at token 0: 0.6697615493, the right number is 1"
    )
    assert right.title == (
        "shares, book 0, lens 0, asking token 0, looked-at token 0: 1, on the wrong way 0.6697615493"
    )


@pytest.mark.parametrize("turn", ["mask_left_out", "strike_by_multiplying", "diagonal_one_far"])
def test_just_what_was_struck_is_hatched_on_either_way(turn: str) -> None:
    wrong = taken(turn)
    for step in ("mask", "shares"):
        scene = drawn(turn, step)
        for trip, role in ((wrong.right, "right"), (wrong, "wrong")):
            struck = np.isneginf(trip["mask"]["struck"].values)
            hatched = {tuple(at for _, at in cell.coords) for cell in scene.cells(role) if cell.hatch}
            assert hatched == {tuple(at) for at in np.argwhere(struck).tolist()}


def test_rows_that_do_not_add_to_one_say_so() -> None:
    scene = drawn("softmax_over_askers", "shares")
    sums = [
        (mark.text, mark.bold) for mark in scene.marks if isinstance(mark, Label) and mark.text[:2] == "= "
    ]
    shares = ex.trace(wrong_turns=["softmax_over_askers"])["shares"]["shares"].values[0]
    wrong = [(f"= {total:.2f}", True) for total in shares.sum(axis=-1).ravel()]
    assert sums == [("= 1", False)] * 6 + wrong


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("turn", "step"), [row[:2] for row in (*MOVED, *WORKED_OUT)])
def test_a_frame_and_a_number_can_be_seen_on_every_fill(turn: str, step: str, theme: str) -> None:
    scene = drawn(turn, step, DISTINCT, theme=theme)
    boxes = frames(scene)
    for cell in scene.cells():
        assert contrast(cell.ink, cell.fill) >= 4.5
        for box in boxes:
            assert not covers(box, cell) or contrast(box.stroke, cell.fill) >= 4.5


def test_axes_that_no_right_trip_has_are_laid_out_and_pinned() -> None:
    turned = drawn("key_t", "inside_flip", DISTINCT, words="pencil")
    grids = [panel for panel in turned.panels if panel.role == "wrong"]
    assert [panel.title for panel in grids] == [
        f"wrong: HAVE, number {number}, book 0" for number in range(4)
    ]
    assert (grids[0].rows, grids[0].cols, grids[0].shape) == (("token",), ("head",), (5, 3))
    dot = WrongTurn(
        "dot", "dot", "dot", lines={"scores": whole("matches = np.dot(q, k)\nscores = matches / 2")}
    )
    six = drawn(dot, "scores", DISTINCT, words="pencil")
    assert six.shape_line == ("right ( B 2, H 3, T 5, T 5 ), wrong ( B 2, H 3, T 5, B 2, H 3, T 5 )")
    assert "Pinned: asking book 0 of 2, asking lens 0 of 3, looked-at book 0 of 2." in told(six)
    grid = next(panel for panel in six.panels if panel.role == "wrong")
    assert (grid.rows, grid.cols) == (("query_token",), ("key_token",))
    assert dict(grid.pins)["key_head"] == 0
    scores = taken(dot, DISTINCT)["scores"]["scores"]
    for cell in six.cells("wrong"):
        assert cell.value == scores.at(**dict(cell.coords))


def test_shelves_are_tokens_where_the_wrong_tensor_has_them_first() -> None:
    tied = ex.Config(tokens=3, heads=3)
    scene = drawn("reshelve_forgotten", "reshelve", tied)
    pins = [dict(panel.pins) for panel in scene.panels if panel.role == "wrong"]
    assert pins == [{"batch": 0, "token": token} for token in range(3)]
    found = framed(scene, "wrong")
    assert found == {(0, t, h, d) for t in range(3) for h in range(3) for d in range(2) if t != h}


def test_every_panel_has_its_text() -> None:
    wrong = taken("split_by_reshape", DISTINCT)
    scene = wrong_turn_scene(wrong, "reshelve", Look(words="pencil"))
    for trip, role in ((wrong.right, "right"), (wrong, "wrong")):
        grids = [panel for panel in scene.panels if panel.role == role]
        for head, panel in enumerate(grids):
            values = trip["reshelve"]["key"].values[0, head]
            np.testing.assert_array_equal(eval(numpy_literal(panel), {"np": np}), values)
            assert markdown(panel, "pencil").startswith("|  | number 0 | number 1 | number 2 | number 3 |")
            assert panel.title == f"{role}: HAVE, book 0, lens {head}"


@pytest.mark.parametrize(("turn", "step"), [row[:2] for row in (*MOVED, *WORKED_OUT)])
def test_no_two_cells_of_a_half_have_one_name(turn: str, step: str) -> None:
    doubled = WrongTurn(
        "d", "d", "d", lines={"reshelve": whole("k = k[:, :1, :2].repeat(2, 1).repeat(3, 2)[:, :2, :3]")}
    )
    for scene in (drawn(turn, step, DISTINCT), drawn(doubled, "reshelve")):
        for role in ("right", "wrong"):
            names = [cell.identity for cell in scene.cells(role)]
            assert len(set(names)) == len(names) > 0


def test_a_large_trip_is_drawn_as_images_whose_cells_tell_as_much() -> None:
    config = ex.Config(tokens=64, heads=4, head_dim=16)
    wrong, scene = taken("split_by_reshape", config), drawn("split_by_reshape", "reshelve", config)
    images = [panel.image for panel in scene.panels if panel.role == "wrong"]
    assert [image.shape for image in images] == [(64, 16)] * 4
    cell = images[1].cell(5, 3)
    assert cell.value == wrong["reshelve"]["key"].values[0, 1, 5, 3]
    found = origins(wrong, "reshelve", "key").coords(0, 1, 5, 3)
    assert (
        f"comes from lens {found['head']}, token {found['token']}, number {found['head_dim']}" in cell.title
    )
    (right,) = (p.image for p in scene.panels if p.role == "right" and dict(p.pins)["head"] == found["head"])
    assert cell.fill == right.cell(found["token"], found["head_dim"]).fill
    assert "is one image" in told(scene)
