"""Two windows and three empty rows, side by side: each grid is a trip of its own, by the engine."""

from __future__ import annotations

import numpy as np
import pytest

import explorer as ex
from explorer.scene import Look, step_scene
from explorer.scene.conventions import MOST_TOKENS, POLICIES, conventions_scene
from explorer.scene.display import Box, Label, Scene

CONFIGS = {
    "pencil": ex.Config(),
    "distinct": ex.Config(batch=2, tokens=5, heads=3, head_dim=4),
    "no window": ex.Config(tokens=4, window=None),
    "looking ahead": ex.Config(tokens=4, causal=False, window=3),
    "one token": ex.Config(tokens=1),
    "own empty row": ex.Config(tokens=4, by_hand=[(2, j, False) for j in range(4)], empty_rows="zero"),
    "long": ex.Config(tokens=40, heads=1),
}


def grid(scene: Scene, role: str) -> np.ndarray:
    """Read a panel's exact values."""
    (panel,) = (panel for panel in scene.panels if panel.role == role)
    return np.array([cell.value for cell in panel.cells]).reshape(panel.shape)


@pytest.mark.parametrize("name", CONFIGS)
def test_both_windows_are_the_rule_each_says(name: str) -> None:
    config = CONFIGS[name]
    scene = conventions_scene(ex.trace(config))
    tokens, window = min(config.tokens, MOST_TOKENS), config.window or 2
    for role, back in (("self", window - 1), ("before", window)):
        wanted = [
            [float((j <= i or not config.causal) and j >= i - back) for j in range(tokens)]
            for i in range(tokens)
        ]
        np.testing.assert_array_equal(grid(scene, role), wanted)


@pytest.mark.parametrize("name", CONFIGS)
def test_the_empty_row_has_the_fate_that_each_policy_says_and_no_other_row_differs(name: str) -> None:
    config = CONFIGS[name]
    scene = conventions_scene(ex.trace(config), Look(batch=config.batch - 1, head=config.heads - 1))
    tokens = min(config.tokens, MOST_TOKENS)
    row = 2 if name == "own empty row" else min(1, tokens - 1)
    shares = {policy: grid(scene, policy) for policy in POLICIES}
    assert np.isnan(shares["nan"][row]).all()
    np.testing.assert_array_equal(shares["zero"][row], np.zeros(tokens))
    np.testing.assert_allclose(shares["uniform"][row], np.full(tokens, 1 / tokens))
    for policy in ("zero", "uniform"):
        np.testing.assert_array_equal(
            np.delete(shares[policy], row, axis=0), np.delete(shares["nan"], row, axis=0)
        )


def test_the_cells_that_differ_are_outlined_and_counted() -> None:
    scene = conventions_scene(ex.trace(ex.Config(tokens=6, window=3)))
    differ = int((grid(scene, "self") != grid(scene, "before")).sum())
    outlines = [mark for mark in scene.marks if isinstance(mark, Box) and not mark.fill]
    assert differ == 3
    assert len(outlines) == 2 * differ
    assert f"outlined: {differ} of 36 cells" in scene.alt


def test_what_each_row_adds_to_stands_beside_it() -> None:
    scene = conventions_scene(ex.trace())
    sums = [mark.text for mark in scene.marks if isinstance(mark, Label) and mark.text.startswith("= ")]
    assert sums == ["= 1", "= nan", "= 1", "= 1", "= 0", "= 1", "= 1", "= 1", "= 1"]


def test_it_is_said_that_only_the_first_tokens_are_compared() -> None:
    assert "Drawn: the first 8 of 40 tokens." in conventions_scene(ex.trace(CONFIGS["long"])).alt


def test_the_sums_of_shares_stand_at_both_margins() -> None:
    trip = ex.trace()
    drawn = step_scene(trip, "shares")
    texts = [mark.text for mark in drawn.marks if isinstance(mark, Label)]
    shares = trip["shares"]["shares"].values[0]
    assert texts.count("= 1") == 6
    below = {f"{column:.2f}" if column % 1 else f"{column:.0f}" for column in shares.sum(axis=-2).ravel()}
    assert below <= set(texts)
