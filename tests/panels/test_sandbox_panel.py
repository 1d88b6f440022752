"""The flip sandbox on the page: moves made, taken back and compared."""

from __future__ import annotations

import pytest

import explorer as ex
from explorer.app import Explorer
from explorer.core.mistakes.moves import MOVES
from explorer.panels.records import MOST_MOVES
from tests.panels.said import plain


@pytest.fixture
def page() -> Explorer:
    return ex.build(address="place=sandbox")


def test_each_move_has_a_button_that_makes_it(page: Explorer) -> None:
    for key in MOVES:
        page.sandbox.clear.click()
        page.sandbox.moves[key].click()
        assert page.state.selection.moves == (key,)
        assert page.sandbox.moves[key].description == MOVES[key].pencil


def test_moves_are_made_one_after_the_other_and_taken_back_from_the_end(page: Explorer) -> None:
    for key in ("dividers", "reshelve", "glue"):
        page.sandbox.moves[key].click()
    assert page.state.play.in_place == 4
    page.sandbox.undo.click()
    assert page.state.selection.moves == ("dividers", "reshelve")
    page.sandbox.clear.click()
    assert page.state.selection.moves == ()
    assert page.sandbox.undo.disabled
    assert page.sandbox.clear.disabled


def test_a_move_is_one_thing_done(page: Explorer) -> None:
    page.sandbox.moves["dividers"].click()
    page.sandbox.moves["reshelve"].click()
    page.state.undo()
    assert page.state.selection.moves == ("dividers",)
    page.state.redo()
    assert page.state.selection.moves == ("dividers", "reshelve")


def test_each_move_is_told_with_its_shape_its_names_and_whether_it_copied(page: Explorer) -> None:
    page.state.selection = page.state.selection.replace(moves=("dividers", "reshelve", "glue"))
    page.state.view = page.state.view.replace(words="standard")
    told = plain(page.played.text.value)
    assert "Split heads: (B, T, H, D), nothing copied; every number is where the names say." in told
    assert "(batch 1, head 2, token 3, dim 2), strides (288, 16, 96, 8)" in told
    assert "Merge heads: (B, T, C), copied; 4 of 12 numbers are where the names say." in told
    assert "x = x.transpose(0, 2, 1, 3)" in told


def test_pytorchs_view_is_told_with_its_rule_where_it_would_refuse(page: Explorer) -> None:
    page.state.selection = page.state.selection.replace(moves=("dividers", "reshelve", "glue"))
    told = plain(page.played.text.value)
    assert "x = x.view(B, T, C): view size is not compatible" in told
    assert "A view reads the bytes where they lie." in told
    page.state.selection = page.state.selection.replace(moves=("dividers", "reshelve", "contiguous", "glue"))
    assert "view size is not compatible" not in plain(page.played.text.value)


def test_the_last_two_moves_are_held_against_the_other_order(page: Explorer) -> None:
    page.state.selection = page.state.selection.replace(moves=("dividers", "reshelve", "inside_flip"))
    assert "As played: (1, 2, 2, 3). The other way round: (1, 2, 3, 2)." in plain(page.played.text.value)


def test_what_the_other_order_comes_to_is_told_where_it_is_refused_too(page: Explorer) -> None:
    page.state.selection = page.state.selection.replace(moves=("dividers", "reshelve"))
    assert "The other way round can't be played: NumPy refuses." in plain(page.played.text.value)


def test_the_last_two_moves_can_be_swapped(page: Explorer) -> None:
    page.sandbox.moves["dividers"].click()
    assert page.sandbox.swap.disabled
    for key in ("reshelve", "inside_flip"):
        page.sandbox.moves[key].click()
    page.sandbox.swap.click()
    assert page.state.selection.moves == ("dividers", "inside_flip", "reshelve")


def test_after_a_refusal_no_move_can_be_made_but_the_last_can_be_taken_back(page: Explorer) -> None:
    page.sandbox.moves["reshelve"].click()
    assert all(button.disabled for button in page.sandbox.moves.values())
    assert 'NumPy refuses, "axes don\'t match array"' in plain(page.played.text.value)
    page.sandbox.undo.click()
    assert not any(button.disabled for button in page.sandbox.moves.values())


def test_no_more_moves_are_made_than_are_shown(page: Explorer) -> None:
    page.state.selection = page.state.selection.replace(moves=("contiguous",) * MOST_MOVES)
    assert all(button.disabled for button in page.sandbox.moves.values())


def test_the_tensor_that_is_played_with_is_the_one_that_is_followed(page: Explorer) -> None:
    page.sandbox.tensor.value = "value"
    assert page.state.selection.tensor == "value"
    assert page.state.play.start is page.state.trip["cut"]["value"]


def test_the_tensor_stays_where_sizes_change(page: Explorer) -> None:
    page.state.selection = page.state.selection.replace(moves=("dividers", "reshelve"))
    page.state.config = page.state.config.replace(tokens=5, heads=4, head_dim=1)
    assert page.state.selection.moves == ("dividers", "reshelve")
    assert page.state.play.tensor.shape == (1, 4, 5, 1)


def test_which_moves_cancel_is_worked_out_only_once_it_is_opened(page: Explorer) -> None:
    assert page.pairs.text.value == ""
    page.pairs.toggle.value = True
    told = plain(page.pairs.text.value)
    assert "Cancel Re-shelve (transpose(1, 2)), twice: all is back as it began." in told
    page.pairs.toggle.value = False
    assert page.pairs.text.value == ""


def test_what_commutes_by_luck_stands_under_a_heading_of_its_own(page: Explorer) -> None:
    page.pairs.toggle.value = True
    told = plain(page.pairs.text.value)
    lucky = told.split("Commute by the luck of these sizes (H = D = 2)")
    assert len(lucky) == 2
    flips = "Inside flip (transpose(-2, -1)), then re-read in order, as if flipped"
    assert flips not in lucky[0]
    assert lucky[1].strip().startswith(flips)
    page.state.config = page.state.config.replace(head_dim=4)
    assert "luck" not in plain(page.pairs.text.value)


def test_on_a_narrow_page_the_moves_stand_on_a_phones_paper(page: Explorer) -> None:
    page.state.selection = page.state.selection.replace(moves=("dividers", "reshelve", "inside_flip"))
    wide = page.picture.scene
    page.companion.on_message({"kind": "narrow", "narrow": True})
    assert (wide.width, page.picture.scene.width) == (740, 380)
    assert page.picture.scene.height > wide.height


def test_what_is_open_is_no_part_of_what_is_undone_or_handed_on(page: Explorer) -> None:
    before = page.state.moment
    page.pairs.toggle.value = True
    assert page.state.moment == before


def test_elsewhere_nothing_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("worked out, and nobody sees it")

    monkeypatch.setattr("explorer.panels.derived.play", refuse)
    page = ex.build(address="moves=dividers")
    page.state.selection = page.state.selection.replace(step="scores")
    assert page.played.text.value == ""


@pytest.mark.parametrize("by", [1, -1, 99, -99])
def test_an_arrow_key_does_not_lead_away_from_the_moves(page: Explorer, by: int) -> None:
    page.sandbox.moves["dividers"].click()
    before = page.state.selection
    page.companion.on_message({"kind": "step", "by": by})
    assert page.state.selection == before
    page.ribbon.steps["scores"].click()  # a step that is pressed does
    assert (page.state.selection.place, page.state.selection.step) == ("walk", "scores")
