"""The flip sandbox: a grid for each move, painted by where its numbers began."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.core.mistakes.sandbox import Play, play
from explorer.errors import ConfigError
from explorer.scene import Look
from explorer.scene.as_text import numpy_literal
from explorer.scene.sandbox import sandbox_scene
from explorer.stage.stage import LEAST_SCALE
from tests.scene.test_layout import clashes
from tests.scene.wrong_kit import framed, told

PENCIL, DISTINCT = ex.Config(), ex.Config(batch=2, tokens=5, heads=3, head_dim=4)
ORDERS = (
    (),
    ("dividers", "reshelve", "inside_flip", "glue"),
    ("reshape", "inside_flip", "contiguous", "glue"),
    ("dividers", "reshelve", "reshelve", "glue"),
    ("dividers", "reshape_flip", "reshape", "glue", "dividers", "inside_flip"),
)


def game(moves: tuple[str, ...], config: ex.Config = PENCIL) -> Play:
    """A play on the query."""
    return play(ex.trace(config)["cut"]["query"], moves, heads=config.heads)


@pytest.mark.parametrize("config", [PENCIL, DISTINCT], ids=["pencil", "distinct"])
@pytest.mark.parametrize("moves", ORDERS)
def test_each_stage_shows_its_numbers_and_frames_what_is_out_of_place(
    moves: tuple[str, ...], config: ex.Config
) -> None:
    played = game(moves, config)
    scene = sandbox_scene(played, Look(batch=config.batch - 1))
    start = {cell.identity: (cell.fill, cell.text) for cell in scene.cells("start")}
    for number, stage in enumerate(played.stages, 1):
        role = f"move-{number}"
        cells = list(scene.cells(role))
        assert len(cells) == stage.cells / config.batch
        for cell in cells:
            assert cell.value == stage.tensor.at(**dict(cell.coords))
            assert start[cell.identity] == (cell.fill, cell.text)
        wanted = stage.origins != played.labels.expected(stage.tensor.axes)
        assert framed(scene, role) == {
            tuple(at) for at in np.argwhere(wanted).tolist() if at[0] == config.batch - 1
        }
        assert f"{stage.in_place} of {stage.cells} in their place" in told(scene)
    assert framed(scene, "start") == set()


def test_a_stage_says_its_move_its_line_its_shape_and_whether_it_was_copied() -> None:
    scene = sandbox_scene(game(("dividers", "reshelve", "glue")), Look(words="pencil"))
    text = told(scene)
    for said in ("1 draw the dividers", "2 re-shelve", "3 pull the dividers out"):
        assert said in " ".join(text.split())
    for line in ("x = x.reshape(B, T, H, D)", "x = x.transpose(0, 2, 1, 3)", "x = x.reshape(B, T, C)"):
        assert line in text
    assert text.count("a view: nothing copied") == 2
    assert text.count("a copy") == 1
    assert "PyTorch's view would refuse" in text
    assert scene.shape_line == (
        "( B 1, T 3, C 4 ) -> ( B 1, T 3, H 2, D 2 ) -> ( B 1, H 2, T 3, D 2 ) -> ( B 1, T 3, C 4 )"
    )
    assert game(("dividers", "reshelve", "glue")).text("pencil") in scene.alt


def test_a_title_says_where_a_number_comes_from() -> None:
    scene = sandbox_scene(game(("reshape",)), Look(words="pencil"))
    assert list(scene.cells("move-1"))[2].title == (
        "WANT, book 0, lens 0, token 1, number 0: 2, comes from lens 1, token 0, number 0; "
        "here belongs lens 0, token 1, number 0"
    )


def test_a_refused_move_ends_in_a_box_with_numpys_own_words() -> None:
    scene = sandbox_scene(game(("reshelve", "glue")), Look(words="pencil"))
    text = told(scene)
    assert "re-shelve: NumPy refuses" in text
    assert "ValueError: axes don't match array" in text
    assert "There are 3 counters here and the move is about 4: draw the dividers first." in text
    assert {panel.role for panel in scene.panels} == {"start"}
    assert "axes don't match array" in scene.alt


@pytest.mark.parametrize("words", ["pencil", "standard", "both"])
@pytest.mark.parametrize("moves", [*ORDERS, ("reshelve",)])
def test_nothing_overlaps_or_is_cut_off(moves: tuple[str, ...], words: str) -> None:
    for config in (PENCIL, DISTINCT, ex.Config(tokens=1, heads=1), ex.Config(tokens=40, heads=2, head_dim=8)):
        for theme in ("light", "dark"):
            scene = sandbox_scene(game(moves, config), Look(words=words, theme=theme))
            assert clashes(scene) == []


def test_any_tensor_that_can_be_played_with_can_be_drawn() -> None:
    trip = ex.trace(DISTINCT)
    for step, name in (
        ("reshelve", "value"),
        ("inside_flip", "key"),
        ("blend", "blend"),
        ("merge", "output"),
    ):
        played = play(trip[step][name], ["glue"], heads=3)
        scene = sandbox_scene(played, Look(colour="value"))
        (last,) = (panel for panel in scene.panels if panel.role == "move-1")
        np.testing.assert_array_equal(eval(numpy_literal(last), {"np": np}), played.tensor.values[0])


def test_heads_that_do_not_divide_are_refused_in_the_picture() -> None:
    scene = sandbox_scene(play(ex.trace()["cut"]["query"], ["dividers"], heads=3), Look(words="pencil"))
    assert "cannot reshape array of size 12 into shape (1,3,3,1)" in told(scene)


def test_it_refuses_what_it_cannot_draw() -> None:
    with pytest.raises(ConfigError) as said:
        sandbox_scene("a play")  # type: ignore[arg-type]
    assert str(said.value) == "Cannot draw 'a play': give what play(tensor, moves) makes."
    with pytest.raises(ConfigError, match="counted from 0"):
        sandbox_scene(game(()), Look(batch=1))


@pytest.mark.parametrize(
    "moves",
    [
        ("reshape", "contiguous", "dividers", "reshape", "dividers", "inside_flip", "contiguous"),
        ("glue", "reshape", "reshape", "reshape_flip", "reshelve", "inside_flip", "reshelve"),
    ],
)
@pytest.mark.parametrize(("narrow", "room"), [(False, 640), (True, 300)])
def test_many_moves_flow_on_in_further_rows_and_nobody_scrolls_sideways(
    moves: tuple[str, ...], narrow: bool, room: float
) -> None:
    scene = sandbox_scene(game(moves, DISTINCT), narrow=narrow)
    assert scene.width * LEAST_SCALE < room  # beside the other two columns of a page, and on a phone
    assert len([panel for panel in scene.panels if panel.role == "move-7"]) > 0
    assert clashes(scene) == []
