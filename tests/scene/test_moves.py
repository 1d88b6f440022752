"""Where numbers fly between pictures: only where they move, from where they stood, in the right groups."""

from __future__ import annotations

import re
from itertools import pairwise, product

import pytest

import explorer as ex
from explorer.scene import Look, step_scene, two_flips_scene
from explorer.scene.moves import TWO_FLIPS, moves
from tests.scene.kit import random_trip

MOVING = {"reshelve": "h", "inside_flip": "t", "merge": "h"}
LINES = ("cut", "dividers")
NEIGHBOURS = list(pairwise(ex.STEP_NAMES))
FOLLOWED = ("query", "key", "value")
TRIP = random_trip(1, 1, 4, 3, 2)


def identities(step: str, tensor: str) -> dict[str, set[str]]:
    """By role, the identities that a step's picture has."""
    found: dict[str, set[str]] = {}
    for panel in step_scene(TRIP, step, Look(tensor=tensor)).panels:
        found.setdefault(panel.role, set()).update(cell.identity for cell in panel.cells)
    return found


@pytest.mark.parametrize(("left", "entered"), NEIGHBOURS)
def test_numbers_fly_only_where_they_move(left: str, entered: str) -> None:
    how, back = moves(left, entered), moves(entered, left)
    if entered in MOVING:
        assert how["ways"]
        assert back["ways"]
        (way,) = back["ways"].values()
        staggers = {each["stagger"] for each in how["ways"].values()}
        assert way["stagger"] == MOVING[entered]
        assert staggers == {"", MOVING[entered]}
    else:
        assert how == ({"ways": {}} if entered in LINES else None)
        # Whoever comes back to a step sees that step's own move once more.
        assert back == moves("", left)
        assert bool((back or {}).get("ways")) == (left in MOVING)


@pytest.mark.parametrize("tensor", FOLLOWED)
@pytest.mark.parametrize(("left", "entered"), [*NEIGHBOURS, *((b, a) for a, b in NEIGHBOURS)])
def test_every_way_point_is_drawn(left: str, entered: str, tensor: str) -> None:
    """A way-point names one drawing of the number, in the picture before or in this one, and it is there."""
    how = moves(left, entered, tensor)
    old, new = identities(left, tensor), identities(entered, tensor)
    for role, way in (how or {"ways": {}})["ways"].items():
        assert new[role], role
        for point in way["by"]:
            when, _, there = point.partition(":")
            # In the inside flip only the keys move; whoever followed another is shown its own move alone.
            if when == "old" and entered == "inside_flip" and tensor != "key":
                continue
            if when == "old" and left == "inside_flip" and tensor != "key":
                continue
            drawn = {"old": old, "new": new}[when]
            assert there in drawn, f"{role} comes by {point!r}: {left} has {sorted(old)}"
            assert new[role] <= drawn[there], point


@pytest.mark.parametrize(("left", "entered"), list(product(["", "elsewhere", *ex.STEP_NAMES], ex.STEP_NAMES)))
def test_a_jump_makes_the_entered_steps_own_move(left: str, entered: str) -> None:
    if (left, entered) in NEIGHBOURS or (entered, left) in NEIGHBOURS:
        return
    how = moves(left, entered)
    if entered in MOVING:
        assert all(point.startswith("new:") for way in how["ways"].values() for point in way["by"])
        assert [way["stagger"] for way in how["ways"].values()] == [MOVING[entered]]
    else:
        assert how == ({"ways": {}} if entered in LINES else None)


def test_the_groups_are_letters_of_the_identities() -> None:
    for step, letter in MOVING.items():
        left = ex.STEP_NAMES[ex.STEP_NAMES.index(step) - 1]
        for role, way in moves(left, step)["ways"].items():
            assert way["stagger"] in ("", letter)
            for identity in identities(step, "key")[role]:
                assert re.search(rf":{letter}\d+(:|$)", identity)


def test_both_flips_begin_at_their_own_before() -> None:
    roles: dict[str, set[str]] = {}
    for panel in two_flips_scene(TRIP).panels:
        roles.setdefault(panel.role, set()).update(cell.identity for cell in panel.cells)
    assert TWO_FLIPS["ways"].keys() == {"reshelve-after", "inside_flip-after"}
    assert {role: way["stagger"] for role, way in TWO_FLIPS["ways"].items()} == {
        "reshelve-after": "h",
        "inside_flip-after": "t",
    }
    for role, way in TWO_FLIPS["ways"].items():
        ((when, _, there),) = (point.partition(":") for point in way["by"])
        assert when == "new"
        assert roles[role] == roles[there]
