"""Puts a picture together: heading, shape line, body, notes; the paper grows only if it must."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from explorer.scene.canvas import Canvas
from explorer.scene.display import Scene
from explorer.scene.layout import Density, Node, Text, column, fit
from explorer.scene.lettering import advance, wrap
from explorer.scene.setting import Setting
from explorer.scene.shape_line import ShapeLine
from explorer.scene.shortfall import shortfall
from explorer.words import STEPS

__all__ = ["HEIGHT", "NARROW", "TALL", "WIDTH", "Plan", "compose", "heading"]

WIDTH, HEIGHT = 740.0, 520.0
NARROW, TALL = 380.0, 1100.0
"""Paper for a phone: what else stands side by side stands one below the other there."""
MARGIN = 18.0
_TITLE, _TELLING, _NOTE = 21.0, 13.0, 12.0


@dataclass(frozen=True, eq=False)
class Plan:
    """What a step wants drawn.

    Attributes
    ----------
    line : ShapeLine
    bodies : tuple of callable
        Ways to lay the body out, each from a `Density`; the one that allows the largest cells is taken.
    decorate : callable
        Adds what needs the places of cells: outlines, arrows, dividers.
    notes : tuple of str
        Quiet sentences at the foot.
    alt : str
        The picture in words.
    preferred : callable, optional
        A body that is taken before the others wherever it fits with roomy cells.
    strip : Node, optional
        Stands under the body, on paper of its own.
    pinned : tuple of str
        Axes that the reader holds at one place, and is told so in the notes.
    """

    line: ShapeLine
    bodies: tuple[Callable[[Density], Node], ...]
    decorate: Callable[[Canvas], None]
    notes: tuple[str, ...]
    alt: str
    preferred: Callable[[Density], Node] | None = None
    strip: Node | None = None
    pinned: tuple[str, ...] = ()


def compose(setting: Setting, plan: Plan) -> Scene:
    """Lay a plan out on paper.

    Parameters
    ----------
    setting : Setting
    plan : Plan

    Returns
    -------
    Scene
    """
    palette, look = setting.palette, setting.look
    wide = WIDTH - 2 * MARGIN
    lines = [line for note in plan.notes for line in wrap(note, wide, _NOTE)]
    told = Text(tuple(lines), _NOTE, palette.soft)
    top = heading(setting, wide) if look.heading else column()
    room = HEIGHT - MARGIN - plan.line.height - told.height - 16
    body = fit(plan.bodies, wide, room, plan.preferred)

    width = max(WIDTH, body.width + 2 * MARGIN, plan.line.width + 2 * MARGIN)
    spare = max(0.0, room - body.height)
    strip = plan.strip or column()
    height = HEIGHT + top.height + max(0.0, body.height - room) + (strip.height + 12 if strip.height else 0)
    canvas = Canvas()
    top.draw(canvas, MARGIN, MARGIN - 4)
    y = 6 + top.height + (12 if top.height else 0)
    plan.line.draw(canvas, (width - plan.line.width) / 2, y)
    y += plan.line.height + 6
    body.draw(canvas, (width - body.width) / 2, y + spare / 2)
    plan.decorate(canvas)
    strip.draw(canvas, (width - strip.width) / 2, y + max(room, body.height) + 12)
    # What is not shown can be said only now; the paper grows by those lines.
    missing = " ".join(shortfall(setting, canvas.panels, plan.pinned))
    foot = Text((*lines, *wrap(missing, wide, _NOTE)), _NOTE, palette.soft)
    height += foot.height - told.height
    foot.draw(canvas, MARGIN, height - foot.height - 8)
    return Scene(
        width=round(width, 2),
        height=round(height + (12 if top.height else 0), 2),
        step=setting.step,
        title=STEPS[setting.step].say(look.words),
        alt=" ".join(filter(None, (plan.alt, missing))),
        paper=palette.paper,
        shape_line=plan.line.plain,
        panels=tuple(canvas.panels),
        under=tuple(canvas.under),
        marks=tuple(canvas.marks),
    )


@dataclass(frozen=True, eq=False)
class _Title:
    """The step's two names: the first large, the second quiet beside it."""

    setting: Setting

    @property
    def width(self) -> float:
        main, more = self._names
        return advance(main, _TITLE, bold=True) + 12 + advance(more, _TELLING + 1)

    @property
    def height(self) -> float:
        return 32.0

    @property
    def _names(self) -> tuple[str, str]:
        step, words = STEPS[self.setting.step], self.setting.look.words
        main = step.standard if words == "standard" else step.pencil
        more = step.standard if words == "both" and step.standard != main else ""
        return main[:1].upper() + main[1:], more

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        palette = self.setting.palette
        main, more = self._names
        canvas.text(x, y + 15, main, _TITLE, palette.ink, bold=True)
        beside = x + advance(main, _TITLE, bold=True) + 12
        if more:
            canvas.text(beside, y + 17, more, _TELLING + 1, palette.soft)


def heading(setting: Setting, wide: float) -> Node:
    """Make the title of a picture and the sentence under it.

    Parameters
    ----------
    setting : Setting
    wide : float
        The room.

    Returns
    -------
    Node
    """
    told = wrap(STEPS[setting.step].tell(setting.look.words), wide, _TELLING)
    return column(_Title(setting), Text(told, _TELLING, setting.palette.soft))
