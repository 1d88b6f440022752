"""The pictures of a portable lesson: what its script must know of each, in every way it may be painted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from explorer.core.place import Place
from explorer.core.trace import Trace
from explorer.exports.lesson_pieces import Painted, Pieces
from explorer.scene import Look, Scene
from explorer.scene.as_text import cut_out, labels_of, rows_of
from explorer.scene.display import Panel
from explorer.scene.look import DECIMALS
from explorer.scene.pointing import place_of
from explorer.stage import to_svg
from explorer.stage.stage import LEAST_SCALE

__all__ = ["PAINTED_BY", "PREFIX", "Pictured", "places_in"]

PREFIX = "as0-"
"""What the ids of cells begin with: there is one picture on the page."""

PAINTED_BY = ("origin", "value")
"""What cells may be painted by; which of the two a picture has of itself hangs on its step."""

_MOST_LINES = 64  # of a table
_POINT = re.compile(r">[^<]*\d\.\d[^<]*<")  # in what is printed or told


class Pictured:
    """One picture in all the ways in which a reader may have it painted and printed.

    Parameters
    ----------
    draw : callable
        From a look to a scene.
    look : Look
        The reader's choices but for the theme, the colours and the decimals.
    like : Pictured, optional
        The same picture in another vocabulary: most of its colours are this one's, and need no drawing.

    Attributes
    ----------
    scene : Scene
        In the light, by origin.
    """

    def __init__(self, draw: Callable[[Look], Scene], look: Look, like: Pictured | None = None) -> None:
        self._draw, self._look = draw, look
        self._usual: _Drawn = self._drawn(look.decimals, like._usual if like else None)
        self.scene = self._usual.scene

    def record(
        self, pieces: Pieces, words: str, slot: Callable[[Place], int] | None, trip: Trace
    ) -> list[dict[str, Any]]:
        """Write it down for the lesson's script.

        Parameters
        ----------
        pieces : Pieces
        words : {"both", "pencil", "standard"}
        slot : callable or None
            From a recorded number to its slot; None where the picture's numbers are not the trip's.
        trip : Trace

        Returns
        -------
        list of dict
            By decimals; one where there is no choice, and of those after the first what differs from it:
            ``svg``, numbers of pieces, painted by origin and by value, once where these are the same but for
            colours; ``room``, how small it may get; ``shape`` and ``alt``, in words; ``tables``; ``cells``,
            the slots of its cells in order; ``images``, of each grid that is one image, its columns and the
            slots row by row.
        """
        usual, every = self._usual, [self._usual]
        # Where every number is whole, the others would be the same. A picture that is not the trip's own is
        # kept with the usual ones alone: five of each would make the file twice as large.
        if slot is not None and any(_POINT.search(text) for way in usual.ways for text in way.between):
            every = [usual if one == self._look.decimals else self._drawn(one, usual) for one in DECIMALS]
        told = [_record(drawn, pieces, words, slot, trip) for drawn in every]
        return [told[0], *({k: v for k, v in one.items() if v != told[0][k]} for one in told[1:])]

    def _drawn(self, decimals: int, like: _Drawn | None) -> _Drawn:
        """Draw it in all its colours; most of them are known from `like`, where only texts read otherwise."""
        looks = [self._look.replace(colour=colour, decimals=decimals) for colour in PAINTED_BY]
        scene = self._draw(looks[0])
        by_origin = to_svg(scene, PREFIX)
        if like and len(like.ways) == 1 and (known := like.ways[0].reading(by_origin)):
            return _Drawn(scene, (known,))
        by_value = to_svg(self._draw(looks[1]), PREFIX)
        if like and len(like.ways) == len(looks):
            ways = [way.reading(svg) for way, svg in zip(like.ways, (by_origin, by_value), strict=True)]
            if all(ways):
                return _Drawn(scene, tuple(way for way in ways if way))
        dark = [to_svg(self._draw(look.replace(theme="dark")), PREFIX) for look in looks]
        whole = Painted.of(by_origin, dark[0], by_value, dark[1])
        if whole:
            return _Drawn(scene, (whole,))
        return _Drawn(scene, (_two(by_origin, dark[0]), _two(by_value, dark[1])))


@dataclass(frozen=True, eq=False)
class _Drawn:
    """A scene in all its colours: by origin light and dark, by value light and dark.

    These are one picture in four colourings, or two in two each, where more than colours differs.
    """

    scene: Scene
    ways: tuple[Painted, ...]


def _two(light: str, dark: str) -> Painted:
    painted = Painted.of(light, dark)
    assert painted is not None  # a theme is colours and nothing else
    return painted


def _record(
    drawn: _Drawn, pieces: Pieces, words: str, slot: Callable[[Place], int] | None, trip: Trace
) -> dict[str, Any]:
    scene = drawn.scene
    told: dict[str, Any] = {
        "svg": [pieces.take(way) for way in drawn.ways],
        "room": [round(scene.width * LEAST_SCALE), round(scene.height * LEAST_SCALE)],
        "shape": scene.shape_line,
        "alt": scene.alt,
        "tables": [_table(panel, words) for panel in scene.panels],
    }
    if slot is None:
        return told
    cells, images = [], {}
    for number, panel in enumerate(scene.panels):
        found = [slot(place) for place in _places(trip, scene, panel)]
        if panel.image is None:
            cells += found
        else:
            images[f"{panel.role}/@{number}"] = [panel.shape[1], found]
    return {**told, "cells": cells, "images": images}


def places_in(trip: Trace, scene: Scene) -> Iterator[Place]:
    """List the recorded numbers that a picture shows, in drawing order.

    Parameters
    ----------
    trip : Trace
    scene : Scene

    Yields
    ------
    Place

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> next(places_in(ex.trace(), step_scene(ex.trace(), "cut"))).identity
    'pour:wide:batch=0:token=0:wide=0'
    """
    for panel in scene.panels:
        yield from _places(trip, scene, panel)


def _places(trip: Trace, scene: Scene, panel: Panel) -> Iterator[Place]:
    image = panel.image
    rows, columns = panel.shape
    cells = panel.cells if image is None else (image.cell(i, j) for i in range(rows) for j in range(columns))
    return (place_of(trip, scene, panel, cell) for cell in cells)


def _table(panel: Panel, words: str) -> dict[str, Any]:
    """Lay a grid out as a table; of a very large one, its first rows and columns."""
    grid, part = cut_out(panel, most=_MOST_LINES)
    down, across = labels_of(grid, words)
    role = "" if grid.role == grid.tensor else f" ({grid.role.replace('-', ' ')})"
    return {
        "caption": grid.title + role,
        "across": across,
        "down": down,
        "rows": [[cell.text or f"{cell.value:.4g}" for cell in row] for row in rows_of(grid)],
        "part": part,
    }
