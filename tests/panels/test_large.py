"""Long trips on the page: what is seen from near, what is lit, what is tabled; each change at once."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import numpy as np
import pytest

import explorer as ex
from explorer.app import Explorer
from explorer.core.place import Place
from explorer.scene.magnified import magnified
from explorer.stage import to_svg

MATCH = "matches/@2:40:39"
PLACE = Place("scores", "matches", (("batch", 0), ("head", 0), ("query_token", 40), ("key_token", 39)))


@pytest.fixture
def page() -> Explorer:
    made = ex.build(ex.Config(tokens=70, heads=2, head_dim=8, window=3))
    go(made, "scores")
    return made


def go(page: Explorer, step: str) -> None:
    page.state.selection = page.state.selection.replace(step=step)


def say(page: Explorer, kind: str, cell: str | None) -> None:
    page.picture.stage._handle_custom_msg({"kind": kind, "cell": cell}, [])


def lens(page: Explorer) -> dict[str, Any]:
    return page.picture.stage.lens


def test_a_touched_cell_is_told_lit_and_seen_from_near(page: Explorer) -> None:
    say(page, "touch", MATCH)
    state, stage = page.state, page.picture.stage
    assert state.selection.touched == PLACE
    scene = page.picture.scene
    near = magnified(state.trip, scene, scene.panels[2], 40, 39, state.look)
    assert lens(page) == {
        "frame": stage.frame["id"],
        "at": MATCH,
        "svg": to_svg(near, f"{stage.prefix}lens-"),
    }
    assert stage.lit == {"operand": ["query/@1:40:0:40:7", "key/@0:0:39:7:39"][::-1]}


def test_the_lens_goes_when_something_else_is_touched(page: Explorer) -> None:
    def touch_elsewhere() -> None:
        place = Place("scores", "matches", (("batch", 0), ("head", 1), ("query_token", 0), ("key_token", 0)))
        page.state.selection = page.state.selection.replace(touched=place)

    for leave in (
        lambda: say(page, "touch", None),
        lambda: go(page, "mask"),
        touch_elsewhere,
    ):
        go(page, "scores")
        say(page, "touch", MATCH)
        assert lens(page)["at"] == MATCH
        leave()
        assert lens(page) == {}
        go(page, "pour")
        go(page, "scores")
        assert lens(page) == {}


def test_the_lens_follows_the_cell_and_the_look(page: Explorer) -> None:
    say(page, "touch", MATCH)
    before = lens(page)
    say(page, "touch", "matches/@2:41:39")
    assert lens(page)["at"] == "matches/@2:41:39"
    say(page, "touch", MATCH)
    assert lens(page) == before
    page.state.view = page.state.view.replace(theme="dark")
    assert lens(page)["frame"] == page.picture.stage.frame["id"] == before["frame"] + 1
    assert "#14171a" in lens(page)["svg"]
    assert "#14171a" not in before["svg"]


def test_a_pin_is_lit_and_its_lens_stays(page: Explorer) -> None:
    say(page, "pin", MATCH)
    assert page.state.selection.pinned == PLACE
    assert lens(page)["at"] == MATCH
    stage = page.picture.stage
    assert stage.lit["pinned"] == ["matches/@2:40:39:40:39"]
    assert {"query/@1:40:0:40:7", "key/@0:0:39:7:39", "scores/@3:40:39:40:39"} <= set(stage.lit["traced"])
    say(page, "touch", None)
    assert lens(page) == {}
    assert stage.lit["pinned"] == ["matches/@2:40:39:40:39"]
    go(page, "mask")
    assert {"struck/@3:40:39:40:39"} <= set(stage.lit["traced"])
    say(page, "pin", "scores/@0:40:38")
    assert stage.lit["pinned"] == ["scores/@0:40:38:40:38"]
    assert {"struck/@3:40:38:40:38"} <= set(stage.lit["traced"])
    assert "struck/@3:40:39:40:39" not in stage.lit["traced"]
    say(page, "pin", None)
    assert stage.lit.get("traced") is None


@pytest.mark.parametrize("name", ["matches/@2:70:0", "matches/@9:0:0", "scores/@2:1:1", "matches/@2:1"])
def test_a_cell_that_is_not_there_is_let_be(page: Explorer, name: str) -> None:
    say(page, "touch", MATCH)
    before = page.state.selection, lens(page)
    say(page, "touch", name)
    assert (page.state.selection, lens(page)) == before
    assert page.state.problem is None


def test_other_numbers_are_another_drawing(page: Explorer) -> None:
    frame = page.picture.stage.frame
    page.state.config = page.state.config.replace(source="poured")
    assert page.picture.stage.frame["id"] == frame["id"] + 1
    assert page.picture.stage.frame["svg"] != frame["svg"]


def test_both_flips_and_pins_have_lenses_too(page: Explorer) -> None:
    page.places.places.value = "two_flips"
    number = next(n for n, p in enumerate(page.picture.scene.panels) if p.role == "inside_flip-after")
    say(page, "touch", f"inside_flip-after/@{number}:7:69")
    assert page.state.selection.touched.step == "inside_flip"
    assert lens(page)["at"] == f"inside_flip-after/@{number}:7:69"
    page.places.places.value = "pins"
    page.ribbon.steps["mask"].click()
    say(page, "touch", "after/@1:69:69")
    assert lens(page)["at"] == "after/@1:69:69"


def test_matplotlibs_drawing_has_no_lens(page: Explorer) -> None:
    say(page, "touch", MATCH)
    page.state.view = page.state.view.replace(drawn_by="matplotlib")
    assert lens(page) == {}


def test_a_table_shows_a_part_of_a_large_grid_and_says_so(page: Explorer) -> None:
    say(page, "pin", MATCH)
    page.state.view = page.state.view.replace(as_tables=True)
    text = unescape(page.tables.text.value)
    scene = page.state.scene
    assert text.count("<table") == len(scene.panels)
    tables = text.split("<table>")[1:]
    matches = tables[2]
    assert "Rows 34 to 45 of 70 and columns 33 to 44 of 70." in matches
    assert "Of more than 4096 numbers this part alone is copied" in matches
    assert '.grid("query_token", "key_token", batch=0, head=0).values' in matches.replace(
        "'s grid", "'s .grid"
    )
    grid = page.state.trip["scores"]["matches"].grid("query_token", "key_token", batch=0, head=0).values
    shown = [float(number) for number in re.findall(r"<td>([^<]+)</td>", matches)]
    assert shown == grid[34:46, 33:45].ravel().tolist()
    (literal,) = re.findall(r'data-copy="(np[^"]+)"', matches)
    assert np.array_equal(eval(literal), grid[34:46, 33:45])
    query = tables[1]
    assert "Rows 0 to 11 of 70 and columns 0 to 7 of 8." in query
    assert "Copied is all of it." in query
    (literal,) = re.findall(r'data-copy="(np[^"]+)"', query)
    whole = page.state.trip["reshelve"]["query"].grid("token", "head_dim", batch=0, head=0).values
    assert np.array_equal(eval(literal), whole)


def test_a_long_trip_is_walked_with_few_cells_and_small_messages() -> None:
    page = ex.build(ex.Config(tokens=512, heads=4, head_dim=16))
    for step in ex.STEP_NAMES:
        go(page, step)
        stage = page.picture.stage
        assert page.state.problem is None
        assert len(list(page.picture.scene.cells())) < 500
        assert len(stage.frame["svg"]) < 4_000_000
        number, panel = next((n, p) for n, p in enumerate(page.picture.scene.panels) if p.image)
        say(
            page,
            "pin",
            f"{panel.role}/@{number}:{min(300, panel.shape[0] - 1)}:{min(299, panel.shape[1] - 1)}",
        )
        assert lens(page)
        assert sum(map(len, stage.lit.values())) < 5000
        say(page, "pin", None)
