"""What the last change did, held against a plain look-up of every number by a name of its own."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import explorer as ex
from explorer.core import changes as module
from explorer.core.changes import Changes, Count, changes
from explorer.core.edits import Edit
from explorer.core.numbers import Numbers
from explorer.core.place import Place
from explorer.core.tensor import Tensor
from tests.core.kit import Ask, configs, quick, refusal

ROWS_MOVED = [("cut", None), ("dividers", None), ("reshelve", None), ("inside_flip", None), ("pour", "wide")]


def named(trip: ex.Trace, step: str, tensor: str) -> Iterator[tuple[tuple[int, ...], tuple[Any, ...], Any]]:
    """Every cell of a tensor: its index, the name of its number, its value; a loop, and no clever array."""
    found = trip[step][tensor]
    books = trip.config.batch
    for index in np.ndindex(found.shape):
        at = dict(zip(found.axes, index, strict=True))
        value = found.values[index].item()
        if "head_dim" in at:
            column = at.pop("head") * found.sizes["head_dim"] + at.pop("head_dim")
            name = ("row", at["batch"], at["token"], column)
        elif "width" in at:
            name = ("row", at["batch"], at["token"], at["width"])
        elif "wide" in at and not tensor.startswith("example"):
            part, place = divmod(at.pop("wide"), found.sizes["wide"] // 3)
            name = (*at.values(), part, place)
        else:
            name = tuple(at.values())
        if tensor == "keep" and "batch" not in at:
            for book in range(books):
                yield index, (book, *name), value
        else:
            yield index, name, value


def looked_up(before: ex.Trace, after: ex.Trace, step: str, tensor: str) -> Iterator[tuple[Any, str]]:
    """Each cell's index, and whether it is "", "changed" or "new" by a dictionary; "rounded" for hardly."""
    known = {}
    if tensor in before[step].tensors:
        known = {name: value for _, name, value in named(before, step, tensor)}
    finite = [abs(value) for value in known.values() if math.isfinite(value)]
    for index, name, value in named(after, step, tensor):
        if name not in known:
            yield index, "new"
        elif repr(value + 0) == repr(known[name] + 0):  # NaN is spelt as NaN is; -0.0 + 0 is 0.0
            yield index, ""
        else:
            positive = tensor in ("exponentials", "totals", "shares")
            scale = max(abs(value), abs(known[name])) if positive else max(finite, default=1)
            hardly = math.isfinite(scale) and abs(value - known[name]) < 1e-11 * scale
            yield index, "rounded" if hardly else "changed"


def agree(before: ex.Trace, after: ex.Trace) -> Changes:
    """Compare every tensor with the look-up, and the counts, `first` and truth with the marks."""
    found = changes(before, after)
    first = None
    for step in after.steps:
        marks = {name: found.marks(step.name, name) for name in step.tensors}
        for name, tensor in step.tensors.items():
            changed, new = marks[name].changed, marks[name].new
            assert changed.shape == new.shape == tensor.shape
            cells: dict[Any, set[str]] = {}
            for index, told in looked_up(before, after, step.name, name):
                cells.setdefault(index, set()).add(told)  # one keep-table for all has several
            for index, told in cells.items():
                if "rounded" not in told:
                    assert changed[index] == ("changed" in told), (step.name, name, index)
                assert new[index] == (told == {"new"}), (step.name, name, index)
        count = found.by_step[step.name]
        assert count.changed == sum(int(one.changed.sum()) for one in marks.values())
        assert count.new == sum(int(one.new.sum()) for one in marks.values())
        assert count.cells == sum(tensor.values.size for tensor in step.tensors.values())
        if first is None and count.changed + count.new:
            first = step.name
    assert found.first == first
    assert bool(found) == (first is not None)
    assert found.counts == tuple(map(sum, zip(*found.by_step.values(), strict=True)))
    return found


@quick
@given(configs(), configs())
@example(ex.Config(), ex.Config(source="poured"))
@example(ex.Config(source="poured"), ex.Config(source="poured", heads=3))
@example(ex.Config(), ex.Config(dtype=np.float32))
def test_any_two_trips_agree_with_a_look_up_by_name(one: ex.Config, other: ex.Config) -> None:
    found = agree(ex.trace(one), ex.trace(other))
    assert set(found.by_step) == set(ex.STEP_NAMES)


@quick
@given(st.data())
def test_one_number_of_your_own_agrees_with_a_look_up(data: st.DataObject) -> None:
    arrays = [np.random.default_rng(n).integers(0, 3, size=(2, 4, 6)).astype(float) for n in range(3)]
    before = Ask(*arrays, 2, data.draw(st.sampled_from([None, 2])), data.draw(st.booleans()), None)
    which = data.draw(st.integers(0, 2))
    place = tuple(data.draw(st.integers(0, size - 1)) for size in arrays[0].shape)
    arrays[which] = arrays[which].copy()
    arrays[which][place] += 1
    after = Ask(*arrays, data.draw(st.sampled_from([1, 2, 3])), before.window, before.causal, None)
    found = agree(before.trace(), after.trace())
    name = ("query", "key", "value")[which]
    assert np.argwhere(found.marks("cut", name).changed).tolist() == [list(place)]
    assert found.by_step["dividers"] == Count(1, 0, 2 * 4 * 6 * 3)


ROWS = np.arange(24).reshape(2, 3, 4) % 5
TABLE = np.arange(24).reshape(2, 12) % 3
ODD = [
    ex.Config(),
    ex.Config(edits=(Edit("key", 0, 1, 2, 7.0),), scale="width"),
    ex.Config(by_hand=((0, 0, False),), empty_rows="nan", window_counts_self=False),
    ex.Config(by_hand=((0, 0, False),), empty_rows="uniform", scale="none"),
    ex.Config(source="poured", edits=(Edit("table.value", 0, 1, 3, 9.0),), heads=1, head_dim=4),
    ex.Config.of(Numbers.of(query=ROWS, key=ROWS[::-1], value=ROWS, heads=2)),
    ex.Config.of(Numbers.poured_from(tokens=ROWS[..., :2], table=TABLE, bias=TABLE[0], heads=4)),
    ex.Config.of(Numbers.poured_from(tokens=ROWS[..., :2], table=TABLE, bias=TABLE[1], heads=2), batch=1),
]


@pytest.mark.parametrize("before", range(len(ODD)))
@pytest.mark.parametrize("after", range(len(ODD)))
def test_edits_rules_and_numbers_of_your_own_agree_with_a_look_up(before: int, after: int) -> None:
    found = agree(ex.trace(ODD[before]), ex.trace(ODD[after]))
    assert bool(found) == (before != after)


@pytest.mark.parametrize("source", ["pencil", "poured"])
@pytest.mark.parametrize(("heads", "head_dim"), [(1, 12), (2, 6), (4, 3), (12, 1)])
def test_moving_the_dividers_in_the_same_row_changes_nothing_in_query_key_and_value(
    heads: int, head_dim: int, source: Any
) -> None:
    before = ex.Config(tokens=5, heads=3, head_dim=4, batch=2, source=source)
    found = changes(ex.trace(before), ex.trace(before.replace(heads=heads, head_dim=head_dim)))
    for step, only in ROWS_MOVED:
        for tensor in [only] if only else found.after[step].tensors:
            marks = found.marks(step, tensor)
            assert not marks.changed.any(), (step, tensor)
            assert not marks.new.any(), (step, tensor)
    assert found.first == "scores"


def test_a_place_is_new_changed_or_neither() -> None:
    found = changes(ex.trace(ex.Config(tokens=2)), ex.trace(ex.Config(window=3)))
    told = [
        found.at(Place("shares", "totals", (("batch", 0), ("head", 0), ("query_token", i)))) for i in range(3)
    ]
    assert told == ["", "", "new"]
    wider = changes(ex.trace(), ex.trace(ex.Config(window=3)))
    for step in wider.after.steps:
        for name, tensor in step.tensors.items():
            marks = wider.marks(step.name, name)
            for index in np.ndindex(tensor.shape):
                place = Place(step.name, name, tuple(zip(tensor.axes, index, strict=True)))
                assert wider.at(place) == ("changed" if marks.changed[index] else "")


def test_what_is_not_there_is_refused() -> None:
    found = changes(ex.trace(ex.Config(tokens=4, source="poured")), ex.trace())
    assert refusal(ex.UnknownNameError, lambda: found.marks("softmax", "shares")) == (
        "Cannot find step 'softmax': choose pour, cut, dividers, reshelve, inside_flip, scores, mask, "
        "shares, blend or merge."
    )
    assert refusal(ex.UnknownNameError, lambda: found.marks("pour", "table")) == (
        "Cannot find 'table' in step pour: it recorded example_tokens, example_table, example_wide and "
        "wide. Choose among those."
    )
    gone = Place("mask", "keep", (("query_token", 3), ("key_token", 0)))
    assert refusal(ex.ShapeError, lambda: found.at(gone)) == (
        "Cannot pin query_token=3 of keep: its 3 entries are counted from 0. "
        "Choose a whole number from 0 to 2."
    )
    half = Place("mask", "keep", (("query_token", 2),))
    assert refusal(ex.AxisNameError, lambda: found.at(half)) == (
        "Cannot read one number of keep (query_token 3, key_token 3): key_token is not pinned. "
        "Add key_token=0..2."
    )


def said(before: dict[str, Any], **after: Any) -> str:
    return changes(ex.trace(ex.Config(**before)), ex.trace(ex.Config(**after))).text


def test_one_sentence_says_it() -> None:
    assert said({}) == "Nothing changed: all 327 cells are as they were."
    assert said({}, window=3) == "25 of 327 cells changed: mask 3, shares 10, blend 3, merge 9."
    assert said({}, tokens=1) == "Nothing changed: all 95 cells are as they were; 232 cells are gone."
    assert said({"tokens": 2}) == (
        "127 of 327 cells are new: pour 12, cut 12, dividers 12, reshelve 12, inside_flip 4, scores 20, "
        "mask 15, shares 24, blend 4, merge 12."
    )
    assert said({"tokens": 2, "heads": 1, "head_dim": 1}, tokens=1, heads=2, head_dim=1) == (
        "24 of 61 cells are new: pour 3, cut 3, dividers 3, reshelve 3, inside_flip 1, scores 2, mask 1, "
        "shares 4, blend 1, merge 3; 37 cells are gone."
    )
    # Token 0 looks at token 2 alone, and no longer at token 1 alone.
    one, other = ((0, 0, False), (0, 1, True)), ((0, 0, False), (0, 2, True))
    assert said({"by_hand": one}, by_hand=other) == (
        "32 of 327 cells changed: mask 6, shares 10, blend 4, merge 12."
    )


def test_the_sentence_for_both_kinds_counts_as_the_marks_do() -> None:
    found = changes(ex.trace(), ex.trace(ex.Config(tokens=4, window=3, causal=False)))
    changed, new, cells = found.counts
    parts = {
        kind: ", ".join(
            f"{step} {getattr(count, kind)}" for step, count in found.by_step.items() if getattr(count, kind)
        )
        for kind in ("changed", "new")
    }
    assert (
        found.text
        == f"{changed} of {cells} cells changed ({parts['changed']}), {new} are new ({parts['new']})."
    )


def test_marks_cannot_be_written_to_and_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    against = module.against

    def watched(tensor: Tensor, *rest: Any, **more: Any) -> Any:
        asked.append(tensor.name)
        return against(tensor, *rest, **more)

    monkeypatch.setattr(module, "against", watched)
    found = changes(ex.trace(), ex.trace(ex.Config(window=3)))
    assert asked == []  # nothing is compared before it is asked for
    marks = found.marks("blend", "blend")
    assert found.marks("blend", "blend") is marks
    assert asked == ["blend"]
    for array in (marks.changed, marks.new):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = True
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True
