"""The flip sandbox, against the lines run by hand and cells looked up by name, one at a time."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.grid import frozen
from explorer.core.mistakes.moves import MOVES, move_of
from explorer.core.mistakes.sandbox import Play, Stage, play
from explorer.core.mistakes.strides import NOT_COMPATIBLE
from explorer.core.tensor import Tensor
from explorer.words import WORDS
from tests.core.kit import configs, quick, refusal
from tests.torch_stand_in import TORCH, block

SIZES = ex.Config(batch=2, tokens=5, heads=3, head_dim=4)
DIVIDED = ("batch", "token", "head", "head_dim")

starts = st.sampled_from(
    [("cut", "query"), ("dividers", "value"), ("inside_flip", "key"), ("blend", "blend")]
)
sequences = st.lists(st.sampled_from(list(MOVES)), max_size=5)


def of(config: ex.Config = SIZES, step: str = "dividers", name: str = "query") -> Tensor:
    return ex.trace(config)[step][name]


def counted(config: ex.Config, step: str, name: str) -> Tensor:
    """A tensor of the trip, laid in memory in the same order, with a different number in every cell."""
    found = of(config, step, name)
    order = sorted(range(len(found.axes)), key=lambda i: -found.strides[i])
    lying = np.arange(found.values.size).reshape([found.shape[i] for i in order])
    return Tensor(name, frozen(lying).transpose(np.argsort(order)), found.axes)


def looked_up(start: Tensor, stage: Tensor, head_dim: int) -> int:
    """How many cells hold what `start` holds under the same coordinates, one cell at a time."""
    found = 0
    for place in product(*(range(size) for size in stage.shape)):
        coords = dict(zip(stage.axes, place, strict=True))
        if "width" in coords and "head" in start.axes:
            coords["head"], coords["head_dim"] = divmod(coords.pop("width"), head_dim)
        elif "head" in coords and "width" in start.axes:
            coords["width"] = coords.pop("head") * head_dim + coords.pop("head_dim")
        found += start.at(**coords) == stage.values[place]
    return found


def asked(stage: Stage, sizes: dict[str, object]) -> list[object]:
    """The shape that a line of PyTorch asks a view for."""
    letters = stage.torch.partition("view(")[2].rstrip(")").split(", ")
    return [sizes[letter] for letter in letters]


@quick
@given(configs(), starts, sequences)
def test_every_stage_is_what_its_line_makes_and_is_counted_cell_by_cell(
    config: ex.Config, where: tuple[str, str], moves: list[str]
) -> None:
    start = counted(config, *where)
    game = play(start, moves, heads=config.heads)
    B, T, H, D = config.sizes.values()
    x = start.values
    for stage in game.stages:
        names = {"np": np, "x": x, "B": B, "T": T, "H": H, "D": D, "C": H * D}
        if stage.refusal:
            with pytest.raises(ValueError, match=r".") as caught:
                exec(stage.code, names)
            assert stage.refusal.message == str(caught.value)
            continue
        exec(stage.code, names)
        before, x = x, names["x"]
        assert stage.tensor is not None
        assert np.array_equal(stage.tensor.values, x)
        assert stage.strides == x.strides
        assert stage.contiguous == x.flags.c_contiguous
        assert np.array_equal(start.values.reshape(-1)[stage.origins], x)
        assert stage.in_place == looked_up(start, stage.tensor, D)
        assert (stage.moved == "view") == np.shares_memory(before, x)
        copied = stage.moved == "copy" and stage.move.key != "contiguous"
        assert stage.torch_refusal == (NOT_COMPATIBLE if copied else "")
    assert len(game.stages) == len(moves) or game.refusal
    assert np.array_equal(game.tensor.values, x)
    assert game.in_place == looked_up(start, game.tensor, D)


@quick
@given(configs(), starts, sequences, st.sampled_from([None, 5]))
def test_pytorch_takes_the_same_moves_and_its_view_refuses_where_it_is_said_to(
    config: ex.Config, where: tuple[str, str], moves: list[str], heads: int | None
) -> None:
    start = counted(config, *where)
    heads = heads if "width" in start.axes and heads else config.heads
    game = play(start, moves, heads=heads)
    C = config.width
    names = {"B": config.batch, "T": config.tokens, "H": heads, "D": C // heads, "C": C}
    x = TORCH.from_numpy(start.values.copy(order="K"))
    for stage in game.stages:
        names["x"] = before = x
        wants = stage.move.takes
        if stage.torch_refusal or (stage.refusal and wants is None):
            with pytest.raises(RuntimeError) as refused:
                exec(stage.torch, {}, names)
            assert str(refused.value) == (
                stage.torch_refusal
                or f"shape '{asked(stage, names)}' is invalid for input of size {start.values.size}"
            )
            x = before if stage.refusal else before.reshape(*stage.tensor.shape)
        else:
            exec(stage.torch, {}, names)  # a flip of three counters too: it is told that it trades two others
            x = names["x"]
        if stage.tensor is not None:
            np.testing.assert_array_equal(np.asarray(x), stage.tensor.values)
            assert x.is_contiguous() == stage.contiguous
            assert (block(x) == block(before)) == (stage.moved == "view")


@quick
@given(configs(), st.lists(st.sampled_from(["reshelve", "inside_flip", "contiguous"]), max_size=6))
def test_flips_and_tidying_never_scramble_and_reading_in_order_can(
    config: ex.Config, moves: list[str]
) -> None:
    game = play(of(config, "cut"), ["dividers", *moves], heads=config.heads)
    assert not game.scrambled
    assert set(game.tensor.axes) == set(DIVIDED)
    glued = play(game.tensor, ["glue"])
    assert glued.scrambled == (glued.in_place < config.batch * config.tokens * config.width)
    if game.tensor.axes == DIVIDED:
        assert not glued.scrambled


def test_the_split_at_once_and_the_merge_at_once_leave_four_of_twelve_in_place() -> None:
    at_once = play(of(step="cut", config=ex.Config()), ["reshape"], heads=2)
    assert at_once.tensor.axes == ("batch", "head", "token", "head_dim")
    assert (at_once.in_place, at_once.scrambled) == (4, True)
    merged = play(of(ex.Config(), "blend", "blend"), ["glue"])
    assert (merged.tensor.axes, merged.in_place) == (("batch", "token", "width"), 4)
    assert not play(of(ex.Config(), "blend", "blend"), ["reshelve", "contiguous", "glue"]).scrambled


def test_two_wrong_readings_can_undo_each_other() -> None:
    game = play(of(step="cut"), ["reshape", "glue"], heads=3)
    assert [stage.scrambled for stage in game.stages] == [True, False]


@pytest.mark.parametrize("config", [ex.Config(tokens=1), ex.Config(heads=1), ex.Config(tokens=5, heads=5)])
def test_one_token_or_one_head_hides_a_reading_in_order_and_equal_counts_do_not(config: ex.Config) -> None:
    hidden = 1 in (config.tokens, config.heads)
    assert play(of(config), ["reshape"]).scrambled != hidden


def test_what_a_view_refuses_a_tidy_block_grants() -> None:
    untidy = play(of(), ["reshelve", "glue"])
    tidied = play(of(), ["reshelve", "contiguous", "glue"])
    assert [stage.torch_refusal for stage in untidy.stages] == ["", NOT_COMPATIBLE]
    assert [stage.torch_refusal for stage in tidied.stages] == ["", "", ""]
    assert [stage.contiguous for stage in tidied.stages] == [False, True, True]
    assert [stage.moved for stage in untidy.stages + tidied.stages] == [
        "view",
        "copy",
        "view",
        "copy",
        "view",
    ]


def test_the_lines_are_the_trips_own_with_the_letters_of_what_is_claimed() -> None:
    game = play(of(step="cut"), ["dividers", "reshelve", "inside_flip", "reshape", "reshape_flip"], heads=3)
    assert [(stage.code, stage.torch) for stage in game.stages] == [
        ("x = x.reshape(B, T, H, D)", "x = x.view(B, T, H, D)"),
        ("x = x.transpose(0, 2, 1, 3)", "x = x.transpose(1, 2)"),
        ("x = x.transpose(0, 1, 3, 2)", "x = x.transpose(-2, -1)"),
        ("x = x.reshape(B, D, H, T)", "x = x.view(B, D, H, T)"),
        ("x = x.reshape(B, D, T, H)", "x = x.view(B, D, T, H)"),
    ]
    assert play(of(), ["contiguous", "glue"]).stages[0].code == "x = np.ascontiguousarray(x)"
    assert play(of(step="cut"), ["reshape_flip"], heads=3).tensor.axes == ("batch", "width", "token")


def test_a_flip_of_rows_without_dividers_is_told_and_ends_the_play() -> None:
    start = of(step="cut")
    game = play(start, ["contiguous", "reshelve", "dividers"], heads=3)
    assert [stage.move.key for stage in game.stages] == ["contiguous", "reshelve"]
    stage = game.stages[1]
    assert game.refusal is stage.refusal
    assert stage.refusal is not None
    assert (stage.refusal.step, stage.refusal.error, stage.refusal.by) == ("reshelve", "ValueError", "NumPy")
    assert (stage.tensor, stage.origins, stage.moved, stage.strides) == (None, None, None, ())
    assert (stage.cells, stage.contiguous, stage.scrambled) == (0, False, False)
    assert stage.text("pencil") == (
        'Re-shelve: NumPy refuses, "axes don\'t match array". There are 3 counters here and the move is '
        "about 4: draw the dividers first. PyTorch's transpose(1, 2) would not refuse: it would trade two "
        "other counters."
    )
    assert np.array_equal(game.tensor.values, start.values)
    assert game.in_place == start.values.size


@pytest.mark.parametrize("heads", [5, 24])
@pytest.mark.parametrize("move", ["dividers", "reshape"])
def test_heads_that_do_not_divide_are_told_with_those_that_would(move: str, heads: int) -> None:
    game = play(of(step="cut"), ["glue", move], heads=heads)
    stage = game.stages[-1]
    assert stage.refusal is not None
    assert stage.refusal.message.startswith("cannot reshape array of size 120 into shape")
    assert stage.mend == (
        f"A row of 12 can't be divided into {heads} lenses: 12 is not a multiple of {heads}. "
        "Choose 1, 2, 3, 4, 6 or 12."
    )
    assert stage.text("standard").endswith(stage.mend.replace("lenses", "heads"))
    assert len(game.stages) == 2


def test_each_stage_is_told_in_either_words_and_both() -> None:
    game = play(of(ex.Config()), ["reshelve", "glue"])
    assert game.text("pencil") == (
        "Re-shelve: (B, H, T, D), nothing copied; every number is where the names say.\n"
        "Pull the dividers out: (B, T, C), copied; 4 of 12 numbers are where the names say. "
        "PyTorch's view refuses: it never copies."
    )
    assert game.text("standard").splitlines()[0] == (
        "transpose(1, 2): (B, H, T, D), nothing copied; every number is where the names say."
    )
    assert game.text().splitlines()[1].startswith("Pull the dividers out (merge heads): (B, T, C), copied")
    assert play(of(), []).text() == ""
    for move, words in product(MOVES.values(), WORDS):
        assert move.say(words)


def test_nothing_done_is_the_tensor_itself() -> None:
    start = of()
    game = play(start, [])
    assert game.tensor is start
    assert (game.stages, game.refusal, game.scrambled) == ((), None, False)
    assert game.origins.tolist() == np.arange(120).reshape(start.shape).tolist()


def test_playing_changes_neither_the_tensor_nor_lets_anyone_write_into_what_came_out() -> None:
    start = of()
    before = start.values.copy()
    game: Play = play(start, ["contiguous", "reshelve", "contiguous", "reshape", "glue"])
    assert np.array_equal(start.values, before)
    for stage in game.stages:
        assert stage.tensor is not None
        assert stage.origins is not None
        for array in (stage.tensor.values, stage.origins):
            with pytest.raises(ValueError, match="WRITEABLE"):
                array.setflags(write=True)


CHOICES = "dividers, reshelve, inside_flip, reshape, reshape_flip, contiguous or glue"


def test_what_there_is_no_move_for_is_refused_with_the_choices() -> None:
    message = refusal(ex.UnknownNameError, lambda: play(of(), ["reshelve", "rotate"]))
    assert message == f"Cannot make the move 'rotate': choose {CHOICES}."
    message = refusal(ex.UnknownNameError, lambda: move_of("glue").line(DIVIDED, "einops"))
    assert message == "Cannot write a move in 'einops': choose numpy or pytorch."


def test_tensors_and_heads_that_cannot_be_played_with_are_refused() -> None:
    message = refusal(ex.AxisNameError, lambda: play(of(step="scores", name="scores"), ["glue"]))
    assert message == (
        "Cannot play with scores (batch, head, query_token, key_token): its axes must be batch, token and "
        "width, or batch, token, head and head_dim, in any order. Take a query, key or value of the first "
        "steps, the blend or the output."
    )
    message = refusal(ex.ShapeError, lambda: play(of(), ["glue"], heads=4))
    assert message == ("Cannot play with query in 4 heads: it has 3 already. Leave heads out, or give 3.")
    for heads in (None, 0, 2.0, True):
        message = refusal(ex.ShapeError, lambda heads=heads: play(of(step="cut"), [], heads=heads))
        assert message == (
            f"Cannot divide a row of width 12 into {heads} heads: "
            "heads is a count, a whole number of 1 or more."
        )
