"""Predict and the rest of the page: its address, undo, other sizes, a lock, keys, and what is marked."""

from __future__ import annotations

import json

import pytest

import explorer as ex
from explorer.core.place import Place
from explorer.panels.session import open_session, save_session
from explorer.scene.pointing import cells_at
from tests.panels.predicting import (
    DISTINCT,
    answer,
    answer_all,
    asked,
    go_on,
    query,
    question_of,
    run_of,
    shown,
    tell,
)

ANEW = "The trip is another one now, so other questions are asked of it: the set begins anew."


def test_a_link_gives_a_class_the_same_set_and_tells_nobodys_answers() -> None:
    page = ex.build(address="place=predict")
    tell(page, kind="start", seed=42, count=5, flips_only=False)
    link = query(page)
    assert link == "place=predict&quiz=42,5"
    for _ in range(2):
        answer(page, 1)
        assert query(page) == link
        go_on(page)
    other = ex.build(address=link)
    assert run_of(other).questions == run_of(page).questions
    assert run_of(other).answers.chosen == ()


@pytest.mark.parametrize(
    "text", ["7", "7,", "a,5", "7,5,all", "7,5,flips,flips", "-1,5", "1e3,5", "\u0667,5"]
)
def test_a_set_that_is_misspelled_is_told_with_what_is_expected(text: str) -> None:
    page = asked(text)
    assert page.state.problem.text == (
        f"This page's address asks for quiz={text}: a seed and how many questions, as in 7,10 or 7,10,flips, "
        f"is expected, not {text!r}. Shown is the usual page."
    )


def test_a_set_of_too_many_is_refused_by_its_number() -> None:
    assert asked("7,51").state.problem.text == (
        "This page's address asks for quiz=7,51: Cannot ask questions with count 51: choose a whole number "
        "from 1 to 50. Shown is the usual page."
    )


def test_an_address_of_another_step_shows_nothing_early() -> None:
    page = ex.build(address="place=predict&step=mask&quiz=7,10&pin=mask.struck.b0.h0.i0.j1&head=1&book=0")
    assert page.state.selection.step == "scores"
    assert page.state.selection.pinned is None
    assert query(page) == "place=predict&quiz=7,10"


def test_a_session_file_keeps_the_set_and_no_answers() -> None:
    page = asked("7,5")
    answer_all(page)
    saved = save_session(page.state.moment, page.state.start)
    assert json.loads(saved)["address"] == "place=predict&quiz=7,5"
    assert open_session(saved.encode(), page.state.start).moment == page.state.moment


def test_undo_takes_no_answer_back_and_what_was_answered_is_there_again() -> None:
    page = ex.build(address="place=predict")
    tell(page, kind="start", seed=7, count=5, flips_only=False)
    answer(page, 0)
    go_on(page)
    answer(page, 1)
    page.state.undo()
    assert (page.state.selection.quiz, shown(page)["phase"]) == (None, "setting")
    page.state.redo()
    assert run_of(page).answers.chosen == (0, 1)
    assert (shown(page)["phase"], shown(page)["title"]) == ("told", "Question 2 of 5")


def test_of_another_trip_the_set_begins_anew_and_says_so() -> None:
    page = asked("7,5")
    assert shown(page)["note"] == ""
    answer(page, 0)
    go_on(page)
    page.presets.preset.value = "distinct"
    assert (shown(page)["title"], shown(page)["note"]) == ("Question 1 of 5", ANEW)
    assert run_of(page).trip is page.state.trip
    page.state.undo()  # the old trip, and with it what was answered
    assert (shown(page)["title"], shown(page)["note"]) == ("Question 2 of 5", "")
    page.state.redo()
    answer(page, 0)
    go_on(page)
    assert shown(page)["note"] == ""


def test_an_arrow_key_does_not_lead_out_of_a_question_and_the_ribbon_leads_there_and_back() -> None:
    page = asked()
    before = page.state.selection
    page.companion.on_message({"kind": "step", "by": 1})
    assert page.state.selection == before
    page.ribbon.steps["blend"].click()
    assert (page.state.selection.place, page.state.selection.step) == ("walk", "blend")
    page.places.places.value = "predict"
    assert page.state.selection == before


def test_before_a_set_is_begun_arrow_keys_walk_as_ever() -> None:
    page = ex.build(address="place=predict")
    page.companion.on_message({"kind": "step", "by": 1})
    assert (page.state.selection.place, page.state.selection.step) == ("walk", "cut")


def test_while_a_set_is_asked_no_number_is_typed_over_pinned_or_followed() -> None:
    page = asked()
    assert page.picture.stage.editable == []
    page.picture.on_message({"kind": "pin", "cell": "scores/scores:b0:h0:i1:j0"})
    assert page.state.selection.pinned is None
    page.state.selection = page.state.selection.replace(head=1, batch=0, tensor="query", step="mask")
    selection = page.state.selection
    assert (selection.head, selection.tensor, selection.step) == (None, "key", "scores")


def test_a_page_that_is_locked_can_be_asked_and_is_offered_no_other_sizes() -> None:
    page = ex.build(address="lock=pencil&place=predict")
    assert shown(page)["distinct"] == ""
    tell(page, kind="start", seed=7, count=5, flips_only=False)
    answer_all(page, shift=1)
    assert shown(page)["title"] == "0 of 5 right"
    assert shown(page)["distinct"] == ""
    assert page.state.problem is None


def test_where_sizes_hide_what_was_mixed_up_others_are_offered() -> None:
    page = ex.build(address="place=predict")
    assert shown(page)["distinct"] == "Use sizes that differ"
    tell(page, kind="distinct")
    assert page.state.config == DISTINCT
    assert shown(page)["distinct"] == ""
    page.state.undo()
    tell(page, kind="start", seed=7, count=8, flips_only=False)
    answer_all(page, shift=1)
    assert any(one.also for one in run_of(page).report.answered)
    assert shown(page)["distinct"] == "Use sizes that differ"


def test_nothing_is_written_while_another_place_is_on_screen() -> None:
    page = ex.build()
    assert page.predict.root.shown == {}
    page.state.config = DISTINCT
    assert page.predict.root.shown == {}


def lit(page: ex.app.Explorer) -> dict[str, set[str]]:
    return {name: set(cells) for name, cells in page.picture.stage.lit.items()}


def of_kind(kind: str, config: ex.Config | None = None) -> ex.app.Explorer:
    """A page on which the first question of a kind is open."""
    page = asked("7,20", config)
    while question_of(page).kind != kind:
        answer(page, None)
        go_on(page)
    return page


def test_of_a_number_that_lands_somewhere_its_place_is_marked_and_then_right_and_chosen() -> None:
    page = of_kind("lands")
    question, state = question_of(page), page.state
    place = question.place
    assert place is not None
    assert lit(page) == {"asked": set(cells_at(state.trip, page.picture.scene, {place}))}
    shape = state.trip[question.step][place.tensor].shape
    wrong = next(
        i
        for i, one in enumerate(question.choices)
        if i != question.answer and all(at < size for at, size in zip(one.value, shape, strict=True))
    )
    answer(page, wrong)

    def at(value: object) -> set[str]:
        axes = state.trip[question.step][place.tensor].axes
        coords = tuple(zip(axes, value, strict=True))
        return set(cells_at(state.trip, page.picture.scene, {Place(question.step, place.tensor, coords)}))

    assert lit(page)["right"] == at(question.right.value) != set()
    assert lit(page)["chosen"] == at(question.choices[wrong].value) != set()
    assert shown(page)["marks"] == (
        "In the picture: a bright frame, the number asked about; a double frame, what is right; dashes, what "
        "was chosen."
    )


def test_a_place_that_is_none_of_the_picture_is_not_said_to_be_marked_in_it() -> None:
    page = of_kind("lands", DISTINCT)
    question = question_of(page)
    page.state.answer(next(i for i, one in enumerate(question.choices) if one.value == (0, 4, 1, 2)))
    assert set(lit(page)) == {"asked", "right"}
    assert shown(page)["marks"] == (
        "In the picture: a bright frame, the number asked about; a double frame, what is right."
    )


def test_where_no_picture_can_be_marked_no_marks_are_told_of() -> None:
    page = of_kind("lands")
    answer(page, 0)
    assert shown(page)["marks"]
    for field, value in (("as_tables", True), ("drawn_by", "matplotlib")):
        page.state.view = page.state.view.replace(**{field: value})
        assert shown(page)["marks"] == ""
        page.state.undo()


def test_of_the_largest_share_the_row_is_marked_and_not_which_of_it() -> None:
    page = of_kind("largest", DISTINCT)
    question = question_of(page)
    row = dict(question.row)
    tokens = page.state.config.tokens
    marked = {name for name in lit(page)["asked"] if name.startswith("scores/")}
    where = f"scores/scores:b{row['batch']}:h{row['head']}:i{row['query_token']}:j"
    assert marked == {f"{where}{token}" for token in range(tokens)}
    wrong = (question.answer + 1) % len(question.choices)
    answer(page, wrong)
    where = where.replace("scores", "shares")
    assert lit(page) == {
        "right": {f"{where}{question.right.value}"},
        "chosen": {f"{where}{question.choices[wrong].value}"},
    }


def test_of_struck_cells_it_is_marked_where_the_answer_differs() -> None:
    page = of_kind("struck")
    question = question_of(page)
    row = dict(question.row)["query_token"]
    assert all(f":i{row}:" in name for name in lit(page)["asked"])
    assert len(lit(page)["asked"]) == 6  # three scores in each of two lenses
    wrong = (question.answer + 1) % len(question.choices)
    answer(page, wrong)
    differs = set(question.right.value) ^ set(question.choices[wrong].value)
    assert lit(page)["chosen"] == {f"keep/keep:i{row}:j{token}" for token in differs}


def test_a_right_answer_is_marked_as_right_alone() -> None:
    page = of_kind("lands")
    answer(page, question_of(page).answer)
    assert set(lit(page)) == {"asked", "right"}


def test_what_is_asked_about_is_in_the_picture_whatever_was_pinned_before() -> None:
    page = ex.build(DISTINCT, address="head=1&step=dividers")
    page.state.selection = page.state.selection.replace(place="predict")
    tell(page, kind="start", seed=3, count=50, flips_only=False)
    while not run_of(page).is_over:
        question = question_of(page)
        if question.place is not None or question.row:
            assert lit(page)["asked"]
        answer(page, None)
        go_on(page)
