"""Functions for one step, as if somebody had written them: the letters they need, and a step's lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from explorer.core.practice.tasks import HANDED, LEFT

LETTERS = {
    "cut": "B, T, C = *wide.shape[:2], wide.shape[2] // 3; D = C // H",
    "dividers": "B, T, C = q.shape; D = C // H",
    "reshelve": "B, T, H, D = q.shape; C = H * D",
    "inside_flip": "B, H, T, D = k.shape",
    "scores": "B, H, T, D = q.shape; C = H * D",
    "mask": "T = scores.shape[-1]; i, j = np.arange(T)[:, None], np.arange(T)",
    "shares": "T = struck.shape[-1]",
    "merge": "B, H, T, D = blend.shape; C = H * D",
}


def written(step: str, code: str) -> Callable[..., Any]:
    """Make a step's function of lines that read its letters and leave its variables."""
    lines = [LETTERS.get(step, "pass"), *code.splitlines(), f"return {', '.join(LEFT[step])}"]
    body = "\n".join(f"    {line}" for line in lines)
    names: dict[str, Any] = {"np": np}
    exec(f"def {step}({', '.join(HANDED[step])}):\n{body}\n", names)
    made: Callable[..., Any] = names[step]
    return made
