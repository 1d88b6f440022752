"""The influence grid beneath right and wrong: which cells differ from the keep-table, and how it is said."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.core.influence import influence
from explorer.scene import Look, Scene
from explorer.scene.display import Box, Label
from explorer.scene.influence_grid import EXTRA, MISSING, UNTOLD
from explorer.scene.wrong_turn import wrong_turn_scene
from tests.scene.test_layout import clashes
from tests.scene.wrong_kit import covers, taken, told

CAUSAL = ex.Config(tokens=5, heads=3, head_dim=4, window=None)
TURNS = (
    "split_by_reshape",
    "merge_without_reshelve",
    "softmax_over_askers",
    "view_after_flip",
    "keep_swapped",
)


def drawn(turn: str, config: ex.Config = CAUSAL, **look: object) -> Scene:
    """A turn's first step, with what influences what."""
    wrong = taken(turn, config)
    return wrong_turn_scene(wrong, wrong.turns[0].step, Look(heading=False).replace(**look), influence(wrong))


def table(scene: Scene, role: str) -> np.ndarray:
    """The noughts and ones of a table."""
    (panel,) = (panel for panel in scene.panels if panel.role == role)
    return np.array([cell.text == "1" for cell in panel.cells]).reshape(panel.shape)


@pytest.mark.parametrize("turn", TURNS)
def test_the_grid_and_the_keep_table_are_those_that_were_found(turn: str) -> None:
    wrong, scene = taken(turn, CAUSAL), drawn(turn)
    found = influence(wrong)
    np.testing.assert_array_equal(table(scene, "influence"), found.grid)
    np.testing.assert_array_equal(table(scene, "keep"), found.keep)
    assert found.text("both") in scene.alt


@pytest.mark.parametrize("turn", TURNS)
def test_what_is_too_much_has_a_whole_frame_and_what_is_missing_a_dashed_one(turn: str) -> None:
    scene, found = drawn(turn), influence(taken(turn, CAUSAL))
    boxes = [mark for mark in scene.marks if isinstance(mark, Box) and not mark.fill]
    seen: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
    for cell in scene.cells("influence"):
        for box in boxes:
            if covers(box, cell):
                seen[box.dashed].append((cell.coords[0][1], cell.coords[1][1]))
    assert seen == {False: list(found.extra), True: list(found.missing)}
    for cell in scene.cells("influence"):
        at = (cell.coords[0][1], cell.coords[1][1])
        assert cell.title.endswith(EXTRA) == (at in found.extra)
        assert cell.title.endswith(MISSING) == (at in found.missing)
    text = told(scene)
    assert (f"{len(found.extra)}: {EXTRA}" in text) == bool(found.extra)
    assert (f"{len(found.missing)}: {MISSING}" in text) == bool(found.missing)


def test_a_title_says_what_was_changed() -> None:
    cells = list(drawn("softmax_over_askers", words="pencil").cells("influence"))
    assert cells[0].title == "change input token 0: output token 0 changes"
    assert cells[1].title == "change input token 1: output token 0 changes, sees what it must not"
    missing = list(drawn("keep_swapped", words="pencil").cells("influence"))[1 * 5 + 0]
    assert missing.title == (
        "change input token 0: output token 1 stays the same, does not see what it should"
    )


def test_each_book_has_its_own_grid() -> None:
    config = CAUSAL.replace(batch=2)
    found = influence(taken("heads_first_flattening", config))
    assert found.crosses
    for batch in range(2):
        scene = drawn("heads_first_flattening", config, batch=batch)
        np.testing.assert_array_equal(table(scene, "influence"), found.by_batch[batch, :, batch])
        assert "A book changes with another: 0 with 1, 1 with 0" in told(scene)


def test_a_keep_table_of_each_books_own_is_held_against_that_books_grid() -> None:
    keep = np.tril(np.ones((2, 5, 5), dtype=bool))
    keep[1, 4, 0] = False
    config = CAUSAL.replace(batch=2)
    wrong = ex.trace(config, keep=keep, wrong_turns=["diagonal_one_far"])
    found = influence(wrong)
    for batch in range(2):
        scene = wrong_turn_scene(wrong, "mask", Look(batch=batch), found)
        np.testing.assert_array_equal(table(scene, "influence"), found.by_batch[batch, :, batch])
        np.testing.assert_array_equal(table(scene, "keep"), keep[batch])
    assert (found.by_batch[0, :, 0] != found.by_batch[1, :, 1]).any()


def test_a_row_of_which_nothing_can_be_told_has_question_marks_and_no_frame() -> None:
    scene = drawn("diagonal_one_short", words="pencil")
    cells = list(scene.cells("influence"))
    assert [cell.text for cell in cells[:6]] == ["?"] * 5 + ["1"]
    assert cells[0].title == "change input token 0: output token 0 is NaN either way"
    boxes = [mark for mark in scene.marks if isinstance(mark, Box) and not mark.fill]
    assert not any(covers(box, cell) for cell in cells[:5] for box in boxes)
    assert UNTOLD in told(scene)
    config = ex.Config(tokens=20, window=None)
    (image,) = (p.image for p in drawn("diagonal_one_short", config).panels if p.role == "influence")
    assert set(image.index[0].tolist()) == {4}
    assert UNTOLD not in told(drawn("keep_swapped", ex.Config(tokens=5)))


def test_equal_grids_say_so_in_words() -> None:
    text = told(drawn("view_after_flip", words="pencil"))
    assert "The influence grid is the keep-table, both ways" in text
    assert EXTRA not in text


def test_where_there_is_no_grid_the_reason_is_said() -> None:
    scene = drawn("flip_forgotten")
    assert "There is no output, and so no influence grid." in told(scene)
    assert list(scene.cells("influence")) == []


def test_many_tokens_are_an_image_with_three_ways_to_be_wrong_or_right() -> None:
    config = ex.Config(tokens=20, heads=2, head_dim=3)
    scene, found = drawn("split_by_reshape", config), influence(taken("split_by_reshape", config))
    (image,) = (panel.image for panel in scene.panels if panel.role == "influence")
    np.testing.assert_array_equal(image.values, found.grid)
    differ = found.grid != found.expected
    np.testing.assert_array_equal(image.index, found.grid + 2 * differ)
    assert image.cell(*found.extra[0]).title.endswith(EXTRA)
    assert len({image.cell(*at).fill for at in (found.extra[0], found.missing[0], (0, 0), (0, 19))}) == 4


@pytest.mark.parametrize("turn", TURNS)
def test_nothing_overlaps_or_is_cut_off(turn: str) -> None:
    for config in (ex.Config(), CAUSAL, CAUSAL.replace(batch=2, tokens=8), ex.Config(tokens=20)):
        for words in ("pencil", "standard", "both"):
            assert clashes(drawn(turn, config, words=words)) == []


def test_the_pencil_example_still_fits_the_page() -> None:
    for turn in TURNS:
        scene = drawn(turn, ex.Config())
        assert scene.width == 740
        assert scene.height <= 590
        assert all(label.size >= 9 for label in scene.marks if isinstance(label, Label))
