"""The two moves that code calls transpose, side by side on the same keys."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from explorer.core.trace import Trace
from explorer.scene.canvas import Canvas
from explorer.scene.captions import limits
from explorer.scene.display import Panel, Scene
from explorer.scene.layout import Density, Node, Text, column, fit, row
from explorer.scene.lettering import wrap
from explorer.scene.look import Look
from explorer.scene.movement import flip_body, flip_line, follow_flip, follow_reshelve, reshelve_body
from explorer.scene.setting import Setting
from explorer.scene.shape_line import ShapeLine
from explorer.scene.shortfall import shortfall
from explorer.words import FLIPS, STEPS, flip_table

__all__ = ["two_flips_scene"]

_HALF, _BODY = 556.0, 366.0
_MARGIN, _GUTTER = 26.0, 60.0
_CAPTION = 262.0
_TITLE, _TELLING, _UNDER = 23.0, 13.5, 13.0

_BODIES: Mapping[str, Callable[[Setting, Density], Node]] = {
    "reshelve": lambda setting, density: reshelve_body(setting, density, "key"),
    "inside_flip": flip_body,
}
_FOLLOW: Mapping[str, Callable[[Setting, Canvas], None]] = {
    "reshelve": follow_reshelve,
    "inside_flip": follow_flip,
}


@dataclass(frozen=True, eq=False)
class _Half:
    """One of the two flips: its heading, shape line, body, and what is written under it."""

    setting: Setting
    top: Node
    line: ShapeLine
    body: Node
    under: Node


def _half(trip: Trace, step: str, look: Look) -> _Half:
    setting = Setting(trip, step, look)
    palette, words = setting.palette, look.words
    told = wrap(STEPS[step].tell("standard" if words == "standard" else "pencil"), _HALF, _TELLING)
    record = trip[step]
    table = flip_table(step, record.swapped, record.moved["key"], words)
    moved = wrap(FLIPS[step].moved_in(words), _CAPTION, _UNDER, bold=True)
    stayed = wrap(FLIPS[step].stayed_in(words), _CAPTION, _UNDER)
    return _Half(
        setting,
        top=column(
            Text((FLIPS[step].title,), _TITLE, palette.ink, bold=True),
            Text(told, _TELLING, palette.soft),
            gap=2,
        ),
        line=flip_line(setting, step, "key"),
        body=fit((lambda density: _BODIES[step](setting, density),), _HALF, _BODY),
        under=row(
            column(Text(moved, _UNDER, palette.ink, bold=True), Text(stayed, _UNDER, palette.soft), gap=3),
            Text(tuple(question for question, _ in table), _UNDER, palette.soft),
            Text(tuple(answer for _, answer in table), _UNDER, palette.ink),
            gap=14,
            align="start",
        ),
    )


def two_flips_scene(trip: Trace, look: Look | None = None) -> Scene:
    """Draw the re-shelve and the inside flip of the same keys side by side.

    Parameters
    ----------
    trip : Trace
        What is drawn.
    look : Look, optional
        The reader's choices; the keys are drawn whatever its tensor.

    Returns
    -------
    Scene
        Its panels' roles are ``reshelve-before``, ``reshelve-after``, ``inside_flip-before`` and
        ``inside_flip-after``.

    Raises
    ------
    ConfigError
        If the look pins a batch item, head or token that this trip has not.

    Examples
    --------
    >>> import explorer as ex
    >>> scene = two_flips_scene(ex.trace())
    >>> sorted({panel.role for panel in scene.panels})[:2]
    ['inside_flip-after', 'inside_flip-before']
    """
    look = Look() if look is None else look
    config = trip.config
    look.check_against(batch=config.batch, heads=config.heads, tokens=config.tokens)
    halves = {step: _half(trip, step, look) for step in FLIPS}
    palette = next(iter(halves.values())).setting.palette

    wide = {step: max(_HALF, half.body.width, half.line.width) for step, half in halves.items()}
    top = max(half.top.height for half in halves.values())
    tall = max(_BODY, *(half.body.height for half in halves.values()))
    under = max(half.under.height for half in halves.values())
    line_y = _MARGIN + top + 6
    body_y = line_y + halves["reshelve"].line.height + 4
    under_y = body_y + tall + 18
    width = sum(wide.values()) + 2 * _MARGIN + _GUTTER

    whole = Canvas()
    x = _MARGIN
    for step, half in halves.items():
        canvas = Canvas()
        half.top.draw(canvas, x, _MARGIN - 4)
        half.line.draw(canvas, x + (wide[step] - half.line.width) / 2, line_y)
        half.body.draw(canvas, x + (wide[step] - half.body.width) / 2, body_y)
        _FOLLOW[step](half.setting, canvas)
        half.under.draw(canvas, x, under_y)
        whole.under += canvas.under
        whole.marks += canvas.marks
        whole.panels += [_renamed(panel, step) for panel in canvas.panels]
        x += wide[step] + _GUTTER
    setting = halves["reshelve"].setting
    missing = shortfall(setting, whole.panels)
    notes = limits(setting, [trip["reshelve"]["key"]])
    notes += wrap(" ".join(missing), width - 2 * _MARGIN, 12) if missing else ()
    height = under_y + under + 18 * len(notes) + _MARGIN - 6
    rule = _MARGIN + wide["reshelve"] + _GUTTER / 2
    whole.line((rule, _MARGIN), (rule, height - _MARGIN), colour=palette.rule, width=1.4)
    for number, note in enumerate(reversed(notes)):
        whole.text(_MARGIN, height - _MARGIN + 4 - 18 * number, note, 12, palette.soft)
    captions = [*(text for step in FLIPS for text in _told(step, look)), *missing]
    return Scene(
        width=round(width, 2),
        height=round(height, 2),
        step="two_flips",
        title=" | ".join(flip.title for flip in FLIPS.values()),
        alt=" ".join(captions),
        paper=palette.paper,
        shape_line=" | ".join(half.line.plain for half in halves.values()),
        panels=tuple(whole.panels),
        under=tuple(whole.under),
        marks=tuple(whole.marks),
    )


def _renamed(panel: Panel, step: str) -> Panel:
    return dataclasses.replace(panel, role=f"{step}-{panel.role}")


def _told(step: str, look: Look) -> tuple[str, str, str]:
    flip = FLIPS[step]
    return f"{flip.title}:", flip.moved_in(look.words), flip.stayed_in(look.words)
