"""The pictures of a portable lesson: SVG in pieces, each kept once, for light and dark alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from explorer.core.place import Place
from explorer.core.trace import Trace
from explorer.scene import Look, Scene
from explorer.scene.as_text import cut_out, labels_of, rows_of
from explorer.scene.display import Panel
from explorer.scene.look import THEMES
from explorer.scene.pointing import place_of
from explorer.stage import to_svg
from explorer.stage.stage import LEAST_SCALE

__all__ = ["PREFIX", "Pictured", "Pieces", "places_in"]

PREFIX = "as0-"
"""What the ids of cells begin with: there is one picture on the page."""

_MOST_LINES = 64  # of a table

# Whatever a theme may change; what stands between is the same for both.
_THEMED = re.compile(r"(#[0-9a-f]{6}\b|data:image/png;base64,[A-Za-z0-9+/=]*)")


class Pieces:
    """Texts that pictures are put together from: most of them stand in many pictures, and are kept once.

    Attributes
    ----------
    kept : list of str or (str, str)
        A text; where the themes differ, the light one and the dark one.

    Examples
    --------
    >>> pieces = Pieces()
    >>> pieces.take('<g fill="#ffffff"/>', '<g fill="#000000"/>'), pieces.take("<g/>", "<g/>")
    ([0, 1, 2], [3])
    >>> pieces.kept
    ['<g fill="', ('#ffffff', '#000000'), '"/>', '<g/>']
    """

    def __init__(self) -> None:
        self._places: dict[str | tuple[str, str], int] = {}

    @property
    def kept(self) -> list[str | tuple[str, str]]:
        """The pieces, in the order of their numbers."""
        return list(self._places)

    def take(self, light: str, dark: str) -> list[int]:
        """Take a text apart and keep its pieces.

        Parameters
        ----------
        light, dark : str
            The same picture in both themes.

        Returns
        -------
        list of int
            Which pieces, one after another, are that text.

        Raises
        ------
        ValueError
            If more than colours differs.
        """
        parts = zip(_THEMED.split(light), _THEMED.split(dark), strict=True)
        return [self._number(one, other) for one, other in parts]

    def _number(self, light: str, dark: str) -> int:
        piece = light if light == dark else (light, dark)
        return self._places.setdefault(piece, len(self._places))


class Pictured:
    """One picture in both themes, and what the lesson's script must know of it.

    Parameters
    ----------
    draw : callable
        From a look to a scene.
    look : Look
        The reader's choices but for the theme.

    Attributes
    ----------
    scene : Scene
        In the light.
    svgs : (str, str)
        Light and dark.
    """

    def __init__(self, draw: Callable[[Look], Scene], look: Look) -> None:
        self.scene, dark = (draw(look.replace(theme=theme)) for theme in THEMES)
        self.svgs = (to_svg(self.scene, PREFIX), to_svg(dark, PREFIX))

    def record(self, pieces: Pieces, words: str, slot: Callable[[Place], int] | None, trip: Trace) -> Any:
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
        dict
            ``svg``, numbers of pieces; ``room``, how small it may get; ``shape`` and ``alt``, in words;
            ``tables``; ``cells``, the slots of its cells in order; ``images``, of each grid that is one
            image, its columns and the slots row by row.
        """
        scene = self.scene
        told: dict[str, Any] = {
            "svg": pieces.take(*self.svgs),
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
