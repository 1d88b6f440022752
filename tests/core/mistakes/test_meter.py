"""The tie meter: each kind where it must come, what NumPy accepts, and the tables of a sweep."""

from __future__ import annotations

import itertools
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.influence import influence
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.meter import MOST_SIZES, meter, sweep
from explorer.core.mistakes.record import WrongTurn, whole
from explorer.core.mistakes.verdict import compare
from explorer.core.numbers import Numbers
from explorer.core.ties import distinct
from tests.core.kit import quick, refusal

DISTINCT = ex.Config(batch=2, tokens=5, heads=3, head_dim=4, window=2)


def anonymous(key, step, code):
    return WrongTurn(key, "some turn", "a standard turn", lines={step: whole(code)})


NEVER_RUNS = anonymous("one", "blend", "blend = shares @ q.reshape(T, T, T, T, T)")
ANOTHER_SHAPE = anonymous("two", "merge", "out = blend.reshape(B, T * C)")
LOUDER = anonymous("three", "scores", "matches = 2 * q @ k\nscores = matches / D**0.5")
A_LONGER_WAY = anonymous("four", "blend", "blend = 3 * shares @ v / 3")
K_ITSELF = WrongTurn("five", "k as it is", "Q @ K", lines={"inside_flip": whole("k = k")})
ALL = (NEVER_RUNS, ANOTHER_SHAPE, LOUDER, A_LONGER_WAY)


# --- Kinds ----------------------------------------------------------------------------------------------


def test_each_kind_is_found_from_the_numbers_alone():
    found = meter(DISTINCT, ALL)
    assert dict(found) == {
        "one": "refused",
        "two": "other shape",
        "three": "wrong contents",
        "four": "same",
    }
    assert found.accepted == ("two", "three")
    assert [found.of(kind) for kind in ("refused", "same")] == [("one",), ("four",)]
    one_token = meter(ex.Config(tokens=1, window=None), ALL)  # its share is 1, however loud it is
    assert one_token["three"] == "hidden by a tie"
    assert one_token.accepted == ("two", "three")


@quick
@given(
    tokens=st.integers(1, 4),
    heads=st.integers(1, 4),
    head_dim=st.integers(1, 4),
    batch=st.integers(1, 3),
    window=st.none() | st.integers(1, 4),
    causal=st.booleans(),
    data=st.data(),
)
def test_what_the_meter_says_is_what_a_recorded_trip_of_generic_numbers_comes_to(data, heads, **sizes):
    config = ex.Config(heads=heads, **sizes)
    rows = np.random.default_rng(5).standard_normal((3, config.batch, config.tokens, config.width))
    own = Numbers.of(**dict(zip(("query", "key", "value"), rows, strict=True)), heads=heads)
    given_trip = ex.Config.of(own, window=config.window, causal=config.causal)
    key = data.draw(st.sampled_from(list(WRONG_TURNS)))
    right, wrong = ex.trace(given_trip), ex.trace(given_trip, wrong_turns=[key])
    found = meter(config, [key])[key]
    if wrong.refusal is not None:
        assert found == "refused"
    elif right.output.shape != wrong.output.shape:
        assert found == "other shape"
    elif np.allclose(right.output.values, wrong.output.values, rtol=1e-9, atol=1e-9, equal_nan=True):
        elsewhere = meter(distinct(config), [key])[key]
        assert found == ("same" if elsewhere == "same" else "hidden by a tie")
    else:
        assert found == "wrong contents"


@pytest.mark.parametrize("key", WRONG_TURNS)
def test_every_turn_comes_to_what_a_verdict_finds_at_sizes_that_hide_nothing(key):
    config = distinct(DISTINCT)
    verdict = compare(ex.trace(config), ex.trace(config, wrong_turns=[key]))
    assert meter(config)[key] == verdict.elsewhere == verdict.kind


def test_all_turns_are_measured_in_their_order_and_a_config_s_own_numbers_are_left_aside():
    assert list(meter()) == list(WRONG_TURNS)
    rows = np.zeros((2, 4))
    zeros = ex.Config.of(Numbers.of(query=rows, key=rows, value=rows, heads=2))
    assert meter(zeros)["merge_without_reshelve"] == "wrong contents"
    assert meter(zeros).config is zeros
    alone = ex.Config.of(Numbers.of(query=rows[:1], key=rows[:1], value=rows[:1], heads=2))
    assert meter(alone)["merge_without_reshelve"] == "hidden by a tie"  # though these have no second token


def test_what_is_refused_or_hidden_has_no_influence_grid_that_differs():
    config = DISTINCT.replace(tokens=3, window=None)
    for key in meter(config).of("refused"):
        assert influence(config, turns=[key]).refusal is not None
    for key in meter(config).of("same"):
        assert influence(config, turns=[key]).equal


# --- Sweeps ---------------------------------------------------------------------------------------------


def test_a_sweep_takes_every_choice_of_sizes_in_order():
    found = sweep((1, 2), range(2, 4), [3, 1], batch=2, causal=False, window=5, keys=[LOUDER])
    sizes = [(row.config.tokens, row.config.heads, row.config.head_dim) for row in found.rows]
    assert sizes == list(itertools.product((1, 2), (2, 3), (3, 1)))
    assert {(row.config.batch, row.config.causal, row.config.window) for row in found.rows} == {(2, False, 5)}
    assert [row["three"] for row in found.rows[:4]] == ["hidden by a tie"] * 4
    assert [row["three"] for row in found.rows[4:]] == ["wrong contents"] * 4
    assert found.changing == ("three",)


def test_each_row_of_a_sweep_is_the_meter_at_its_sizes():
    found = sweep((1, 3), (1, 2), (1, 3))
    for row in found.rows:
        assert dict(row) == dict(meter(row.config))
    kinds = {key: {row[key] for row in found.rows} for key in WRONG_TURNS}
    assert found.changing == tuple(key for key, own in kinds.items() if len(own) > 1)


def test_the_table_has_a_column_for_what_changes_and_names_the_rest_below():
    found = sweep((1, 10), 2, (2, 10), batch=2, window=3, keys=[*ALL, K_ITSELF])
    assert (
        found.text("pencil")
        == """\
B 2, causal, window 3; the numbers are drawn by chance

 T H  D  1 2
 1 2  2  = r  B = H = D = 2, T = 1
 1 2 10  = r  B = H = 2, T = 1
10 2  2  W r  B = H = D = 2
10 2 10  W W  B = H = 2, T = D = 10

1  some turn (three)
2  k as it is (five)

r  NumPy refuses it
S  runs, and another shape comes out
W  runs, and wrong numbers come out
=  runs, and the right numbers come out, by the luck of these sizes
-  the right numbers come out, here and at sizes that hide nothing

The same at all of these sizes:
r  some turn (one)
S  some turn (two)
-  some turn (four)"""
    )


def test_the_table_in_markdown_says_the_same():
    found = sweep((9, 10), 2, (10,), causal=False, keys=[ANOTHER_SHAPE, K_ITSELF])
    assert (
        found.markdown("standard")
        == """\
B 1, not causal, no window; the numbers are drawn by chance

| T | H | D | 1 | ties |
| --: | --: | --: | :-: | :-- |
| 9 | 2 | 10 | r |  |
| 10 | 2 | 10 | W | T = D = 10 |

1. Q @ K (five)

- `r`: NumPy refuses it
- `S`: runs, and another shape comes out
- `W`: runs, and wrong numbers come out

The same at all of these sizes:

- `S`: a standard turn (two)"""
    )


def test_where_nothing_changes_there_is_no_column_and_where_all_does_nothing_is_named_below():
    still, moving = sweep(2, 2, 2, keys=[LOUDER]), sweep((1, 2), 1, 3, keys=[LOUDER])
    assert still.changing == ()
    assert (
        still.text("both")
        == """\
B 1, causal, no window; the numbers are drawn by chance

T H D
2 2 2  T = H = D = 2

W  runs, and wrong numbers come out

The same at all of these sizes:
W  some turn (a standard turn) (three)"""
    )
    assert still.markdown().splitlines()[2] == "| T | H | D | ties |"
    assert "The same at all" not in moving.text() + moving.markdown()


def test_columns_keep_under_their_numbers_where_there_are_ten_or_more():
    lines = sweep((1, 2), (1, 2), 2).text("pencil").split("\n\n")[1].splitlines()
    numbers = lines[0].split()[3:]
    assert len(numbers) > 9
    ends = [lines[0].index(f" {number} ") + len(number) for number in numbers[:-1]]
    for line in lines[1:]:
        assert all(line[end] in "rSW=-" for end in ends)


# --- What is refused ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: meter(5), "Cannot measure ties at 5: give a Config."),
        (
            lambda: meter(ex.Config(tokens=65)),
            "Cannot measure ties at B1 T65: 64 tokens and 256 rows (B x T) are the most. Lower tokens to 64.",
        ),
        (
            lambda: meter(keys=[]),
            "Cannot take no wrong turn: name one wrong turn or more, each once.",
        ),
        (
            lambda: meter(keys=["key_t", "key_t"]),
            "Cannot take key_t and key_t: name one wrong turn or more, each once.",
        ),
        (lambda: sweep((), 2, 2), "Cannot sweep over no tokens: give one size or more, as in range(1, 5)."),
        (
            lambda: sweep(2, 2, []),
            "Cannot sweep over no head_dims: give one size or more, as in range(1, 5).",
        ),
        (
            lambda: sweep(2, [1, 0], 2),
            "Cannot make a Config with heads=0: heads is a count, a whole number of 1 or more.",
        ),
        (
            lambda: sweep("34", 2, 2),
            "Cannot make a Config with tokens='34': tokens is a count, a whole number of 1 or more.",
        ),
        (
            lambda: sweep(range(1, 402), 1, 1),
            "Cannot sweep over more than 400 choices of sizes. Leave out some of tokens, heads or head_dims.",
        ),
        (
            lambda: sweep(2, itertools.count(1), 2),
            "Cannot sweep over more than 400 choices of sizes. Leave out some of tokens, heads or head_dims.",
        ),
        (
            lambda: sweep(2, 2, 2, batch=200),
            "Cannot measure ties at B200 T2: 64 tokens and 256 rows (B x T) are the most. Lower tokens to 1.",
        ),
    ],
)
def test_what_cannot_be_measured_is_refused(call, message):
    assert refusal(ex.ConfigError, call) == message


def test_as_many_choices_as_are_allowed_are_taken():
    assert len(sweep(range(1, 5), range(1, 11), range(1, 11), keys=[K_ITSELF]).rows) == MOST_SIZES


def test_an_unknown_kind_key_or_vocabulary_is_refused():
    found = meter(keys=["key_t"])
    assert refusal(ex.UnknownNameError, lambda: found.of("silent")) == (
        "Cannot find wrong turns of kind 'silent': choose refused, other shape, wrong contents, "
        "hidden by a tie or same."
    )
    assert found.get("split_by_reshape") is None
    message = refusal(ex.UnknownNameError, lambda: meter(keys=["k_t"]))
    assert message.startswith("Cannot take the wrong turn 'k_t': there is none of that name.")
    for tell in (sweep(2, 2, 2).text, sweep(2, 2, 2).markdown):
        message = refusal(ex.UnknownNameError, lambda tell=tell: tell("plain"))
        assert message == "Cannot speak in 'plain' words: choose pencil, standard or both."


def test_four_by_four_by_four_sizes_are_swept_in_a_few_seconds():
    begun = time.perf_counter()
    found = sweep(range(1, 5), range(1, 5), range(1, 5))
    assert time.perf_counter() - begun < 10  # about one second where nothing else runs
    assert len(found.rows) == 64
