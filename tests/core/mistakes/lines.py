"""What tests of the lines share: rules to write them under, and whether a turn changes any."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from explorer.core.config import EMPTY_ROWS, SCALES
from explorer.core.mistakes.record import WrongTurn
from explorer.words import code_for
from tests.core.what_if import made_up

CELLS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans()), max_size=4)

rules = st.fixed_dictionaries(
    {
        "causal": st.booleans(),
        "window": st.booleans(),
        "own_keep": st.booleans(),
        "shifted": st.booleans(),
        "scale": st.sampled_from(SCALES),
        "window_counts_self": st.booleans(),
        "by_hand": CELLS,
        "empty_rows": st.sampled_from(EMPTY_ROWS),
    }
)
"""Everything that the lines of a step depend on, as `code_for` takes it."""

trips = made_up()
"""Small configurations of every rule and policy."""


def changes_a_line(turn: WrongTurn, dialect: str, **rules: Any) -> bool:
    """Whether the turn changes any line under these rules; each of its lines must be Python."""
    own = turn.lines if dialect == "numpy" else turn.torch
    changed = False
    for step, change in own.items():
        right = code_for(step, dialect, **rules)
        wrong = change(right)
        compile(wrong, f"<{turn.key} {dialect}>", "exec")
        changed |= wrong != right
    return changed
