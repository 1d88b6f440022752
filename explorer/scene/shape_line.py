"""The shape line: letters in the colours of their axes, sizes below, arcs over what swapped."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from explorer.core.tensor import Tensor
from explorer.scene.canvas import Canvas
from explorer.scene.captions import letters
from explorer.scene.lettering import advance
from explorer.scene.setting import Setting

__all__ = ["HEIGHT", "Shape", "ShapeLine"]

HEIGHT = 92.0
_LETTER, _SIZE, _CAPTION = 21.0, 12.5, 11.5
_PAD = 8.0
_MIDDLE = 42.0
_SIGNS = {"->": 46.0, "x": 26.0, "+": 16.0}


@dataclass(frozen=True, eq=False)
class Shape:
    """One bracketed shape.

    Attributes
    ----------
    tensor : Tensor
    lit : tuple of str
        The axes that are written in their colour; the others stay grey.
    caption : str
        A word over it.
    """

    tensor: Tensor
    lit: tuple[str, ...]
    caption: str = ""


@dataclass(frozen=True, eq=False)
class ShapeLine:
    """Shapes with signs between them, as a node of fixed height.

    Attributes
    ----------
    setting : Setting
    shapes : tuple of Shape
    signs : tuple of str
        ``"->"``, ``"x"``, or ``"+"`` for "and" (nothing but a gap): one less than there are shapes.
    swapped : tuple of str
        Two axes of the first shape that trade places: they get an arc over and an arc under.
    spent : str
        An axis of the first shape and one of the second that meet in a product and are gone.
    """

    setting: Setting
    shapes: tuple[Shape, ...]
    signs: tuple[str, ...]
    swapped: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()

    @property
    def plain(self) -> str:
        """The line as text."""
        parts = [self._plain(shape.tensor) for shape in self.shapes]
        words = [parts[0]]
        for sign, part in zip(self.signs, parts[1:], strict=True):
            words += ["," if sign == "+" else sign, part]
        return " ".join(words).replace(" , (", ", (")

    @cached_property
    def width(self) -> float:
        """All shapes and signs."""
        return sum(self._wide(shape) for shape in self.shapes) + sum(_SIGNS[sign] for sign in self.signs)

    @cached_property
    def height(self) -> float:
        """The same for every step, so that nothing jumps."""
        return HEIGHT

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the line."""
        palette = self.setting.palette
        middle = y + _MIDDLE
        at: list[dict[str, float]] = []
        for number, shape in enumerate(self.shapes):
            at.append(self._draw_shape(canvas, shape, x, y))
            x += self._wide(shape)
            if number < len(self.signs):
                self._draw_sign(canvas, self.signs[number], x, middle)
                x += _SIGNS[self.signs[number]]
        if self.swapped:
            outer, inner = self.swapped
            left, right = at[0][outer], at[0][inner]
            over, below = middle - 15, middle + 30
            rise = 18.0
            for start, end, edge, bow, axis in (
                (left, right - 2, over, -rise, outer), (right, left + 2, below, rise, inner)
            ):  # fmt: skip
                lean = (end - start) * 0.22
                canvas.curve(
                    ((start, edge), (start + lean, edge + bow), (end - lean, edge + bow), (end, edge)),
                    palette.axis(axis),
                )
        if self.spent:
            self._draw_spent(canvas, at[0][self.spent[0]], at[1][self.spent[1]], middle)

    def _draw_shape(self, canvas: Canvas, shape: Shape, x: float, y: float) -> dict[str, float]:
        palette, middle = self.setting.palette, y + _MIDDLE
        if shape.caption:
            canvas.text(
                x + self._wide(shape) / 2, y + 12, shape.caption, _CAPTION, palette.soft, anchor="middle"
            )
        places: dict[str, float] = {}
        canvas.text(x + 5, middle, "(", _LETTER + 2, palette.muted, anchor="middle")
        x += 12
        axes = self._axes(shape.tensor)
        for number, (axis, letter, size) in enumerate(axes):
            wide = self._letter_room(letter, size)
            colour = palette.axis(axis) if axis in shape.lit else palette.muted
            centre = x + wide / 2
            places[axis] = centre
            canvas.text(centre, middle, letter, _LETTER, colour, bold=True, anchor="middle")
            canvas.text(centre, middle + 21, str(size), _SIZE, colour, anchor="middle")
            x += wide
            if number < len(axes) - 1:
                canvas.text(x, middle + 3, ",", _LETTER - 4, palette.muted, anchor="middle")
        canvas.text(x + 5, middle, ")", _LETTER + 2, palette.muted, anchor="middle")
        return places

    def _draw_sign(self, canvas: Canvas, sign: str, x: float, middle: float) -> None:
        ink = self.setting.palette.ink
        wide = _SIGNS[sign]
        if sign == "->":
            canvas.arrow((x + 9, middle), (x + wide - 7, middle), ink, 2.6, 10)
        elif sign == "x":
            canvas.text(x + wide / 2, middle, "\u00d7", 18, ink, anchor="middle")

    def _draw_spent(self, canvas: Canvas, left: float, right: float, middle: float) -> None:
        palette = self.setting.palette
        colour = palette.axis(self.spent[0])
        y = middle + 31
        canvas.line((left, y), (left, y + 6), (right, y + 6), (right, y), colour=colour, width=2)

    def _axes(self, tensor: Tensor) -> list[tuple[str, str, int]]:
        found = list(zip(tensor.axes, letters(tensor), tensor.shape, strict=True))
        if tensor.sizes.get("batch") == 1 and not self.setting.look.show_batch:
            found = [part for part in found if part[0] != "batch"]
        return found

    def _plain(self, tensor: Tensor) -> str:
        inside = ", ".join(f"{letter} {size}" for _, letter, size in self._axes(tensor))
        return f"( {inside} )"

    def _wide(self, shape: Shape) -> float:
        return 24 + sum(self._letter_room(letter, size) for _, letter, size in self._axes(shape.tensor))

    def _letter_room(self, letter: str, size: int) -> float:
        room = max(advance(letter, _LETTER, bold=True), advance(str(size), _SIZE))
        return max(30.0, room + 2 * _PAD)
