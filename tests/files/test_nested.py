"""JSON: nested lists by name, and where in them the trouble is."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from explorer.errors import DataError
from explorer.files import read_bytes
from explorer.files.limits import MOST_LINES, MOST_TEXT_NUMBERS
from tests.core.kit import quick
from tests.files.kit import refusal, said_of, taken


@quick
@given(
    hnp.arrays(
        np.float64,
        hnp.array_shapes(min_dims=1, max_dims=5, max_side=3),
        elements=st.floats(allow_nan=False, allow_infinity=False),
    )
)
def test_every_array_comes_back_as_it_was(array: np.ndarray) -> None:
    read = read_bytes(json.dumps({"a": array.tolist()}).encode(), "a.json").arrays["a"]
    assert read.shape == array.shape
    assert (read == array).all()


def test_a_list_without_a_name_goes_by_the_files() -> None:
    assert read_bytes(b" [[1, 2], [3, 4]]", "tokens.json").arrays["tokens"].tolist() == [[1, 2], [3, 4]]


TOO_MANY = (
    f"Cannot open a.json: it has more than {MOST_LINES} lists or {MOST_TEXT_NUMBERS} numbers. "
    "Save it as .npz, which takes a tenth of the time, or save fewer tokens."
)
REFUSED = {
    '{"q": [[1, 2], [3]]}': (
        "Cannot use 'q' in a.json: the list at [1] has 1 entries where the first of its kind has 2. "
        "Give every row as many."
    ),
    '{"q": [[1, 2], [3, "4"]]}': (
        "Cannot use 'q' in a.json: it holds the text '4' at [1][1]. Put a number there."
    ),
    '{"q": [[1, 2], [null, 4]]}': "Cannot use 'q' in a.json: it holds null at [1][0]. Put a number there.",
    '{"q": [[1, 2], [true, 4]]}': "Cannot use 'q' in a.json: it holds true at [1][0]. Put a number there.",
    '{"q": [[1, 2], [[3], 4]]}': "Cannot use 'q' in a.json: it holds a list at [1][0]. Put a number there.",
    '{"q": [[1, 2], {"a": 1}]}': "Cannot use 'q' in a.json: it holds a dictionary at [1]. Put a list there.",
    '{"q": [[1, 2], 3]}': "Cannot use 'q' in a.json: it holds a number at [1]. Put a list there.",
    '{"q": [[[[[[[[[1]]]]]]]]]}': "Cannot use 'q' in a.json: its lists are nested more than 8 deep.",
    '{"q": [[1]], "q": [[2]]}': (
        "Cannot open a.json: it holds 'q' twice, and which is meant can't be told. Give each name once."
    ),
    '{"q": {"a": [[1]]}}': (
        "Cannot find numbers in a.json. 'q': it holds a dictionary, not lists of numbers. "
        "Give query, key and value, or tokens and a table, as arrays of real numbers."
    ),
    '{"q": []}': (
        "Cannot find numbers in a.json. 'q': there is nothing in it, its shape is (0,). "
        "Give query, key and value, or tokens and a table, as arrays of real numbers."
    ),
    '{"q": [[1, 2]': (
        "Cannot open a.json: it is no JSON; line 1, column 14: Expecting ',' delimiter. "
        'Write {"query": [[1, 0], [0, 1]], "key": ..., "value": ...}.'
    ),
    "[" * 100_000: "Cannot open a.json: its lists are nested too deep.",
    "[" + "[]," * MOST_LINES + "[]]": TOO_MANY,
    '{"a":' * (MOST_LINES + 1): TOO_MANY,
    "[[" + "0," * (MOST_TEXT_NUMBERS + 1) + "0]]": TOO_MANY,
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text[:24])
def test_what_is_no_array_is_refused_with_its_place(text: str) -> None:
    assert said_of(text.encode(), "a.json") == REFUSED[text]


@pytest.mark.parametrize(
    ("number", "said"),
    [("NaN", "nan"), ("Infinity", "inf"), ("-Infinity", "-inf"), ("1e999", "inf"), ("9" * 5000, "inf")],
)
def test_a_number_that_is_none_is_refused_with_its_place(number: str, said: str) -> None:
    rows = "[[1, 2], [3, 4]]"
    text = f'{{"q": {rows}, "k": [[1, 2], [{number}, 4]], "v": {rows}}}'
    assert refusal(lambda: taken(text.encode(), "a.json"), DataError) == (
        f"Cannot use 'k' of a.json as key: it holds {said} at token 1, width 0. "
        "Every entry must be a finite number; put one there."
    )
