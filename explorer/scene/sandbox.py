"""The flip sandbox as a picture: a tensor after each move, painted by where its numbers began."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from explorer.core.config import Config
from explorer.core.grid import Array, frozen
from explorer.core.mistakes.sandbox import Play, Stage
from explorer.core.tensor import Tensor
from explorer.errors import ConfigError
from explorer.scene.canvas import Canvas
from explorer.scene.colouring import Range
from explorer.scene.display import Scene
from explorer.scene.frame import HEIGHT, MARGIN, NARROW, TALL, WIDTH
from explorer.scene.layout import Density, Node, Text, column, fit
from explorer.scene.lettering import wrap
from explorer.scene.look import Look
from explorer.scene.palette import PALETTES
from explorer.scene.shortfall import AS_IMAGE
from explorer.scene.wrong_axes import arranged, shape_text
from explorer.scene.wrong_contents import Births, Contents
from explorer.scene.wrong_halves import ShapeNode, grids, numbered, size_for
from explorer.scene.wrong_legend import MOVED, legend_of
from explorer.scene.wrong_notice import AMBER, Notice
from explorer.scene.wrong_said import cut_words
from explorer.words import TENSORS, in_words

__all__ = ["sandbox_scene"]

_GAP, _NOTE = 26.0, 12.0
_LEAST = 168.0
_BOX = 330.0
_CODE = 10.0
_ACROSS, _DOWN, _SMALL = 1.15, (1.6, 2.5, 4.0, 6.0), (24, 22, 20, 18)
_PARTS = ("query", "key", "value")


def sandbox_scene(play: Play, look: Look | None = None, *, narrow: bool = False) -> Scene:
    """Draw what a few moves made of one tensor, one grid after another.

    Parameters
    ----------
    play : Play
        As ``explorer.core.mistakes.sandbox.play`` makes it.
    look : Look, optional
        The reader's choices.
    narrow : bool
        Whether the paper is a phone's.

    Returns
    -------
    Scene
        Roles ``start``, ``move-1``, ``move-2``, ...; a move that was refused has a box and no grid.

    Raises
    ------
    ConfigError
        If the look pins what the tensor has not.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.core.mistakes.sandbox import play
    >>> scene = sandbox_scene(play(ex.trace()["dividers"]["query"], ["reshape", "glue"]))
    >>> scene.shape_line
    '( B 1, T 3, H 2, D 2 ) -> ( B 1, H 2, T 3, D 2 ) -> ( B 1, T 3, C 4 )'
    """
    if not isinstance(play, Play):
        raise ConfigError(f"Cannot draw {play!r}: give what play(tensor, moves) makes.")
    look = Look() if look is None else look
    sizes = play.labels.sizes
    look.check_against(batch=sizes["B"], heads=sizes["H"], tokens=sizes["T"])
    config = Config(batch=sizes["B"], tokens=sizes["T"], heads=sizes["H"], head_dim=max(1, sizes["D"]))
    shown = _contents(play, config, look)
    laid = [arranged(one.tensor, look, config) for one in shown]
    palette, room = PALETTES[look.theme], (NARROW if narrow else WIDTH) - 2 * MARGIN
    notes = list(dict.fromkeys(note for one in laid for note in one.told(config, look.words)))
    notes += [AS_IMAGE] if any(one.is_image for one in laid) else []
    if not numbered(*laid):
        notes.append("Too many cells to print their numbers.")
    foot = Text(tuple(line for note in notes for line in wrap(note, room, _NOTE)), _NOTE, palette.soft)

    def body(density: Density) -> Node:
        size = size_for(density.cell, *zip(shown, laid, strict=True))
        numbers = numbered(*laid)
        blocks: list[_Block] = []
        for number, contents in enumerate(shown):
            grid = grids(contents, laid[number], density, size, density.height - 110, numbers=numbers)
            stage = play.stages[number - 1] if number else None
            blocks.append(_block(stage, number, contents, grid, look))
        if play.refusal is not None:
            blocks.append(_Block(column(), _refused(play.stages[-1], len(shown), look)))
        means = MOVED if any(one.marked.any() for one in shown) else ""
        key = legend_of(look, density.width, means, by_origin=shown[0].by_origin)
        return column(_Flow(tuple(blocks), density.width), key, gap=14)

    height = (TALL if narrow else HEIGHT) - foot.height - 28
    whole, most = fit((body,), room, height), room * _ACROSS
    if whole.width > most:  # the grids flow on in further rows: it need not grow wider than a page is
        taller = (body(Density(size, True, most, height * down)) for down in _DOWN for size in _SMALL)
        whole = next((one for one in taller if one.width <= most), whole)
    sheet = column(whole, foot, gap=12) if foot.height else column(whole)
    width = max(room, sheet.width) + 2 * MARGIN
    canvas = Canvas()
    sheet.draw(canvas, MARGIN, 12)
    start = TENSORS[play.start.name].say(look.words) if play.start.name in TENSORS else play.start.name
    return Scene(
        width=round(width, 2),
        height=round(sheet.height + 24, 2),
        step="sandbox",
        title=f"Moves on {start}, one after another",
        alt=" ".join([f"{start}: {shape_text(play.start)}.", play.text(look.words), *notes]),
        paper=palette.paper,
        shape_line=" -> ".join(shape_text(one.tensor, batch=look.show_batch) for one in shown),
        panels=tuple(canvas.panels),
        under=tuple(canvas.under),
        marks=tuple(canvas.marks),
    )


def _contents(play: Play, config: Config, look: Look) -> list[Contents]:
    """List what there is to see: the start, and what came of each move."""
    span = Range.over(play.start.values)
    start = play.start
    made: list[tuple[str, Tensor, Array]] = [("start", start, play.labels.start)]
    for number, stage in enumerate(play.stages, 1):
        if stage.tensor is not None and stage.origins is not None:
            made.append((f"move-{number}", stage.tensor, stage.origins))
    found = []
    for role, tensor, index in made:
        expected = play.labels.expected(tensor.axes)
        births = Births(
            start.name if start.name in _PARTS else "blend",
            start.axes,
            start.shape,
            index,
            expected,
            config.heads,
            config.head_dim,
        )
        found.append(Contents(role, role, tensor, look, config, span, births, frozen(index != expected)))
    return found


def _block(stage: Stage | None, number: int, contents: Contents, grid: Node, look: Look) -> _Block:
    """Put over a grid which move made it; under it its shape, whether it was copied, how much is in place."""
    palette = PALETTES[look.theme]
    parts = [part for part in contents.tensor.sizes.items() if look.show_batch or part != ("batch", 1)]
    wide = max(_LEAST, grid.width)
    title = "Start" if stage is None else f"{number}  {stage.move.say(look.words)}"
    code = f"x = {contents.tensor.name}" if stage is None else stage.code
    lines = cut_words(wrap(code, wide, _CODE, mono=True), wide, _CODE)
    head = column(
        Text(wrap(title, wide, 13.5, bold=True), 13.5, palette.ink, bold=True),
        Text(lines, _CODE, palette.soft, mono=True),
        gap=3,
    )
    below: list[Node] = [ShapeNode(palette, tuple(parts))]
    size = contents.tensor.values.size
    if stage is not None:
        moved = "a view: nothing copied" if stage.moved == "view" else "a copy"
        below.append(Text((moved,), 12.5, palette.ink))
        below.append(Text((f"{stage.in_place} of {size} in their place",), 12.5, palette.ink, bold=True))
        if stage.torch_refusal:
            ink = AMBER[look.theme][2]
            below.append(Text(wrap("PyTorch's view would refuse to copy.", wide, 12), 12, ink))
    return _Block(head, column(grid, *below, gap=3))


def _refused(stage: Stage, number: int, look: Look) -> Node:
    """Show a move that NumPy refused: the line, its own words, and what to do."""
    palette, room = PALETTES[look.theme], Notice.room(_BOX, "x")
    refusal = stage.refusal
    assert refusal is not None  # it is the last stage of a play that ended early
    title = f"{number}  {stage.move.say(look.words)}: {refusal.by} refuses"
    spoken = wrap(f"{refusal.error}: {refusal.message.strip()}", room, 11.5, mono=True)
    content = column(
        Text(wrap(title, room, 13.5, bold=True), 13.5, palette.ink, bold=True),
        Text(cut_words(wrap(stage.code, room, 11.5, mono=True), room), 11.5, palette.ink, mono=True),
        Text(cut_words(spoken, room), 11.5, palette.warn, mono=True),
        Text(wrap(in_words(stage.mend, look.words), room, 12), 12, palette.soft),
        gap=5,
    )
    return Notice("x", content, _BOX, (palette.shelf, palette.warn))


@dataclass(frozen=True, eq=False)
class _Block:
    """A heading, and what stands at one height with its neighbours' in the same row."""

    head: Node
    body: Node
    apart: float = 6.0

    @property
    def width(self) -> float:
        return max(self.head.width, self.body.width)

    def draw(self, canvas: Canvas, x: float, y: float, tall: float) -> None:
        self.head.draw(canvas, x, y)
        self.body.draw(canvas, x, y + tall + self.apart)


@dataclass(frozen=True, eq=False)
class _Flow:
    """Blocks side by side, on further rows where they don't fit."""

    blocks: tuple[_Block, ...]
    room: float

    @cached_property
    def _rows(self) -> list[list[_Block]]:
        rows: list[list[_Block]] = [[]]
        used = 0.0
        for block in self.blocks:
            if rows[-1] and used + block.width > self.room:
                rows.append([])
                used = 0.0
            rows[-1].append(block)
            used += block.width + _GAP
        return rows

    @property
    def width(self) -> float:
        return max(sum(block.width + _GAP for block in row) - _GAP for row in self._rows)

    @property
    def height(self) -> float:
        return sum(self._head(row) + self._body(row) + _GAP for row in self._rows) - _GAP

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        for row in self._rows:
            left, tall = x, self._head(row)
            for block in row:
                block.draw(canvas, left, y, tall)
                left += block.width + _GAP
            y += tall + self._body(row) + _GAP

    @staticmethod
    def _head(row: list[_Block]) -> float:
        return max(block.head.height for block in row)

    @staticmethod
    def _body(row: list[_Block]) -> float:
        return max(block.body.height + block.apart for block in row)
