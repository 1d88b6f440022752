"""Wrong turns on the page: what is told first, what is run for it, and how it stands on a phone."""

from __future__ import annotations

import re

import pytest

import explorer as ex
from explorer import words
from explorer.app import Explorer
from explorer.core.mistakes import WRONG_TURNS
from explorer.panels import derived
from tests.panels.said import plain


@pytest.fixture
def page() -> Explorer:
    return ex.build(address="place=wrong_turns")


def headings(markup: str) -> list[str]:
    return re.findall(r"<h3>(.*?)</h3>", markup)


def spans(page: Explorer) -> dict[str, tuple[float, float]]:
    """From where to where the grids reach down the paper, by what they show."""
    cells = {role: list(page.picture.scene.cells(role)) for role in ("right", "wrong", "influence")}
    return {
        role: (min(cell.y for cell in some), max(cell.y + cell.h for cell in some))
        for role, some in cells.items()
    }


def test_before_one_is_picked_there_is_one_to_begin_with(page: Explorer) -> None:
    assert page.turns.begin.description == (
        "Begin with 4 re-shelve: the shelves traded by a reshape (reshape(B, H, T, D) instead of "
        "transpose(1, 2))"
    )
    page.turns.begin.click()
    assert page.state.selection.turns == ("split_by_reshape",)
    assert page.turns.begin.layout.display == "none"
    page.turns.back.click()
    assert page.turns.begin.layout.display == ""
    page.turns.surprise.click()
    assert page.turns.begin.layout.display == "none"


def test_the_way_back_comes_right_after_the_verdict_and_then_the_code(page: Explorer) -> None:
    page.turns.turn.value = "split_by_reshape"
    assert headings(page.verdict.text.value) == ["How to mend it"]
    assert headings(page.verdict.more.value) == [
        "In the code",
        "What it means",
        "Why people take it",
        "How to see it",
        "What people write instead",
        "Who has a say in whom",
        "Reported in",
    ]


@pytest.mark.parametrize("key", ["table_turned", "no_shift", "merge_time_first", "strike_with_large_number"])
def test_where_nothing_wrong_comes_out_the_page_says_how_to_see_it(page: Explorer, key: str) -> None:
    page.turns.turn.value = key
    assert page.state.verdict.kind in ("same", "hidden by a tie")
    assert headings(page.verdict.text.value) == ["To see it here", "How to mend it"]
    assert words.in_words(WRONG_TURNS[key].show) in plain(page.verdict.text.value)
    page.turns.turn.value = "split_by_reshape"
    assert "To see it here" not in page.verdict.text.value


def test_no_heading_stands_over_nothing(page: Explorer) -> None:
    page.turns.turn.value = "table_turned"  # there is no table of one's own
    assert "In the code" not in page.verdict.more.value
    page.turns.turn.value = "no_shift"  # the right lines shift nothing here either
    told = page.verdict.more.value
    assert "this is PyTorch" in told.split("In the code")[1]
    assert "<del>torch.exp(struck) / torch.exp(struck).sum(dim=-1, keepdim=True)</del>" in told


def test_what_only_pytorch_refuses_is_told_in_pytorch_first_and_numpys_line_is_not_called_wrong(
    page: Explorer,
) -> None:
    page.turns.turn.value = "view_after_flip"
    told = page.verdict.more.value
    assert headings(told)[0] == "Right in NumPy, refused in PyTorch"
    torch, numpy = told.split("In NumPy it is right: its reshape copies.")
    assert "<del>reshelved</del>.view(B, T, C)" in torch
    assert "out = reshelved.reshape(B, T, C)" in numpy
    assert "<del>" not in numpy
    page.state.config = page.state.config.replace(heads=1)
    assert headings(page.verdict.more.value)[0] == "In the code"
    assert "With these sizes PyTorch lets it pass too" in plain(page.verdict.more.value)


def test_what_people_write_instead_is_run_once_for_each_trip(
    page: Explorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = []
    really = derived.judged
    monkeypatch.setattr(derived, "judged", lambda *given: runs.append(given[1].key) or really(*given))
    page.turns.turn.value = "flip_forgotten"
    page.ribbon.steps["scores"].click()
    page.state.view = page.state.view.replace(words="pencil")
    page.turns.turn.value = "split_by_reshape"
    page.turns.turn.value = "flip_forgotten"
    assert runs == ["flip_forgotten", "split_by_reshape"]
    page.state.config = page.state.config.replace(tokens=4)
    assert runs == ["flip_forgotten", "split_by_reshape", "flip_forgotten"]


# on a phone


def test_on_a_narrow_page_wrong_stands_below_right(page: Explorer) -> None:
    page.turns.turn.value = "merge_without_reshelve"
    assert spans(page)["right"] == spans(page)["wrong"]
    before = page.state.moment
    page.companion.on_message({"kind": "narrow", "narrow": True})
    found = spans(page)
    assert found["right"][1] < found["wrong"][0]
    assert found["wrong"][1] < found["influence"][0]
    assert page.picture.scene.width == 380
    assert page.state.moment == before  # nobody's doing, and nothing to hand on
    page.companion.on_message({"kind": "narrow", "narrow": False})
    assert spans(page)["right"] == spans(page)["wrong"]
