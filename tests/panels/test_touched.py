"""What is said of a touched and of a pinned number, in all three vocabularies."""

from __future__ import annotations

import re
from html import unescape

import pytest

import explorer as ex
from explorer import words
from explorer.core.place import Place
from explorer.panels.state import ExplorerState
from explorer.panels.touched import TouchedPanel
from tests.scene.test_pointing import drawn_places

MATCH = Place("scores", "matches", (("batch", 0), ("head", 0), ("query_token", 2), ("key_token", 1)))


@pytest.fixture
def state() -> ExplorerState:
    return ExplorerState()


@pytest.fixture
def panel(state: ExplorerState) -> TouchedPanel:
    return TouchedPanel(state)


def show(state: ExplorerState, **changes: object) -> None:
    state.selection = state.selection.replace(**changes)


def exact(value: float | bool) -> str:
    if isinstance(value, bool):
        return "kept" if value else "struck"
    return repr(value).removesuffix(".0")


def where_in_words(place: Place, vocabulary: str, batch: int) -> str:
    """Name the tensor and its axes in one's own words; a single book is not worth a word."""
    axes = [
        words.AXES[axis].short(vocabulary, index)
        for axis, index in place.coords
        if axis != "batch" or batch > 1
    ]
    return f"{words.TENSORS[place.tensor].short(vocabulary)}, {', '.join(axes)}"


def arithmetic(trip: ex.Trace, place: Place, vocabulary: str = "both") -> list[str]:
    """The engine's lines; where a number only moved, from where, in one's own words."""
    told = trip.explain(place.step, place.tensor, **dict(place.coords))
    if [operand.role for operand in told.operands] == ["moved"]:
        source = where_in_words(told.operands[0].place, vocabulary, trip.config.batch)
        return [f"from {source}: the same number"]
    return list(told.lines)


def said(panel: TouchedPanel, class_: str) -> list[str]:
    """The paragraphs of one class, as a person reads them."""
    return [unescape(text) for text in re.findall(rf'<p class="{class_}">([^<]*)</p>', panel.text.value)]


def test_at_first_it_says_how(panel: TouchedPanel) -> None:
    assert said(panel, "as-hint") == [
        "Point at a number, or Tab to a grid and use the arrow keys.",
        "Enter or a click pins it, and traces it through every step.",
        "Press one of Q's, K's or V's numbers and type another.",
    ]
    assert said(panel, "as-where") == said(panel, "as-arithmetic") == []


@pytest.mark.parametrize(
    ("vocabulary", "where"),
    [
        ("both", "matches, lens 0, asking 2, looked at 1: 2"),
        ("pencil", "matches, lens 0, asking 2, looked at 1: 2"),
        ("standard", "dot products, head 0, query 2, key 1: 2"),
    ],
)
def test_it_says_where_in_ones_own_words(
    state: ExplorerState, panel: TouchedPanel, vocabulary: str, where: str
) -> None:
    state.view = state.view.replace(words=vocabulary)
    show(state, touched=MATCH, pinned=MATCH)
    assert said(panel, "as-where")[0] == where
    assert said(panel, "as-where")[1] == f"Pinned: {where.rsplit(':', 1)[0]}."
    assert said(panel, "as-arithmetic") == ["match = 1*0 + 1*2 = 2"]


@pytest.mark.parametrize("vocabulary", words.WORDS)
@pytest.mark.parametrize("config", [ex.Config(), ex.Config(tokens=4, batch=2, window=3)], ids=["B1", "B2"])
def test_every_number_of_every_step(config: ex.Config, vocabulary: str) -> None:
    state = ExplorerState(config)
    panel = TouchedPanel(state)
    state.view = state.view.replace(words=vocabulary)
    for step in ex.STEP_NAMES:
        for place in set(drawn_places(state.trip, step).values()):
            show(state, step=step, touched=place)
            told = state.trip.explain(place.step, place.tensor, **dict(place.coords))
            assert said(panel, "as-arithmetic") == arithmetic(state.trip, place, vocabulary)
            where = where_in_words(place, vocabulary, config.batch)
            assert said(panel, "as-where") == [f"{where}: {exact(told.value)}"]


def test_the_value_is_exact(state: ExplorerState, panel: TouchedPanel) -> None:
    share = Place("shares", "shares", (("batch", 0), ("head", 0), ("query_token", 1), ("key_token", 0)))
    show(state, touched=share)
    value = state.trip["shares"]["shares"].values[0, 0, 1, 0]
    assert float(said(panel, "as-where")[0].rsplit(": ", 1)[1]) == value
    struck = Place("mask", "struck", (("batch", 0), ("head", 0), ("query_token", 0), ("key_token", 1)))
    show(state, touched=struck)
    assert said(panel, "as-where")[0].endswith(": -inf")
    keep = Place("mask", "keep", (("query_token", 0), ("key_token", 1)))
    show(state, touched=keep)
    assert said(panel, "as-where")[0].endswith(": struck")


@pytest.mark.parametrize(
    "pinned",
    [
        MATCH,
        Place("pour", "wide", (("batch", 0), ("token", 1), ("wide", 5))),
        Place("merge", "output", (("batch", 0), ("token", 2), ("width", 3))),
    ],
    ids=lambda place: place.tensor,
)
def test_a_pinned_number_says_where_it_comes_from_and_goes_to(
    state: ExplorerState, panel: TouchedPanel, pinned: Place
) -> None:
    show(state, pinned=pinned)
    where = dict(pinned.coords)
    verdicts = [
        state.trip.ancestors(pinned.step, pinned.tensor, **where).verdict,
        state.trip.descendants(pinned.step, pinned.tensor, **where).verdict,
    ]
    assert said(panel, "as-traced-text") == [f"{text[0].upper()}{text[1:]}." for text in verdicts]
    for step in ex.STEP_NAMES:
        show(state, step=step)
        assert len(said(panel, "as-traced-text")) == 2
    assert "Press it again, or Escape, to let go." in said(panel, "as-hint")
    show(state, pinned=None)
    assert said(panel, "as-traced-text") == []


def test_a_touch_of_another_step_is_let_go(state: ExplorerState, panel: TouchedPanel) -> None:
    show(state, step="scores")
    show(state, touched=MATCH)
    assert said(panel, "as-arithmetic")
    show(state, step="mask")
    assert said(panel, "as-arithmetic") == []


def test_other_numbers_are_told_anew(state: ExplorerState, panel: TouchedPanel) -> None:
    show(state, touched=MATCH)
    before = said(panel, "as-arithmetic")
    state.config = state.config.replace(source="poured")
    told = state.trip.explain("scores", "matches", **dict(MATCH.coords))
    assert said(panel, "as-arithmetic") == list(told.lines) != before


def test_whatever_is_said_is_shown_as_text(
    state: ExplorerState, panel: TouchedPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = '<img src=x onerror=alert(1)> & "more"'
    monkeypatch.setattr("explorer.panels.touched.where", lambda *_: typed)
    monkeypatch.setattr("explorer.panels.touched.tell_number", lambda *_: (typed,))
    show(state, touched=MATCH, pinned=MATCH)
    assert "<img" not in panel.text.value
    assert said(panel, "as-where") == [f"{typed}: 2", f"Pinned: {typed}."]
    assert said(panel, "as-arithmetic") == [typed]


def test_the_page_is_told_whether_there_are_only_hints(state: ExplorerState, panel: TouchedPanel) -> None:
    assert "as-hints-only" in panel.text._dom_classes
    show(state, touched=MATCH)
    assert "as-hints-only" not in panel.text._dom_classes
    show(state, touched=None)
    assert "as-hints-only" in panel.text._dom_classes
    show(state, pinned=MATCH)
    assert "as-hints-only" not in panel.text._dom_classes
