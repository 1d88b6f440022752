"""All counters pinned but two: the grid drawn is the tensor's own, whichever two are free."""

from __future__ import annotations

import pytest

import explorer as ex
from explorer.scene.as_text import rows_of
from explorer.scene.pinned import Pinning, free_pairs, pinned_scene, pinnings

TRIP = ex.trace(ex.Config(tokens=5, heads=3, head_dim=4, batch=2))
GRIDS = [
    (step.name, name, pair)
    for step in TRIP.steps
    for name, tensor in step.tensors.items()
    if len(tensor.axes) > 1
    for pair in free_pairs(tensor)
]


@pytest.mark.parametrize(
    ("step", "name", "free"), GRIDS, ids=lambda part: "-".join(part) if isinstance(part, tuple) else part
)
def test_every_pair_of_every_tensor(step: str, name: str, free: tuple[str, str]) -> None:
    tensor = TRIP[step][name]
    held = {axis: size - 1 for axis, size in tensor.sizes.items() if axis not in free}
    scene = pinned_scene(TRIP, step, pinnings(TRIP, step, name, free, held))
    after = next(panel for panel in scene.panels if panel.role == "after")
    assert (after.rows, after.cols) == ((free[0],), (free[1],))
    shown = [[cell.value for cell in row] for row in rows_of(after)]
    assert shown == tensor.grid(*free, **held).values.tolist()


def test_before_lies_as_it_lay_and_after_stands() -> None:
    scene = pinned_scene(TRIP, "inside_flip", pinnings(TRIP, "inside_flip", held={"head": 2, "batch": 1}))
    before, after = scene.panels
    assert (before.rows, before.cols) == (("token",), ("head_dim",))
    assert (after.rows, after.cols) == (("head_dim",), ("token",))
    lying = [[cell.value for cell in row] for row in rows_of(before)]
    standing = [[cell.value for cell in row] for row in rows_of(after)]
    assert [list(column) for column in zip(*standing, strict=True)] == lying
    assert (
        "Pinned: book 1, lens 2. There is one such grid for each pin: B x H = 2 x 3 = 6 grids." in scene.alt
    )


@pytest.mark.parametrize("step", ["scores", "blend"])
def test_a_product_runs_once_for_each_pin(step: str) -> None:
    scene = pinned_scene(TRIP, step, pinnings(TRIP, step))
    assert "This product runs once for each pin: B x H = 2 x 3 = 6 times." in scene.alt


def test_other_free_counters_are_no_grids_of_the_product() -> None:
    scene = pinned_scene(TRIP, "scores", pinnings(TRIP, "scores", "scores", ("batch", "head")))
    assert "one such grid for each pin: T x T = 5 x 5 = 25 grids." in scene.alt


def test_a_choice_made_elsewhere_is_settled() -> None:
    settled = pinnings(TRIP, "mask", "query", ("token", "head"), {"batch": 9, "head": 2})
    assert settled == Pinning("struck", ("query_token", "key_token"), (("batch", 0), ("head", 2)))


def test_the_last_two_are_free_unless_said_otherwise() -> None:
    assert free_pairs(TRIP["reshelve"]["key"])[0] == ("token", "head_dim")
    assert len(free_pairs(TRIP["reshelve"]["key"])) == 6


def test_axes_that_are_not_there_are_refused() -> None:
    with pytest.raises(ex.AxisNameError) as caught:
        pinned_scene(TRIP, "scores", Pinning("scores", ("token", "head"), (("batch", 0),)))
    assert str(caught.value) == (
        "Cannot pin scores by token, head and batch: its axes are batch, head, query_token and key_token. "
        "Name each of them once."
    )
