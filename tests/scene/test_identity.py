"""A number that only moves keeps its name, its text and its colour."""

from __future__ import annotations

import pytest

import explorer as ex
from explorer.scene import Look, step_scene
from explorer.scene.colouring import Colouring
from explorer.scene.palette import PALETTES
from tests.scene.kit import random_trip

MOVING = ("pour", "cut", "dividers", "reshelve", "inside_flip")


@pytest.mark.parametrize("colour", ["auto", "origin", "value"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_name_text_and_colour_stay_from_the_wide_row_to_the_inside_flip(colour: str, theme: str) -> None:
    trip = random_trip(1, 2, 5, 3, 4)
    look = Look(colour=colour, theme=theme)
    first: dict[str, tuple[str, str, str]] = {}
    for step in MOVING:
        cells = [cell for cell in step_scene(trip, step, look).cells() if cell.identity.startswith("key:")]
        assert len({cell.identity for cell in cells}) == 5 * 3 * 4
        for cell in cells:
            seen = (cell.text, cell.fill, cell.ink)
            assert first.setdefault(cell.identity, seen) == seen, (step, cell.identity)


@pytest.mark.parametrize("step", ["cut", "dividers", "reshelve", "inside_flip"])
def test_the_same_numbers_stand_before_and_after(step: str) -> None:
    scene = step_scene(random_trip(2, 1, 4, 3, 2), step)
    before = {c.identity for p in scene.panels for c in p.cells if p.role.startswith("before")}
    after = {c.identity for p in scene.panels for c in p.cells if p.role.startswith("after")}
    assert before == after


def test_the_merge_moves_the_blends_numbers_and_makes_none() -> None:
    scene = step_scene(random_trip(2, 1, 4, 3, 2), "merge", Look(colour="value"))
    by_role = [
        {cell.identity: (cell.text, cell.fill) for cell in scene.cells(role)}
        for role in ("blend", "block", "output")
    ]
    assert by_role[0] == by_role[1] == by_role[2]
    assert set(by_role[0]) >= {"blend:b0:t3:h2:d1"}


def test_computed_numbers_are_named_by_their_own_tensor() -> None:
    trip = ex.trace()
    identities = {cell.identity for cell in step_scene(trip, "shares").cells()}
    assert {
        "struck:b0:h1:i2:j0",
        "exponentials:b0:h1:i2:j0",
        "totals:b0:h1:i2",
        "shares:b0:h1:i2:j0",
    } <= identities


def test_a_dividers_cell_never_moves_sideways() -> None:
    for look in (Look(), Look(head=1)):
        scene = step_scene(random_trip(5, 1, 3, 2, 2), "dividers", look)
        for name in ("query", "key", "value"):
            before = {cell.identity: cell.x for cell in scene.cells(f"before-{name}")}
            after = {cell.identity: cell.x for cell in scene.cells(f"after-{name}")}
            assert before == after


def test_one_range_for_all_three_of_the_rows() -> None:
    trip = ex.trace_qkv([[0, 1]], [[2, 3]], [[4, 9]], heads=1)
    colouring = Colouring(trip, "cut", "value", PALETTES["light"])
    ranges = {
        colouring.range_of(tensor)
        for step in ("cut", "dividers", "reshelve", "inside_flip")
        for tensor in trip[step].tensors.values()
    }
    assert [(found.low, found.high, found.signed) for found in ranges] == [(0.0, 9.0, False)]


def test_shares_run_from_nothing_to_one_and_signed_scores_are_centred() -> None:
    trip = random_trip(6, 1, 3, 1, 2)
    colouring = Colouring(trip, "scores", "auto", PALETTES["light"])
    shares = colouring.range_of(trip["shares"]["shares"])
    assert (shares.low, shares.high, shares.signed) == (0.0, 1.0, False)
    scores = colouring.range_of(trip["scores"]["scores"])
    assert trip["scores"]["scores"].values.min() < 0
    assert scores.signed
    assert scores.low == -scores.high
    assert colouring.range_of(trip["mask"]["struck"]) == scores
