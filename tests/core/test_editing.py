"""Typing over numbers: only those that a trip begins with, and exactly the one that was meant."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.editing import MOST_PASTED, can_change, number_from, pasted, rows_from, typed
from explorer.core.numbers import Numbers
from explorer.core.place import Place
from explorer.core.trace import Trace
from explorer.errors import DataError

TRIPS = {
    "given": ex.trace(ex.Config(batch=2, tokens=3, heads=2, head_dim=3)),
    "poured": ex.trace(ex.Config(batch=2, tokens=3, heads=2, head_dim=3, source="poured")),
}
BEGINS = {"given": {"wide", "query", "key", "value", "keep"}, "poured": {"tokens", "table", "keep"}}


def places(trip: Trace) -> list[Place]:
    """Every cell of every tensor."""
    return [
        Place(step.name, name, tuple(zip(tensor.axes, map(int, index), strict=True)))
        for step in trip.steps
        for name, tensor in step.tensors.items()
        for index in np.ndindex(tensor.shape)
    ]


@pytest.mark.parametrize("kind", TRIPS)
def test_the_number_that_was_meant_is_changed_and_no_other_that_the_trip_begins_with(kind: str) -> None:
    trip = TRIPS[kind]
    for place in places(trip):
        if place.tensor not in BEGINS[kind] or place.tensor == "keep":
            continue
        after = ex.trace(typed(trip, place, 77.0))
        changed = after[place.step][place.tensor].values != trip[place.step][place.tensor].values
        assert changed.sum() == 1, place
        assert after[place.step][place.tensor].values[place.index] == 77.0


@pytest.mark.parametrize("kind", TRIPS)
def test_numbers_that_are_worked_out_are_refused(kind: str) -> None:
    trip = TRIPS[kind]
    for place in places(trip):
        assert can_change(trip, place) == (place.tensor in BEGINS[kind]), place
        if not can_change(trip, place):
            with pytest.raises(DataError, match=f"^Cannot type over {place.tensor}: it is worked out"):
                typed(trip, place, 1.0)


def test_the_refusal_says_what_can_be_changed_instead() -> None:
    place = TRIPS["given"].explain("blend", "blend", batch=0, head=0, token=0, head_dim=0).place
    with pytest.raises(DataError) as caught:
        typed(TRIPS["given"], place, 1.0)
    assert str(caught.value) == (
        "Cannot type over blend: it is worked out from other numbers. "
        "Change query, key and value, or the keep-table, and see what follows."
    )


def test_a_cell_of_the_keep_table_is_set_whatever_the_rules_say() -> None:
    trip = ex.trace()
    place = trip.explain("mask", "keep", query_token=0, key_token=2).place
    after = ex.trace(typed(trip, place, 1))
    assert after["mask"]["keep"].values[0].tolist() == [True, False, True]
    with pytest.raises(DataError) as caught:
        typed(trip, place, 0.5)
    assert str(caught.value) == "Cannot write 0.5 into the keep-table: 1 keeps a cell and 0 strikes it."


def test_the_same_number_once_more_changes_nothing() -> None:
    trip = ex.trace()
    place = trip.explain("cut", "query", batch=0, token=0, width=0).place
    assert typed(trip, place, 1.0) == trip.config


def test_numbers_of_ones_own_can_be_typed_over_too() -> None:
    numbers = Numbers.of(query=[[1, 2]], key=[[3, 4]], value=[[5, 6]])
    trip = ex.trace(ex.Config.of(numbers))
    place = trip.explain("cut", "key", batch=0, token=0, width=1).place
    assert ex.trace(typed(trip, place, 9))["cut"]["key"].values.tolist() == [[[3, 9]]]


def test_a_block_lands_where_its_corner_was_put() -> None:
    trip = TRIPS["given"]
    place = trip.explain("inside_flip", "key", batch=1, head=1, head_dim=1, token=0).place
    after = ex.trace(pasted(trip, place, ("head_dim", "token"), [[7, 8], [9, 10]]))
    assert after["inside_flip"]["key"].values[1, 1, 1:, :2].tolist() == [[7, 8], [9, 10]]
    assert (after["pour"]["wide"].values != trip["pour"]["wide"].values).sum() == 4


def test_a_block_that_does_not_fit_is_refused_whole() -> None:
    trip = TRIPS["given"]
    place = trip.explain("cut", "query", batch=0, token=2, width=5).place
    with pytest.raises(DataError) as caught:
        pasted(trip, place, ("token", "width"), [[1, 2]])
    assert str(caught.value) == (
        "Cannot paste 1 x 2 numbers here: from this cell on there are 1 along token and 1 along width. "
        "Begin further up or left, or raise a size first."
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [("2", 2), (" -0.5 ", -0.5), ("2,5", 2.5), ("\u22121", -1), ("1/4", 0.25), ("1e-3", 0.001), (".5", 0.5)],
)
def test_numbers_are_read_as_people_type_them(text: str, value: float) -> None:
    assert number_from(text) == value


@pytest.mark.parametrize("text", ["", "x", "nan", "inf", "1e999", "1/0", "1_0", "0x10", "1 2", "=A1"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(DataError) as caught:
        number_from(text)
    assert str(caught.value) == (f"Cannot take {text!r} for a number: give one as in 2, -0.5, 1e-3 or 1/4.")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1\t2\r\n3\t4\r\n", [[1, 2], [3, 4]]),
        ("1,5\t2\n3\t4,25", [[1.5, 2], [3, 4.25]]),
        ("1;2,5\n3;4", [[1, 2.5], [3, 4]]),
        ("1 2 3", [[1, 2, 3]]),
        ("1,2,3", [[1, 2, 3]]),
        ("1, 2\n3, 4", [[1, 2], [3, 4]]),
        ("array([[1., 2.],\n       [3., 4.]])".replace("array", ""), [[1, 2], [3, 4]]),
        ("| 1 | 2 |\n| 3 | 4 |", [[1, 2], [3, 4]]),
        ("7", [[7]]),
    ],
)
def test_a_block_is_read_as_programs_copy_it(text: str, rows: list[list[float]]) -> None:
    assert rows_from(text) == rows


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Cannot paste nothing: copy a block of numbers first, a line for each row."),
        (
            "1\t2\n3",
            (
                "Cannot paste rows of different lengths: row 1 has 2 numbers and row 2 has 1. "
                "Copy a whole block."
            ),
        ),
        ("1\tx", "Cannot take 'x' for a number: give one as in 2, -0.5, 1e-3 or 1/4."),
        ("1 " * (MOST_PASTED + 1), f"Cannot paste 1 x {MOST_PASTED + 1} numbers: at most 10000 at once."),
    ],
)
def test_a_block_that_is_none_is_refused(text: str, told: str) -> None:
    with pytest.raises(DataError) as caught:
        rows_from(text)
    assert str(caught.value) == told


@given(st.text(max_size=60))
def test_any_text_gives_numbers_or_our_own_error(text: str) -> None:
    try:
        rows = rows_from(text)
    except DataError:
        return
    assert all(np.isfinite(value) for row in rows for value in row)
