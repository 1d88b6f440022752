"""Reading a block: brackets, commas that separate and commas that are decimal, and what could be both."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from explorer.core.pasting import MOST_PASTED, number_from, rows_from
from explorer.errors import DataError

BLOCKS = arrays(
    np.float64,
    array_shapes(min_dims=2, max_dims=2, max_side=30),
    elements=st.integers(-9999, 9999).map(lambda n: n / 4),
)


def refused(text: str) -> str:
    with pytest.raises(DataError) as caught:
        rows_from(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("[[1,2],[3,4]]", [[1, 2], [3, 4]]),
        ("[1, 2], [3, 4]", [[1, 2], [3, 4]]),
        ("[1, 2],\n[3, 4],\n", [[1, 2], [3, 4]]),
        ("((1, 2), (3, 4))", [[1, 2], [3, 4]]),
        ("[[1 2]\n [3 4]]", [[1, 2], [3, 4]]),
        ("[[1 2\n  3 4]\n [5 6\n  7 8]]", [[1, 2, 3, 4], [5, 6, 7, 8]]),
        ("[1 2\n 3 4]", [[1, 2], [3, 4]]),
        ("[1, 2,\n 3, 4]", [[1, 2, 3, 4]]),
        ("array([[1., 2.],\n       [3., 4.]], dtype=float32)", [[1, 2], [3, 4]]),
        ("tensor([[1., 2.],\n        [3., 4.]], device='cuda:0')", [[1, 2], [3, 4]]),
        ("[1,5]", [[1, 5]]),
    ],
)
def test_a_bracket_is_a_row(text: str, rows: list[list[float]]) -> None:
    assert rows_from(text) == rows


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1,5 2,5 3,5", [[1.5, 2.5, 3.5]]),
        ("1,5 2,5 3", [[1.5, 2.5, 3]]),
        ("1,5 2\n-3,25 4,5", [[1.5, 2], [-3.25, 4.5]]),
        ("|1,5|2|", [[1.5, 2]]),
        ("1,5\t2.5", [[1.5, 2.5]]),
        ("1.5,2", [[1.5, 2]]),
        ("1,-2\n1,5", [[1, -2], [1, 5]]),
        ("1,2,\n3,4,", [[1, 2], [3, 4]]),
        ("0,1,10", [[0, 1, 10]]),
    ],
)
def test_a_comma_is_what_the_rest_of_the_block_says(text: str, rows: list[list[float]]) -> None:
    assert rows_from(text) == rows


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1,5", "1,5"),
        ("1,000", "1,000"),
        ("1,2\n3,4", "1,2"),
        ("1.5 2,5", "1.5 2,5"),
        ("1,5 2\n1.5 2", "1,5 2"),
        ("1,5, 2,5", "1,5, 2,5"),
        ("1,5 2,5\n3, 4", "1,5 2,5"),
        ("1,000,000", "1,000,000"),
        ("1 000", "1 000"),
        ("1 000,5", "1 000,5"),
        ("[1,2;3,4]", "[1,2;3,4]"),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused(text: str, line: str) -> None:
    assert refused(text) == (
        f"Cannot tell where a number ends in {line!r}. Write points for decimals and nothing between "
        "thousands, and put a blank or a tab between numbers, as in 1.5 2000 3."
    )


@pytest.mark.parametrize(("text", "row"), [("1,,2", 1), ("1, 2\n3, ,4", 2), (",1", 1), ("1, 2\n,,", 2)])
def test_an_empty_place_between_commas_is_refused_with_its_row(text: str, row: int) -> None:
    line = text.splitlines()[row - 1]
    assert refused(text) == (
        f"Cannot paste row {row}, {line!r}: a place between its commas is empty. "
        "Write a number there, 0 perhaps."
    )


def test_one_number_is_read_as_it_is_typed_or_refused() -> None:
    for text in ("7", "-0.5", "1e3", "2,5", "1,000", "1/4", "7,"):
        try:
            assert rows_from(text) == [[number_from(text)]]
        except DataError:
            assert "," in text


@given(BLOCKS)
def test_every_way_that_a_block_is_written_gives_the_block(block: np.ndarray) -> None:
    listed = block.tolist()
    with np.printoptions(threshold=MOST_PASTED):
        written = [repr(block), str(block)]
    written += [json.dumps(listed), json.dumps(listed, separators=(",", ":")), json.dumps(listed, indent=1)]
    written += [
        "\n".join(mark.join(map(str, row)) for row in listed) for mark in ("\t", " ", ", ", ";", " , ")
    ]
    if block.shape[1] > 1:  # a single column of decimal commas could be two of whole numbers
        lines = [list(map(str, row)) for row in listed]
        written += ["\n".join(map(mark.join, lines)).replace(".", ",") for mark in ("\t", ";", " ")]
    for text in written:
        assert rows_from(text) == listed, text


@pytest.mark.parametrize("text", ["]" + " " * 399_000, "] " * 199_000, "[ " * 199_000, ",a" * 199_000])
def test_hostile_text_is_refused_at_once(text: str) -> None:
    assert refused(text).startswith("Cannot paste ")
