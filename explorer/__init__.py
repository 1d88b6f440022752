"""Attention Shapes Explorer: multi-head attention, every intermediate tensor kept with the names of its axes.

- `explorer.errors`: what is refused; `explorer.words`: the one glossary; `explorer.core`: the engine.
- `explorer.scene`: what a picture of a step shows; `explorer.figures`: the same drawn by matplotlib.
- `explorer.panels`, `explorer.app`: the page; `explorer.serving`, `explorer.cli`: the ways in.

``import explorer`` needs NumPy alone; what draws or serves is imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from explorer.core.ancestors import Lineage
from explorer.core.config import Config
from explorer.core.explain import Explanation
from explorer.core.grid import Grid
from explorer.core.place import Place
from explorer.core.step import Cost, Step
from explorer.core.steps import STEP_NAMES
from explorer.core.tensor import Tensor
from explorer.core.trace import Trace, trace, trace_qkv
from explorer.errors import (
    AxisNameError,
    ConfigError,
    DataError,
    ExplorerError,
    MaskError,
    ShapeError,
    UnknownNameError,
)

if TYPE_CHECKING:
    from explorer.app import build
    from explorer.figures import figure, figure_two_flips

__version__ = "0.1.0"

__all__ = [
    "STEP_NAMES",
    "AxisNameError",
    "Config",
    "ConfigError",
    "Cost",
    "DataError",
    "Explanation",
    "ExplorerError",
    "Grid",
    "Lineage",
    "MaskError",
    "Place",
    "ShapeError",
    "Step",
    "Tensor",
    "Trace",
    "UnknownNameError",
    "build",
    "figure",
    "figure_two_flips",
    "trace",
    "trace_qkv",
]

_LAZY = {"build": "explorer.app", "figure": "explorer.figures", "figure_two_flips": "explorer.figures"}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
