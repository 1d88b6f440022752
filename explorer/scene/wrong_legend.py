"""What the marks of a right-and-wrong picture mean, each beside a sample of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from explorer.scene.canvas import Canvas
from explorer.scene.display import Box
from explorer.scene.layout import Node, Stack, Text, column, row
from explorer.scene.lettering import wrap
from explorer.scene.look import Look
from explorer.scene.palette import PALETTES
from explorer.scene.wrong_pairs import Pair
from explorer.words import AXES

__all__ = ["MOVED", "Sample", "entry_of", "flowing", "legend", "legend_of"]

MOVED = "not the number that belongs here (on the page, point at it to read where it comes from)"
"""What a frame means where numbers only moved."""

_TYPE = 12.0


@dataclass(frozen=True)
class Sample:
    """A small cell with a frame in it.

    Attributes
    ----------
    fill, rim, frame : str
        Its colours; with an empty `frame` there is none.
    dashed : bool
        Whether the frame is.
    """

    fill: str
    rim: str
    frame: str
    dashed: bool = True
    width: float = 22.0
    height: float = 18.0

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the cell and its frame."""
        canvas.marks.append(Box(x, y, self.width, self.height, 1, self.fill, self.rim, 1.2))
        if self.frame:
            inset = 2.5
            canvas.marks.append(
                Box(x + inset, y + inset, self.width - 2 * inset, self.height - 2 * inset, 2, "",
                    self.frame, 1.8, dashed=self.dashed)
            )  # fmt: skip


def entry_of(sample: Node, text: str, colour: str, wide: float = inf) -> Stack:
    """Put a text beside its sample.

    Parameters
    ----------
    sample : Node
    text, colour : str
    wide : float
        The room.

    Returns
    -------
    Stack
    """
    return row(sample, Text(wrap(text, wide - sample.width - 7, _TYPE), _TYPE, colour), gap=7)


def flowing(entries: list[Stack], wide: float) -> Stack:
    """Set entries side by side, on further lines where they don't fit.

    Parameters
    ----------
    entries : list of Stack
    wide : float

    Returns
    -------
    Stack
    """
    lines: list[list[Stack]] = [[]]
    for entry in entries:
        if lines[-1] and row(*lines[-1], entry, gap=22).width > wide:
            lines.append([])
        lines[-1].append(entry)
    return column(*(row(*line, gap=22) for line in lines if line), gap=4)


def legend(pair: Pair, look: Look, wide: float) -> Stack:
    """Say what a dashed frame means in a picture of two halves, and what a colour does.

    Parameters
    ----------
    pair : Pair
    look : Look
    wide : float

    Returns
    -------
    Stack
    """
    means = "" if not pair.marked else MOVED if pair.moved else "not the number of the right way"
    return legend_of(look, wide, means, by_origin=pair.right.by_origin)


def legend_of(look: Look, wide: float, means: str, *, by_origin: bool) -> Stack:
    """Say what a dashed frame means, and what a colour does.

    Parameters
    ----------
    look : Look
    wide : float
        The room.
    means : str
        What a frame means; empty where there is none.
    by_origin : bool
        Whether colours tell origins.

    Returns
    -------
    Stack
    """
    palette = PALETTES[look.theme]
    entries = []
    if means:
        entries.append(entry_of(Sample(palette.shelf, palette.rule, palette.ink), means, palette.ink, wide))
    if by_origin:
        head, token = (AXES[axis].short(look.words) for axis in ("head", "token"))
        told = f"Hue: the {head} a number belongs to. Shade: its {token}."
        entries.append(row(Text(wrap(told, wide, _TYPE), _TYPE, palette.soft)))
    return flowing(entries, wide)
