"""Trips with wrong turns: what is recorded, up to where, and what they refuse to tell."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.record import WrongTurn, instead, whole
from explorer.core.mistakes.taking import WrongTrace, records_of, take
from explorer.core.numbers import Numbers
from tests.core.kit import configs, keep_tables, quick, refusal
from tests.core.what_if import made_up, of_ones_own

DISTINCT = ex.Config(batch=2, tokens=5, heads=3, head_dim=4)
NAMES = {"example_tokens", "example_table", "example_wide", "tokens", "table", "bias", "shift"}
"""What the lines of a step may leave out: they start from it, or have no need of it."""


def turn(**lines: str) -> WrongTurn:
    return WrongTurn("mine", "mine", "mine", lines={step: whole(code) for step, code in lines.items()})


def unchanged(step: str) -> WrongTurn:
    return WrongTurn("none", "none", "none", lines={step: lambda code: code})


# --- The right lines ------------------------------------------------------------------------------------


@quick
@given(config=configs() | made_up() | of_ones_own() | of_ones_own(near=8), data=st.data())
def test_a_turn_that_changes_nothing_makes_the_right_trip_again(config, data):
    policy = data.draw(st.sampled_from(["nan", "zero", "uniform"]))
    keep = data.draw(keep_tables(config.batch, config.tokens))
    right = ex.trace(config.replace(empty_rows=policy), keep=keep)
    step = data.draw(st.sampled_from(ex.STEP_NAMES[1:]))
    again = take(right, [unchanged(step)])
    assert (again.refusal, again.clashes, len(again.steps)) == (None, (), 10)
    for one, other in zip(right.steps, again.steps, strict=True):
        assert set(one.tensors) - set(other.tensors) <= NAMES
        assert one.swapped == other.swapped
        assert one.cost.bytes_copied == other.cost.bytes_copied
        assert set(other.inputs) - set(one.inputs) <= {"keep"}  # lines ask it for empty rows, found or not
        for name, made in other.tensors.items():
            assert made.axes == one[name].axes
            assert one.moved[name] == other.moved[name], (one.name, name)
            np.testing.assert_allclose(made.values, one[name].values, rtol=1e-5, atol=1e-12)


def test_every_cell_set_by_hand_is_in_the_lines_however_many():
    cells = tuple((i, j, (i + j) % 2 == 0) for i in range(5) for j in range(5) if i != j)
    for keep in (None, np.ones((2, 5, 5), dtype=bool)):
        right = ex.trace(DISTINCT.replace(by_hand=cells), keep=keep)
        again = take(right, [unchanged("mask")])
        np.testing.assert_array_equal(again["mask"]["keep"].values, right["mask"]["keep"].values)
        assert again.code["mask"].count("\nkeep[") == len(cells)


def test_a_table_for_each_batch_item_stays_one_also_where_the_rules_would_do():
    right = ex.trace(DISTINCT, keep=np.ones((2, 5, 5), dtype=bool))
    assert take(right, ["flip_by_reshape"])["mask"]["keep"].axes == ("batch", "query_token", "key_token")


# --- What is recorded -----------------------------------------------------------------------------------


def test_before_the_first_wrong_step_the_records_are_the_right_trips_own():
    right = ex.trace(DISTINCT)
    wrong = take(right, ["merge_without_reshelve", "scale_missing"])
    assert isinstance(wrong, WrongTrace)
    assert (wrong.right, wrong.config) == (right, right.config)
    own = [one is other for one, other in zip(wrong.steps, right.steps, strict=True)]
    assert own == [True] * 5 + [False] * 5
    assert [one.key for one in wrong.turns] == ["merge_without_reshelve", "scale_missing"]
    assert wrong.code["scores"].splitlines()[1] == "scores = matches  # not divided"
    assert list(wrong.code) == list(ex.STEP_NAMES)


def test_a_wrong_trip_starts_again_from_its_right_one():
    right = ex.trace()
    once = take(right, ["key_t"])
    again = take(once, ["scale_missing"])
    assert again.right is right
    assert len(again.steps) == 10


def test_the_same_step_changed_twice_has_both_changes():
    one = WrongTurn("one", "-", "-", lines={"scores": instead("D**0.5", "T**0.5")})
    two = WrongTurn("two", "-", "-", lines={"scores": instead("T**0.5", "(2 * T)**0.5")})
    assert "matches / (2 * T)**0.5" in take(ex.trace(), [one, two]).code["scores"]
    assert "matches / T**0.5" in take(ex.trace(), [two, one]).code["scores"]


def test_records_are_frozen_and_say_what_was_read_copied_and_swapped():
    wrong = take(ex.trace(DISTINCT), ["flip_by_reshape", "merge_without_reshelve"])
    flip, merge = wrong["inside_flip"], wrong["merge"]
    assert (list(flip.inputs), list(flip.tensors)) == (["key"], ["key"])
    assert (flip.moved, flip.swapped) == ({"key": "copy"}, ())
    assert flip.cost.bytes_copied == wrong["inside_flip"]["key"].values.nbytes
    assert (list(merge.inputs), list(merge.tensors)) == (["blend"], ["output"])
    assert merge.moved == {"output": "view"}  # the blend is tidy, so that a reshape of it is a view
    assert wrong["scores"].moved == {"matches": "new", "scores": "new"}
    with pytest.raises(ValueError, match="read-only"):
        flip["key"].values[0] = 1
    with pytest.raises(TypeError):
        wrong.code["merge"] = ""
    turned = take(ex.trace(DISTINCT), ["reshelve_for_flip"])
    assert turned["inside_flip"].swapped == ("head", "token")


def test_a_step_reads_what_its_lines_read_and_not_what_they_write():
    assert list(take(ex.trace(), ["qkv_order"])["cut"].inputs) == ["wide"]
    assert list(take(ex.trace(), [turn(blend="blend = q + v")])["blend"].inputs) == ["query", "value"]


def test_a_step_that_is_left_out_records_what_it_left_as_it_was():
    wrong = take(ex.trace(DISTINCT.replace(causal=False, window=None)), ["reshelve_forgotten"])
    for name in ("query", "key", "value"):
        assert wrong["reshelve"][name].axes == ("batch", "token", "head", "head_dim")
        assert wrong["reshelve"].moved[name] == "view"
    assert wrong["scores"]["scores"].axes == ("batch", "token", "query_head", "key_head")
    assert wrong["blend"]["blend"].axes == ("batch", "token", "head", "head_dim")


def test_totals_stand_beside_their_rows_for_the_lines_that_come_after():
    right = ex.trace(DISTINCT)
    later = take(right, [turn(blend="blend = (exponentials / totals) @ v")])
    np.testing.assert_allclose(later.output.values, right.output.values)


def test_a_variable_that_is_not_the_steps_own_is_recorded_where_it_is_changed():
    wrong = take(ex.trace(), [turn(merge="v = v * 2\nout = blend.reshape(B, T, C)")])
    assert list(wrong["merge"].tensors) == ["value", "output"]
    assert wrong["merge"].moved["value"] == "copy"


def test_poured_tokens_a_table_and_a_bias_are_poured_again_by_the_lines():
    rows = np.arange(6.0).reshape(3, 2)
    own = Numbers.poured_from(
        tokens=rows, table=np.arange(24.0).reshape(2, 12) % 5, bias=np.ones(12), heads=2
    )
    right = ex.trace(ex.Config.of(own))
    wrong = take(right, [turn(pour="wide = tokens @ table")])
    assert set(wrong["pour"].inputs) == {"tokens", "table"}
    np.testing.assert_array_equal(wrong["pour"]["wide"].values + 1, right["pour"]["wide"].values)


def test_what_numpy_warns_of_is_kept_by_step():
    wrong = take(ex.trace(ex.Config(window=None)), ["keep_swapped"])
    assert dict(wrong.warned) == {"shares": ("invalid value encountered in divide",)}
    assert dict(take(ex.trace(), ["key_t"]).warned) == {}


# --- Refused --------------------------------------------------------------------------------------------


def test_steps_end_where_numpy_refused():
    wrong = ex.trace(wrong_turns=["key_t"])
    assert [step.name for step in wrong.steps] == list(ex.STEP_NAMES[:5])
    assert (wrong.refusal.step, wrong.refusal.error, wrong.refusal.by) == ("scores", "ValueError", "NumPy")
    assert repr(wrong) == "<Trace B1 T3 H2 D2 W2, 5 steps, wrong turns: key_t, refused at scores>"
    assert refusal(ex.UnknownNameError, lambda: wrong["blend"]) == (
        "Cannot find step 'blend': it was not taken, for NumPy refused scores. Choose pour, cut, dividers, "
        "reshelve or inside_flip."
    )
    assert refusal(ex.ExplorerError, lambda: wrong.output) == (
        "Cannot read the output: there is none. NumPy refused step scores, in its own words: "
        f"{wrong.refusal.message} Read the steps before it, or take another wrong turn."
    )
    unknown = refusal(ex.UnknownNameError, lambda: wrong["softmax"])
    assert unknown.startswith("Cannot find step 'softmax': choose pour, cut, ")


def test_a_whole_wrong_trip_has_its_output():
    wrong = ex.trace(wrong_turns=["scale_missing", "merge_without_reshelve"])
    assert wrong.output is wrong["merge"]["output"]
    assert repr(wrong) == (
        "<Trace B1 T3 H2 D2 W2, 10 steps, wrong turns: scale_missing, merge_without_reshelve>"
    )


def test_arithmetic_and_lineage_are_those_of_the_right_way_and_refused():
    wrong = ex.trace(wrong_turns=["scale_missing"])
    where = {"batch": 0, "head": 0, "query_token": 2, "key_token": 1}
    for ask, what in (
        (wrong.explain, "explain a number"),
        (wrong.ancestors, "trace a number back"),
        (wrong.descendants, "follow a number"),
    ):
        assert refusal(ex.ExplorerError, lambda ask=ask: ask("scores", "matches", **where)) == (
            f"Cannot {what} of a trip with wrong turns: what is told is the right way. Ask its `right` trip, "
            "or `origins` for where a number came from."
        )
    assert wrong.right.explain("scores", "matches", **where).lines == ("match = 1*0 + 1*2 = 2",)


def test_pytorch_refuses_from_the_strides_what_numpy_copies():
    wrong = ex.trace(wrong_turns=["view_after_flip"])
    assert (wrong.refusal, wrong.torch_refusal.by) == (None, "PyTorch")
    assert (wrong.torch_refusal.step, wrong.torch_refusal.error) == ("merge", "RuntimeError")
    assert wrong.torch_refusal.line == "reshelved.view(B, T, C)"
    for tied in ({"heads": 1, "head_dim": 4}, {"tokens": 1, "window": 1}):
        assert ex.trace(ex.Config(**tied), wrong_turns=["view_after_flip"]).torch_refusal is None
    assert ex.trace(wrong_turns=["view_after_flip", "key_t"]).torch_refusal is None  # it never got there


@pytest.mark.parametrize(
    ("turns", "kind", "message"),
    [
        ([], ex.ConfigError, "Cannot take no wrong turn: name one wrong turn or more, each once."),
        (
            ["key_t", "scale_twice", "key_t"],
            ex.ConfigError,
            "Cannot take key_t, scale_twice and key_t: name one wrong turn or more, each once.",
        ),
        (["dance"], ex.UnknownNameError, "Cannot take the wrong turn 'dance': choose split_by_reshape, "),
        (["key_t", 5], ex.UnknownNameError, "Cannot take the wrong turn 5: choose "),
        ([["key_t"]], ex.UnknownNameError, "Cannot take the wrong turn ['key_t']: choose "),
    ],
)
def test_turns_that_are_none_are_refused(turns, kind, message):
    told = refusal(kind, lambda: take(ex.trace(), turns))
    assert told == message if kind is ex.ConfigError else told.startswith(message)
    assert kind is ex.ConfigError or told.endswith(f" or {list(WRONG_TURNS)[-1]}.")


def test_a_key_that_is_nearly_right_is_answered_with_those_that_are():
    assert refusal(ex.UnknownNameError, lambda: take(ex.trace(), ["key_tt"])) == (
        "Cannot take the wrong turn 'key_tt': there is none of that name. Did you mean key_t?"
    )


@pytest.mark.parametrize("turns", [3, True, 0, float("nan"), object(), b"key_t", {"key_t": 1}.items, int])
def test_what_is_no_list_of_turns_is_refused(turns):
    told = refusal(ex.ConfigError, lambda: ex.trace(wrong_turns=turns))
    assert told.endswith(": give a list of keys of WRONG_TURNS, as in wrong_turns=['key_t'].")


def test_a_generator_of_turns_is_read_once():
    wrong = ex.trace(wrong_turns=(key for key in ["key_t"]))
    assert [one.key for one in wrong.turns] == ["key_t"]


def test_one_key_or_one_record_may_stand_by_itself():
    mine = turn(blend="blend = v")
    assert records_of("key_t") == (WRONG_TURNS["key_t"],)
    assert records_of(mine) == (mine,)
    assert records_of([mine, "key_t"]) == (mine, WRONG_TURNS["key_t"])
    assert take(ex.trace(), mine).turns == (mine,)
