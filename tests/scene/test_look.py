"""What a reader may choose, and how anything else is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest

import explorer as ex
from explorer.errors import ConfigError, UnknownNameError
from explorer.scene import Look, step_scene, two_flips_scene
from tests.scene.kit import PICTURES, labels, picture

FROM_0 = "Choose a whole number from 0 to"
REFUSED = [
    ({"words": "latin"}, "Cannot draw with words='latin': words is 'pencil', 'standard' or 'both'."),
    ({"colour": "red"}, "Cannot draw with colour='red': colour is 'auto', 'origin' or 'value'."),
    ({"theme": None}, "Cannot draw with theme=None: theme is 'light' or 'dark'."),
    ({"tensor": "blend"}, "Cannot draw with tensor='blend': tensor is 'query', 'key' or 'value'."),
    ({"heading": 1}, "Cannot draw with heading=1: heading is True or False."),
    ({"batch": -1}, "Cannot draw with batch=-1: batch is a whole number from 0."),
    ({"batch": None}, "Cannot draw with batch=None: batch is a whole number from 0."),
    ({"head": 0.5}, "Cannot draw with head=0.5: head is a whole number from 0, or None for all."),
    ({"head": True}, "Cannot draw with head=True: head is a whole number from 0, or None for all."),
    ({"decimals": 9}, "Cannot draw with decimals=9: decimals is a whole number from 0 to 4."),
    ({"decimals": "2"}, "Cannot draw with decimals='2': decimals is a whole number from 0 to 4."),
]


@pytest.mark.parametrize(("choice", "message"), REFUSED, ids=lambda part: str(part)[:24])
def test_a_bad_choice_is_refused_with_the_legal_ones(choice: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=f"^{re.escape(message)}$"):
        Look(**choice)
    with pytest.raises(ConfigError, match=f"^{re.escape(message)}$"):
        Look().replace(**choice)


def test_an_unknown_choice_is_refused_with_the_known_ones() -> None:
    message = (
        "Cannot change color of a Look: it has no such field. Choose among words, colour, theme, batch, "
        "head, token, tensor, decimals, heading and show_batch."
    )
    with pytest.raises(ConfigError, match=f"^{re.escape(message)}$"):
        Look().replace(color="value")


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"batch": 1}, "Cannot draw batch 1: this trip has 1, counted from 0. Choose 0."),
        ({"head": 2}, f"Cannot draw head 2: this trip has 2, counted from 0. {FROM_0} 1."),
        ({"token": 3}, f"Cannot draw token 3: this trip has 3, counted from 0. {FROM_0} 2."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", PICTURES)
def test_a_pin_beyond_the_trip_is_refused(name: str, choice: dict[str, int], message: str) -> None:
    with pytest.raises(ConfigError, match=f"^{re.escape(message)}$"):
        picture(ex.trace(), name, Look(**choice))


def test_an_unknown_step_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="'transpose'"):
        step_scene(ex.trace(), "transpose")


def test_the_pinned_head_is_drawn_alone() -> None:
    trip = ex.trace()
    for step in ("reshelve", "inside_flip", "scores", "mask", "shares", "blend"):
        heads = {
            dict(cell.coords)["head"]
            for panel in step_scene(trip, step, Look(head=1)).panels
            for cell in panel.cells
            if cell.tensor != "keep" and panel.role != "memory"
        }
        assert heads == {1}, step


def test_the_followed_tensor_can_be_chosen() -> None:
    trip = ex.trace()
    for name in ("query", "key", "value"):
        scene = step_scene(trip, "reshelve", Look(tensor=name))
        assert {cell.tensor for cell in scene.cells()} == {name}
    assert {cell.tensor for cell in two_flips_scene(trip, Look(tensor="value")).cells()} == {"key"}


def test_the_batch_axis_may_be_left_out_of_the_shape_line_where_it_is_one() -> None:
    one, two = ex.trace(), ex.trace(ex.Config(batch=2))
    look = Look(show_batch=False)
    assert step_scene(one, "reshelve", look).shape_line == "( T 3, H 2, D 2 ) -> ( H 2, T 3, D 2 )"
    assert step_scene(two, "reshelve", look).shape_line == "( B 2, T 3, H 2, D 2 ) -> ( B 2, H 2, T 3, D 2 )"


@pytest.mark.parametrize("name", PICTURES)
def test_each_vocabulary_keeps_to_itself(name: str) -> None:
    def said(words: str) -> str:
        scene = picture(ex.trace(), name, Look(words=words))
        titles = [cell.title for cell in scene.cells()]
        return " ".join([*(label.text for label in labels(scene)), *titles])

    assert not re.search(r"\b(lens|lenses|book|WANT|HAVE|GIVE)\b", said("standard"))
    assert not re.search(r"\b(query|queries|batch|head|heads|softmax|transpose)\b", said("pencil"))


def test_a_picture_can_do_without_its_heading() -> None:
    with_, without = (step_scene(ex.trace(), "mask", Look(heading=heading)) for heading in (True, False))
    assert without.height < with_.height
    assert "Strike" in {label.text for label in labels(with_)}
    assert "Strike" not in {label.text for label in labels(without)}
