"""Grids as text: pasted back, they are the same numbers."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.scene import step_scene
from explorer.scene.as_text import labels_of, markdown, numpy_literal, rows_of

TRIP = ex.trace(ex.Config(tokens=4, heads=2, head_dim=3, batch=2))
PANELS = [panel for step in ex.STEP_NAMES for panel in step_scene(TRIP, step).panels]


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: f"{panel.tensor}-{panel.role}")
def test_the_literal_makes_the_same_array(panel: object) -> None:
    values = [[cell.value for cell in row] for row in rows_of(panel)]
    assert np.array_equal(eval(numpy_literal(panel), {"np": np}), np.array(values))


def test_markdown_has_a_row_for_each_row_and_names_the_axes() -> None:
    struck = next(panel for panel in step_scene(TRIP, "mask").panels if panel.tensor == "struck")
    lines = markdown(struck, "standard").splitlines()
    assert lines[0] == "|  | key 0 | key 1 | key 2 | key 3 |"
    assert lines[1] == "| --- | ---: | ---: | ---: | ---: |"
    assert len(lines) == 2 + 4
    assert lines[2].endswith("| -inf | -inf | -inf |")


def test_a_divided_row_names_head_and_number() -> None:
    panel = next(panel for panel in step_scene(TRIP, "dividers").panels if panel.role == "after-key")
    assert labels_of(panel, "pencil")[1][:4] == [
        "lens 0, number 0",
        "lens 0, number 1",
        "lens 0, number 2",
        "lens 1, number 0",
    ]
