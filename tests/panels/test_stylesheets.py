"""What the page's style must not cost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import explorer

ROOT = Path(explorer.__file__).parent
SHEETS = [path for room in ("panels", "stage") for path in sorted((ROOT / room).glob("*.css"))]


def test_there_are_stylesheets() -> None:
    assert {sheet.name for sheet in SHEETS} >= {"page.css", "wrong_turns.css", "stage.css"}


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_no_rule_asks_what_an_element_holds(sheet: Path) -> None:
    # Each new drawing would have the whole page styled again: 7 ms of 40 at T3 H2 D2, 18 of 90 at T8 H4 D4.
    rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert ":has(" not in rules
