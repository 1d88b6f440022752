"""Scenes written out: as a matplotlib `Figure` (never pyplot's), and as SVG text for the page.

``import explorer.figures`` does not import matplotlib; drawing a figure does.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from explorer.figures.figure import figure, figure_two_flips
from explorer.figures.svg import to_svg

if TYPE_CHECKING:
    from explorer.figures.drawing import draw

__all__ = ["draw", "figure", "figure_two_flips", "to_svg"]


def __getattr__(name: str) -> Any:
    if name == "draw":
        return import_module("explorer.figures.drawing").draw
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
