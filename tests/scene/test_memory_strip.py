"""The strip of bytes under the two flips: nothing moves in it, and its ordinals are the live arrays' own."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.scene import Look, step_scene, two_flips_scene
from explorer.scene.display import Label
from explorer.scene.memory_strip import MOST

TRIP = ex.trace(ex.Config(tokens=3, heads=2, head_dim=4, batch=2))


def ordinals(trip: ex.Trace, step: str, batch: int = 0) -> tuple[list[int], list[int]]:
    """The two rows of small numbers, read from the picture."""
    scene = step_scene(trip, step, Look(heading=False, batch=batch))
    strip = list(scene.cells("memory"))
    below = [
        mark
        for mark in scene.marks
        if isinstance(mark, Label) and mark.text.isdigit() and mark.y > strip[0].y + strip[0].h
    ]
    lines = sorted({mark.y for mark in below})
    first, second = ([int(mark.text) for mark in below if mark.y == y] for y in lines)
    return first, second


@pytest.mark.parametrize("step", ["reshelve", "inside_flip"])
@pytest.mark.parametrize("batch", [0, 1])
def test_the_cells_lie_in_the_order_of_their_bytes(step: str, batch: int) -> None:
    strip = list(step_scene(TRIP, step, Look(batch=batch)).cells("memory"))
    key = TRIP["dividers"]["key"]
    addresses = [
        sum(dict(cell.coords)[axis] * stride for axis, stride in zip(key.axes, key.strides, strict=True))
        for cell in strip
    ]
    assert addresses == sorted(addresses)
    assert [cell.value for cell in strip] == TRIP["cut"]["key"].values[batch].ravel().tolist()
    assert [cell.x for cell in strip] == sorted(cell.x for cell in strip)


@pytest.mark.parametrize("step", ["reshelve", "inside_flip"])
def test_reading_by_the_ordinals_gives_the_tensors_own_order(step: str) -> None:
    memory = TRIP["cut"]["key"].values[0].ravel()
    before, after = ordinals(TRIP, step)
    for order, tensor in ((before, TRIP[step].inputs["key"]), (after, TRIP[step]["key"])):
        read = np.empty_like(memory)
        read[np.array(order) - 1] = memory
        assert read.tolist() == tensor.values[0].ravel().tolist()
    assert before != after


def test_the_order_of_one_flip_is_where_the_next_begins() -> None:
    assert ordinals(TRIP, "reshelve")[1] == ordinals(TRIP, "inside_flip")[0]


def test_a_pinned_head_leaves_the_whole_strip() -> None:
    whole = [cell.identity for cell in step_scene(TRIP, "reshelve", Look(heading=False)).cells("memory")]
    pinned = [
        cell.identity for cell in step_scene(TRIP, "reshelve", Look(heading=False, head=1)).cells("memory")
    ]
    assert pinned == whole


def test_a_long_strip_is_left_out() -> None:
    long = ex.trace(ex.Config(tokens=5, heads=3, head_dim=2))
    assert long["cut"]["key"].values[0].size > MOST
    assert not list(step_scene(long, "reshelve").cells("memory"))


def test_other_pictures_have_none() -> None:
    for step in set(ex.STEP_NAMES) - {"reshelve", "inside_flip"}:
        assert not list(step_scene(TRIP, step).cells("memory"))
    assert not list(two_flips_scene(TRIP).cells("memory"))


@pytest.mark.parametrize("step", ["reshelve", "inside_flip"])
def test_the_words_tell_of_the_strip_where_there_is_one(step: str) -> None:
    said = "Below, the numbers in the order of memory"
    assert said in step_scene(TRIP, step).alt
    assert said not in step_scene(ex.trace(ex.Config(tokens=9, heads=4)), step).alt
