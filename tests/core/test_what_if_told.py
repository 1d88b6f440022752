"""What is said of a number under every what-if: each line is true of the trip it is said of."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.edits import Edit
from explorer.core.explain import Explanation
from explorer.core.numbers import Numbers
from tests.core.kit import quick
from tests.core.perturb import tensors
from tests.core.what_if import made_up, of_ones_own

EMPTY = ((1, 0, False), (1, 1, False))
OWN = {"tokens": [[5, 3], [1, 2]], "table": [[2, 1, 0], [1, 3, 1]], "bias": [1, -2, 0.5]}
ROWS = {name: [[2, 1], [0, 3]] for name in ("query", "key", "value")}


def cell(config: ex.Config, step: str, tensor: str, *index: int) -> Explanation:
    """Explain by position: the index of every axis in order."""
    trip = ex.trace(config)
    return trip.explain(step, tensor, **dict(zip(trip[step][tensor].axes, index, strict=True)))


Golden = tuple[ex.Config, tuple[str, str, tuple[int, ...]], tuple[str, ...]]
GOLDEN: dict[str, Golden] = {
    "divided by the root of the width": (
        ex.Config(scale="width"), ("scores", "scores", (0, 0, 2, 1)),
        ("match = 1*0 + 1*2 = 2", "score = 2 / sqrt(4) = 1"),
    ),
    "not divided": (
        ex.Config(scale="none"), ("scores", "scores", (0, 0, 2, 1)),
        ("match = 1*0 + 1*2 = 2", "no scaling: score = match = 2"),
    ),
    "the other window": (
        ex.Config(tokens=4, window_counts_self=False), ("mask", "keep", (3, 0)),
        ("j <= i: 0 <= 3 yes", "j >= i - W: 0 >= 1 no", "struck"),
    ),
    "the other window's last": (
        ex.Config(tokens=4, window_counts_self=False), ("mask", "keep", (3, 1)),
        ("j <= i: 1 <= 3 yes", "j >= i - W: 1 >= 1 yes", "kept"),
    ),
    "kept by hand": (
        ex.Config(by_hand=[(0, 2, True)]), ("mask", "keep", (0, 2)),
        ("j <= i: 2 <= 0 no", "j >= i - W + 1: 2 >= -1 yes", "set by hand: kept"),
    ),
    "struck by hand": (
        ex.Config(by_hand=[(2, 1, False)]), ("mask", "keep", (2, 1)),
        ("j <= i: 1 <= 2 yes", "j >= i - W + 1: 1 >= 1 yes", "set by hand: struck"),
    ),
    "struck by hand where no rule is on": (
        ex.Config(causal=False, window=None, by_hand=[(2, 1, False)]), ("mask", "keep", (2, 1)),
        ("set by hand: struck",),
    ),
    "a score kept by hand": (
        ex.Config(by_hand=[(0, 2, True)]), ("mask", "struck", (0, 0, 0, 2)),
        (
            "j <= i: 2 <= 0 no", "j >= i - W + 1: 2 >= -1 yes", "set by hand: kept",
            "kept: 0.7071 stays as it is",
        ),
    ),
    "a score struck by hand": (
        ex.Config(by_hand=[(2, 1, False)]), ("mask", "struck", (0, 0, 2, 1)),
        ("set by hand: struck", "struck: -inf in place of 1.414"),
    ),
    "typed over, given": (
        ex.Config(edits=[Edit("key", 0, 1, 1, 7)]), ("pour", "wide", (0, 1, 5)),
        ("typed by hand as column 1 of its key row, not poured",),
    ),
    "beside what was typed": (
        ex.Config(edits=[Edit("key", 0, 1, 1, 7)]), ("pour", "wide", (0, 1, 1)),
        ("handed over as column 1 of its query row, not poured",),
    ),
    "a token typed over": (
        ex.Config(source="poured", edits=[Edit("tokens", 0, 1, 1, 7)]), ("pour", "tokens", (0, 1, 1)),
        ("typed by hand: the trip begins here",),
    ),
    "a coefficient typed over": (
        ex.Config(source="poured", edits=[Edit("table.value", 0, 1, 2, 7)]), ("pour", "table", (1, 10)),
        ("typed by hand: the trip begins here",),
    ),
    "a coefficient beside it": (
        ex.Config(source="poured", edits=[Edit("table.value", 0, 1, 2, 7)]), ("pour", "table", (1, 6)),
        ("a coefficient of the one table: the trip begins here",),
    ),
    "a bias": (
        ex.Config.of(Numbers.poured_from(**OWN)), ("pour", "wide", (0, 1, 1)),
        ("wide = 1*1 + 2*3 + (-2) = 5",),
    ),
    "a bias beside a long sum": (
        ex.Config.of(
            Numbers.poured_from(tokens=np.ones((1, 9)), table=np.ones((9, 3)), bias=[4, 5, 6])
        ),
        ("pour", "wide", (0, 0, 2)),
        ("wide = 1*1 + 1*1 + 1*1 + 1*1 + ... and 5 more + 6 = 15",),
    ),
    "a number of the bias": (
        ex.Config.of(Numbers.poured_from(**OWN, name="layer.npz")), ("pour", "bias", (1,)),
        ("a number added to every token's sum of layer.npz: the trip begins here",),
    ),
    "a token of one's own": (
        ex.Config.of(Numbers.poured_from(**OWN, name="layer.npz")), ("pour", "tokens", (0, 1, 0)),
        ("a number of a raw token of layer.npz: the trip begins here",),
    ),
    "a row of one's own": (
        ex.Config.of(Numbers.of(**ROWS, name="layer.npz")), ("pour", "wide", (0, 1, 3)),
        ("handed over in layer.npz as column 1 of its key row, not poured",),
    ),
    "a row of one's own, typed over": (
        ex.Config.of(Numbers.of(**ROWS, name="layer.npz"), edits=[Edit("key", 0, 1, 1, 4)]),
        ("pour", "wide", (0, 1, 3)),
        ("typed by hand as column 1 of its key row, not poured",),
    ),
    **{
        f"no shift: {policy}": (
            ex.Config(by_hand=EMPTY, empty_rows=policy), ("shares", "shift", (0, 0, 1)),
            ("nothing is kept in this row, so nothing is taken off: shift = 0",),
        )
        for policy in ("nan", "zero", "uniform")
    },
    **{
        f"an exponential: {policy}": (
            ex.Config(by_hand=EMPTY, empty_rows=policy), ("shares", "exponentials", (0, 0, 1, 1)),
            ("exponential = e^-inf = 0",),
        )
        for policy in ("nan", "zero")
    },
    "an exponential: uniform": (
        ex.Config(by_hand=EMPTY, empty_rows="uniform"), ("shares", "exponentials", (0, 0, 1, 2)),
        ("nothing is kept in this row, so every token counts alike: exponential = e^0 = 1",),
    ),
    "a total: nan": (
        ex.Config(by_hand=EMPTY, empty_rows="nan"), ("shares", "totals", (0, 0, 1)),
        ("nothing is kept in this row: total = 0",),
    ),
    "a total: uniform": (
        ex.Config(by_hand=EMPTY, empty_rows="uniform"), ("shares", "totals", (0, 0, 1)),
        ("total = 1 + 1 + 1 = 3",),
    ),
    "a share: nan": (
        ex.Config(by_hand=EMPTY, empty_rows="nan"), ("shares", "shares", (0, 0, 1, 0)),
        ("share = 0 / 0 = nan", "nothing is kept in this row, and 0 / 0 is not a number"),
    ),
    "a share: zero": (
        ex.Config(by_hand=EMPTY, empty_rows="zero"), ("shares", "shares", (0, 0, 1, 0)),
        ("nothing is kept in this row, and a share of nothing is set to 0",),
    ),
    "a share: uniform": (
        ex.Config(by_hand=EMPTY, empty_rows="uniform"), ("shares", "shares", (0, 0, 1, 2)),
        (
            "share = 1 / (1 + 1 + 1) = 1 / 3 = 0.3333",
            "nothing is kept in this row: every token gets the same share, later ones too",
        ),
    ),
    "a blend: nan": (
        ex.Config(by_hand=EMPTY, empty_rows="nan"), ("blend", "blend", (0, 0, 1, 0)),
        ("nothing is kept in this row: every share is nan, and so is the blend",),
    ),
    "a blend: zero": (
        ex.Config(by_hand=EMPTY, empty_rows="zero"), ("blend", "blend", (0, 0, 1, 0)),
        ("nothing is kept in this row: every share is 0, so the blend is 0",),
    ),
    "a blend: uniform": (
        ex.Config(by_hand=EMPTY, empty_rows="uniform"), ("blend", "blend", (0, 0, 1, 0)),
        ("blend = 0.3333*2 + 0.3333*1 + 0.3333*0 = 1",),
    ),
}  # fmt: skip


@pytest.mark.parametrize("which", GOLDEN)
def test_the_lines(which: str) -> None:
    config, (step, tensor, index), lines = GOLDEN[which]
    assert cell(config, step, tensor, *index).lines == lines


def test_the_text_of_what_is_not_a_number() -> None:
    found = cell(ex.Config(by_hand=EMPTY, empty_rows="nan"), "shares", "shares", 0, 0, 1, 0)
    assert np.isnan(found.value)
    assert found.text == (
        "shares at head 0, query_token 1, key_token 0 is nan: share = 0 / 0 = nan; "
        "nothing is kept in this row, and 0 / 0 is not a number."
    )


def test_a_hand_over_the_callers_own_table_is_told_and_the_table_is_not() -> None:
    own = np.eye(3, dtype=bool)
    trip = ex.trace(ex.Config(by_hand=[(1, 0, False)]), keep=own)
    where: dict[str, Any] = {"query_token": 1, "key_token": 0}
    rules = ("j <= i: 0 <= 1 yes", "j >= i - W + 1: 0 >= 0 yes")
    assert trip.explain("mask", "keep", **where).lines == (*rules, "set by hand: struck")
    assert trip.explain("mask", "keep", query_token=2, key_token=1).lines[-2:] == (
        "the keep-table handed over: no", "struck",
    )  # fmt: skip


NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?|-inf|nan")


@quick
@given(made_up() | of_ones_own() | of_ones_own(near=8), st.data())
def test_a_line_ends_in_the_number_it_explains(config: ex.Config, data: st.DataObject) -> None:
    trip = ex.trace(config)
    key = data.draw(
        st.sampled_from([key for key in tensors(trip) if key[0] in ("scores", "shares", "blend")])
    )
    index = tuple(data.draw(st.integers(0, size - 1)) for size in tensors(trip)[key].shape)
    found = trip.explain(*key, **dict(zip(trip[key[0]][key[1]].axes, index, strict=True)))
    sums = [line for line in found.lines if " = " in line and not line.startswith("match =")]
    if key[1] == "matches":
        sums = list(found.lines)
    if sums:
        last = sums[-1] if key[1] == "shift" else sums[0]
        said = float(NUMBER.findall(last)[-1])
        assert said == pytest.approx(found.value, rel=6e-4, nan_ok=True)


@quick
@given(made_up(), st.data())
def test_the_verdict_on_a_cell_is_the_keep_tables(config: ex.Config, data: st.DataObject) -> None:
    trip = ex.trace(config)
    i, j = (data.draw(st.integers(0, config.tokens - 1)) for _ in range(2))
    found = trip.explain("mask", "keep", query_token=i, key_token=j)
    assert found.lines[-1].endswith("kept" if found.value else "struck")
    hands = {cell[:2]: cell[2] for cell in config.by_hand}
    assert ("set by hand" in found.text) == ((i, j) in hands)
    tests = [line for line in found.lines if line.endswith((" yes", " no"))]
    if (i, j) not in hands:
        assert all(line.endswith(" yes") for line in tests) == found.value


def test_a_typed_number_is_told_in_whichever_book_it_stands() -> None:
    config = ex.Config(batch=2, edits=[Edit("value", 1, 0, 0, 3)])
    assert cell(config, "pour", "wide", 1, 0, 8).lines[0].startswith("typed by hand")
    assert cell(config, "pour", "wide", 0, 0, 8).lines[0].startswith("handed over")
