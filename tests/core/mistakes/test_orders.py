"""Which orders of the moves come to the same, against the arrays themselves."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.grid import frozen
from explorer.core.mistakes.moves import MOVES
from explorer.core.mistakes.orders import PAIR_KINDS, SAMENESS, pairs, relation
from explorer.core.mistakes.sandbox import play
from explorer.core.tensor import Tensor
from explorer.words import WORDS
from tests.core.kit import brief, configs, refusal

SIZES = ex.Config(batch=2, tokens=5, heads=3, head_dim=4)
keys = st.lists(st.sampled_from(list(MOVES)), max_size=4)


def counted(*sizes: int, axes: str = "batch token head head_dim") -> Tensor:
    return Tensor("query", frozen(np.arange(np.prod(sizes)).reshape(sizes)), tuple(axes.split()))


def table(tensor: Tensor, *moves: str, heads: int | None = None) -> dict[tuple[str, str], str]:
    found = pairs(tensor, moves or tuple(MOVES), heads=heads)
    return {(pair.first.key, pair.second.key): pair.kind for pair in found}


@brief
@given(configs(), keys, keys)
def test_two_orders_are_judged_as_the_arrays_show(
    config: ex.Config, first: list[str], second: list[str]
) -> None:
    start = counted(config.batch, config.tokens, config.heads, config.head_dim)
    one, other = play(start, first), play(start, second)
    found = relation(start, first, second)
    assert found.kind in SAMENESS
    assert found.kind == relation(start, second, first).kind
    if one.refusal or other.refusal:
        assert found.kind == "refused"
        return
    a, b = one.tensor, other.tensor
    assert (found.kind == "other shape") == (a.shape != b.shape)
    if a.shape == b.shape:
        assert found.alike == np.count_nonzero(a.values == b.values)
        assert (found.kind == "same shape, other contents") == (not np.array_equal(a.values, b.values))
        assert (found.kind == "same") == (np.array_equal(a.values, b.values) and a.axes == b.axes)
        steps = [[stride for stride, n in zip(x.strides, x.shape, strict=True) if n > 1] for x in (a, b)]
        assert found.same_memory == (steps[0] == steps[1])
        assert not found.hidden  # every number differs from every other


@pytest.mark.parametrize("flip", ["reshelve", "inside_flip"])
def test_a_flip_twice_is_nothing_and_the_two_flips_do_not_commute(flip: str) -> None:
    start = counted(2, 5, 3, 4)
    assert relation(start, [flip, flip], []).kind == "same"
    assert table(start, "reshelve", "inside_flip") == {
        ("reshelve", "reshelve"): "cancel",
        ("inside_flip", "inside_flip"): "cancel",
        ("reshelve", "inside_flip"): "differ",
        ("inside_flip", "reshelve"): "differ",
    }
    assert relation(start, ["reshelve", "inside_flip"], ["inside_flip", "reshelve"]).kind == "other shape"


def test_equal_sizes_hide_the_order_of_the_two_flips_from_the_shape_and_not_from_the_contents() -> None:
    start = counted(1, 3, 3, 3)
    found = relation(start, ["reshelve", "inside_flip"], ["inside_flip", "reshelve"])
    assert found.kind == "same shape, other contents"
    assert found.text() == "The same shape and other contents: 3 of 27 cells agree."


def test_dividers_and_glue_cancel_and_tidying_commutes_with_a_flip() -> None:
    rows = counted(2, 5, 12, axes="batch token width")
    found = table(rows, heads=3)
    assert found["dividers", "glue"] == "cancel"
    assert found["reshape", "glue"] == "cancel"  # two wrong readings, in order both
    assert found["glue", "dividers"] == "differ"  # glue had nothing to do: the dividers stay
    assert found["glue", "glue"] == found["contiguous", "contiguous"] == "once is enough"
    assert found["dividers", "dividers"] == "once is enough"
    assert found["contiguous", "glue"] == found["glue", "contiguous"] == "commute"
    assert found["reshape", "reshape"] == "differ"
    assert found["reshelve", "reshelve"] == found["reshelve", "inside_flip"] == "refused"
    assert found["dividers", "reshelve"] == found["reshelve", "dividers"] == "one order only"
    divided = table(counted(2, 5, 3, 4))
    assert divided["reshelve", "contiguous"] == divided["contiguous", "reshelve"] == "commute"
    assert divided["glue", "dividers"] == "cancel"
    assert divided["reshape", "reshape"] == "cancel"
    assert divided["reshelve", "reshape"] == "differ"
    assert set(found.values()) | set(divided.values()) == set(PAIR_KINDS)


def test_every_move_is_tried_after_every_move_a_row_for_each_first_one() -> None:
    found = pairs(counted(2, 5, 3, 4), ["glue", "reshelve"])
    assert [(pair.first.key, pair.second.key) for pair in found] == list(
        product(["glue", "reshelve"], repeat=2)
    )
    assert len(pairs(counted(1, 2, 3, 4))) == len(MOVES) ** 2


@brief
@given(configs())
def test_only_what_cancels_depends_on_which_move_comes_first(config: ex.Config) -> None:
    found = table(ex.trace(config)["cut"]["query"], heads=config.heads)
    for (a, b), kind in found.items():
        if "cancel" not in (kind, found[b, a]):
            assert kind == found[b, a]


def test_the_same_numbers_may_lie_elsewhere_in_memory() -> None:
    start = counted(2, 5, 3, 4)
    found = relation(start, ["reshelve", "contiguous"], ["contiguous", "reshelve"])
    assert (found.kind, found.same_memory) == ("same", False)
    assert found.text() == "The same numbers under the same names. Only in memory do they lie differently."
    assert relation(counted(1, 5, 3, 1), ["inside_flip"], ["reshape_flip"]).same_memory  # one number a head
    assert relation(start, ["reshelve"], ["reshelve"]).text() == "The same numbers under the same names."


def test_equal_sizes_may_leave_only_the_names_apart() -> None:
    found = relation(counted(1, 3, 3, 2), ["reshape"], [])
    assert found.kind == "same numbers, other names"
    assert found.text() == (
        "Number for number the same, under other names. The first: (book, lens, token, number). "
        "The second: (book, token, lens, number)."
    )
    assert found.text("standard", "as played", "the other way round") == (
        "Number for number the same, under other names. As played: (batch, head, token, dim). "
        "The other way round: (batch, token, head, dim)."
    )


def test_numbers_that_happen_to_be_equal_are_judged_by_where_they_came_from() -> None:
    start = Tensor("query", frozen(np.ones((1, 3, 2, 2))), ("batch", "token", "head", "head_dim"))
    found = relation(start, ["reshelve"], ["reshape"])
    assert (found.kind, found.hidden) == ("same shape, other contents", True)
    assert found.text() == (
        "The same shape and other contents: 4 of 12 cells agree. The numbers happen to be equal, so it "
        "can't be seen here."
    )
    gone = Tensor("blend", frozen(np.full((1, 3, 2, 2), np.nan)), start.axes)
    assert relation(gone, ["reshelve"], ["reshape"]).hidden


def test_what_holds_by_the_luck_of_equal_sizes_is_told_apart_from_a_law() -> None:
    found = {(pair.first.key, pair.second.key): pair for pair in pairs(counted(1, 3, 2, 2))}
    lucky = {pair for pair, one in found.items() if one.by_luck}
    assert lucky == {("inside_flip", "reshape_flip"), ("reshape_flip", "inside_flip")}
    assert (found["inside_flip", "reshape_flip"].kind, found["inside_flip", "reshape_flip"].elsewhere) == (
        "commute",
        "differ",
    )
    both_ways = (["inside_flip", "reshape_flip"], ["reshape_flip", "inside_flip"])
    tied = relation(counted(1, 3, 2, 2), *both_ways)
    assert tied.text() == "The same numbers under the same names. That is the luck of these sizes."
    assert not relation(counted(1, 3, 2, 2), ["inside_flip", "inside_flip"], []).by_luck
    rows = relation(counted(1, 3, 4, axes="batch token width"), ["glue"], ["dividers", "glue"], heads=2)
    assert (rows.kind, rows.by_luck) == ("same", False)


@brief
@given(configs())
def test_at_sizes_that_hide_nothing_there_is_no_luck(config: ex.Config) -> None:
    """What is a law holds at any sizes: luck only ever makes more of them alike."""
    for pair in pairs(ex.trace(config)["dividers"]["query"]):
        if pair.by_luck:
            assert pair.elsewhere not in ("cancel", "commute") or pair.kind in ("cancel", "once is enough")
    assert not any(pair.by_luck for pair in pairs(counted(2, 5, 3, 4)))


def test_an_order_that_is_refused_is_told() -> None:
    rows = counted(2, 5, 12, axes="batch token width")
    first = relation(rows, ["reshelve", "dividers"], ["dividers", "reshelve"], heads=3)
    assert (first.kind, first.text()) == ("refused", "The first: NumPy refuses. The second: (2, 3, 5, 4).")
    second = relation(rows, ["dividers"], ["reshelve"], heads=3)
    assert second.text() == "The second can't be played: NumPy refuses."
    both = relation(rows, ["inside_flip"], ["reshelve"], heads=3)
    assert both.text() == "Neither order can be played: NumPy refuses."
    other = relation(rows, ["dividers"], [], heads=3)
    assert other.text() == "The first: (2, 5, 3, 4). The second: (2, 5, 12)."


def test_every_kind_of_pair_is_told() -> None:
    rows, divided = counted(2, 5, 12, axes="batch token width"), counted(2, 5, 3, 4)
    told = {pair.text("pencil") for pair in (*pairs(rows, heads=3), *pairs(divided))}
    assert told >= {
        "Inside flip, twice: all is back as it began.",
        "Draw the dividers, then pull the dividers out: all is back as it began.",
        "Tidy the block, twice: the second time changes nothing.",
        "Re-shelve, then tidy the block: either may come first.",
        "Re-shelve, then inside flip: the order matters.",
        "Re-read in order, as if re-shelved, twice: neither nothing nor the same as once.",
        "Draw the dividers, then re-shelve: NumPy takes one of the two orders and refuses the other.",
        "Re-shelve, twice: NumPy refuses.",
        "Re-shelve, then inside flip: NumPy refuses both orders.",
    }
    standard = pairs(divided, ["reshelve"])[0].text("standard")
    assert standard == "transpose(1, 2), twice: all is back as it began."


def test_words_and_moves_that_there_are_not_are_refused() -> None:
    start = counted(1, 3, 2, 2)
    wrong = f"choose {', '.join(WORDS[:-1])} or {WORDS[-1]}."
    message = refusal(ex.UnknownNameError, lambda: relation(start, [], []).text("loud"))
    assert message.endswith(wrong)
    message = refusal(ex.UnknownNameError, lambda: pairs(start, ["turn"]))
    assert message.startswith("Cannot make the move 'turn': choose dividers, reshelve,")
