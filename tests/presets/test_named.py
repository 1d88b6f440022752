"""The ready-made trips: each is what its telling says."""

from __future__ import annotations

import pytest

from explorer import words
from explorer.core.config import Config
from explorer.core.numbers import Numbers
from explorer.core.trace import trace
from explorer.errors import DataError, UnknownNameError
from explorer.presets import named
from explorer.presets.layer import real_layer
from explorer.presets.named import PRESETS, preset, preset_of

NAMES = ("pencil", "distinct", "ties", "one_head", "poured", "layer")


def test_they_are_listed_in_the_pages_order() -> None:
    assert tuple(PRESETS) == NAMES
    assert tuple(one.name for one in PRESETS.values()) == NAMES
    assert len({one.title for one in PRESETS.values()}) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_each_makes_the_same_trip_each_time(name: str) -> None:
    config = preset(name).config
    assert config == preset(name).config
    assert trace(config).output.shape == (config.batch, config.tokens, config.width)


@pytest.mark.parametrize("name", NAMES)
def test_each_telling_can_be_said_in_both_vocabularies(name: str) -> None:
    telling = preset(name).telling
    assert telling.endswith(".")
    standard = words.in_words(telling, "standard")
    assert not {"lens", "lenses", "book", "books", "WANT", "HAVE", "GIVE"} & set(
        standard.replace(",", " ").replace(".", " ").split()
    )


def test_an_unknown_name_is_refused_with_the_choices() -> None:
    with pytest.raises(UnknownNameError) as raised:
        preset("pensil")
    assert str(raised.value) == (
        "Cannot find a preset 'pensil': choose pencil, distinct, ties, one_head, poured or layer."
    )


def test_pencil_is_the_default() -> None:
    assert preset("pencil").config == Config()


def test_distinct_has_no_two_sizes_alike_and_refuses_a_forgotten_inside_flip() -> None:
    config = preset("distinct").config
    sizes = (config.batch, config.tokens, config.heads, config.head_dim)
    assert (sizes, config.window, len(set(sizes))) == ((2, 5, 3, 4), 2, 4)
    step = trace(config)["reshelve"]
    with pytest.raises(ValueError, match="mismatch"):
        step["query"].values @ step["key"].values


def test_ties_keeps_every_shape_and_its_window_strikes_nothing_more() -> None:
    config = preset("ties").config
    trip = trace(config)
    keys = [trip[step]["key"] for step in ("dividers", "reshelve", "inside_flip")]
    assert {key.shape for key in keys} == {(1, 3, 3, 3)}
    assert len({key.values.tobytes() for key in keys}) == 3
    unflipped = trip["reshelve"]["query"].values @ trip["reshelve"]["key"].values
    assert unflipped.shape == trip["scores"]["matches"].shape
    assert (unflipped != trip["scores"]["matches"].values).any()
    assert (trip["mask"]["keep"].values == trace(config.replace(window=None))["mask"]["keep"].values).all()


def test_one_head_has_no_block_to_tidy() -> None:
    assert trace(preset("one_head").config)["merge"].moved["block"] == "view"
    assert trace(preset("pencil").config)["merge"].moved["block"] == "copy"
    assert preset("one_head").config.sizes["head"] == 1


def test_poured_can_be_followed_back_to_the_table() -> None:
    trip = trace(preset("poured").config)
    back = trip.ancestors("blend", "blend", batch=0, head=1, token=2, head_dim=0)
    assert "table" in trip["pour"]
    assert "of table" in back.text


def test_layer_is_the_recording() -> None:
    assert preset("layer").config == Config.of(real_layer())


def test_numbers_are_known_by_what_is_in_them() -> None:
    theirs = real_layer()
    again = Numbers(theirs.arrays, theirs.heads, theirs.labels, theirs.name, theirs.causal)
    renamed = Numbers(theirs.arrays, theirs.heads, theirs.labels, "mine", theirs.causal)
    turned = {**theirs.arrays, "key": theirs.arrays["value"]}
    other = Numbers(turned, theirs.heads, theirs.labels, theirs.name, theirs.causal)
    found = [preset_of(numbers) for numbers in (theirs, again, renamed, other, None)]
    assert found == ["layer", "layer", "", "", ""]
    for name in NAMES:
        assert preset_of(preset(name).config.numbers) == ("layer" if name == "layer" else "")


def test_the_others_do_not_need_the_recording(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise DataError("layer.npz is missing.")

    numbers = real_layer()
    monkeypatch.setattr(named, "real_layer", broken)
    assert [preset(name).config.batch for name in NAMES[:-1]] == [1, 2, 1, 1, 1]
    with pytest.raises(DataError, match=r"^layer\.npz is missing\.$"):
        _ = preset("layer").config
    assert preset_of(numbers) == ""
