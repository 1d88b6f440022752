"""What a right-and-wrong picture says: counts, refusals, clashes of names, and nothing that it must not."""

from __future__ import annotations

import itertools

import pytest

import explorer as ex
from explorer.core.mistakes.origins import origins
from explorer.core.mistakes.record import WrongTurn, whole
from explorer.core.mistakes.verdict import compare
from explorer.errors import ConfigError, UnknownNameError
from explorer.scene.display import Box, Label
from explorer.scene.palette import PALETTES, contrast
from explorer.scene.wrong_notice import AMBER
from explorer.scene.wrong_turn import wrong_turn_scene
from tests.scene.test_layout import clashes
from tests.scene.wrong_kit import (
    DISTINCT,
    MOVED,
    PENCIL,
    WORKED_OUT,
    drawn,
    taken,
    told,
)


@pytest.mark.parametrize("config", [PENCIL, DISTINCT], ids=["pencil", "distinct"])
def test_the_shape_and_the_count_stand_under_a_half(config: ex.Config) -> None:
    wrong = taken("split_by_reshape", config)
    cells = compare(wrong.right, wrong).in_place["key"]
    scene = drawn("split_by_reshape", "reshelve", config)
    here = f"{cells.count} of {cells.of} cells in their right place"
    if config is DISTINCT:
        expected, found = (
            origins(trip, "reshelve", "key").index[0]
            for trip in (wrong.right, wrong)  # the book drawn
        )
        here += f" ({(expected == found).sum()} of {found.size} in this book)"
    assert here in told(scene)
    shape = "( B 1, H 2, T 3, D 2 )" if config is PENCIL else "( B 2, H 3, T 5, D 4 )"
    assert scene.shape_line == f"right {shape}, wrong {shape}"
    assert f"{here}." in scene.alt
    assert "9 of 18 numbers differ" in told(drawn("softmax_over_askers", "shares"))
    assert "Another shape than the right one" in told(drawn("reshelve_forgotten", "reshelve"))
    assert "All 18 numbers are the right ones" in told(drawn("merge_without_reshelve", "scores"))


def test_the_wrong_half_is_not_called_wrong_before_it_is() -> None:
    for step, said in (("scores", "Nothing wrong yet"), ("merge", "Wrong")):
        heads = [mark.text for mark in drawn("merge_without_reshelve", step).marks if isinstance(mark, Label)]
        assert said in heads
        assert ("Wrong" in heads) == (said == "Wrong")
    torch = told(drawn("view_after_flip", "merge"))
    assert "Right in NumPy, refused in PyTorch" in torch
    assert "Right in NumPy" not in told(drawn("view_after_flip", "merge", ex.Config(heads=1, head_dim=4)))
    assert "Wrong" in told(drawn("flip_forgotten", "merge"))  # not reached
    lucky = drawn("heads_first_flattening", "reshelve")  # all in place, and yet not the right way
    assert "Nothing wrong yet" not in told(lucky)


def test_of_two_books_the_one_that_is_drawn_is_counted_too() -> None:
    two = ex.Config(batch=2)
    differ = told(drawn("softmax_over_askers", "shares", two))
    wrong = taken("softmax_over_askers", two)
    off = wrong["shares"]["shares"].values != wrong.right["shares"]["shares"].values
    assert f"{off.sum()} of 36 numbers differ ({off[0].sum()} of 18 in this book)" in differ
    assert "in this batch item)" in told(drawn("softmax_over_askers", "shares", two, words="standard"))
    assert "in this book" not in told(drawn("softmax_over_askers", "shares"))


@pytest.mark.parametrize("words", ["pencil", "standard"])
def test_a_refusal_shows_numpys_own_words_the_line_and_what_it_was_given(words: str) -> None:
    wrong = taken("flip_forgotten")
    scene = drawn("flip_forgotten", "scores", words=words)
    text = told(scene)
    assert list(scene.cells("wrong")) == []
    assert len(list(scene.cells("right"))) == 18
    assert wrong.refusal is not None
    assert f"ValueError: {wrong.refusal.message}" in text
    assert "matches = q @ k" in text
    where = {"pencil": "match and scale", "standard": "scaled dot products"}[words]
    assert f"NumPy refuses at step 6, {where}" in text
    names = {"pencil": "book, lens, token, number", "standard": "batch, head, token, dim"}[words]
    for variable in "qk":
        assert f"{variable} ( B 1, H 2, T 3, D 2 ) {names}" in " ".join(text.split())
    assert wrong.refusal.message in scene.alt


def test_what_a_step_had_changed_itself_is_not_shown_as_given() -> None:
    turn = WrongTurn("late", "late", "late", lines={"scores": whole("k = k[:, :, :1]\nmatches = q @ k @ q")})
    text = told(drawn(turn, "scores"))
    assert "matches = q @ k @ q" in text
    assert "q ( B 1, H 2, T 3, D 2 )" in " ".join(text.split())
    assert "k ( B" not in " ".join(text.split())


def test_a_step_that_was_not_reached_says_so() -> None:
    scene = drawn("flip_forgotten", "merge", words="pencil")
    said = "Not reached: NumPy refused at step 6, match and scale, and the wrong way ends there."
    assert said in told(scene)
    assert said in scene.alt
    assert list(scene.cells("wrong")) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("config", "said"),
    [
        (PENCIL, "Neither the names fit nor the sizes, and NumPy refuses."),
        (ex.Config(head_dim=3), "The sizes fit, so NumPy runs; the names do not."),
    ],
    ids=["refused", "runs"],
)
def test_names_that_clash_are_amber_and_come_first(config: ex.Config, said: str, theme: str) -> None:
    scene = drawn("flip_forgotten", "scores", config, theme=theme, words="pencil")
    paper, rim, ink = AMBER[theme]
    (box,) = (mark for mark in scene.under if isinstance(mark, Box) and mark.fill == paper)
    assert box.stroke == rim
    inside = [
        mark
        for mark in scene.marks
        if isinstance(mark, Label) and box.x < mark.x < box.x + box.w and box.y < mark.y < box.y + box.h
    ]
    assert {mark.colour for mark in inside} == {ink}
    text = " ".join(mark.text for mark in inside)
    assert text.startswith("Names clash WANT (book, lens, token, number) times HAVE")
    assert "number falls on token" in text
    assert said in text
    assert said in scene.alt
    assert box.y + box.h < min(cell.y for cell in scene.cells())
    others = [other for other in scene.under if isinstance(other, Box) and other.x > box.x - 1]
    assert min(other.y for other in others) == box.y
    assert "Names fit" in told(scene)
    assert "HAVE (book, lens, number, token): number falls on number." in told(scene)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_amber_can_be_read(theme: str) -> None:
    paper, rim, ink = AMBER[theme]
    assert contrast(ink, paper) >= 4.5
    assert contrast(rim, PALETTES[theme].paper) >= 3
    assert contrast(rim, paper) >= 3


@pytest.mark.parametrize("words", ["standard", "both"])
@pytest.mark.parametrize(
    ("turn", "step"),
    [*(row[:2] for row in (*MOVED, *WORKED_OUT)), ("flip_forgotten", "scores"), ("view_after_flip", "merge"),
     ("reshelve_forgotten", "mask"), ("key_t", "inside_flip")],
)  # fmt: skip
def test_nothing_overlaps_or_is_cut_off(turn: str, step: str, words: str) -> None:
    sizes = (PENCIL, DISTINCT, ex.Config(tokens=3, heads=3), ex.Config(tokens=64, heads=2, head_dim=16))
    for config in sizes:
        assert clashes(drawn(turn, step, config, words=words)) == []


def test_the_pencil_example_fits_the_page() -> None:
    for turn, step, _ in (*MOVED, *WORKED_OUT):
        scene = drawn(turn, step)
        assert scene.width == 740
        assert scene.height <= 520
        assert min(cell.size for cell in scene.cells()) >= 9.5


@pytest.mark.parametrize(("turn", "step"), [row[:2] for row in (*MOVED, *WORKED_OUT)])
def test_no_word_tells_which_wrong_turn_it_is_without_the_heading(turn: str, step: str) -> None:
    record = taken(turn).turns[0]
    hidden, open_ = drawn(turn, step), drawn(turn, step, heading=True)
    for title in (record.key, record.pencil, record.standard):
        assert title not in f"{told(hidden)} {hidden.alt} {hidden.title}"
    assert "Wrong turn:" in told(open_)
    assert record.pencil.split()[0] in told(open_)


def test_what_else_is_wrong_at_the_step_is_said() -> None:
    assert "Also wrong in this step, and not drawn: WANT (query) and GIVE (value)." in told(
        drawn("split_by_reshape", "reshelve")
    )
    assert "not drawn: the keep-table (attention mask)." in told(drawn("diagonal_one_short", "mask"))
    assert "PyTorch would refuse at step 10, " in told(drawn("view_after_flip", "merge"))
    huge = WrongTurn(
        "nan", "n", "n", lines={"scores": whole("matches = q @ k\nscores = matches / np.zeros(1)")}
    )
    assert 'NumPy warned: "divide by zero encountered in divide".' in told(drawn(huge, "scores"))


def test_the_same_question_gives_the_same_picture() -> None:
    for step in ex.STEP_NAMES[1:]:  # the wide rows are an image, which equals none but itself
        assert drawn("split_by_reshape", step, DISTINCT) == drawn("split_by_reshape", step, DISTINCT)


def test_every_wrong_turn_can_be_drawn_at_every_step() -> None:
    from explorer.core.mistakes import WRONG_TURNS

    for turn, step in itertools.product(WRONG_TURNS, ex.STEP_NAMES):
        assert any(panel.role == "right" for panel in drawn(turn, step).panels)


def test_it_refuses_what_it_cannot_draw() -> None:
    with pytest.raises(ConfigError) as told_:
        wrong_turn_scene(ex.trace(), "merge")  # type: ignore[arg-type]
    assert str(told_.value) == (
        "Cannot hold <Trace B1 T3 H2 D2 W2, 10 steps> against the right way: it has no wrong turn. "
        "Give one, as explorer.trace(config, wrong_turns=[...]) makes it."
    )
    with pytest.raises(UnknownNameError):
        drawn("split_by_reshape", "glue")
    with pytest.raises(ConfigError, match="counted from 0"):
        drawn("split_by_reshape", "merge", head=5)
