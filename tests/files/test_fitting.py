"""How much of large numbers is shown at first, and how that is said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import explorer as ex
from explorer.core.memory import estimate_bytes
from explorer.core.numbers import Numbers
from explorer.files import fitting


def numbers(batch: int, tokens: int, width: int, heads: int) -> Numbers:
    rows = np.zeros((batch, tokens, width), np.float32)
    return Numbers.of(query=rows, key=rows, value=rows, heads=heads)


@pytest.mark.parametrize(
    ("given", "changes", "sizes", "said"),
    [
        ((2, 3, 8, 2), {}, (2, 3, 2, 4), ""),
        ((1, 512, 1024, 16), {}, (1, 512, 16, 64), ""),
        ((1, 513, 8, 2), {}, (1, 512, 2, 4), "Shown: the first 512 of 513 tokens."),
        ((1, 2, 2048, 32), {}, (1, 2, 16, 64), "Shown: the first 1024 of 2048 numbers of each row."),
        ((1, 2, 2048, 1), {}, (1, 2, 1, 1024), "Shown: the first 1024 of 2048 numbers of each row."),
        (
            (1, 600, 1200, 100),
            {},
            (1, 512, 85, 12),
            "Shown: the first 512 of 600 tokens, the first 1020 of 1200 numbers of each row.",
        ),
        ((4, 9, 8, 2), {"tokens": 5, "width": 4}, (4, 5, 1, 4), None),
    ],
)
def test_the_leading_part_is_shown(
    given: tuple[int, int, int, int], changes: dict[str, Any], sizes: tuple[int, ...], said: str | None
) -> None:
    # What would not fit the budget is cut further; one that none of these meets is given here.
    config, told = fitting(numbers(*given), **{"budget": 2**40, **changes})
    assert (config.batch, config.tokens, config.heads, config.head_dim) == sizes
    assert said is None or told == said


@pytest.mark.parametrize("budget", [10**6, 10**7, 2**30])
def test_what_is_shown_fits_the_budget_and_can_be_traced(budget: int) -> None:
    many = numbers(4, 64, 64, 8)
    config, said = fitting(many, budget=budget)
    assert estimate_bytes(config) <= budget
    assert ex.trace(config).output.shape == (config.batch, config.tokens, config.width)
    assert bool(said) == ((config.batch, config.tokens, config.width) != (4, 64, 64))
