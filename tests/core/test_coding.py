"""The code of a trip as it runs: the keep-table that narrows it, every cell set by hand, every policy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.coding import code_of, codes_of, own_keep
from explorer.words import code_for
from tests.core.kit import configs, keep_tables, quick

CELLS = tuple((i, j, j > i) for i in range(3) for j in range(3))


@quick
@given(config=configs(), data=st.data())
def test_a_table_of_ones_own_is_found_where_the_rules_do_not_make_it(config, data):
    keep = data.draw(keep_tables(config.batch, config.tokens))
    trip = ex.trace(config, keep=keep)
    rules, table = ex.trace(config)["mask"]["keep"].values, trip["mask"]["keep"].values
    found = own_keep(trip)
    if found is None:
        np.testing.assert_array_equal(table, rules)
    elif table.ndim == 2:
        np.testing.assert_array_equal(found, table)
        assert not np.array_equal(table, rules)
    else:
        assert found.shape == (config.batch, 1, config.tokens, config.tokens)
        np.testing.assert_array_equal(found[:, 0], table)


def test_a_table_for_each_batch_item_is_ones_own_even_if_it_strikes_nothing_more():
    assert own_keep(ex.trace(ex.Config(batch=2), keep=np.ones((2, 3, 3), dtype=bool))).shape == (2, 1, 3, 3)
    assert own_keep(ex.trace(keep=np.ones((3, 3), dtype=bool))) is None


@pytest.mark.parametrize("dialect", ["numpy", "pytorch", "einops"])
def test_code_that_runs_has_every_cell_set_by_hand(dialect):
    config = ex.Config(by_hand=CELLS, empty_rows="nan")
    lines = code_of(ex.trace(config), "mask", dialect).splitlines()
    assert [line.split("  #")[0] for line in lines if line.startswith("keep[")] == [
        f"keep[{i}, {j}] = {kept}" for i, j, kept in CELLS
    ]
    assert not any("more cells" in line for line in lines)
    narrowed = codes_of(config, narrowed=True)["mask"]
    assert narrowed.count("keep[..., ") == len(CELLS)
    few = ex.trace(config.replace(by_hand=CELLS[:6]))
    assert code_of(few, "mask", dialect) == code_for("mask", dialect, by_hand=CELLS[:6])


def test_the_lines_are_those_of_the_trips_own_rules():
    trip = ex.trace(ex.Config(scale="none", window=None, causal=False))
    assert code_of(trip, "scores").splitlines()[1] == "scores = matches  # not divided"
    assert code_of(trip, "mask").startswith("keep = np.ones((T, T), dtype=bool)")
    assert code_of(trip, "pour").startswith("wide = np.concatenate([q, k, v]")
    large = ex.trace_qkv(*np.full((3, 2, 2), 9.0), heads=1)
    assert "shift" in code_of(large, "shares")
    assert "shift" not in code_of(trip, "shares")
    assert list(codes_of(trip.config)) == list(ex.STEP_NAMES)
    with pytest.raises(ex.UnknownNameError):
        code_of(trip, "softmax")
