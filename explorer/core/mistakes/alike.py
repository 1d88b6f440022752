"""Holding trips against each other: numbers that have nothing in common, and when two are alike."""

from __future__ import annotations

import numpy as np

from explorer.core.config import Config
from explorer.core.grid import Array

__all__ = ["alike", "generic", "largest_in_columns", "plain_config"]

_LAST_BITS = 512
_SEED = 20_17


def plain_config(config: Config) -> Config:
    """Leave a config's own numbers out, and what was typed over: its sizes and rules stay.

    Parameters
    ----------
    config : Config

    Returns
    -------
    Config

    Examples
    --------
    >>> plain_config(Config(source="poured", tokens=5)).source
    'pencil'
    """
    return config.replace(source="pencil", numbers=None, edits=(), labels=(), dtype=np.float64)


def generic(config: Config, seed: int = _SEED) -> Array:
    """Make rows that have nothing in common: real numbers, the same for the same seed.

    Parameters
    ----------
    config : Config
    seed : int

    Returns
    -------
    ndarray of float64, axes (query key or value, batch, token, width)

    Examples
    --------
    >>> generic(Config()).shape
    (3, 1, 3, 4)
    """
    shape = (3, config.batch, config.tokens, config.width)
    return np.random.default_rng(seed).standard_normal(shape)


def alike(right: Array, wrong: Array) -> Array:
    """Find the cells that hold the same number, but for what adding up in another order does.

    Parameters
    ----------
    right, wrong : ndarray
        Of one shape.

    Returns
    -------
    ndarray of bool
        NaN is as NaN is, and an infinity as the same infinity.

    Examples
    --------
    >>> alike(np.array([1, 2, np.nan]), np.array([1 + 1e-15, 3, np.nan])).tolist()
    [True, False, True]
    """
    if right.dtype.kind not in "fc" or wrong.dtype.kind not in "fc":
        plain: Array = right == wrong
        return plain
    coarser = max(np.finfo(right.dtype), np.finfo(wrong.dtype), key=lambda kind: kind.eps)
    # Next to zero what is rounded is not a part of the number, but the smallest step there is.
    slack = _LAST_BITS * np.maximum(coarser.eps * largest_in_columns(right), coarser.smallest_subnormal)
    return np.isclose(wrong, right, rtol=0, atol=slack, equal_nan=True)


def largest_in_columns(values: Array) -> Array:
    """Find the largest size of a number in each column, over everything else: what rounding is measured by.

    One huge number must not hide what differs in other columns, which it was never added to.

    Parameters
    ----------
    values : ndarray

    Returns
    -------
    ndarray
        To lie over `values`; the largest of all where there is one axis or none. Only what is finite counts.

    Examples
    --------
    >>> largest_in_columns(np.array([[1.0, -7], [2, np.inf]])).tolist()
    [[2.0, 7.0]]
    """
    sizes = np.abs(np.where(np.isfinite(values), values, 0))
    axes = tuple(range(values.ndim - 1)) if values.ndim > 1 else None
    found: Array = np.max(sizes, axis=axes, keepdims=True, initial=0)
    return found
