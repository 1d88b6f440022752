"""What is done to the scores themselves: the mask strikes some, the split turns the rest into shares."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.core.masks import nothing_kept
from explorer.core.tensor import Tensor
from explorer.scene.arrows import Rightwards
from explorer.scene.canvas import Canvas
from explorer.scene.captions import alt_text, limits, named
from explorer.scene.cells import CellSize, cell_size
from explorer.scene.frame import Plan
from explorer.scene.grids import Grid
from explorer.scene.layout import Blank, Density, Node, column, row, wrapped
from explorer.scene.lettering import fit_size
from explorer.scene.numerals import number_text
from explorer.scene.setting import Setting
from explorer.scene.shape_line import Shape, ShapeLine
from explorer.scene.shelves import Named, Shelf, shelf_label
from explorer.words import tell_empty_rows, tell_mask, tell_shift

__all__ = ["mask", "shares"]

_ASKING, _LOOKED_AT = "query_token", "key_token"
_APART, _UNDER = 7.0, 14.0


def _score_grid(
    setting: Setting, role: str, tensor: Tensor, size: CellSize, head: int | None, *, asking: bool = True
) -> Grid:
    """One head's grid of the score kind; its rows are named where `asking`."""
    return Grid(
        setting, role, tensor, (_ASKING,), (_LOOKED_AT,), size, {} if head is None else {"head": head},
        row_labels="letter" if asking else "", col_labels="letter",
        left="word" if asking else "", top="word",
    )  # fmt: skip


def mask(setting: Setting) -> Plan:
    """Scores, the keep-table that holds for all heads, and the scores with what it strikes."""
    step, config = setting.trip["mask"], setting.trip.config
    before, keep, after = step.inputs["scores"], step["keep"], step["struck"]

    def stack(role: str, tensor: Tensor, density: Density) -> Node:
        size = cell_size(setting, density.cell, before, after)
        shelves = []
        for head in setting.shelved("head", tensor):
            grid = _score_grid(setting, role, tensor, size, head)
            label = shelf_label(setting, "head", head, density)
            title = named(setting, tensor, tight=True)
            shelves.append(Shelf(setting, "head", label, grid, side="top", title=title))
        return wrapped(shelves, density.height, gap=9)

    def body(density: Density) -> Node:
        size = cell_size(setting, density.cell, keep)
        grid = _score_grid(setting, "keep", keep, size, None)
        table = Named(setting, named(setting, keep, tight=True), grid)
        return row(
            stack("scores", before, density), table, Rightwards(setting), stack("struck", after, density),
            gap=12,
        )  # fmt: skip

    rules = tell_mask(
        causal=config.causal,
        window=config.window is not None,
        window_counts_self=config.window_counts_self,
        by_hand=bool(config.cells_by_hand),
        words=setting.look.words,
    )
    lit = (_ASKING, _LOOKED_AT)
    parts = [before, keep, after]
    struck = int(np.isneginf(after.values[setting.look.batch]).sum())
    return Plan(
        line=ShapeLine(
            setting,
            tuple(Shape(tensor, lit, named(setting, tensor, tight=True)) for tensor in parts),
            ("+", "->"),
        ),
        bodies=(body,),
        decorate=_nothing,
        notes=(rules, *limits(setting, [before, after])),
        alt=alt_text(setting, rules, f"{struck} of the scores are struck to -inf."),
    )


def shares(setting: Setting) -> Plan:
    """Blow up by e, add each row up, divide by the total: every row of shares adds to one."""
    step = setting.trip["shares"]
    struck, blown, totals, split = step.inputs["struck"], step["exponentials"], step["totals"], step["shares"]
    shifted = bool(np.any(step["shift"].values))

    def one(head: int, density: Density) -> Node:
        def size(tensor: Tensor) -> CellSize:
            return cell_size(setting, density.cell, tensor)

        def with_name(tensor: Tensor, grid: Grid) -> Named:
            return Named(setting, named(setting, tensor, tight=True), grid)

        first = _score_grid(setting, "struck", struck, size(struck), head)
        second = _score_grid(setting, "exponentials", blown, size(blown), head, asking=False)
        third = _score_grid(setting, "shares", split, size(split), head, asking=False)
        pins = {"head": head}
        beside = [with_name(totals, Grid(setting, "totals", totals, (_ASKING,), (), size(totals), pins))]
        if shifted:
            shift = step["shift"]
            grid = Grid(setting, "shift", shift, (_ASKING,), (), size(shift), pins)
            beside.insert(0, with_name(shift, grid))
        tall = first.inner[1]
        content: Node = row(
            with_name(struck, first),
            Rightwards(setting, "e^x", tall),
            with_name(blown, second),
            *beside,
            Rightwards(setting, "/", tall),
            with_name(split, third),
            _Sums(setting, third, head),
            gap=_APART,
            align="end",
        )
        content = column(content, Blank(0, _UNDER))  # where the columns' sums are written
        return Shelf(setting, "head", shelf_label(setting, "head", head, density), content, side="corner")

    def body(density: Density) -> Node:
        heads = setting.shelved("head", struck)
        return wrapped([one(head, density) for head in heads], density.height, gap=12)

    lit = (_LOOKED_AT,)
    return Plan(
        line=ShapeLine(
            setting,
            tuple(Shape(tensor, lit, named(setting, tensor, tight=True)) for tensor in (struck, split)),
            ("->",),
        ),
        bodies=(body,),
        decorate=_nothing,
        notes=(
            "Beside a row of shares and under a column: what it adds to.",
            *((tell_shift(shifted=True),) if shifted else ()),
            *limits(setting, [struck]),
        ),
        alt=alt_text(setting, _told_sums(setting)),
    )


def _told_sums(setting: Setting) -> str:
    """Say what rows and columns add to; an empty row may add to nothing."""
    kept = setting.trip["mask"]["keep"].values
    policy = setting.trip.config.empty_rows
    if nothing_kept(kept).any():
        return tell_empty_rows(policy, int(nothing_kept(kept).sum()), setting.look.words)
    return "Every row of shares adds to one, its columns need not; a struck cell has no share."


@dataclass(frozen=True, eq=False)
class _Sums:
    """What each row of shares adds to, written beside it; what each column does, under it."""

    setting: Setting
    grid: Grid
    head: int
    width: float = 34.0

    @property
    def height(self) -> float:
        return self.grid.inner[1]

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        split = self.grid.tensor
        rows = split.summed(_LOOKED_AT).values[self.setting.look.batch, self.head]  # (T asking,)
        asking = self.setting.drawn(_ASKING, split)
        for number, middle in self.grid.row_centres:
            # The sum of rounded shares can miss one by the last bit: that is no decimal worth showing.
            total = number_text(round(float(rows[asking[number]]), 6))
            canvas.text(x, y + middle, f"= {total}", 12, self.setting.palette.soft)
        if self.grid.is_image:
            return
        wide, left = self.grid.size.w, x - _APART - self.grid.inner[0]
        columns = split.summed(_ASKING).values[self.setting.look.batch, self.head]  # (T looked at,)
        for number, looked_at in enumerate(self.setting.drawn(_LOOKED_AT, split)):
            total = number_text(round(float(columns[looked_at]), 6), self.setting.look.decimals)
            middle = left + (number + 0.5) * wide
            size = fit_size(total, wide - 5, 12)
            canvas.text(middle, y + self.height + 10, total, size, self.setting.palette.soft, anchor="middle")


def _nothing(canvas: Canvas) -> None:
    """Add no mark."""
