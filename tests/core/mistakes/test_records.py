"""Every record of a wrong turn is held to what it claims, and says all that a reader needs."""

from __future__ import annotations

import pytest

from explorer.core.mistakes import WRONG_TURNS
from tests.core.mistakes.claims import DISTINCT, each_claim, kind_of, repair_kind, told, unchanged, unsaid

TURNS = tuple(WRONG_TURNS.values())
SHOWN_BY_LARGE_SCORES = "no_shift"  # its lines and repairs differ only there: tests of its own hold them
EACH = pytest.mark.parametrize("turn", TURNS, ids=told)


@pytest.mark.parametrize(("turn", "claim"), each_claim(TURNS), ids=told)
def test_what_a_record_claims_comes_true(turn, claim):
    assert kind_of(turn, claim) == claim.kind


@EACH
def test_a_record_says_all_in_words_that_a_newcomer_has(turn):
    assert unsaid(turn) == []


@pytest.mark.parametrize("key", [key for key in WRONG_TURNS if key != SHOWN_BY_LARGE_SCORES])
def test_the_wrong_lines_are_code_and_not_the_right_ones(key):
    only_by_hand = ["mask in numpy", "mask in pytorch"] if key == "table_turned" else []
    assert unchanged(WRONG_TURNS[key]) == only_by_hand


@pytest.mark.parametrize("sizes", [{}, DISTINCT], ids=["pencil", "distinct"])
@pytest.mark.parametrize(
    "key", [key for key, turn in WRONG_TURNS.items() if turn.repairs and key != SHOWN_BY_LARGE_SCORES]
)
def test_one_repair_is_right_and_one_only_runs(key, sizes):
    turn = WRONG_TURNS[key]
    assert 2 <= len(turn.repairs) <= 4
    assert {repair_kind(turn, repair.code, sizes) for repair in turn.repairs} >= {"same", "wrong contents"}
