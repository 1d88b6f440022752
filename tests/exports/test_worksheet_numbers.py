"""The numbers of a worksheet: drawn by a seed, small, whole, and telling."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import explorer as ex
from explorer.errors import ConfigError
from explorer.exports.worksheet_numbers import check_by_hand, check_sizes, drawn

SIZES = st.builds(
    ex.Config,
    tokens=st.integers(1, 6),
    heads=st.integers(1, 4),
    head_dim=st.integers(1, 4),
    window=st.none() | st.integers(1, 6),
    causal=st.booleans(),
    source=st.sampled_from(["pencil", "poured"]),
)
SEEDS = st.integers(1, 2**32 - 1)
ROWS = [[1, 0], [0, 2]]


def refusal(function: object, *arguments: object) -> str:
    with pytest.raises(ConfigError) as refused:
        function(*arguments)
    return str(refused.value)


@settings(max_examples=60, deadline=None)
@given(SIZES, SEEDS)
def test_drawn_numbers_are_small_and_whole_and_fit_a_pencil(config: ex.Config, seed: int) -> None:
    trip = ex.trace(drawn(config, seed))
    check_by_hand(trip)
    matches = trip["scores"]["matches"].values
    most = 4 if config.source == "pencil" else 6
    assert np.array_equal(matches, np.rint(matches))
    assert matches.min() >= 0
    assert matches.max() <= most
    if config.source == "pencil":
        for name, largest in (("query", 3), ("key", 2)):
            rows = trip["reshelve"][name].values
            assert rows.max() <= 2
            assert 1 <= rows.sum(axis=-1).min() <= rows.sum(axis=-1).max() <= largest


@settings(max_examples=60, deadline=None)
@given(SIZES, SEEDS)
def test_drawn_numbers_show_what_they_are_there_to_show(config: ex.Config, seed: int) -> None:
    trip = ex.trace(drawn(config, seed))
    keys, matches = trip["reshelve"]["key"].values[0], trip["scores"]["matches"].values[0]
    if config.tokens > 1:
        assert np.ptp(matches, axis=(1, 2)).all(), "not every token is alike to every other"
    if config.tokens * config.head_dim >= 4:
        assert all(not np.array_equal(keys[h - 1], keys[h]) for h in range(1, config.heads))
        if config.tokens == config.head_dim:
            assert not any(np.array_equal(grid, grid.T) for grid in keys), "the inside flip can be seen"


@settings(max_examples=40, deadline=None)
@given(SIZES, SEEDS)
def test_the_same_seed_draws_the_same_and_another_draws_another(config: ex.Config, seed: int) -> None:
    assert drawn(config, seed) == drawn(config, seed)
    if config.tokens * config.width >= 8:
        near = [each for each in range(seed - 1, seed + 3) if 0 < each < 2**32]
        assert len({drawn(config, each).edits for each in near}) > 1


def test_what_a_seed_draws_stays_as_it_is() -> None:
    # A teacher's key of last year must fit this year's sheet: these numbers must never change.
    pencil = ex.trace(drawn(ex.Config(), 7))["cut"]
    assert pencil["query"].values[0].tolist() == QUERY
    poured = ex.trace(drawn(ex.Config(source="poured"), 7))["pour"]
    assert poured["tokens"].values[0].tolist() == TOKENS


QUERY = [[1, 0, 1, 1], [1, 1, 1, 0], [1, 0, 1, 1]]
TOKENS = [[1, 0], [1, 1], [1, 0]]


def test_only_numbers_that_differ_are_typed_over_so_that_the_link_is_short() -> None:
    config = ex.Config(tokens=5, heads=3, head_dim=4)
    for source in ("pencil", "poured"):
        plain = config.replace(source=source)
        before, after = ex.trace(plain), ex.trace(drawn(plain, 3))
        names = ("tokens", "table") if source == "poured" else ("wide",)
        apart = sum(np.count_nonzero(before["pour"][n].values != after["pour"][n].values) for n in names)
        assert len(after.config.edits) == apart > 0


def test_seed_0_keeps_the_trips_own_numbers() -> None:
    config = ex.Config(edits=(ex.Edit("key", 0, 0, 0, 3),))
    assert drawn(config, 0) is config
    own = ex.Config.of(ex.Numbers.of(query=ROWS, key=ROWS, value=ROWS))
    assert drawn(own, 0) is own


def test_a_seed_draws_over_what_was_typed_over() -> None:
    typed = ex.Config(edits=(ex.Edit("key", 0, 0, 0, 9),))
    assert drawn(typed, 5) == drawn(ex.Config(), 5)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True, 2**32, None])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    assert refusal(drawn, ex.Config(), seed) == (
        f"Cannot draw numbers by seed {seed!r}: a seed is a whole number from 0 to 4294967295. "
        "0 keeps the trip's own numbers."
    )


def test_numbers_of_ones_own_are_not_drawn_over() -> None:
    own = ex.Config.of(ex.Numbers.of(query=ROWS, key=ROWS, value=ROWS))
    assert refusal(drawn, own, 3) == (
        "Cannot draw numbers by seed 3: numbers of your own were handed over. "
        "Leave the seed out to print those, or leave them out."
    )


@pytest.mark.parametrize(
    ("changes", "asked"),
    [
        ({"tokens": 7}, "T = 7"),
        ({"heads": 5, "batch": 2}, "H = 5 and B = 2"),
        ({"tokens": 9, "head_dim": 5}, "T = 9 and D = 5"),
    ],
)
def test_sizes_beyond_a_page_are_refused_each_by_name(changes: dict[str, int], asked: str) -> None:
    assert refusal(check_sizes, ex.Config(**changes)) == (
        f"Cannot make a worksheet of {asked}: that is too much for a pencil. "
        "Choose at most T 6, H 4, D 4 and B 1."
    )


def given_trip(rows: list[list[float]], **changes: object) -> ex.Trace:
    return ex.trace(ex.Config.of(ex.Numbers.of(query=rows, key=rows, value=rows), **changes))


OWN = "Leave them out, or hand over smaller whole ones."
SCORE = " of these numbers: a score is 12.02, and e to that is too long for a cell; scores go up to 9."
TYPED = ex.Config(edits=(ex.Edit("key", 0, 0, 0, 0.5),))
EMPTY = ex.Config(by_hand=((0, 0, False),), empty_rows="zero")
BIASED = ex.Numbers.poured_from(tokens=[[1, 1]], table=[[1, 0, 1]] * 2, bias=[0, 0, 1])
LONG = ex.Numbers.poured_from(tokens=[[1] * 5], table=[[1, 0, 1]] * 5)


@pytest.mark.parametrize(
    ("trip", "told"),
    [
        (given_trip([[0.5, 1]]), f" of these numbers: not all of them are whole. {OWN}"),
        (
            given_trip([[-12, 1]]),
            f" of these numbers: one is 12, and a pencil is given numbers from -9 to 9. {OWN}",
        ),
        (
            given_trip([[4, 1]]),
            f"{SCORE} {OWN}",
        ),
        (
            ex.trace(TYPED),
            " of these numbers: not all of them are whole. Draw some by a seed of 1 or more.",
        ),
        (
            ex.trace(EMPTY),
            " in which a token looks at nothing: such a row has no shares to find. Keep a cell in every row.",
        ),
        (
            ex.trace(ex.Config.of(BIASED)),
            " of rows with a bias: it has no place for one. Leave the bias out.",
        ),
        (
            ex.trace(ex.Config.of(LONG)),
            " of tokens of 5 numbers each: that is too much for a pencil. Choose at most 4.",
        ),
    ],
    ids=["fractions", "two digits", "large scores", "typed over", "empty row", "bias", "long tokens"],
)
def test_what_is_too_much_for_a_pencil_is_refused(trip: ex.Trace, told: str) -> None:
    assert refusal(check_by_hand, trip) == f"Cannot make a worksheet{told}"
