"""The one interactive picture: an anywidget that shows a scene and is told what to change in it."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from operator import attrgetter
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from explorer.scene.display import Cell, Panel, Scene
from explorer.stage.svg import to_svg

__all__ = ["LEAST_SCALE", "MODULES", "Stage", "joined"]

LEAST_SCALE = 0.68
"""A picture shrinks to the room it has, but no further than this: then it scrolls, and can still be read."""

MODULES = ("cells.js", "images.js", "lens.js", "morph.js", "touch.js", "typing.js", "stage.js")
"""Our ES modules, each before whoever imports it."""

_HERE = Path(__file__).parent
_IMPORT = re.compile(r'^import .* from "\./.*";\n', re.MULTILINE)
_serial = count(1)


def joined(*names: str) -> str:
    """Put our ES modules one after another: a widget's module is one text, and there is no build step.

    Parameters
    ----------
    *names : str
        Files beside this one, each before whoever imports it. No two may define the same name.

    Returns
    -------
    str
        One ES module, whose only export is the last file's default.

    Examples
    --------
    >>> "import " in joined(*MODULES)
    False
    """
    texts = [_IMPORT.sub("", (_HERE / name).read_text(encoding="utf-8")) for name in names]
    return "\n".join(re.sub(r"^export (?!default)", "", text, flags=re.MULTILINE) for text in texts)


class Stage(anywidget.AnyWidget):
    """A living picture of a scene.

    It sends ``{"kind": "touch" | "pin", "cell": id or None}`` when a person points at a cell or presses it. A
    cell of an image, and where the lens is: ``role/@panel:row:column``. It sends
    ``{"kind": "type" | "paste", "cell": id, "text": str}`` when one is typed or pasted over
    whose role is among the `editable` ones.

    Examples
    --------
    >>> import explorer as ex
    >>> from explorer.scene import step_scene
    >>> stage = Stage()
    >>> stage.draw(step_scene(ex.trace(), "cut"))
    >>> stage.frame["svg"][:4]
    '<svg'
    """

    _esm = joined(*MODULES)
    _css = _HERE / "stage.css"
    frame = traitlets.Dict({"id": 0, "svg": ""}).tag(sync=True)
    patch = traitlets.Dict({"frame": -1, "cells": []}).tag(sync=True)
    lit = traitlets.Dict().tag(sync=True)
    lens = traitlets.Dict().tag(sync=True)
    again = traitlets.Int(0).tag(sync=True)
    editable = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        # Two pictures on one page must not share the ids of their cells.
        self.prefix = f"as{next(_serial)}-"
        self._drawn = 0
        self._outline: object = None

    def draw(
        self,
        scene: Scene,
        moves: Mapping[str, Any] | None = None,
        *,
        in_motion: bool = False,
        svg: str | None = None,
    ) -> None:
        """Show a scene: as new values where only values differ from what is shown, else as a new drawing.

        Parameters
        ----------
        scene : Scene
        moves : mapping, optional
            How its cells come to their places, as `explorer.scene.moves` says; None where they don't move.
        in_motion : bool
            Whether to show that now; `replay` shows it at any time.
        svg : str, optional
            Another writer's drawing of it, whose ids begin with `prefix`.
        """
        outline = (_outline(scene), svg is None)
        if outline == self._outline and svg is None:
            self.patch = {"frame": self._drawn, "cells": _values(scene)}
            return
        self._outline = outline
        self._drawn += 1
        self.lens = {}
        self.frame = {
            "id": self._drawn,
            "svg": to_svg(scene, self.prefix) if svg is None else svg,
            "prefix": self.prefix,
            "room": [round(scene.width * LEAST_SCALE), round(scene.height * LEAST_SCALE)],
            "moves": dict(moves) if moves else None,
            "in_motion": in_motion,
        }

    def replay(self) -> None:
        """Show once more how the cells of this drawing came to their places."""
        self.again += 1

    def magnify(self, at: str = "", scene: Scene | None = None) -> None:
        """Show a few cells from near, beside one of them; nothing if nothing is given.

        Parameters
        ----------
        at : str
            The cell of an image: ``role/@panel:row:column``.
        scene : Scene, optional
            What is seen there.
        """
        if scene is None:
            self.lens = {}
            return
        svg = to_svg(scene, f"{self.prefix}lens-")
        self.lens = {"frame": self._drawn, "at": at, "svg": svg}

    def light(self, **ids: Iterable[str]) -> None:
        """Light cells, each by ids as `cells_at` gives them.

        ``operand``, ``traced`` or ``pinned``; where a question is asked, ``asked``, ``right`` or ``chosen``.

        Parameters
        ----------
        **ids : iterable of str
        """
        self.lit = {name: list(cells) for name, cells in ids.items()}


def _values(scene: Scene) -> list[list[str]]:
    """List what may change in a cell while the drawing stays, in the drawing's order."""
    return [[cell.fill, cell.ink, cell.text, cell.title, cell.news] for cell in scene.cells()]


def _outline(scene: Scene) -> tuple[object, ...]:
    """List all of a scene but the values of its cells."""
    panels = tuple((*_but_cells(panel), *map(_but_value, panel.cells)) for panel in scene.panels)
    return (*_but_panels(scene), panels)


def _but(record: type, *left_out: str) -> Callable[[object], tuple[object, ...]]:
    """Make what reads all fields of a record but some: far quicker than to copy it without them."""
    return attrgetter(*(field.name for field in dataclasses.fields(record) if field.name not in left_out))


_but_panels = _but(Scene, "panels")
_but_cells = _but(Panel, "cells")
_but_value = _but(Cell, "fill", "ink", "text", "title", "news", "value")
