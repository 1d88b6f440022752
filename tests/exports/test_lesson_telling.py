"""The portable lesson says what the page says, in all three vocabularies."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from itertools import chain
from typing import Any

import pytest

import explorer as ex
from explorer import words as glossary
from explorer.exports.lesson_numbers import Slots, numbers_record
from explorer.exports.lesson_trip import sizes_text, trip_record
from explorer.panels.companion import CompanionPanel
from explorer.panels.state import ExplorerState
from explorer.panels.story import CodePanel, StoryPanel
from explorer.panels.touched import TouchedPanel
from explorer.panels.view import View
from tests.scene.kit import TWO_FLIPS
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


@cache
def record_of(config: ex.Config) -> dict[str, Any]:
    return trip_record(ex.trace(config))


def pieces(html: str, tag: str) -> list[str]:
    """What a reader reads in each element of a kind; code stands between backticks."""
    found = re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", html, re.DOTALL)
    return [unescape(re.sub(r"</?code>", "`", text)) for text in found]


@EACH
def test_a_step_and_both_flips_are_told_as_on_the_page(config: ex.Config, words: str) -> None:
    state = state_of(config, words)
    record = record_of(config)
    for shown, told in record["story"][words].items():
        place = {"place": "two_flips"} if shown == TWO_FLIPS else {"place": "walk", "step": shown}
        state.selection = state.selection.replace(**place)
        story, companion = StoryPanel(state), CompanionPanel(state)
        assert pieces(story.text.value, "h2") == [told["title"]]
        parts = told.get("parts", [])
        assert pieces(story.text.value, "h3") == [part["title"] for part in parts]
        assert pieces(story.text.value, "p") == [told[name] for name in ("telling",) if name in told]
        facts = told.get("facts") or list(chain(*(part["facts"] for part in parts)))
        assert pieces(story.text.value, "li") == list(facts)
        assert pieces(story.points.value, "li") == list(told["points"])
        assert companion.root.say == told["said"]
        for dialect in glossary.DIALECTS:
            state.view = state.view.replace(dialect=dialect)
            assert pieces(CodePanel(state).text.value, "pre") == [record["code"][shown][dialect]]
    assert list(record["story"][words]) == [*ex.STEP_NAMES, TWO_FLIPS]


@EACH
def test_a_number_is_told_as_on_the_page(config: ex.Config, words: str) -> None:
    state = state_of(config, words)
    panel = TouchedPanel(state)
    for step in ex.STEP_NAMES:
        places = list(set(drawn_places(state.trip, step).values()))[::7]
        slots = Slots(state.trip, places)
        record = numbers_record(state.trip, slots)
        for place in places:
            state.selection = state.selection.replace(step=step, touched=place)
            first, *lines = pieces(panel.text.value, "p")[:-2]
            where, value, *told = record["told"][words][slots[place]]
            assert first == f"{where}: {value}"
            assert lines == told


def test_a_trip_is_named_by_what_makes_it_another() -> None:
    told = {sizes_text(config) for config in (
        ex.Config(), ex.Config(tokens=4), ex.Config(heads=4), ex.Config(head_dim=3), ex.Config(window=1),
        ex.Config(window=None), ex.Config(batch=2), ex.Config(causal=False),
    )}  # fmt: skip
    assert len(told) == 8
