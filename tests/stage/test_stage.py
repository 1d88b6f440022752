"""The stage's Python side: a new drawing or only new values, what the browser is told, its modules."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from pathlib import Path

import pytest

import explorer as ex
from explorer.scene import Look, Scene, step_scene
from explorer.stage import Stage, to_svg
from explorer.stage.stage import LEAST_SCALE, MODULES, joined

GIVEN, POURED = ex.trace(), ex.trace(ex.Config(source="poured"))


def scene(step: str = "reshelve", trip: ex.Trace = GIVEN, **look: object) -> Scene:
    return step_scene(trip, step, Look(heading=False, **look))


@pytest.fixture
def stage() -> Stage:
    made = Stage()
    made.draw(scene())
    return made


def test_the_first_scene_is_a_drawing(stage: Stage) -> None:
    drawn = scene()
    assert stage.frame == {
        "id": 1,
        "svg": to_svg(drawn, stage.prefix),
        "prefix": stage.prefix,
        "room": [round(drawn.width * LEAST_SCALE), round(drawn.height * LEAST_SCALE)],
        "moves": None,
        "in_motion": False,
    }
    assert stage.patch["frame"] != stage.frame["id"]  # nothing to put into it yet


@pytest.mark.parametrize(
    "changed",
    [
        scene(trip=POURED),
        scene(colour="value"),
        scene(trip=POURED, colour="value"),
    ],
    ids=["other numbers", "other colours", "both"],
)
def test_other_values_are_a_patch(stage: Stage, changed: Scene) -> None:
    frame = stage.frame
    stage.draw(changed, {"ways": {}}, in_motion=True)
    assert stage.frame is frame
    assert stage.patch == {
        "frame": 1,
        "cells": [[cell.fill, cell.ink, cell.text, cell.title, cell.news] for cell in changed.cells()],
    }
    assert len(stage.patch["cells"]) == frame["svg"].count(f'<g id="{stage.prefix}')
    stage.draw(scene())  # and back again
    assert stage.frame is frame
    assert stage.patch["cells"] == [[c.fill, c.ink, c.text, c.title, c.news] for c in scene().cells()]


@pytest.mark.parametrize(
    "changed",
    [
        scene("inside_flip"),
        scene(trip=ex.trace(ex.Config(tokens=4))),
        scene(tensor="query"),
        scene(head=1),
        scene(theme="dark"),
        scene(words="pencil"),
    ],
    ids=["step", "tokens", "tensor", "head", "theme", "words"],
)
def test_another_structure_is_another_drawing(stage: Stage, changed: Scene) -> None:
    patch = stage.patch
    stage.draw(changed)
    assert stage.frame["id"] == 2
    assert stage.frame["svg"] == to_svg(changed, stage.prefix)
    assert stage.patch is patch


def with_cell(base: Scene, **changes: object) -> Scene:
    """The same scene, with its very last cell changed."""
    *panels, panel = base.panels
    cells = (*panel.cells[:-1], dataclasses.replace(panel.cells[-1], **changes))
    return dataclasses.replace(base, panels=(*panels, dataclasses.replace(panel, cells=cells)))


@pytest.mark.parametrize(
    ("field", "value"),
    [("fill", "#123456"), ("ink", "#123456"), ("text", "9"), ("title", "another"), ("value", 9.0)],
)
def test_what_a_patch_carries_is_no_structure(stage: Stage, field: str, value: object) -> None:
    stage.draw(with_cell(scene(), **{field: value}))
    assert stage.frame["id"] == 1
    assert stage.patch["frame"] == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("x", 1.0), ("y", 1.0), ("w", 1.0), ("h", 1.0), ("edge", "#123456"), ("size", 1.0),
        ("identity", "key:b0:t9:h9:d9"), ("hatch", ((0.0, 0.0, 1.0, 1.0),)), ("struck", True),
    ],
)  # fmt: skip
def test_what_a_patch_cannot_carry_is_structure(stage: Stage, field: str, value: object) -> None:
    """Were it not, the page would go on showing what was."""
    stage.draw(with_cell(scene(), **{field: value}))
    assert stage.frame["id"] == 2


def test_words_outside_of_the_cells_are_structure(stage: Stage) -> None:
    stage.draw(dataclasses.replace(scene(), marks=scene().marks[:-1]))
    stage.draw(dataclasses.replace(scene(), alt="another"))
    stage.draw(dataclasses.replace(scene(), title="another"))
    assert stage.frame["id"] == 4


def test_a_patch_is_for_the_drawing_that_is_shown(stage: Stage) -> None:
    stage.draw(scene("cut"))
    stage.draw(scene("cut", POURED))
    assert stage.patch["frame"] == stage.frame["id"] == 2


def test_another_writers_drawing_is_always_drawn(stage: Stage) -> None:
    stage.draw(scene(), svg="<svg>one</svg>")
    assert (stage.frame["id"], stage.frame["svg"]) == (2, "<svg>one</svg>")
    stage.draw(scene(trip=POURED), svg="<svg>two</svg>")
    assert (stage.frame["id"], stage.frame["svg"]) == (3, "<svg>two</svg>")
    stage.draw(scene(trip=POURED))
    assert (stage.frame["id"], stage.frame["svg"]) == (4, to_svg(scene(trip=POURED), stage.prefix))


def test_how_it_moves_goes_with_the_drawing(stage: Stage) -> None:
    how = {"ways": {"after": {"by": ["old:after"], "stagger": "t"}}}
    stage.draw(scene("inside_flip"), how, in_motion=True)
    assert (stage.frame["moves"], stage.frame["in_motion"]) == (how, True)
    stage.draw(scene("cut"), how)
    assert (stage.frame["moves"], stage.frame["in_motion"]) == (how, False)


def test_each_replay_is_heard() -> None:
    stage, heard = Stage(), []
    stage.observe(lambda change: heard.append(change["new"]), "again")
    stage.replay()
    stage.replay()
    assert heard == [1, 2]


def test_two_stages_share_no_id() -> None:
    stages = [Stage(), Stage()]
    for each in stages:
        each.draw(scene())
    one, two = (set(re.findall(r'\bid="([^"]+)"', each.frame["svg"])) for each in stages)
    assert len(one) == len(two) > 24
    assert not one & two
    assert all(name.startswith(stages[0].prefix) for name in one)
    # Nor does one's prefix begin another's: `as1-` and `as11-`.
    assert stages[0].prefix.endswith("-")


def test_lit_cells_are_sent_as_lists(stage: Stage) -> None:
    stage.light(operand=iter(["a/b"]), pinned=())
    assert stage.lit == {"operand": ["a/b"], "pinned": []}
    stage.light()
    assert stage.lit == {}


def test_a_lens_is_for_the_drawing_that_is_shown(stage: Stage) -> None:
    near = scene("cut", head=0)
    stage.magnify("a/@0:1:2", near)
    assert stage.lens == {"frame": 1, "at": "a/@0:1:2", "svg": to_svg(near, f"{stage.prefix}lens-")}
    ids = [re.findall(r'\bid="([^"]+)"', svg) for svg in (stage.frame["svg"], stage.lens["svg"])]
    assert not set(ids[0]) & set(ids[1])
    stage.draw(scene(trip=POURED))  # new values in the same drawing
    assert stage.lens["at"] == "a/@0:1:2"
    stage.draw(scene("mask"))
    assert stage.lens == {}
    stage.magnify("b/@0:1:2", near)
    stage.magnify()
    assert stage.lens == {}


def source(name: str) -> str:
    return (Path(joined.__globals__["__file__"]).parent / name).read_text(encoding="utf-8")


def test_the_modules_are_joined_into_one() -> None:
    text = joined(*MODULES)
    assert str(Stage._esm) == text
    assert not re.findall(r"^\s*import\b", text, re.MULTILINE)
    assert re.findall(r"^export\b.*", text, re.MULTILINE) == ["export default { render };"]
    for name in MODULES:
        body = [line for line in source(name).splitlines() if not line.startswith(("import ", "export "))]
        assert all(line in text.splitlines() for line in body), name


def test_no_two_modules_define_the_same_name() -> None:
    """In one text they would be one name twice, and the page would stay empty."""
    top = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)
    names = Counter(name for module in MODULES for name in top.findall(source(module)))
    assert len(names) > 10
    assert [name for name, count in names.items() if count > 1] == []


def test_what_a_module_imports_is_joined_before_it() -> None:
    for number, name in enumerate(MODULES):
        wanted = re.findall(r'^import \{ (.*) \} from "\./(.*)";$', source(name), re.MULTILINE)
        assert len(wanted) == len(re.findall(r"^import\b", source(name), re.MULTILINE)), name
        for names, module in wanted:
            assert module in MODULES[:number]
            for each in names.split(", "):
                assert re.search(rf"^export (function|const) {each}\b", source(module), re.MULTILINE)


def test_the_stage_knows_nothing_of_attention() -> None:
    assert not re.findall(
        r"\b(query|key(?!down)|value|score|softmax|attention(?!\.))\b", code(), re.IGNORECASE
    )


def code() -> str:
    """The modules without their comments, and without the names that belong to JavaScript."""
    text = re.sub(r"//.*", "", joined(*MODULES))
    return re.sub(r"\.key\b|\.values?\b", "", text)
