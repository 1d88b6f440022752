"""What happens between pictures: which numbers fly, from where, in what groups; which lines come and go."""

from __future__ import annotations

import dataclasses
import re
from itertools import pairwise, product

import pytest

import explorer as ex
from explorer.figures.drawing import draw
from explorer.scene import Look, Scene, step_scene, two_flips_scene
from explorer.scene.display import Cell, Stroke
from explorer.scene.moves import TWO_FLIPS, moves
from explorer.stage import to_svg
from tests.scene.kit import PICTURES, picture, random_trip, trip_of

MOVING = {"reshelve": "h", "inside_flip": "t", "merge": "h"}
LINES = {"cut": "drawn", "dividers": "drawn", "merge": "rubbed"}
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
def test_going_on_makes_the_entered_steps_move(left: str, entered: str) -> None:
    how = moves(left, entered)
    if entered not in MOVING and entered not in LINES:
        assert how is None
        return
    assert how["lines"] == LINES.get(entered, "")
    staggers = {each["stagger"] for each in how["ways"].values()}
    assert staggers == ({"", MOVING[entered]} if entered in MOVING else set())


@pytest.mark.parametrize(("left", "entered"), [(b, a) for a, b in NEIGHBOURS])
def test_going_back_undoes_the_left_steps_move_and_nothing_else(left: str, entered: str) -> None:
    how = moves(left, entered) or {"ways": {}, "lines": ""}
    # The rows travel back; a line that was drawn is rubbed out; all else stood here already.
    staggers = [each["stagger"] for each in how["ways"].values()]
    assert staggers == ([MOVING[left]] if left in MOVING else [])
    assert how["lines"] == ("rubbed" if LINES.get(left) == "drawn" else "")


@pytest.mark.parametrize("entered", ex.STEP_NAMES)
def test_again_is_the_steps_own_move_wherever_one_came_from(entered: str) -> None:
    own = (moves("", entered) or {"own": None})["own"]
    assert (own is not None) == (entered in MOVING or entered in LINES)
    for left in ex.STEP_NAMES:
        how = moves(left, entered)
        assert (how or {"own": None})["own"] == own
        assert how is None or {"ways": how["ways"], "lines": how["lines"]} != {"ways": {}, "lines": ""} or own
    for point in [point for way in (own or {"ways": {}})["ways"].values() for point in way["by"]]:
        assert point.startswith("new:")


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
    assert how == moves("", entered)
    assert how is None or {"ways": how["ways"], "lines": how["lines"]} == how["own"]
    if entered in MOVING:
        assert all(point.startswith("new:") for way in how["ways"].values() for point in way["by"])
        assert [way["stagger"] for way in how["ways"].values()] == [MOVING[entered]]


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
    assert TWO_FLIPS["own"] == {"ways": TWO_FLIPS["ways"], "lines": TWO_FLIPS["lines"]}
    assert not TWO_FLIPS["lines"]


# the lines


def lines(scene: Scene, kind: str) -> list[Stroke]:
    """The lines of a picture that can be drawn, or rubbed out."""
    return [mark for mark in scene.marks if isinstance(mark, Stroke) and getattr(mark, kind)]


def grid(scene: Scene, role: str) -> list[Cell]:
    """The cells of a picture's only grid of this role, be it an image."""
    panel = next(panel for panel in scene.panels if panel.role == role)
    return list(panel.image.cells({})) if panel.image else list(panel.cells)


@pytest.mark.parametrize("source", ["pencil", "poured"])
@pytest.mark.parametrize(
    "sizes",
    [(1, 3, 2, 2, 2), (2, 5, 3, 4, 2), (1, 1, 1, 1, 1), (1, 4, 8, 1, 2), (1, 2, 3, 64, 2), (1, 6, 90, 1, 2)],
)
def test_what_can_be_rubbed_out_stands_where_it_was_drawn(
    sizes: tuple[int, int, int, int, int], source: str
) -> None:
    trip = trip_of(sizes, source=source)
    heads, dim, width = sizes[2], sizes[3], sizes[2] * sizes[3]
    pour, cut, merge = (step_scene(trip, step) for step in ("pour", "cut", "merge"))
    # (picture, role of the row, how wide a piece of it is)
    rows = [
        (pour, "wide", width),
        *((cut, f"after-{name}", dim) for name in FOLLOWED),
        (merge, "output", dim),
    ]
    found = {"pour": [], "cut": [], "merge": []}
    for scene, role, piece in rows:
        cells = grid(scene, role)
        top, bottom = (edge(cell.y for cell in cells) for edge in (min, max))
        begins = [cell.x for cell in cells if cell.y == top and cell.coords[-1][1] % piece == 0]
        assert len(begins) == (3 if role == "wide" else heads)
        found[scene.step] += [(x, top, bottom) for x in begins[1:]]
    for scene in (pour, cut, merge):
        rubbed = lines(scene, "rubbed")
        assert len(rubbed) == len(found[scene.step])
        for line, (x, top, bottom) in zip(rubbed, found[scene.step], strict=True):
            (x1, y1), (x2, y2) = line.points
            assert x1 == x2 == pytest.approx(x)
            assert y1 < top <= bottom < y2
        assert not any(line.drawn for line in rubbed)
    # They look like what the next step draws, or like what the dividers drew.
    for scene, drawn_by in ((pour, "cut"), (cut, "dividers"), (merge, "dividers")):
        drawn = lines(step_scene(trip, drawn_by), "drawn")
        look = {(line.colour, line.width, line.dashed) for line in drawn}
        assert {(line.colour, line.width, line.dashed) for line in lines(scene, "rubbed")} == look
        assert bool(drawn) == (heads > 1 or drawn_by == "cut")


@pytest.mark.parametrize("name", PICTURES)
def test_every_move_of_lines_finds_its_lines(name: str) -> None:
    scene = picture(TRIP, name)
    told = (
        {(moves(left, name) or {"lines": ""})["lines"] for left in ex.STEP_NAMES}
        if name in ex.STEP_NAMES
        else {""}
    )
    assert {kind for kind in ("drawn", "rubbed") if lines(scene, kind)} == told - {""}


@pytest.mark.parametrize("name", PICTURES)
def test_at_rest_no_rubbed_line_is_seen_and_none_is_in_the_pointers_way(name: str) -> None:
    scene = picture(TRIP, name)
    text = to_svg(scene)
    rubbed = re.findall(r'<path class="as-rubbed" opacity="0" pointer-events="none" ', text)
    assert len(rubbed) == text.count("as-rubbed") == len(lines(scene, "rubbed"))
    assert text.count('class="as-drawn"') == len(lines(scene, "drawn"))

    kept = dataclasses.replace(scene, marks=tuple(m for m in scene.marks if not getattr(m, "rubbed", False)))
    assert pixels(scene) == pixels(kept)


def pixels(scene: Scene) -> bytes:
    """Matplotlib's picture."""
    figure = draw(scene)
    figure.canvas.draw()
    return bytes(figure.canvas.buffer_rgba())
