"""Ancestors, descendants and explanations of every what-if, against brute force."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import explorer as ex
from explorer.core.numbers import Numbers
from tests.core.kit import brief, quick
from tests.core.perturb import SMALL, differ, kept_at, marks, numbers, reached, rerun, tensors, walk
from tests.core.what_if import POLICIES, of_ones_own

# The same examples each time: in one of some hundred thousand a change is too small to be seen by chance.
steady = settings(quick, derandomize=True, max_examples=80)


def settled(trip: ex.Trace) -> ex.Trace:
    """A trip none of whose rows changes its largest score when a number changes a little."""
    struck = trip["mask"]["struck"].values
    top = np.where(np.isfinite(struck), struck, -1e9 - np.arange(struck.shape[-1]))
    top = np.sort(top, axis=-1)[..., -2:]
    assume(trip.config.tokens == 1 or np.all(top[..., 1] - top[..., 0] > 100 * SMALL))
    return trip


@steady
@given(of_ones_own() | of_ones_own(near=8), st.data())
def test_changing_any_number_changes_its_descendants_alone(config: ex.Config, data: st.DataObject) -> None:
    trip = settled(ex.trace(config))
    key = data.draw(st.sampled_from([key for key in tensors(trip) if key[1] != "keep"]))
    index = tuple(data.draw(st.integers(0, size - 1)) for size in tensors(trip)[key].shape)
    assume(kept_at(trip, key, index))
    assert marks(walk(trip, "descendants", key, index).cells) == marks(reached(trip, key, index))


@steady
@given(of_ones_own(), st.data())
def test_flipping_a_keep_cell_changes_its_descendants_alone(config: ex.Config, data: st.DataObject) -> None:
    trip = ex.trace(config)
    assume(not trip["shares"]["shift"].values.any())
    assert flip_changes_its_descendants_alone(
        trip, tuple(data.draw(st.integers(0, size - 1)) for size in trip["mask"]["keep"].shape)
    )


def flip_changes_its_descendants_alone(trip: ex.Trace, index: tuple[int, ...]) -> bool:
    """Keep a struck cell, or strike a kept one, and see that its descendants change and nothing else."""
    keep = trip["mask"]["keep"].values
    flipped = keep.copy()
    flipped[index] = not keep[index]
    before, after = rerun(trip, {}), rerun(trip, {("mask", "keep"): flipped})
    changed = {key: differ(before[key], after[key]) for key in before}
    found = walk(trip, "descendants", ("mask", "keep"), index)
    return marks(found.cells) == marks({key: array for key, array in changed.items() if array.any()})


GENERIC = [numbers(1, 3, 2, seed=n) for n in range(3)]
EMPTY = [
    ex.Config.of(
        Numbers.of(query=GENERIC[0], key=GENERIC[1], value=GENERIC[2]),
        empty_rows=policy,
        tokens=tokens,
        window=2,
        by_hand=[(0, 0, False), (2, 1, False)],  # an empty row, one of two kept, one of one alone
    )
    for policy in POLICIES
    for tokens in (1, 3)
]


@pytest.mark.parametrize("config", EMPTY, ids=lambda c: f"{c.empty_rows} T{c.tokens}")
def test_every_change_beside_an_empty_row(config: ex.Config) -> None:
    trip = ex.trace(config)
    for key, tensor in tensors(trip).items():
        for index in np.ndindex(tensor.shape):
            if key[1] == "keep":
                assert flip_changes_its_descendants_alone(trip, index)
            elif kept_at(trip, key, index):
                assert marks(walk(trip, "descendants", key, index).cells) == marks(reached(trip, key, index))


@pytest.mark.parametrize("policy", POLICIES)
def test_a_struck_cell_of_an_empty_row_carries_nothing(policy: str) -> None:
    trip = ex.trace(ex.Config(by_hand=[(0, 0, False)], empty_rows=policy))
    met = walk(trip, "descendants", ("mask", "struck"), (0, 0, 0, 1)).cells
    # e to its minus infinity is 0, where that is what is taken.
    even = policy == "uniform"
    assert list(met) == [("mask", "struck"), *([] if even else [("shares", "exponentials")])]


BIASED = [
    ex.Config.of(
        Numbers.poured_from(
            tokens=numbers(1, 3, 2, seed=1),
            table=numbers(2, 6, seed=2) / 10,
            bias=numbers(6, seed=3, near=near),
        )
    )
    for near in (0, 8)
]


@pytest.mark.parametrize("config", EMPTY + BIASED, ids=lambda c: f"{c.empty_rows} {c.source} T{c.tokens}")
def test_ancestors_are_descendants_seen_from_the_other_end(config: ex.Config) -> None:
    trip = ex.trace(config)
    cells = [(key, index) for key, tensor in tensors(trip).items() for index in np.ndindex(tensor.shape)]
    forward, back = set(), set()
    for key, index in cells:
        down, up = walk(trip, "descendants", key, index), walk(trip, "ancestors", key, index)
        forward |= {(down.place, met) for met in down}
        back |= {(met, up.place) for met in up}
    assert forward == back


@brief
@given(of_ones_own(), st.data())
def test_operands_are_ancestors_unless_their_change_cancels(config: ex.Config, data: st.DataObject) -> None:
    trip = ex.trace(config)
    key = data.draw(st.sampled_from(list(tensors(trip))))
    index = tuple(data.draw(st.integers(0, size - 1)) for size in tensors(trip)[key].shape)
    coords = dict(zip(tensors(trip)[key].axes, index, strict=True))
    found, met = trip.explain(*key, **coords), trip.ancestors(*key, **coords)
    missing = {(key[1], operand.role) for operand in found.operands if operand.place not in met}
    # A share of one alone, or of a row that is empty; the row beside a struck share; an unshifted row's
    # shift; a peak minus itself; the keep cells of an empty row that is not shifted, and of one alone.
    assert missing <= {
        ("shares", "exponential"), ("shares", "row"), ("shares", "total"), ("shift", "kept score"),
        ("exponentials", "score"), ("exponentials", "shift"), ("shift", "keep"),
    }  # fmt: skip


TEXTS = {
    ("nan", ("merge", "output"), (0, 0, 0)): "is decided by the keep-table alone.",
    ("zero", ("merge", "output"), (0, 0, 0)): "is decided by the keep-table alone.",
    ("uniform", ("merge", "output"), (0, 0, 0)): "comes from 3 of the 36 numbers of wide.",
    ("nan", ("shares", "shares"), (0, 0, 0, 2)): "is decided by the keep-table alone.",
    ("zero", ("shares", "shares"), (0, 0, 0, 2)): "is decided by the keep-table alone.",
    ("uniform", ("shares", "shares"), (0, 0, 0, 2)): "is decided by the keep-table alone.",
    ("uniform", ("shares", "totals"), (0, 0, 0)): "is decided by the keep-table alone.",
    ("uniform", ("merge", "output"), (0, 1, 0)): "comes from 8 of the 36 numbers of wide.",
}


@pytest.mark.parametrize("case", TEXTS, ids=str)
def test_the_sentence_of_an_empty_row(case: tuple[str, tuple[str, str], tuple[int, ...]]) -> None:
    policy, key, index = case
    trip = ex.trace(ex.Config(by_hand=[(0, 0, False)], empty_rows=policy))
    assert walk(trip, "ancestors", key, index).text.endswith(f" {TEXTS[case]}")


def test_a_poured_number_comes_from_its_bias_too() -> None:
    own = ex.Config.of(
        Numbers.poured_from(tokens=[[5, 3], [1, 2]], table=[[2, 1, 0], [1, 3, 1]], bias=[1, 2, 3])
    )
    traced = ex.trace(own).ancestors("pour", "wide", batch=0, token=1, wide=2)
    assert traced.cells["pour", "bias"].tolist() == [False, False, True]
    assert traced.text == (
        "wide at token 1, wide 2 comes from 2 of the 4 numbers of tokens, 2 of the 6 numbers of table "
        "and 1 of the 3 numbers of bias."
    )


@pytest.mark.parametrize("config", BIASED, ids=["calm", "shifted"])
def test_a_bias_of_the_key_part_cancels_in_the_split(config: ex.Config) -> None:
    trip = ex.trace(config)
    assert trip["shares"]["shift"].values.any() == (config is BIASED[1])
    for index in np.ndindex(6):
        found = walk(trip, "descendants", ("pour", "bias"), index)
        assert marks(found.cells) == marks(reached(trip, ("pour", "bias"), index))
    assert walk(trip, "ancestors", ("merge", "output"), (0, 2, 0)).cells["pour", "bias"].tolist() == [
        *(True, True), *(False, False), *(True, False),
    ]  # fmt: skip
