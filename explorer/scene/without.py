"""What happens without the stand-up: the product is really tried, and NumPy's own words are shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from explorer.core.trace import Trace
from explorer.scene.canvas import Canvas, Rect
from explorer.scene.captions import lucky_without
from explorer.scene.layout import Text
from explorer.scene.lettering import wrap
from explorer.scene.setting import Setting
from explorer.words import tell_without_flip

__all__ = ["Without", "numpy_says", "without_stand_up"]

_TYPE, _CODE = 12.0, 11.0
_PAD = 9.0


def numpy_says(trip: Trace) -> tuple[str, bool]:
    """Multiply queries by keys that lie flat, and report what NumPy does.

    Parameters
    ----------
    trip : Trace

    Returns
    -------
    (str, bool)
        NumPy's error, or the shape of what came out where it ran, and that it overflowed where it did; and
        whether it was right after all.

    Examples
    --------
    >>> import explorer as ex
    >>> numpy_says(ex.trace(ex.Config(head_dim=3)))
    ('it runs: (1, 2, 3, 3)', False)
    """
    query, key = trip["reshelve"]["query"].values, trip["reshelve"]["key"].values
    try:
        with np.errstate(over="ignore", invalid="ignore"):  # told below
            product = np.matmul(query, key)
    except ValueError as error:
        return f"ValueError: {error}", False
    overflow = "" if np.isfinite(product).all() else ", and overflows"
    return f"it runs: {product.shape}{overflow}", np.array_equal(product, trip["scores"]["matches"].values)


def without_stand_up(setting: Setting) -> tuple[str, str]:
    """Give the sentence, and the code with what NumPy says to it.

    Parameters
    ----------
    setting : Setting

    Returns
    -------
    (str, str)
    """
    config, words = setting.trip.config, setting.look.words
    said, lucky = numpy_says(setting.trip)
    told = lucky_without(setting) if lucky else tell_without_flip(config.tokens, config.head_dim, words)
    return told, f"q @ k  ->  {said}"


@dataclass(frozen=True, eq=False)
class Without:
    """The two of them in a dashed box, as a node."""

    setting: Setting
    width: float
    texts: tuple[str, str]

    @cached_property
    def _parts(self) -> tuple[Text, Text]:
        palette, room = self.setting.palette, self.width - 2 * _PAD
        told, code = self.texts
        return (
            Text(wrap(told, room, _TYPE, bold=True), _TYPE, palette.warn, bold=True),
            Text(wrap(code, room, _CODE, mono=True), _CODE, palette.soft, mono=True, leading=1.3),
        )

    @cached_property
    def height(self) -> float:
        """Both texts and the margins."""
        return sum(part.height for part in self._parts) + 2 * _PAD - 3

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw box and texts."""
        palette = self.setting.palette
        rect = Rect(x, y, self.width, self.height)
        canvas.shelf(rect, fill=palette.paper, stroke=palette.warn, width=1.3, dashed=True)
        y += _PAD - 2
        for part in self._parts:
            part.draw(canvas, x + _PAD, y)
            y += part.height
