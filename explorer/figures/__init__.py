"""Scenes drawn by matplotlib's object interface (never pyplot's): for notebooks, slides and files.

``import explorer.figures`` does not import matplotlib; drawing a figure does.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from explorer.figures.figure import figure, figure_two_flips

if TYPE_CHECKING:
    from explorer.figures.drawing import draw

__all__ = ["draw", "figure", "figure_two_flips"]


def __getattr__(name: str) -> Any:
    if name == "draw":
        return import_module("explorer.figures.drawing").draw
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
