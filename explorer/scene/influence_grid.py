"""The influence grid beside the keep-table: which input changes which output, and which should."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from explorer.core.config import Config
from explorer.core.grid import Array
from explorer.scene.canvas import Canvas, Rect
from explorer.scene.display import Box, Cell, Panel
from explorer.scene.layout import Blank, Density, Node, Text, column, row
from explorer.scene.lettering import advance, wrap
from explorer.scene.look import Look
from explorer.scene.painting import as_bytes
from explorer.scene.palette import PALETTES, Palette, ink_on, mix
from explorer.scene.raster import Image
from explorer.scene.wrong_axes import place_word
from explorer.scene.wrong_legend import Sample, entry_of
from explorer.words import TENSORS, in_words

if TYPE_CHECKING:
    from explorer.core.influence import Influence

__all__ = ["EXTRA", "MISSING", "UNTOLD", "influence_part", "tell_influence"]

EXTRA, MISSING = "sees what it must not", "does not see what it should"
"""The two ways in which an influence grid can differ from the keep-table."""
UNTOLD = "?: NaN whatever goes in, nothing can be told"

_AXES = ("query_token", "key_token")
_LABEL, _GAP = 11.5, 6.0
_NAMED = 4
_MOST = 16
"""More tokens than these are drawn as an image."""
_SIDE = 150.0


@dataclass(frozen=True, eq=False)
class _Table:
    """One table of noughts and ones, rows and columns named, cells that differ framed."""

    role: str
    name: str
    beneath: str
    table: Array
    other: Array
    look: Look
    config: Config
    side: float
    untold: Array | None = None

    @property
    def palette(self) -> Palette:
        return PALETTES[self.look.theme]

    @property
    def _count(self) -> int:
        return len(self.table)

    @property
    def _is_image(self) -> bool:
        return self._count > _MOST

    @cached_property
    def _offset(self) -> tuple[float, float]:
        return advance(f"T{self._count - 1}", _LABEL) + _GAP, 52.0

    @cached_property
    def _inner(self) -> float:
        return _SIDE if self._is_image else self._count * self.side

    @property
    def width(self) -> float:
        return max(
            self._offset[0] + self._inner, advance(self.name, 12.5, bold=True), advance(self.beneath, 12)
        )

    @property
    def height(self) -> float:
        return self._offset[1] + self._inner

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        palette, tokens = self.palette, self._count
        left, top = x + self._offset[0], y + self._offset[1]
        canvas.text(x, y + 7, self.name, 12.5, palette.ink, bold=True)
        canvas.text(x, y + 24, self.beneath, 12, palette.soft)
        fills = [palette.paper, mix(palette.axis("token"), palette.shelf, 0.42)]
        step = self._inner / tokens
        colour = palette.axis("token")
        for place in (0, tokens - 1) if self._is_image else range(tokens):
            canvas.text(left - _GAP, top + (place + 0.5) * step, f"T{place}", _LABEL, colour, anchor="end")
            canvas.text(left + (place + 0.5) * step, top - 9, f"T{place}", _LABEL, colour, anchor="middle")
        places = np.arange(tokens).reshape(-1, 1)
        title = self.name
        if self._is_image:
            image = Image(
                left, top, self._inner, self._inner, title=f"{title}: {tokens} rows and columns, one image",
                index=self._entries, values=self.table,
                palette=as_bytes([*fills, *_differing(palette), palette.shelf]),
                axes=_AXES, pins={}, row_axes=_AXES[:1], col_axes=_AXES[1:],
                row_places=places, col_places=places, make=self._made,
            )  # fmt: skip
            canvas.rim(Rect(left, top, self._inner, self._inner), palette.rule)
            canvas.panels.append(
                Panel(self.role, title, self.role, _AXES[:1], _AXES[1:], (), image.shape, (), image)
            )
            return
        cells = []
        for i, j in np.ndindex(tokens, tokens):
            rect = Rect(left + j * step, top + i * step, step, step)
            cell = self._cell(i, j, rect, fills[int(self.table[i, j])])
            cells.append(cell)
            if self.role == "influence" and self._differs[i, j]:
                canvas.marks.append(
                    Box(rect.x + 2, rect.y + 2, rect.w - 4, rect.h - 4, 2, "", cell.ink, 2.2,
                        dashed=not self.table[i, j])
                )  # fmt: skip
        shape = (tokens, tokens)
        canvas.panels.append(
            Panel(self.role, title, self.role, _AXES[:1], _AXES[1:], (), shape, tuple(cells))
        )

    @property
    def _entries(self) -> npt.NDArray[np.uint16]:
        """For each cell 0 or 1 as it is, and 2 more where it should not be so: an image has no frames."""
        found: npt.NDArray[np.uint16] = self.table + 2 * self._differs.astype(np.uint16)
        return np.where(self._nothing[:, np.newaxis], 4, found).astype(np.uint16)

    @cached_property
    def _nothing(self) -> npt.NDArray[np.bool_]:
        """Rows of which nothing can be told."""
        return np.zeros(len(self.table), dtype=bool) if self.untold is None else self.untold

    @cached_property
    def _differs(self) -> npt.NDArray[np.bool_]:
        differs: npt.NDArray[np.bool_] = (self.table != self.other) & ~self._nothing[:, np.newaxis]
        return differs

    def _made(self, coords: Mapping[str, int], rect: Rect, fill: str) -> Cell:
        return self._cell(coords[_AXES[0]], coords[_AXES[1]], rect, fill)

    def _cell(self, i: int, j: int, rect: Rect, fill: str) -> Cell:
        words, on = self.look.words, bool(self.table[i, j])
        out, changed = (place_word(self.config, "token", at, words) for at in (i, j))
        untold = bool(self._nothing[i])
        differs = self.role == "influence" and self._differs[i, j]
        if self.role == "influence":
            does = "is NaN either way" if untold else "changes" if on else "stays the same"
            title = f"change input {changed}: output {out} {does}"
        else:
            title = f"{self.name}, {out} looking at {changed}: {'kept' if on else 'struck'}"
        said = f", {EXTRA if on else MISSING}" if differs else ""
        return Cell(
            rect.x, rect.y, rect.w, rect.h,
            fill=fill, ink=ink_on(fill), edge=self.palette.rule, text="?" if untold else "1" if on else "0",
            size=0.0 if self._is_image else max(9.5, min(14.0, 0.5 * rect.h)),
            identity=f"{self.role}:i{i}:j{j}", tensor=self.role, coords=((_AXES[0], i), (_AXES[1], j)),
            value=float(on), title=title + said,
        )  # fmt: skip


def influence_part(influence: Influence, look: Look, density: Density) -> Node:
    """Lay the influence grid out beside the keep-table, with what the frames mean.

    Parameters
    ----------
    influence : Influence
    look : Look
        Its batch item is drawn.
    density : Density

    Returns
    -------
    Node
        A sentence where there is no grid.
    """
    palette, side = PALETTES[look.theme], max(18.0, min(26.0, density.cell - 6))
    told = Text(wrap(tell_influence(influence, look), min(260.0, density.width), 12), 12, palette.ink)
    if not influence.found:
        return Text(wrap(tell_influence(influence, look), density.width, 12), 12, palette.ink)
    batch = look.batch
    grid = influence.by_batch[batch, :, batch]
    keep, meant = (
        table if table.ndim == 2 else table[batch] for table in (influence.keep, influence.expected)
    )
    config, wanted = influence.config, TENSORS["keep"].say(look.words)
    tables = (
        _Table(
            "influence",
            "Influence",
            "output down, input across",
            grid,
            meant,
            look,
            config,
            side,
            influence.unknown[batch],
        ),
        _Table("keep", wanted[:1].upper() + wanted[1:], "what it should be", keep, keep, look, config, side),
    )
    kept = mix(palette.axis("token"), palette.shelf, 0.42)
    missing, extra = (
        Sample(palette.paper, palette.rule, palette.ink),
        Sample(kept, palette.rule, ink_on(kept), dashed=False),
    )
    if len(grid) > _MOST:
        missing, extra = (Sample(fill, palette.rule, "") for fill in _differing(palette))
    known = ~influence.unknown[batch][:, np.newaxis]
    samples = ((known & grid & ~meant, extra, EXTRA), (known & meant & ~grid, missing, MISSING))
    lines: list[Node] = [
        entry_of(sample, f"{np.count_nonzero(cells)}: {what}", palette.ink)
        for cells, sample, what in samples
        if cells.any()
    ]
    if influence.crosses:
        book = in_words("book", "standard" if look.words == "standard" else "pencil")
        pairs = ", ".join(f"{out} with {into}" for out, into in influence.crosses[:_NAMED])
        lines.append(Text((f"A {book} changes with another: {pairs}",), 12, palette.ink))
    if influence.unknown[batch].any():
        lines.append(Text(wrap(UNTOLD, min(260.0, density.width), 12), 12, palette.ink))
    means = column(*(lines or [told]), gap=6)
    ways: tuple[Node, ...] = (
        row(*tables, column(Blank(0, 52), means), gap=30, align="start"),
        column(row(*tables, gap=30, align="start"), means, gap=8),
        column(*tables, means, gap=12),
    )
    return next((way for way in ways if way.width <= density.width), ways[0])


def _differing(palette: Palette) -> tuple[str, str]:
    """Give the fills of what is missing and of what is too much, in an image: far apart in lightness too."""
    return palette.muted, palette.warn


def tell_influence(influence: Influence, look: Look) -> str:
    """Say in a sentence whether the influence is what the keep-table allows.

    Parameters
    ----------
    influence : Influence
    look : Look

    Returns
    -------
    str
    """
    return influence.text(look.words)
