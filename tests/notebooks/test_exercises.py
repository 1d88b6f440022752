"""The exercises: untouched they say so, filled in wrong they name the wrong turn; the solutions pass."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import explorer as ex
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.practice.tasks import HANDED, set_task
from tests.notebooks.opened import FOLDER, code_of, read

EXERCISES, SOLUTIONS = FOLDER / "exercises.ipynb", FOLDER / "solutions.ipynb"
UNCHANGED = {"table_turned"}  # without a keep-table of one's own its lines are the right ones
UNSEEN = {"view_after_flip", "no_shift"}  # NumPy gives what is right


def functions(path):
    """Each cell that defines a function, by its name."""
    cells = [cell.source for cell in code_of(read(path)) if cell.source.startswith("def ")]
    return {source[4 : source.index("(")]: source for source in cells}


def filled(step: str, code: str) -> str:
    """Put lines in the place of an exercise's dots."""
    lines = functions(EXERCISES)[step].splitlines()
    dots = [i for i, line in enumerate(lines) if line.endswith("= ...")]
    return "\n".join(
        [*lines[: dots[0]], *(f"    {line}" for line in code.splitlines()), *lines[dots[-1] + 1 :]]
    )


def made(source: str) -> Any:
    names: dict[str, Any] = {"np": np, "ex": ex}
    exec(source, names)
    return names[source[4 : source.index("(")]]


def told(notebook):
    """What each check says, in order."""
    checks = [cell for cell in code_of(notebook) if cell.source.startswith("ex.check(")]
    return [out.data["text/plain"] for cell in checks for out in cell.outputs]


def test_every_step_is_practised_and_checked_under_its_own_name():
    for path in (EXERCISES, SOLUTIONS):
        sources = [cell.source for cell in code_of(read(path))]
        for step in ex.STEP_NAMES:
            at = next(i for i, source in enumerate(sources) if source.startswith(f"def {step}("))
            assert sources[at].startswith(f"def {step}({', '.join(HANDED[step])}):\n")
            assert sources[at + 1] == f'ex.check({step}, step="{step}")'


def test_the_two_notebooks_are_the_same_but_for_the_lines_filled_in():
    exercises, solutions = (read(path).cells[1:-1] for path in (EXERCISES, SOLUTIONS))
    for asked, solved in zip(exercises, solutions[: len(exercises)], strict=True):
        assert asked.cell_type == solved.cell_type
        if "..." not in asked.source:
            assert asked.source == solved.source
            continue
        kept = [line for line in asked.source.splitlines() if not line.endswith("= ...")]
        assert [line for line in solved.source.splitlines() if line in kept] == kept
        assert "= ..." not in solved.source


def test_untouched_every_exercise_says_that_it_is_not_filled_in_and_nothing_else(executed):
    *steps, whole = told(executed(EXERCISES))
    assert len(steps) == len(ex.STEP_NAMES)
    assert all(text.startswith("Not filled in yet: `...` stands where ") for text in steps)
    assert "It is not filled in yet" in whole


def test_the_solutions_pass_every_check(executed):
    texts = told(executed(SOLUTIONS))
    assert len(texts) == len(ex.STEP_NAMES) + 1
    assert all(text.startswith("Right: ") for text in texts)
    last = code_of(executed(SOLUTIONS))[-1]
    assert last.outputs[0].text.endswith("as the engine has it: True\n")


@pytest.mark.parametrize("step", ex.STEP_NAMES)
def test_the_exercise_filled_with_the_solutions_code_passes(step):
    solution = functions(SOLUTIONS)[step].splitlines()
    kept = functions(EXERCISES)[step].splitlines()
    code = "\n".join(line.removeprefix("    ") for line in solution if line not in kept)
    assert filled(step, code) == functions(SOLUTIONS)[step]
    assert ex.check(made(filled(step, code)), step=step).ok


@pytest.mark.parametrize("key", WRONG_TURNS)
def test_the_exercise_filled_with_a_wrong_turns_own_lines_names_it(key):
    turn = WRONG_TURNS[key]
    code = turn.lines[turn.step](set_task(turn.step).code)
    report = ex.check(made(filled(turn.step, code)), step=turn.step)
    assert report.filled
    assert report.ok == (key in UNCHANGED | UNSEEN)
    assert (key in (*report.wrong_turns, *report.others)) == (key not in UNCHANGED)
    assert (key in report.text) == (key not in UNCHANGED)


def test_reshape_in_the_reshelve_is_told_by_name_origin_and_mending():
    code = "q = q.reshape(B, H, T, D)\nk = k.reshape(B, H, T, D)\nv = v.reshape(B, H, T, D)"
    report = ex.check(made(filled("reshelve", code)), step="reshelve")
    turn = WRONG_TURNS["split_by_reshape"]
    assert report.wrong_turns == (turn.key,)
    assert all(said in report.text for said in (turn.say(), turn.why, turn.see, turn.mend))


def test_the_ten_together_name_the_one_that_is_wrong():
    sources = dict(functions(SOLUTIONS))
    sources["merge"] = filled("merge", "out = blend.reshape(B, T, C)")
    names: dict[str, Any] = {"np": np}
    for source in sources.values():
        exec(source, names)
    report = ex.check(names["attention"], window=2)
    assert report.wrong_turn == "merge_without_reshelve"
