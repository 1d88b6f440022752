"""What a file tells of itself, what has to be asked, and what an answer changes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.errors import ShapeError
from explorer.files import Pile, Reading, guess, numbers_from
from tests.core.kit import generic, quick
from tests.files.kit import pile


def fields(reading: Reading) -> list[str]:
    return [question.field for question in reading.questions]


def still_open(reading: Reading) -> list[str]:
    return [question.field for question in reading.open]


@pytest.mark.parametrize("names", ["q k v", "Q K V", "query key value", "a.q a.k a.v", "want have give"])
def test_known_names_are_not_asked(names: str) -> None:
    read = guess(pile(**{name.replace(".", "__"): (3, 4) for name in reversed(names.split())}))
    assert (read.kind, list(read.names.values()), read.order) == ("rows", names.split(), "token width")
    assert (fields(read), still_open(read)) == (["heads"], [])


def test_three_of_one_shape_without_names_are_asked() -> None:
    read = guess(pile(a=(3, 4), b=(3, 4), c=(3, 4)))
    assert (read.kind, dict(read.names)) == ("rows", {"query": "a", "key": "b", "value": "c"})
    assert still_open(read) == ["kind", "query", "key", "value"]
    answers = {"kind": "rows", "query": "c", "key": "b", "value": "a"}
    read = guess(pile(a=(3, 4), b=(3, 4), c=(3, 4)), answers)
    assert (dict(read.names), still_open(read)) == ({"query": "c", "key": "b", "value": "a"}, [])


def test_one_name_unknown_is_asked_among_those_of_its_shape() -> None:
    read = guess(pile(q=(3, 4), k=(3, 4), c=(3, 4), d=(5, 5)), {"kind": "rows"})
    assert dict(read.names) == {"query": "q", "key": "k", "value": "c"}
    (question,) = read.open
    assert (question.field, [value for _, value in question.choices]) == ("value", ["q", "k", "c"])


def test_two_that_could_play_a_role_by_name_are_asked() -> None:
    read = guess(pile(q=(3, 4), Q=(3, 4), k=(3, 4), v=(3, 4)))
    (question,) = read.open
    assert (question.field, question.choices, question.chosen) == (
        "query",
        (("q (3, 4)", "q"), ("Q (3, 4)", "Q")),
        "q",
    )


def test_an_array_alone_is_asked_what_it_is() -> None:
    (question,) = guess(pile(mine=(3, 6))).open
    assert question.choices == (
        ("query, key and value side by side in one row", "wide"),
        ("one array for query, key and value alike", "same"),
    )
    wide = numbers_from(pile(mine=(3, 6)), guess(pile(mine=(3, 6)), {"kind": "wide"}))
    mine = pile(mine=(3, 6)).arrays["mine"]
    assert all((wide.arrays[n] == mine[None, :, 2 * i : 2 * i + 2]).all() for i, n in enumerate(wide.arrays))
    same = numbers_from(pile(mine=(3, 6)), guess(pile(mine=(3, 6)), {"kind": "same"}))
    assert all((array == mine).all() for array in same.arrays.values())


def test_a_row_that_cannot_be_cut_is_not_offered_as_one() -> None:
    read = guess(pile(mine=(3, 4)))
    assert (read.kind, still_open(read)) == ("same", [])


FOUR = "batch head token head_dim", "batch token head head_dim"


@pytest.mark.parametrize(
    ("shape", "answers", "order", "asked"),
    [
        ((1, 2, 3, 4), {}, 0, ["order"]),  # fewer heads than tokens, as a rule: asked, and safe
        ((1, 3, 2, 4), {}, 0, ["order"]),
        ((1, 3, 3, 4), {}, 0, ["order"]),
        ((1, 3, 3, 4), {"order": FOUR[1]}, 1, ["order"]),
        ((1, 2, 3, 4), {"heads": 2}, 0, []),
        ((1, 2, 3, 4), {"heads": 3}, 1, []),
        ((1, 3, 3, 4), {"heads": 3}, 0, ["order"]),
    ],
)
def test_the_order_of_four_axes(
    shape: tuple[int, ...], answers: dict[str, Any], order: int, asked: list[str]
) -> None:
    read = guess(pile(q=shape, k=shape, v=shape), answers)
    assert (read.order, fields(read)) == (FOUR[order], asked)
    assert read.heads == shape[1 + order]


@pytest.mark.parametrize(
    ("shape", "asked"), [((1, 2, 3, 4), []), ((1, 3, 2, 4), ["order"]), ((1, 3, 3, 4), ["order"])]
)
def test_four_axes_are_taken_unasked_only_where_heads_are_fewer(
    shape: tuple[int, ...], asked: list[str]
) -> None:
    assert still_open(guess(pile(q=shape, k=shape, v=shape))) == asked


def test_labels_tell_which_axis_the_tokens_are() -> None:
    rows = {name: np.ones((1, 3, 2, 4)) for name in "qkv"}
    read = guess(Pile("a.npz", rows, labels=("a", "b", "c")))
    assert (read.order, read.heads, still_open(read)) == (FOUR[1], 2, [])


@quick
@given(
    order=st.sampled_from(
        [*FOUR, "batch token width", "token batch width", "head token head_dim", "token head head_dim"]
    ),
    sizes=st.fixed_dictionaries(
        {axis: st.integers(1, 3) for axis in ("batch", "token", "head", "head_dim", "width")}
    ),
)
def test_every_number_goes_to_its_token_and_head_whatever_the_order(
    order: str, sizes: dict[str, int]
) -> None:
    axes = order.split()
    array = np.arange(np.prod([sizes[a] for a in axes]), dtype=float).reshape([sizes[a] for a in axes])
    given_ = Pile("a.npz", {"q": array, "k": array, "v": array})
    numbers = numbers_from(given_, guess(given_, {"order": order}))
    last = sizes[axes[-1]]
    for place in np.ndindex(array.shape):
        at = dict(zip(axes, place, strict=True))
        column = at.get("head", 0) * last + at[axes[-1]]
        assert numbers.arrays["query"][at.get("batch", 0), at["token"], column] == array[place]
    assert numbers.heads == sizes["head"] if "head" in axes else numbers.heads == 1


def test_a_square_table_is_asked_which_way_round_it_is() -> None:
    table = generic(6, 6)
    for name, likeliest in (("table", 0), ("in_proj_weight", 1), ("c_attn__weight", 0), ("qkv__weight", 1)):
        found = pile(x=(3, 6), **{name: table})
        read = guess(found)
        assert (still_open(read), read.table_order) == (
            ["table_order"],
            ["channel wide", "wide channel"][likeliest],
        )
        for order, expected in (("channel wide", table), ("wide channel", table.T)):
            read = guess(found, {"table_order": order})
            assert (numbers_from(found, read).arrays["table"] == expected).all()


def model(layers: int = 3) -> Pile:
    """The names of a GPT-2, its mask by the name of a bias included."""
    found: dict[str, tuple[int, ...]] = {"wte.weight": (9, 4), "wpe.weight": (5, 4)}
    for n in range(layers):
        found |= {
            f"h.{n}.attn.bias": (12,),
            f"h.{n}.attn.c_attn.bias": (12,),
            f"h.{n}.attn.c_attn.weight": (4, 12),
            f"h.{n}.attn.c_proj.weight": (4, 4),
        }
    return Pile("model.safetensors", {name: generic(*shape) for name, shape in found.items()})


def test_of_a_whole_model_the_layer_is_asked_and_its_own_bias_taken() -> None:
    read = guess(model())
    assert (read.kind, still_open(read)) == ("poured", ["kind", "table", "tokens"])
    assert [value for _, value in read.open[1].choices] == [f"h.{n}.attn.c_attn.weight" for n in range(3)]
    answers = {"kind": "poured", "table": "h.1.attn.c_attn.weight", "tokens": "wte.weight"}
    read = guess(model(), answers)
    assert (read.names["bias"], read.table_order, still_open(read)) == (
        "h.1.attn.c_attn.bias",
        "channel wide",
        [],
    )
    assert guess(model(), {**answers, "bias": None}).names.keys() == {"tokens", "table"}


def test_tokens_by_another_name_are_taken_where_somebody_says_so() -> None:
    found = pile(x=(3, 5), y=(3, 2), table=(2, 6))
    with pytest.raises(ShapeError, match="The tokens there: 'x' \\(3, 5\\)"):
        guess(found)
    assert guess(found, {"tokens": "y"}).names == {"tokens": "y", "table": "table"}


def test_rows_and_a_pour_in_one_file_can_both_be_seen() -> None:
    both = pile(x=(3, 2), table=(2, 12), q=(3, 4), k=(3, 4), v=(3, 4))
    read = guess(both)
    assert (read.kind, fields(read), still_open(read)) == ("rows", ["kind", "heads"], [])
    assert guess(both, {"kind": "poured"}).names == {"tokens": "x", "table": "table"}


def test_heads_are_offered_as_the_width_allows() -> None:
    (question,) = guess(pile(q=(3, 6), k=(3, 6), v=(3, 6))).questions
    assert question.choices == (("1 of 6", 1), ("2 of 3", 2), ("3 of 2", 3), ("6 of 1", 6))
    assert (question.chosen, question.open) == (1, False)


def test_an_answer_keeps_those_before_it_and_drops_those_after() -> None:
    three = pile(a=(3, 4), b=(3, 4), c=(3, 4))
    read = guess(three, {"kind": "rows", "query": "c", "heads": 2})
    assert read.with_answer("query", "b") == {"kind": "rows", "query": "b"}
    assert read.with_answer("heads", 4) == {"kind": "rows", "query": "c", "heads": 4}
