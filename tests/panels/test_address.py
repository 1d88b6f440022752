"""The state in an address: what is written is read back the same, and a stranger's text does no harm."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorer as ex
from explorer.core.edits import Edit
from explorer.core.mistakes.moves import MOVES
from explorer.core.numbers import Numbers
from explorer.core.place import Place
from explorer.core.steps import STEP_NAMES
from explorer.panels.address import LONGEST, read_address, write_address
from explorer.panels.history import Moment
from explorer.panels.records import PLACES, Selection
from explorer.panels.state import ExplorerState
from explorer.panels.view import HIDEABLE, View
from explorer.presets import PRESETS

START = Moment.of(ex.Config(), Selection(), View())

_small = st.integers(0, 7)
_value = st.floats(allow_nan=False, allow_infinity=False)
_edits = st.lists(
    st.tuples(st.sampled_from(["query", "key", "value", "tokens"]), _small, _small, _small, _value)
    | st.tuples(
        st.sampled_from(["table.query", "table.key", "table.value"]), st.just(0), _small, _small, _value
    ),
    max_size=5,
)
_label = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=12)
_configs = st.builds(
    ex.Config,
    tokens=st.integers(1, 8),
    heads=st.integers(1, 4),
    head_dim=st.integers(1, 6),
    batch=st.integers(1, 3),
    window=st.none() | st.integers(1, 1),
    causal=st.booleans(),
    source=st.sampled_from(["pencil", "poured"]),
    edits=_edits,
    by_hand=st.lists(st.tuples(_small, _small, st.booleans()), max_size=4),
    window_counts_self=st.booleans(),
    scale=st.sampled_from(["head_dim", "width", "none"]),
    empty_rows=st.sampled_from(["refuse", "nan", "zero", "uniform"]),
    labels=st.lists(_label, max_size=4),
)
_selections = (
    st.builds(
        Selection,
        step=st.sampled_from(STEP_NAMES),
        place=st.sampled_from(PLACES),
        batch=_small,
        head=st.none() | _small,
        tensor=st.sampled_from(["query", "key", "value"]),
        pinned=st.none()
        | st.builds(
            lambda i, j: Place(
                "scores", "matches", (("batch", 0), ("head", 1), ("query_token", i), ("key_token", j))
            ),
            _small,
            _small,
        ),
        grid_tensor=st.sampled_from(["", "matches", "key"]),
        free=st.none() | st.just(("head", "token")),
        held=st.just(()) | st.just((("batch", 0), ("width", 3), ("wide", 2), ("channel", 1))),
        moves=st.lists(st.sampled_from(list(MOVES)), max_size=4).map(tuple),
    )
    | st.builds(
        Selection,
        place=st.just("wrong_turns"),
        turns=st.lists(st.sampled_from(list(ex.WRONG_TURNS)), unique=True, max_size=2).map(tuple),
    )
    | st.builds(Selection, place=st.just("wrong_turns"), surprise=st.none() | st.integers(0, 999))
)
_views = st.builds(
    View,
    words=st.sampled_from(["both", "pencil", "standard"]),
    colour=st.sampled_from(["auto", "origin", "value"]),
    theme=st.sampled_from(["auto", "light", "dark"]),
    lettering=st.sampled_from(["usual", "large"]),
    dialect=st.sampled_from(["numpy", "pytorch", "einops"]),
    drawn_by=st.sampled_from(["page", "matplotlib"]),
    as_tables=st.booleans(),
    decimals=st.integers(0, 4),
    hidden=st.lists(st.sampled_from(HIDEABLE), unique=True).map(tuple),
)


@given(config=_configs, selection=_selections, view=_views)
def test_what_is_written_is_read_back_the_same(config: Any, selection: Any, view: Any) -> None:
    moment = Moment.of(config, selection, view)
    arrival = read_address(write_address(moment, START), START)
    assert arrival.notices == ()
    assert arrival.moment == moment


def test_where_nothing_differs_nothing_is_written() -> None:
    assert write_address(START, START) == ""
    assert read_address("", START).moment == START


def test_an_address_can_be_read_by_people() -> None:
    config = ex.Config(
        tokens=5, window=None, edits=[Edit("query", 0, 1, 3, -2.5), Edit("table.key", 0, 1, 0, 7)],
        by_hand=[(2, 0, True)], labels=["The", "cat, sat"],
    )  # fmt: skip
    moment = Moment.of(config, Selection(step="scores", head=1), View(words="pencil"))
    assert write_address(moment, START) == (
        "T=5&W=none&keep=2.0.1&edits=q0.1.3:-2.5,tk0.1.0:7&labels=The,cat%252C%2520sat"
        "&step=scores&head=1&words=pencil"
    )


@given(st.text(max_size=200))
def test_any_text_is_read_and_never_raises(text: str) -> None:
    for query in (text, quote(text), *(f"{name}={quote(text)}" for name in ("T", "edits", "pin", "labels"))):
        arrival = read_address(query, START)
        assert arrival.moment == START or arrival.asked


BAD = [
    ("T=0", "T"),
    ("T=9", "T"),
    ("T=100000000", "T=100000000"),
    ("T=-1", "T=-1"),
    ("T=3.5", "T=3.5"),
    ("T=\u0663", "T="),
    ("W=0", "W"),
    ("causal=yes", "causal=yes"),
    ("step=nowhere", "step=nowhere"),
    ("edits=q0.0.0:inf", "edits=q0.0.0:inf"),
    ("edits=q0.0.0:1e999", "edits=q0.0.0:1e999"),
    ("edits=z0.0.0:1", "edits=z0.0.0:1"),
    ("edits=tq1.0.0:1", "edits"),
    ("keep=1.1", "keep=1.1"),
    ("labels=%2500", "labels"),
    ("labels=%ff", "labels"),
    ("pin=scores", "pin"),
    ("pin=scores.matches.b0.z1", "pin"),
    ("free=h,h", "free=h,h"),
    ("held=h", "held=h"),
    ("hide=everything", "hide=everything"),
    ("preset=mine", "preset=mine"),
    ("lock=../../etc", "lock=../../etc"),
    ("source=given", "source=given"),
    ("decimals=9", "decimals=9"),
    ("keep=0.0.0", "keep"),
]


@pytest.mark.parametrize(("query", "named"), BAD)
def test_what_is_not_legal_gives_the_usual_page_and_names_the_parameter(query: str, named: str) -> None:
    state = ExplorerState(address=query)
    assert state.moment == START or query.startswith("pin")
    assert state.problem is not None
    assert named in state.problem.text
    assert not state.problem.is_bug


def test_a_script_in_an_address_is_told_as_text_and_cut_short() -> None:
    query = "T=" + quote("<script>alert(1)</script>" * 50)
    assert read_address(query, START).notices == (
        (
            "This page's address asks for T=<script>alert(1)</script><script>alert(1: a whole number is "
            "expected, not '<script>alert(1)</script><script>alert(1'. Shown is the usual page."
        ),
    )


def test_an_unknown_parameter_is_let_be_and_told() -> None:
    state = ExplorerState(address="t=5&T=4")
    assert state.config.tokens == 4
    assert state.problem is not None
    assert state.problem.text == ("This page's address asks for 't', which it does not know; it was let be.")


def test_an_endless_address_is_not_read() -> None:
    arrival = read_address("T=5&labels=" + "a," * LONGEST, START)
    assert arrival.moment == START
    assert arrival.notices == (
        f"This page's address is longer than {LONGEST} signs. Shown is the usual page.",
    )


def test_pins_that_the_trip_has_not_are_let_go_and_told() -> None:
    state = ExplorerState(address="head=9&T=4")
    assert (state.config.tokens, state.selection.head) == (4, None)
    assert state.problem is not None
    assert state.problem.text == "This page's address asks by head for what this trip has not; it was let be."


def test_more_edits_than_an_address_holds_are_left_out_and_said() -> None:
    edits = [Edit("query", 0, row, column, 0.123456789) for row in range(50) for column in range(20)]
    query = write_address(Moment.of(ex.Config(tokens=5, edits=edits), Selection(), View()), START)
    assert query == "T=5&cut=edits"
    arrival = read_address(query, START)
    assert arrival.moment.config == ex.Config(tokens=5)
    assert "too long for all of its edits" in arrival.notices[0]


def test_numbers_of_ones_own_are_named_and_left_out() -> None:
    numbers = Numbers.of(query=[[1, 2]], key=[[3, 4]], value=[[5, 6]], name="my <b>.npz")
    edited = ex.Config.of(numbers, edits=[Edit("query", 0, 0, 0, 9)], labels=["the"], scale="none")
    moment = Moment.of(edited, Selection(step="cut"), View())
    query = write_address(moment, START)
    arrival = read_address(query, START)
    assert arrival.moment.selection.step == "cut"
    assert arrival.moment.config == START.config  # what was typed over other numbers means nothing here
    assert "somebody's own (my <b>.npz), which no address can hold" in arrival.notices[0]
    assert read_address(query, START, own=numbers).moment == moment  # where they are at hand they are used


def test_leaving_the_numbers_that_a_page_began_with_is_in_its_address_too() -> None:
    start = Moment.of(PRESETS["layer"].config, Selection(), View())
    moment = Moment.of(ex.Config(tokens=4), Selection(step="cut"), View())
    query = write_address(moment, start)
    assert "source=pencil" in query
    assert read_address(query, start).moment == moment


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_comes_back_from_its_address(name: str) -> None:
    moment = Moment.of(PRESETS[name].config, Selection(step="scores"), View())
    assert read_address(write_address(moment, START), START).moment == moment
    assert read_address(f"preset={name}&step=scores", START).moment == moment


def test_a_locked_page_shows_its_preset_and_refuses_to_change_it() -> None:
    state = ExplorerState(address="lock=distinct&T=3&hide=code,share&step=scores")
    assert state.config == PRESETS["distinct"].config
    assert state.view.hidden == ("code", "share")
    state.config = state.config.replace(tokens=3)
    assert state.config == PRESETS["distinct"].config
    assert state.problem is not None
    assert state.problem.text == (
        "Cannot change sizes, masks or numbers: this page is locked to the preset 'distinct'. "
        "Walk through it, or open the page without lock in its address."
    )
    assert write_address(state.moment, state.start) == "lock=distinct&step=scores&hide=code,share"
