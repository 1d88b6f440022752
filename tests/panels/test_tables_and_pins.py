"""The tables, the keys that show them, and the place where all counters but two are pinned."""

from __future__ import annotations

import re
from html import unescape

import pytest

import explorer as ex
from explorer.app import Explorer
from explorer.scene.as_text import numpy_literal


@pytest.fixture
def page() -> Explorer:
    return ex.build(ex.Config(tokens=4, heads=3, head_dim=2, batch=2))


@pytest.mark.parametrize("step", ex.STEP_NAMES)
def test_there_is_a_table_for_every_grid_of_the_picture(page: Explorer, step: str) -> None:
    page.ribbon.steps[step].click()
    page.choices.tables.value = True
    text = page.tables.text.value
    assert text.count("<table") == len(page.state.scene.panels)
    cells = re.findall(r"<td>([^<]+)</td>", text)
    assert cells == [cell.text for panel in page.state.scene.panels for cell in panel.cells]
    copies = [unescape(copy) for copy in re.findall(r'data-copy="(np[^"]+)"', text)]
    assert copies == [numpy_literal(panel) for panel in page.state.scene.panels]


def test_tables_cost_nothing_until_they_are_asked_for(page: Explorer) -> None:
    assert page.tables.text.value == ""
    page.companion.on_message({"kind": "key", "key": "t"})
    assert page.choices.tables.value
    assert page.companion.root.marks[".as-page"]["data-tables"] == "yes"
    page.companion.on_message({"kind": "key", "key": "t"})
    assert page.tables.text.value == ""
    assert page.companion.root.marks[".as-page"]["data-tables"] is None


def test_the_keys_are_listed_on_request(page: Explorer) -> None:
    assert "Home, End" not in page.places.keys.value
    page.companion.on_message({"kind": "key", "key": "?"})
    assert "Home, End" in page.places.keys.value
    page.places.ask.value = False
    assert "Home, End" not in page.places.keys.value


def test_the_pins_are_chosen_by_hand(page: Explorer) -> None:
    page.places.places.value = "pins"
    page.ribbon.steps["reshelve"].click()
    assert page.state.selection.place == "pins"  # a step is looked at where one is
    page.pins.tensor.value = "query"
    page.pins.free.value = ("batch", "token")
    page.pins.pins[0].value = 2
    page.pins.pins[1].value = 1
    assert page.state.pinning.pins == (("head", 2), ("head_dim", 1))
    after = [cell.value for cell in page.state.scene.cells("after")]
    query = page.state.trip["reshelve"]["query"]
    assert after == query.grid("batch", "token", head=2, head_dim=1).values.ravel().tolist()
    assert page.picture.scene == page.state.scene


def test_pins_follow_from_step_to_step_and_let_go_where_there_is_no_room(page: Explorer) -> None:
    page.places.places.value = "pins"
    page.ribbon.steps["reshelve"].click()
    page.pins.pins[1].value = 2
    page.ribbon.walk["next"].click()
    assert dict(page.state.pinning.pins) == {"batch": 0, "head": 2}
    page.sizes.sliders["heads"].value = 2
    assert dict(page.state.pinning.pins) == {"batch": 0, "head": 0}
    page.sizes.sliders["heads"].value = 3
    assert dict(page.state.pinning.pins) == {"batch": 0, "head": 2}


def test_a_tensor_with_nothing_to_pin_shows_no_pins(page: Explorer) -> None:
    page.places.places.value = "pins"
    page.ribbon.steps["mask"].click()
    page.pins.tensor.value = "keep"
    assert [pin.layout.display for pin in page.pins.pins] == ["none", "none"]
