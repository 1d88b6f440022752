"""A step the right way and the wrong way, side by side: what is out of place, refused, or misnamed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING

from explorer.core.coding import code_of
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.mistakes.tell_names import tell_clash
from explorer.core.steps import STEP_NAMES
from explorer.core.tensor import Tensor
from explorer.errors import ConfigError, listed
from explorer.scene.canvas import Canvas
from explorer.scene.display import Scene
from explorer.scene.frame import HEIGHT, MARGIN, NARROW, TALL, WIDTH
from explorer.scene.influence_grid import influence_part, tell_influence
from explorer.scene.layout import Density, Node, Stack, Text, column, fit, row
from explorer.scene.lettering import wrap
from explorer.scene.look import Look
from explorer.scene.palette import PALETTES, Palette
from explorer.scene.shortfall import AS_IMAGE
from explorer.scene.wrong_axes import Arranged, arranged, base_of, shape_text
from explorer.scene.wrong_bands import APART, Bands
from explorer.scene.wrong_frames import MOST_FRAMES
from explorer.scene.wrong_halves import Headed, ShapeNode, grids, numbered, size_for
from explorer.scene.wrong_legend import legend
from explorer.scene.wrong_names import clash_notices, fitting_notices
from explorer.scene.wrong_pairs import Pair, main_tensor, pair_of
from explorer.scene.wrong_said import (
    refusal_notice,
    said,
    torch_notice,
    unreached_notice,
)
from explorer.words import STEPS, TENSORS, capital, in_words

if TYPE_CHECKING:
    from explorer.core.influence import Influence

__all__ = ["wrong_turn_scene"]

_GAP = 12.0
_BELOW = 66.0
_MANY = 8
"""Rows of more places may stand one below the other, for two beside each other would be too small to read."""
_NOTE = 12.0


def wrong_turn_scene(
    wrong: WrongTrace,
    step: str,
    look: Look | None = None,
    influence: Influence | None = None,
    *,
    narrow: bool = False,
) -> Scene:
    """Draw one step of a trip with wrong turns beside the same step of the right trip.

    Parameters
    ----------
    wrong : WrongTrace
        As ``explorer.trace(config, wrong_turns=[...])`` makes it; its right trip comes with it.
    step : str
        ``"pour"`` ... ``"merge"``; also one that the wrong trip never reached.
    look : Look, optional
        The reader's choices. With ``heading=False`` no word tells which wrong turn it is.
    influence : Influence, optional
        Which input token changes which output token on the wrong way: drawn beneath, beside the keep-table.
    narrow : bool
        Whether the paper is a phone's: wrong below right.

    Returns
    -------
    Scene
        Roles ``right`` and ``wrong``; with an influence, ``influence`` and ``keep``.

    Raises
    ------
    ConfigError
        If the trip has no wrong turn, or the look pins what it has not.
    UnknownNameError
        If there is no such step.

    Examples
    --------
    >>> import explorer as ex
    >>> scene = wrong_turn_scene(ex.trace(wrong_turns=["merge_without_reshelve"]), "merge")
    >>> scene.shape_line
    'right ( B 1, T 3, C 4 ), wrong ( B 1, T 3, C 4 )'
    >>> next(cell.title for cell in scene.cells("wrong") if "comes from" in cell.title).split(", comes ")[1]
    'from lens 0, token 1, number 0; here belongs 1'
    """
    if not isinstance(wrong, WrongTrace):
        raise ConfigError(
            f"Cannot hold {wrong!r} against the right way: it has no wrong turn. "
            "Give one, as explorer.trace(config, wrong_turns=[...]) makes it."
        )
    look = Look() if look is None else look
    config = wrong.config
    look.check_against(batch=config.batch, heads=config.heads, tokens=config.tokens)
    pair = pair_of(wrong, step, look)
    told = _told(wrong, step, look, pair)
    palette, room = PALETTES[look.theme], (NARROW if narrow else WIDTH) - 2 * MARGIN
    foot = Text(tuple(line for note in told.notes for line in wrap(note, room, _NOTE)), _NOTE, palette.soft)
    top = _heading(wrong, step, look, room)

    def body(density: Density, *, stacked: bool = narrow) -> Node:
        parts: list[Node] = [legend(pair, look, density.width)]
        if influence is not None:
            parts.append(influence_part(influence, look, density))
        parts = [part for part in parts if part.height]
        room = density.height - sum(part.height + _GAP for part in parts)
        halves = _halves(wrong, step, look, pair, replace(density, height=room), stacked=stacked)
        return column(halves, *parts, gap=_GAP)

    ways: tuple[Callable[[Density], Node], ...] = (body,)
    if told.wide and not narrow:
        ways = (body, partial(body, stacked=True))
    whole = fit(ways, room, (TALL if narrow else HEIGHT) - foot.height - 28)
    canvas = Canvas()
    sheet = column(*(node for node in (top, whole, foot) if node.height), gap=12)
    width = max(room, sheet.width) + 2 * MARGIN
    sheet.draw(canvas, MARGIN + (width - 2 * MARGIN - whole.width) / 2, 10)
    influences = [tell_influence(influence, look)] if influence is not None else []
    return Scene(
        width=round(width, 2),
        height=round(sheet.height + 20, 2),
        step=step,
        title=f"{STEPS[step].say(look.words)}: right and wrong",
        alt=" ".join([*told.alt, *told.notes, *influences]),
        paper=palette.paper,
        shape_line=told.shapes,
        panels=tuple(canvas.panels),
        under=tuple(canvas.under),
        marks=tuple(canvas.marks),
    )


@dataclass(frozen=True)
class _Told:
    """The picture in words: its shapes, whether its rows are long, what it shows and what it leaves out."""

    shapes: str
    wide: bool
    alt: tuple[str, ...]
    notes: tuple[str, ...]


def _told(wrong: WrongTrace, step: str, look: Look, pair: Pair) -> _Told:
    halves = [half for half in (pair.right, pair.wrong) if half is not None]
    shapes = [shape_text(half.tensor, batch=look.show_batch) for half in halves]
    laid = [arranged(half.tensor, look, wrong.config) for half in halves]
    name = TENSORS[main_tensor(wrong, step, look)].say(look.words)
    shape_line = f"right {shapes[0]}" + (f", wrong {shapes[1]}" if len(shapes) > 1 else "")
    alt = [f"{name}: {shape_line}."]
    alt += [tell_clash(clash, look.words) for clash in wrong.clashes if clash.step == step]
    alt.append(said(wrong, step, name, look) if pair.wrong is None else f"{_counted(pair, look)}.")
    if wrong.torch_refusal is not None and wrong.torch_refusal.step == step:
        alt.append(f"PyTorch would refuse: {wrong.torch_refusal.message}")
    notes = list(dict.fromkeys(note for one in laid for note in one.told(wrong.config, look.words)))
    if pair.strangers:
        whose = listed((TENSORS[name].say(look.words) for name in pair.strangers), "and")
        notes.append(f"On the wrong way numbers of {whose} stand here.")
    if pair.stale:
        notes.append(
            f"Of those in their right place, {pair.stale} went wrong before: they hold another number."
        )
    if pair.others:
        names = listed((TENSORS[other].say(look.words) for other in pair.others), "and")
        notes.append(f"Also wrong in this step, and not drawn: {names}.")
    notes += [f'NumPy warned: "{warning}".' for warning in wrong.warned.get(step, ())]
    if any(one.is_image for one in laid):
        frames = f" It has no frames where it would need more than {MOST_FRAMES}, or fine ones."
        notes.append(AS_IMAGE + frames)
    if not numbered(*laid):
        notes.append("Too many cells to print their numbers.")
    wide = any(not one.owner and one.grid[1] > _MANY for one in laid)
    return _Told(shape_line, wide, tuple(alt), tuple(notes))


def _counted(pair: Pair, look: Look) -> str:
    """Say how much of the wrong tensor is right, in all books and in the one that is drawn."""
    assert pair.wrong is not None
    size = pair.wrong.tensor.values.size
    if not pair.comparable:
        return "Another shape than the right one"
    if not pair.moved and not pair.marked:
        return f"All {size} numbers are the right ones"
    drawn = pair.marked_in(look.batch)
    book = in_words("this book", "standard" if look.words == "standard" else "pencil")
    if pair.moved:
        told = f"{size - pair.marked} of {size} cells in their right place"
        return told if drawn is None else f"{told} ({drawn.of - drawn.count} of {drawn.of} in {book})"
    told = f"{pair.marked} of {size} numbers differ"
    return told if drawn is None else f"{told} ({drawn.count} of {drawn.of} in {book})"


def _heading(wrong: WrongTrace, step: str, look: Look, room: float) -> Stack:
    if not look.heading:
        return column()
    palette = PALETTES[look.theme]
    title = STEPS[step].say(look.words)
    turns = "; ".join(turn.say(look.words) for turn in wrong.turns)
    return column(
        Text((capital(title),), 20, palette.ink, bold=True),
        Text(wrap(f"Wrong turn: {turns}", room, 13.5), 13.5, palette.soft),
    )


def _halves(wrong: WrongTrace, step: str, look: Look, pair: Pair, density: Density, *, stacked: bool) -> Node:
    """Lay the two halves out in three bands, so that what belongs together stands at one height."""
    wide = density.width if stacked else (density.width - APART) / 2
    palette, batch = PALETTES[look.theme], look.show_batch
    halves = [half for half in (pair.right, pair.wrong) if half is not None]
    drawn = [(half, arranged(half.tensor, look, wrong.config)) for half in halves]
    size = size_for(density.cell, *drawn)
    numbers = numbered(*(laid for _, laid in drawn))
    name = pair.right.name
    above = [
        column(Headed(palette, "ok", "Right", name, wide), *fitting_notices(wrong, step, look, wide), gap=6),
        column(
            Headed(palette, *_judged(wrong, step, pair), name, wide),
            *clash_notices(wrong, step, look, wide),
            gap=6,
        ),
    ]
    room = density.height - max(node.height for node in above) - _BELOW
    middle = [grids(half, laid, density, size, room, numbers=numbers) for half, laid in drawn]
    if pair.wrong is None:
        middle.append(_why_not(wrong, step, look, name, wide))
    lit: tuple[int, ...] = ()
    if pair.wrong is not None:
        both = zip_longest(*(_counters(half.tensor) for half in halves))
        lit = tuple(number for number, (one, other) in enumerate(both) if one != other)
    below = [
        _below(palette, laid, "" if number == 0 else _counted(pair, look), lit, batch=batch)
        for number, (_, laid) in enumerate(drawn)
    ]
    if pair.wrong is not None:
        below[1] = column(below[1], *torch_notice(wrong, step, look, wide), gap=8, align="middle")
    columns = list(zip(above, middle, [*below, column()], strict=False))
    if stacked:
        return column(
            *(column(top, _beside(body, under, wide), gap=4) for top, body, under in columns), gap=14
        )
    return Bands(palette, tuple(zip(*columns, strict=True)), wide)


def _judged(wrong: WrongTrace, step: str, pair: Pair) -> tuple[str, str]:
    """Give the sign and the word over the wrong half: it need not be wrong yet, or in NumPy."""
    if pair.wrong is None or pair.marked or not pair.comparable:
        return "x", "Wrong"
    if wrong.torch_refusal is not None and wrong.torch_refusal.step == step:
        return "!", "Right in NumPy, refused in PyTorch"
    until = STEP_NAMES[: STEP_NAMES.index(step) + 1]
    if all(wrong.code[name] == code_of(wrong.right, name) for name in until):
        return "ok", "Nothing wrong yet"
    return "x", "Wrong"


def _beside(body: Node, under: Node, wide: float) -> Node:
    """Put the shape beside the grid, or below it where there is no room."""
    beside = row(body, under, gap=20)
    return beside if beside.width <= wide else column(body, under, gap=4)


def _counters(tensor: Tensor) -> list[tuple[str, int]]:
    """Say what each axis counts, and how far: an asking lens is a lens."""
    return [(base_of(axis), size) for axis, size in tensor.sizes.items()]


def _why_not(wrong: WrongTrace, step: str, look: Look, name: str, wide: float) -> Node:
    """Say why the wrong half has no grid."""
    if wrong.refusal is not None and wrong.refusal.step == step:
        return refusal_notice(wrong, wrong.refusal, look, wide)
    return unreached_notice(wrong, step, name, look, wide)


def _below(palette: Palette, laid: Arranged, count: str, lit: tuple[int, ...], *, batch: bool) -> Stack:
    """Put the shape under a half, and how much of it is right."""
    parts = tuple(part for part in laid.sizes.items() if batch or part != ("batch", 1))
    gone = len(laid.sizes) - len(parts)
    shape = ShapeNode(palette, parts, tuple(number - gone for number in lit))
    said_ = (Text((count,), 13.5, palette.ink, bold=True),) if count else ()
    return column(shape, *said_, gap=2, align="middle")
