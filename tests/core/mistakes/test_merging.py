"""The wrong turns of the merge come to what they claim, and do what they say they do."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.core.mistakes.merging import TURNS
from explorer.core.mistakes.strides import NOT_COMPATIBLE
from explorer.core.mistakes.taking import take
from explorer.core.mistakes.verdict import compare
from tests.core.mistakes.claims import (
    DISTINCT,
    told,
)
from tests.core.mistakes.torch_lines import generic_trip, torch_output

BY_KEY = {turn.key: turn for turn in TURNS}
EACH = pytest.mark.parametrize("turn", TURNS, ids=told)


def taken(key, **changes):
    return take(ex.trace(ex.Config(**changes)), [BY_KEY[key]])


@EACH
def test_pytorch_comes_to_what_numpy_comes_to_unless_its_view_refuses(turn):
    trip = generic_trip(batch=2, tokens=5, heads=3, head_dim=4, window=2)
    wrong, said = take(trip, [turn]), torch_output(trip, turn)
    if turn.key == "view_after_flip":
        assert said == ("merge", "RuntimeError", NOT_COMPATIBLE)
    else:
        np.testing.assert_allclose(said, wrong.output.values)


@pytest.mark.parametrize(
    "tied",
    [
        {"tokens": 1},
        {"heads": 1, "head_dim": 4},
        {"heads": 4, "head_dim": 1},
    ],
    ids=["one token", "one head", "one number in each head"],
)
def test_pytorch_views_a_flipped_block_where_one_token_lies_together_or_in_even_steps(tied):
    turn = BY_KEY["view_after_flip"]
    trip = generic_trip(**{"batch": 2, "tokens": 5, "heads": 3, "head_dim": 4, **tied})
    np.testing.assert_allclose(torch_output(trip, turn), trip.output.values)
    assert take(trip, [turn]).torch_refusal is None


def test_only_pytorch_refuses_the_view_of_an_untidied_block():
    wrong = taken("view_after_flip", **DISTINCT)
    assert wrong.refusal is None
    assert (wrong.torch_refusal.by, wrong.torch_refusal.line) == ("PyTorch", "reshelved.view(B, T, C)")
    np.testing.assert_allclose(wrong.output.values, wrong.right.output.values)


def test_without_the_re_shelve_token_0_gets_lens_0_of_the_first_tokens():
    wrong = taken("merge_without_reshelve", **DISTINCT)
    blend = wrong.right["blend"]["blend"].values
    np.testing.assert_allclose(wrong.output.values[:, 0], blend[:, 0, :3].reshape(2, 12))


def test_at_the_pencil_sizes_a_merge_without_the_re_shelve_leaves_4_of_12_numbers_in_their_place():
    verdict = compare(ex.trace(), taken("merge_without_reshelve"))
    in_place = verdict.in_place["output"]
    assert (in_place.count, in_place.of) == (4, 12)


def test_two_reshapes_put_every_row_back_in_its_own_place_and_never_look_ahead():
    turn = BY_KEY["split_and_merge_by_reshape"]
    trip = generic_trip(batch=1, tokens=5, heads=3, head_dim=4)
    rows = np.array([trip["cut"][name].values for name in ("query", "key", "value")])
    before = take(trip, [turn]).output.values
    seen = []
    for token in range(5):
        other = rows.copy()
        other[:, :, token] += 1
        after = take(ex.trace_qkv(*other, heads=3), [turn]).output.values
        seen.append((after != before).any(axis=(0, 2)))
    grid = np.array(seen).T.astype(int)  # row: the token that comes out; column: the token that was changed
    assert ["".join(map(str, row)) for row in grid] == ["10000", "11000", "01100", "01110", "00011"]


def test_with_the_token_first_rows_of_one_book_come_out_in_another():
    wrong = taken("merge_time_first", **DISTINCT)
    right = wrong.right.output.values
    np.testing.assert_allclose(wrong.output.values.reshape(-1, 12)[1], right[1, 0])
    np.testing.assert_allclose(wrong.output.values.reshape(-1, 12)[8], right[0, 4])
