"""Anything at all in the page's address, and in what is said to its parts: told of or let be, never a bug."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import ipywidgets as widgets
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import explorer as ex
from explorer.app import Explorer
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.moves import MOVES
from explorer.core.steps import STEP_NAMES
from explorer.panels.address import _PARAMETERS, LONGEST, read_address
from explorer.panels.records import PLACES
from explorer.presets import PRESETS

# A page takes a moment; a few words to each part of it are an example.
at_leisure = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def page() -> Iterator[Explorer]:
    """One page for all."""
    page = ex.build()
    yield page
    page.close()


def is_sound(page: Explorer) -> bool:
    """Tell whether nothing broke: a refusal is said, and is no bug."""
    problem, page.state.problem = page.state.problem, None
    assert problem is None or not problem.is_bug, problem
    return True


odd_text = st.text(max_size=30) | st.sampled_from(
    ["0", "-1", "007", "1e9", "NaN", "\u0663", "\u00b2", "1,1", "none"]
)
known = {
    "place": st.sampled_from(PLACES),
    "step": st.sampled_from(STEP_NAMES),
    "quiz": st.sampled_from(
        ["7,5", "3,50,flips", "0,1", "999999,50", "1000000,5", "7,51", "7,5,flops", ",", "7"]
    ),
    "type": st.sampled_from(["large", "usual", "room", ""]),
    "preset": st.sampled_from(sorted(PRESETS)),
    "lock": st.sampled_from(sorted(PRESETS)),
    "turns": st.lists(st.sampled_from(sorted(WRONG_TURNS)), max_size=3).map(",".join),
    "moves": st.lists(st.sampled_from(sorted(MOVES)), max_size=14).map(",".join),
}
parameter = st.sampled_from(sorted({*_PARAMETERS, *known, "own", "cut", "x"})).flatmap(
    lambda name: st.tuples(st.just(name), known.get(name, odd_text) | odd_text)
)
query = st.lists(parameter, max_size=6).map(
    lambda asked: "&".join(f"{name}={quote(text.encode('utf-8', 'surrogatepass'))}" for name, text in asked)
)
anything: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.just(10**400) | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)
number = st.integers(-2, 60) | st.just(10**400) | st.booleans()
FIELDS: dict[str, dict[str, Any]] = {
    "start": {"seed": number, "count": number, "flips_only": st.booleans()},
    "answer": {"at": number, "choice": st.none() | number},
    **{kind: {"at": number} for kind in ("next", "stop", "resume", "walk")},
    **{kind: {} for kind in ("again", "another", "settings", "distinct", "tick")},
    "touch": {"cell": st.none() | odd_text},
    "pin": {"cell": st.none() | odd_text},
    "type": {"cell": odd_text, "text": odd_text},
    "paste": {"cell": odd_text, "text": odd_text},
    "visit": {"query": query},
    "step": {"by": number},
    "key": {"key": st.sampled_from(["t", "Escape", "?", "undo", "redo", "x"])},
    "keep": {"with": odd_text},
}
message = st.sampled_from(sorted(FIELDS)).flatmap(
    lambda kind: st.fixed_dictionaries(
        {"kind": st.just(kind), **{name: values | anything for name, values in FIELDS[kind].items()}}
    )
)


@given(asked=query)
@settings(at_leisure, max_examples=250)
def test_an_address_that_is_nearly_legal_is_shown_or_told_of(page: Explorer, asked: str) -> None:
    arrival = read_address(asked, page.state.start)
    assert arrival.notices or arrival.moment is not None
    assert all(len(notice) < LONGEST for notice in arrival.notices)
    page.state.visit(asked)
    assert is_sound(page)


@given(place=st.sampled_from(PLACES), words=st.lists(message, max_size=12))
@at_leisure
def test_whatever_is_said_to_a_part_of_the_page_breaks_nothing(
    page: Explorer, place: str, words: list[dict[str, Any]]
) -> None:
    page.state.visit(f"place={place}&quiz=7,5")
    parts = [page.predict, page.picture, page.browser, page.companion]
    deliveries = [card.delivery for card in page.export.cards.all] if page.export.cards else []
    for word in words:
        for part in parts:
            with page.state.telling_problems():
                part.on_message(word)
            assert is_sound(page), word
        for delivery in deliveries:
            delivery._handle_custom_msg(word, [])
            assert is_sound(page), word


def pressed(page: Explorer) -> list[str]:
    """Press every button of the page; those after which it was no longer sound."""
    left: list[Any] = [page]
    buttons = []
    while left:
        widget = left.pop()
        left += getattr(widget, "children", ())
        buttons += [widget] if isinstance(widget, widgets.Button) else []
    assert len(buttons) > 20
    broken = []
    for button in buttons:
        button.click()
        broken += [] if is_sound(page) else [button.description]
    return broken


@pytest.mark.parametrize("place", PLACES)
def test_every_button_can_be_pressed_whether_it_is_to_be_or_not(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is disabled or out of sight is still heard when somebody sends its press."""
    page = ex.build(address=f"place={place}")
    monkeypatch.setattr(page.export._slowly, "begin", lambda: None)  # a file is begun, and takes its time
    for _ in range(2):
        assert pressed(page) == []
    page.close()
