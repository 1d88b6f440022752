"""What people mean by one word, side by side: two windows of size W, three fates of a row with nothing kept.

Each is a trip of its own, worked out by the engine; the picture only puts them beside each other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from explorer.core.config import EMPTY_ROWS, Config
from explorer.core.grid import Array
from explorer.core.trace import Trace, trace
from explorer.scene.canvas import Canvas, Rect
from explorer.scene.cells import cell_size
from explorer.scene.display import Panel, Scene
from explorer.scene.frame import MARGIN, WIDTH
from explorer.scene.grids import Grid
from explorer.scene.layout import Blank, Density, Node, Text, column, fit, row
from explorer.scene.lettering import wrap
from explorer.scene.look import Look
from explorer.scene.numerals import number_text
from explorer.scene.setting import Setting
from explorer.scene.shelves import titled
from explorer.words import EMPTY_ROW_NAMES, TENSORS, in_words

__all__ = ["MOST_TOKENS", "POLICIES", "conventions_scene"]

MOST_TOKENS = 8
"""Only so many tokens are compared: what is to be seen fits into few, and it is three trips and more."""

POLICIES = EMPTY_ROWS[1:]
"""What may become of a row with nothing kept, if it is not refused."""
_AXES = ("query_token",), ("key_token",)
_WINDOWS = ((True, "W counts the token itself"), (False, "W counts those before it"))


@dataclass(frozen=True, eq=False)
class _Beside:
    """A grid, and what each of its rows adds to, written beside it."""

    setting: Setting
    grid: Grid
    totals: tuple[float, ...]
    room: float = 52.0

    @property
    def width(self) -> float:
        return self.grid.width + self.room

    @property
    def height(self) -> float:
        return self.grid.height

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        self.grid.draw(canvas, x, y)
        left, top = x + self.grid.offset[0] + self.grid.inner[0] + 8, y + self.grid.offset[1]
        for number, middle in self.grid.row_centres:
            text = f"= {number_text(round(self.totals[number], 6))}"
            canvas.text(left, top + middle, text, 12, self.setting.palette.soft)


def conventions_scene(trip: Trace, look: Look | None = None) -> Scene:
    """Draw both windows of size W, and the three policies for a row with nothing kept.

    Parameters
    ----------
    trip : Trace
        Whose sizes, numbers and rules are taken.
    look : Look, optional
        The reader's choices.

    Returns
    -------
    Scene
        Its panels' roles are ``self``, ``before``, and ``nan``, ``zero``, ``uniform``.

    Examples
    --------
    >>> import explorer as ex
    >>> scene = conventions_scene(ex.trace())
    >>> [panel.role for panel in scene.panels]
    ['self', 'before', 'nan', 'zero', 'uniform']
    >>> [cell.text for cell in scene.cells("uniform")][3:6]
    ['0.33', '0.33', '0.33']
    """
    look = dataclasses.replace(look or Look(), head=(look.head if look else None) or 0, token=None)
    config = _few(trip.config)
    windows = [
        trace(_whole(config).replace(window=config.window or 2, window_counts_self=counts, by_hand=()))
        for counts, _ in _WINDOWS
    ]
    emptied, row_number, own = _with_an_empty_row(config)
    fates = {policy: trace(emptied.replace(empty_rows=policy)) for policy in POLICIES}
    setting = Setting(windows[0], "mask", look)
    words, palette = look.words, setting.palette
    keep = TENSORS["keep"].say(words)
    tables = [one["mask"]["keep"] for one in windows]
    differ = np.argwhere(tables[0].values != tables[1].values)
    window = windows[0].config.window

    def keeps(density: Density) -> Node:
        made = []
        for one, (counts, told) in zip(windows, _WINDOWS, strict=True):
            here = Setting(one, "mask", look)
            table = one["mask"]["keep"]
            grid = Grid(
                here, "self" if counts else "before", table, *_AXES, cell_size(here, density.cell, table),
                row_labels="letter", col_labels="letter", left="word", top="word",
            )  # fmt: skip
            rule = f"j >= i - {window} + 1" if counts else f"j >= i - {window}"
            made.append(titled(here, f"{told}: {rule}", grid))
        return row(*made, gap=48, align="start")

    def policies(density: Density) -> Node:
        made = []
        for policy, one in fates.items():
            here = Setting(one, "shares", look)
            shares = one["shares"]["shares"]
            grid = Grid(
                here, policy, shares, *_AXES, cell_size(here, density.cell, shares),
                pins={"head": look.head or 0}, row_labels="letter", col_labels="letter",
            )  # fmt: skip
            totals = shares.values[look.batch, look.head or 0].sum(axis=-1)
            made.append(titled(here, EMPTY_ROW_NAMES[policy], _Beside(here, grid, tuple(map(float, totals)))))
        return row(*made, gap=18, align="start")

    asking = setting.axis_word("query_token", row_number)
    whose = "keeps nothing" if own else "is made to keep nothing, to see it"
    blocks = (
        _block(setting, f"{_window_said(config)}: {keep}", keeps),
        _block(setting, f"A row with nothing kept, three times: {asking} {whose}", policies),
    )
    notes = [
        f"Where they differ is outlined: {len(differ)} of {tables[0].values.size} cells."
        if len(differ)
        else "No cell differs: the window reaches all of them.",
        in_words(
            "Striking by minus infinity leaves 0 / 0; some kernels return zero; striking by a large finite "
            "number shares evenly among all, the future included.",
            words,
        ),
    ]
    if config != trip.config and config.tokens < trip.config.tokens:
        notes.append(f"Drawn: the first {MOST_TOKENS} of {trip.config.tokens} tokens.")
    return _compose(setting, blocks, notes, lambda canvas: _outline(setting, canvas, differ), palette.paper)


def _window_said(config: Config) -> str:
    if config.window is None:
        return "No window is on; if it were of 2, twice"
    return f"The window of {config.window}, twice"


def _few(config: Config) -> Config:
    return config.replace(tokens=min(config.tokens, MOST_TOKENS))


def _whole(config: Config) -> Config:
    """Leave no row empty: what is compared here is the window alone."""
    return config.replace(empty_rows="nan")


def _with_an_empty_row(config: Config) -> tuple[Config, int, bool]:
    """Find a row with nothing kept, or make one: the config, the row, and whether it was there."""
    keep = trace(_whole(config))["mask"]["keep"].values
    empty = np.argwhere(~keep.any(axis=-1))
    if len(empty):
        return config, int(empty[0][-1]), True
    row_number = min(1, config.tokens - 1)
    struck = tuple((row_number, looked_at, False) for looked_at in range(config.tokens))
    return config.replace(by_hand=(*config.by_hand, *struck)), row_number, False


def _block(setting: Setting, title: str, build: Callable[[Density], Node]) -> Callable[[Density], Node]:
    return lambda density: column(
        Text(wrap(title, density.width, 15, bold=True), 15, setting.palette.ink, bold=True),
        build(density),
        gap=10,
    )


def _outline(setting: Setting, canvas: Canvas, differ: Array) -> None:
    for asking, looked_at in differ.tolist():
        for role in ("self", "before"):
            rect = canvas.rect(role, query_token=asking, key_token=looked_at)
            canvas.outline(Rect(rect.x + 1, rect.y + 1, rect.w - 2, rect.h - 2), setting.palette.ink, 2.4)


def _compose(
    setting: Setting,
    blocks: Sequence[Callable[[Density], Node]],
    notes: Sequence[str],
    decorate: Callable[[Canvas], None],
    paper: str,
) -> Scene:
    room = WIDTH - 2 * MARGIN
    body = fit((lambda density: column(*(block(density) for block in blocks), gap=26),), room, 430.0)
    foot = Text(tuple(line for note in notes for line in wrap(note, room, 12)), 12, setting.palette.soft)
    whole = column(body, Blank(0, 14), foot)
    canvas = Canvas()
    width = max(WIDTH, whole.width + 2 * MARGIN)
    whole.draw(canvas, MARGIN, MARGIN)
    decorate(canvas)
    panels: list[Panel] = canvas.panels
    return Scene(
        width=round(width, 2),
        height=round(whole.height + 2 * MARGIN, 2),
        step="conventions",
        title="What people mean by it",
        alt=" ".join(notes),
        paper=paper,
        shape_line="",
        panels=tuple(panels),
        under=tuple(canvas.under),
        marks=tuple(canvas.marks),
    )
