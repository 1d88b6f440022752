"""Pictures of numbers near the end of what a float can hold."""

from __future__ import annotations

import math

import pytest

import explorer as ex
from explorer.core.numbers import Numbers
from explorer.scene.colouring import Range
from explorer.scene.tables import CIVIDIS, RDBU_R, entry
from explorer.scene.without import numpy_says
from tests.scene.kit import labels, step_scene

pytestmark = pytest.mark.filterwarnings("error")


@pytest.mark.parametrize("table", [CIVIDIS, RDBU_R])
def test_every_float_has_a_colour(table: str) -> None:
    first, last = entry(table, 0), entry(table, 1)
    assert [entry(table, place) for place in (-math.inf, -1e308, -0.1, math.nan)] == [first] * 4
    assert [entry(table, place) for place in (math.inf, 1e308, 1.1)] == [last] * 3


@pytest.mark.parametrize("span", [Range(0.0, 3.0), Range(-3.0, 3.0, signed=True)])
def test_one_number_is_painted_as_many_are(span: Range) -> None:
    values = [-math.inf, -1e9, -1.0, 0.0, 0.5, 3.0, 1e9, math.inf, math.nan]
    ends = [f"#{span.table[6 * at : 6 * at + 6]}" for at in span.entries(values).tolist()]
    assert [span.fill(value) for value in values] == ends


def overflowing() -> ex.Trace:
    """Only keys that lie flat overflow: each query row meets a column of theirs, never a row."""
    query = [[1e200, 0, 0], [0, 1, 0], [0, 0, 1]]
    key = [[0, 1e200, 0], [0, 0, 1], [1, 0, 0]]
    return ex.trace(ex.Config.of(Numbers.of(query=query, key=key, value=query)))


def test_a_product_that_overflows_without_the_stand_up_says_so() -> None:
    trip = overflowing()
    assert numpy_says(trip) == ("it runs: (1, 1, 3, 3), and overflows", False)
    told = " ".join(label.text for label in labels(step_scene(trip, "scores")))
    assert "it would run, because D = T = 3. The answer would be wrong." in told
    assert "q @ k -> it runs: (1, 1, 3, 3), and overflows" in told
