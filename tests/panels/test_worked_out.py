"""What wrong turns cost: nothing elsewhere, nothing twice, and what is closed not at all."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

import explorer as ex
from explorer.app import Explorer
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.taking import take


@pytest.fixture
def page() -> Explorer:
    return ex.build(address="place=wrong_turns")


def test_elsewhere_nothing_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("worked out, and nobody sees it")

    for name in ("take", "compare", "influence", "surprise"):
        monkeypatch.setattr(f"explorer.panels.derived.{name}", refuse)
    page = ex.build(address="turns=qkv_order")
    page.ribbon.steps["scores"].click()
    page.state.config = page.state.config.replace(tokens=4)
    assert page.verdict.text.value == ""


def test_a_trip_and_its_wrong_turn_are_taken_once(monkeypatch: pytest.MonkeyPatch, page: Explorer) -> None:
    taken: list[object] = []

    def count(*given: Any) -> Any:
        taken.append(given)
        return take(*given)

    monkeypatch.setattr("explorer.panels.derived.take", count)
    page.turns.turn.value = "qkv_order"
    page.ribbon.steps["scores"].click()
    page.state.view = page.state.view.replace(words="pencil")
    assert len(taken) == 1


def kinds(page: Explorer) -> dict[str, list[str]]:
    """Read the tie meter: the titles under each heading."""
    found = {}
    for group in re.findall(r"<tbody>(.*?)</tbody>", page.meter.text.value):
        head, *titles = (unescape(title) for title in re.findall(r"<th[^>]*>(.*?)</th>", group))
        found[head.rpartition(":")[0]] = titles
        assert head.endswith(f": {len(titles)}")
    return found


def test_the_tie_meter_is_read_only_once_it_is_opened(page: Explorer) -> None:
    assert page.meter.text.value == ""
    page.meter.toggle.value = True
    told = kinds(page)
    assert sum(map(len, told.values())) == len(WRONG_TURNS)
    assert next(iter(told)) == "NumPy lets it pass, and the numbers are wrong"
    flip = WRONG_TURNS["flip_forgotten"].say()
    assert flip in told["NumPy refuses"]
    page.state.config = page.state.config.replace(head_dim=3)
    assert flip in kinds(page)["NumPy lets it pass, and the numbers are wrong"]
    page.meter.toggle.value = False
    assert page.meter.text.value == ""


def test_what_comes_to_the_same_is_worked_out_only_once_it_is_opened(page: Explorer) -> None:
    assert page.equivalences.text.value == ""
    page.equivalences.toggle.value = True
    assert page.equivalences.text.value.count("Holds: ") == 5
