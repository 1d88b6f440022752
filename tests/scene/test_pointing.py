"""Which recorded number a drawn cell shows, held against a table written by hand, and the way back."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import explorer as ex
from explorer.core.place import Place
from explorer.scene import Look
from explorer.scene.pointing import cells_at, find_cell, place_of
from tests.scene.kit import PICTURES, SIZES, TWO_FLIPS, picture, random_trip, trip_of

# picture: role of a panel: the step that recorded what the panel shows
RECORDED_BY: Mapping[str, Mapping[str, str]] = {
    "pour": dict.fromkeys(
        ("tokens", "table", "wide", "example-tokens", "example-table", "example-wide"), "pour"
    ),
    "cut": {"before": "pour", "after-query": "cut", "after-key": "cut", "after-value": "cut"},
    "dividers": {
        **dict.fromkeys(("before-query", "before-key", "before-value"), "cut"),
        **dict.fromkeys(("after-query", "after-key", "after-value"), "dividers"),
    },
    "reshelve": {"before": "dividers", "after": "reshelve", "memory": "dividers"},
    "inside_flip": {"before": "reshelve", "after": "inside_flip", "memory": "dividers"},
    "scores": {"query": "reshelve", "key": "inside_flip", "matches": "scores", "scores": "scores"},
    "mask": {"scores": "scores", "keep": "mask", "struck": "mask"},
    "shares": {"struck": "mask", **dict.fromkeys(("shift", "exponentials", "totals", "shares"), "shares")},
    "blend": {"shares": "shares", "value": "reshelve", "blend": "blend"},
    "merge": {"blend": "blend", "block": "merge", "output": "merge"},
    TWO_FLIPS: {
        "reshelve-before": "dividers",
        "reshelve-after": "reshelve",
        "inside_flip-before": "reshelve",
        "inside_flip-after": "inside_flip",
        "reshelve-memory": "dividers",
        "inside_flip-memory": "dividers",
    },
}
TRIPS = {
    **{f"sizes {sizes}": trip_of(sizes) for sizes in SIZES},
    "poured": trip_of((2, 5, 3, 4, 2), source="poured"),
    "random": random_trip(3, 2, 4, 3, 2, causal=False),
}


def drawn_places(trip: ex.Trace, name: str, look: Look | None = None) -> dict[str, Place]:
    """Every cell of a picture, by its id, and the number that it shows, by the table above."""
    return {
        f"{panel.role}/{cell.identity}": Place(RECORDED_BY[name][panel.role], cell.tensor, cell.coords)
        for panel in picture(trip, name, look).panels
        for cell in panel.cells
    }


def operands_of(trip: ex.Trace, place: Place) -> set[Place]:
    """What a number was worked out from; a score's match stands in between, so its factors belong to it."""
    told = trip.explain(place.step, place.tensor, **dict(place.coords))
    found = {operand.place for operand in told.operands}
    if (place.step, place.tensor) == ("scores", "scores"):
        match = trip.explain("scores", "matches", **dict(place.coords))
        found |= {operand.place for operand in match.operands}
    return found


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("trip", TRIPS.values(), ids=TRIPS)
def test_a_cell_shows_the_number_that_is_recorded_there(trip: ex.Trace, name: str) -> None:
    scene = picture(trip, name)
    wanted = drawn_places(trip, name)
    assert len(wanted) == sum(len(panel.cells) for panel in scene.panels)
    for cell_id, place in wanted.items():
        panel, cell = find_cell(scene, cell_id)
        assert f"{panel.role}/{cell.identity}" == cell_id
        assert place_of(trip, scene, panel, cell) == place, cell_id
        assert float(trip[place.step][place.tensor].at(**dict(place.coords))) == cell.value


@pytest.mark.parametrize("name", PICTURES)
def test_every_cell_can_be_explained_and_traced(name: str) -> None:
    trip = TRIPS["random"]
    for place in drawn_places(trip, name).values():
        where = dict(place.coords)
        assert trip.explain(place.step, place.tensor, **where).place == place
        assert place in trip.ancestors(place.step, place.tensor, **where)


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize(
    ("step", "tensor", "where"),
    [
        ("pour", "wide", {"batch": 1, "token": 2, "wide": 7}),
        ("scores", "matches", {"batch": 1, "head": 2, "query_token": 3, "key_token": 2}),
        ("merge", "output", {"batch": 1, "token": 3, "width": 5}),
    ],
)
def test_a_lineage_is_found_in_every_picture(
    name: str, step: str, tensor: str, where: dict[str, int]
) -> None:
    trip, look = TRIPS["random"], Look(batch=1)
    places = drawn_places(trip, name, look)
    for walk in (trip.ancestors(step, tensor, **where), trip.descendants(step, tensor, **where)):
        wanted = set(walk)
        found = cells_at(trip, picture(trip, name, look), walk)
        assert len(found) == len(set(found))
        assert set(found) == {cell for cell, place in places.items() if place in wanted}
        assert cells_at(trip, picture(trip, name, look), wanted) == found  # any collection will do


def test_another_book_lights_nothing() -> None:
    trip = TRIPS["random"]
    walk = trip.ancestors("scores", "matches", batch=1, head=2, query_token=3, key_token=2)
    assert cells_at(trip, picture(trip, "reshelve", Look(batch=0)), walk) == []
    assert cells_at(trip, picture(trip, "reshelve", Look(batch=1)), walk)


@pytest.mark.parametrize(
    "name", ["", "/", "after", "after/", "after/key:b0:t9:h0:d0", "before/key", "x/key:b0:t0:h0:d0"]
)
def test_an_unknown_cell_is_refused(name: str) -> None:
    with pytest.raises(ex.UnknownNameError) as caught:
        find_cell(picture(trip_of(SIZES[0]), "reshelve"), name)
    assert str(caught.value) == (
        f"Cannot find a cell {name!r} in this picture. It may have been redrawn: point again."
    )
