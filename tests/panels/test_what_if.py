"""Whatever a person does, in any order: the state is valid, the trip is that of its config, undo is exact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import explorer as ex
from explorer.app import Explorer
from explorer.core.steps import STEP_NAMES
from explorer.panels.address import read_address, write_address
from explorer.panels.history import Moment
from explorer.panels.limits import LIMITS, limit
from explorer.presets import PRESETS

Action = tuple[str, Callable[[Explorer], None]]
SIZES = sorted(LIMITS)


def slide(size: str, value: int) -> Action:
    return f"{size} = {value}", lambda page: setattr(page.sizes.sliders[size], "value", value)


def write(size: str, text: str) -> Action:
    return f"{size} typed {text!r}", lambda page: setattr(page.sizes.numbers[size], "value", text)


def choose(panel: str, control: str, value: Any) -> Action:
    return f"{control} {value}", lambda page: setattr(getattr(getattr(page, panel), control), "value", value)


def divide(page: Explorer, place: int) -> None:
    options = page.sizes.dividers.options
    page.sizes.dividers.value = options[place % len(options)][1]


def press(panel: str, button: str) -> Action:
    return button, lambda page: getattr(getattr(page, panel), button).click()


def message(content: dict[str, Any]) -> Action:
    return str(content), lambda page: page.companion.root._handle_custom_msg(content, [])


def walk(step: str) -> Action:
    return step, lambda page: page.ribbon.steps[step].click()


def paste(text: str) -> Action:
    return f"box {text!r}", lambda page: setattr(page.numbers.box, "value", text)


ACTIONS = st.one_of(
    st.builds(slide, st.sampled_from(SIZES), st.integers(1, 8)),
    st.builds(lambda place: ("dividers", lambda page: divide(page, place)), st.integers(0, 15)),
    st.builds(write, st.sampled_from(SIZES), st.sampled_from(["1", "2", "3", "9", "0", "x", ""])),
    st.builds(choose, st.just("masks"), st.just("causal"), st.booleans()),
    st.builds(choose, st.just("masks"), st.just("window"), st.booleans()),
    st.builds(choose, st.just("masks"), st.just("counts_self"), st.booleans()),
    st.builds(choose, st.just("masks"), st.just("scale"), st.sampled_from(["head_dim", "width", "none"])),
    st.builds(
        choose, st.just("masks"), st.just("empty_rows"), st.sampled_from(["refuse", "nan", "zero", "uniform"])
    ),
    st.builds(choose, st.just("numbers"), st.just("source"), st.sampled_from(["pencil", "poured"])),
    st.builds(choose, st.just("numbers"), st.just("labels"), st.sampled_from(["", "the cat", "a b c d"])),
    st.builds(choose, st.just("presets"), st.just("preset"), st.sampled_from(sorted(PRESETS))),
    st.builds(choose, st.just("header"), st.just("words"), st.sampled_from(["pencil", "both"])),
    st.builds(
        lambda i, j: message({"kind": "keep", "with": f"{i},{j}"}), st.integers(0, 3), st.integers(0, 3)
    ),
    st.builds(paste, st.sampled_from(["7", "1 2\n3 4", "0.1 -5", "x", "1 2 3 4 5 6 7 8 9"])),
    st.builds(walk, st.sampled_from(STEP_NAMES)),
    st.builds(lambda key: message({"kind": "key", "key": key}), st.sampled_from(["undo", "redo"])),
    st.builds(press, st.just("sizes"), st.sampled_from(["reset", "distinct"])),
    st.builds(press, st.just("masks"), st.just("rules")),
    st.builds(press, st.just("numbers"), st.just("untype")),
)


def expect_valid(page: Explorer) -> None:
    state = page.state
    config = state.config
    assert state.trip.config == config
    for size in LIMITS:
        value = getattr(config, size)
        assert value is None or value >= 1
        slider = page.sizes.sliders[size]
        assert slider.min <= slider.value <= slider.max
    assert state.selection.batch < config.batch
    assert state.selection.head is None or state.selection.head < config.heads
    assert page.state.problem is None or not page.state.problem.is_bug


def led_to(page: Explorer) -> Moment:
    """Where the page's own address leads."""
    start = page.state.start
    return read_address(write_address(page.state.moment, start), start).moment


def expect_trip(page: Explorer) -> None:
    fresh = ex.trace(page.state.config)
    for step in fresh.steps:
        for name, tensor in step.tensors.items():
            np.testing.assert_array_equal(page.state.trip[step.name][name].values, tensor.values)


@settings(max_examples=25, deadline=None)
@given(st.lists(ACTIONS, max_size=12))
def test_any_order_of_actions_keeps_the_page_right_and_undo_exact(actions: list[Action]) -> None:
    page = Explorer()
    start: Moment = page.state.moment
    for _, act in actions:
        act(page)
        expect_valid(page)
        assert led_to(page) == page.state.moment
    expect_trip(page)
    end = page.state.moment
    back = 0
    while page.state.can_undo:
        page.undo.undo.click()
        back += 1
        assert back < 100
    assert page.state.moment == start
    expect_trip(page)
    for _ in range(back):
        page.undo.redo.click()
    # What was taken back before the end stays so: redo leads at least to where one was.
    while page.state.moment != end and page.state.can_undo:
        page.undo.undo.click()
    assert page.state.moment == end
    page.close()


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_raising_a_size_and_lowering_it_again_brings_back_the_same_state(data: st.DataObject) -> None:
    page = Explorer()
    for _, act in data.draw(st.lists(ACTIONS, max_size=5)):
        act(page)
    page.companion.root._handle_custom_msg({"kind": "key", "key": "Escape"}, [])
    size = data.draw(st.sampled_from([size for size in SIZES if size != "window"]))
    before, config = page.state.moment, page.state.config
    first = getattr(config, size)
    if first < limit(size, config):
        page.sizes.sliders[size].value = data.draw(st.integers(first + 1, limit(size, config)))
        page.sizes.sliders[size].value = first
    assert page.state.config == before.config
    expect_trip(page)
    page.close()


@pytest.mark.parametrize(
    "acts",
    [
        [slide("tokens", 8), slide("window", 8), slide("tokens", 3)],
        [slide("tokens", 8), slide("window", 7), slide("tokens", 2)],
        [slide("heads", 4), slide("head_dim", 6), ("24 x 1", lambda page: divide(page, -1))],
        [choose("presets", "preset", "layer"), slide("head_dim", 1), slide("heads", 384)],
        [choose("presets", "preset", "layer"), press("numbers", "small")],
    ],
)
def test_an_address_leads_back_to_wherever_a_person_came(acts: list[Action]) -> None:
    page = Explorer()
    for _, act in acts:
        act(page)
        expect_valid(page)
        assert led_to(page) == page.state.moment
    page.close()


def test_the_tie_notice_names_what_is_equal_and_one_press_makes_sizes_differ() -> None:
    page = Explorer()
    assert "Ties: B = 1, H = D = W = 2" in page.sizes.ties.value
    page.sizes.distinct.click()
    config = page.state.config
    sizes = [config.batch, config.tokens, config.heads, config.head_dim, config.window]
    assert len(set(sizes)) == 5
    assert 1 not in sizes
    assert page.sizes.ties.value == ""
    assert page.sizes.distinct.layout.display == "none"


def test_the_row_stays_while_the_dividers_move() -> None:
    page = Explorer()
    rows = page.state.trip["cut"]["query"].values
    page.sizes.dividers.value = (4, 1)
    assert (page.state.config.heads, page.state.config.head_dim) == (4, 1)
    np.testing.assert_array_equal(page.state.trip["cut"]["query"].values, rows)


def test_switching_the_window_on_again_brings_back_its_size() -> None:
    page = Explorer(ex.Config(tokens=6, window=4))
    page.masks.window.value = False
    assert page.state.config.window is None
    page.masks.window.value = True
    assert page.state.config.window == 4


def test_a_box_that_cannot_be_read_changes_nothing_and_says_why() -> None:
    page = Explorer()
    page.numbers.box.value = "1 2\n3"
    assert page.state.config == ex.Config()
    assert page.state.problem is not None
    assert page.state.problem.text == (
        "Cannot paste rows of different lengths: row 1 has 2 numbers and row 2 has 1. Copy a whole block."
    )
    assert page.numbers.box.value == "1 0 2 1\n0 1 1 0\n1 1 0 2"


def test_pouring_offers_the_tokens_and_the_table_to_type_over() -> None:
    page = Explorer()
    page.numbers.source.value = "poured"
    assert [name for _, name in page.numbers.tensor.options] == ["tokens", "table"]
    page.numbers.tensor.value = "table"
    page.numbers.box.value = "9"
    assert page.state.trip["pour"]["table"].values[0, 0] == 9
    page.numbers.untype.click()
    assert page.state.config == ex.Config(source="poured")


def test_hostile_messages_about_cells_do_nothing_or_are_refused_in_our_words() -> None:
    page = Explorer()
    for cell in ("", "1", "a,b", "-1,0", "0," + "9" * 30, "0,0,0", "\u0663,0"):
        page.companion.root._handle_custom_msg({"kind": "keep", "with": cell}, [])
    assert page.state.config == ex.Config()
    page.companion.root._handle_custom_msg({"kind": "keep", "with": "0,7"}, [])
    assert page.state.config == ex.Config()
    assert page.state.problem is not None
    assert not page.state.problem.is_bug
