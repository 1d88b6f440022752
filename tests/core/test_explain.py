"""Where a number comes from: golden texts and operands, whole messages."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import explorer as ex
from explorer.core.explain import Explanation
from tests.core.kit import Case, refusal

PENCIL = ex.trace()
POURED = ex.trace(ex.Config(source="poured"))


def cell(trip: ex.Trace, step: str, tensor: str, *index: int) -> Explanation:
    """Explain by position: the index of every axis in order."""
    return trip.explain(step, tensor, **dict(zip(trip[step][tensor].axes, index, strict=True)))


GOLDEN: dict[str, tuple[tuple[str, str, tuple[int, ...]], tuple[str, ...]]] = {
    "the pour's thirteen": (
        ("pour", "example_wide", (0, 0, 0)),
        ("example_wide = 5*2 + 3*1 = 13",),
    ),
    "a coefficient": (("pour", "example_table", (0, 1)), ("a coefficient of the example's table",)),
    "an example token": (("pour", "example_tokens", (0, 1, 0)), ("a number of an example token",)),
    "a wide number that was given": (
        ("pour", "wide", (0, 1, 5)),
        ("handed over as column 1 of its key row, not poured",),
    ),
    "cut": (("cut", "value", (0, 2, 1)), ("from wide, token 2, wide 9: the same number, another name",)),
    "dividers": (
        ("dividers", "query", (0, 1, 1, 0)),
        ("from query, token 1, width 2: the same number, its row read another way",),
    ),
    "re-shelve": (
        ("reshelve", "query", (0, 0, 1, 1)),
        ("from query, token 1, head 0, head_dim 1: the same number, another place",),
    ),
    "inside flip": (
        ("inside_flip", "key", (0, 0, 1, 2)),
        ("from key, head 0, token 2, head_dim 1: the same number, another place",),
    ),
    "a match": (("scores", "matches", (0, 0, 2, 1)), ("match = 1*0 + 1*2 = 2",)),
    "a score": (
        ("scores", "scores", (0, 0, 2, 1)),
        ("match = 1*0 + 1*2 = 2", "score = 2 / sqrt(2) = 1.414"),
    ),
    "kept by both tests": (
        ("mask", "keep", (2, 1)),
        ("j <= i: 1 <= 2 yes", "j >= i - W + 1: 1 >= 1 yes", "kept"),
    ),
    "ahead": (
        ("mask", "keep", (0, 1)),
        ("j <= i: 1 <= 0 no", "j >= i - W + 1: 1 >= -1 yes", "struck"),
    ),
    "stale": (
        ("mask", "keep", (2, 0)),
        ("j <= i: 0 <= 2 yes", "j >= i - W + 1: 0 >= 1 no", "struck"),
    ),
    "a score that stays": (
        ("mask", "struck", (0, 0, 2, 1)),
        ("j <= i: 1 <= 2 yes", "j >= i - W + 1: 1 >= 1 yes", "kept: 1.414 stays as it is"),
    ),
    "a score that is struck": (
        ("mask", "struck", (0, 0, 0, 2)),
        ("j <= i: 2 <= 0 no", "struck: -inf in place of 0.7071"),
    ),
    "no shift": (
        ("shares", "shift", (0, 0, 1)),
        (
            "largest kept score = max(0, 1.414) = 1.414",
            "between -30 and 30, so nothing is taken off: shift = 0",
        ),
    ),
    "an exponential": (("shares", "exponentials", (0, 0, 1, 1)), ("exponential = e^1.414 = 4.113",)),
    "a struck exponential": (("shares", "exponentials", (0, 0, 1, 2)), ("exponential = e^-inf = 0",)),
    "a total": (("shares", "totals", (0, 0, 1)), ("total = 1 + 4.113 = 5.113",)),
    "a total of one": (("shares", "totals", (0, 0, 0)), ("total = 2.028",)),
    "a share": (
        ("shares", "shares", (0, 0, 1, 0)),
        ("share = 1 / (1 + 4.113) = 1 / 5.113 = 0.1956",),
    ),
    "another share": (
        ("shares", "shares", (0, 1, 1, 0)),
        ("share = 2.028 / (2.028 + 1) = 2.028 / 3.028 = 0.6698",),
    ),
    "the share of one alone": (
        ("shares", "shares", (0, 0, 0, 0)),
        ("share = 2.028 / 2.028 = 1", "the one kept in its row takes it all, whatever its score"),
    ),
    "a struck share": (
        ("shares", "shares", (0, 0, 1, 2)),
        (
            "share = 0 / (1 + 4.113) = 0 / 5.113 = 0",
            "struck: it gives nothing and takes nothing",
        ),
    ),
    "a struck share beside one alone": (
        ("shares", "shares", (0, 0, 0, 1)),
        ("share = 0 / 2.028 = 0", "struck: it gives nothing and takes nothing"),
    ),
    "a blend": (("blend", "blend", (0, 0, 1, 0)), ("blend = 0.1956*2 + 0.8044*1 = 1.196",)),
    "re-shelved back": (
        ("merge", "reshelved", (0, 1, 0, 1)),
        ("from blend, head 0, token 1, head_dim 1: the same number, another place",),
    ),
    "copied": (
        ("merge", "block", (0, 1, 0, 1)),
        ("from reshelved, token 1, head 0, head_dim 1: the same number, copied to bytes of its own",),
    ),
    "dividers out": (
        ("merge", "output", (0, 1, 3)),
        ("from block, token 1, head 1, head_dim 1: the same number, its row read another way",),
    ),
}


@pytest.mark.parametrize("which", GOLDEN)
def test_lines_of_the_pencil_example(which: str) -> None:
    (step, tensor, index), lines = GOLDEN[which]
    assert cell(PENCIL, step, tensor, *index).lines == lines


def test_every_tensor_has_a_golden_line() -> None:
    told = {(step, tensor) for (step, tensor, _), _ in GOLDEN.values()}
    recorded = {(step.name, name) for step in PENCIL.steps for name in step.tensors}
    assert {(s, "key" if t in ("query", "value") else t) for s, t in told} == {
        (s, "key" if t in ("query", "value") else t) for s, t in recorded
    }


def test_the_whole_answer() -> None:
    found = PENCIL.explain("scores", "matches", key_token=1, query_token=2, head=0, batch=0)
    coords = (("batch", 0), ("head", 0), ("query_token", 2), ("key_token", 1))
    assert (found.place.step, found.place.tensor, found.place.coords) == ("scores", "matches", coords)
    assert found.place.identity == "scores:matches:batch=0:head=0:query_token=2:key_token=1"
    assert found.value == 2
    assert [(o.place.identity, o.value, o.role) for o in found.operands] == [
        ("reshelve:query:batch=0:head=0:token=2:head_dim=0", 1, "query"),
        ("inside_flip:key:batch=0:head=0:head_dim=0:token=1", 0, "key"),
        ("reshelve:query:batch=0:head=0:token=2:head_dim=1", 1, "query"),
        ("inside_flip:key:batch=0:head=0:head_dim=1:token=1", 2, "key"),
    ]
    assert found.text == "matches at head 0, query_token 2, key_token 1 is 2: match = 1*0 + 1*2 = 2."
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.value = 3.0  # type: ignore[misc]


def test_a_share_shows_its_row() -> None:
    found = cell(PENCIL, "shares", "shares", 0, 0, 1, 0)
    assert [(o.place.tensor, o.place.index, o.role) for o in found.operands] == [
        ("exponentials", (0, 0, 1, 0), "exponential"),
        ("exponentials", (0, 0, 1, 1), "row"),
        ("totals", (0, 0, 1), "total"),
    ]


def test_the_batch_is_said_where_there_are_several() -> None:
    trip = ex.trace(ex.Config(batch=2))
    assert cell(trip, "reshelve", "key", 1, 0, 2, 1).text.startswith(
        "key at batch 1, head 0, token 2, head_dim 1 is "
    )
    assert cell(trip, "mask", "keep", 1, 0).text == (
        "keep at query_token 1, key_token 0 is yes: j <= i: 0 <= 1 yes; j >= i - W + 1: 0 >= 0 yes; kept."
    )


def test_poured_numbers() -> None:
    found = cell(POURED, "pour", "wide", 0, 0, 0)
    assert found.lines == ("wide = 5*2 + 3*1 = 13",)
    assert [(o.place.tensor, o.place.index, o.value, o.role) for o in found.operands] == [
        ("tokens", (0, 0, 0), 5, "token"),
        ("table", (0, 0), 2, "coefficient"),
        ("tokens", (0, 0, 1), 3, "token"),
        ("table", (1, 0), 1, "coefficient"),
    ]
    assert cell(POURED, "pour", "tokens", 0, 0, 0).lines == ("a number of a raw token: the trip begins here",)
    assert cell(POURED, "pour", "table", 0, 0).lines == (
        "a coefficient of the one table: the trip begins here",
    )


def test_negative_factors_stand_in_brackets() -> None:
    trip = ex.trace_qkv([[-1, 2]], [[3, -0.5]], [[1, 1]], heads=1)
    assert cell(trip, "scores", "matches", 0, 0, 0, 0).lines == ("match = (-1)*3 + 2*(-0.5) = -4",)
    assert cell(trip, "shares", "exponentials", 0, 0, 0, 0).lines == ("exponential = e^(-2.828) = 0.05911",)


def test_a_long_sum_says_what_it_leaves_out_and_keeps_every_operand() -> None:
    ones = np.ones((17, 17))
    trip = ex.trace_qkv(ones, ones, ones, heads=1)
    match = cell(trip, "scores", "matches", 0, 0, 0, 0)
    assert match.lines == ("match = 1*1 + 1*1 + 1*1 + 1*1 + ... and 13 more = 17",)
    assert len(match.operands) == 34
    shift = cell(trip, "shares", "shift", 0, 0, 16)
    assert shift.lines[0] == "largest kept score = max(4.123, 4.123, 4.123, 4.123, ... and 13 more) = 4.123"
    assert len(shift.operands) == 17
    six = ex.trace_qkv(ones[:, :6], ones[:, :6], ones[:, :6], heads=1)
    assert "more" not in cell(six, "scores", "matches", 0, 0, 0, 0).text


def test_tidy_blocks_are_not_copied() -> None:
    trip = ex.trace(ex.Config(heads=1, head_dim=4))
    assert cell(trip, "merge", "block", 0, 1, 0, 3).lines == (
        "from reshelved, token 1, head 0, head_dim 3: the same number, the same place",
    )


WHERE = {"batch": 0, "head": 0, "query_token": 2, "key_token": 1}
REFUSALS: dict[str, Case] = {
    "an unknown step": (
        ex.UnknownNameError,
        lambda: PENCIL.explain("softmax", "shares", **WHERE),
        (
            "Cannot find step 'softmax': choose pour, cut, dividers, reshelve, inside_flip, scores, mask, "
            "shares, blend or merge."
        ),
    ),
    "an unknown tensor": (
        ex.UnknownNameError,
        lambda: PENCIL.explain("scores", "shares", **WHERE),
        "Cannot find 'shares' in step scores: it recorded matches and scores. Choose among those.",
    ),
    "an unknown axis": (
        ex.AxisNameError,
        lambda: PENCIL.explain("scores", "matches", **WHERE, token=0),
        (
            "Cannot read one number of matches by token: its axes are batch, head, query_token and "
            "key_token. Choose among those."
        ),
    ),
    "a missing axis": (
        ex.AxisNameError,
        lambda: PENCIL.explain("scores", "matches", batch=0, head=0, query_token=2),
        (
            "Cannot read one number of matches (batch 1, head 2, query_token 3, key_token 3): "
            "key_token is not pinned. Add key_token=0..2."
        ),
    ),
    "out of range": (
        ex.ShapeError,
        lambda: PENCIL.explain("scores", "matches", **{**WHERE, "key_token": 3}),
        (
            "Cannot pin key_token=3 of matches: its 3 entries are counted from 0. "
            "Choose a whole number from 0 to 2."
        ),
    ),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_refusals(case: str) -> None:
    kind, call, message = REFUSALS[case]
    assert refusal(kind, call) == message


def test_numpy_integers_are_coordinates() -> None:
    found = PENCIL.explain("mask", "keep", query_token=np.int64(2), key_token=np.intp(1))
    assert found.place.coords == (("query_token", 2), ("key_token", 1))
    assert all(type(index) is int for index in found.place.index)
