"""The portable lesson says what the page says, in all three vocabularies."""

from __future__ import annotations

import re
from html import unescape
from itertools import chain

import pytest

import explorer as ex
from explorer import words as glossary
from explorer.exports.lesson_telling import codes, sizes_text, tell_number, tell_step, tell_two_flips, where
from explorer.panels.companion import CompanionPanel
from explorer.panels.state import ExplorerState
from explorer.panels.story import CodePanel, StoryPanel
from explorer.panels.touched import TouchedPanel
from explorer.panels.view import View
from tests.scene.test_pointing import drawn_places

ROWS = [[1, 0, 0, 2], [0, 1, 1, 0]]
NUMBERS = ex.Numbers.of(query=ROWS, key=ROWS, value=ROWS, heads=2, name="<mine>.csv")
CONFIGS = {
    "pencil": ex.Config(),
    "poured, two books": ex.Config(source="poured", batch=2, tokens=4),
    "odd rules": ex.Config(window=None, causal=False, scale="width", window_counts_self=False),
    "empty rows": ex.Config(window=1, window_counts_self=False, empty_rows="zero", scale="none"),
    "own numbers": ex.Config.of(NUMBERS, labels=("the", "grandmother's")),
    "by hand": ex.Config(by_hand=((2, 0, True), (1, 0, False))),
}
EACH = pytest.mark.parametrize(
    ("config", "words"),
    [(config, words) for config in CONFIGS.values() for words in glossary.WORDS],
    ids=[f"{name}, {words}" for name in CONFIGS for words in glossary.WORDS],
)


def state_of(config: ex.Config, words: str) -> ExplorerState:
    state = ExplorerState(config)
    state.view = View(words=words)
    return state


def pieces(html: str, tag: str) -> list[str]:
    """What a reader reads in each element of a kind; code stands between backticks."""
    found = re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", html, re.DOTALL)
    return [unescape(re.sub(r"</?code>", "`", text)) for text in found]


@EACH
def test_a_step_is_told_as_on_the_page(config: ex.Config, words: str) -> None:
    state = state_of(config, words)
    for step in ex.STEP_NAMES:
        state.selection = state.selection.replace(step=step)
        story, code, companion = StoryPanel(state), CodePanel(state), CompanionPanel(state)
        told = tell_step(state.trip, step, words)
        assert pieces(story.text.value, "h2") == [told["title"]]
        assert pieces(story.text.value, "p") == [told["telling"]]
        assert pieces(story.text.value, "li") == told["facts"]
        assert pieces(story.points.value, "li") == told["points"]
        assert companion.root.say == told["said"]
        assert pieces(code.text.value, "pre") == [codes(state.trip)[step]["numpy"]]


@EACH
def test_both_flips_are_told_as_on_the_page(config: ex.Config, words: str) -> None:
    state = state_of(config, words)
    state.selection = state.selection.replace(place="two_flips")
    story, code, companion = StoryPanel(state), CodePanel(state), CompanionPanel(state)
    told = tell_two_flips(state.trip, words)
    assert pieces(story.text.value, "h2") == [told["title"]]
    assert pieces(story.text.value, "h3") == [part["title"] for part in told["parts"]]
    assert pieces(story.text.value, "li") == list(chain(*(part["facts"] for part in told["parts"])))
    assert pieces(story.points.value, "li") == told["points"]
    assert companion.root.say == told["said"]
    for dialect in glossary.DIALECTS:
        state.view = state.view.replace(dialect=dialect)
        code = CodePanel(state)
        assert pieces(code.text.value, "pre") == [codes(state.trip)["two_flips"][dialect]]


@EACH
def test_a_number_is_told_as_on_the_page(config: ex.Config, words: str) -> None:
    state = state_of(config, words)
    panel = TouchedPanel(state)
    for step in ex.STEP_NAMES:
        for place in list(set(drawn_places(state.trip, step).values()))[::7]:
            state.selection = state.selection.replace(step=step, touched=place)
            first, *lines = pieces(panel.text.value, "p")[:-2]
            told = state.trip.explain(place.step, place.tensor, **dict(place.coords))
            assert first.rsplit(": ", 1)[0] == where(config, place, words)
            assert tuple(lines) == tell_number(config, told, words)


def test_a_trip_is_named_by_what_makes_it_another() -> None:
    told = {sizes_text(config) for config in (
        ex.Config(), ex.Config(tokens=4), ex.Config(heads=4), ex.Config(head_dim=3), ex.Config(window=1),
        ex.Config(window=None), ex.Config(batch=2), ex.Config(causal=False),
    )}  # fmt: skip
    assert len(told) == 8
