"""What the engine's tests share: Hypothesis strategies, and one way to look at a refusal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import explorer as ex

Case = tuple[type[ex.ExplorerError], Callable[[], object], str]
"""The kind of refusal, the call that meets it, and its whole message."""

quick = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
brief = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@dataclass(frozen=True, eq=False)
class Ask:
    """One call of `trace_qkv`: the three arrays, (batch, token, width), and the rules."""

    query: np.ndarray
    key: np.ndarray
    value: np.ndarray
    heads: int
    window: int | None
    causal: bool
    keep: np.ndarray | None

    @property
    def rules(self) -> dict[str, Any]:
        """The keyword arguments."""
        return {"heads": self.heads, "window": self.window, "causal": self.causal, "keep": self.keep}

    def trace(self, **changes: Any) -> ex.Trace:
        """The engine's trip."""
        arrays = [changes.pop(name, getattr(self, name)) for name in ("query", "key", "value")]
        return ex.trace_qkv(*arrays, **{**self.rules, **changes})


def configs(**fixed: Any) -> st.SearchStrategy[ex.Config]:
    """Small legal configurations."""
    free: dict[str, Any] = {
        "tokens": st.integers(1, 6),
        "heads": st.integers(1, 4),
        "head_dim": st.integers(1, 4),
        "batch": st.integers(1, 3),
        "window": st.none() | st.integers(1, 8),
        "causal": st.booleans(),
        "source": st.sampled_from(["pencil", "poured"]),
    }
    free.update({name: st.just(value) for name, value in fixed.items()})
    return st.builds(ex.Config, **free)


def numbers(kind: str, shape: tuple[int, ...]) -> st.SearchStrategy[np.ndarray]:
    """Arrays of whole numbers ("ints"), of doubles ("floats") or of singles ("singles")."""
    if kind == "ints":
        return hnp.arrays(np.int64, shape, elements=st.integers(-6, 6))
    if kind == "singles":
        return hnp.arrays(np.float32, shape, elements=st.floats(-3, 3, width=32, allow_subnormal=False))
    return hnp.arrays(np.float64, shape, elements=st.floats(-8, 8, allow_subnormal=False))


def keep_tables(batch: int, tokens: int) -> st.SearchStrategy[np.ndarray | None]:
    """No table, one for all books, or one a book; every token keeps itself, so no row is ever empty."""

    def with_itself(table: np.ndarray) -> np.ndarray:
        return table | np.eye(tokens, dtype=bool)

    one = hnp.arrays(np.bool_, (tokens, tokens)).map(with_itself)
    many = hnp.arrays(np.bool_, (batch, tokens, tokens)).map(with_itself)
    return st.none() | one | many


@st.composite
def asks(draw: st.DrawFn, kinds: tuple[str, ...] = ("ints", "floats"), **fixed: Any) -> Ask:
    """Random sizes (1 included), numbers and rules."""
    batch, tokens, heads, size = (
        fixed.get("batch") or draw(st.integers(1, 3)),
        fixed.get("tokens") or draw(st.integers(1, 5)),
        fixed.get("heads") or draw(st.integers(1, 4)),
        draw(st.integers(1, 4)),
    )
    kind = draw(st.sampled_from(kinds))
    arrays = [draw(numbers(kind, (batch, tokens, heads * size))) for _ in range(3)]
    window = draw(st.none() | st.integers(1, tokens + 2))
    return Ask(*arrays, heads, window, draw(st.booleans()), draw(keep_tables(batch, tokens)))


def generic(*shape: int, seed: int = 0, dtype: type = np.float64) -> np.ndarray:
    """Real numbers with no coincidences."""
    return np.random.default_rng(seed).normal(size=shape).astype(dtype)


def refusal(kind: type[ex.ExplorerError], call: Callable[[], object]) -> str:
    """The whole message of the refusal that `call` must meet, of exactly this kind."""
    with pytest.raises(ex.ExplorerError) as caught:
        call()
    assert type(caught.value) is kind, f"{type(caught.value).__name__}: {caught.value}"
    return str(caught.value)
