"""Ancestors and descendants against brute force: change a number, see what changes."""

from __future__ import annotations

import dataclasses
import timeit
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import explorer as ex
from explorer.core import sources
from explorer.core.place import Place
from tests.core.kit import Case, brief, quick, refusal
from tests.core.perturb import (
    QKV,
    SMALL,
    Key,
    differ,
    kept_at,
    marks,
    numbers,
    reached,
    rerun,
    tensors,
    trips,
    walk,
)

PENCIL = ex.trace()


@quick
@given(trips(), st.data())
def test_changing_a_wide_number_changes_its_descendants_alone(trip: ex.Trace, data: st.DataObject) -> None:
    wide, config = trip["pour"]["wide"].values, trip.config
    index = tuple(data.draw(st.integers(0, size - 1)) for size in wide.shape)
    marked = {key: np.zeros(tensor.shape, dtype=bool) for key, tensor in tensors(trip).items()}
    rules: dict[str, Any] = {
        "heads": config.heads, "window": None, "causal": False, "keep": trip["mask"]["keep"].values
    }  # fmt: skip
    for step in (SMALL, -SMALL):
        changed = wide.copy()
        changed[index] += step
        after = ex.trace_qkv(*np.split(changed, 3, axis=-1), **rules)
        for key, tensor in tensors(after).items():
            marked[key] |= differ(tensors(trip)[key].values, tensor.values)
    found = walk(trip, "descendants", ("pour", "wide"), index)
    assert marks(found.cells) == marks({key: array for key, array in marked.items() if array.any()})
    # And back: the ancestors of any cell are the wide numbers whose change it felt.
    for key, tensor in tensors(trip).items():
        at = tuple(data.draw(st.integers(0, size - 1)) for size in tensor.shape)
        back = walk(trip, "ancestors", key, at).cells.get(("pour", "wide"))
        assert (back is not None and back[index]) == marked[key][at]


@quick
@given(trips(), st.data())
def test_changing_any_number_changes_its_descendants_alone(trip: ex.Trace, data: st.DataObject) -> None:
    key = data.draw(st.sampled_from([key for key in tensors(trip) if key[1] != "keep"]))
    index = tuple(data.draw(st.integers(0, size - 1)) for size in tensors(trip)[key].shape)
    assume(kept_at(trip, key, index))
    assert marks(walk(trip, "descendants", key, index).cells) == marks(reached(trip, key, index))


CONFIGS = [
    ex.Config(source="poured", batch=2, heads=1),
    ex.Config(source="poured", tokens=4, window=None, causal=False, head_dim=1),
    ex.Config(source="poured", tokens=1, heads=1, head_dim=1),
]


@pytest.mark.parametrize("config", CONFIGS, ids=["books", "all see all", "ones"])
def test_changing_any_number_of_a_poured_trip(config: ex.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "poured_tokens", lambda b, t: numbers(b, t, 2, seed=1))
    monkeypatch.setattr(sources, "poured_table", lambda w: numbers(2, 3 * w, seed=2))
    trip = ex.trace(config)
    assert not trip["shares"]["shift"].values.any()
    for key, tensor in tensors(trip).items():
        for index in np.ndindex(tensor.shape):
            if key[1] != "keep" and kept_at(trip, key, index):
                assert marks(walk(trip, "descendants", key, index).cells) == marks(reached(trip, key, index))


def test_two_scores_that_share_the_top_both_shift_their_row() -> None:
    query, value = numbers(1, 3, 2, seed=1, near=6), numbers(1, 3, 2, seed=2)
    key = numbers(1, 3, 2, seed=3, near=6)
    key[0, 1] = key[0, 0]
    key[0, 2] -= 1
    trip = ex.trace_qkv(query, key, value, heads=1, causal=False)
    assert np.all(trip["shares"]["shift"].values[..., None] == trip["mask"]["struck"].values[..., :2])
    # A query's change would keep the tie, as the two keys are the same: no number but such ones can tell.
    for at in [("mask", "struck"), ("shares", "shift"), ("shares", "exponentials"), ("cut", "key")]:
        for index in np.ndindex(tensors(trip)[at].shape):
            assert marks(walk(trip, "descendants", at, index).cells) == marks(reached(trip, at, index))


@brief
@given(trips(), st.data())
def test_flipping_a_keep_cell_changes_its_descendants_alone(trip: ex.Trace, data: st.DataObject) -> None:
    assume(not trip["shares"]["shift"].values.any())
    keep = trip["mask"]["keep"].values
    index = tuple(data.draw(st.integers(0, size - 1)) for size in keep.shape)
    flipped = keep.copy()
    flipped[index] = not keep[index]
    assume(flipped.any(axis=-1).all())
    before, after = rerun(trip, {}), rerun(trip, {("mask", "keep"): flipped})
    changed = {key: differ(before[key], after[key]) for key in before}
    assert marks(walk(trip, "descendants", ("mask", "keep"), index).cells) == marks(
        {k: a for k, a in changed.items() if a.any()}
    )


LARGE = [40 + numbers(1, 3, 4, seed=n) for n in range(3)]
SMALL_TRIPS = {
    "pencil": PENCIL,
    "poured": ex.trace(ex.Config(source="poured", tokens=2, heads=2, head_dim=1)),
    "no rule": ex.trace(ex.Config(causal=False, window=None, heads=1)),
    "keep per book": ex.trace(ex.Config(batch=2, heads=1), keep=[np.ones((3, 3), int), np.eye(3, dtype=int)]),
    "ones": ex.trace(ex.Config(tokens=1, heads=1, head_dim=1)),
    "singles": ex.trace(ex.Config(tokens=2, head_dim=3, dtype=np.float32)),
    "shifted": ex.trace_qkv(*LARGE, heads=2),
    "tied": ex.trace_qkv(*np.full((3, 3, 2), 9.0), heads=1, causal=False),
}


@pytest.mark.parametrize("which", SMALL_TRIPS)
def test_ancestors_are_descendants_seen_from_the_other_end(which: str) -> None:
    trip = SMALL_TRIPS[which]
    cells = [(key, index) for key, tensor in tensors(trip).items() for index in np.ndindex(tensor.shape)]
    forward, back = set(), set()
    for key, index in cells:
        down, up = walk(trip, "descendants", key, index), walk(trip, "ancestors", key, index)
        assert down.place == up.place
        forward |= {(down.place, met) for met in down}
        back |= {(met, up.place) for met in up}
    assert forward == back
    assert len(forward) > 3 * len(cells)


@pytest.mark.parametrize("which", SMALL_TRIPS)
def test_operands_are_ancestors_unless_their_change_cancels(which: str) -> None:
    trip = SMALL_TRIPS[which]
    alone = set()
    for key, tensor in tensors(trip).items():
        for index in np.ndindex(tensor.shape):
            coords = dict(zip(tensor.axes, index, strict=True))
            found, met = trip.explain(*key, **coords), trip.ancestors(*key, **coords)
            missing = {operand.role for operand in found.operands if operand.place not in met}
            alone |= {(key[1], role) for role in missing}
    # A share of one alone; the row beside a struck share; an unshifted row's shift; a peak minus itself.
    assert alone <= {
        ("shares", "exponential"), ("shares", "row"), ("shares", "total"), ("shift", "kept score"),
        ("exponentials", "score"), ("exponentials", "shift"),
    }  # fmt: skip


def test_the_pencil_examples_output_is_traced_to_the_wide_rows() -> None:
    traced = PENCIL.ancestors("merge", "output", batch=0, token=1, width=0)
    wide = traced.cells["pour", "wide"][0].astype(int)
    assert wide.tolist() == [
        # query       key         value
        [0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0],
        [1, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]
    assert traced.steps == ex.STEP_NAMES
    assert list(traced.cells) == [
        ("pour", "wide"),
        *product(("cut", "dividers", "reshelve"), QKV),
        ("inside_flip", "key"),
        ("scores", "matches"), ("scores", "scores"),
        ("mask", "keep"), ("mask", "struck"),
        ("shares", "exponentials"), ("shares", "totals"), ("shares", "shares"),
        ("blend", "blend"),
        ("merge", "reshelved"), ("merge", "block"), ("merge", "output"),
    ]  # fmt: skip
    row = [[0, 0, 0], [1, 1, 0], [0, 0, 0]]
    for key in [("scores", "matches"), ("mask", "struck"), ("shares", "exponentials"), ("shares", "shares")]:
        assert traced.cells[key].astype(int).tolist() == [[row, np.zeros((3, 3)).tolist()]], key
    assert traced.cells["mask", "keep"].astype(int).tolist() == [[0, 0, 0], [1, 1, 1], [0, 0, 0]]
    assert Place("shares", "totals", (("batch", 0), ("head", 0), ("query_token", 1))) in traced


TEXTS = {
    ("ancestors", ("merge", "output"), (0, 1, 0)): "comes from 8 of the 36 numbers of wide.",
    ("ancestors", ("merge", "output"), (0, 0, 0)): "comes from 1 of the 36 numbers of wide.",
    ("ancestors", ("shares", "shares"), (0, 0, 0, 0)): "is decided by the keep-table alone.",
    ("ancestors", ("mask", "struck"), (0, 0, 0, 2)): "is decided by the keep-table alone.",
    ("ancestors", ("pour", "wide"), (0, 0, 0)): "comes from nothing before it.",
    ("ancestors", ("pour", "example_wide"), (0, 0, 0)): (
        "comes from 2 of the 4 numbers of example_tokens and 2 of the 4 numbers of example_table."
    ),
    ("descendants", ("pour", "wide"), (0, 1, 4)): "reaches 4 of the 12 numbers of output.",
    ("descendants", ("pour", "wide"), (0, 0, 0)): "reaches 1 of the 6 numbers of totals, and no further.",
    ("descendants", ("merge", "output"), (0, 0, 0)): "reaches nothing after it.",
    ("descendants", ("mask", "keep"), (1, 0)): "reaches 4 of the 12 numbers of output.",
    ("descendants", ("mask", "struck"), (0, 0, 0, 2)): (
        "reaches 1 of the 18 numbers of shares, and no further."
    ),
}


@pytest.mark.parametrize("case", TEXTS, ids=lambda case: f"{case[0]} of {case[1][1]} {case[2]}")
def test_the_sentence(case: tuple[str, Key, tuple[int, ...]]) -> None:
    assert walk(PENCIL, *case).text.endswith(f" {TEXTS[case]}")


def test_a_poured_number_comes_from_its_token_and_its_column() -> None:
    traced = ex.trace(ex.Config(source="poured")).ancestors("pour", "wide", batch=0, token=1, wide=3)
    assert traced.cells["pour", "tokens"].astype(int).tolist() == [[[0, 0], [1, 1], [0, 0]]]
    assert np.flatnonzero(traced.cells["pour", "table"].all(axis=0)).tolist() == [3]
    of_both = "comes from 2 of the 6 numbers of tokens and 2 of the 24 numbers of table."
    assert traced.text == f"wide at token 1, wide 3 {of_both}"
    moved = ex.trace(ex.Config(source="poured")).ancestors("cut", "query", batch=0, token=1, width=3)
    assert moved.text == f"query at token 1, width 3 {of_both}"


def test_a_lineage_is_frozen_and_a_collection_of_places() -> None:
    traced = PENCIL.ancestors("inside_flip", "key", batch=0, head=1, head_dim=0, token=2)
    assert [place.identity for place in traced] == [
        "pour:wide:batch=0:token=2:wide=6",
        "cut:key:batch=0:token=2:width=2",
        "dividers:key:batch=0:token=2:head=1:head_dim=0",
        "reshelve:key:batch=0:head=1:token=2:head_dim=0",
        "inside_flip:key:batch=0:head=1:head_dim=0:token=2",
    ]
    assert len(traced) == 5
    assert repr(traced) == (
        "<Lineage of inside_flip:key:batch=0:head=1:head_dim=0:token=2: "
        "5 cells in pour, cut, dividers, reshelve, inside_flip>"
    )
    assert traced.place in traced
    assert dataclasses.replace(traced.place, step="merge") not in traced
    assert Place("pour", "wide", (("batch", 0), ("token", 0), ("wide", 0))) not in traced
    assert Place("pour", "wide", (("batch", 0), ("token", 2), ("wide", -6))) not in traced
    assert "key" not in traced
    with pytest.raises(TypeError):
        traced.cells["pour", "wide"] = np.ones(3)  # type: ignore[index]
    with pytest.raises(ValueError, match="read-only"):
        traced.cells["pour", "wide"][...] = True
    with pytest.raises(ValueError, match="WRITEABLE"):
        traced.cells["pour", "wide"].flags.writeable = True


def test_a_walk_over_64_tokens_takes_no_time() -> None:
    trip = ex.trace(ex.Config(tokens=64, heads=8, head_dim=16, window=None))
    for way, key in (("ancestors", ("merge", "output")), ("descendants", ("pour", "wide"))):
        last = tuple(size - 1 for size in tensors(trip)[key].shape)
        assert min(timeit.repeat(lambda w=way, k=key, i=last: walk(trip, w, k, i), number=1)) < 0.05


REFUSALS: dict[str, Case] = {
    "an unknown step": (
        ex.UnknownNameError,
        lambda: PENCIL.ancestors("softmax", "shares", batch=0),
        (
            "Cannot find step 'softmax': choose pour, cut, dividers, reshelve, inside_flip, scores, mask, "
            "shares, blend or merge."
        ),
    ),
    "an unknown tensor": (
        ex.UnknownNameError,
        lambda: PENCIL.descendants("inside_flip", "query", batch=0),
        "Cannot find 'query' in step inside_flip: it recorded key. Choose among those.",
    ),
    "a missing axis": (
        ex.AxisNameError,
        lambda: PENCIL.descendants("cut", "key", token=0, width=0),
        ("Cannot read one number of key (batch 1, token 3, width 4): batch is not pinned. Add batch=0."),
    ),
    "out of range": (
        ex.ShapeError,
        lambda: PENCIL.ancestors("cut", "key", batch=0, token=-1, width=0),
        "Cannot pin token=-1 of key: its 3 entries are counted from 0. Choose a whole number from 0 to 2.",
    ),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_refusals(case: str) -> None:
    kind, call, message = REFUSALS[case]
    assert refusal(kind, call) == message
