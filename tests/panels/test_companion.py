"""What the browser may ask for, and what it is told."""

from __future__ import annotations

import dataclasses

import pytest

import explorer as ex
from explorer.app import Explorer


@pytest.fixture
def page() -> Explorer:
    return ex.build()


def test_an_arrow_key_steps(page: Explorer) -> None:
    page.companion.on_message({"kind": "step", "by": 1})
    assert page.state.selection.step == "cut"


def test_the_clock_ticks_only_while_playing(page: Explorer) -> None:
    page.companion.on_message({"kind": "tick"})
    assert page.state.selection.step == "pour"
    page.ribbon.play.value = True
    page.companion.on_message({"kind": "tick"})
    assert page.state.selection.step == "cut"


def test_playing_stops_at_the_end(page: Explorer) -> None:
    page.ribbon.steps["blend"].click()
    page.ribbon.play.value = True
    page.companion.on_message({"kind": "tick"})
    assert (page.state.selection.step, page.state.selection.playing) == ("merge", False)
    assert page.ribbon.play.description == "Play"


def test_play_from_the_end_starts_over(page: Explorer) -> None:
    page.ribbon.steps["merge"].click()
    page.ribbon.play.value = True
    assert page.state.selection.step == "pour"


def test_a_key_stops_the_playing(page: Explorer) -> None:
    page.ribbon.play.value = True
    page.companion.on_message({"kind": "step", "by": 1})
    assert not page.state.selection.playing


def test_a_dark_browser_gets_a_dark_picture(page: Explorer) -> None:
    light = page.picture.stage.frame["svg"]
    page.companion.on_message({"kind": "dark", "dark": True})
    assert page.companion.root.dark
    assert page.picture.stage.frame["svg"] != light


@pytest.mark.parametrize(
    "content",
    [
        None,
        3,
        "step",
        [],
        {},
        {"kind": "step"},
        {"kind": "step", "by": "1"},
        {"kind": "run", "code": "1"},
        {"kind": "dark"},
        {"kind": "narrow", "narrow": 1},
    ],
)
def test_anything_else_is_let_be(page: Explorer, content: object) -> None:
    before = (page.state.config, page.state.selection, page.state.view)
    page.companion.on_message(content)
    assert (page.state.config, page.state.selection, page.state.view) == before
    assert page.state.problem is None


def test_the_present_step_is_marked_and_said(page: Explorer) -> None:
    page.ribbon.steps["reshelve"].click()
    assert page.companion.root.marks[".as-step-reshelve"] == {"aria-current": "step"}
    assert page.companion.root.say.startswith("Step 4 of 10, re-shelve")


def test_both_flips_are_marked_where_both_are_shown(page: Explorer) -> None:
    page.ribbon.steps["merge"].click()
    page.places.places.value = "two_flips"
    current = [name for name, mark in page.companion.root.marks.items() if mark.get("aria-current") == "step"]
    assert current == [".as-step-reshelve", ".as-step-inside_flip"]
    here = [name for name, button in page.ribbon.steps.items() if "as-here" in button._dom_classes]
    assert here == ["reshelve", "inside_flip"]
    page.places.places.value = "walk"
    assert page.companion.root.marks[".as-step-merge"] == {"aria-current": "step"}


def test_every_slider_and_box_has_a_name(page: Explorer) -> None:
    marks = page.companion.root.marks
    for size in page.sizes.sliders:
        assert marks[f".as-slider-{size} .noUi-handle"]["aria-label"]
        assert marks[f".as-number-{size} input"]["aria-label"]


def test_code_has_no_place_while_no_wrong_turn_is_named(page: Explorer) -> None:
    def unnamed() -> str | None:
        return page.companion.root.marks[".as-page"]["data-unnamed"]

    state = page.state
    assert unnamed() is None
    state.selection = state.selection.replace(place="wrong_turns")
    assert unnamed() == "yes"
    state.selection = state.taking("merge_without_reshelve")
    assert unnamed() is None
    state.selection = dataclasses.replace(state.selection, surprise=3)  # as an address can have it
    assert unnamed() == "yes"
    state.selection = state.hiding()
    assert unnamed() == "yes"
    state.selection = state.selection.replace(place="walk")
    assert unnamed() is None
