"""The steps that move shelves or stand grids up: re-shelve, inside flip, merge. No number changes."""

from __future__ import annotations

from explorer.core.tensor import Tensor
from explorer.scene.arrows import follow_row, outline
from explorer.scene.canvas import Canvas
from explorer.scene.captions import alt_text, limits, lying_and_standing, named, opened, sentence, twins
from explorer.scene.cells import cell_size
from explorer.scene.frame import Plan
from explorer.scene.grids import Grid
from explorer.scene.layout import Density, Node, column, row, wrapped
from explorer.scene.memory_strip import as_they_lay, memory_strip
from explorer.scene.rows import rub_dividers
from explorer.scene.setting import Setting
from explorer.scene.shape_line import Shape, ShapeLine
from explorer.scene.shelves import Shelf, labels, shelf_label, shelves, titled
from explorer.words import tell_moved

__all__ = [
    "flip_body", "flip_line", "follow_flip", "follow_reshelve", "inside_flip", "merge", "reshelve",
    "reshelve_body",
]  # fmt: skip

_TITLE_ROOM = 24.0


def flip_line(setting: Setting, step: str, name: str) -> ShapeLine:
    """Write the shape line of a step that swaps two axes of one tensor."""
    record = setting.trip[step]
    swapped = record.swapped
    shapes = (Shape(record.inputs[name], swapped), Shape(record[name], swapped))
    return ShapeLine(setting, shapes, ("->",), swapped=swapped)


def reshelve_body(setting: Setting, density: Density, name: str) -> Node:
    """Token shelves of head rows, and head shelves of token rows, side by side."""
    step = setting.trip["reshelve"]
    parts = (("before", step.inputs[name]), ("after", step[name]))
    blocks = _side_by_side(setting, density, density.height, parts)
    first, second = opened(setting, "token"), opened(setting, "head")
    titles = (f"{named(setting, step[name])}: {first}", second)
    named_blocks = [titled(setting, title, block) for title, block in zip(titles, blocks, strict=True)]
    return row(*named_blocks, gap=52 if density.tight else 80, align="start")


def _side_by_side(
    setting: Setting, density: Density, height: float, parts: tuple[tuple[str, Tensor], ...]
) -> tuple[Node, ...]:
    """Lay out shelved tensors so that they begin and end at the same heights."""
    size = cell_size(setting, density.cell, parts[0][1])
    room = height - _TITLE_ROOM
    blocks = [shelves(setting, role, tensor, density, size, room) for role, tensor in parts]
    tallest = max(block(0).height for block in blocks)
    return tuple(block(tallest) for block in blocks)


def follow_reshelve(setting: Setting, canvas: Canvas) -> None:
    """Outline one token's row of one head before and after, and draw an arrow from one to the other."""
    pins = {"head": setting.followed_head, "token": setting.followed_token}
    follow_row(setting, canvas, "before", "after", pins)


def reshelve(setting: Setting) -> Plan:
    """Which shelf is opened first: token shelves become head shelves, rows stay rows."""
    step, name = setting.trip["reshelve"], setting.look.tensor
    before, after = step.inputs[name], step[name]
    strip = memory_strip(setting, "reshelve", name)
    return Plan(
        line=flip_line(setting, "reshelve", name),
        bodies=(lambda density: reshelve_body(setting, density, name),),
        strip=strip,
        decorate=lambda canvas: follow_reshelve(setting, canvas),
        notes=(twins(setting), *limits(setting, [before, after])),
        alt=alt_text(
            setting,
            "Left, a shelf for each token holds a row for each head; right, a shelf for each head holds a "
            "row for each token. Every row keeps its numbers in the same order.",
            *as_they_lay(strip),
        ),
    )


def flip_body(setting: Setting, density: Density) -> Node:
    """Each head's grid lying and standing, side by side."""
    step = setting.trip["inside_flip"]
    before, after = step.inputs["key"], step["key"]
    size = cell_size(setting, density.cell, before)
    pairs = []
    for head in setting.shelved("head", before):
        lying = Grid(
            setting, "before", before, ("token",), ("head_dim",), size, {"head": head},
            row_labels="letter", left="letter", top="letter",
        )  # fmt: skip
        standing = Grid(
            setting, "after", after, ("head_dim",), ("token",), size, {"head": head},
            col_labels="letter", left="letter", top="letter",
        )  # fmt: skip
        label = shelf_label(setting, "head", head, density)
        boxes = [Shelf(setting, "head", label, grid, side="above") for grid in (lying, standing)]
        least = (max(box.width for box in boxes), max(box.height for box in boxes))
        boxes = [Shelf(setting, "head", label, grid, side="above", least=least) for grid in (lying, standing)]
        pairs.append(row(*boxes, gap=40 if density.tight else 80))
    block = wrapped(pairs, density.height - _TITLE_ROOM, gap=10)
    return titled(setting, f"{named(setting, before)}: {lying_and_standing(setting)}", block)


def follow_flip(setting: Setting, canvas: Canvas) -> None:
    """Outline one token as a row and as a column, and draw an arrow from one to the other."""
    pins = {"head": setting.followed_head, "token": setting.followed_token}
    source, target = outline(setting, canvas, "before", pins), outline(setting, canvas, "after", pins)
    follow_row(setting, canvas, "before", "after", pins, end=(target.centre[0], target.bottom + 5),
               outlined=(source, target))  # fmt: skip


def inside_flip(setting: Setting) -> Plan:
    """Each head's key grid is stood on its edge: what was a row is a column, the shelves stay."""
    step = setting.trip["inside_flip"]
    before, after = step.inputs["key"], step["key"]
    strip = memory_strip(setting, "inside_flip", "key")
    return Plan(
        line=flip_line(setting, "inside_flip", "key"),
        bodies=(lambda density: flip_body(setting, density),),
        strip=strip,
        decorate=lambda canvas: follow_flip(setting, canvas),
        notes=limits(setting, [before, after]),
        alt=alt_text(
            setting,
            "Left, each head's grid has a row for each token; right, the same grid stands on its edge and "
            "has a column for each token. No shelf moves.",
            *as_they_lay(strip),
        ),
    )


def merge(setting: Setting) -> Plan:
    """Draw the re-shelve run backward, the block tidied, the dividers pulled out."""
    step = setting.trip["merge"]
    blend, block, output = step.inputs["blend"], step["block"], step["output"]
    told = tell_moved(step.moved["block"], step.cost.bytes_copied or None)
    short = [named(setting, tensor, tight=True) for tensor in (blend, block, output)]

    def body(density: Density, *, below: bool) -> Node:
        size = cell_size(setting, density.cell, blend)
        rows = labels(density)
        grid = Grid(setting, "output", output, ("token",), ("width",), size, row_labels=rows, top="letter")
        book = setting.axis_word("batch", setting.look.batch)
        out = titled(setting, short[2], Shelf(setting, "batch", book, grid, side="top"))
        height = density.height - (out.height + 16 if below else 0)
        blocks = _side_by_side(setting, density, height, (("blend", blend), ("block", block)))
        parts = [titled(setting, name, part) for name, part in zip(short[:2], blocks, strict=True)]
        gap = 36 if density.tight else 44
        if below:
            return column(row(*parts, gap=gap, align="start"), out, gap=16)
        return row(*parts, out, gap=gap, align="start")

    def decorate(canvas: Canvas) -> None:
        pins = {"head": setting.followed_head, "token": setting.followed_token}
        follow_row(setting, canvas, "blend", "block", pins)
        head, dim, token = setting.followed_head, setting.trip.config.head_dim, setting.followed_token
        places = [place for place in setting.drawn("width", output) if place // dim == head]
        if places:
            pieces = [canvas.rect("output", token=token, width=place) for place in places]
            target = pieces[0].joined(pieces[-1])
            canvas.outline(target.grown(1), setting.palette.ink)
            outlined = (canvas.rect("block", **pins), target)
            follow_row(setting, canvas, "block", "output", pins, outlined=outlined, onto={"token": token})
        rub_dividers(setting, canvas, "output")

    return Plan(
        line=ShapeLine(
            setting,
            (Shape(blend, step.swapped), Shape(block, step.swapped), Shape(output, ("width",))),
            ("->", "->"),
            swapped=step.swapped,
        ),
        bodies=(lambda density: body(density, below=False), lambda density: body(density, below=True)),
        decorate=decorate,
        notes=(sentence(f"{named(setting, block)}: {told}"), *limits(setting, [blend, block, output])),
        alt=alt_text(
            setting,
            "Head shelves become token shelves again, then the pieces of each token stand in one row.",
        ),
    )
