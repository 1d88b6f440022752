"""Attention Shapes Explorer: multi-head attention, every intermediate tensor kept with the names of its axes.

- `explorer.errors`: what is refused; `explorer.words`: the one glossary; `explorer.core`: the engine.
- `explorer.files`: numbers of one's own, from a file; `explorer.presets`: ready-made trips to begin with.
- `explorer.scene`: what a picture of a step shows; `explorer.figures`: the same drawn by matplotlib.
- `explorer.panels`, `explorer.app`: the page; `explorer.serving`, `explorer.cli`: the ways in.

``import explorer`` needs NumPy alone; what draws or serves is imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from explorer.core.ancestors import Lineage
from explorer.core.config import Config
from explorer.core.edits import Edit
from explorer.core.explain import Explanation
from explorer.core.grid import Grid
from explorer.core.influence import Influence, influence
from explorer.core.mistakes import WRONG_TURNS
from explorer.core.mistakes.check import check
from explorer.core.mistakes.meter import meter, sweep
from explorer.core.mistakes.record import WrongTurn
from explorer.core.mistakes.taking import WrongTrace
from explorer.core.mistakes.verdict import Verdict, compare
from explorer.core.numbers import Numbers
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
    FileError,
    MaskError,
    ShapeError,
    UnknownNameError,
)

if TYPE_CHECKING:
    from explorer.app import build
    from explorer.core.questions import ask, quiz
    from explorer.exports.lesson import lesson
    from explorer.exports.trace_file import save_trace
    from explorer.exports.trip_pdf import trip_pdf
    from explorer.exports.worksheet import worksheet
    from explorer.figures import figure, figure_two_flips
    from explorer.figures.wrong_turn import figure_sandbox, figure_wrong_turn
    from explorer.files import open_numbers
    from explorer.panels.presenter import present
    from explorer.presets import PRESETS
    from explorer.serving.visit import query_string

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "STEP_NAMES",
    "WRONG_TURNS",
    "AxisNameError",
    "Config",
    "ConfigError",
    "Cost",
    "DataError",
    "Edit",
    "Explanation",
    "ExplorerError",
    "FileError",
    "Grid",
    "Influence",
    "Lineage",
    "MaskError",
    "Numbers",
    "Place",
    "ShapeError",
    "Step",
    "Tensor",
    "Trace",
    "UnknownNameError",
    "Verdict",
    "WrongTrace",
    "WrongTurn",
    "ask",
    "build",
    "check",
    "compare",
    "figure",
    "figure_sandbox",
    "figure_two_flips",
    "figure_wrong_turn",
    "influence",
    "lesson",
    "meter",
    "open_numbers",
    "present",
    "query_string",
    "quiz",
    "save_trace",
    "sweep",
    "trace",
    "trace_qkv",
    "trip_pdf",
    "worksheet",
]

_LAZY = {
    "PRESETS": "explorer.presets",
    "ask": "explorer.core.questions",
    "build": "explorer.app",
    "figure": "explorer.figures",
    "figure_two_flips": "explorer.figures",
    "figure_sandbox": "explorer.figures.wrong_turn",
    "figure_wrong_turn": "explorer.figures.wrong_turn",
    "lesson": "explorer.exports.lesson",
    "open_numbers": "explorer.files",
    "present": "explorer.panels.presenter",
    "query_string": "explorer.serving.visit",
    "quiz": "explorer.core.questions",
    "save_trace": "explorer.exports.trace_file",
    "trip_pdf": "explorer.exports.trip_pdf",
    "worksheet": "explorer.exports.worksheet",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
