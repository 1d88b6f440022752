"""Wrong turns on the page: picked, told, and taken back."""

from __future__ import annotations

import re

import pytest

import explorer as ex
from explorer.app import Explorer
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.taking import take
from explorer.panels.state import ExplorerState
from tests.panels.said import plain


@pytest.fixture
def page() -> Explorer:
    return ex.build(address="place=wrong_turns")


# picking


@pytest.mark.parametrize("key", WRONG_TURNS)
def test_every_wrong_turn_can_be_picked_and_is_shown_at_the_first_step_that_differs(
    page: Explorer, key: str
) -> None:
    page.turns.turn.value = key
    assert page.state.problem is None
    assert page.state.selection.turns == (key,)
    assert [turn.key for turn in page.state.wrong.turns] == [key]
    assert page.state.selection.step == (page.state.verdict.first or WRONG_TURNS[key].step)
    assert page.state.scene.step == page.state.selection.step
    assert WRONG_TURNS[key].pencil.lower() in plain(page.verdict.text.value).lower()


def test_the_list_is_in_the_order_of_the_steps_and_in_the_words_chosen(page: Explorer) -> None:
    labels = [label for label, _ in page.turns.turn.options]
    assert labels[0] == "none"
    numbers = [int(label.split()[0]) for label in labels[1:]]
    assert numbers == sorted(numbers)
    assert len(numbers) == len(WRONG_TURNS)
    page.state.view = page.state.view.replace(words="standard")
    labels = [label for label, _ in page.turns.turn.options]
    assert "10 merge: view(B, T, C) without transpose(1, 2)" in labels


def test_picking_is_one_thing_done(page: Explorer) -> None:
    before = page.state.moment
    page.turns.turn.value = "merge_without_reshelve"
    assert page.state.selection.step == "merge"
    page.state.undo()
    assert page.state.moment == before
    page.state.redo()
    assert page.state.selection.turns == ("merge_without_reshelve",)


def test_two_are_taken_at_once(page: Explorer) -> None:
    assert page.turns.second.disabled
    page.turns.turn.value = "split_by_reshape"
    page.turns.second.value = "merge_without_reshelve"
    assert page.state.selection.turns == ("split_by_reshape", "merge_without_reshelve")
    both = take(page.state.trip, ["split_by_reshape", "merge_without_reshelve"])
    assert (page.state.wrong.output.values == both.output.values).all()
    page.turns.turn.value = ""
    assert page.state.selection.turns == ("merge_without_reshelve",)
    page.turns.second.value = "qkv_order"
    page.turns.second.value = ""
    assert page.state.selection.turns == ("merge_without_reshelve",)


def test_the_same_one_is_not_taken_twice(page: Explorer) -> None:
    page.turns.turn.value = "split_by_reshape"
    assert "split_by_reshape" not in [key for _, key in page.turns.second.options]
    page.turns.second.value = "qkv_order"
    page.turns.turn.value = "qkv_order"
    assert page.state.selection.turns == ("qkv_order",)


def test_the_way_back_is_the_right_way(page: Explorer) -> None:
    assert page.turns.back.disabled
    page.turns.turn.value = "qkv_order"
    page.turns.back.click()
    assert page.state.selection.turns == ()
    assert page.state.wrong is None
    assert page.turns.turn.value == ""


def test_the_right_step_is_shown_in_the_walk(page: Explorer) -> None:
    page.turns.turn.value = "merge_without_reshelve"
    page.turns.walk.click()
    assert (page.state.selection.place, page.state.selection.step) == ("walk", "merge")
    assert page.state.selection.turns == ("merge_without_reshelve",)  # and one can come back


def test_the_ribbon_and_the_arrows_stay_at_the_wrong_turn(page: Explorer) -> None:
    page.turns.turn.value = "qkv_order"
    page.ribbon.steps["scores"].click()
    assert page.state.selection.place == "wrong_turns"
    page.companion.on_message({"kind": "step", "by": 1})
    assert (page.state.selection.place, page.state.selection.step) == ("wrong_turns", "mask")


# what is told


def test_the_verdict_and_numpys_own_words_are_told(page: Explorer) -> None:
    page.turns.turn.value = "flip_forgotten"
    told = plain(page.verdict.text.value)
    assert (
        "NumPy refuses at step 6, match and scale (scaled dot products), in the line matches = q @ k" in told
    )
    assert "mismatch in its core dimension" in told
    assert "The rows hold 2 numbers, the columns 3: they don't meet." in plain(page.verdict.more.value)


def test_names_that_clash_are_told_where_the_picture_does_not(page: Explorer) -> None:
    page.turns.turn.value = "flip_forgotten"
    assert page.state.selection.step == "inside_flip"
    assert "number falls on token" in plain(page.verdict.text.value)
    folded = '<details class="as-clash"><summary>Names clash in 6 scores: number on token</summary>'
    assert folded in page.verdict.text.value
    page.ribbon.steps["scores"].click()  # there the picture has it
    assert "as-clash" not in page.verdict.text.value
    assert "number falls on token" in page.state.scene.alt


def test_right_and_wrong_code_stand_under_each_other_with_what_differs_marked(page: Explorer) -> None:
    page.turns.turn.value = "divided_by_sqrt_c"
    assert (
        "<b>right</b> <code>scores = matches / <ins>D</ins>**0.5</code></span>"
        '<span class="as-line as-line-wrong"><b>wrong</b> <code>scores = matches / <del>C</del>**0.5</code>'
    ) in page.verdict.more.value


def test_the_code_is_pytorchs_where_that_is_chosen_and_numpys_for_einops(page: Explorer) -> None:
    page.turns.turn.value = "merge_without_reshelve"
    page.code.dialect.value = "pytorch"
    assert "contiguous" in page.verdict.more.value.split("<h3>")[1]
    page.code.dialect.value = "einops"
    assert "This is NumPy." in plain(page.verdict.more.value)
    assert "blend.transpose(0, 2, 1, 3)" in plain(page.verdict.more.value)


def test_a_line_that_is_right_in_pytorch_is_said_to_be(page: Explorer) -> None:
    page.turns.turn.value = "torch_view_in_numpy"
    page.code.dialect.value = "pytorch"
    assert "In PyTorch this line is right" in plain(page.verdict.more.value)


def test_repairs_are_told_with_what_each_comes_to(page: Explorer) -> None:
    page.turns.turn.value = "torch_view_in_numpy"
    told = plain(page.verdict.more.value)
    assert "✓ right Draw the dividers (split the heads): H pieces of D. q = q.reshape(B, T, H, D)" in told
    assert "✗ runs but wrong Ask for the lens (head) first" in told


def test_reports_are_links_that_only_a_click_follows(page: Explorer) -> None:
    page.turns.turn.value = "qkv_order"
    assert (
        '<a href="https://github.com/jsbaan/transformer-from-scratch/issues/1" target="_blank" '
        'rel="noopener noreferrer">jsbaan/transformer-from-scratch#1</a>'
    ) in page.verdict.more.value
    assert not re.search(r"<(img|link|script|iframe)|src=", page.verdict.more.value)


def test_the_verdict_is_made_anew_where_sizes_change(page: Explorer) -> None:
    page.turns.turn.value = "flip_forgotten"
    page.state.config = page.state.config.replace(head_dim=3)
    assert page.state.selection.turns == ("flip_forgotten",)
    assert page.state.verdict.kind == "wrong contents"
    assert "NumPy says nothing and the shape is right" in plain(page.verdict.text.value)


@pytest.mark.parametrize(
    "rules", ["W=1&self=0&causal=0&empty=nan", "W=1&self=0&empty=zero", "causal=0&W=none&T=1", "B=3&H=1&D=6"]
)
def test_rows_with_nothing_kept_and_other_rules_break_nothing(rules: str) -> None:
    state = ExplorerState(address=f"place=wrong_turns&{rules}")
    for key in WRONG_TURNS:
        state.selection = state.taking(key)
        assert state.verdict is not None
        for step in (state.selection.step, "merge"):
            state.selection = state.selection.replace(step=step)
            assert state.scene.step == step
    assert state.problem is None


def test_numbers_of_ones_own_take_wrong_turns_too() -> None:
    rows = [[0.5, -1.25, 3.0, 2.0], [1.0, 0.0, -2.0, 4.0], [0.0, 1.0, 1.0, 0.0]]
    page = ex.build(ex.trace_qkv(rows, rows[::-1], rows, heads=2).config, address="place=wrong_turns")
    page.turns.turn.value = "merge_without_reshelve"
    assert page.state.verdict.kind == "wrong contents"
    assert page.state.wrong.right is page.state.trip


def test_a_locked_page_takes_wrong_turns() -> None:
    page = ex.build(address="lock=pencil&place=wrong_turns")
    page.turns.turn.value = "qkv_order"
    assert page.state.problem is None
    assert page.state.wrong is not None


def test_what_a_pointed_number_is_and_where_it_came_from_is_told(page: Explorer) -> None:
    page.turns.turn.value = "merge_without_reshelve"
    cell = next(cell for cell in page.state.scene.cells("wrong") if "comes from" in cell.title)
    page.picture.on_message({"kind": "touch", "cell": f"wrong/{cell.identity}"})
    assert cell.title in plain(page.touched.text.value)
    assert page.state.selection.touched is None
    page.picture.on_message({"kind": "pin", "cell": f"wrong/{cell.identity}"})
    assert page.state.selection.pinned is None
    page.picture.on_message({"kind": "touch", "cell": None})
    assert cell.title not in plain(page.touched.text.value)


def test_before_one_is_picked_a_number_is_told_as_in_the_walk(page: Explorer) -> None:
    page.ribbon.steps["scores"].click()
    page.picture.on_message({"kind": "touch", "cell": "scores/scores:b0:h0:i2:j1"})
    assert page.state.selection.place == "wrong_turns"
    assert page.state.selection.touched is not None
    assert "1.41" in plain(page.touched.text.value)
    page.turns.turn.value = "qkv_order"
    assert page.state.selection.touched is None


def test_what_is_pointed_at_is_let_go_where_something_else_is_shown(page: Explorer) -> None:
    page.turns.turn.value = "merge_without_reshelve"
    cell = next(iter(page.state.scene.cells("wrong")))
    page.picture.on_message({"kind": "touch", "cell": f"wrong/{cell.identity}"})
    page.ribbon.steps["scores"].click()
    assert page.state.pointed == ""
    page.ribbon.steps["merge"].click()
    page.picture.on_message({"kind": "touch", "cell": f"wrong/{cell.identity}"})
    page.state.config = page.state.config.replace(tokens=4)
    assert page.state.pointed == ""


def test_the_picture_is_drawn_anew_for_another_wrong_turn(page: Explorer) -> None:
    page.state.selection = page.state.selection.replace(step="scores", turns=("qkv_order",))
    before = page.picture.scene
    page.state.selection = page.state.selection.replace(turns=("split_by_reshape",))
    assert page.picture.scene is not before
    assert page.picture.scene == page.state.scene


def test_a_reader_that_listens_is_told_in_a_sentence_what_was_picked(page: Explorer) -> None:
    page.turns.turn.value = "merge_without_reshelve"
    page.state.view = page.state.view.replace(words="pencil")
    page.turns.turn.value = "qkv_order"
    assert page.companion.root.say == (
        "Wrong turn, shown at cut: HAVE and GIVE under each other's names. NumPy says nothing and the shape "
        "is right, but 7 of 12 numbers that come out are wrong."
    )
    page.ribbon.steps["merge"].click()
    assert page.companion.root.say.startswith("Step 10 of 10, merge. the rows that come out: right")
