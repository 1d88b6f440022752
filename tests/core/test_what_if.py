"""What a person changes: edits, cells set by hand, scales, windows, sizes; and the second engine."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.config import SCALES
from explorer.core.edits import Edit
from explorer.core.memory import estimate_bytes
from tests.core import oracle
from tests.core.kit import configs, quick
from tests.core.test_oracle import differing, on_the_edge
from tests.core.what_if import by_hand, edits, equal, made_up, of_ones_own

QKV = ("query", "key", "value")
SIZES = ("tokens", "heads", "head_dim", "batch", "window")


def whole_of(config: ex.Config) -> dict[str, Any]:
    """What the configuration's numbers are before they are cut to size and typed over."""
    if config.numbers is not None:
        return {name: array.tolist() for name, array in config.numbers.arrays.items()}
    larger = ex.trace(ex.Config(tokens=8, heads=1, head_dim=12, batch=3, source=config.source))
    step, names = ("cut", QKV) if config.source == "pencil" else ("pour", ("tokens", "table"))
    return {name: larger[step][name].values.tolist() for name in names}


def by_loops(config: ex.Config) -> tuple[dict[str, Any], oracle.Record]:
    """What the pour begins with, and the whole trip, as the second engine has it."""
    books, tokens, width = config.batch, config.tokens, config.width
    start = {}
    for name, array in whole_of(config).items():
        if name == "table":
            start[name] = [oracle.third_to_size(row, width) for row in array]
        elif name == "bias":
            start[name] = oracle.third_to_size(array, width)
        else:
            columns = len(array[0][0]) if name == "tokens" else width
            start[name] = oracle.cut_to_size(array, books, tokens, columns)
    oracle.type_over(start, width, config.edits)
    rows = start
    if "table" in start:
        wide = oracle.pour(start["tokens"], start["table"], start.get("bias"))
        rows = {
            name: [[row[n * width : (n + 1) * width] for row in book] for book in wide]
            for n, name in enumerate(QKV)
        }
    record = oracle.trip(
        *(rows[name] for name in QKV),
        heads=config.heads,
        window=config.window,
        causal=config.causal,
        counts_self=config.window_counts_self,
        by_hand=config.by_hand,
        scale=config.scale,
        empty_rows=config.empty_rows,
    )
    return start, record


@st.composite
def part_of_ones_own(draw: st.DrawFn) -> ex.Config:
    """One's own numbers, shown in part and typed over."""
    config = draw(of_ones_own())
    sizes = {size: draw(st.integers(1, getattr(config, size))) for size in SIZES[:4]}
    return config.replace(**sizes, edits=draw(edits()), dtype=draw(st.sampled_from([np.float64, np.float32])))


@quick
@pytest.mark.filterwarnings("error")
@given(made_up() | part_of_ones_own())
def test_the_engine_is_the_loops(config: ex.Config) -> None:
    start, expected = by_loops(config)
    assume(not on_the_edge(expected))
    trip = ex.trace(config)
    close = 1e-10 if config.dtype == np.float64 else 2e-4
    assert differing(trip, expected, rtol=close, atol=close) == []
    for name in set(start) & {"tokens", "table", "bias"}:
        np.testing.assert_allclose(trip["pour"][name].values, start[name], rtol=1e-6)
    assert trip.given == ("table" not in start)
    assert {t.values.dtype for s in trip.steps for t in s.tensors.values()} == {np.dtype(bool), config.dtype}


# --- Sizes: raised and lowered again ----------------------------------------------------------------------


@quick
@given(made_up(), st.sampled_from(SIZES), st.integers(1, 4))
def test_raising_a_size_and_lowering_it_again_brings_back_the_same_state(
    config: ex.Config, size: str, more: int
) -> None:
    now = getattr(config, size)
    assume(now is not None)
    raised = config.replace(**{size: now + more})
    back = raised.replace(**{size: now})
    assert (back, hash(back)) == (config, hash(config))
    equal(ex.trace(back), ex.trace(config))
    for kept in ("edits", "by_hand", "labels"):
        assert getattr(raised, kept) == getattr(config, kept)


@quick
@given(part_of_ones_own(), st.sampled_from(SIZES[:2]))
def test_lowering_a_size_of_ones_own_numbers_and_raising_it_again_does_too(
    config: ex.Config, size: str
) -> None:
    lowered = config.replace(**{size: 1})
    back = lowered.replace(**{size: getattr(config, size)})
    assert back == config
    equal(ex.trace(back), ex.trace(config))


# --- Numbers typed over -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "edit", "cells"),
    [
        ("pencil", Edit("query", 0, 2, 1, 7.5), ("cut", "query", (0, 2, 1))),
        ("pencil", Edit("key", 1, 0, 3, -2), ("cut", "key", (1, 0, 3))),
        ("pencil", Edit("value", 0, 0, 0, 0.25), ("cut", "value", (0, 0, 0))),
        ("poured", Edit("tokens", 1, 2, 1, 9), ("pour", "tokens", (1, 2, 1))),
        ("poured", Edit("table.query", 0, 1, 2, 9), ("pour", "table", (1, 2))),
        ("poured", Edit("table.key", 0, 1, 2, 9), ("pour", "table", (1, 6))),
        ("poured", Edit("table.value", 0, 0, 3, 9), ("pour", "table", (0, 11))),
    ],
    ids=lambda case: getattr(case, "tensor", ""),
)
def test_a_number_typed_over_stands_in_its_place_alone(
    source: str, edit: Edit, cells: tuple[str, str, tuple[int, ...]]
) -> None:
    plain = ex.Config(batch=2, source=source)
    step, tensor, index = cells
    before, after = ex.trace(plain), ex.trace(plain.replace(edits=(edit,)))
    changed = before[step][tensor].values != after[step][tensor].values
    assert np.argwhere(changed).tolist() == [list(index)]
    assert after[step][tensor].values[index] == edit.value


@quick
@given(configs(), st.data())
def test_edits_outside_and_of_other_sources_sleep(config: ex.Config, data: st.DataObject) -> None:
    beyond = [
        Edit("query", config.batch, 0, 0, 9),
        Edit("key", 0, config.tokens, 0, 9),
        Edit("value", 0, 0, config.width, 9),
        Edit("tokens", 0, config.tokens, 0, 9),
        Edit("tokens", 0, 0, 2, 9),
        Edit("table.query", 0, 2, 0, 9),
        Edit("table.key", 0, 0, config.width, 9),
        Edit("tokens" if config.source == "pencil" else "query", 0, 0, 0, 9),
    ]
    asleep = config.replace(
        edits=data.draw(st.permutations(beyond)),
        by_hand=[(config.tokens, 0, False), (0, config.tokens, True)],
        labels=["a"] * 9,
    )
    assert len(asleep.edits) == len(beyond)
    equal(ex.trace(asleep), ex.trace(config))


def test_an_edit_of_the_table_keeps_its_place_when_the_row_grows() -> None:
    edit = (Edit("table.value", 0, 1, 3, 9),)
    for heads in (2, 3, 4):
        config = ex.Config(source="poured", heads=heads, edits=edit)
        part = ex.trace(config)["pour"]["table"].values[:, 2 * config.width :]
        assert part[1, 3] == 9


@quick
@given(edits(), st.randoms(use_true_random=False))
def test_equal_piles_are_equal_and_the_last_of_a_place_wins(pile: tuple[Edit, ...], random: Any) -> None:
    config = ex.Config(edits=pile)
    last = {edit[:4]: edit for edit in pile}
    assert config.edits == tuple(sorted(last.values()))
    shuffled = list(config.edits)
    random.shuffle(shuffled)
    again = ex.Config(edits=[tuple(edit) for edit in shuffled])
    assert (again, hash(again)) == (config, hash(config))
    assert all(type(edit.value) is float and type(edit.row) is int for edit in config.edits)


def test_equal_piles_of_cells_are_equal_too() -> None:
    one = ex.Config(by_hand=[(2, 0, True), (0, 1, True), (2, 0, False)])
    other = ex.Config(by_hand=[(0, 1, True), (2, 0, False)])
    assert (one, hash(one)) == (other, hash(other))


def test_nothing_is_worked_out_again_from_numbers_that_are_shown_rounded() -> None:
    third = 1 / 3
    trip = ex.trace(ex.Config(edits=(Edit("key", 0, 0, 0, third),)))
    assert trip["reshelve"]["key"].values[0, 0, 0, 0] == third
    assert trip["scores"]["matches"].values[0, 0, 0, 0] == third


# --- Masks ------------------------------------------------------------------------------------------------


@quick
@given(configs(), by_hand())
def test_cells_set_by_hand_are_over_every_rule(config: ex.Config, cells: tuple[Any, ...]) -> None:
    config = config.replace(empty_rows="zero")
    plain = ex.trace(config)["mask"]["keep"].values
    keep = ex.trace(config.replace(by_hand=cells))["mask"]["keep"].values
    hands = {cell[:2]: cell[2] for cell in cells}
    for place in np.ndindex(keep.shape):
        assert keep[place] == hands.get(place, plain[place])


def test_a_hand_is_over_the_callers_own_table_too() -> None:
    own = np.stack([np.eye(3, dtype=bool), np.ones((3, 3), dtype=bool)])
    trip = ex.trace(ex.Config(batch=2, by_hand=[(0, 2, True), (2, 1, False)]), keep=own)
    keep = trip["mask"]["keep"].values.astype(int).tolist()
    assert keep == [[[1, 0, 1], [0, 1, 0], [0, 0, 1]], [[1, 0, 1], [1, 1, 0], [0, 0, 1]]]


@quick
@given(configs(window=None), st.integers(2, 8))
def test_a_window_that_counts_the_token_itself_is_one_longer(config: ex.Config, window: int) -> None:
    counted = config.replace(window=window)
    before = config.replace(window=window - 1, window_counts_self=False)
    one, other = ex.trace(counted), ex.trace(before)
    assert np.array_equal(one["mask"]["keep"].values, other["mask"]["keep"].values)
    equal(one, other)


def test_the_two_conventions_side_by_side() -> None:
    counted, before = (ex.Config(tokens=4, window=2, window_counts_self=counts) for counts in (True, False))
    tables = [ex.trace(config)["mask"]["keep"].values.astype(int).tolist() for config in (counted, before)]
    assert tables == [
        [[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]],
        [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [0, 1, 1, 1]],
    ]


def test_a_window_of_any_length_is_all_there_is() -> None:
    for counts in (True, False):
        config = ex.Config(window=10**30, window_counts_self=counts)
        every = ex.trace(ex.Config(window=None))
        assert np.array_equal(ex.trace(config)["mask"]["keep"].values, every["mask"]["keep"].values)
        equal(ex.trace(config), every)


# --- Scale ------------------------------------------------------------------------------------------------


def test_scores_that_are_a_view_take_no_budget() -> None:
    config = ex.Config(tokens=30)
    divided, not_divided = estimate_bytes(config), estimate_bytes(config.replace(scale="none"))
    assert divided - not_divided == ex.trace(config)["scores"]["scores"].values.nbytes


@quick
@given(configs(), st.sampled_from(SCALES))
def test_scores_are_the_matches_divided_as_asked(config: ex.Config, scale: str) -> None:
    trip = ex.trace(config.replace(scale=scale))
    matches, scores = (trip["scores"][name] for name in ("matches", "scores"))
    under = {"head_dim": config.head_dim, "width": config.width, "none": 1}[scale]
    np.testing.assert_allclose(scores.values * under**0.5, matches.values, rtol=1e-12, atol=1e-12)
    assert trip["scores"].moved["scores"] == ("view" if scale == "none" else "new")
    assert scores.shares_memory_with(matches) == (scale == "none")
    divisions = 0 if scale == "none" else int(trip["mask"]["keep"].values.sum()) * config.heads * config.batch
    assert trip["scores"].cost.divisions == divisions
    assert config.replace(scale=scale).root_of == (None if scale == "none" else under)
