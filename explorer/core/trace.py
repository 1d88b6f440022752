"""The recorded trip: ten steps over one small pile of numbers, every tensor kept."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from explorer.core import sources
from explorer.core.ancestors import Lineage, ancestors, descendants
from explorer.core.config import GIBIBYTE, Config, divisors
from explorer.core.explain import Explanation, explain
from explorer.core.grid import Array, frozen
from explorer.core.masks import keep_table
from explorer.core.memory import check_budget
from explorer.core.step import Step
from explorer.core.steps import QKV, STEP_NAMES, STEPS, Making
from explorer.core.tensor import Tensor
from explorer.errors import ConfigError, ShapeError, UnknownNameError, listed

__all__ = ["Trace", "trace", "trace_qkv"]


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
    """A whole trip. It never changes, and reading it cannot change it.

    Attributes
    ----------
    config : Config
        The sizes and rules it was made with.
    steps : tuple of Step
        The ten steps, in order; ``trip["scores"]`` finds one by its name.

    Examples
    --------
    >>> import explorer as ex
    >>> trip = ex.trace()
    >>> trip
    <Trace B1 T3 H2 D2 W2, 10 steps>
    >>> trip["blend"]["blend"].axes
    ('batch', 'head', 'token', 'head_dim')
    """

    config: Config
    steps: tuple[Step, ...]

    @property
    def output(self) -> Tensor:
        """What comes out of the merge: Tensor, axes (batch, token, width)."""
        return self["merge"]["output"]

    @property
    def given(self) -> bool:
        """Whether query, key and value were handed over instead of poured from tokens."""
        return "table" not in self["pour"]

    def __getitem__(self, name: str) -> Step:
        """Find the step of this name; `UnknownNameError` lists the ten."""
        if name not in STEP_NAMES:
            raise UnknownNameError(f"Cannot find step {name!r}: choose {listed(STEP_NAMES)}.")
        return self.steps[STEP_NAMES.index(name)]

    def explain(self, step: str, tensor: str, **coords: int) -> Explanation:
        """Say how one recorded number came to be; see `explorer.core.explain.explain`.

        Examples
        --------
        >>> import explorer as ex
        >>> where = {"batch": 0, "head": 0, "query_token": 2, "key_token": 1}
        >>> ex.trace().explain("scores", "matches", **where).lines
        ('match = 1*0 + 1*2 = 2',)
        """
        return explain(self, step, tensor, **coords)

    def ancestors(self, step: str, tensor: str, **coords: int) -> Lineage:
        """Trace a cell back to everything it came from; see `explorer.core.ancestors.ancestors`.

        Examples
        --------
        >>> import explorer as ex
        >>> ex.trace().ancestors("blend", "blend", batch=0, head=1, token=2, head_dim=0).text
        'blend at head 1, token 2, head_dim 0 comes from 8 of the 36 numbers of wide.'
        """
        return ancestors(self, step, tensor, **coords)

    def descendants(self, step: str, tensor: str, **coords: int) -> Lineage:
        """Follow a cell forward to everything it reaches; see `explorer.core.ancestors.descendants`.

        Examples
        --------
        >>> import explorer as ex
        >>> ex.trace().descendants("pour", "wide", batch=0, token=2, wide=0).steps
        ('pour', 'cut', 'dividers', 'reshelve', 'scores', 'mask', 'shares', 'blend', 'merge')
        """
        return descendants(self, step, tensor, **coords)

    def __repr__(self) -> str:
        config = self.config
        window = "" if config.window is None else f" W{config.window}"
        sizes = f"B{config.batch} T{config.tokens} H{config.heads} D{config.head_dim}{window}"
        return f"<Trace {sizes}, {len(self.steps)} steps>"


def trace(config: Config | None = None, *, keep: object = None) -> Trace:
    """Take the small numbers that a configuration asks for through the ten steps, recording everything.

    Parameters
    ----------
    config : Config, optional
        The pencil example if left out: one book, 3 tokens, 2 heads, 2 numbers each, window 2.
    keep : array-like of bool, axes (query_token, key_token) or (batch, query_token, key_token), optional
        Narrows the masks of `config` further: True keeps, False strikes.

    Returns
    -------
    Trace

    Raises
    ------
    ConfigError
        If the trip would not fit the budget, or the source is "given" (that is what `trace_qkv` is for).
    MaskError
        If `keep` cannot be used, or leaves a row with nothing kept.

    Notes
    -----
    Scaled dot-product attention in several heads as in Vaswani et al., "Attention Is All You Need" (2017),
    section 3.2, without the output projection; the sliding window as in Beltagy et al., "Longformer" (2020).

    Examples
    --------
    >>> trace().output.values.round(3).tolist()
    [[[2.0, 0.0, 1.0, 3.0], [1.196, 0.804, 0.67, 2.009], [0.5, 1.5, 1.0, 0.5]]]
    """
    config = Config() if config is None else config
    if not isinstance(config, Config):
        raise ConfigError(
            f"Cannot trace {config!r}: give a Config, as in trace(Config(tokens=5)), or nothing for the "
            "pencil example. Numbers of your own go to trace_qkv."
        )
    if config.source == "given":
        raise ConfigError(
            "Cannot trace a Config with source='given': it does not hold the numbers. "
            "Hand them to trace_qkv, or choose source='pencil' or 'poured'."
        )
    check_budget(config)
    handed_over: dict[str, Array] = {}
    if config.source == "pencil":
        sizes = (config.batch, config.tokens, config.width)
        handed_over = {name: sources.made_up(name, *sizes).astype(config.dtype) for name in QKV}
    return _run(config, handed_over, keep)


def trace_qkv(
    query: object,
    key: object,
    value: object,
    *,
    heads: int,
    window: int | None = None,
    causal: bool = True,
    keep: object = None,
    budget: int = GIBIBYTE,
) -> Trace:
    """Take a query, key and value of your own through the ten steps.

    Parameters
    ----------
    query, key, value : array-like, axes (token, width) or (batch, token, width)
        All of one shape. Whole numbers are computed in float64; float32 stays float32 if all three are.
    heads : int
        How many heads the width is divided into.
    window : int or None
        How many tokens back a token may look, itself included; None for no window.
    causal : bool
        Whether a token may look only at itself and at earlier ones.
    keep : array-like of bool, axes (query_token, key_token) or (batch, query_token, key_token), optional
        Narrows the masks further: True keeps, False strikes. For this table alone, say ``causal=False``.
    budget : int
        The most bytes that the recorded trip may take.

    Returns
    -------
    Trace
        Its output has axes (batch, token, width), the batch of size 1 where none was given.

    Raises
    ------
    DataError
        If a tensor is empty or holds NaN, infinity, text or objects; the message says which and where.
    ShapeError
        If the shapes differ, have another number of axes, or the heads do not divide the width.
    ConfigError
        If a setting is not legal, or the trip would not fit the budget.
    MaskError
        If `keep` cannot be used, or leaves a row with nothing kept.

    Examples
    --------
    >>> rows = [[1, 0, 0, 2], [0, 1, 1, 0]]
    >>> trip = trace_qkv(rows, rows, rows, heads=2)
    >>> trip["reshelve"]["query"].shape
    (1, 2, 2, 2)
    """
    arrays = {name: sources.own(name, values) for name, values in zip(QKV, (query, key, value), strict=True)}
    _refuse_unequal(arrays)
    batch, tokens, width = arrays["query"].shape
    # Config checks that heads is a count at all; only then can it be held against the width.
    config = Config(heads=heads, window=window, causal=causal, budget=budget)
    if width % config.heads:
        raise ShapeError(
            f"Cannot divide a row of width {width} into {heads} heads: {width} is not a multiple of {heads}. "
            f"Choose {listed(divisors(width))} {'head' if width == 1 else 'heads'}."
        )
    config = config.replace(
        batch=batch,
        tokens=tokens,
        head_dim=width // config.heads,
        dtype=np.result_type(*arrays.values()),
        source="given",
    )
    check_budget(config)
    return _run(config, arrays, keep)


def _run(config: Config, handed_over: dict[str, Array], keep: object) -> Trace:
    table = keep_table(
        config.tokens, batch=config.batch, causal=config.causal, window=config.window, keep=keep
    )
    axes = ("query_token", "key_token") if table.ndim == 2 else ("batch", "query_token", "key_token")
    given = tuple(
        Tensor(name, frozen(values), ("batch", "token", "width")) for name, values in handed_over.items()
    )
    keep_tensor = Tensor("keep", frozen(table), axes)
    steps: dict[str, Step] = {}
    for name, take in STEPS.items():
        steps[name] = take(Making(config, keep_tensor, given, MappingProxyType(steps)))
    return Trace(config, tuple(steps.values()))


def _refuse_unequal(arrays: dict[str, Array]) -> None:
    if len({array.shape for array in arrays.values()}) > 1:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise ShapeError(
            f"Cannot use tensors of different shapes, as (batch, token, width): {shapes}. "
            "Give query, key and value the same number of batch items, tokens and numbers in a row."
        )
