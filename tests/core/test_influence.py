"""Influence grids: the six that are known, the law that a right trip keeps, and functions of anybody's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.influence import influence
from explorer.core.mistakes import WRONG_TURNS
from tests.core.kit import configs, keep_tables, quick
from tests.core.what_if import made_up, of_ones_own

FIVE = ex.Config(tokens=5, heads=3, head_dim=4, window=None)
CAUSAL_3 = ex.Config(window=None)
DISTINCT = ex.Config(batch=2, tokens=5, heads=3, head_dim=4, window=2)


def attention(query, key, value, heads, *, dtype=np.float64, axis=-1):
    """Causal attention in heads, written without the engine's lines."""
    batch, tokens, width = query.shape
    q, k, v = (x.astype(dtype).reshape(batch, tokens, heads, -1) for x in (query, key, value))
    scores = np.einsum("bihd,bjhd->bhij", q, k) / dtype((width // heads) ** 0.5)
    powers = np.exp(scores - scores.max()) * np.tri(tokens, dtype=dtype)
    shares = powers / powers.sum(axis=axis, keepdims=True)
    return np.einsum("bhij,bjhd->bihd", shares, v).reshape(batch, tokens, width)


# --- The six grids --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "causal", "grid"),
    [
        ((), True, "10000 11000 11100 11110 11111"),
        (["split_by_reshape"], True, "11010 11110 11111 11111 11111"),
        (["split_and_merge_by_reshape"], True, "10000 11000 01100 01110 00011"),
        (["split_by_reshape", "merge_without_reshelve"], True, "10000 11000 01100 01110 00011"),
        (["merge_without_reshelve"], True, "11100 11111 11110 11111 11111"),
        (["softmax_over_askers"], True, "11111 11111 11111 11111 11111"),
        (["reshelve_forgotten"], False, "10000 01000 00100 00010 00001"),
        (["reshelve_forgotten", "mask_left_out"], True, "10000 01000 00100 00010 00001"),
    ],
)
def test_each_known_grid_comes_out_to_the_cell(turns, causal, grid):
    found = influence(FIVE.replace(causal=causal), turns=turns)
    assert " ".join(found.rows()) == grid
    assert found.equal == (not turns)
    # The same in each of two batch items, which keep to themselves.
    two = influence(FIVE.replace(causal=causal, batch=2), turns=turns)
    assert two.rows() == found.rows()
    assert np.array_equal(two.by_batch[0, :, 0], two.by_batch[1, :, 1])
    assert two.crosses == ()


@pytest.mark.parametrize("key", WRONG_TURNS)
def test_another_seed_gives_the_same_grid(key):
    first, second = (influence(DISTINCT, turns=[key], seed=seed) for seed in (0, 1))
    assert np.array_equal(first.by_batch, second.by_batch)
    assert first.refusal == second.refusal


# --- The law --------------------------------------------------------------------------------------------


@quick
@given(config=configs(), data=st.data())
def test_in_a_right_trip_the_grid_is_the_keep_table_both_ways(config, data):
    keep = data.draw(keep_tables(config.batch, config.tokens))
    config = config.replace(empty_rows="zero")
    trip = ex.trace(config, keep=keep)
    table = trip["mask"]["keep"].values
    for found in (influence(config, keep=keep), influence(trip), influence(config=config, keep=keep)):
        assert found.equal
        assert found.extra == found.missing == found.crosses == ()
        np.testing.assert_array_equal(found.keep, table)
        for book in range(config.batch):
            np.testing.assert_array_equal(
                found.by_batch[book, :, book], table if table.ndim == 2 else table[book]
            )


@quick
@given(config=made_up() | of_ones_own(), data=st.data())
def test_the_law_holds_for_every_rule_with_cells_by_hand_and_empty_rows(config, data):
    config = config.replace(empty_rows=data.draw(st.sampled_from(["nan", "zero"])))
    assert influence(ex.trace(config)).equal
    assert influence(config).equal


@pytest.mark.parametrize("size", [1, 70, 5000])
def test_nobodys_part_is_lost_in_rounding_however_long_the_rows(size):
    config = ex.Config(tokens=12, heads=2, head_dim=size, window=None, scale="none")
    assert influence(config).equal
    assert influence(lambda *asked: attention(*asked, dtype=np.float32), config=config).equal
    undivided = influence(config.replace(scale="head_dim"), turns=["scale_missing"])
    assert undivided.equal


def test_many_cells_by_hand_are_all_heeded():
    cells = tuple((i, j, True) for i in range(5) for j in range(5) if j > i)
    assert influence(FIVE.replace(by_hand=cells)).rows() == ("11111",) * 5


@pytest.mark.parametrize("policy", ["nan", "zero"])
def test_a_row_that_keeps_nothing_changes_with_nothing(policy):
    config = FIVE.replace(by_hand=((0, 0, False),), empty_rows=policy)
    found = influence(config)
    assert found.rows()[0] == "00000"
    assert found.equal


def test_even_shares_of_an_empty_row_are_expected_and_told_to_be_a_choice():
    found = influence(ex.Config(tokens=2, window=None, by_hand=((0, 0, False),), empty_rows="uniform"))
    assert found.rows() == ("11", "11")
    assert found.keep.astype(int).tolist() == [[0, 0], [1, 1]]
    assert found.equal
    assert found.text("pencil") == (
        "The influence grid is what the keep-table asks for, both ways. A token that keeps nothing (here 0) "
        "shares evenly among all, as chosen."
    )


def test_a_token_that_looks_at_several_others_and_not_at_itself_changes_with_itself():
    keep = ~np.eye(3, dtype=bool)
    found = influence(ex.Config(causal=False, window=None), keep=keep)
    assert found.rows() == ("111", "111", "111")
    assert found.equal
    assert found.text("standard") == (
        "The influence grid is what the attention mask asks for, both ways. A token that does not look at "
        "itself (here 0, 1 and 2) still changes with itself: its query says how it shares among the others."
    )
    # Where it looks at one other alone, nothing is to be shared.
    assert influence(ex.Config(), keep=np.tri(3, dtype=bool), turns=["diagonal_one_short"]).rows()[2] == "010"


def test_batch_items_with_tables_of_their_own_are_held_against_their_own():
    keep = np.stack([np.eye(3, dtype=bool), np.tri(3, dtype=bool)])
    config = ex.Config(batch=2, window=None)
    found = influence(config, keep=keep)
    assert found.equal
    assert found.rows() == ("100", "110", "111")
    blind = influence(lambda *asked: asked[2], config=config, keep=keep)
    assert blind.missing == ((1, 0), (2, 0), (2, 1))
    assert blind.extra == ()


# --- What differs ---------------------------------------------------------------------------------------


def test_batch_items_that_meet_are_named_and_stay_out_of_the_grid():
    found = influence(FIVE.replace(batch=2), turns=["heads_first_flattening"])
    assert found.crosses == ((0, 1), (1, 0))
    assert found.extra == ()
    assert not found.equal
    assert found.text("standard") == (
        "The influence grid is not the attention mask. The batch items do not keep apart: batch item 0 "
        "changes with batch item 1 and batch item 1 with batch item 0."
    )


def test_a_function_that_sees_one_token_ahead_is_told_which():
    config = ex.Config(tokens=3, window=None)
    found = influence(lambda *asked: attention(*asked) + np.roll(asked[2], -1, 1), config=config)
    assert found.extra == ((0, 1), (1, 2))
    assert found.missing == ()
    assert found.text("both") == (
        "The influence grid is not the keep-table (attention mask). Struck (masked), and yet of influence: "
        "token 0 changes with token 1 and token 1 with token 2."
    )


def test_of_many_cells_the_first_four_are_named_and_the_others_counted():
    five = influence(lambda *asked: np.ones_like(asked[2]), config=FIVE.replace(window=1))
    assert five.text("pencil").endswith("token 3 with token 3 and token 4 with token 4.")
    found = influence(lambda *asked: np.ones_like(asked[2]), config=FIVE)
    assert len(found.missing) == 15
    assert found.text("standard") == (
        "The influence grid is not the attention mask. Kept, and of no influence: token 0 does not change "
        "with token 0, token 1 with token 0, token 1 with token 1, token 2 with token 0 and 11 more."
    )


@pytest.mark.parametrize(
    ("batch", "words", "told"),
    [
        (1, "pencil", "The influence grid is the keep-table, both ways: "),
        (1, "standard", "The influence grid is the attention mask, both ways: "),
        (2, "both", "The influence grid is the keep-table (attention mask), both ways: "),
    ],
)
def test_that_the_two_are_equal_is_said_in_the_words_asked_for(batch, words, told):
    ends = " No book (batch item) changes with another." if batch == 2 else ""
    assert influence(FIVE.replace(batch=batch)).text(words) == (
        f"{told}a token changes with those kept for it, and with no other.{ends}"
    )


# --- Functions ------------------------------------------------------------------------------------------


def writes_into_what_it_is_given(query, key, value, heads):
    out = attention(query, key, value, heads)
    query[:], key[:], value[:] = 0, 0, 0
    return out


KEPT = np.zeros((2, 5, 12))


def hands_out_the_same_array(query, key, value, heads):
    KEPT[:] = attention(query, key, value, heads)
    return KEPT


@pytest.mark.parametrize(
    "function",
    [
        attention,
        lambda *asked: attention(*asked, dtype=np.float32),
        lambda *asked: attention(*asked, dtype=np.float32).astype(np.float64),
        lambda *asked: attention(*asked).tolist(),
        lambda *asked: attention(*asked) * 1e12,
        writes_into_what_it_is_given,
        hands_out_the_same_array,
    ],
)
def test_right_attention_is_right_in_single_numbers_in_lists_and_with_bad_manners(function):
    found = influence(function, config=DISTINCT.replace(window=None))
    assert found.equal, found.text()


def test_a_function_that_adds_up_the_wrong_way_is_seen_in_single_numbers_too():
    for dtype in (np.float32, np.float64):
        wrong = influence(lambda *asked, dtype=dtype: attention(*asked, dtype=dtype, axis=-2), config=FIVE)
        assert wrong.rows() == ("11111",) * 5


def test_what_is_not_a_number_is_as_what_is_not_a_number():
    found = influence(lambda *asked: np.where(np.arange(3)[:, None], asked[2], np.nan))
    assert found.rows() == ("???", "010", "001")


def test_of_rows_that_are_nan_whatever_goes_in_nothing_is_told():
    found = influence(turns=["diagonal_one_short"])
    assert found.unknown.tolist() == [[True, False, False]]
    assert found.rows() == ("???", "100", "010")
    assert (found.extra, found.missing, found.equal) == ((), ((1, 1), (2, 2)), False)
    assert "Row 0 comes out NaN whatever goes in: nothing can be told of it." in found.text()
    rest = influence(
        lambda *asked: np.where(np.arange(3)[:, None], attention(*asked), np.nan), config=CAUSAL_3
    )
    assert (rest.extra, rest.missing, rest.equal) == ((), (), False)
    assert rest.text("pencil") == (
        "As far as can be told, the influence grid is the keep-table. Row 0 comes out NaN whatever goes in: "
        "nothing can be told of it."
    )
    every = influence(lambda *asked: asked[2] * np.nan)
    assert every.text() == "Rows 0, 1 and 2 come out NaN whatever goes in: nothing can be told of them."


def test_a_row_that_is_meant_to_become_nan_is_as_it_should_be():
    config = CAUSAL_3.replace(by_hand=((0, 0, False),), empty_rows="nan")
    found = influence(config)
    assert not found.unknown.any()
    assert found.equal
    assert found.rows()[0] == "000"


def test_a_grid_prints_beside_its_keep_table_and_a_large_one_as_a_sentence():
    assert repr(influence(turns=["softmax_over_askers"])) == (
        "<Influence, changes with | may look at\n  0  110 | 100\n  1  111 | 110\n  2  011 | 011>"
    )
    large = influence(ex.Config(tokens=17))
    assert repr(large) == f"<Influence: {large.text()}>"


def test_what_a_function_raises_comes_through():
    with pytest.raises(KeyError):
        influence(lambda *_: {}["nothing"])
