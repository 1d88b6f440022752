"""A hidden wrong turn: the same for the same seed, really wrong, and to be told from the others named."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import explorer as ex
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.surprise import surprise, suspects
from explorer.core.mistakes.taking import take
from explorer.core.mistakes.verdict import alike, compare
from explorer.errors import ConfigError

_configs = st.builds(
    ex.Config,
    tokens=st.integers(2, 6),
    heads=st.integers(1, 4),
    head_dim=st.integers(1, 4),
    batch=st.integers(1, 2),
    window=st.none() | st.integers(1, 3),
    causal=st.booleans(),
    source=st.sampled_from(["pencil", "poured"]),
)
_seeds = st.integers(0, 9999)
few = settings(max_examples=25, deadline=None)


@few
@given(config=_configs, seed=_seeds)
def test_what_is_hidden_comes_out_wrong_without_a_word(config: ex.Config, seed: int) -> None:
    right = ex.trace(config)
    verdict = compare(right, take(right, [surprise(config, seed)]))
    assert verdict.kind == "wrong contents"


@few
@given(config=_configs, seed=_seeds)
def test_no_two_suspects_give_the_same(config: ex.Config, seed: int) -> None:
    right, named = ex.trace(config), suspects(config, seed)
    assert surprise(config, seed) in named
    outputs = [take(right, [turn]).output.values for turn in named]
    for i, one in enumerate(outputs):
        assert not any(alike(one, other).all() for other in outputs[:i])


def outcome(config: ex.Config, seed: int) -> tuple[WrongTurn, tuple[WrongTurn, ...]]:
    return surprise(config, seed), suspects(config, seed)


def test_the_same_seed_hides_the_same_and_other_seeds_hide_others() -> None:
    config = ex.Config()
    assert outcome(config, 17) == outcome(ex.Config(), 17)
    assert len({surprise(config, seed).key for seed in range(100)}) > 10


def test_the_hidden_one_stands_at_any_place_among_the_suspects() -> None:
    config = ex.Config()
    places = {suspects(config, seed).index(surprise(config, seed)) for seed in range(40)}
    assert places == {0, 1, 2, 3}


def test_the_hidden_one_stays_where_the_sizes_change_and_it_still_comes_out_wrong() -> None:
    seeds = [seed for seed in range(40) if surprise(ex.Config(), seed).key == "merge_without_reshelve"]
    assert seeds
    for seed in seeds:
        assert surprise(ex.Config(tokens=5), seed).key == "merge_without_reshelve"
        assert surprise(ex.Config(heads=1, head_dim=4), seed).key != "merge_without_reshelve"


def test_as_many_suspects_are_named_as_are_asked_for() -> None:
    assert [len(suspects(ex.Config(), 3, count)) for count in (1, 2, 4, 6)] == [1, 2, 4, 6]
    assert suspects(ex.Config(), 3, 1) == (surprise(ex.Config(), 3),)


def test_what_numpy_warns_of_does_not_hide() -> None:
    # Everything struck gives NaN in each row, and a warning.
    assert all(surprise(ex.Config(), seed).key != "diagonal_one_short" for seed in range(300))
    assert "diagonal_one_short" in WRONG_TURNS


def test_where_nothing_can_come_out_wrong_it_says_so() -> None:
    row = [[0.0, 0.0, 0.0, 0.0]]
    config = ex.trace_qkv(row, row, row, heads=2).config
    with pytest.raises(ConfigError) as refused:
        surprise(config, 17)
    assert str(refused.value) == (
        "Cannot hide a wrong turn at B1 T1 H2 D2: each is refused there, or gives the right numbers. "
        "Choose more tokens, lenses or numbers."
    )


def test_a_trip_too_long_to_try_them_all_is_refused() -> None:
    for ask in (surprise, suspects):
        with pytest.raises(ConfigError, match=r"^Cannot hide a wrong turn in the trip at B1 T65: 64 tokens"):
            ask(ex.Config(tokens=65), 17)
