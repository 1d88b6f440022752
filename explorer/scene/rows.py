"""The steps on whole rows: cut the wide row, and draw dividers in a row. No number moves."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property
from math import ceil

import numpy as np

from explorer.scene.arrows import Downwards
from explorer.scene.canvas import Canvas, Rect
from explorer.scene.captions import alt_text, limits, named, twins
from explorer.scene.cells import cell_size
from explorer.scene.frame import Plan
from explorer.scene.grids import Grid
from explorer.scene.layout import Blank, Density, Node, Text, column, row
from explorer.scene.lettering import advance
from explorer.scene.marks import BRACKET_TYPE, across
from explorer.scene.setting import Setting
from explorer.scene.shape_line import Shape, ShapeLine
from explorer.scene.shelves import Shelf, labels
from explorer.words import AXES, TENSORS

__all__ = ["QKV", "Lifted", "cut", "dividers", "part_brackets", "rub_cuts", "rub_dividers"]

QKV = ("query", "key", "value")
_CUT = 20.0
_SHELF_TOP = 62.0
_HEAD = 12.0
_NUMBERS = 15.0
_BRACKETED = 14.0
"""A head that is narrower has no bracket."""


@dataclass(frozen=True, eq=False)
class Lifted:
    """A node with air above it, for what is drawn there once its cells have their places."""

    content: Node
    top: float

    @cached_property
    def width(self) -> float:
        """The content's."""
        return self.content.width

    @cached_property
    def height(self) -> float:
        """The content's and the air."""
        return self.content.height + self.top

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the content."""
        self.content.draw(canvas, x, y + self.top)


def _part(setting: Setting, canvas: Canvas, role: str, part: int) -> Rect:
    """Where one of the three parts of a wide row stands."""
    width = setting.trip.config.width
    drawn = setting.drawn("width", setting.trip["cut"]["query"])
    return canvas.rect(role, wide=part * width).joined(canvas.rect(role, wide=part * width + drawn[-1]))


def part_brackets(canvas: Canvas, setting: Setting, role: str) -> None:
    """Name the three parts of a wide row over its columns."""
    letters = _numbered(canvas, role) and any(
        advance(_part_name(setting, name), BRACKET_TYPE, bold=True) > _part(setting, canvas, role, part).w
        for part, name in enumerate(QKV)
    )
    for part, name in enumerate(QKV):
        columns, text = _part(setting, canvas, role, part), _part_name(setting, name)
        if letters or advance(text, BRACKET_TYPE, bold=True) > columns.w + 6:
            text = TENSORS[name].letter
        across(
            canvas,
            columns.x,
            columns.right,
            columns.y - 5 - _numbered(canvas, role),
            text,
            setting.palette.soft,
        )


def _part_name(setting: Setting, name: str) -> str:
    term = TENSORS[name]
    return f"{term.letter}  {term.short(setting.look.words)}"


def _numbered(canvas: Canvas, role: str) -> float:
    """How much room the numbers of the columns take over a row that is an image."""
    return _NUMBERS if any(panel.image for panel in canvas.panels if panel.role == role) else 0.0


def _row_shelf(setting: Setting, name: str, content: Node) -> Shelf:
    """Make a book's shelf that holds the rows of one of the three tensors."""
    book = setting.axis_word("batch", setting.look.batch)
    tensor = setting.trip["cut"][name]
    wide = named(setting, tensor)
    return Shelf(setting, "batch", book, content, side="top", title=wide)


def cut(setting: Setting) -> Plan:
    """Draw the wide rows with scissor lines in them, and the three tensors that they become."""
    step, wide = setting.trip["cut"], setting.trip["cut"].inputs["wide"]
    width = setting.trip.config.width
    drawn = len(setting.drawn("width", step["query"]))

    def body(density: Density) -> Node:
        size = cell_size(setting, density.cell, wide)
        rows = labels(density)
        before = Grid(
            setting, "before", wide, ("token",), ("wide",), size,
            row_labels=rows, splits=(drawn, 2 * drawn), split=_CUT,
        )  # fmt: skip
        after = [
            Grid(setting, f"after-{name}", step[name], ("token",), ("width",), size,
                 row_labels="" if density.tight and name != QKV[0] else rows, top="letter")
            for name in QKV
        ]  # fmt: skip
        shelves = [_row_shelf(setting, name, grid) for name, grid in zip(QKV, after, strict=True)]
        # The row stands over the middle of the three without its labels.
        centred = row(before, Blank(before.offset[0], 0))
        return column(Lifted(centred, 26), Blank(0, 40), row(*shelves, gap=14), align="middle")

    def decorate(canvas: Canvas) -> None:
        part_brackets(canvas, setting, "before")
        rows, ink = canvas.rect("before"), setting.palette.ink
        for part in (1, 2):
            x = canvas.rect("before", wide=part * width).x - _CUT / 2
            _scissors(canvas, x, rows, ink, _numbered(canvas, "before"))
        for name in QKV:
            rub_dividers(setting, canvas, f"after-{name}")
        for part, name in enumerate(QKV):
            above, below = _part(setting, canvas, "before", part), canvas.rect(f"after-{name}")
            start, end = (above.centre[0], above.bottom + 5), (below.centre[0], below.y - _SHELF_TOP)
            canvas.arrow(start, end, setting.palette.ink, 2.2, 9)

    shapes = (
        Shape(wide, ("wide",), TENSORS["wide"].short(setting.look.words)),
        *(Shape(step[name], ("width",), named(setting, step[name], tight=True)) for name in QKV),
    )
    return Plan(
        line=ShapeLine(setting, shapes, ("->", "+", "+")),
        bodies=(body,),
        decorate=decorate,
        notes=limits(setting, [wide, *step.tensors.values()]),
        alt=alt_text(setting, f"The wide rows are cut before column {width} and before column {2 * width}."),
    )


def _scissors(canvas: Canvas, x: float, rows: Rect, colour: str, above: float) -> None:
    """Draw a dashed line down through the rows, with a pair of scissors on top of it, so far above them."""
    _cut_line(canvas, x, Rect(rows.x, rows.y - above, rows.w, rows.h + above), colour, drawn=True)
    top = rows.y - 8 - above
    for side in (-1, 1):
        canvas.outline(Rect(x + side * 4.5 - 3.5, top - 18, 7, 7), colour, 1.6)
        canvas.line((x + side * 3, top - 11), (x - side * 3, top + 1), colour=colour, width=1.6)


def _cut_line(canvas: Canvas, x: float, rows: Rect, colour: str, **fate: bool) -> None:
    canvas.line((x, rows.y - 6), (x, rows.bottom + 6), colour=colour, width=1.6, dashed=True, **fate)


def rub_cuts(setting: Setting, canvas: Canvas, role: str) -> None:
    """Leave in a wide row the two cuts that are undone when one comes back to it.

    Parameters
    ----------
    setting : Setting
    canvas : Canvas
        The wide row is drawn on it.
    role : str
        The part that row plays.
    """
    rows = canvas.rect(role)
    for part in (1, 2):
        x = canvas.rect(role, wide=part * setting.trip.config.width).x
        _cut_line(canvas, x, rows, setting.palette.ink, rubbed=True)


def rub_dividers(setting: Setting, canvas: Canvas, role: str) -> None:
    """Leave in an undivided row the dividers that were pulled out of it.

    Parameters
    ----------
    setting : Setting
    canvas : Canvas
        The row is drawn on it.
    role : str
        The part that row plays.
    """
    rows, head_dim = canvas.rect(role), setting.trip.config.head_dim
    places = setting.drawn("width", setting.trip["cut"]["query"])
    width = _divider_width(rows.w * head_dim / len(places))
    for head in sorted({place // head_dim for place in places})[1:]:
        x = canvas.rect(role, width=head * head_dim).x
        ends = (x, rows.y - 3), (x, rows.bottom + 6)
        canvas.line(*ends, colour=setting.palette.axis("head"), width=width, rubbed=True)


def _divider_width(piece: float) -> float:
    """Thin a divider between narrow pieces, so that they can still be seen."""
    return min(3.0, max(0.5, piece / 6))


def dividers(setting: Setting) -> Plan:
    """Draw the same rows twice: below, with a pencil line between the heads. No cell moves."""
    # Whole rows, so that every number stands under itself whatever head is pinned.
    setting = dataclasses.replace(setting, look=setting.look.replace(head=None))
    step, followed = setting.trip["dividers"], setting.look.tensor
    heads, head_dim = setting.trip.config.heads, setting.trip.config.head_dim

    def one(name: str, density: Density) -> Node:
        size = cell_size(setting, density.cell, *(step[each] for each in QKV))
        rows = labels(density)
        above = Grid(setting, f"before-{name}", step.inputs[name], ("token",), ("width",), size,
                     row_labels=rows, top="letter")  # fmt: skip
        below = Grid(setting, f"after-{name}", step[name], ("token",), ("head", "head_dim"), size,
                     row_labels=rows)  # fmt: skip
        arrow = Downwards(setting, height=26)
        indent = Blank(above.offset[0] + (above.inner[0] - arrow.width) / 2)
        pair = column(above, row(indent, arrow), Lifted(below, 44))
        return _row_shelf(setting, name, pair)

    def all_three(density: Density) -> Node:
        return row(*(one(name, density) for name in QKV), gap=12)

    def followed_alone(density: Density) -> Node:
        told = Text((twins(setting),), 12, setting.palette.soft)
        return column(one(followed, density), told, gap=6, align="middle")

    def decorate(canvas: Canvas) -> None:
        for name in QKV:
            if any(panel.role == f"after-{name}" for panel in canvas.panels):
                heads_drawn = np.unique(setting.extents.places(("head", "head_dim"), step[name])[:, 0])
                _draw_dividers(setting, canvas, f"after-{name}", heads_drawn.tolist())

    before, after = step.inputs[followed], step[followed]
    return Plan(
        line=ShapeLine(
            setting,
            (Shape(before, ("width",), "Q, K, V"), Shape(after, ("head", "head_dim"), "Q, K, V")),
            ("->",),
        ),
        bodies=(followed_alone,),
        preferred=all_three,
        decorate=decorate,
        notes=limits(setting, [before, after]),
        alt=alt_text(setting, f"Every row is divided into {heads} pieces of {head_dim}. No cell moves."),
    )


def _draw_dividers(setting: Setting, canvas: Canvas, role: str, heads: list[int]) -> None:
    palette = setting.palette
    rows = canvas.rect(role)
    letter = AXES["head_dim"].letter
    words = [setting.axis_word("head", head) for head in heads]
    room = canvas.rect(role, head=heads[0]).w - 4
    if max(advance(word, _HEAD, bold=True) for word in words) > room:
        words = [f"{AXES['head'].letter}{head}" for head in heads]
    # Where heads are narrower than their names, some of them are named.
    widest = max(advance(word, _HEAD, bold=True) for word in words)
    crowded = widest > room and _numbered(canvas, role)
    every = ceil((widest + 4) / (room + 4)) if crowded else 1
    for number, (head, word) in enumerate(zip(heads, words, strict=True)):
        piece = canvas.rect(role, head=head)
        if number % every == 0:
            if piece.w >= _BRACKETED:
                across(canvas, piece.x + 2, piece.right - 2, piece.y - 5, letter, palette.axis("head_dim"))
            canvas.text(
                piece.centre[0], piece.y - 36, word, _HEAD, palette.axis("head"), bold=True, anchor="middle"
            )
        if head != heads[0]:
            top, bottom = (piece.x, rows.y - (40 if every == 1 else 24)), (piece.x, rows.bottom + 6)
            width = _divider_width(piece.w)
            canvas.line(top, bottom, colour=palette.axis("head"), width=width, drawn=True)
