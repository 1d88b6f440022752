"""The recorded trip: ten steps over one small pile of numbers, every tensor kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from explorer.core.ancestors import Lineage, ancestors, descendants
from explorer.core.asked import shown
from explorer.core.config import GIBIBYTE, Config
from explorer.core.explain import Explanation, explain
from explorer.core.grid import frozen
from explorer.core.masks import keep_table
from explorer.core.memory import check_budget
from explorer.core.numbers import Numbers
from explorer.core.start import start_of
from explorer.core.step import Step
from explorer.core.steps import STEP_NAMES, STEPS, Making
from explorer.core.tensor import Tensor
from explorer.errors import ConfigError, UnknownNameError, listed

if TYPE_CHECKING:
    from explorer.core.mistakes.record import WrongTurn

__all__ = ["Trace", "trace", "trace_qkv"]

_START = {
    **dict.fromkeys(("query", "key", "value"), ("batch", "token", "width")),
    "tokens": ("batch", "token", "channel"),
    "table": ("channel", "wide"),
    "bias": ("wide",),
}


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


def trace(
    config: Config | None = None, *, keep: object = None, wrong_turns: Sequence[str | WrongTurn] = ()
) -> Trace:
    """Take the numbers that a configuration asks for through the ten steps, recording everything.

    Parameters
    ----------
    config : Config, optional
        The pencil example if left out: one book, 3 tokens, 2 heads, 2 numbers each, window 2.
    keep : array-like of bool, axes (query_token, key_token) or (batch, query_token, key_token), optional
        Narrows the masks of `config` further: True keeps, False strikes. Cells set by hand come after it.
    wrong_turns : sequence of str or WrongTurn
        Mistakes to make on purpose: keys of `WRONG_TURNS`, or records of one's own.

    Returns
    -------
    Trace
        With wrong turns a `WrongTrace`, which holds the right trip too, and ends where NumPy refused.

    Raises
    ------
    ConfigError
        If the trip would not fit the budget, or a wrong turn is named twice.
    UnknownNameError
        If there is no such wrong turn.
    MaskError
        If `keep` cannot be used, or a row is left with nothing kept and `config` refuses such rows.
    DataError
        If the numbers are so large that a sum of them overflows, or a blend.

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
            f"Cannot trace {shown(config)}: give a Config, as in trace(Config(tokens=5)), or nothing for the "
            "pencil example. Numbers of your own go to trace_qkv."
        )
    check_budget(config)
    table = keep_table(
        config.tokens,
        batch=config.batch,
        causal=config.causal,
        window=config.window,
        window_counts_self=config.window_counts_self,
        keep=keep,
        by_hand=config.cells_by_hand,
        empty_rows=config.empty_rows,
    )
    axes = ("query_token", "key_token") if table.ndim == 2 else ("batch", "query_token", "key_token")
    keep_tensor = Tensor("keep", frozen(table), axes)
    start = {name: Tensor(name, frozen(array), _START[name]) for name, array in start_of(config).items()}
    steps: dict[str, Step] = {}
    for name, step in STEPS.items():
        steps[name] = step(Making(config, keep_tensor, MappingProxyType(start), MappingProxyType(steps)))
    trip = Trace(config, tuple(steps.values()))
    if isinstance(wrong_turns, tuple | list) and not wrong_turns:
        return trip
    from explorer.core.mistakes.taking import (
        take,
    )  # it holds a wrong trip against a right one, which is made here

    return take(trip, wrong_turns)


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
    rules = Config(heads=heads, window=window, causal=causal, budget=budget)
    numbers = Numbers.of(query=query, key=key, value=value, heads=rules.heads, causal=rules.causal)
    return trace(Config.of(numbers, window=rules.window, budget=rules.budget), keep=keep)
