"""The teacher's notes go with the walk: the same ideas in the same order, and minutes that add up."""

from __future__ import annotations

import re

import pytest

from explorer.cli import main
from tests.notebooks.opened import FOLDER
from tests.notebooks.test_walkthrough import ideas

NOTES = (FOLDER / "TEACHING.md").read_text()
HEADING = re.compile(r"^### (?P<title>.+) \((?P<full>\d+), short (?P<short>\d+)\)$", re.MULTILINE)
PARTS = ("Aim", "Question", "Wait for", "Usual answer", "Reply", "Short of time")


def sections() -> dict[str, str]:
    """What the notes say of each idea, by its title."""
    pieces = re.split(r"^#{2,3} ", NOTES, flags=re.MULTILINE)
    told = {piece.splitlines()[0]: piece for piece in pieces}
    return {found["title"]: told[found[0].removeprefix("### ")] for found in HEADING.finditer(NOTES)}


def test_the_notes_have_the_ideas_of_the_notebook_in_its_order():
    assert list(sections()) == list(ideas())


@pytest.mark.parametrize(("lesson", "minutes"), [("full", 45), ("short", 20)])
def test_the_minutes_add_up(lesson, minutes):
    assert sum(int(found[lesson]) for found in HEADING.finditer(NOTES)) == minutes


def test_the_short_lesson_takes_no_longer_anywhere_and_the_wrong_turns_are_worth_ten_minutes():
    spent = {found["title"]: (int(found["full"]), int(found["short"])) for found in HEADING.finditer(NOTES)}
    assert all(short <= full for full, short in spent.values())
    titles = list(spent)
    first = titles.index("Wrong turn: a reshape for the re-shelve")
    last = titles.index("Your turn: make it show")
    assert sum(spent[title][0] for title in titles[first : last + 1]) == 10


def test_each_idea_has_its_aim_question_answers_and_what_to_leave_out():
    for title, told in sections().items():
        assert re.findall(r"^- \*\*(.+?)\.\*\*", told, re.MULTILINE) == list(PARTS), title


def test_the_question_of_the_notes_is_one_that_the_notebook_asks():
    for title, told in sections().items():
        question = re.search(r"\*\*Question\.\*\* (.+)", told)[1]
        asked = " ".join(ideas()[title][0].source.split())
        if question == "None: they talk.":
            assert "**Ask.**" not in asked
        else:
            assert question in asked, title


def test_what_to_do_beforehand_is_fifteen_lines():
    before = NOTES.split("## Beforehand")[1].split("\n## ")[0]
    numbers = re.findall(r"^(\d+)\. ", before, re.MULTILINE)
    assert numbers == [str(number) for number in range(1, 16)]


def test_the_commands_of_the_notes_are_taken(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    commands = {line.split()[1] for line in re.findall(r"`(attention-shapes [^`]+)`", NOTES)}
    assert commands == {"lab", "serve", "lesson", "worksheet"}
    for line in sorted(set(re.findall(r"`attention-shapes ((?:lesson|worksheet) [^`]+)`", NOTES))):
        assert main(line.split()) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.html", "sheet.pdf"]


def test_the_notebooks_that_the_notes_name_are_there():
    for name in sorted(set(re.findall(r"`(\w+\.ipynb)`", NOTES))):
        assert (FOLDER / name).exists(), name
