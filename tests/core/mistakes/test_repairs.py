"""Repairs are run before they are called right: here, and wherever the wrong turn does harm."""

from __future__ import annotations

import pytest

import explorer as ex
from explorer.core.mistakes.record import Claim, Repair, WrongTurn, whole
from explorer.core.mistakes.repairs import judged

RIGHT = "k = k.transpose(0, 1, 3, 2)"


def turn(*repairs: str, claims: tuple[Claim, ...] = ()) -> WrongTurn:
    return WrongTurn(
        "forgotten", "forgotten", "forgotten",
        lines={"inside_flip": whole("# k stays as it is")},
        claims=claims,
        repairs=tuple(Repair(code, code) for code in repairs),
    )  # fmt: skip


def marks(*repairs: str, config: ex.Config | None = None, claims: tuple[Claim, ...] = ()) -> list[str]:
    return [one.mark for one in judged(ex.trace(config), turn(*repairs, claims=claims))]


def test_a_repair_is_right_runs_but_is_wrong_or_is_refused_too() -> None:
    assert marks(RIGHT, "k = k.reshape(B, H, D, T)", "k = k.transpose(-2, -1)") == [
        "right",
        "runs but wrong",
        "refused too",
    ]


def test_a_repair_that_is_right_by_the_luck_of_the_sizes_is_not_right() -> None:
    assert marks("k = k.reshape(B, H, D, T)", config=ex.Config(head_dim=1)) == ["runs but wrong"]


def test_a_repair_must_be_right_wherever_the_turn_does_harm() -> None:
    """This one takes every number of the keys to be small, as they are in the trip at hand."""
    small_only = f"{RIGHT}.clip(-9, 9)"
    large = Claim("wrong contents", {"head_dim": 3, "edits": [("key", 0, 1, 0, 50)]})
    assert marks(small_only) == ["right"]
    assert marks(small_only, RIGHT, claims=(large,)) == ["runs but wrong", "right"]


@pytest.mark.parametrize("scale", ["head_dim", "width", "none"])
def test_a_repair_of_the_product_keeps_the_scale_of_the_trip(scale: str) -> None:
    right = ex.trace(ex.Config(scale=scale))
    assert next(one.mark for one in judged(right, ex.WRONG_TURNS["np_dot"])) == "right"


@pytest.mark.parametrize("key", [key for key, one in ex.WRONG_TURNS.items() if one.repairs])
def test_each_record_offers_a_right_repair_and_one_that_only_runs(key: str) -> None:
    found = {one.mark for one in judged(ex.trace(), ex.WRONG_TURNS[key])}
    assert {"right", "runs but wrong"} <= found


def test_of_a_wrong_trip_its_right_one_is_mended() -> None:
    wrong = ex.trace(wrong_turns=["flip_forgotten"])
    assert next(one.mark for one in judged(wrong, ex.WRONG_TURNS["flip_forgotten"])) == "right"


@pytest.mark.parametrize("policy", ["nan", "zero", "uniform"])
@pytest.mark.parametrize("key", ["softmax_over_askers", "softmax_over_heads", "softmax_over_both"])
def test_what_becomes_of_an_empty_row_is_no_matter_of_a_repair(key: str, policy: str) -> None:
    config = ex.Config(window=None, by_hand=[(0, 0, False)], empty_rows=policy)
    assert [one.mark for one in judged(ex.trace(config), ex.WRONG_TURNS[key])] == ["right", "runs but wrong"]


def test_a_mask_that_hides_everything_makes_no_repair_right() -> None:
    """Where each token sees one token alone, nothing wrong in the keys shows in the output."""
    alone = tuple((i, j, False) for i in range(3) for j in range(i))
    config = ex.Config(window=None, by_hand=alone)
    assert [one.mark for one in judged(ex.trace(config), ex.WRONG_TURNS["flip_forgotten"])] == [
        "right",
        "runs but wrong",
        "runs but wrong",
    ]
