"""What the picture tests share: trips of distinct sizes, and where everything printed stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

import explorer as ex
from explorer.scene import Look, Scene, step_scene, two_flips_scene
from explorer.scene.display import Label
from explorer.scene.lettering import BASELINE, advance

TWO_FLIPS = "two_flips"
PICTURES = (*ex.STEP_NAMES, TWO_FLIPS)

# (B, T, H, D, W): the pencil sizes, all ones, pairwise different ones, and the largest on the page's sliders.
SIZES = ((1, 3, 2, 2, 2), (1, 1, 1, 1, 1), (2, 5, 3, 4, 2), (1, 2, 4, 1, 2), (2, 4, 1, 3, 4), (2, 8, 4, 4, 3))


def trip_of(sizes: tuple[int, int, int, int, int], **more: object) -> ex.Trace:
    """The trip of these sizes."""
    batch, tokens, heads, head_dim, window = sizes
    return ex.trace(
        ex.Config(batch=batch, tokens=tokens, heads=heads, head_dim=head_dim, window=window, **more)
    )


def random_trip(seed: int, batch: int, tokens: int, heads: int, head_dim: int, **rules: object) -> ex.Trace:
    """A trip whose numbers are all different and of both signs."""
    numbers = np.random.default_rng(seed)
    shape = (batch, tokens, heads * head_dim)
    return ex.trace_qkv(*(numbers.normal(size=shape) for _ in range(3)), heads=heads, **rules)


def picture(trip: ex.Trace, name: str, look: Look | None = None) -> Scene:
    """A step's scene, or the two flips."""
    return two_flips_scene(trip, look) if name == TWO_FLIPS else step_scene(trip, name, look)


@dataclass(frozen=True)
class Printed:
    """Something printed, and the rectangle it takes."""

    text: str
    x: float
    y: float
    right: float
    bottom: float

    def overlaps(self, other: Printed, slack: float = 1.0) -> bool:
        """Whether the two share more than a hair."""
        return (
            min(self.right, other.right) - max(self.x, other.x) > slack
            and min(self.bottom, other.bottom) - max(self.y, other.y) > slack
        )


def labels(scene: Scene) -> Iterator[Printed]:
    """Every label with the room its capitals take."""
    for mark in scene.marks:
        if isinstance(mark, Label):
            wide = advance(mark.text, mark.size, bold=mark.bold, mono=mark.mono)
            back = {"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor]
            tall = 2 * BASELINE * mark.size
            if mark.turn:
                assert mark.turn == -90
                yield Printed(mark.text, mark.x - tall, mark.y - wide + back, mark.x, mark.y + back)
            else:
                yield Printed(mark.text, mark.x - back, mark.y - tall, mark.x - back + wide, mark.y)


def cells(scene: Scene) -> Iterator[Printed]:
    """Every cell with its rectangle, and every image."""
    for cell in scene.cells():
        yield Printed(cell.identity, cell.x, cell.y, cell.x + cell.w, cell.y + cell.h)
    for panel in scene.panels:
        if panel.image is not None:
            x, y, w, h = panel.image.x, panel.image.y, panel.image.w, panel.image.h
            yield Printed(f"the image of {panel.title}", x, y, x + w, y + h)
