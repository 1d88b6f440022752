"""The steps on whole rows: cut the wide row, and draw dividers in a row. No number moves."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property

from explorer.scene.arrows import Downwards
from explorer.scene.canvas import Canvas, Rect
from explorer.scene.captions import alt_text, limits, named, twins
from explorer.scene.frame import Plan
from explorer.scene.grids import Grid, cell_size
from explorer.scene.layout import Blank, Density, Node, Text, column, row
from explorer.scene.lettering import advance
from explorer.scene.marks import BRACKET_TYPE, across
from explorer.scene.setting import Setting
from explorer.scene.shape_line import Shape, ShapeLine
from explorer.scene.shelves import Shelf, labels
from explorer.words import AXES, TENSORS

__all__ = ["QKV", "Lifted", "cut", "dividers", "part_brackets"]

QKV = ("query", "key", "value")
_CUT = 20.0
_SHELF_TOP = 62.0
_HEAD = 12.0


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
    for part, name in enumerate(QKV):
        columns = _part(setting, canvas, role, part)
        term = TENSORS[name]
        text = f"{term.letter}  {term.short(setting.look.words)}"
        if advance(text, BRACKET_TYPE, bold=True) > columns.w + 6:
            text = term.letter
        across(canvas, columns.x, columns.right, columns.y - 5, text, setting.palette.soft)


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
            _scissors(canvas, canvas.rect("before", wide=part * width).x - _CUT / 2, rows, ink)
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


def _scissors(canvas: Canvas, x: float, rows: Rect, colour: str) -> None:
    """Draw a dashed line down through the rows, with a pair of scissors on top."""
    canvas.line((x, rows.y - 6), (x, rows.bottom + 6), colour=colour, width=1.6, dashed=True, drawn=True)
    top = rows.y - 8
    for side in (-1, 1):
        canvas.outline(Rect(x + side * 4.5 - 3.5, top - 18, 7, 7), colour, 1.6)
        canvas.line((x + side * 3, top - 11), (x - side * 3, top + 1), colour=colour, width=1.6)


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
                _draw_dividers(setting, canvas, f"after-{name}", setting.drawn("head", step[name]))

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


def _draw_dividers(setting: Setting, canvas: Canvas, role: str, heads: tuple[int, ...]) -> None:
    palette = setting.palette
    rows = canvas.rect(role)
    letter = AXES["head_dim"].letter
    words = [setting.axis_word("head", head) for head in heads]
    room = canvas.rect(role, head=heads[0]).w - 4
    if max(advance(word, _HEAD, bold=True) for word in words) > room:
        words = [f"{AXES['head'].letter}{head}" for head in heads]
    for head, word in zip(heads, words, strict=True):
        piece = canvas.rect(role, head=head)
        across(canvas, piece.x + 2, piece.right - 2, piece.y - 5, letter, palette.axis("head_dim"))
        canvas.text(
            piece.centre[0], piece.y - 36, word, _HEAD, palette.axis("head"), bold=True, anchor="middle"
        )
        if head != heads[0]:
            top, bottom = (piece.x, rows.y - 40), (piece.x, rows.bottom + 6)
            canvas.line(top, bottom, colour=palette.axis("head"), width=3, drawn=True)
