"""Every number on the paper is the engine's, in its own row and column, under its own name."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

import explorer as ex
from explorer.scene import Look, Scene, step_scene
from explorer.scene.display import Cell
from tests.scene.kit import PICTURES, TWO_FLIPS, picture, random_trip

# (B, T, H, D), pairwise different and none of them 1, so that no two axes can be mistaken for each other.
DISTINCT = list(itertools.permutations((2, 3, 4, 5)))[::5]


def tensor_of(trip: ex.Trace, picture_name: str, cell: Cell, role: str) -> ex.Tensor:
    """The recorded tensor that a cell claims to be read from."""
    steps = ("reshelve", "inside_flip") if picture_name == TWO_FLIPS else (picture_name,)
    if role == "memory":  # the bytes, in the order of the divided row
        steps = ("dividers",)
    axes = tuple(axis for axis, _ in cell.coords)
    found = [
        tensor
        for name in steps
        for record in (trip[name].inputs, trip[name].tensors)
        for tensor in record.values()
        if (tensor.name, tensor.axes) == (cell.tensor, axes)
    ]
    assert found, f"{role}: no tensor {cell.tensor} {axes} in {steps}"
    return found[-1]


def expected_text(trip: ex.Trace, cell: Cell, value: float) -> str:
    """The text by the rule, written once more: struck, whole, or with two decimals."""
    if np.isneginf(value):
        return "-inf"
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.2f}"


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("sizes", DISTINCT, ids=str)
def test_every_text_is_the_engines_number(sizes: tuple[int, int, int, int], name: str) -> None:
    batch, tokens, heads, head_dim = sizes
    trip = random_trip(7, batch, tokens, heads, head_dim, window=2)
    look = Look(batch=batch - 1)
    seen = 0
    for panel in picture(trip, name, look).panels:
        for cell in panel.cells:
            tensor = tensor_of(trip, name, cell, panel.role)
            value = tensor.at(**dict(cell.coords))
            assert cell.value == pytest.approx(float(value), abs=0)
            assert cell.text == expected_text(trip, cell, value), (panel.role, cell.coords)
            assert dict(cell.coords).get("batch", batch - 1) in (batch - 1, 0)
            seen += 1
    assert seen


@pytest.mark.parametrize("name", [name for name in PICTURES if name != TWO_FLIPS])
@pytest.mark.parametrize("sizes", DISTINCT[:2], ids=str)
def test_no_number_of_the_drawn_book_is_left_out_or_drawn_twice(
    sizes: tuple[int, int, int, int], name: str
) -> None:
    batch, tokens, heads, head_dim = sizes
    trip = random_trip(8, batch, tokens, heads, head_dim, window=2)
    scene = step_scene(trip, name, Look(batch=1))
    names = Counter((panel.role, cell.identity) for panel in scene.panels for cell in panel.cells)
    assert set(names.values()) == {1}
    for role in {panel.role for panel in scene.panels}:
        cells = list(scene.cells(role))
        tensor = tensor_of(trip, name, cells[0], role)
        drawn = {cell.coords for cell in cells}
        whole = itertools.product(
            *(
                [(axis, i) for i in range(size) if axis != "batch" or size == 1 or i == 1]
                for axis, size in tensor.sizes.items()
            )
        )
        assert drawn == set(whole), role


@pytest.mark.parametrize("name", PICTURES)
def test_rows_run_down_and_columns_across(name: str) -> None:
    trip = random_trip(9, 2, 5, 3, 4)
    for panel in picture(trip, name).panels:
        rows, columns = panel.shape
        assert len(panel.cells) == rows * columns
        grid = np.array(panel.cells, dtype=object).reshape(rows, columns)
        for i, j in np.ndindex(rows, columns):
            assert grid[i, j].y == pytest.approx(grid[i, 0].y)
            assert grid[i, j].x == pytest.approx(grid[0, j].x)
        assert all(np.diff([cell.y for cell in grid[:, 0]]) > 0)
        assert all(np.diff([cell.x for cell in grid[0, :]]) > 0)
        for i, j in np.ndindex(rows, columns):
            down, across = dict(grid[i, 0].coords), dict(grid[0, j].coords)
            coords = dict(grid[i, j].coords)
            assert all(coords[axis] == down[axis] for axis in panel.rows)
            assert all(coords[axis] == across[axis] for axis in panel.cols)
            assert all(coords[axis] == place for axis, place in panel.pins)


def grid_of(scene: Scene, role: str, **pins: int) -> list[list[float]]:
    """The numbers of one grid as they stand on the paper, read by place alone."""
    (panel,) = [p for p in scene.panels if p.role == role and set(pins.items()) <= set(p.pins)]
    by_place = sorted(panel.cells, key=lambda cell: (round(cell.y, 3), round(cell.x, 3)))
    columns = panel.shape[1]
    return [[cell.value for cell in by_place[i : i + columns]] for i in range(0, len(by_place), columns)]


def test_the_flips_hold_against_the_rows_that_were_handed_over() -> None:
    numbers = np.random.default_rng(3)
    query, key, value = (numbers.normal(size=(5, 12)) for _ in range(3))
    trip = ex.trace_qkv(query, key, value, heads=3)
    shelved, stood_up = step_scene(trip, "reshelve"), step_scene(trip, "inside_flip")
    for head in range(3):
        rows = key[:, 4 * head : 4 * head + 4]
        assert grid_of(shelved, "after", head=head) == rows.tolist()
        assert grid_of(stood_up, "before", head=head) == rows.tolist()
        assert grid_of(stood_up, "after", head=head) == rows.T.tolist()
    for token in range(5):
        assert grid_of(shelved, "before", token=token) == key[token].reshape(3, 4).tolist()


def test_the_asking_token_runs_down_and_the_token_looked_at_across() -> None:
    numbers = np.random.default_rng(4)
    query, key, value = (numbers.normal(size=(4, 6)) for _ in range(3))
    trip = ex.trace_qkv(query, key, value, heads=2)
    drawn = np.array(grid_of(step_scene(trip, "scores"), "matches", head=1))
    for asking, looked_at in np.ndindex(4, 4):
        assert drawn[asking, looked_at] == pytest.approx(query[asking, 3:] @ key[looked_at, 3:])


def test_the_whole_pencil_example_can_be_read_from_the_paper() -> None:
    trip = ex.trace()

    def texts(step: str, role: str, **pins: int) -> str:
        panels = [p for p in step_scene(trip, step).panels if p.role == role]
        (panel,) = [p for p in panels if set(pins.items()) <= set(p.pins)]
        return " ".join(cell.text for cell in panel.cells)

    assert texts("pour", "example-wide") == "13 14 4 7"
    assert texts("cut", "after-query") == "1 0 2 1 0 1 1 0 1 1 0 2"
    assert texts("inside_flip", "after", head=0) == "1 0 1 0 2 1"
    assert texts("scores", "matches", head=1) == "2 1 3 1 0 1 0 2 2"
    assert texts("scores", "scores", head=0) == "0.71 0 0.71 0 1.41 0.71 0.71 1.41 1.41"
    assert texts("mask", "keep") == "1 0 0 1 1 0 0 1 1"
    assert texts("mask", "struck", head=0) == "0.71 -inf -inf 0 1.41 -inf -inf 1.41 1.41"
    assert texts("shares", "shares", head=1) == "1 0 0 0.67 0.33 0 0 0.50 0.50"
    assert texts("blend", "blend", head=1) == "1 3 0.67 2.01 1 0.50"
    assert texts("merge", "output") == "2 0 1 3 1.20 0.80 0.67 2.01 0.50 1.50 1 0.50"


def test_a_title_says_which_number_it_is() -> None:
    scene = step_scene(ex.trace(), "reshelve", Look(words="standard", tensor="query"))
    (cell,) = [c for c in scene.cells("after") if c.identity == "query:b0:t0:h1:d0"]
    assert cell.title == "query, batch 0, head 1, token 0, dim 0: 2"
    assert cell.coords == (("batch", 0), ("head", 1), ("token", 0), ("head_dim", 0))
