"""Attention as learners write it, wrong at the scores, the mask, the shares and the blend."""

from __future__ import annotations

import numpy as np

from tests.core.mistakes.learners import hide_future, softmax, takes


def apart(x, heads):
    """(B, T, C) to one (B, T, D) a head."""
    return np.split(x, heads, axis=-1)


def matches(query, key, heads):
    """One (B, T, T) grid a head, not scaled."""
    return [q @ k.swapaxes(1, 2) for q, k in zip(apart(query, heads), apart(key, heads), strict=True)]


def blended(weights, value):
    """Every head's shares with its part of the value, side by side."""
    return np.concatenate([w @ v for w, v in zip(weights, apart(value, len(weights)), strict=True)], axis=-1)


def root(query, heads):
    return (query.shape[-1] / heads) ** 0.5


def scaled(query, key, heads):
    return [grid / root(query, heads) for grid in matches(query, key, heads)]


def past(n, k=0):
    return np.tri(n, k=k, dtype=bool)


@takes("divided_by_sqrt_c")
def scaled_by_the_models_width(query, key, value, heads):
    scores = [grid / np.sqrt(query.shape[-1]) for grid in matches(query, key, heads)]
    return blended([softmax(hide_future(grid)) for grid in scores], value)


@takes("scale_missing")
def not_scaled(query, key, value, heads):
    return blended([softmax(hide_future(grid)) for grid in matches(query, key, heads)], value)


@takes("scale_twice")
def query_scaled_beforehand_and_scores_again(query, key, value, heads):
    grids = scaled(query / root(query, heads), key, heads)
    return blended([softmax(hide_future(grid)) for grid in grids], value)


@takes("mask_left_out")
def mask_made_and_not_used(query, key, value, heads):
    mask = np.triu(np.ones((query.shape[1], query.shape[1])), 1)
    assert mask.any()
    return blended([softmax(grid) for grid in scaled(query, key, heads)], value)


@takes("strike_after_split")
def future_zeroed_after_the_softmax(query, key, value, heads):
    weights = [np.tril(softmax(grid)) for grid in scaled(query, key, heads)]
    return blended(weights, value)


@takes("strike_by_multiplying")
def scores_times_the_mask(query, key, value, heads):
    return blended([softmax(np.tril(grid)) for grid in scaled(query, key, heads)], value)


@takes("strike_by_adding")
def mask_of_truths_added(query, key, value, heads):
    mask = past(query.shape[1])
    return blended([softmax(grid + mask) for grid in scaled(query, key, heads)], value)


@takes("keep_swapped")
def true_taken_for_masked_out(query, key, value, heads):
    weights = []
    for grid in scaled(query, key, heads):
        grid[:, past(query.shape[1])] = -np.inf
        weights.append(softmax(grid))
    return blended(weights, value)


@takes("diagonal_one_short")
def not_even_itself(query, key, value, heads):
    keep = past(query.shape[1], -1)
    weights = [softmax(np.where(keep, grid, -np.inf)) for grid in scaled(query, key, heads)]
    return blended(weights, value)


@takes("diagonal_one_far")
def one_step_of_the_future(query, key, value, heads):
    n = query.shape[1]
    ahead = np.triu(np.ones((n, n)), 2) * -1e30
    return blended([softmax(grid + ahead) for grid in scaled(query, key, heads)], value)


@takes("window_off_by_one", window=2)
def window_beside_itself(query, key, value, heads, reach=2):
    out = np.zeros_like(value)
    for i in range(query.shape[1]):
        seen = slice(max(0, i - reach), i + 1)  # two before it, and itself
        asking = query[:, i : i + 1]
        weights = [softmax(grid) for grid in scaled(asking, key[:, seen], heads)]
        out[:, i : i + 1] = blended(weights, value[:, seen])
    return out


@takes("window_both_sides", window=3)
def window_as_a_distance(query, key, value, heads):
    n = query.shape[1]
    far = np.array([[abs(i - j) >= 3 for j in range(n)] for i in range(n)])
    weights = [softmax(np.where(far, -np.inf, grid)) for grid in scaled(query, key, heads)]
    return blended(weights, value)


@takes("softmax_over_askers")
def softmax_down_the_columns(query, key, value, heads):
    weights = [softmax(hide_future(grid), axis=1) for grid in scaled(query, key, heads)]
    return blended(weights, value)


@takes("softmax_over_heads")
def softmax_across_the_heads(query, key, value, heads):
    scores = np.stack([hide_future(grid) for grid in scaled(query, key, heads)], axis=1)
    weights = softmax(scores, axis=1)
    return blended([weights[:, h] for h in range(heads)], value)


@takes("softmax_over_heads", window=2)
def softmax_across_the_heads_in_a_window(query, key, value, heads):
    keep = past(query.shape[1]) & ~past(query.shape[1], -2)
    scores = [np.where(keep, grid, -np.inf) for grid in scaled(query, key, heads)]
    return blended(list(softmax(np.array(scores), axis=0)), value)


@takes("softmax_over_heads", causal=False)
def softmax_across_the_heads_with_no_mask(query, key, value, heads):
    return blended(list(softmax(np.array(scaled(query, key, heads)), axis=0)), value)


@takes("softmax_over_both")
def softmax_of_the_whole_grid(query, key, value, heads):
    weights = []
    for grid in scaled(query, key, heads):
        flat = hide_future(grid).reshape(len(grid), -1)
        weights.append(softmax(flat).reshape(grid.shape))
    return blended(weights, value)


@takes("shares_averaged")
def one_table_of_weights_for_all(query, key, value, heads):
    weights = [softmax(hide_future(grid)) for grid in scaled(query, key, heads)]
    return sum(weights) / heads @ value
