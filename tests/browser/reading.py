"""What a page shows, read from its elements, and what it should show, worked out from the engine."""

from __future__ import annotations

import math
import re

from playwright.sync_api import Page

import explorer as ex
from explorer.scene import Look, step_scene
from tests.servers import wait_for

Cells = dict[str, str]
_CELLS = """() => [...document.querySelectorAll('.as-picture svg g[id*="/"]')].map(
    cell => [cell.id.replace(/^as\\d+-/, ''), cell.querySelector('text')?.textContent ?? ''])"""


def shown_cells(page: Page) -> Cells:
    """Read every cell of the picture: which number it is, and what is printed in it."""
    pairs = page.evaluate(_CELLS)
    cells = dict(pairs)
    assert len(cells) == len(pairs), "two cells of one picture have the same id"
    return cells


def engine_cells(trip: ex.Trace, step: str, **look: object) -> Cells:
    """Print the engine's number for every cell that the step's picture has."""
    recorded = {**trip[step].inputs, **trip[step].tensors}
    scene = step_scene(trip, step, Look(**look))
    cells = {}
    for panel in scene.panels:
        for cell in panel.cells:
            tensor = before_or_after(trip, step, panel.role, cell.tensor, cell.coords, recorded)
            cells[f"{panel.role}/{cell.identity}"] = printed(float(tensor.at(**dict(cell.coords))))
    return cells


def before_or_after(
    trip: ex.Trace,
    step: str,
    role: str,
    name: str,
    coords: tuple[tuple[str, int], ...],
    recorded: dict[str, ex.Tensor],
) -> ex.Tensor:
    """Find the tensor that a cell names: of the step's own and its inputs, the one with these axes."""
    if role == "memory":  # the strip of bytes, in the order of the divided row
        return trip["dividers"][name]
    axes = tuple(axis for axis, _ in coords)
    for found in (trip[step].tensors.get(name), trip[step].inputs.get(name), recorded.get(name)):
        if found is not None and found.axes == axes:
            return found
    raise AssertionError(
        f"{step}: the picture's {role} shows {name} {axes}, which the step neither read nor made"
    )


def printed(value: float) -> str:
    """Write a number as the page does: whole ones plainly, others to two places."""
    if math.isinf(value):
        return "-inf" if value < 0 else "inf"
    text = str(int(value)) if value == int(value) else f"{value:.2f}"
    return text.replace("−", "-")


def expect_cells(page: Page, trip: ex.Trace, step: str, **look: object) -> None:
    """Wait until the page shows what the engine computed, every cell of it."""
    wanted = engine_cells(trip, step, **look)
    seen: Cells = {}

    def same() -> bool:
        nonlocal seen
        seen = {name: text.replace("−", "-") for name, text in shown_cells(page).items()}
        return seen == wanted

    try:
        wait_for("the picture", same, patience=20)
    except AssertionError as error:
        wrong = [
            f"{name}: shown {seen.get(name)!r}, computed {wanted.get(name)!r}"
            for name in sorted({*seen, *wanted})
            if seen.get(name) != wanted.get(name)
        ]
        raise AssertionError(
            f"{step}: {len(wrong)} of {len(wanted)} cells differ\n" + "\n".join(wrong[:20])
        ) from error


def shapes_of(page: Page) -> list[list[int]]:
    """Read the shapes in the shape line: the sizes between each pair of brackets."""
    line = page.locator(".as-shape-line").inner_text()
    return [
        [int(size) for size in re.findall(r"[A-Z] (\d+)", bracket)]
        for bracket in re.findall(r"\(([^)]*)\)", line)
    ]
