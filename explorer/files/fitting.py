"""How much of somebody's numbers to show at first: all of them, or the leading part that fits."""

from __future__ import annotations

from typing import Any

from explorer.core.config import Config
from explorer.core.memory import estimate_bytes
from explorer.core.numbers import Numbers

__all__ = ["MOST_TOKENS", "MOST_WIDTH", "fitting"]

MOST_TOKENS = 512
"""The most tokens that are shown at first."""
MOST_WIDTH = 1024
"""The widest row that is shown at first."""


def fitting(
    numbers: Numbers,
    *,
    tokens: int = MOST_TOKENS,
    width: int = MOST_WIDTH,
    **changes: Any,
) -> tuple[Config, str]:
    """Make the configuration that shows as much of the numbers as fits, and say what was left out.

    Parameters
    ----------
    numbers : Numbers
    tokens, width : int
        The most of each.
    **changes
        Further fields of `Config`, as its budget.

    Returns
    -------
    Config
        Of the leading batch items, tokens and heads. A head keeps its numbers as long as one head fits.
    str
        What was left out, in a sentence; empty if nothing was.

    Examples
    --------
    >>> import numpy as np
    >>> rows = np.ones((1, 600, 8))
    >>> config, said = fitting(Numbers.of(query=rows, key=rows, value=rows, heads=2))
    >>> config.tokens, config.heads, said
    (512, 2, 'Shown: the first 512 of 600 tokens.')
    """
    head_dim = min(numbers.width // numbers.heads, width)
    sizes = {
        "batch": numbers.batch,
        "tokens": min(numbers.tokens, tokens),
        "heads": max(1, min(numbers.heads, width // head_dim)),
        "head_dim": head_dim,
    }
    config = Config.of(numbers, **{**sizes, **changes})
    # The budget is met by whole books first: each stands alone, and what is in it stays whole.
    for size in ("batch", "tokens", "heads"):
        while estimate_bytes(config) > config.budget and getattr(config, size) > 1:
            config = config.replace(**{size: max(1, getattr(config, size) // 2)})
    left_out = [
        f"the first {shown} of {whole} {what}"
        for what, shown, whole in (
            ("batch items", config.batch, numbers.batch),
            ("tokens", config.tokens, numbers.tokens),
            ("numbers of each row", config.width, numbers.width),
        )
        if shown < whole
    ]
    return config, f"Shown: {', '.join(left_out)}." if left_out else ""
