"""Every control, both ways: what a person sets reaches the state, and what the state says is shown."""

from __future__ import annotations

import base64
import re
from operator import attrgetter
from typing import Any

import pytest

import explorer as ex
from explorer.app import Explorer
from explorer.panels.limits import LIMITS


@pytest.fixture
def page() -> Explorer:
    return ex.build(ex.Config(tokens=4, heads=2, head_dim=3, window=2, batch=2))


# control, where the state holds it, what a person chooses (and the state then holds)
CONTROLS = [
    ("header.words", "view.words", "pencil"),
    ("header.theme", "view.theme", "dark"),
    ("choices.batch", "selection.batch", 1),
    ("choices.head", "selection.head", 1),
    ("choices.tensor", "selection.tensor", "value"),
    ("choices.colour", "view.colour", "value"),
    ("code.dialect", "view.dialect", "einops"),
    ("places.places", "selection.place", "two_flips"),
    ("ribbon.play", "selection.playing", True),
    ("numbers.source", "config.source", "poured"),
    ("numbers.decimals", "view.decimals", 3),
    ("masks.causal", "config.causal", False),
    ("masks.counts_self", "config.window_counts_self", False),
    ("masks.scale", "config.scale", "none"),
    ("masks.empty_rows", "config.empty_rows", "zero"),
    ("tabs.tab", "view.tab", "masks"),
]


@pytest.mark.parametrize(("control", "place", "chosen"), CONTROLS)
def test_a_control_writes_the_state(page: Explorer, control: str, place: str, chosen: Any) -> None:
    assert attrgetter(place)(page.state) != chosen
    attrgetter(control)(page).value = chosen
    assert attrgetter(place)(page.state) == chosen


@pytest.mark.parametrize(("control", "place", "chosen"), CONTROLS)
def test_a_control_shows_the_state(page: Explorer, control: str, place: str, chosen: Any) -> None:
    record, field = place.split(".")
    assert attrgetter(control)(page).value != chosen
    setattr(page.state, record, getattr(page.state, record).replace(**{field: chosen}))
    assert attrgetter(control)(page).value == chosen


@pytest.mark.parametrize("size", LIMITS)
@pytest.mark.parametrize(("kind", "value"), [("sliders", 3), ("numbers", "3"), ("numbers", " 3 ")])
def test_a_size_can_be_slid_or_typed(page: Explorer, size: str, kind: str, value: object) -> None:
    getattr(page.sizes, kind)[size].value = value
    assert getattr(page.state.config, size) == 3
    assert page.sizes.sliders[size].value == 3
    assert page.sizes.numbers[size].value == "3"


@pytest.mark.parametrize("size", LIMITS)
@pytest.mark.parametrize(
    "value", ["0", "-1", "1.5", "0.5", "2,7", "1e9", "abc", "", "²", "1" * 5000, "1000000"]
)
def test_a_size_off_the_scale_is_refused_and_put_back(page: Explorer, size: str, value: str) -> None:
    config = page.state.config
    page.sizes.numbers[size].value = value
    assert page.state.config is config
    assert page.sizes.numbers[size].value == str(getattr(config, size))
    letter = {"tokens": "T", "heads": "H", "head_dim": "D", "window": "W", "batch": "B"}[size]
    told = page.picture.problem.value
    assert told.startswith(f'<p role="alert">Cannot show {letter} = {value[:40]}')
    assert ("takes larger ones" in told) == (value == "1000000")


def test_a_refusal_goes_away_with_the_next_thing_a_person_does(page: Explorer) -> None:
    def refuse() -> None:
        page.sizes.numbers["tokens"].value = "99"
        assert page.picture.problem.value

    refuse()
    page.ribbon.steps["mask"].click()
    assert not page.picture.problem.value
    refuse()
    page.header.words.value = "pencil"
    assert not page.picture.problem.value
    refuse()
    page.state.selection = page.state.selection.replace(touched=None)  # pointing about is nothing else
    assert page.picture.problem.value
    page.sizes.numbers["tokens"].value = "5"
    assert not page.picture.problem.value


@pytest.mark.parametrize("size", LIMITS)
def test_a_slider_pushed_past_its_own_end_is_refused(page: Explorer, size: str) -> None:
    config = page.state.config
    slider = page.sizes.sliders[size]
    slider.set_state({"max": 10**6, "value": 10**5})  # what a hostile page can send
    assert page.state.config is config
    assert slider.value == getattr(config, size)
    assert slider.max <= 8


def test_lowering_the_tokens_leaves_the_window_alone(page: Explorer) -> None:
    page.sizes.sliders["window"].value = 4
    page.sizes.sliders["tokens"].value = 2
    assert page.state.config.window == 4
    assert page.sizes.numbers["window"].value == "4"
    page.sizes.sliders["tokens"].value = 4
    assert page.state.config.window == 4
    assert page.sizes.sliders["window"].max == 4


def test_the_dividers_move_in_the_same_row(page: Explorer) -> None:
    row = page.state.trip["cut"]["key"].values
    assert [pair for _, pair in page.sizes.dividers.options] == [(1, 6), (2, 3), (3, 2), (6, 1)]
    page.sizes.dividers.value = (6, 1)
    assert (page.state.config.heads, page.state.config.head_dim) == (6, 1)
    assert (page.state.trip["cut"]["key"].values == row).all()


def test_moving_the_dividers_changes_nothing_else(page: Explorer) -> None:
    before = page.state.config
    page.sizes.dividers.value = (3, 2)
    assert page.state.config == before.replace(heads=3, head_dim=2)


def test_the_pencil_button_goes_back_to_the_pencil_example(page: Explorer) -> None:
    page.sizes.reset.click()
    assert page.state.config == ex.Config()


def test_each_step_button_goes_to_its_step(page: Explorer) -> None:
    for name in ex.STEP_NAMES:
        page.ribbon.steps[name].click()
        assert page.state.selection.step == name
        here = [step for step, button in page.ribbon.steps.items() if "as-here" in button._dom_classes]
        assert here == [name]


@pytest.mark.parametrize(
    ("start", "walk", "end"),
    [
        ("scores", "first", "pour"),
        ("scores", "back", "inside_flip"),
        ("scores", "next", "mask"),
        ("scores", "last", "merge"),
    ],
)
def test_the_walk_buttons(page: Explorer, start: str, walk: str, end: str) -> None:
    page.ribbon.steps[start].click()
    page.ribbon.walk[walk].click()
    assert page.state.selection.step == end


def test_at_either_end_there_is_nowhere_further(page: Explorer) -> None:
    page.ribbon.walk["first"].click()
    assert [name for name, button in page.ribbon.walk.items() if button.disabled] == ["first", "back"]
    page.ribbon.walk["last"].click()
    assert [name for name, button in page.ribbon.walk.items() if button.disabled] == ["next", "last"]


def test_which_of_the_three_is_followed(page: Explorer) -> None:
    page.ribbon.steps["reshelve"].click()
    page.choices.tensor.value = "query"
    assert page.state.selection.tensor == "query"
    assert "query:b0:t0:h0:d0" in page.picture.stage.frame["svg"]


@pytest.mark.parametrize("place", ["walk", "two_flips"])
def test_matplotlib_draws_the_same_numbers(page: Explorer, place: str) -> None:
    page.ribbon.steps["inside_flip"].click()
    page.places.places.value = place
    numbers = re.findall(r">(-?\d+)</text>", page.picture.stage.frame["svg"])
    page.choices.matplotlib.value = True
    assert page.state.view.drawn_by == "matplotlib"
    assert 'id="figure' in page.picture.stage.frame["svg"].replace(page.picture.stage.prefix, "")
    drawn = re.findall(r">(-?\d+)</text>", page.picture.stage.frame["svg"])
    assert sorted(drawn) == sorted(numbers)
    page.choices.matplotlib.value = False
    assert page.state.view.drawn_by == "page"
    assert len(numbers) >= 2 * page.state.trip["inside_flip"]["key"].values[0].size


def test_closing_the_page_unbinds_every_control(page: Explorer) -> None:
    state, slider = page.state, page.sizes.sliders["tokens"]
    page.close()
    slider.value = 7
    assert state.config.tokens == 4


def test_two_pages_do_not_disturb_each_other() -> None:
    one, two = ex.build(), ex.build()
    one.sizes.sliders["tokens"].value = 6
    one.header.words.value = "pencil"
    assert (two.state.config.tokens, two.state.view.words) == (3, "both")
    ids_of_one, ids_of_two = (
        set(re.findall(r' id="([^"]+)"', page.picture.stage.frame["svg"])) for page in (one, two)
    )
    assert ids_of_one
    assert not ids_of_one & ids_of_two


def test_matplotlibs_picture_can_be_saved(page: Explorer) -> None:
    assert page.picture.save.value == ""
    page.ribbon.steps["cut"].click()
    page.choices.matplotlib.value = True
    files = dict(re.findall(r'href="data:[^,]+,([^"]+)" download="cut\.(\w+)"', page.picture.save.value))
    begins = {kind: base64.b64decode(text)[:5] for text, kind in files.items()}
    assert begins == {"png": b"\x89PNG\r", "svg": b"<?xml", "pdf": b"%PDF-"}
    page.choices.matplotlib.value = False
    assert page.picture.save.value == ""
