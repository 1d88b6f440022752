"""What `check` calls a thing: orders in a row, query, key and value under each other's names, refusals."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.core.mistakes.check import check
from tests.core.mistakes.learners import attend, right_with_einsum


def test_heads_that_were_stacked_are_told():
    def attention(query, key, value, heads):
        outs = [
            attend(*each) for each in zip(*(np.split(x, heads, -1) for x in (query, key, value)), strict=True)
        ]
        return np.stack(outs, axis=-1).reshape(query.shape)

    assert check(attention).text.splitlines()[1] == (
        "Each token's row holds the right numbers in another order: (d h) for (h d). Join the heads with "
        "concatenate, not stack, or re-shelve first."
    )


def test_any_other_order_in_the_row_is_told():
    report = check(lambda *given: right_with_einsum(*given)[..., ::-1])
    assert report.text.splitlines()[1] == (
        "Each token's row holds the right numbers in another order: places 0, 1, 2, ... hold those of "
        "11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0."
    )


@pytest.mark.parametrize(
    ("order", "names"),
    [
        ((1, 0, 2), "WANT and HAVE under each other's names (k, q, v"),
        ((0, 2, 1), "HAVE and GIVE under each other's names (q, v, k"),
        ((2, 1, 0), "WANT and GIVE under each other's names (v, k, q"),
        ((1, 2, 0), "WANT, HAVE and GIVE under each other's names (v, q, k"),
        ((2, 0, 1), "WANT, HAVE and GIVE under each other's names (k, v, q"),
    ],
)
def test_which_of_query_key_and_value_were_swapped_is_told(order, names):
    report = check(lambda *given: right_with_einsum(*(given[i] for i in order), given[3]))
    said = f"Your output equals the trip with qkv_order: {names} = ... where the order is q, k, v)."
    assert (report.wrong_turn, report.text.splitlines()[0]) == ("qkv_order", said)


@pytest.mark.parametrize(
    ("attention", "others"),
    [
        (lambda query, *_: query.transpose(0, 2, 1, 3), ("torch_transpose_in_numpy",)),
        (
            lambda query, *_: np.moveaxis(query.reshape(2, 5, 3, 4), 1, 2) @ np.ones((2, 3, 5, 5)),
            ("flip_forgotten",),
        ),
    ],
)
def test_a_refusal_in_the_same_words_at_another_line_is_not_named(attention, others):
    report = check(attention)
    assert (report.wrong_turn, report.others) == (None, others)
    assert f"The same words come of {others[0]} (" in report.text
    assert report.text.endswith(", which is not what stands in this line.")
