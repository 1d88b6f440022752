"""The rule of numbers: a row is a fixed thing; sizes only show more of it, or move its dividers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import explorer as ex
from tests.core.kit import configs, quick

NAMES = ("query", "key", "value")


def overlap(one: np.ndarray, two: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The corner that both arrays have."""
    corner = tuple(slice(0, min(a, b)) for a, b in zip(one.shape, two.shape, strict=True))
    return one[corner], two[corner]


def are_same_where_both(one: np.ndarray, two: np.ndarray) -> bool:
    return np.array_equal(*overlap(one, two))


@quick
@given(configs(source="pencil"), configs(source="pencil"))
def test_any_two_sizes_agree_on_the_numbers_they_share(one: ex.Config, two: ex.Config) -> None:
    for name in NAMES:
        assert are_same_where_both(ex.trace(one)["cut"][name].values, ex.trace(two)["cut"][name].values)


@quick
@given(configs(source="poured"), configs(source="poured"))
def test_poured_tokens_and_table_columns_are_fixed_too(one: ex.Config, two: ex.Config) -> None:
    first, second = ex.trace(one), ex.trace(two)
    assert are_same_where_both(first["pour"]["tokens"].values, second["pour"]["tokens"].values)
    for n, name in enumerate(NAMES):
        columns = [
            t["pour"]["table"].values[:, n * t.config.width : (n + 1) * t.config.width]
            for t in (first, second)
        ]
        assert are_same_where_both(*columns)
        assert are_same_where_both(first["cut"][name].values, second["cut"][name].values)


@quick
@given(configs(), st.integers(1, 4))
def test_more_tokens_add_rows(config: ex.Config, more: int) -> None:
    short, long = ex.trace(config), ex.trace(config.replace(tokens=config.tokens + more))
    for name in NAMES:
        rows = long["cut"][name].values
        assert rows.shape == (config.batch, config.tokens + more, config.width)
        assert np.array_equal(rows[:, : config.tokens], short["cut"][name].values)


@quick
@given(configs(), st.integers(1, 3))
def test_a_wider_row_grows_at_its_end(config: ex.Config, more: int) -> None:
    narrow, wide = ex.trace(config), ex.trace(config.replace(heads=config.heads + more))
    for name in NAMES:
        assert np.array_equal(wide["cut"][name].values[..., : config.width], narrow["cut"][name].values)


@quick
@given(configs(), st.data())
def test_heads_against_numbers_only_moves_dividers(config: ex.Config, data: st.DataObject) -> None:
    width = config.width
    heads = data.draw(st.sampled_from([n for n in range(1, width + 1) if width % n == 0]))
    assume(heads != config.heads)
    one, two = ex.trace(config), ex.trace(config.replace(heads=heads, head_dim=width // heads))
    assert np.array_equal(one["pour"]["wide"].values, two["pour"]["wide"].values)
    for name in NAMES:
        assert np.array_equal(one["cut"][name].values, two["cut"][name].values)
        divided = two["dividers"][name].values
        assert divided.shape == (config.batch, config.tokens, heads, width // heads)
        for t in range(config.tokens):
            assert [n for head in divided[0, t].tolist() for n in head] == one["cut"][name].values[
                0, t
            ].tolist()


@pytest.mark.parametrize(
    ("heads", "head_dim", "row"),
    [(1, 4, [[1, 0, 2, 1]]), (2, 2, [[1, 0], [2, 1]]), (4, 1, [[1], [0], [2], [1]])],
)
def test_three_ways_to_divide_the_pencil_row(heads: int, head_dim: int, row: list[list[int]]) -> None:
    trip = ex.trace(ex.Config(heads=heads, head_dim=head_dim))
    assert trip["dividers"]["query"].values[0, 0].tolist() == row


@quick
@given(configs(source="pencil"))
def test_the_pencil_example_is_the_corner_of_every_size(config: ex.Config) -> None:
    pencil = ex.trace()
    trip = ex.trace(config)
    for name in NAMES:
        assert are_same_where_both(trip["cut"][name].values[:1], pencil["cut"][name].values)


@pytest.mark.parametrize("source", ["pencil", "poured"])
def test_the_rules_change_no_number(source: str) -> None:
    base = ex.trace(ex.Config(tokens=5, source=source))
    other = ex.trace(ex.Config(tokens=5, source=source, window=None, causal=False, dtype=np.float32))
    for name in NAMES:
        assert np.array_equal(base["cut"][name].values, other["cut"][name].values)


@pytest.mark.parametrize("source", ["pencil", "poured"])
def test_numbers_are_small_and_whole_and_tell_rows_apart(source: str) -> None:
    trip = ex.trace(ex.Config(tokens=12, heads=4, head_dim=6, batch=4, source=source))
    drawn = [trip["pour"]["tokens"], trip["pour"]["table"]] if source == "poured" else []
    for tensor in drawn or [trip["cut"][name] for name in NAMES]:
        assert np.array_equal(tensor.values, np.round(tensor.values))
        assert np.abs(tensor.values).max() <= 9, tensor.name
    for name in NAMES:
        rows = trip["cut"][name].values
        distinct = {row.tobytes() for row in rows.reshape(-1, 24)}
        assert len(distinct) >= (40 if source == "pencil" else 10), name
    for corner in (np.s_[0, :3, :4], np.s_[1, :3, :4], np.s_[0, 3:, 4:]):
        seen = {trip["cut"][name].values[corner].tobytes() for name in NAMES}
        assert len(seen) == 3, corner
    for name in NAMES:
        assert len({book[:3, :4].tobytes() for book in trip["cut"][name].values}) == 4


@pytest.mark.parametrize("source", ["pencil", "poured"])
@pytest.mark.parametrize("size", [3, 5, 8])
def test_no_shown_key_grid_is_its_own_flip(source: str, size: int) -> None:
    # A square grid that equals its own transpose would hide the lesson.
    trip = ex.trace(ex.Config(tokens=size, heads=2, head_dim=size, source=source))
    for head in range(2):
        grid = trip["reshelve"]["key"].values[0, head]
        assert not np.array_equal(grid, grid.T)
