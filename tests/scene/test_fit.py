"""The largest cells that fit are found, and few are tried on the way."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.scene import Look, frame, layout, step_scene
from explorer.scene.layout import Blank, Density, Node, fit
from explorer.stage.svg import to_svg
from tests.scene.kit import SIZES, trip_of

LENGTHS = st.floats(100, 2000)


def one_after_another(builds: Sequence, width: float, height: float, preferred: object = None) -> Node:
    """Try each size of cell in turn: slow, and plainly right."""
    body: Node = Blank()
    for attempt in layout._attempts(tuple(builds), preferred, (width, height)):
        for number in range(len(attempt.sizes)):
            fits, body = layout._try(attempt, number)
            if fits:
                return body
    return body


@given(LENGTHS, LENGTHS, st.floats(0.5, 60), st.floats(0.5, 60), st.floats(0.5, 60))
def test_halving_finds_what_one_after_another_finds(
    width: float, height: float, across: float, down: float, other: float
) -> None:
    def build(density: Density) -> Node:
        return Blank(across * density.cell, down * density.cell)

    def turned(density: Density) -> Node:
        return Blank(other * density.cell, 0.5 * down * density.cell)

    for ways in ((build,), (build, turned)):
        assert fit(ways, width, height, turned) == one_after_another(ways, width, height, turned)


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_pictures_of_the_trip_get_their_largest_cells(
    sizes: tuple[int, int, int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    trip = trip_of(sizes)
    halved = [to_svg(step_scene(trip, step, Look())) for step in ex.STEP_NAMES]
    monkeypatch.setattr(frame, "fit", one_after_another)
    assert halved == [to_svg(step_scene(trip, step, Look())) for step in ex.STEP_NAMES]


def test_few_are_tried() -> None:
    tried = []

    def build(density: Density) -> Node:
        tried.append(density.cell)
        return Blank(10 * density.cell, 10 * density.cell)

    assert fit((build,), 400, 400).width == 400
    assert len(tried) <= 5
    tried.clear()
    assert fit((build,), 1, 1).width == 180
    assert len(tried) == 2 + len(layout._GROWTH)
