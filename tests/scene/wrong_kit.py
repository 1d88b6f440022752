"""What the tests of right-and-wrong pictures share: trips, and which cells are framed."""

from __future__ import annotations

import explorer as ex
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.taking import WrongTrace
from explorer.scene import Look, Scene
from explorer.scene.display import Box, Cell
from explorer.scene.wrong_turn import wrong_turn_scene
from tests.scene.kit import labels

PENCIL, DISTINCT = ex.Config(), ex.Config(batch=2, tokens=5, heads=3, head_dim=4)
MOVED = (
    ("split_by_reshape", "reshelve", "key"),
    ("split_by_reshape", "inside_flip", "key"),
    ("flip_by_reshape", "inside_flip", "key"),
    ("wide_row_interleaved", "cut", "query"),
    ("dividers_dh", "dividers", "value"),
    ("merge_without_reshelve", "merge", "output"),
)
WORKED_OUT = (
    ("split_by_reshape", "scores", "scores"),
    ("scale_missing", "scores", "scores"),
    ("strike_by_adding", "mask", "struck"),
    ("softmax_over_askers", "shares", "shares"),
    ("split_by_reshape", "blend", "blend"),
    ("split_by_reshape", "merge", "output"),  # it only moves there, but not the right numbers
)


def taken(turn: str | WrongTurn, config: ex.Config = PENCIL) -> WrongTrace:
    """A trip with one wrong turn."""
    trip = ex.trace(config, wrong_turns=[turn])
    assert isinstance(trip, WrongTrace)
    return trip


def drawn(turn: str | WrongTurn, step: str, config: ex.Config = PENCIL, **look: object) -> Scene:
    """Its picture, without a heading."""
    return wrong_turn_scene(taken(turn, config), step, Look(heading=False).replace(**look))


def frames(scene: Scene, *, dashed: bool = True) -> list[Box]:
    """The frames round cells, and no sample of one."""
    return [
        mark
        for mark in scene.marks
        if isinstance(mark, Box) and not mark.fill and mark.dashed is dashed
        if any(covers(mark, cell) for cell in scene.cells())
    ]


def covers(box: Box, cell: Cell) -> bool:
    """Whether a cell's middle lies in a box."""
    x, y = cell.centre
    return box.x < x < box.x + box.w and box.y < y < box.y + box.h


def framed(scene: Scene, role: str) -> set[tuple[int, ...]]:
    """Where in their tensor the framed cells of a role stand."""
    boxes = frames(scene)
    return {
        tuple(index for _, index in cell.coords)
        for cell in scene.cells(role)
        if any(covers(box, cell) for box in boxes)
    }


def told(scene: Scene) -> str:
    """All that is printed, but the numbers of cells."""
    return " ".join(label.text for label in labels(scene))
