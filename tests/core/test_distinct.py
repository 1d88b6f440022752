"""The nearest sizes that hide nothing, held against a search of every size the page shows."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core import ties as module
from explorer.core.memory import estimate_bytes
from explorer.core.numbers import Numbers
from explorer.core.ties import distinct, ties
from explorer.panels.limits import LIMITS
from tests.core.kit import configs, quick

FIELDS = ("batch", "tokens", "heads", "head_dim", "window")


def sizes_of(config: ex.Config) -> tuple[int | None, ...]:
    return tuple(getattr(config, field) for field in FIELDS)


def all_differ(sizes: tuple[int | None, ...]) -> bool:
    """B, T, H, D, W and C are pairwise different, none is 1, and the window strikes something."""
    _, tokens, heads, head_dim, window = sizes
    there = [size for size in (*sizes, heads * head_dim) if size is not None]
    return len(set(there)) == len(there) and 1 not in there and (window is None or window < tokens)


EVERY = [
    sizes
    for sizes in product(range(1, 4), range(1, 9), range(1, 5), range(1, 7), [None, *range(1, 9)])
    if all_differ(sizes)
]


@quick
@given(configs())
def test_it_is_the_nearest_of_all_sizes_that_the_page_shows(config: ex.Config) -> None:
    found = distinct(config)
    now, then = sizes_of(found), sizes_of(config)
    assert all_differ(now)
    assert (found.window is None) == (config.window is None)
    assert ties(found) == ()

    def far(sizes: tuple[int | None, ...]) -> tuple[int, int, int]:
        moved = {field: (a or 0) - (b or 0) for field, a, b in zip(FIELDS, sizes, then, strict=True)}
        tokens = abs(moved.pop("tokens"))
        return tokens, sum(max(-step, 0) for step in moved.values()), sum(max(s, 0) for s in moved.values())

    assert far(now) == min(far(sizes) for sizes in EVERY if (sizes[-1] is None) == (config.window is None))


@quick
@given(configs(), st.booleans())
def test_nothing_but_sizes_moves_and_a_second_press_does_nothing(config: ex.Config, counts: bool) -> None:
    config = config.replace(window_counts_self=counts, labels=("a", "b"), scale="none")
    found = distinct(config)
    assert found.replace(**dict(zip(FIELDS, sizes_of(config), strict=True))) == config
    assert ties(found) == ()
    assert distinct(found) is found


def test_what_the_page_shows_is_the_limit() -> None:
    assert dict(zip(FIELDS, module._SHOWN, strict=True)) == LIMITS


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((1, 3, 2, 2, 2), (2, 5, 3, 6, 4)),  # the pencil example: five small sizes need five tokens
        ((1, 3, 2, 2, None), (2, 3, 4, 5, None)),
        ((2, 5, 3, 4, 2), (2, 5, 3, 6, 4)),  # B = W
        ((2, 5, 3, 6, 4), (2, 5, 3, 6, 4)),
        ((2, 6, 3, 3, None), (2, 6, 3, 4, None)),  # H stays, D is raised
        ((1, 512, 8, 60, 512), (2, 512, 8, 60, 511)),  # larger than the page: nothing is raised beyond it
    ],
)
def test_examples(before: tuple[int | None, ...], after: tuple[int | None, ...]) -> None:
    config = ex.Config(**dict(zip(FIELDS, before, strict=True)))
    assert sizes_of(distinct(config)) == after
    assert (distinct(config) is config) == (before == after)


def own(batch: int, tokens: int, heads: int, head_dim: int) -> ex.Config:
    rows = np.random.default_rng(0).normal(size=(batch, tokens, heads * head_dim))
    return ex.Config.of(Numbers.of(query=rows, key=rows, value=rows, heads=heads))


@quick
@given(
    st.integers(1, 4), st.integers(1, 12), st.integers(1, 5), st.integers(1, 5), st.none() | st.integers(1, 6)
)
def test_numbers_of_your_own_are_never_outgrown(
    batch: int, tokens: int, heads: int, head_dim: int, window: int | None
) -> None:
    config = own(batch, tokens, heads, head_dim).replace(window=window)
    found = distinct(config)
    assert found.batch <= batch
    assert found.tokens <= tokens
    assert found.width <= heads * head_dim
    ex.trace(found)
    if found is not config:
        assert weight(found) < weight(config)


def weight(config: ex.Config) -> int:
    """How much is tied: a group of n sizes is n - 1."""
    return sum(max(len(tie.sizes) - 1, 1) for tie in ties(config))


def test_with_numbers_of_your_own_the_best_there_is_and_the_rest_is_told() -> None:
    config = own(1, 6, 4, 4).replace(window=4)
    found = distinct(config)
    assert sizes_of(found) == (1, 6, 4, 3, 5)
    assert [tie.equal for tie in ties(config)] == ["B = 1", "H = D = W = 4"]
    assert [tie.equal for tie in ties(found)] == ["B = 1"]
    small = own(1, 3, 2, 2)
    assert distinct(small) is small
    assert [tie.equal for tie in ties(small)] == ["B = 1", "H = D = 2"]
    # Fewer are shown than there are: a size can go up again.
    part = own(3, 9, 4, 5).replace(batch=1, tokens=4, head_dim=4)
    assert sizes_of(distinct(part)) == (2, 4, 3, 5, None)


def test_a_trip_that_would_not_fit_the_budget_is_not_offered() -> None:
    config = ex.Config(tokens=200, heads=3, head_dim=4)
    config = config.replace(budget=estimate_bytes(config) + 1000)
    assert [tie.equal for tie in ties(config)] == ["B = 1"]
    assert distinct(config) is config
    assert distinct(config.replace(budget=3 * config.budget)).batch == 2


def test_the_row_grows_no_wider_than_the_page_shows() -> None:
    found = distinct(ex.Config(batch=2, tokens=5, heads=1, head_dim=18, window=4))
    assert found.width <= 24
    assert ties(found) == ()
